// What the tests of the C interface on device memory share.
#pragma once

#include <vector>

#include <cuda_runtime.h>

#include "core/base/random_image.h"
#include "core/problem/reference.h"
#include "gpu/probe.h"
#include "lib/sweep.h"
#include "tests/support/cases.h"
#include "tests/support/required.h"

namespace sweep::test {

class LibraryOnCuda : public testing::Test {
  protected:
    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        sweep_request_init(&request_);
        request_.width = shape_.width;
        request_.height = shape_.height;
        request_.engine = SWEEP_ENGINE_CUDA;
        request_.order = 3;  // every algorithm has it
        const Image in = random_image(shape_, Sample::f32);
        source_.assign(in.data<float>(), in.data<float>() + shape_.samples());
        const Image truth = reference(problem(shape_, gaussian(5)), in.view());
        truth_.assign(truth.data<double>(), truth.data<double>() + shape_.samples());
    }
    void TearDown() override {
        sweep_plan_destroy(plan_);
        for (void* memory : taken_) cudaFree(memory);
    }
    void make() {
        sweep_plan_destroy(plan_);
        plan_ = nullptr;
        ASSERT_EQ(sweep_plan_create(&request_, &plan_), SWEEP_OK) << sweep_last_error();
    }

    // Device memory with rows of `pitch` floats, filled from `source_` or with -7.
    float* on_device(std::size_t pitch, bool filled) {
        void* memory = nullptr;
        const std::size_t height = std::size_t(shape_.height), width = std::size_t(shape_.width);
        std::vector<float> rows(pitch * height, -7.0f);
        for (std::size_t y = 0; y < height && filled; ++y)
            std::copy_n(&source_[y * width], width, &rows[y * pitch]);
        EXPECT_EQ(cudaMalloc(&memory, rows.size() * sizeof(float)), cudaSuccess);
        EXPECT_EQ(cudaMemcpy(memory, rows.data(), rows.size() * sizeof(float), cudaMemcpyHostToDevice),
                  cudaSuccess);
        taken_.push_back(memory);
        return static_cast<float*>(memory);
    }
    // Compares what lies on the device with the truth; what is between rows must be as it was.
    void expect_truth(const float* device, std::size_t pitch) {
        std::vector<float> rows(pitch * std::size_t(shape_.height));
        ASSERT_EQ(cudaMemcpy(rows.data(), device, rows.size() * sizeof(float), cudaMemcpyDeviceToHost),
                  cudaSuccess);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::size_t y = i / pitch, x = i % pitch, width = std::size_t(shape_.width);
            if (x < width)
                ASSERT_NEAR(rows[i], truth_[y * width + x], 4e-6) << x << ", " << y;
            else
                ASSERT_EQ(rows[i], -7.0f) << x << ", " << y;
        }
    }

    const Shape shape_{132, 70, 1};
    sweep_request request_{};
    sweep_plan* plan_ = nullptr;
    std::vector<float> source_;
    std::vector<double> truth_;
    std::vector<void*> taken_;
};

}  // namespace sweep::test
