// The product of two small matrices by a warp on tensor cores, from compute capability 8.0 on (PTX ISA:
// mma.sync, m16n8k8 of tf32 and m16n8k16 of f16). tests/emulator has functions of the same names.
//
// d += a b (set_: d = a b), where d is 16 x 8, a is 16 x 8 and b is 8 x 8 words. Lane 4 g + q of the warp
// holds
//
//     d[0], d[1]   row g,     columns 2 q, 2 q + 1        a[0], a[1]   rows g, g + 8 of column q
//     d[2], d[3]   row g + 8, columns 2 q, 2 q + 1        a[2], a[3]   rows g, g + 8 of column q + 4
//     b0, b1       rows q, q + 4 of column g
//
// The sums in d are accumulated with their last bits cut off.
#pragma once

#include <cstdint>

namespace sweep::gpu {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
inline constexpr bool has_tensor_products = true;
#else
inline constexpr bool has_tensor_products = false;
#endif

// A word is a float32; the first 10 bits of its mantissa count.
__device__ inline void add_tensor_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                          std::uint32_t b1) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#endif
}

__device__ inline void set_tensor_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                          std::uint32_t b1) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%10,%10,%10,%10};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "f"(0.f));
#endif
}

// A word is two float16; the product of two words is the sum of the products of their halves.
__device__ inline void add_half_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                        std::uint32_t b1) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#endif
}

__device__ inline void set_half_product(float (&d)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                        std::uint32_t b1) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%10,%10,%10,%10};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "f"(0.f));
#endif
}

// The same of the first eight columns of a and rows of b alone: the words a[0] and a[1], and b0.
__device__ inline void add_short_half_product(float (&d)[4], std::uint32_t a0, std::uint32_t a1,
                                              std::uint32_t b0) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a0), "r"(a1), "r"(b0));
#endif
}

__device__ inline void set_short_half_product(float (&d)[4], std::uint32_t a0, std::uint32_t a1,
                                              std::uint32_t b0) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
        : "r"(a0), "r"(a1), "r"(b0), "f"(0.f));
#endif
}

// Splits two numbers into their nearest float16, a word, and the nearest to the rests. |x|, |y| < 65520.
__device__ inline void split_halves(float x, float y, std::uint32_t& high, std::uint32_t& low) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("{ .reg .f16 first, second; .reg .f32 x, y;\n"
        "cvt.rn.f16x2.f32 %0, %3, %2;\n"
        "mov.b32 {first, second}, %0;\n"
        "cvt.f32.f16 x, first;\n"
        "cvt.f32.f16 y, second;\n"
        "sub.f32 x, %2, x;\n"
        "sub.f32 y, %3, y;\n"
        "cvt.rn.f16x2.f32 %1, y, x; }"
        : "=&r"(high), "=r"(low)
        : "f"(x), "f"(y));
#endif
}

// Splits a number into a word of two float16: the nearest to it, and the nearest to the rest. |x| < 65520.
__device__ inline std::uint32_t half_pair(float x) {
    std::uint32_t word = 0;
#ifdef __CUDA_ARCH__
    asm("{ .reg .f16 high, low; .reg .f32 rest;\n"
        "cvt.rn.f16.f32 high, %1;\n"
        "cvt.f32.f16 rest, high;\n"
        "sub.f32 rest, %1, rest;\n"
        "cvt.rn.f16.f32 low, rest;\n"
        "mov.b32 %0, {high, low}; }"
        : "=r"(word)
        : "f"(x));
#endif
    return word;
}

// Subtracts the two float16 of b from those of a.
__device__ inline std::uint32_t less_halves(std::uint32_t a, std::uint32_t b) {
    std::uint32_t word = 0;
#ifdef __CUDA_ARCH__
    asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(word) : "r"(a), "r"(b));
#endif
    return word;
}

}  // namespace sweep::gpu
