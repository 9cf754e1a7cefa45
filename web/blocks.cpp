// The numbers of algorithm 7 for a page's own kernels (web/gpu/): what the CPU engine has of both axes, in
// double, as it lies in its structs.
#include <type_traits>
#include <vector>

#include "core/filter/dispatch.h"
#include "core/plan/job.h"
#include "cpu/recursive/axis_numbers.h"
#include "lib/guarded.h"
#include "lib/plan.h"

namespace sweep::web {
namespace {

constexpr int block = 32, max_order_of_pages = 5;

template <class T>
void put(std::vector<double>& all, const T* numbers, std::size_t count = 1) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* first = reinterpret_cast<const double*>(numbers);
    all.insert(all.end(), first, first + count * sizeof(T) / sizeof(double));
}

// Recurrences, matrices over a block and over the last one, their weights, and the extension.
template <int R>
void put_axis(std::vector<double>& all, const AxisDesign& axis, BoundaryKind boundary, int length) {
    for (const PassDesign* pass : {&axis.causal, &axis.anticausal}) {
        const auto recurrence = make_recurrence<double, R, Realisation::pole_zero>(*pass);
        put(all, &recurrence);
    }
    const auto n = cpu::axis_numbers<R>(axis, Realisation::pole_zero, boundary, length, block, true);
    put(all, &n.block);
    put(all, &n.last);
    put(all, n.block_weights.data(), n.block_weights.size());
    put(all, n.last_weights.data(), n.last_weights.size());
    put(all, &n.extension);
}

// Order, gain, and of the columns and of the rows: boundary, and what lies outside of four channels. Then both
// axes, where the order is one that these kernels have.
std::vector<double> numbers_of(const Job& job) {
    const Problem& p = job.problem;
    const int order = job.design.order();
    std::vector<double> all{double(order), job.design.gain_after(p.passes)};
    for (const Boundary* boundary : {&p.boundary_of_columns(), &p.boundary}) {
        all.push_back(double(boundary->kind));
        for (int k = 0; k < 4; ++k)
            all.push_back(k < p.shape.channels ? boundary->outside(std::size_t(k)) : 0);
    }
    if (order <= max_order_of_pages)
        dispatch_order<max_order_of_pages>(order, [&]<int R>() {
            put_axis<R>(all, job.design.columns, p.boundary_of_columns().kind, p.shape.height);
            put_axis<R>(all, job.design.rows, p.boundary.kind, p.shape.width);
        });
    return all;
}

}  // namespace
}  // namespace sweep::web

extern "C" {

// Writes the first `capacity` of the numbers, and how many there are to *count: 0 where the filter is not
// recursive.
sweep_status sweep_web_blocks(const sweep_plan* plan, std::size_t capacity, double* numbers,
                              std::size_t* count) {
    return sweep::library::guarded([&] {
        sweep::library::require_plan(plan);
        const bool is_recursive = plan->engine && sweep::is_recursive(plan->problem.filter.kind);
        const std::vector<double> all =
            is_recursive ? sweep::web::numbers_of(plan->engine->job()) : std::vector<double>();
        *count = all.size();
        for (std::size_t i = 0; i < all.size() && i < capacity; ++i) numbers[i] = all[i];
    });
}
}
