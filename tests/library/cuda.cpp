// The C interface on device memory: against the reference, on a GPU and on the emulated one.
#include <memory>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include "core/base/random_image.h"
#include "core/derived/derived.h"
#include "core/edge/edge_reference.h"
#include "core/problem/reference.h"
#include "core/tridiagonal/systems.h"
#include "gpu/engine.h"
#include "tests/library/on_cuda.h"

namespace sweep::test {
namespace {

// The truth is what the same plan makes in host memory, whose arithmetic is held to the reference by another test.
TEST_F(LibraryOnCuda, DerivesInDeviceMemory) {
    request_.unsharp_amount = 1.5;
    request_.dog_ratio = 2;
    const Image bytes = random_image(shape_, Sample::u8);
    for (const bool is_bytes : {false, true})
        for (int derived = SWEEP_DERIVED_UNSHARP; derived <= SWEEP_DERIVED_GRADIENT; ++derived) {
            SCOPED_TRACE(testing::Message() << "derived " << derived << (is_bytes ? " of bytes" : ""));
            request_.derived = sweep_derived(derived);
            request_.input = is_bytes ? SWEEP_U8 : SWEEP_F32;
            request_.decode_srgb = is_bytes;
            request_.unsharp_threshold = 0.1;
            make();
            std::vector<float> right(shape_.samples());
            ASSERT_EQ(sweep_run(plan_, is_bytes ? bytes.data<void>() : source_.data(), 0, right.data(), 0),
                      SWEEP_OK)
                << sweep_last_error();
            truth_.assign(right.begin(), right.end());
            for (const std::size_t pitch : {132, 160}) {
                void* in = on_device(pitch, true);
                if (is_bytes) {
                    ASSERT_EQ(cudaMemcpy(in, bytes.data<void>(), bytes.bytes(), cudaMemcpyHostToDevice),
                              cudaSuccess);
                }
                const std::size_t in_pitch = is_bytes ? 132 : pitch * 4;
                float* out = on_device(pitch, false);
                for (int i = 0; i < 2; ++i)
                    ASSERT_EQ(sweep_run_cuda(plan_, in, in_pitch, out, pitch * 4, nullptr), SWEEP_OK)
                        << sweep_last_error();
                ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
                expect_truth(out, pitch);
                if (is_bytes) continue;
                ASSERT_EQ(sweep_run_cuda(plan_, in, in_pitch, in, in_pitch, nullptr), SWEEP_OK) << "in place";
                ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
                expect_truth(static_cast<float*>(in), pitch);
            }
        }
}

// By algorithm 7 the last stage derives, in blocks of every side, of rows of whole words and not,
// and of several channels.
TEST_F(LibraryOnCuda, DerivesInTheLastStage) {
    constexpr double accuracies[]{0, 3e-4};  // without zeros and with them
    for (const auto& [shape, block] : {std::pair{Shape{132, 70, 1}, 64}, std::pair{Shape{67, 131, 1}, 64},
                                       std::pair{Shape{68, 40, 4}, 64}, std::pair{Shape{132, 130, 1}, 128},
                                       std::pair{Shape{67, 35, 1}, 32}, std::pair{Shape{33, 35, 3}, 32}})
        for (const Derived& derived :
             {Derived{.kind = DerivedKind::unsharp, .amount = 1.5, .threshold = 0.1},
              Derived{.kind = DerivedKind::high_pass}, Derived{.kind = DerivedKind::dog},
              Derived{.kind = DerivedKind::log}, Derived{.kind = DerivedKind::gradient}}) {
            SCOPED_TRACE(testing::Message()
                         << shape.width << " x " << shape.height << ", " << shape.channels
                         << " channels, blocks of " << block << ": " << info(derived.kind).word);
            Problem p = problem(shape, gaussian(5));
            p.filter.accuracy = accuracies[block == 64 || shape.channels > 1];
            p.method.algorithm = Algorithm::alg7;
            const Image in = random_image(shape, Sample::f32);
            std::vector<std::unique_ptr<gpu::Engine>> engines;
            std::vector<DeviceEngine*> others;
            std::vector<Image> results;
            std::vector<ConstImageView> views;
            for (const DerivedRun& run : runs_of(derived, p)) {
                engines.push_back(std::make_unique<gpu::Engine>(block));
                engines.back()->prepare(run.problem);
                if (engines.size() > 1) others.push_back(engines.back().get());
                results.push_back(Image(shape, Sample::f32));
                engines.back()->run(in.view(), results.back().view());
            }
            if (derived.kind != DerivedKind::log) {  // whose second derivatives have a higher order
                EXPECT_EQ(engines.front()->block(), block);
            }
            for (const Image& result : results) views.push_back(result.view());
            Image truth(shape, Sample::f32);
            derive(derived, p.filter, in.view(), views, truth.view(), false);

            void *from = nullptr, *to = nullptr;
            for (void** memory : {&from, &to}) {
                ASSERT_EQ(cudaMalloc(memory, in.bytes()), cudaSuccess);
                taken_.push_back(*memory);
            }
            ASSERT_EQ(cudaMemcpy(from, in.data<void>(), in.bytes(), cudaMemcpyHostToDevice), cudaSuccess);
            const std::ptrdiff_t stride = in.view().stride;
            engines.front()->derive_on_device(derived.kind, numbers_of(derived, p.filter), others,
                                              {from, shape, Sample::f32, stride},
                                              {to, shape, Sample::f32, stride}, nullptr);
            std::vector<float> found(shape.samples());
            ASSERT_EQ(cudaMemcpy(found.data(), to, in.bytes(), cudaMemcpyDeviceToHost), cudaSuccess);
            for (std::size_t i = 0; i < found.size(); ++i)
                ASSERT_NEAR(found[i], truth.data<float>()[i], 5e-7) << "sample " << i;
        }
}

TEST_F(LibraryOnCuda, RefusesLocalStatistics) {
    request_.derived = SWEEP_DERIVED_DEVIATION;
    sweep_plan* plan = nullptr;
    EXPECT_EQ(sweep_plan_create(&request_, &plan), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("computed in float64"), std::string::npos);
}

TEST_F(LibraryOnCuda, FiltersDeviceMemory) {
    make();
    sweep_plan_info info;
    ASSERT_EQ(sweep_plan_get_info(plan_, &info), SWEEP_OK);
    EXPECT_EQ(info.engine, SWEEP_ENGINE_CUDA);
    for (std::size_t pitch : {132, 160}) {
        float *in = on_device(pitch, true), *out = on_device(pitch, false);
        for (int i = 0; i < 3; ++i)
            ASSERT_EQ(sweep_run_cuda(plan_, in, pitch * 4, out, pitch * 4, nullptr), SWEEP_OK)
                << sweep_last_error();
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        expect_truth(out, pitch);
        ASSERT_EQ(sweep_run_cuda(plan_, in, pitch * 4, in, pitch * 4, nullptr), SWEEP_OK) << "in place";
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        expect_truth(in, pitch);
    }
    std::vector<float> out(shape_.samples());
    ASSERT_EQ(sweep_run(plan_, source_.data(), 0, out.data(), 0), SWEEP_OK) << "in host memory";
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], truth_[i], 4e-6);
}

