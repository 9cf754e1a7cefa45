// Runs of a plan on images in host memory.
#pragma once

#include <cstddef>

#include "core/base/image.h"
#include "lib/plan.h"

namespace sweep::library {

struct Images {
    ConstImageView in;
    ImageView out;
};

// An image that was given, `name` in what is said of it. Throws Error(usage) where it cannot be one.
ConstImageView view_of(const Shape& shape, Sample sample, const void* pointer, std::size_t pitch,
                       const char* name);
bool overlap(const ConstImageView& a, const ConstImageView& b);

// An image that was given, and the one of the same shape that it becomes: itself, or one that is apart.
// Throws Error(usage).
Images images_of(const Shape& shape, Sample in_sample, const void* in, std::size_t in_pitch,
                 Sample out_sample, void* out, std::size_t out_pitch);

// An image that was given, of the samples that the plan reads. Throws Error(usage) where it cannot be one.
ConstImageView input_of(const sweep_plan& plan, const void* in, std::size_t in_pitch);
// And with the one that it becomes.
Images images_of(const sweep_plan& plan, const void* in, std::size_t in_pitch, void* out,
                 std::size_t out_pitch);

// The image as it is filtered, in floating point: bytes are decoded, into memory of the plan.
ConstImageView as_filtered(sweep_plan& plan, ConstImageView in);

// Prepares the engines for images times 2 to this power.
void prepare_for(sweep_plan& plan, int exponent);

void run_on_host(sweep_plan& plan, const Images& images);

}  // namespace sweep::library
