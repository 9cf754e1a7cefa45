// What a kernel sees of CUDA, on the host: keywords, vector types, its place in the grid, barriers, shuffles, atomic
// operations and intrinsic functions. cuda_runtime.h says how its threads run.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __restrict__ __restrict
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __constant__ static

// ---- vector types --------------------------------------------------------------------------------------

struct uchar4 {
    unsigned char x, y, z, w;
};
struct uchar3 {
    unsigned char x, y, z;
};
struct int3 {
    int x, y, z;
};
struct alignas(8) int2 {
    int x, y;
};
struct alignas(16) int4 {
    int x, y, z, w;
};
struct alignas(8) uint2 {
    unsigned x, y;
};
struct uint3 {
    unsigned x, y, z;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};
struct alignas(8) float2 {
    float x, y;
};
struct float3 {
    float x, y, z;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
struct alignas(16) double2 {
    double x, y;
};
struct alignas(16) double4 {
    double x, y, z, w;
};
struct alignas(16) ulonglong2 {
    unsigned long long x, y;
};
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
constexpr uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) {
    return {x, y, z, w};
}
constexpr int2 make_int2(int x, int y) {
    return {x, y};
}
constexpr int4 make_int4(int x, int y, int z, int w) {
    return {x, y, z, w};
}
constexpr uint2 make_uint2(unsigned x, unsigned y) {
    return {x, y};
}
constexpr double2 make_double2(double x, double y) {
    return {x, y};
}
constexpr float2 make_float2(float x, float y) {
    return {x, y};
}
constexpr float3 make_float3(float x, float y, float z) {
    return {x, y, z};
}
constexpr float4 make_float4(float x, float y, float z, float w) {
    return {x, y, z, w};
}
constexpr uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) {
    return {x, y, z, w};
}

// ---- what a kernel sees ---------------------------------------------------------------------------------

inline uint3 threadIdx, blockIdx;
inline dim3 blockDim, gridDim;
inline constexpr int warpSize = 32;

// What belongs to the emulator rather than to the kernel: whoever watches the kernel's memory is not told of it.
#if defined(__has_attribute)
#define EMULATED_UNSEEN __attribute__((no_sanitize("thread"), noinline))
#else
#define EMULATED_UNSEEN
#endif