// Small samples in host memory run as a multiple, with a multiple of the constant outside;
// those in device memory do not.
TEST_F(LibraryOnCuda, SmallSamplesInHostMemoryChangeNothingOnTheDevice) {
    request_.boundary = SWEEP_BOUNDARY_CONSTANT;
    request_.boundary_value[0] = 0x1p-100;
    make();
    std::vector<float> small(source_), out(small.size());
    for (float& x : small) x *= 0x1p-100f;
    ASSERT_EQ(sweep_run(plan_, small.data(), 0, out.data(), 0), SWEEP_OK) << sweep_last_error();
    const Problem of_one = [&] {
        Problem p = problem(shape_, gaussian(5), BoundaryKind::constant);
        p.boundary.value = {1};
        return p;
    }();
    const Image in = random_image(shape_, Sample::f32), truth = reference(of_one, in.view());
    for (std::size_t i = 0; i < out.size(); ++i)
        ASSERT_NEAR(double(out[i]) * 0x1p100, truth.data<double>()[i], 4e-6);
    const Image without = reference(problem(shape_, gaussian(5), BoundaryKind::zero), in.view());
    truth_.assign(without.data<double>(), without.data<double>() + shape_.samples());
    const std::size_t pitch = std::size_t(shape_.width);
    float *from = on_device(pitch, true), *to = on_device(pitch, false);
    ASSERT_EQ(sweep_run_cuda(plan_, from, 0, to, 0, nullptr), SWEEP_OK) << sweep_last_error();
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    expect_truth(to, pitch);
}

