// Conversions of pixels: the filter `none` decodes them; results are rounded to float16.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// Makes the plan of the filter `none`.
std::unique_ptr<Plan> make_convert_plan(const Problem& problem);
// Rounds the four channels of floats at `from` to float16.
void launch_narrow(LaunchOn on, const float* from, const PixelSink& to, Shape shape);

}  // namespace sweep::gpu
