// The words in which the built-in rows are written.
#pragma once

#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

inline constexpr Sample u8 = Sample::u8, f32 = Sample::f32;

// Each of these is a choice for images of `from` pixels and more.
constexpr Choice by_7(std::size_t from, int block, KernelPath path = KernelPath::hopper) {
    return {from, Algorithm::alg7, block, path};
}
constexpr Choice by_8(std::size_t from, int block, KernelPath path = KernelPath::hopper) {
    return {from, Algorithm::alg8, block, path};
}
constexpr Choice in_one_pass(std::size_t from, int block, KernelPath path = KernelPath::hopper) {
    return {from, Algorithm::sat_one_pass, block, path};
}
constexpr Choice in_two_passes(std::size_t from, int block, KernelPath path = KernelPath::hopper) {
    return {from, Algorithm::sat, block, path};
}

Tuning nvidia_h100();
Tuning nvidia_h200();

}  // namespace sweep::gpu
