// Makes the plans that filter by the response, not the recurrence: all that the engine sees of this folder.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

std::unique_ptr<Plan> make_convolution_plan(const Job& job, cudaStream_t stream);
// Throws Error(no_engine) where there is no cuFFT.
std::unique_ptr<Plan> make_fft_plan(const Job& job, cudaStream_t stream);

}  // namespace sweep::gpu
