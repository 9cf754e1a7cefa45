// The steps of each algorithm, in the words of the papers and the order of the slides that teach algorithm 5.
#include "app/walk/steps.h"

#include <fmt/format.h>

#include "core/filter/design.h"
#include "core/problem/algorithms.h"

namespace sweep::app {
namespace {

constexpr std::array<const char*, all_passes> ways{"down", "up", "right", "left"};
constexpr std::array<const char*, all_passes> symbols{"P", "E", "P^T", "E^T"};
constexpr std::array<const char*, all_passes> results{"Y", "Z", "U", "V"};
constexpr std::array<const char*, all_passes> lacks{"incomplete", "twice incomplete", "thrice incomplete",
                                                    "four times incomplete"};

// Appends steps, and keeps what is known at each.
class Steps {
  public:
    Steps(const WalkPlan& plan, int order) : plan_(plan), order_(order) {}

    WalkStep& add(std::string stage, std::string title, std::string why, std::string source, Plane shown) {
        WalkStep step;
        step.stage = std::move(stage);
        step.title = std::move(title);
        step.why = std::move(why);
        step.source = std::move(source);
        step.shown = shown;
        step.known = known_;
        list.push_back(std::move(step));
        return list.back();
    }

    void start() {
        add("start", "The picture in memory",
            plan_.table ? "Every entry of a table is the sum of all pixels above and to the left of it; "
                          "outside of the "
                          "picture there is nothing to add."
                        : "The picture lies in global memory, and the boundary says with which states the "
                          "passes enter "
                          "it: the bands around the picture.",
            plan_.table ? "[N11] section 6" : "[N16] section 4", Plane::X)
            .in_memory = true;
    }
    void load(const std::string& stage, Plane from, bool again = false) {
        add(stage, again ? "Load the blocks again" : "Load the blocks",
            again ? "Reading the blocks a second time is cheaper than having stored what they were filtered "
                    "to: this is "
                    "what overlapping saves."
                  : "Each multiprocessor copies a block to its own memory, which is small and fast; all "
                    "blocks at the "
                    "same time, since none needs another one.",
            "[N11] section 4", from)
            .at_work = true;
    }
    // A pass over blocks alone, from zero.
    void run_alone(const std::string& stage, int i) {
        const Plane in = plan_.input_alone(i), out = Plane(int(Plane::incomplete_Y) + i);
        const bool first = in == Plane::X || in == Plane::Y || in == Plane::Z || in == Plane::U;
        WalkStep& step = add(
            stage, fmt::format("Filter {} from zero", ways[std::size_t(i)]),
            first ? fmt::format(
                        "Each block is filtered {} as if nothing came before it, and is wrong by what should "
                        "have entered it: {} is incomplete.",
                        ways[std::size_t(i)], results[std::size_t(i)])
                  : fmt::format("The blocks go on {} with what they have, although it is incomplete: "
                                "superposition will "
                                "let us add what is missing. {} is now {}.",
                                ways[std::size_t(i)], results[std::size_t(i)], lacks[std::size_t(i)]),
            plan_.table ? (i == 0 ? "[N11] (42)" : "[N11] (43)")
                        : std::array{"[N11] (17)", "[N11] (36)", "[N11] (38)", "[N11] (40)"}[std::size_t(i)],
            out);
        step.pass = i;
        step.at_work = true;
    }
    void store(const std::string& stage, int i) {
        known_[std::size_t(i)] = Known::incomplete;
        WalkStep& step = add(
            stage, fmt::format("Store {}", symbols[std::size_t(i)]),
            fmt::format(
                "Only the {} that the pass {} leaves at the block's edge {} written to memory, {}: {} of {}.",
                order_ == 1 ? "sample" : fmt::format("{} samples", order_), ways[std::size_t(i)],
                order_ == 1 ? "is" : "are", plan_.overlaps(i) ? lacks[std::size_t(i)] : "incomplete",
                i % 2 == 0 ? "the prologue" : "the epilogue", results[std::size_t(i)]),
            "[N11] section 4.2", Plane(int(Plane::incomplete_Y) + i));
        step.border = i;
        step.at_work = true;
    }
    void all_stored(const std::string& stage) {
        add(stage, "All borders are in memory",
            "The blocks themselves are forgotten; what is left of each are the states at its four edges, all "
            "of them "
            "incomplete.",
            "[N11] section 5.2", Plane::X)
            .in_memory = true;
    }
    void fix_rows(const std::string& stage) {
        for (int i = 2; i < plan_.passes; ++i) known_[std::size_t(i)] = Known::incomplete;
        WalkStep& step =
            add(stage, "Add what the columns' carries change",
                "The states of the rows take what the complete carries of the columns make of their blocks, "
                "in parallel; then only the rows themselves are left to complete.",
                "[N16] section 5.1", Plane::X);
        step.border = 2;
        step.in_memory = true;
    }
    void complete(const std::string& stage, int i) {
        known_[std::size_t(i)] = Known::complete;
        const bool rows = i >= 2;
        std::string why;
        if (plan_.table)
            why = i == 0 ? "A block column after the other, down: the sums above a block are those of the "
                           "block before it, "
                           "plus its own."
                         : "A block row after the other, right: the sums to the left, and the sum s(P) of "
                           "everything that "
                           "the columns carry into the block.";
        else if (i == 0 || (i == 2 && plan_.rows_of == RowsOf::Z))
            why = fmt::format(
                "Block after block, {}: what leaves a block is what it made of its own pixels, plus what "
                "entered it, faded by A_F^b.",
                ways[std::size_t(i)]);
        else if (i % 2 == 1)
            why = fmt::format(
                "Block after block, {}: what entered the block from behind, faded by A_R^b{}{}.",
                ways[std::size_t(i)],
                plan_.overlaps(i) ? ", and what the prologue that entered from before adds" : "",
                rows && plan_.rows_of != RowsOf::Z ? ", and what the carries of the columns change" : "");
        else
            why =
                "Block after block, right: what entered the block from the left, and what the carries of the "
                "columns "
                "change in its rows.";
        const std::string sources[2][all_passes] = {
            {"[N11] (24)", plan_.columns_overlap ? "[N11] (34)" : "[N11] (27)",
             plan_.rows_of == RowsOf::Z ? "[N11] (24)" : "[N11] (37)",
             !plan_.rows_overlap          ? "[N11] (27)"
             : plan_.rows_of == RowsOf::Z ? "[N11] (34)"
                                          : "[N11] (39)"},
            {"[N11] (44)", "", "[N11] (45)", ""}};
        WalkStep& step = add(stage, fmt::format("Complete {}", symbols[std::size_t(i)]), std::move(why),
                             sources[plan_.table][i], Plane::X);
        step.border = i;
        step.in_memory = true;
    }
    void all_complete(const std::string& stage) {
        add(stage, "All carries are complete",
            "Every block has at its edges all that the rest of the picture means to it; from here on no "
            "block needs "
            "another one.",
            "[N11] section 5.2", Plane::X)
            .in_memory = true;
    }
    void finish(const std::string& stage, int i) {
        const Plane out = Plane(int(Plane::Y) + i);
        WalkStep& step = add(
            stage, fmt::format("Filter {} with the carries", ways[std::size_t(i)]),
            fmt::format(
                "The same pass again, but from the states that the neighbours left: this {} is the true one.",
                plan_.table && i == 2 ? "V" : results[std::size_t(i)]),
            plan_.table ? "[N11] (41)" : "[N11] (8)", out);
        step.pass = i;
        step.at_work = true;
    }
    void save(const std::string& stage, Plane what, bool last) {
        add(stage, "Store the blocks",
            last ? "The result is written, once."
                 : "The blocks go back to memory, from where the rows will read them.",
            "[N11] section 4", what)
            .at_work = true;
    }
    void done(Plane what) {
        std::string reads =
            !plan_.by_blocks ? "Each pass read and wrote the whole picture: eight times through memory."
            : plan_.table    ? "The picture was read twice and written once."
            : plan_.columns_overlap && plan_.rows_of != RowsOf::Z
                ? "The picture was read twice and written once; all else were borders."
                : "Count how often whole blocks were loaded and stored: overlapping makes that fewer.";
        add("done", "Done", std::move(reads), "[N11] table 1", what).in_memory = true;
    }
    // A pass over whole lines.
    void sweep(const std::string& stage, int i) {
        WalkStep& step =
            add(stage, fmt::format("Filter {}", ways[std::size_t(i)]),
                fmt::format("One thread for each {} runs along it from end to end, and waits for memory most "
                            "of the time.",
                            i < 2 ? "column" : "row"),
                "[N11] section 4, algorithm RT", Plane(int(Plane::Y) + i));
        step.pass = i;
        step.in_memory = true;
    }

