// AxisFilter for one instruction set. Compiled for float and for double by the two .cpp files that include
// this.
#if defined(SWEEP_CPU_AXIS_FILTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEP_CPU_AXIS_FILTER_INL_H_
#undef SWEEP_CPU_AXIS_FILTER_INL_H_
#else
#define SWEEP_CPU_AXIS_FILTER_INL_H_
#endif

#include "core/block_algebra.h"
#include "core/dispatch.h"
#include "core/extension.h"
#include "cpu/axis_filter.h"
#include "cpu/pack-inl.h"
#include "cpu/tile.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

template <class T, int R, Realisation K>
class BlockFilter final : public AxisFilter<T> {
  public:
    using Double = Recurrence<double, R, K>;

    BlockFilter(const AxisDesign& filter, BoundaryKind boundary, int length)
        : F_(make_recurrence<T, R, K>(filter.causal)), R_(make_recurrence<T, R, K>(filter.anticausal)) {
        const Double F = make_recurrence<double, R, K>(filter.causal),
                     Rv = make_recurrence<double, R, K>(filter.anticausal);
        blocks_ = (length + block_size - 1) / block_size;
        const int last = length - (blocks_ - 1) * block_size;
        full_ = round_to<T>(carry_matrices(F, Rv, block_size));
        last_ = round_to<T>(carry_matrices(F, Rv, last));
        extension_ = round_to<T>(extension(filter, F, Rv, boundary, length));
        order_ = scan_order(boundary);
        for (const Vec<double, 2 * R>& w : block_weights(F, Rv, block_size))
            full_weights_.push_back(convert<T>(w));
        for (const Vec<double, 2 * R>& w : block_weights(F, Rv, last)) last_weights_.push_back(convert<T>(w));
    }

    void dots(const T* tile, int lines, bool last, T* out, std::ptrdiff_t pitch,
              Fetch& fetch) const override {
        // As many sums at a time as the registers hold beside the samples.
        constexpr int group = registers / (2 * R) >= 5 ? 4 : registers / (2 * R) >= 3 ? 2 : 1;
        const BlockWeights<T, R>& weights = last ? last_weights_ : full_weights_;
        for_each_group<T, group>(lines, [&]<int G>(int line) {
            Pack<T> sum[G][2 * R] = {};
            const T* x = tile + line;
            Fetch ahead = fetch;  // a local copy stays in registers
            for (const Vec<T, 2 * R>& w : weights) {
                ahead.next();
                ahead.next();
                for (int p = 0; p < G; ++p) {
                    const Pack<T> sample = load(x + p * lanes<T>);
                    for (int k = 0; k < 2 * R; ++k) sum[p][k] += w[k] * sample;
                }
                x += block_size;
            }
            for (int p = 0; p < G; ++p)
                for (int k = 0; k < 2 * R; ++k) store(out + k * pitch + line + p * lanes<T>, sum[p][k]);
            fetch = ahead;
        });
    }

    // Transposes squares in registers and uses them up on the spot: one load a pack, nothing stored.
    // (Step 7.1 from 0.28 to 0.22 ms at 1024^2 float32, order 3, one core of an AMD EPYC (Zen 5).)
    void dots_of_rows(const T* tile, int lines, bool last, T* out, std::ptrdiff_t pitch,
                      Fetch& fetch) const override {
        constexpr int N = lanes<T>;
        // Two sums for each dot hide the latency of adding where registers allow it.
        constexpr int chains = registers >= 32 && R <= 3 ? 2 : 1;
        const BlockWeights<T, R>& weights = last ? last_weights_ : full_weights_;
        const int length = int(weights.size());
        Fetch ahead = fetch;
        for (int line = 0; line < lines; line += N) {
            Pack<T> sum[chains][2 * R] = {};
            for (int j = 0; j < length; j += N) {
                const T* square = tile + line * block_size + j;
                Pack<T> v[N];
                for (int i = 0; i < N; ++i) v[i] = load(square + i * block_size);
                for (int i = 0; i < N / 2; ++i) ahead.next();
                transpose<T>(v);
                const Vec<T, 2 * R>* w = weights.data() + j;
                if (j + N <= length) {
#pragma GCC unroll 16
                    for (int i = 0; i < N; ++i)
                        for (int k = 0; k < 2 * R; ++k) sum[i % chains][k] += w[i][k] * v[i];
                } else {
                    for (int i = 0; i < length - j; ++i)
                        for (int k = 0; k < 2 * R; ++k) sum[0][k] += w[i][k] * v[i];
                }
            }
            for (int k = 0; k < 2 * R; ++k)
                store(out + k * pitch + line, chains == 1 ? sum[0][k] : sum[0][k] + sum[chains - 1][k]);
        }
        fetch = ahead;
    }

    void scan(T* carries, std::ptrdiff_t block_pitch, std::ptrdiff_t pitch, int lines, const T* first,
              const T* last) const override {
        for_each_group<T, R <= 3 ? 2 : 1>(lines, [&]<int G>(int line) {
            Scan<G> scan{*this, carries + line, block_pitch, pitch};
            State P[G] = {}, E[G] = {};
            if (order_ == ScanOrder::once)
                for (int p = 0; p < G; ++p)
                    P[p] = extension_.first_prologue(load(first + line + p * lanes<T>));
            scan.prologues(P);
            if (order_ != ScanOrder::once) {
                State front[G] = {};
                if (order_ == ScanOrder::mirror) {
                    for (int p = 0; p < G; ++p) add_product(extension_.H_zeros, P[p], front[p]);
                    scan.template epilogues<false>(front);
                }
                State change[G];
                for (int p = 0; p < G; ++p) change[p] = extension_.first_prologue(P[p], front[p]);
                scan.add_to_prologues(change, P);
            }
            if (order_ == ScanOrder::repeat) {
                State front[G] = {};
                scan.template epilogues<false>(front);
                for (int p = 0; p < G; ++p) add_product(extension_.wrap, front[p], E[p]);
            } else {
                for (int p = 0; p < G; ++p)
                    E[p] = extension_.last_epilogue(load(last + line + p * lanes<T>), P[p]);
            }
            scan.template epilogues<true>(E);
        });
    }

