// How the rows that are built in are written.
#pragma once

#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

inline constexpr Sample u8 = Sample::u8, f32 = Sample::f32;

// From so many pixels on.
constexpr Choice by_7(std::size_t from, int block, Path path = Path::hopper) {
    return {from, Algorithm::overlapped7, block, path};
}
constexpr Choice by_8(std::size_t from, int block, Path path = Path::hopper) {
    return {from, Algorithm::resident8, block, path};
}
constexpr Choice in_one_pass(std::size_t from, int block, Path path = Path::hopper) {
    return {from, Algorithm::sat_one_pass, block, path};
}
constexpr Choice in_two_passes(std::size_t from, int block, Path path = Path::hopper) {
    return {from, Algorithm::sat, block, path};
}

Tuning nvidia_h100();
Tuning nvidia_h200();

}  // namespace sweep::gpu
