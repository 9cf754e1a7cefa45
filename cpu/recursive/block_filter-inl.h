// The part of AxisFilter that depends on the order alone, for one instruction set: dots and scans, which know a
// filter by its matrices.
#if defined(SWEEP_CPU_BLOCK_FILTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEP_CPU_BLOCK_FILTER_INL_H_
#undef SWEEP_CPU_BLOCK_FILTER_INL_H_
#else
#define SWEEP_CPU_BLOCK_FILTER_INL_H_
#endif

#include "cpu/base/pack-inl.h"
#include "cpu/base/tile.h"
#include "cpu/recursive/axis_filter.h"
#include "cpu/recursive/axis_numbers.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

template <class T, int R>
class BlockFilter : public AxisFilter<T> {
  public:
    explicit BlockFilter(const AxisNumbers<R>& numbers, BoundaryKind boundary)
        : full_(round_to<T>(numbers.block)),
          last_(round_to<T>(numbers.last)),
          extension_(round_to<T>(numbers.extension)),
          order_(scan_order(boundary)),
          blocks_(numbers.blocks) {
        for (const Vec<double, 2 * R>& w : numbers.block_weights) full_weights_.push_back(convert<T>(w));
        for (const Vec<double, 2 * R>& w : numbers.last_weights) last_weights_.push_back(convert<T>(w));
    }

