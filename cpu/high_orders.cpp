#include "cpu/high_orders.h"

#include <cstring>
#include <stdexcept>

#include "core/dispatch.h"
#include "core/extension.h"

namespace sweep::cpu {
namespace {

// Lines side by side, for the compiler to spread over the registers that there are.
using Lanes = double __attribute__((vector_size(64)));
constexpr int lanes = int(sizeof(Lanes) / sizeof(double));
static_assert(line_multiple % lanes == 0);

template <int R>
class HighOrderFilter final : public LineFilter<double> {
    using Filter = Recurrence<double, R, Realisation::delta>;
    using State = Vec<Lanes, R>;

  public:
    HighOrderFilter(const AxisDesign& filter, BoundaryKind boundary, long long length)
        : F_(make_recurrence<double, R, Realisation::delta>(filter.causal)),
          R_(make_recurrence<double, R, Realisation::delta>(filter.anticausal)),
          extension_(extension(filter, F_, R_, boundary, length)) {}

    void enter_front(const double* first, StateView<double> P, int lines) const override {
        for (int line = 0; line < lines; line += lanes)
            store(P, line, extension_.first_prologue(load(first + line)));
    }

    void enter_back(const double* last, StateView<double> P, StateView<double> E, int lines) const override {
        for (int line = 0; line < lines; line += lanes)
            store(E, line, extension_.last_epilogue(load(last + line), load(P, line)));
    }

    void pass(double* tile, int length, int lines, StateView<double> states, bool anticausal) const override {
        const Filter filter = anticausal ? R_ : F_;
        const std::ptrdiff_t step = anticausal ? -block_size : block_size;
        for (int line = 0; line < lines; line += lanes) {
            State s = load(states, line);
            double* x = tile + line + (anticausal ? (length - 1) * block_size : 0);
            for (int i = 0; i < length; ++i, x += step) {
                const Lanes y = filter.step(s, load(x));
                std::memcpy(x, &y, sizeof y);
            }
            store(states, line, s);
        }
    }

  private:
    static SWEEP_INLINE Lanes load(const double* from) {
        Lanes v;
        std::memcpy(&v, from, sizeof v);
        return v;
    }
    static SWEEP_INLINE State load(StateView<double> from, int line) {
        State s;
        for (int k = 0; k < R; ++k) s[k] = load(from.data + k * from.pitch + line);
        return s;
    }
    static SWEEP_INLINE void store(StateView<double> to, int line, const State& s) {
        for (int k = 0; k < R; ++k) std::memcpy(to.data + k * to.pitch + line, &s[k], sizeof(Lanes));
    }

    Filter F_, R_;
    Extension<double, R> extension_;
};

}  // namespace

std::unique_ptr<LineFilter<double>> make_high_order_filter(const AxisDesign& filter, BoundaryKind boundary,
                                                           long long length) {
    return dispatch_any_order(filter.order(), [&]<int R>() -> std::unique_ptr<LineFilter<double>> {
        if constexpr (R > max_order)
            return std::make_unique<HighOrderFilter<R>>(filter, boundary, length);
        else
            throw std::logic_error("this order is for the axis filters");
    });
}

}  // namespace sweep::cpu
