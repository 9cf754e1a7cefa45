// The perimeters that tiles hand to each other through memory while all of them run, the states that leave a tile when
// nothing enters it: words of 16 bytes, each the run that it belongs to and three numbers of a state.
//
// A word is written and read as a whole, so that the number of the run says whether the others are there: no flag
// follows the data and no fence orders them. The run stands beside the first number: compilers read no more of a word
// than is used, and make two loads of one number and of a run that lies apart. The words of earlier runs stay where
// they are; run numbers count from 1, and memory begins as zeros.
#pragma once

#include "core/families/chip/resident.h"
#include "gpu/scan/line_scan.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

struct alignas(16) PerimeterWord {
    unsigned run;
    float numbers[resident_word_numbers];
};
static_assert(sizeof(PerimeterWord) == resident_word_bytes);
template <int R>
inline constexpr int words_of_state = (R + resident_word_numbers - 1) / resident_word_numbers;

#ifdef __CUDA_ARCH__

// One access of 128 bits is never torn (PTX ISA 8.3, memory consistency model: scalar accesses). Before CUDA 12.3 there
// are only vectors, of which the hardware makes one access, too.
__device__ inline void publish(PerimeterWord* at, const PerimeterWord& word) {
    const uint4 w = {word.run, __float_as_uint(word.numbers[0]), __float_as_uint(word.numbers[1]),
                     __float_as_uint(word.numbers[2])};
#if __CUDACC_VER_MAJOR__ > 12 || __CUDACC_VER_MINOR__ >= 3
    asm volatile(
        "{ .reg .b64 low, high; .reg .b128 word;\n"
        "mov.b64 low, {%1, %2}; mov.b64 high, {%3, %4}; mov.b128 word, {low, high};\n"
        "st.relaxed.gpu.global.b128 [%0], word; }" ::"l"(at),
        "r"(w.x), "r"(w.y), "r"(w.z), "r"(w.w)
        : "memory");
#else
    asm volatile("st.relaxed.gpu.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(at), "r"(w.x), "r"(w.y),
                 "r"(w.z), "r"(w.w)
                 : "memory");
#endif
}
__device__ inline PerimeterWord peek(const PerimeterWord* at) {
    uint4 w;
#if __CUDACC_VER_MAJOR__ > 12 || __CUDACC_VER_MINOR__ >= 3
    asm volatile(
        "{ .reg .b64 low, high; .reg .b128 word;\n"
        "ld.relaxed.gpu.global.b128 word, [%4];\n"
        "mov.b128 {low, high}, word; mov.b64 {%0, %1}, low; mov.b64 {%2, %3}, high; }"
        : "=r"(w.x), "=r"(w.y), "=r"(w.z), "=r"(w.w)
        : "l"(at)
        : "memory");
#else
    asm volatile("ld.relaxed.gpu.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(w.x), "=r"(w.y), "=r"(w.z), "=r"(w.w)
                 : "l"(at)
                 : "memory");
#endif
    return {w.x, {__uint_as_float(w.y), __uint_as_float(w.z), __uint_as_float(w.w)}};
}

#else

__device__ inline void publish(PerimeterWord* at, const PerimeterWord& word) {
    *at = word;
}
__device__ inline PerimeterWord peek(const PerimeterWord* at) {
    __nanosleep(0);  // the emulator of the tests runs one thread after the other; this lets others go on
    return *at;
}

#endif

// The words of one line of the image. Those of tile i begin at first + i * stride: of direction 0 (F) and then of 1
// (R), words_of_state<R> each, which lie `apart`.
struct LineWords {
    PerimeterWord* first;
    int stride, apart;
    unsigned run;

    template <int R>
    __device__ PerimeterWord* of(int tile, int d) const {
        return first + tile * stride + d * (words_of_state<R> * apart);
    }

    template <int R>
    __device__ void publish_state(int tile, int d, const Vec<float, R>& state) const {
#pragma unroll
        for (int w = 0; w < words_of_state<R>; ++w) {
            PerimeterWord word{run, {}};
#pragma unroll
            for (int k = 0; k < resident_word_numbers; ++k)
                if (const int i = w * resident_word_numbers + k; i < R) word.numbers[k] = state[i];
            publish(of<R>(tile, d) + w * apart, word);
        }
    }

    // The state that leaves `count` tiles in direction d, of which `s` enters the first one, `farthest`. It waits for
    // those of their words that are not there.
    template <int R>
    __device__ Vec<float, R> gather(int farthest, int d, int count, float kept, const Mat<float, R>& rest,
                                    Vec<float, R> s) const {
        constexpr int parts = words_of_state<R>, most = tuning::Resident::asked_at_once;
        const PerimeterWord* at = of<R>(farthest, d);
        const int to_next = d == 0 ? stride : -stride;
#pragma unroll 1
        for (; count > 0; count -= most, at += most * to_next) {
            PerimeterWord words[most][parts];
#pragma unroll
            for (int i = 0; i < most; ++i)
#pragma unroll
                for (int w = 0; w < parts; ++w)
                    if (i < count) words[i][w] = peek(at + i * to_next + w * apart);
            for (bool all = false; !all;) {
                all = true;
#pragma unroll
                for (int i = 0; i < most; ++i)
#pragma unroll
                    for (int w = 0; w < parts; ++w)
                        if (i < count && words[i][w].run != run) {
                            words[i][w] = peek(at + i * to_next + w * apart);
                            all = false;
                        }
            }
#pragma unroll
            for (int i = 0; i < most; ++i) {
                if (i >= count) continue;
                Vec<float, R> local;
#pragma unroll
                for (int k = 0; k < R; ++k)
                    local[k] = words[i][k / resident_word_numbers].numbers[k % resident_word_numbers];
                advance(kept, rest, s, local);
            }
        }
        return s;
    }
};

}  // namespace sweep::gpu
