// The passes of AxisFilter for one instruction set, compiled for float and for double by the .cpp files that
// include this.
#if defined(SWEEP_CPU_PASS_FILTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEP_CPU_PASS_FILTER_INL_H_
#undef SWEEP_CPU_PASS_FILTER_INL_H_
#else
#define SWEEP_CPU_PASS_FILTER_INL_H_
#endif

#include "core/design/parallel_form.h"
#include "cpu/recursive/block_filter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

// The passes, for one realisation.
//
// Each runs relative to c, the level with which its line enters the block: if f is the filter's response to
// the constant 1, F(P, x) = f c + F(P - steady_F c, x - c), and the same for R. The output of a slow filter
// hardly leaves c within a block, and the errors that y += v adds up along the block are then those of
// numbers near zero. A filter that forgets within a block has no level (c = 0): what enters the block may be far
// larger than all that it remembers a few samples on. Nor has direct feedback, which is left as in the papers: its
// rounded coefficients do not have unit response.
//
// `alternates` allows sections to alternate (core/filter/recurrence.h). Most filters have none that does, and
// need no registers for k and sign (order 5, 1024^2: 0.96 ms, and 1.14 with them).
template <class T, int R, Realisation K, bool alternates = false>
class PassFilter final : public BlockFilter<T, R> {
  public:
    using Filter = Recurrence<T, R, K>;

    PassFilter(const AxisNumbers<R>& numbers, BoundaryKind boundary, const Filter& F, const Filter& Rv)
        : BlockFilter<T, R>(numbers, boundary),
          F_(F),
          R_(Rv),
          F_has_level_(T(numbers.block.tail_A_FP.kept)),
          R_has_level_(T(numbers.block.head_A_RE.kept)) {}

    void filter(T* tile, int length, int lines, const T* carries, std::ptrdiff_t pitch, bool both,
                Fetch& fetch) const override {
        for_each_group<T, group>(lines, [&]<int G>(int line) {
            T *first = tile + line, *last = first + (length - 1) * block_size;
            State P[G], E[G];
            Packs<G> c, c_back;
            const StateView<T> entering{const_cast<T*>(carries), pitch};
            this->template load_states<G>(entering, line, P);
            take_levels<G>(F_, F_has_level_, P, c);
            if (!both) {
                run<G, true>(F_, first, block_size, length, P, shift<G>(c, T(-1)), shift<G>(c, F_.response()),
                             fetch);
                return;
            }
            this->template load_states<G>(entering, line + int(R * pitch), E);
            take_levels<G>(R_, R_has_level_, E, c_back);
            if constexpr (K == Realisation::parallel) {
                side_by_side<G>(first, length, P, E, c, c_back, fetch);
            } else {
                Packs<G> between;
                for (int p = 0; p < G; ++p) between.v[p] = c.v[p] * F_.response() - c_back.v[p];
                run<G, true>(F_, first, block_size, length, P, shift<G>(c, T(-1)), between, fetch);
                run<G, false>(R_, last, -block_size, length, E, {}, shift<G>(c_back, R_.response()), fetch);
            }
        });
    }

    void pass(T* tile, int length, int lines, StateView<T> states, bool anticausal,
              Fetch& fetch) const override {
        const Filter& filter = anticausal ? R_ : F_;
        const std::ptrdiff_t step = anticausal ? -block_size : block_size;
        for_each_group<T, group>(lines, [&]<int G>(int line) {
            State s[G];
            Packs<G> c;
            this->template load_states<G>(states, line, s);
            take_levels<G>(filter, anticausal ? R_has_level_ : F_has_level_, s, c);
            run<G, true>(filter, tile + line + (anticausal ? (length - 1) * block_size : 0), step, length, s,
                         shift<G>(c, T(-1)), shift<G>(c, filter.response()), fetch);
            for (int p = 0; p < G; ++p)
                for (int k = 0; k < R; ++k) s[p][k] += filter.steady()[k] * c.v[p];
            this->template store_states<G>(states, line, s);
        });
    }

  private:
    using State = typename BlockFilter<T, R>::State;
    static constexpr bool shifts = K != Realisation::direct;
    // Several packs at a time hide the latency of a step, even where 16 registers do not hold the shifts
    // beside the states: these are then operands in memory (order 3 of 4096^2 with AVX2, four packs in place
    // of two: 7.1 to 4.3 ms an axis). Only the usual realisation and orders have this: it takes as long again
    // to compile.
    static constexpr bool usual = K == Realisation::delta && R <= 5 && !alternates;
    static constexpr int group = !usual ? 1 : registers >= 32 || R <= 3 ? 4 : 2;

