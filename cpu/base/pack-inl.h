// Packs. A pack is as many samples as a register of the instruction set holds. It is the compiler's own
// vector type, so that the recurrences of core/ take it for a sample. Everything here is compiled once per
// instruction set: it is included after hwy/foreach_target.h or by another -inl.h, and code that has packs
// lies in HWY_NAMESPACE, as here.
#if defined(SWEEP_CPU_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEP_CPU_PACK_INL_H_
#undef SWEEP_CPU_PACK_INL_H_
#else
#define SWEEP_CPU_PACK_INL_H_
#endif

#include <cstdint>
#include <utility>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

// Even Highway's scalar fallback gets 16 bytes, which the compiler's baseline has or imitates.
inline constexpr int pack_bytes = HWY_MAX_BYTES < 16 ? 16 : HWY_MAX_BYTES;
inline constexpr int registers = pack_bytes == 64 ? 32 : 16;  // that hold packs

template <class T>
struct PackOf {
    typedef T type __attribute__((vector_size(pack_bytes)));
};
template <class T>
using Pack = typename PackOf<T>::type;

template <class T>
inline constexpr int lanes = pack_bytes / int(sizeof(T));
template <class T>
using Lanes = std::make_integer_sequence<int, lanes<T>>;

template <class T>
HWY_INLINE Pack<T> load(const T* p) {
    Pack<T> v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

template <class T>
HWY_INLINE void store(T* p, Pack<T> v) {
    __builtin_memcpy(p, &v, sizeof v);
}

// Writes a pack past the caches. `p` must be aligned to a pack.
template <class T>
HWY_INLINE void stream(T* p, Pack<T> v) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
    store(p, v);
#else
    const hwy::HWY_NAMESPACE::ScalableTag<T> d;
    using V = hwy::HWY_NAMESPACE::Vec<decltype(d)>;
    hwy::HWY_NAMESPACE::Stream(V{(decltype(V::raw))v}, d, p);
#endif
}

template <class T>
HWY_INLINE bool is_aligned(const T* p) {
    return reinterpret_cast<std::uintptr_t>(p) % pack_bytes == 0;
}

// Calls f.operator()<packs>(line) for all `lines`, a multiple of a pack: `Group` packs at a time while there
// are so many, then one at a time.
template <class T, int Group, class F>
HWY_INLINE void for_each_group(int lines, const F& f) {
    int line = 0;
    for (; line + Group * lanes<T> <= lines; line += Group * lanes<T>) f.template operator()<Group>(line);
    if constexpr (Group > 1)
        for (; line < lines; line += lanes<T>) f.template operator()<1>(line);
}

// Alternates groups of `Unit` lanes of a and of b, from the lower (upper) half of every 16 bytes.
template <class T, bool Upper, int Unit, int... I>
HWY_INLINE Pack<T> interleave(Pack<T> a, Pack<T> b, std::integer_sequence<int, I...>) {
    constexpr int B = 16 / int(sizeof(T));
    return __builtin_shufflevector(a, b,
                                   (I / B * B + (Upper ? B / 2 : 0) + I % B / (2 * Unit) * Unit + I % Unit +
                                    (I / Unit % 2 ? lanes<T> : 0))...);
}

// The even (odd) 16-byte parts of a, and then those of b.
template <class T, bool Odd, int... I>
HWY_INLINE Pack<T> every_other_block(Pack<T> a, Pack<T> b, std::integer_sequence<int, I...>) {
    constexpr int B = 16 / int(sizeof(T)), half = lanes<T> / B / 2;
    return __builtin_shufflevector(
        a, b, ((I / B % half * 2 + Odd) * B + I % B + (I / B >= half ? lanes<T> : 0))...);
}

// v[i][j] becomes v[j][i]: first inside the 16-byte parts, then among them.
template <class T>
HWY_INLINE void transpose(Pack<T> (&v)[lanes<T>]) {
    constexpr int N = lanes<T>, B = 16 / int(sizeof(T));
    constexpr Lanes<T> all;
    Pack<T> u[N];
    for (int i = 0; i < N; i += B) {
        if constexpr (B == 4) {
            const Pack<T> a = interleave<T, false, 1>(v[i], v[i + 1], all),
                          b = interleave<T, true, 1>(v[i], v[i + 1], all),
                          c = interleave<T, false, 1>(v[i + 2], v[i + 3], all),
                          d = interleave<T, true, 1>(v[i + 2], v[i + 3], all);
            u[i] = interleave<T, false, 2>(a, c, all);
            u[i + 1] = interleave<T, true, 2>(a, c, all);
            u[i + 2] = interleave<T, false, 2>(b, d, all);
            u[i + 3] = interleave<T, true, 2>(b, d, all);
        } else {
            u[i] = interleave<T, false, 1>(v[i], v[i + 1], all);
            u[i + 1] = interleave<T, true, 1>(v[i], v[i + 1], all);
        }
    }
    for (int j = 0; j < B; ++j) {
        if constexpr (N / B == 1) {
            v[j] = u[j];
        } else if constexpr (N / B == 2) {
            v[j] = every_other_block<T, false>(u[j], u[B + j], all);
            v[B + j] = every_other_block<T, true>(u[j], u[B + j], all);
        } else {
            const Pack<T> a = every_other_block<T, false>(u[j], u[B + j], all),
                          b = every_other_block<T, true>(u[j], u[B + j], all),
                          c = every_other_block<T, false>(u[2 * B + j], u[3 * B + j], all),
                          d = every_other_block<T, true>(u[2 * B + j], u[3 * B + j], all);
            v[j] = every_other_block<T, false>(a, c, all);
            v[B + j] = every_other_block<T, false>(b, d, all);
            v[2 * B + j] = every_other_block<T, true>(a, c, all);
            v[3 * B + j] = every_other_block<T, true>(b, d, all);
        }
    }
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