    void dots(const T* tile, int lines, bool last, T* out, std::ptrdiff_t pitch,
              Fetch& fetch) const override {
        constexpr int group = dots_group;
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

    void dots_of_image(const T* image, std::ptrdiff_t image_pitch, T datum, int blocks, bool last, T* out,
                       std::ptrdiff_t block_pitch, std::ptrdiff_t pitch) const override {
        // The sums wait in the first-level cache while the next rows of the piece are read.
        constexpr int rows = 8, piece = 8 * 16 / (2 * R) < 4    ? 4
                                        : 8 * 16 / (2 * R) > 16 ? 16
                                                                : 8 * 16 / (2 * R);
        const BlockWeights<T, R>& weights = last ? last_weights_ : full_weights_;
        const int length = int(weights.size());
        for (int begin = 0; begin < blocks; begin += piece)
            for (int y = 0; y < length; y += rows) {
                const int count = std::min(rows, length - y);
                for (int n = begin; n < std::min(blocks, begin + piece); ++n)
                    for_each_group<T, dots_group>(block_size, [&]<int G>(int line) {
                        T* sums = out + n * block_pitch + line;
                        const T* x = image + y * image_pitch + n * block_size + line;
                        Pack<T> sum[G][2 * R] = {};
                        if (y > 0)
                            for (int p = 0; p < G; ++p)
                                for (int k = 0; k < 2 * R; ++k)
                                    sum[p][k] = load(sums + k * pitch + p * lanes<T>);
                        for (int i = 0; i < count; ++i, x += image_pitch) {
                            const Vec<T, 2 * R>& w = weights[std::size_t(y + i)];
                            for (int p = 0; p < G; ++p) {
                                const Pack<T> sample = load(x + p * lanes<T>) - datum;
                                for (int k = 0; k < 2 * R; ++k) sum[p][k] += w[k] * sample;
                            }
                        }
                        for (int p = 0; p < G; ++p)
                            for (int k = 0; k < 2 * R; ++k) store(sums + k * pitch + p * lanes<T>, sum[p][k]);
                    });
            }
    }

    // Transposes squares in registers and uses them at once, with one load a pack and no store (step 7.1 of
    // 1024^2: 0.28 to 0.22 ms; bench/results/notes.md). Where there are more sums than registers this gains
    // nothing.
    void dots_of_rows(const T* tile, int lines, bool last, T* out, std::ptrdiff_t pitch,
                      Fetch& fetch) const override {
        const BlockWeights<T, R>& weights = last ? last_weights_ : full_weights_;
        const int length = int(weights.size());
        if constexpr (R > 5) {
            alignas(64) T across[tile_samples];
            transpose_tile(tile, block_size, lines, across, block_size, padded(length));
            dots(across, lines, last, out, pitch, fetch);
        } else {
            constexpr int N = lanes<T>;
            // Two sums for each dot, where registers allow it, hide the latency of an addition.
            constexpr int chains = registers >= 32 && R <= 3 ? 2 : 1;
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
    }

    void prologues(CarryView<T> carries, int lines, const T* first, const T* last,
                   StateView<T> leaving) const override {
        for_each_group<T, scan_group>(lines, [&]<int G>(int line) {
            State P[G] = {};
            if (order_ == ScanOrder::once)
                for (int p = 0; p < G; ++p)
                    P[p] = extension_.first_prologue(load(first + line + p * lanes<T>));
            scan_prologues<G>(carries, line, P);
            if (order_ != ScanOrder::once) {
                State front[G] = {};
                if (order_ == ScanOrder::mirror) {
                    for (int p = 0; p < G; ++p) add_product(extension_.H_zeros, P[p], front[p]);
                    scan_epilogues<G, false>(carries, line, front);
                }
                State change[G];
                for (int p = 0; p < G; ++p) {
                    const int at = line + p * lanes<T>;
                    change[p] = extension_.first_prologue(P[p], front[p], load(first + at), load(last + at));
                }
                add_change<G>(carries, line, change, P);
            }
            store_states<G>(leaving, line, P);
        });
    }

    void epilogues(CarryView<T> carries, int lines, const T* last, StateView<T> leaving) const override {
        for_each_group<T, scan_group>(lines, [&]<int G>(int line) {
            State E[G] = {}, P[G];
            load_states<G>(leaving, line, P);
            if (order_ == ScanOrder::repeat) {
                State front[G] = {};
                scan_epilogues<G, false>(carries, line, front);
                for (int p = 0; p < G; ++p) add_product(extension_.wrap, front[p], E[p]);
            } else {
                for (int p = 0; p < G; ++p)
                    E[p] = extension_.last_epilogue(load(last + line + p * lanes<T>), P[p]);
            }
            scan_epilogues<G, true>(carries, line, E);
        });
    }

    void prologues_from(StateView<T> states, CarryView<T> carries, int lines) const override {
        for_each_group<T, 1>(lines, [&]<int G>(int line) {
            State P[G];
            load_states<G>(states, line, P);
            scan_prologues<G>(carries, line, P);
            store_states<G>(states, line, P);
        });
    }

    void add_to_prologues(StateView<T> states, CarryView<T> carries, int lines) const override {
        for_each_group<T, 1>(lines, [&]<int G>(int line) {
            State change[G], P[G] = {};
            load_states<G>(states, line, change);
            add_change<G>(carries, line, change, P);
        });
    }

    void epilogues_from(StateView<T> states, CarryView<T> carries, int lines, bool keep) const override {
        for_each_group<T, 1>(lines, [&]<int G>(int line) {
            State E[G];
            load_states<G>(states, line, E);
            if (keep)
                scan_epilogues<G, true>(carries, line, E);
            else
                scan_epilogues<G, false>(carries, line, E);
            store_states<G>(states, line, E);
        });
    }

    void enter_front(const T* first, StateView<T> states, int lines) const override {
        for_each_group<T, 1>(lines, [&]<int G>(int line) {
            const State P[G] = {extension_.first_prologue(load(first + line))};
            store_states<G>(states, line, P);
        });
    }

    void enter_back(const T* last, StateView<T> leaving, StateView<T> states, int lines) const override {
        for_each_group<T, 1>(lines, [&]<int G>(int line) {
            State P[G];
            load_states<G>(leaving, line, P);
            const State E[G] = {extension_.last_epilogue(load(last + line), P[0])};
            store_states<G>(states, line, E);
        });
    }

  protected:
    using State = Vec<Pack<T>, R>;

    static HWY_INLINE State load_state(const T* from, std::ptrdiff_t pitch) {
        State s;
        for (int k = 0; k < R; ++k) s[k] = load(from + k * pitch);
        return s;
    }
    static HWY_INLINE void store_state(T* to, std::ptrdiff_t pitch, const State& s) {
        for (int k = 0; k < R; ++k) store(to + k * pitch, s[k]);
    }
    template <int G>
    static HWY_INLINE void load_states(StateView<T> from, int line, State (&s)[G]) {
        for (int p = 0; p < G; ++p) s[p] = load_state(from.data + line + p * lanes<T>, from.pitch);
    }
    template <int G>
    static HWY_INLINE void store_states(StateView<T> to, int line, const State (&s)[G]) {
        for (int p = 0; p < G; ++p) store_state(to.data + line + p * lanes<T>, to.pitch, s[p]);
    }

  private:
    static constexpr int scan_group = R <= 3 ? 2 : 1;  // packs of lines
    // As many packs of lines at a time as registers hold sums beside the samples.
    static constexpr int dots_group = registers / (2 * R) >= 5 ? 4 : registers / (2 * R) >= 3 ? 2 : 1;

    static HWY_INLINE T* at(const CarryView<T>& carries, int m, int line, int p) {
        return carries.data + m * carries.block_pitch + line + p * lanes<T>;
    }
    HWY_INLINE const CarryMatrices<T, R>& matrices(int m) const {
        return m == blocks_ - 1 ? last_ : full_;
    }

    // These scans are not inlined: all functions that need one share it.

    // P enters the line and becomes the state that leaves it. The perimeters of the blocks become what enters
    // them.
    template <int G>
    HWY_NOINLINE void scan_prologues(CarryView<T> carries, int line, State (&P)[G]) const {
        for (int m = 0; m < blocks_; ++m)
            for (int p = 0; p < G; ++p) {
                T* here = at(carries, m, line, p);
                const State local = load_state(here, carries.pitch);
                store_state(here, carries.pitch, P[p]);
                matrices(m).next_prologue(P[p], local);
            }
    }
    // The state that enters the line grows by `change`: adds the effect of this to what enters the blocks,
    // and to P, which leaves the line.
    template <int G>
    HWY_NOINLINE void add_change(CarryView<T> carries, int line, State (&change)[G], State (&P)[G]) const {
        for (int m = 0; m < blocks_; ++m)
            for (int p = 0; p < G; ++p) {
                T* here = at(carries, m, line, p);
                State sum = load_state(here, carries.pitch);
                for (int k = 0; k < R; ++k) sum[k] += change[p][k];
                store_state(here, carries.pitch, sum);
                matrices(m).next_prologue(change[p], State{});
            }
        for (int p = 0; p < G; ++p)
            for (int k = 0; k < R; ++k) P[p][k] += change[p][k];
    }
    // E enters the line from behind and becomes the state that leaves its front. With `keep`, the perimeters
    // of the blocks become what enters them.
    template <int G, bool keep>
    HWY_NOINLINE void scan_epilogues(CarryView<T> carries, int line, State (&E)[G]) const {
        for (int m = blocks_ - 1; m >= 0; --m)
            for (int p = 0; p < G; ++p) {
                T *P_here = at(carries, m, line, p), *E_here = P_here + R * carries.pitch;
                const State local = load_state(E_here, carries.pitch);
                if (keep) store_state(E_here, carries.pitch, E[p]);
                matrices(m).next_epilogue(E[p], load_state(P_here, carries.pitch), local);
            }
    }

    CarryMatrices<T, R> full_, last_;
    Extension<T, R> extension_;
    ScanOrder order_ = ScanOrder::once;
    BlockWeights<T, R> full_weights_, last_weights_;
    int blocks_ = 1;
};

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
