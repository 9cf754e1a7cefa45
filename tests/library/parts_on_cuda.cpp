// Parts of a larger image in device memory, against the filter of the whole.
#include <cstddef>
#include <string>
#include <vector>

#include "tests/library/on_cuda.h"

namespace sweep::test {
namespace {

class PartsOnCuda : public LibraryOnCuda {
  protected:
    template <class T>
    T* device_memory(std::size_t count, const T* from = nullptr) {
        void* memory = nullptr;
        EXPECT_EQ(cudaMalloc(&memory, count * sizeof(T)), cudaSuccess);
        if (from) {
            EXPECT_EQ(cudaMemcpy(memory, from, count * sizeof(T), cudaMemcpyHostToDevice), cudaSuccess);
        }
        taken_.push_back(memory);
        return static_cast<T*>(memory);
    }
    sweep_plan* plan_of(const sweep_request& request) {
        sweep_plan* plan = nullptr;
        EXPECT_EQ(sweep_plan_create(&request, &plan), SWEEP_OK) << sweep_last_error();
        return plan;
    }

    // Filters the image in parts of these lengths, whose rows lie as in the whole.
    std::vector<float> in_parts(const Image& image, const std::vector<int>& lengths) {
        const bool is_along_x = request_.axes == SWEEP_AXES_X;
        const std::size_t row = std::size_t(request_.width) * std::size_t(request_.channels),
                          step = is_along_x ? std::size_t(request_.channels) : row, pitch = row * 4;
        const float* const in = device_memory(image.shape().samples(), image.data<float>());
        float* const out = device_memory<float>(image.shape().samples());
        const std::size_t lines = is_along_x ? std::size_t(request_.height * request_.channels) : row,
                          most_numbers = 64 * lines;
        sweep_request one = request_;
        one.width = one.height = 1, one.part = 1, one.engine = SWEEP_ENGINE_CPU;
        sweep_plan* const plan = plan_of(one);
        std::vector<const double*> perimeters;
        std::vector<sweep_request> parts;
        std::vector<std::size_t> begins;
        std::size_t at = 0;
        for (const int length : lengths) {
            sweep_request part = request_;
            (is_along_x ? part.width : part.height) = length;
            part.boundary = SWEEP_BOUNDARY_CLAMP;
            sweep_plan* const alone = plan_of(part);
            EXPECT_EQ(sweep_run_cuda(alone, in + at * step, pitch, out + at * step, pitch, nullptr), SWEEP_OK)
                << sweep_last_error();
            sweep_plan_destroy(alone);
            double* const numbers = device_memory<double>(most_numbers);
            EXPECT_EQ(sweep_part_perimeters_cuda(plan, part.width, part.height, in + at * step, pitch,
                                                 numbers, nullptr),
                      SWEEP_OK)
                << sweep_last_error();
            perimeters.push_back(numbers);
            parts.push_back(part);
            begins.push_back(at * step);
            at += std::size_t(length);
        }
        double* const states = device_memory<double>(most_numbers);
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            EXPECT_EQ(sweep_part_scan_cuda(plan, lines, lengths.size(), lengths.data(), perimeters.data(), i,
                                           states, nullptr),
                      SWEEP_OK)
                << sweep_last_error();
            EXPECT_EQ(sweep_part_enter_cuda(plan, parts[i].width, parts[i].height, states, out + begins[i],
                                            pitch, nullptr),
                      SWEEP_OK)
                << sweep_last_error();
        }
        sweep_plan_destroy(plan);
        std::vector<float> result(image.shape().samples());
        EXPECT_EQ(cudaMemcpy(result.data(), out, result.size() * 4, cudaMemcpyDeviceToHost), cudaSuccess);
        return result;
    }

