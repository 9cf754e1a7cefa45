// The product of two small matrices by a warp on tensor cores, from compute capability 8.0 on (PTX ISA: mma.sync.m16n8k8,
// tf32). The tests have the same name in tests/emulator.
#pragma once

#include <cstdint>

namespace sweep::gpu {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
inline constexpr bool has_tensor_products = true;
#else
inline constexpr bool has_tensor_products = false;
#endif

// d += a b (set_: d = a b), 16 x 8 and 16 x 8 times 8 x 8. Lane 4 g + q of the warp holds, of d, rows g and g + 8 in
// columns 2 q, 2 q + 1; of a, rows g and g + 8 in columns q, then q + 4; of b, rows q and q + 4 in column g. Of a's and
// b's mantissas the first 10 bits count; d is accumulated with its last bits cut off.
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

}  // namespace sweep::gpu
