// The product of two small matrices by a warp, in place of gpu/tensor_product.cuh: the lanes' numbers lie beside each
// other; mantissas are cut to 10 bits, as the hardware does.
#pragma once

#include <cuda_runtime.h>

#include <bit>
#include <cstdint>
#include <cstring>

namespace sweep::gpu {

inline constexpr bool has_tensor_products = true;

[[gnu::noinline]] inline void add_tensor_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                                 std::uint32_t b1) {
    struct Share {
        float a[4], b[2];
    };
    const auto cut = [](std::uint32_t bits) { return std::bit_cast<float>(bits & 0xffffe000u); };
    const Share own{{cut(a[0]), cut(a[1]), cut(a[2]), cut(a[3])}, {cut(b0), cut(b1)}};
    const int lane = emulated::lane(), g = lane / 4, q = lane % 4;
    std::uint64_t* words = emulated::warp_words();
    std::memcpy(words + 3 * lane, &own, sizeof own);
    emulated::warp_barrier(__builtin_return_address(0));
    const auto of = [words](int from) {
        Share share;
        std::memcpy(&share, words + 3 * from, sizeof share);
        return share;
    };
    for (int k = 0; k < 4; ++k) {
        const Share rows = of(4 * g + k), even = of(8 * q + k), odd = of(8 * q + 4 + k);
        for (int upper = 0; upper < 2; ++upper) {
            d[0] += rows.a[2 * upper] * even.b[upper], d[1] += rows.a[2 * upper] * odd.b[upper];
            d[2] += rows.a[2 * upper + 1] * even.b[upper], d[3] += rows.a[2 * upper + 1] * odd.b[upper];
        }
    }
    emulated::warp_barrier(__builtin_return_address(0));
}

inline void set_tensor_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                               std::uint32_t b1) {
    for (float& sum : d) sum = 0;
    add_tensor_product(d, a, b0, b1);
}

}  // namespace sweep::gpu