    void expect_the_whole(const std::string& name) {
        for (const int channels : {1, 3})
            for (const sweep_axes axis : {SWEEP_AXES_X, SWEEP_AXES_Y})
                for (const sweep_boundary boundary :
                     {SWEEP_BOUNDARY_NONE, SWEEP_BOUNDARY_ZERO, SWEEP_BOUNDARY_CONSTANT, SWEEP_BOUNDARY_CLAMP,
                      SWEEP_BOUNDARY_REPEAT, SWEEP_BOUNDARY_MIRROR, SWEEP_BOUNDARY_REFLECT101}) {
                    SCOPED_TRACE(testing::Message() << name << ", channels " << channels << ", axis " << axis
                                                    << ", boundary " << boundary);
                    request_.channels = channels, request_.axes = axis, request_.boundary = boundary;
                    const bool is_along_x = axis == SWEEP_AXES_X;
                    request_.width = is_along_x ? 90 : 37, request_.height = is_along_x ? 37 : 90;
                    for (int c = 0; boundary == SWEEP_BOUNDARY_CONSTANT && c < channels; ++c)
                        request_.boundary_value[c] = 0.5 + c;
                    const Image image =
                        random_image({request_.width, request_.height, channels}, Sample::f32);
                    sweep_request whole = request_;
                    whole.engine = SWEEP_ENGINE_REFERENCE;
                    sweep_plan* const plan = plan_of(whole);
                    std::vector<float> truth(image.shape().samples());
                    ASSERT_EQ(sweep_run(plan, image.data<float>(), 0, truth.data(), 0), SWEEP_OK)
                        << sweep_last_error();
                    sweep_plan_destroy(plan);
                    for (const std::vector<int>& lengths :
                         {std::vector<int>{90}, {1, 40, 49}, {30, 1, 2, 57}}) {
                        const std::vector<float> got = in_parts(image, lengths);
                        for (std::size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], truth[i], 1e-5) << i;
                    }
                }
    }
};

TEST_F(PartsOnCuda, MakeTheWholeOfAFilterThatForgetsFast) {
    request_.sigma = 0.8;
    expect_the_whole("Gaussian");
}

TEST_F(PartsOnCuda, MakeTheWholeOfAFilterThatReachesBeyondParts) {
    request_.filter = SWEEP_EXPONENTIAL;
    request_.alpha = 0.02;
    expect_the_whole("exponential");
}

// More poles than registers hold at once.
TEST_F(PartsOnCuda, MakeTheWholeOfManyPoles) {
    const std::vector<double> causal{-1.5, 0.71, -0.105}, anticausal{-0.4, -0.2, 0.048};
    request_.filter = SWEEP_IIR;
    request_.causal = causal.data(), request_.causal_count = causal.size();
    request_.anticausal = anticausal.data(), request_.anticausal_count = anticausal.size();
    expect_the_whole("six poles");
}

TEST_F(PartsOnCuda, AreRefusedWhereTheyMakeNoSense) {
    request_.axes = SWEEP_AXES_Y;
    make();
    float* const image = on_device(132, true);
    double* const numbers = device_memory<double>(1 << 16);
    const double* const all[] = {numbers};
    const int length = shape_.height;
    EXPECT_EQ(sweep_part_perimeters_cuda(plan_, 132, 70, image, 0, numbers, nullptr), SWEEP_USAGE)
        << "of no part";
    request_.part = 1;
    request_.input = SWEEP_U8;
    make();
    EXPECT_EQ(sweep_part_perimeters_cuda(plan_, 132, 70, image, 0, numbers, nullptr), SWEEP_USAGE) << "bytes";
    request_.input = SWEEP_F32;
    make();
    EXPECT_EQ(sweep_part_perimeters_cuda(plan_, 132, 70, source_.data(), 0, numbers, nullptr), SWEEP_USAGE)
        << "host";
    EXPECT_EQ(sweep_part_enter_cuda(plan_, 132, 70, nullptr, image, 0, nullptr), SWEEP_USAGE) << "no states";
    EXPECT_EQ(sweep_part_scan_cuda(plan_, 132, 1, &length, all, 1, numbers, nullptr), SWEEP_USAGE)
        << "no such part";
    const std::vector<int> lengths(65, 1);
    const std::vector<const double*> many(65, numbers);
    EXPECT_EQ(sweep_part_scan_cuda(plan_, 132, 65, lengths.data(), many.data(), 0, numbers, nullptr),
              SWEEP_USAGE);
    EXPECT_STREQ(sweep_last_error(), "these are 65 parts: join neighbours to at most 64");
}

}  // namespace
}  // namespace sweep::test