    std::vector<WalkStep> list;

  private:
    const WalkPlan& plan_;
    const int order_;
    std::array<Known, borders> known_{};
};

Plane result_of(const WalkPlan& plan) {
    return plan.table ? Plane::U : Plane(int(Plane::Y) + plan.passes - 1);
}

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
    s.save(last, result_of(plan), true);
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
            "were pixels, "
            "with carries of their own.";
        s.list.back().source = "Sweep, algorithm 7";
    }
    for (int i = 2; i < plan.passes; ++i) {
        s.complete("7.3", i);
        s.list.back().source = "Sweep, algorithm 7";
    }
    s.all_complete("7.4");
    s.load("7.4", Plane::X, true);
    for (int i = 0; i < plan.passes; ++i) s.finish("7.4", i);
    s.save("7.4", result_of(plan), true);
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

void table(Steps& s, bool one_pass) {
    const auto stage = [&](int k) { return one_pass ? std::string("1 pass") : fmt::format("S.{}", k); };
    s.load(stage(1), Plane::X);
    for (int i : {0, 2}) s.run_alone(stage(1), i), s.store(stage(1), i);
    for (int i : {0, 2}) {
        s.complete(stage(i == 0 ? 2 : 3), i);
        if (one_pass)
            s.list.back().why =
                "The block looks back at what the blocks before it have published, and adds that up; it "
                "waits for those "
                "that have not come so far.";
    }
    if (!one_pass) s.load(stage(4), Plane::X, true);
    for (int i : {0, 2}) s.finish(stage(4), i);
    s.save(stage(4), Plane::U, true);
}

}  // namespace

Plane WalkPlan::input_alone(int i) const {
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

WalkPlan plan_of(const Problem& p) {
    WalkPlan plan;
    plan.passes = p.passes;
    switch (p.algorithm) {
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
        case Algorithm::sat:
        case Algorithm::sat_one_pass:
            plan.table = true;
            plan.rows_of = RowsOf::incomplete_Y;
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
    switch (p.algorithm) {
        case Algorithm::rt:
        case Algorithm::alg2:
        case Algorithm::alg4:
        case Algorithm::alg5:
        case Algorithm::alg6:
        case Algorithm::alg7:
            break;
        case Algorithm::sat:
        case Algorithm::sat_one_pass:
            return "";
        default:
            return fmt::format(
                "algorithm {} has no walk: --algorithm rt, 2, 4, 5, 6 or 7, or sat and sat-1pass for tables",
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
    switch (p.algorithm) {
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
        case Algorithm::sat:
        case Algorithm::sat_one_pass:
            table(s, p.algorithm == Algorithm::sat_one_pass);
            break;
        default:
            overlapped(s, plan, p.algorithm == Algorithm::alg6);
    }
    s.done(result_of(plan));
    return s.list;
}

}  // namespace sweep::app