namespace emulated {
// The dynamic shared memory of the running thread block. The name is the variable's, for messages.
unsigned char* dynamic_shared(const char* name);

// A __shared__ variable: its name, its size, and, of an array, the size of an element and the extents behind the first.
struct SharedVariable {
    const char* name;
    std::size_t bytes, align, element;
    std::size_t row = 0, plane = 0;  // elements in t[i], and in t[i] of three extents
    int number = -1;                 // among all variables of the program; the emulator counts
};
void* shared_memory(SharedVariable& variable);
template <int Id, std::size_t Align, class T>
EMULATED_UNSEEN T& shared(const char* name) {
    using Element = std::remove_all_extents_t<T>;
    static SharedVariable variable{name,
                                   sizeof(T),
                                   std::max(Align, alignof(T)),
                                   sizeof(Element),
                                   std::rank_v<T> > 1 ? sizeof(std::remove_extent_t<T>) / sizeof(Element) : 0,
                                   std::rank_v<T> > 2 ? std::extent_v<T, 2> : 0};
    return *static_cast<T*>(shared_memory(variable));
}
// The thread waits here until all threads of its thread block (of its warp) that have not ended are here too.
void block_barrier(const void* site);
void warp_barrier(const void* site);
// Memory that the threads of a warp share, 32 times 3 words of 8 bytes, and other memory at a thread's next call: who
// writes there again has met a warp_barrier() since, behind which nobody reads what was written before the last one.
std::uint64_t* warp_words();
void copy_async(void* to, const void* from, std::size_t size, std::size_t zeros);
void commit_copies();
void wait_for_copies(unsigned groups_left);
void run_grid(dim3 grid, dim3 block, std::size_t shared_bytes, bool cooperative,
              const std::function<void()>& thread, const char* name = "kernel", const void* site = nullptr);
// Lets other threads run, of this thread block and of others.
void poll();
// How many thread blocks have been started so far, the running one included.
std::uint64_t turn();
// All thread blocks of a cooperative launch wait here for each other.
void grid_barrier(const void* site);
// Around an atomic operation of `bytes` bytes, and its call's place.
void begin_atomic(const volatile void* at, std::size_t bytes, const void* site);
void end_atomic();
void fence();

template <class T>
EMULATED_UNSEEN T exchange(T value, int from_lane) {
    static_assert(sizeof(T) <= 8);
    const int lane = int(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
    std::uint64_t* words = warp_words();
    words[lane] = 0;
    std::memcpy(&words[lane], &value, sizeof(T));
    warp_barrier(__builtin_return_address(0));
    T got = value;
    if (from_lane >= 0 && from_lane < 32) std::memcpy(&got, &words[from_lane], sizeof(T));
    return got;
}
inline int lane() {
    return int(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
}
}  // namespace emulated

EMULATED_UNSEEN inline void __syncthreads() {
    emulated::block_barrier(__builtin_return_address(0));
}
EMULATED_UNSEEN inline void __syncwarp(unsigned = ~0u) {
    emulated::warp_barrier(__builtin_return_address(0));
}
inline void __threadfence() {
    emulated::fence();
}
inline void __threadfence_block() {}
inline void __threadfence_system() {
    emulated::fence();
}
inline void __nanosleep(unsigned) {
    emulated::poll();
}

template <class T>
T __shfl_sync(unsigned, T value, int from, int width = 32) {
    return emulated::exchange(value, emulated::lane() / width * width + from % width);
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int mask, int = 32) {
    return emulated::exchange(value, emulated::lane() ^ mask);
}
template <class T>
T __shfl_up_sync(unsigned, T value, unsigned delta, int width = 32) {
    const int lane = emulated::lane(), from = lane - int(delta);
    return emulated::exchange(value, from >= lane / width * width ? from : lane);
}
template <class T>
T __shfl_down_sync(unsigned, T value, unsigned delta, int width = 32) {
    const int lane = emulated::lane(), from = lane + int(delta);
    return emulated::exchange(value, from < (lane / width + 1) * width ? from : lane);
}

// The lanes that say yes, a bit each; they must all be alive.
EMULATED_UNSEEN inline unsigned __ballot_sync(unsigned, int holds) {
    std::uint64_t* const words = emulated::warp_words();
    words[emulated::lane()] = holds != 0;
    emulated::warp_barrier(__builtin_return_address(0));
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z,
                   first = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32 * 32;
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < 32 && first + lane < threads; ++lane)
        lanes |= unsigned(words[lane] != 0) << lane;
    return lanes;
}
// Whether `holds` is true in all lanes, which must be alive.
EMULATED_UNSEEN inline bool __all_sync(unsigned, bool holds) {
    std::uint64_t* const words = emulated::warp_words();
    words[emulated::lane()] = holds;
    emulated::warp_barrier(__builtin_return_address(0));
    bool all = true;
    for (int lane = 0; lane < 32; ++lane) all = all && words[lane] != 0;
    return all;
}
inline bool __any_sync(unsigned mask, int holds) {
    return __ballot_sync(mask, holds) != 0;
}
namespace emulated {
// Adds up over the thread block what each of its threads says, and waits for them as __syncthreads() does.
int block_sum(int value, const void* site);
}  // namespace emulated
EMULATED_UNSEEN inline int __syncthreads_count(int holds) {
    return emulated::block_sum(holds != 0, __builtin_return_address(0));
}
EMULATED_UNSEEN inline int __syncthreads_or(int holds) {
    return emulated::block_sum(holds != 0, __builtin_return_address(0)) != 0;
}
EMULATED_UNSEEN inline int __syncthreads_and(int holds) {
    return emulated::block_sum(holds == 0, __builtin_return_address(0)) == 0;
}

template <class T>
T __ldg(const T* p) {
    return *p;
}
template <class T>
T __ldcg(const T* p) {
    return *p;
}
template <class T>
T __ldcs(const T* p) {
    return *p;
}
template <class T>
void __stwb(T* p, T value) {
    *p = value;
}
template <class T>
void __stcg(T* p, T value) {
    *p = value;
}
template <class T>
void __stcs(T* p, T value) {
    *p = value;
}
namespace emulated {
// Replaces *p by what `change` makes of it; returns what was there.
template <class T, class Change>
[[gnu::always_inline]] inline T atomically(T* p, const void* site, Change change) {
    begin_atomic(p, sizeof(T), site);
    const T old = *p;
    *p = change(old);
    end_atomic();
    return old;
}
// Where T is not deduced from: the pointer alone says what it is. (std::type_identity is of C++20, and nvcc has C++17.)
template <class T>
struct Same {
    using type = T;
};
}  // namespace emulated
template <class T>
EMULATED_UNSEEN T atomicAdd(T* p, typename emulated::Same<T>::type value) {
    return emulated::atomically(p, __builtin_return_address(0), [&](T old) { return T(old + value); });
}
template <class T>
EMULATED_UNSEEN T atomicSub(T* p, typename emulated::Same<T>::type value) {
    return emulated::atomically(p, __builtin_return_address(0), [&](T old) { return T(old - value); });
}
template <class T>
EMULATED_UNSEEN T atomicMin(T* p, typename emulated::Same<T>::type value) {
    return emulated::atomically(p, __builtin_return_address(0), [&](T old) { return std::min(old, value); });
}
template <class T>
EMULATED_UNSEEN T atomicMax(T* p, typename emulated::Same<T>::type value) {
    return emulated::atomically(p, __builtin_return_address(0), [&](T old) { return std::max(old, value); });
}
template <class T>
EMULATED_UNSEEN T atomicExch(T* p, typename emulated::Same<T>::type value) {
    return emulated::atomically(p, __builtin_return_address(0), [&](T) { return value; });
}
template <class T>
EMULATED_UNSEEN T atomicCAS(T* p, typename emulated::Same<T>::type expected,
                            typename emulated::Same<T>::type value) {
    return emulated::atomically(p, __builtin_return_address(0),
                                [&](T old) { return old == expected ? value : old; });
}
template <class T>
EMULATED_UNSEEN T atomicAnd(T* p, typename emulated::Same<T>::type value) {
    return emulated::atomically(p, __builtin_return_address(0), [&](T old) { return T(old & value); });
}
template <class T>
EMULATED_UNSEEN T atomicOr(T* p, typename emulated::Same<T>::type value) {
    return emulated::atomically(p, __builtin_return_address(0), [&](T old) { return T(old | value); });
}
template <class T>
EMULATED_UNSEEN T atomicXor(T* p, typename emulated::Same<T>::type value) {
    return emulated::atomically(p, __builtin_return_address(0), [&](T old) { return T(old ^ value); });
}
// Counts up to `last`, and begins again.
EMULATED_UNSEEN inline unsigned atomicInc(unsigned* p, unsigned last) {
    return emulated::atomically(p, __builtin_return_address(0),
                                [&](unsigned old) { return old >= last ? 0 : old + 1; });
}
inline long long clock64() {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}
template <class A, class B>
constexpr auto min(A a, B b) {
    using C = std::common_type_t<A, B>;
    return C(b) < C(a) ? C(b) : C(a);
}
template <class A, class B>
constexpr auto max(A a, B b) {
    using C = std::common_type_t<A, B>;
    return C(a) < C(b) ? C(b) : C(a);
}
// The bytes of x and, from number 4 on, of y that the selector's nibbles name.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
    const std::uint64_t bytes = std::uint64_t(y) << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) result |= unsigned(bytes >> (selector >> 4 * i & 7) * 8 & 255) << 8 * i;
    return result;
}
inline unsigned __float_as_uint(float x) {
    unsigned u;
    std::memcpy(&u, &x, 4);
    return u;
}
inline float __uint_as_float(unsigned u) {
    float x;
    std::memcpy(&x, &u, 4);
    return x;
}
inline int __float2int_rn(float x) {
    return int(std::nearbyint(x));
}
inline unsigned __float2uint_rn(float x) {
    return unsigned(std::nearbyint(std::max(x, 0.f)));
}
inline int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz(unsigned(x));
}
inline int __popc(unsigned x) {
    return __builtin_popcount(x);
}
inline int __ffs(int x) {
    return __builtin_ffs(x);
}
inline int __float_as_int(float x) {
    int i;
    std::memcpy(&i, &x, 4);
    return i;
}
inline float __int_as_float(int i) {
    float x;
    std::memcpy(&x, &i, 4);
    return x;
}
inline float __fdividef(float a, float b) {
    return a / b;
}
inline float __fmaf_rn(float a, float b, float c) {
    return std::fma(a, b, c);
}
inline float __expf(float x) {
    return std::exp(x);
}
inline float __powf(float x, float y) {
    return std::pow(x, y);
}
inline float rsqrtf(float x) {
    return 1 / std::sqrt(x);
}