// Images may begin at any sample, where kernels move words of four.
TEST_F(LibraryOnCuda, FiltersImagesThatBeginBetweenWords) {
    make();
    const std::size_t samples = shape_.samples();
    void *in = nullptr, *out = nullptr;
    for (void** memory : {&in, &out}) {
        ASSERT_EQ(cudaMalloc(memory, (samples + 1) * sizeof(float)), cudaSuccess);
        taken_.push_back(*memory);
    }
    float *const from = static_cast<float*>(in) + 1, *const to = static_cast<float*>(out) + 1;
    ASSERT_EQ(cudaMemcpy(from, source_.data(), samples * sizeof(float), cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(sweep_run_cuda(plan_, from, 0, to, 0, nullptr), SWEEP_OK) << sweep_last_error();
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    expect_truth(to, 132);
}

TEST_F(LibraryOnCuda, FollowsTheCallersStreams) {
    make();
    cudaStream_t streams[2];
    for (cudaStream_t& stream : streams)
        ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    const std::size_t bytes = shape_.samples() * sizeof(float);
    float* const first = on_device(132, true);
    std::vector<float*> results;
    for (int i = 0; i < 6; ++i) {
        // The input is there only when the stream has come so far.
        float *in = on_device(132, false), *out = on_device(132, false);
        ASSERT_EQ(cudaMemcpyAsync(in, first, bytes, cudaMemcpyDeviceToDevice, streams[i % 2]), cudaSuccess);
        ASSERT_EQ(sweep_run_cuda(plan_, in, 0, out, 0, streams[i % 2]), SWEEP_OK) << sweep_last_error();
        results.push_back(out);
    }
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (float* result : results) expect_truth(result, 132);
    for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
}

#ifndef SWEEP_EMULATED  // the emulator has no graphs

// What a CUDA graph repeats must not depend on the number of the run.
TEST_F(LibraryOnCuda, IsCapturedOnlyWhereAGraphCanRepeatIt) {
    cudaStream_t stream;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    float *const in = on_device(132, true), *const out = on_device(132, false);
    for (const char* algorithm : {"8", "7"}) {
        request_.algorithm = algorithm;
        sweep_plan* plan = nullptr;
        ASSERT_EQ(sweep_plan_create(&request_, &plan), SWEEP_OK) << sweep_last_error();
        ASSERT_EQ(sweep_run_cuda(plan, in, 0, out, 0, stream), SWEEP_OK) << sweep_last_error();
        ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        const sweep_status status = sweep_run_cuda(plan, in, 0, out, 0, stream);
        const std::string said = status == SWEEP_OK ? "" : sweep_last_error();
        cudaGraph_t graph = nullptr;
        ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess) << said;
        if (*algorithm == '8') {
            EXPECT_EQ(status, SWEEP_USAGE);
            EXPECT_NE(said.find("capture algorithm 7"), std::string::npos) << said;
        } else {
            ASSERT_EQ(status, SWEEP_OK) << said;
            cudaGraphExec_t runs = nullptr;
            ASSERT_EQ(cudaGraphInstantiate(&runs, graph, 0), cudaSuccess);
            for (int i = 0; i < 3; ++i) ASSERT_EQ(cudaGraphLaunch(runs, stream), cudaSuccess);
            ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
            expect_truth(out, 132);
            cudaGraphExecDestroy(runs);
        }
        cudaGraphDestroy(graph);
        EXPECT_EQ(sweep_plan_destroy(plan), SWEEP_OK);
    }
    cudaStreamDestroy(stream);
}

// Tables in one pass, too: small ones are made all at once, larger ones by looking back.
TEST_F(LibraryOnCuda, TablesThatCountTheirRunsAreNotCaptured) {
    cudaStream_t stream;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    request_.filter = SWEEP_SAT;
    request_.algorithm = "sat-1pass";
    for (const int side : {70, 3000}) {
        request_.width = request_.height = side;
        void *in = nullptr, *out = nullptr;
        ASSERT_EQ(cudaMalloc(&in, sizeof(float) * std::size_t(side * side)), cudaSuccess);
        taken_.push_back(in);
        ASSERT_EQ(cudaMalloc(&out, sizeof(float) * std::size_t(side * side)), cudaSuccess);
        taken_.push_back(out);
        ASSERT_EQ(cudaMemset(in, 0, sizeof(float) * std::size_t(side * side)), cudaSuccess);
        sweep_plan* plan = nullptr;
        ASSERT_EQ(sweep_plan_create(&request_, &plan), SWEEP_OK) << sweep_last_error();
        ASSERT_EQ(sweep_run_cuda(plan, in, 0, out, 0, stream), SWEEP_OK) << sweep_last_error();
        ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        EXPECT_EQ(sweep_run_cuda(plan, in, 0, out, 0, stream), SWEEP_USAGE);
        const std::string said = sweep_last_error();
        cudaGraph_t graph = nullptr;
        ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess) << said;
        EXPECT_NE(said.find("capture algorithm sat"), std::string::npos) << said;
        cudaGraphDestroy(graph);
        EXPECT_EQ(sweep_plan_destroy(plan), SWEEP_OK);
    }
    cudaStreamDestroy(stream);
}

