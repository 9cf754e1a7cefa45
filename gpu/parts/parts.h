// Parts of a larger image in device memory (core/line/parts.h has the algebra). This header includes no CUDA header;
// where a program was built without nvcc, the same names say so.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/image.h"
#include "core/line/parts.h"

namespace sweep::gpu {

// The work is put on the stream of the caller, and nobody waits for it. Numbers are rows of one for each line, in the
// order of ColumnParts. All throw Error(usage) where an image or numbers are not in memory of the current device,
// and Error(no_engine) in a program without CUDA.

// The perimeters of a part of float32, which follows others along x or along y.
void part_perimeters(const std::vector<PartPole>& poles, bool is_along_x, ConstImageView image,
                     double* perimeters, void* stream);

// The states that enter one part, from the perimeters of all, which may be in memory of other devices that this one
// reads. `matrix`: for each number of each part its share in each of the states, and after these, for each channel,
// what a state has of what stands outside. Throws Error(usage) for more than 64 parts.
void part_scan(const std::vector<double>& matrix, const std::vector<const double*>& perimeters,
               std::size_t poles, std::size_t lines, int channels, double* states, void* stream);

// Adds what enters to a part, which was filtered under clamp.
void part_enter(const std::vector<PartPole>& poles, bool is_along_x, const double* states, ImageView image,
                void* stream);

}  // namespace sweep::gpu
