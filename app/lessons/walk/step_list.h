// The steps that algorithms share, in words.
#pragma once

#include <fmt/format.h>

#include "app/lessons/walk/plan.h"

namespace sweep::app {

namespace walk_words {
inline constexpr std::array<const char*, all_passes> ways{"down", "up", "right", "left"};
inline constexpr std::array<const char*, all_passes> symbols{"P", "E", "P of the rows", "E of the rows"};
inline constexpr std::array<const char*, all_passes> results{"Y", "Z", "U", "V"};
inline constexpr std::array<const char*, all_passes> lacks{"incomplete", "twice incomplete",
                                                           "thrice incomplete", "four times incomplete"};

}  // namespace walk_words

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
        step.entered = entered_;
        list.push_back(std::move(step));
        return list.back();
    }

    // Gives the newest step a reason and a source of its own, and a title, unless that is empty.
    void tell(std::string title, std::string why, std::string source) {
        WalkStep& step = list.back();
        if (!title.empty()) step.title = std::move(title);
        step.why = std::move(why);
        step.source = std::move(source);
    }
    // The blocks that are shown in the newest step are not forgotten: their processors have them.
    void keep(Plane shown) {
        WalkStep& step = list.back();
        step.shown = shown;
        step.forgotten = false;
        step.at_work = true;
    }

    void start() {
        entered_[0] = true;
        add("start", "The picture in memory",
            plan_.table ? "Every entry of a table is the sum of all pixels above and to the left of it; "
                          "outside of the picture there is nothing to add."
                        : "The picture lies in global memory, and the boundary says with which states the "
                          "passes enter it: the numbers around the picture.",
            plan_.table ? "[N11] section 6" : "[N16] section 4", Plane::X)
            .in_memory = true;
    }
    void load(const std::string& stage, Plane from, bool again = false) {
        add(stage, again ? "Load the blocks again" : "Load the blocks",
            again && plan_.columns_overlap
                ? "Reading the blocks a second time is cheaper than having stored what they were filtered "
                  "to: this is what overlapping saves."
            : again
                ? "So far the blocks were good for their borders alone. They come a second time, for the pass "
                  "itself, now that its carries are there."
                : "Each multiprocessor copies a block to its own memory, which is small and fast; all "
                  "blocks at the same time, since none needs another one.",
            "[N11] section 4", from)
            .at_work = true;
    }
    // A pass over blocks alone, from zero.
    void run_alone(const std::string& stage, int i) {
        const Plane in = plan_.input_alone(i), out = Plane(int(Plane::incomplete_Y) + i);
        const bool first = in == Plane::X || in == Plane::Y || in == Plane::Z || in == Plane::U;
        WalkStep& step = add(
            stage, fmt::format("Filter {} from zero", walk_words::ways[std::size_t(i)]),
            first
                ? fmt::format(
                      "Each block is filtered {} as if nothing came before it, and is wrong by what should "
                      "have entered it: {} is incomplete.",
                      walk_words::ways[std::size_t(i)], walk_words::results[std::size_t(i)])
                : fmt::format("The blocks go on {} with what they have, although it is incomplete: "
                              "superposition will "
                              "let us add what is missing. {} is now {}.",
                              walk_words::ways[std::size_t(i)], walk_words::results[std::size_t(i)], lack(i)),
            plan_.table ? (i == 0 ? "[N11] (42)" : "[N11] (43)")
                        : std::array{"[N11] (17)", "[N11] (36)", "[N11] (38)", "[N11] (40)"}[std::size_t(i)],
            out);
        step.pass = i;
        step.at_work = true;
    }
    void store(const std::string& stage, int i) {
        known_[std::size_t(i)] = Known::incomplete;
        WalkStep& step = add(
            stage, fmt::format("Store {}", walk_words::symbols[std::size_t(i)]),
            fmt::format(
                "Only the {} that the pass {} leaves at the block's edge {} written to memory, {}: {} of {}.",
                order_ == 1 ? "sample" : fmt::format("{} samples", order_), walk_words::ways[std::size_t(i)],
                order_ == 1 ? "is" : "are", plan_.overlaps(i) ? lack(i) : "incomplete",
                i % 2 == 0 ? "the prologue" : "the epilogue", walk_words::results[std::size_t(i)]),
            "[N11] section 4.2", Plane(int(Plane::incomplete_Y) + i));
        step.border = i;
        step.at_work = true;
    }
    void all_stored(const std::string& stage) {
        add(stage, "All borders are in memory",
            "The blocks themselves are forgotten; what is left of each are the states at its four edges, all "
            "of them incomplete.",
            "[N11] section 5.2", Plane::X)
            .forgotten = true;
    }
    void fix_rows(const std::string& stage) {
        for (int i = 2; i < plan_.passes; ++i) known_[std::size_t(i)] = Known::incomplete;
        WalkStep& step =
            add(stage, "Add what the columns' carries change",
                "The states of the rows take what the complete carries of the columns make of their blocks, "
                "in parallel; then only the rows themselves are left to complete.",
                "[N16] section 5.1", Plane::X);
        step.border = 2;
        step.in_memory = step.forgotten = true;
    }
    void complete(const std::string& stage, int i) {
        known_[std::size_t(i)] = Known::complete;
        entered_[std::size_t(i)] = true;
        const bool rows = i >= 2;
        std::string why;
        if (plan_.table)
            why = i == 0 ? "A block column after the other, down: the sums above a block are those of the "
                           "block before it, plus its own."
                         : "A block row after the other, right: the sums to the left, and the sum s(P) of "
                           "everything that the columns carry into the block.";
        else if (i == 0 || (i == 2 && plan_.rows_of == RowsOf::Z))
            why = fmt::format(
                "Block after block, {}: what leaves a block is what it made of its own pixels, plus what "
                "entered it, faded over its b samples.",
                walk_words::ways[std::size_t(i)]);
        else if (i % 2 == 1)
            why = fmt::format(
                "Block after block, {}: what entered the block from behind, faded over its b samples{}{}.",
                walk_words::ways[std::size_t(i)],
                plan_.overlaps(i) ? ", and what the prologue that entered from before adds" : "",
                rows && plan_.rows_of != RowsOf::Z ? ", and what the carries of the columns change" : "");
        else
            why =
                "Block after block, right: what entered the block from the left, and what the carries of the "
                "columns change in its rows.";
        const std::string sources[2][all_passes] = {
            {"[N11] (24)", plan_.columns_overlap ? "[N11] (34)" : "[N11] (27)",
             plan_.rows_of == RowsOf::Z ? "[N11] (24)" : "[N11] (37)",
             !plan_.rows_overlap          ? "[N11] (27)"
             : plan_.rows_of == RowsOf::Z ? "[N11] (34)"
                                          : "[N11] (39)"},
            {"[N11] (44)", "", "[N11] (45)", ""}};
        WalkStep& step = add(stage, fmt::format("Complete {}", walk_words::symbols[std::size_t(i)]),
                             std::move(why), sources[plan_.table][i], Plane::X);
        step.border = i;
        step.in_memory = step.forgotten = true;
    }
    void all_complete(const std::string& stage) {
        add(stage, "All carries are complete",
            "Every block has at its edges all that the rest of the picture means to it; from here on no "
            "block needs another one.",
            "[N11] section 5.2", Plane::X)
            .forgotten = true;
    }
    void finish(const std::string& stage, int i) {
        const Plane out = Plane(int(Plane::Y) + i);
        WalkStep& step = add(
            stage, fmt::format("Filter {} with the carries", walk_words::ways[std::size_t(i)]),
            fmt::format(
                "The same pass again, but from the states that the neighbours left: this {} is the true one.",
                plan_.table && i == (plan_.rows_first ? 0 : 2) ? "V" : walk_words::results[std::size_t(i)]),
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
        list.back().saves = true;
    }
    void done(Plane what) {
        std::string reads =
            !plan_.by_blocks ? "Each pass read and wrote the whole picture: eight times through memory."
            : plan_.stays    ? "The picture was read once and written once; all else were borders."
            : plan_.table    ? "The picture was read twice and written once."
            : plan_.columns_overlap && plan_.rows_of != RowsOf::Z
                ? "The picture was read twice and written once; all else were borders."
                : "Count how often whole blocks were loaded and stored: overlapping makes that fewer.";
        add("done", "Done", std::move(reads), "[N11] table 1", what).in_memory = true;
    }
    // A pass over whole lines.
    void sweep(const std::string& stage, int i) {
        entered_[std::size_t(i)] = true;
        WalkStep& step =
            add(stage, fmt::format("Filter {}", walk_words::ways[std::size_t(i)]),
                fmt::format("One thread for each {} runs along it from end to end, and waits for memory most "
                            "of the time.",
                            i < 2 ? "column" : "row"),
                "[N11] section 4, algorithm RT", Plane(int(Plane::Y) + i));
        step.pass = i;
        step.in_memory = true;
    }

    std::vector<WalkStep> list;

  private:
    // How incomplete pass i leaves its blocks: rows begin anew where the columns are complete.
    const char* lack(int i) const {
        return walk_words::lacks[std::size_t(plan_.rows_of == RowsOf::Z ? i % 2 : i)];
    }

    const WalkPlan& plan_;
    const int order_;
    std::array<Known, borders> known_{};
    std::array<bool, borders> entered_{};
};

// Appends the steps of a table, the last one included.
void add_table_steps(Steps& s, const Problem& p);

}  // namespace sweep::app