#endif

TEST_F(LibraryOnCuda, RefusesWhatIsNoDeviceMemory) {
    make();
    std::vector<float> host(shape_.samples());
    float* const device = on_device(132, true);
    EXPECT_EQ(sweep_run_cuda(plan_, host.data(), 0, device, 0, nullptr), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("not to device memory"), std::string::npos);
    EXPECT_EQ(sweep_run_cuda(plan_, device, 0, host.data(), 0, nullptr), SWEEP_USAGE);
    request_.input = SWEEP_F64;
    sweep_plan* none = nullptr;
    EXPECT_EQ(sweep_plan_create(&request_, &none), SWEEP_USAGE);
}

// By a guide of its own, and in place by itself, whose guide is what it was.
TEST_F(LibraryOnCuda, SmoothsByAGuide) {
    Image in(shape_, Sample::f32);
    std::copy(source_.begin(), source_.end(), in.data<float>());
    const std::size_t pitch = 140;
    float* const image = on_device(pitch, true);
    request_.filter = SWEEP_EDGE;
    request_.order = 0;
    request_.sigma = 5;
    request_.range = 0.4;
    request_.iterations = 2;
    make();
    const EdgeFilter filter{request_.sigma, request_.range, request_.iterations};
    const Image truth = edge_reference(filter, BoundaryKind::clamp, in.view(), in.view());
    truth_.assign(truth.data<double>(), truth.data<double>() + shape_.samples());
    const auto expect_filtered = [&](const float* guide, float* out, std::size_t out_pitch) {
        ASSERT_EQ(sweep_run_guided_cuda(plan_, image, pitch * 4, guide, 132 * 4, out, out_pitch * 4, nullptr),
                  SWEEP_OK)
            << sweep_last_error();
        expect_truth(out, out_pitch);
    };
    expect_filtered(on_device(132, true), on_device(133, false), 133);
    expect_filtered(nullptr, image, pitch);
    EXPECT_EQ(sweep_run_cuda(plan_, source_.data(), 0, image, 0, nullptr), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("not to device memory"), std::string::npos);
}

TEST_F(LibraryOnCuda, MapsTones) {
    request_.filter = SWEEP_EDGE;
    request_.order = 0;
    request_.tone_map = 5;
    make();
    std::vector<float> right(shape_.samples());
    ASSERT_EQ(sweep_run(plan_, source_.data(), 0, right.data(), 0), SWEEP_OK) << sweep_last_error();
    truth_.assign(right.begin(), right.end());
    float* const out = on_device(132, false);
    ASSERT_EQ(sweep_run_cuda(plan_, on_device(140, true), 140 * 4, out, 0, nullptr), SWEEP_OK)
        << sweep_last_error();
    expect_truth(out, 132);
}

// Dominant systems, [before][length][after], and their solution in double.
template <class T>
class SystemsOnCuda {
  public:
    SystemsOnCuda(std::size_t before, std::size_t length, std::size_t after, double least)
        : count_(before * length * after) {
        std::vector<T> host[4];
        for (std::size_t k = 0; k < 4; ++k)
            for (std::size_t i = 0; i < count_; ++i)
                host[k].push_back(T(std::sin(double(i % 10007) * (double(k) + 1.3))));
        for (std::size_t i = 0; i < count_; ++i)
            host[1][i] = T((std::abs(host[0][i]) + std::abs(host[2][i]) + least) * (i % 3 == 0 ? -1 : 1));
        TridiagonalSystems truth;
        truth.before = std::int64_t(before), truth.length = std::int64_t(length),
        truth.after = std::int64_t(after);
        truth.sample = sample_of<T>();
        TridiagonalArray* const arrays[] = {&truth.lower, &truth.diagonal, &truth.upper, &truth.rhs};
        sweep_numbers* const numbers[] = {&it.lower, &it.diagonal, &it.upper, &it.rhs};
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_EQ(cudaMalloc(&memory_[k], count_ * sizeof(T)), cudaSuccess);
            EXPECT_EQ(cudaMemcpy(memory_[k], host[k].data(), count_ * sizeof(T), cudaMemcpyHostToDevice),
                      cudaSuccess);
            *numbers[k] = {memory_[k], std::ptrdiff_t(length * after), std::ptrdiff_t(after), 1};
            *arrays[k] = {host[k].data(), std::ptrdiff_t(length * after), std::ptrdiff_t(after), 1};
        }
        it.before = before, it.length = length, it.after = after;
        it.sample = sizeof(T) == 8 ? SWEEP_F64 : SWEEP_F32;
        truth_.resize(count_);
        solve_reference(truth, truth_.data());
    }
    ~SystemsOnCuda() {
        for (void* memory : memory_) cudaFree(memory);
    }

    void* rhs() const { return memory_[3]; }
    // The largest difference from the truth, relative to its largest number; in place.
    double error() const {
        EXPECT_EQ(sweep_solve_tridiagonal_cuda(&it, rhs(), nullptr), SWEEP_OK) << sweep_last_error();
        std::vector<T> got(count_);
        EXPECT_EQ(cudaMemcpy(got.data(), rhs(), count_ * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
        double largest = 0, difference = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            largest = std::max(largest, std::abs(truth_[i]));
            difference = std::max(difference, std::abs(double(got[i]) - truth_[i]));
        }
        return std::isfinite(difference) ? difference / largest : 1e30;
    }
    sweep_tridiagonal it{};

  private:
    const std::size_t count_;
    void* memory_[4] = {};
    std::vector<double> truth_;
};