    void filter(T* tile, int length, int lines, const T* carries, std::ptrdiff_t pitch, bool both,
                Fetch& fetch) const override {
        // Several packs at a time hide the latency of a step: 4 of them keep their states in registers.
        constexpr int group = registers >= 32 ? 4 : R <= 3 ? 2 : 1;
        for_each_group<T, group>(lines, [&]<int G>(int line) {
            pass<G>(F_, tile + line, block_size, length, carries + line, pitch, fetch);
            if (both)
                pass<G>(R_, tile + line + (length - 1) * block_size, -block_size, length,
                        carries + R * pitch + line, pitch, fetch);
        });
    }

  private:
    using State = Vec<Pack<T>, R>;

    // The carries of G packs of lines, block after block.
    template <int G>
    struct Scan {
        const BlockFilter& filter;
        T* carries;
        std::ptrdiff_t block_pitch, pitch;

        T* at(int m, int p) const { return carries + m * block_pitch + p * lanes<T>; }
        const CarryMatrices<T, R>& matrices(int m) const {
            return m == filter.blocks_ - 1 ? filter.last_ : filter.full_;
        }

        // P enters the line; then, what leaves it. Each block's own sums become what enters it.
        HWY_INLINE void prologues(State (&P)[G]) const {
            for (int m = 0; m < filter.blocks_; ++m)
                for (int p = 0; p < G; ++p) {
                    const State local = load_state(at(m, p), pitch);
                    store_state(at(m, p), pitch, P[p]);
                    matrices(m).next_prologue(P[p], local);
                }
        }
        // `change` is added to what enters the line: adds what follows to all that enters its blocks, and to
        // P, which leaves it.
        HWY_INLINE void add_to_prologues(State (&change)[G], State (&P)[G]) const {
            for (int m = 0; m < filter.blocks_; ++m)
                for (int p = 0; p < G; ++p) {
                    State sum = load_state(at(m, p), pitch);
                    for (int k = 0; k < R; ++k) sum[k] += change[p][k];
                    store_state(at(m, p), pitch, sum);
                    matrices(m).next_prologue(change[p], State{});
                }
            for (int p = 0; p < G; ++p)
                for (int k = 0; k < R; ++k) P[p][k] += change[p][k];
        }
        // E enters the line from behind; then, what leaves its front. To `keep`, each block's own sums become
        // what enters it.
        template <bool keep>
        HWY_INLINE void epilogues(State (&E)[G]) const {
            for (int m = filter.blocks_ - 1; m >= 0; --m)
                for (int p = 0; p < G; ++p) {
                    T* here = at(m, p);
                    const State local = load_state(here + R * pitch, pitch);
                    if (keep) store_state(here + R * pitch, pitch, E[p]);
                    matrices(m).next_epilogue(E[p], load_state(here, pitch), local);
                }
        }
    };

    static HWY_INLINE Vec<Pack<T>, R> load_state(const T* from, std::ptrdiff_t pitch) {
        Vec<Pack<T>, R> s;
        for (int k = 0; k < R; ++k) s[k] = load(from + k * pitch);
        return s;
    }

    static HWY_INLINE void store_state(T* to, std::ptrdiff_t pitch, const Vec<Pack<T>, R>& s) {
        for (int k = 0; k < R; ++k) store(to + k * pitch, s[k]);
    }

    // One pass over G packs of lines, `step` from one sample of a line to the next.
    template <int G>
    static HWY_INLINE void pass(const Recurrence<T, R, K>& recurrence, T* x, std::ptrdiff_t step, int length,
                                const T* state, std::ptrdiff_t pitch, Fetch& fetch) {
        const Recurrence<T, R, K> recur = recurrence;  // a local copy: stores to the tile cannot change it
        Fetch ahead = fetch;
        Vec<Pack<T>, R> s[G];
        for (int p = 0; p < G; ++p) s[p] = load_state(state + p * lanes<T>, pitch);
        for (int i = 0; i < length; ++i, x += step) {
            ahead.next();
            for (int p = 0; p < G; ++p) store(x + p * lanes<T>, recur.step(s[p], load(x + p * lanes<T>)));
        }
        fetch = ahead;
    }

    Recurrence<T, R, K> F_, R_;
    CarryMatrices<T, R> full_, last_;
    Extension<T, R> extension_;
    ScanOrder order_ = ScanOrder::once;
    BlockWeights<T, R> full_weights_, last_weights_;
    int blocks_ = 1;
};

template <class T>
AxisFilter<T>* new_axis_filter(const AxisDesign& filter, Realisation realisation, BoundaryKind boundary,
                               int length) {
    return dispatch(filter.order(), realisation, [&]<int R, Realisation K>() -> AxisFilter<T>* {
        return new BlockFilter<T, R, K>(filter, boundary, length);
    });
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
