// Runs of a plan on images in host memory.
#pragma once

#include <cstddef>

#include "core/base/image.h"
#include "lib/plan.h"

namespace sweep::library {

// Images that were given.
struct Images {
    ConstImageView in;
    ImageView out;         // of the same shape: `in` itself, or one that is apart
    ConstImageView guide;  // `in` where none was given
};

// An image that was given, `name` in what is said of it. Throws Error(usage) where it cannot be one.
ConstImageView view_of(const Shape& shape, Sample sample, const void* pointer, std::size_t pitch,
                       const char* name);
// An image of the samples that the plan reads. Throws Error(usage) where it cannot be one.
ConstImageView input_of(const sweep_plan& plan, const void* in, std::size_t in_pitch);
// And with the one that it becomes, and a guide.
Images images_of(const sweep_plan& plan, const void* in, std::size_t in_pitch, void* out,
                 std::size_t out_pitch, const void* guide = nullptr, std::size_t guide_pitch = 0);

// The image as it is filtered, in floating point: bytes are decoded, into memory of the plan.
ConstImageView as_filtered(sweep_plan& plan, ConstImageView in);

// Prepares the engines for images times 2 to this power.
void prepare_for(sweep_plan& plan, int exponent);

void run_on_host(sweep_plan& plan, const Images& images);

inline constexpr const char* part_is_used =
    "another thread uses this plan: give each thread a plan of its own";
// The part that a plan is of. Throws Error(usage) where it is of none.
const Part& part_of(const sweep_plan& plan);
// Throws Error(usage) where these are not the lengths and the numbers of parts.
void require_parts(std::size_t count, const int* lengths, const double* const* numbers);

}  // namespace sweep::library