// One row, around a block, blocks of blocks; lines beside each other and one by one, and both at once.
TEST_F(LibraryOnCuda, SolvesTridiagonalSystems) {
    struct Sizes {
        std::size_t before, length, after;
    };
    for (const auto& [before, length, after] : {Sizes{3, 1, 1},
                                                {1, 2, 40},
                                                {5, 16, 1},
                                                {2, 33, 17},
                                                {7, 100, 3},
                                                {1, 1100, 1},
                                                {1, 600, 20},
                                                {2, 65, 64}}) {
        EXPECT_LE(SystemsOnCuda<float>(before, length, after, 0.05).error(), 5e-6)
            << before << " " << length << " " << after;
        EXPECT_LE(SystemsOnCuda<double>(before, length, after, 0.05).error(), 1e-14)
            << before << " " << length << " " << after;
    }
}

// The same numbers in all rows, and a solution that is known: 1, 2, 3, ..
TEST_F(LibraryOnCuda, SolvesTridiagonalSystemsOfTheSameRows) {
    constexpr std::size_t n = 90;
    std::vector<double> rhs{-1, 4};
    for (std::size_t i = 1; i <= n; ++i)
        rhs.push_back(4 * double(i) - (i > 1 ? double(i - 1) : 0) - (i < n ? double(i + 1) : 0));
    void* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, rhs.size() * sizeof(double)), cudaSuccess);
    taken_.push_back(memory);
    ASSERT_EQ(cudaMemcpy(memory, rhs.data(), rhs.size() * sizeof(double), cudaMemcpyHostToDevice),
              cudaSuccess);
    double* const numbers = static_cast<double*>(memory);
    sweep_tridiagonal it{1,
                         n,
                         1,
                         SWEEP_F64,
                         {numbers, 0, 0, 0},
                         {numbers + 1, 0, 0, 0},
                         {numbers, 0, 0, 0},
                         {numbers + 2, 0, 1, 0}};
    ASSERT_EQ(sweep_solve_tridiagonal_cuda(&it, numbers + 2, nullptr), SWEEP_OK) << sweep_last_error();
    ASSERT_EQ(cudaMemcpy(rhs.data(), memory, rhs.size() * sizeof(double), cudaMemcpyDeviceToHost),
              cudaSuccess);
    for (std::size_t i = 0; i < n; ++i) ASSERT_NEAR(rhs[i + 2], double(i + 1), 1e-12);
}

TEST_F(LibraryOnCuda, SaysThatSystemsHaveNoSolution) {
    for (double least : {-0.5, 0.0}) {  // not dominant; and 0 everywhere
        SystemsOnCuda<float> systems(1, 70, 1, least);
        if (least == 0) systems.it.lower = systems.it.diagonal = systems.it.upper = {systems.rhs(), 0, 0, 0};
        if (least == 0) {
            ASSERT_EQ(cudaMemset(systems.rhs(), 0, 280), cudaSuccess);
        }
        EXPECT_EQ(sweep_solve_tridiagonal_cuda(&systems.it, systems.rhs(), nullptr), SWEEP_USAGE);
        EXPECT_NE(std::string(sweep_last_error()).find("in host memory the first is named"),
                  std::string::npos);
    }
}

}  // namespace
}  // namespace sweep::test
