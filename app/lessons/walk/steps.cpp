// The steps of each algorithm, in the words of the papers and the order of the slides that teach algorithm 5.
#include "app/lessons/walk/step_list.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"

namespace sweep::app {
namespace {

// Algorithms 5 and 6: all borders in one stage.
void overlapped(Steps& s, const WalkPlan& plan, bool splits_fix) {
    const char* const n = splits_fix ? "6" : "5";
    const auto stage = [&](int k) { return fmt::format("{}.{}", n, k); };
    s.load(stage(1), Plane::X);
    for (int i = 0; i < plan.passes; ++i) s.run_alone(stage(1), i), s.store(stage(1), i);
    s.all_stored(stage(1));
    for (int i = 0; i < std::min(plan.passes, 2); ++i) s.complete(stage(splits_fix ? 2 : 2 + i), i);
    if (splits_fix && plan.passes > 2) s.fix_rows(stage(3));
    for (int i = 2; i < plan.passes; ++i) s.complete(stage(splits_fix ? 4 : 2 + i), i);
    const std::string last = stage(splits_fix ? 5 : 6);
    s.all_complete(last);
    s.load(last, Plane::X, true);
    for (int i = 0; i < plan.passes; ++i) s.finish(last, i);
    s.save(last, Plane(int(Plane::Y) + plan.passes - 1), true);
}

void algorithm_7(Steps& s, const WalkPlan& plan) {
    s.load("7.1", Plane::X);
    for (int i = 0; i < plan.passes; ++i) s.run_alone("7.1", i), s.store("7.1", i);
    s.all_stored("7.1");
    for (int i = 0; i < std::min(plan.passes, 2); ++i) s.complete("7.2", i);
    if (plan.passes > 2) {
        s.fix_rows("7.3");
        s.list.back().title = "Filter the row states down and up";
        s.list.back().why =
            "The states of raw rows are columns of numbers: the passes down and up filter them as if they "
            "were pixels, with carries of their own.";
        s.list.back().source = "Sweep, algorithm 7";
    }
    for (int i = 2; i < plan.passes; ++i) {
        s.complete("7.3", i);
        s.list.back().source = "Sweep, algorithm 7";
    }
    s.all_complete("7.4");
    s.load("7.4", Plane::X, true);
    for (int i = 0; i < plan.passes; ++i) s.finish("7.4", i);
    s.save("7.4", Plane(int(Plane::Y) + plan.passes - 1), true);
}

// As 4, but that the blocks stay: between its load and its store a block waits for others twice.
void algorithm_8(Steps& s, const WalkPlan& plan) {
    const char* const source = "Sweep, algorithm 8";
    s.load("8.1", Plane::X);
    s.tell(
        "",
        "Each multiprocessor copies as many blocks to its own memory as find room there. A block stays until "
        "it is stored, so that the picture is read this once.",
        source);
    for (int first : {0, 2}) {
        const int end = std::min(first + 2, plan.passes);
        const bool rows = first == 2;
        const char* const alone = rows ? "8.2" : "8.1";
        for (int i = first; i < end; ++i) s.run_alone(alone, i), s.store(alone, i);
        for (int i = first; i < end; ++i) {
            s.complete(rows ? "8.3" : "8.2", i);
            s.tell(fmt::format("Add up {}", walk_words::symbols[std::size_t(i)]),
                   fmt::format(
                       "The block adds up what those {} have stored, as many as the filter remembers, "
                       "and waits for those that have not come so far: there is no scan. Meanwhile it "
                       "keeps its own numbers.",
                       std::array{"above it", "below it", "on its left", "on its right"}[std::size_t(i)]),
                   source);
            s.keep(plan.input(first));
        }
        for (int i = first; i < end; ++i) s.finish(rows ? "8.4" : "8.2", i);
    }
    s.save(plan.passes > 2 ? "8.4" : "8.2", Plane(int(Plane::Y) + plan.passes - 1), true);
}

// Both passes of an axis overlapped, the rows after the columns.
void algorithm_4(Steps& s, const WalkPlan& plan) {
    for (int first : {0, 2}) {
        const int end = std::min(first + 2, plan.passes);
        if (first >= end) break;
        const bool rows = first == 2;
        if (!rows) s.load("4.1", Plane::X);
        for (int i = first; i < end; ++i)
            s.run_alone(rows ? "4.3" : "4.1", i), s.store(rows ? "4.3" : "4.1", i);
        for (int i = first; i < end; ++i) s.complete(rows ? "4.4" : "4.2", i);
        const std::string last = rows ? "4.5" : "4.3";
        s.load(last, plan.input(first), !rows);
        for (int i = first; i < end; ++i) s.finish(last, i);
        s.save(last, Plane(int(Plane::Y) + end - 1), end == plan.passes);
    }
}

// A pass at a time; the kernel that finishes one begins the next.
void algorithm_2(Steps& s, const WalkPlan& plan) {
    s.load("2.1", Plane::X);
    for (int i = 0; i < plan.passes; ++i) {
        const auto stage = [&](int k) { return fmt::format("2.{}", 2 * i + k); };
        s.run_alone(stage(1), i), s.store(stage(1), i);
        s.complete(stage(2), i);
        s.load(stage(3), plan.input(i), i == 0);
        s.finish(stage(3), i);
        s.save(stage(3), Plane(int(Plane::Y) + i), i + 1 == plan.passes);
    }
}

}  // namespace

Plane WalkPlan::input_alone(int i) const {
    if (table && rows_of != RowsOf::incomplete_Y) return i == 0 && pivots ? Plane::X : input(i);
    if (i == 0) return Plane::X;
    if (i == 1) return columns_overlap ? Plane::incomplete_Y : Plane::Y;
    if (i == 3) return rows_overlap ? Plane::incomplete_U : Plane::U;
    switch (rows_of) {
        case RowsOf::X:
            return Plane::X;
        case RowsOf::incomplete_Y:
            return Plane::incomplete_Y;
        case RowsOf::incomplete_Z:
            return Plane::incomplete_Z;
        case RowsOf::Z:
            break;
    }
    return Plane::Z;
}

std::string engine_stage(const WalkStep& step) {
    return step.stage.starts_with("8.") ? "8" : step.stage;
}

WalkPlan plan_of(const Problem& p) {
    WalkPlan plan;
    plan.passes = p.passes;
    switch (p.method.algorithm) {
        case Algorithm::rt:
            plan.by_blocks = plan.columns_overlap = plan.rows_overlap = false;
            plan.rows_of = RowsOf::Z;
            break;
        case Algorithm::alg2:
            plan.columns_overlap = plan.rows_overlap = false;
            plan.rows_of = RowsOf::Z;
            break;
        case Algorithm::alg4:
            plan.rows_of = RowsOf::Z;
            break;
        case Algorithm::alg7:
            plan.rows_of = RowsOf::X;
            break;
        case Algorithm::alg8:
            plan.rows_of = RowsOf::Z;
            plan.stays = true;
            break;
        case Algorithm::sat:
        case Algorithm::sat_one_pass:
            plan.table = true;
            plan.rows_of = RowsOf::incomplete_Y;
            break;
        case Algorithm::sat_doubling:
            plan.table = plan.doubles = true;
            plan.by_blocks = false;
            break;
        case Algorithm::sat_multiwave_fused:
            plan.table = true;
            plan.rows_of = RowsOf::Z;
            break;
        case Algorithm::sat_multiwave:
        case Algorithm::sat_transpose:
        case Algorithm::sat_ha:
            plan.table = plan.rows_first = true;
            plan.rows_of = RowsOf::Z;
            plan.by_blocks = p.method.algorithm != Algorithm::sat_transpose;
            plan.pivots = p.method.algorithm == Algorithm::sat_ha;
            break;
        default:
            break;
    }
    return plan;
}

std::string why_no_walk(const Problem& p) {
    if (p.filter.kind == FilterKind::none) return "the filter none has no steps: choose a Gaussian or SAT";
    if (p.filter.kind == FilterKind::box)
        return "a box is made from a table: choose SAT to walk through that";
    switch (p.method.algorithm) {
        case Algorithm::rt:
        case Algorithm::alg2:
        case Algorithm::alg4:
        case Algorithm::alg5:
        case Algorithm::alg6:
        case Algorithm::alg7:
        case Algorithm::alg8:
            break;
        case Algorithm::sat:
        case Algorithm::sat_one_pass:
        case Algorithm::sat_doubling:
        case Algorithm::sat_multiwave:
        case Algorithm::sat_multiwave_fused:
        case Algorithm::sat_transpose:
        case Algorithm::sat_ha:
            return "";
        default:
            return fmt::format(
                "algorithm {} has no walk: --algorithm rt, 2, 4, 5, 6, 7 or 8, or one of those for tables",
                algorithm_name(p));
    }
    const FilterDesign filter = design(p.filter);
    if (filter.feeds_forward())
        return "filters that feed forward have no walk: choose a Gaussian or a B-spline";
    if (filter.order() > most_walk_order)
        return fmt::format("a walk shows orders 1 to {}, not {}: choose order 3", most_walk_order,
                           filter.order());
    return "";
}

std::vector<WalkStep> steps_of(const Problem& p, const WalkPlan& plan, int order) {
    Steps s(plan, order);
    s.start();
    if (plan.table) {
        add_table_steps(s, p);
        return s.list;
    }
    switch (p.method.algorithm) {
        case Algorithm::rt:
            for (int i = 0; i < plan.passes; ++i) s.sweep(fmt::format("RT.{}", i + 1), i);
            break;
        case Algorithm::alg2:
            algorithm_2(s, plan);
            break;
        case Algorithm::alg4:
            algorithm_4(s, plan);
            break;
        case Algorithm::alg7:
            algorithm_7(s, plan);
            break;
        case Algorithm::alg8:
            algorithm_8(s, plan);
            break;
        default:
            overlapped(s, plan, p.method.algorithm == Algorithm::alg6);
    }
    s.done(Plane(int(Plane::Y) + plan.passes - 1));
    return s.list;
}

}  // namespace sweep::app
