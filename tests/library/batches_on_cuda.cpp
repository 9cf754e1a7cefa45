// Batches of images in device memory.
#include "gpu/engine.h"
#include "tests/library/on_cuda.h"

namespace sweep::test {
namespace {

TEST_F(LibraryOnCuda, FiltersBatchesOfEveryAlgorithm) {
    for (const char* algorithm : {"7", "4", "5", "8", "rt", "rt64", "conv"}) {
        request_.algorithm = algorithm;
        sweep_plan* plan = nullptr;
        const sweep_status status = sweep_plan_create(&request_, &plan);
        ASSERT_EQ(status, SWEEP_OK) << algorithm << ": " << sweep_last_error();
        const std::size_t step = shape_.samples() * sizeof(float);
        void *in = nullptr, *out = nullptr;
        ASSERT_EQ(cudaMalloc(&in, 2 * step), cudaSuccess);
        ASSERT_EQ(cudaMalloc(&out, 2 * step), cudaSuccess);
        taken_.insert(taken_.end(), {in, out});
        for (int i = 0; i < 2; ++i)
            cudaMemcpy(static_cast<char*>(in) + std::size_t(i) * step, source_.data(), step,
                       cudaMemcpyHostToDevice);
        ASSERT_EQ(sweep_run_batch_cuda(plan, 2, in, 0, step, out, 0, step, nullptr), SWEEP_OK)
            << sweep_last_error();
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        expect_truth(static_cast<float*>(out), 132);
        expect_truth(static_cast<float*>(out) + shape_.samples(), 132);
        EXPECT_EQ(sweep_plan_destroy(plan), SWEEP_OK);
    }
}

// Images along one axis, whose lines stay on the chip, in one launch; beside each other and not, and where they lie.
TEST_F(LibraryOnCuda, FiltersBatchesOfLines) {
    constexpr std::size_t count = 3;
    const std::size_t samples = shape_.samples();
    Image all = random_image({shape_.width, shape_.height * int(count), 1}, Sample::f32, 5);
    request_.algorithm = "8a";
    for (const sweep_axes axes : {SWEEP_AXES_X, SWEEP_AXES_Y})
        for (const std::size_t step : {samples, samples + 4, samples + 1}) {
            request_.axes = axes;
            make();
            void *in = nullptr, *out = nullptr;
            for (void** memory : {&in, &out}) {
                ASSERT_EQ(cudaMalloc(memory, count * step * sizeof(float)), cudaSuccess);
                taken_.push_back(*memory);
            }
            for (std::size_t i = 0; i < count; ++i)
                ASSERT_EQ(cudaMemcpy(static_cast<float*>(in) + i * step, all.data<float>() + i * samples,
                                     samples * sizeof(float), cudaMemcpyHostToDevice),
                          cudaSuccess);
            for (void* to : {out, in}) {
                ASSERT_EQ(sweep_run_batch_cuda(plan_, count, in, 0, step * 4, to, 0, step * 4, nullptr),
                          SWEEP_OK)
                    << sweep_last_error();
                ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
                for (std::size_t i = 0; i < count; ++i) {
                    Problem p = problem(shape_, gaussian(5));
                    p.filter.axes = axes == SWEEP_AXES_X ? Axes::x : Axes::y;
                    const Image truth = reference(p, {all.data<float>() + i * samples, shape_, Sample::f32,
                                                      std::ptrdiff_t(shape_.row_bytes(Sample::f32))});
                    truth_.assign(truth.data<double>(), truth.data<double>() + samples);
                    expect_truth(static_cast<float*>(to) + i * step, 132);
                }
            }
        }
}

// A batch of images one behind the other, of the problem of one, on the engine's GPU.
class Stacks : public LibraryOnCuda {
  protected:
    // Filters them `runs` times; returns the last results, one below the other,
    // and says whether the engine made room for a stack.
    Image filtered(gpu::Engine& engine, const Problem& p, const Image& all, int count, int runs,
                   bool& stacked) {
        const std::size_t samples = p.shape.samples();
        Image got({p.shape.width, p.shape.height * count, p.shape.channels}, Sample::f32);
        void *in = nullptr, *out = nullptr;
        EXPECT_EQ(cudaMalloc(&in, all.bytes()), cudaSuccess);
        EXPECT_EQ(cudaMalloc(&out, got.bytes()), cudaSuccess);
        taken_.insert(taken_.end(), {in, out});
        EXPECT_EQ(cudaMemcpy(in, all.data<void>(), all.bytes(), cudaMemcpyHostToDevice), cudaSuccess);
        engine.prepare(p);
        const std::size_t own = engine.working_bytes();
        for (int run = 0; run < runs; ++run) {
            EXPECT_EQ(cudaMemset(out, 0x7f, got.bytes()), cudaSuccess);
            engine.run_batch_on_device(
                std::size_t(count), {in, p.shape, p.input, std::ptrdiff_t(p.shape.row_bytes(p.input))},
                samples * size_of(p.input),
                {out, p.shape, Sample::f32, std::ptrdiff_t(p.shape.row_bytes(Sample::f32))}, samples * 4,
                nullptr);
        }
        stacked = engine.working_bytes() > own;
        EXPECT_EQ(cudaMemcpy(got.data<void>(), out, got.bytes(), cudaMemcpyDeviceToHost), cudaSuccess);
        return got;
    }
    // Compares image i with the reference.
    static void expect_truth_of(int i, const Problem& p, const Image& all, const Image& got) {
        const std::size_t samples = p.shape.samples(), first = std::size_t(i) * samples;
        const Image truth = reference(p, {all.data<std::byte>() + first * size_of(p.input), p.shape, p.input,
                                          std::ptrdiff_t(p.shape.row_bytes(p.input))});
        for (std::size_t k = 0; k < samples; ++k)
            ASSERT_NEAR(got.data<float>()[first + k], truth.data<double>()[k], 4e-6)
                << "image " << i << ", sample " << k;
    }
};

// Images that lie one behind the other are a stack, which algorithm 7 filters as one image: blocks of every side,
// images of one block and more, columns in chunks, what continues them, one axis, bytes. No image enters another one,
// be it NaN or far larger.
TEST_F(Stacks, AreFiltered) {
    const auto expect = [this](const Problem& p, int count, int block = 0) {
        SCOPED_TRACE(testing::Message() << count << " images, block " << block << ": " << text(p));
        const std::size_t samples = p.shape.samples();
        Image all = random_image({p.shape.width, p.shape.height * count, p.shape.channels}, p.input, 5);
        if (p.input == Sample::f32) {  // of the second image
            for (std::size_t i = samples; i < 2 * samples; ++i) all.data<float>()[i] *= 1e6f;
            all.data<float>()[2 * samples - 1] = std::nanf("");
        }
        gpu::Engine engine(block);
        bool stacked = false;
        const Image got = filtered(engine, p, all, count, 2, stacked);
        EXPECT_TRUE(stacked) << "there is no stack";
        for (int i = 0; i < count; ++i)
            if (i != 1 || p.input != Sample::f32) expect_truth_of(i, p, all, got);
    };
    for (const BoundaryKind boundary : boundaries_but(BoundaryKind::constant)) {
        expect(problem({70, 64, 1}, gaussian(5), boundary), 5);
        expect(problem({68, 96, 1}, gaussian(3, 5), boundary), 3, 32);
        expect(problem({33, 32, 3}, gaussian(9), boundary), 4);
        expect(problem({132, 128, 1}, gaussian(5), boundary), 3, 128);
        expect(problem({20, 320, 4}, gaussian(30), boundary), 2);
    }
    Problem constant = problem({65, 64, 2}, gaussian(4), BoundaryKind::constant);
    constant.boundary.value = {0.25, -3};
    expect(constant, 3);
    for (const Axes axes : {Axes::x, Axes::y}) {
        Problem p = problem({516, 544, 1}, gaussian(8), BoundaryKind::mirror);
        p.filter.axes = axes;
        expect(p, 3);
    }
    Problem bytes = problem({64, 64, 4}, gaussian(5));
    bytes.input = Sample::u8;
    expect(bytes, 4);
    Problem zeros = problem({96, 128, 1}, gaussian(5));
    zeros.filter.accuracy = 3e-4;
    expect(zeros, 3);
    expect(problem({32, 4352, 1}, gaussian(50)), 2, 32);  // columns in chunks
}

// What ends within a block, or where somebody asks for another algorithm, goes image by image.
TEST_F(Stacks, AreOfWholeBlocksAlone) {
    for (const auto& [height, algorithm] :
         {std::pair{70, Algorithm::automatic}, std::pair{64, Algorithm::alg5}}) {
        Problem p = problem({132, height, 1}, gaussian(5));
        p.method.algorithm = algorithm;
        const Image all = random_image({132, 3 * height, 1}, Sample::f32);
        gpu::Engine engine;
        bool stacked = true;
        const Image got = filtered(engine, p, all, 3, 1, stacked);
        EXPECT_FALSE(stacked);
        for (int i = 0; i < 3; ++i) expect_truth_of(i, p, all, got);
    }
}

}  // namespace
}  // namespace sweep::test