    // One number for each line of G packs.
    template <int G>
    struct Packs {
        Pack<T> v[G];
    };

    // Makes states relative to their levels, which go to c; has_level is 1 or 0.
    template <int G>
    static HWY_INLINE void take_levels(const Filter& filter, T has_level, State (&s)[G], Packs<G>& c) {
        for (int p = 0; p < G; ++p) {
            c.v[p] = shifts ? has_level * Filter::level(s[p]) : Pack<T>{};
            for (int k = 0; k < R; ++k) s[p][k] -= filter.steady()[k] * c.v[p];
        }
    }
    template <int G>
    static HWY_INLINE Packs<G> shift(Packs<G> c, T factor) {
        for (int p = 0; p < G; ++p) c.v[p] *= factor;
        return c;
    }

    // One pass over G packs of lines, `step` being the distance between samples of a line; adds `before` to
    // the input (if it `has_before`) and `after` to the output.
    template <int G, bool has_before>
    static void run(const Filter& filter, T* x, std::ptrdiff_t step, int length, State (&states)[G],
                    Packs<G> before, Packs<G> after, Fetch& fetch) {
        const Filter recur = filter;  // local copies: stores to the tile cannot change them
        Fetch ahead = fetch;
        State s[G];
        for (int p = 0; p < G; ++p) s[p] = states[p];
        for (int i = 0; i < length; ++i, x += step) {
            ahead.next();
            for (int p = 0; p < G; ++p) {
                Pack<T> v = load(x + p * lanes<T>);
                if constexpr (shifts && has_before) v += before.v[p];
                if constexpr (K == Realisation::delta)
                    v = recur.template step<alternates>(s[p], v);
                else
                    v = recur.step(s[p], v);
                if constexpr (shifts) v += after.v[p];
                store(x + p * lanes<T>, v);
            }
        }
        for (int p = 0; p < G; ++p) states[p] = s[p];
        fetch = ahead;
    }

    // Realisation::parallel: F and R both read the samples, and their outputs are added up.
    template <int G>
    void side_by_side(T* x, int length, State (&P)[G], State (&E)[G], const Packs<G>& c,
                      const Packs<G>& c_back, Fetch& fetch) const {
        static_assert(G == 1);
        const Filter F = F_, Rv = R_;
        const Pack<T> after = c.v[0] * F.response() + c_back.v[0] * Rv.response();
        alignas(64) T forward[block_size * lanes<T>];
        for (int i = 0; i < length; ++i) {
            fetch.next();
            store(forward + i * lanes<T>, F.step(P[0], load(x + i * block_size) - c.v[0]));
        }
        for (int i = length - 1; i >= 0; --i) {
            fetch.next();
            const Pack<T> back = Rv.step(E[0], load(x + i * block_size) - c_back.v[0]);
            store(x + i * block_size, back + load(forward + i * lanes<T>) + after);
        }
    }

    Filter F_, R_;
    T F_has_level_, R_has_level_;
};

template <class T, int R>
AxisFilter<T>* new_axis_filter(const AxisDesign& filter, Realisation realisation, BoundaryKind boundary,
                               const AxisNumbers<R>& numbers) {
    auto in_series = [&]<Realisation K>() -> AxisFilter<T>* {
        return new PassFilter<T, R, K>(numbers, boundary, make_recurrence<T, R, K>(filter.causal),
                                       make_recurrence<T, R, K>(filter.anticausal));
    };
    if constexpr (R <= max_direct_order)
        if (realisation == Realisation::direct) return in_series.template operator()<Realisation::direct>();
    if (realisation == Realisation::pole_zero) return in_series.template operator()<Realisation::pole_zero>();
    if (realisation == Realisation::parallel) {
        const ParallelForm<T, R> form = make_parallel<T, R>(filter);
        return new PassFilter<T, R, Realisation::parallel>(numbers, boundary, form.F, form.Rv);
    }
    const auto F = make_recurrence<T, R, Realisation::delta>(filter.causal),
               Rv = make_recurrence<T, R, Realisation::delta>(filter.anticausal);
    if (F.alternates() || Rv.alternates())
        return new PassFilter<T, R, Realisation::delta, true>(numbers, boundary, F, Rv);
    return new PassFilter<T, R, Realisation::delta>(numbers, boundary, F, Rv);
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
