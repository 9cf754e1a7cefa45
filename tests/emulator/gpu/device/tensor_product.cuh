// The product of two small matrices by a warp on the host, in place of gpu/device/tensor_product.cuh. The
// lanes' words lie beside each other; mantissas are cut to 10 bits, as the hardware does.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include <cuda_runtime.h>

#include "gpu/device/half.h"

namespace sweep::gpu {

inline constexpr bool has_tensor_products = true;

namespace emulated_words {

// Four numbers at once, as one of each is one instruction: tests spend more time here than anywhere else.
using Four [[gnu::vector_size(16)]] = float;
using FourWords [[gnu::vector_size(16)]] = std::uint32_t;

// What a lane shows the others of its words, and the products of four such.
struct Tf32 {
    static std::uint32_t shown(std::uint32_t word) { return word & 0xffffe000u; }
    static Four products(FourWords a, FourWords b) { return Four(a) * Four(b); }
};
struct Halves {
    static std::uint32_t shown(std::uint32_t word) { return word; }
    static Four products(FourWords a, FourWords b) {
        return values(a) * values(b) + values(a >> 16) * values(b >> 16);
    }

  private:
    static Four values(FourWords words) {
        Four values;
        for (int i = 0; i < 4; ++i) values[i] = half_value(std::uint16_t(words[i]));
        return values;
    }
};

template <class Words>
[[gnu::noinline]] inline void add(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                  std::uint32_t b1) {
    struct Share {
        std::uint32_t a[4], b[2];
    };
    const Share own{{Words::shown(a[0]), Words::shown(a[1]), Words::shown(a[2]), Words::shown(a[3])},
                    {Words::shown(b0), Words::shown(b1)}};
    const int lane = emulated::lane(), g = lane / 4, q = lane % 4;
    std::uint64_t* words = emulated::warp_words();
    std::memcpy(words + 3 * lane, &own, sizeof own);
    emulated::warp_barrier(__builtin_return_address(0));
    Share rows[4], even[4], odd[4];
    std::memcpy(rows, words + 3 * 4 * g, sizeof rows);
    std::memcpy(even, words + 3 * 8 * q, sizeof even);
    std::memcpy(odd, words + 3 * (8 * q + 4), sizeof odd);
    Four sums{d[0], d[1], d[2], d[3]};
    for (int k = 0; k < 4; ++k)
        for (int upper = 0; upper < 2; ++upper) {
            const std::uint32_t left = rows[k].a[2 * upper], right = rows[k].a[2 * upper + 1],
                                e = even[k].b[upper], o = odd[k].b[upper];
            sums += Words::products(FourWords{left, left, right, right}, FourWords{e, o, e, o});
        }
    std::memcpy(d, &sums, sizeof sums);
}

}  // namespace emulated_words

inline void add_tensor_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                               std::uint32_t b1) {
    emulated_words::add<emulated_words::Tf32>(d, a, b0, b1);
}
inline void set_tensor_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                               std::uint32_t b1) {
    for (float& sum : d) sum = 0;
    add_tensor_product(d, a, b0, b1);
}
inline void add_half_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    emulated_words::add<emulated_words::Halves>(d, a, b0, b1);
}
inline void set_half_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    for (float& sum : d) sum = 0;
    add_half_product(d, a, b0, b1);
}
inline void add_short_half_product(float (&d)[4], std::uint32_t a0, std::uint32_t a1, std::uint32_t b0) {
    const std::uint32_t a[4] = {a0, a1, 0, 0};
    add_half_product(d, a, b0, 0);
}
inline void set_short_half_product(float (&d)[4], std::uint32_t a0, std::uint32_t a1, std::uint32_t b0) {
    for (float& sum : d) sum = 0;
    add_short_half_product(d, a0, a1, b0);
}
inline std::uint32_t less_halves(std::uint32_t a, std::uint32_t b) {
    const auto less = [](std::uint32_t x, std::uint32_t y) {
        return half_bits(half_value(std::uint16_t(x)) - half_value(std::uint16_t(y)));
    };
    return less(a, b) | std::uint32_t(less(a >> 16, b >> 16)) << 16;
}
inline std::uint32_t half_pair(float x) {
    const std::uint16_t high = half_bits(x);
    return high | std::uint32_t(half_bits(x - half_value(high))) << 16;
}
inline void split_halves(float x, float y, std::uint32_t& high, std::uint32_t& low) {
    const std::uint32_t first = half_pair(x), second = half_pair(y);
    high = (first & 0xffff) | second << 16;
    low = first >> 16 | (second & 0xffff0000u);
}

}  // namespace sweep::gpu
