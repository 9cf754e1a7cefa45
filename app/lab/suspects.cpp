#include "app/lab/suspects.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/lab/line_passes.h"
#include "app/lab/overlapped_blocks.h"
#include "app/lessons/broken/faults.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr int block_sides[] = {32, 16, 64, 8, 128};

// "the pass down", "the passes down and up".
std::string passes_text(const std::vector<int>& passes, unsigned at) {
    std::vector<std::string_view> names;
    for (std::size_t k = 0; k < passes.size(); ++k)
        if (at >> k & 1) names.push_back(pass_names[std::size_t(passes[k])]);
    return fmt::format("{} {}", names.size() > 1 ? "the passes" : "the pass", fmt::join(names, ", "));
}

// The fault of carries that these passes lack. Of an exercise with one axis its name has no axis.
Fault without_carries(const std::vector<int>& passes, unsigned at) {
    bool has[2] = {}, lacks[2] = {};
    for (std::size_t k = 0; k < passes.size(); ++k) {
        has[passes[k] >= 2] = true;
        if (at >> k & 1) lacks[passes[k] >= 2] = true;
    }
    if (has[0] != has[1] || (lacks[0] && lacks[1])) return Fault::no_carries;
    return lacks[0] ? Fault::no_column_carries : Fault::no_row_carries;
}

class Suspects {
  public:
    Suspects(const LabQuestion& question, const LabPicture& in, const LabPicture& truth)
        : in_(in),
          truth_(truth),
          right_{question.passes, {question.c.begin(), question.c.end()}, question.blocks} {}

    void add(std::string message, Fault fault, LabPicture picture) {
        list.push_back({std::move(message), fault, std::move(picture)});
    }
    void add_slips() {
        const unsigned all = (1U << right_.passes.size()) - 1;
        for (unsigned at = all; at > 0; --at) {
            const std::string passes = passes_text(right_.passes, at);
            for (int block : block_sides) add_carries(at, block, passes);
            slip("In {} the line begins as if its first value went on outside. Outside is zero",
                 Fault::wrong_boundary, Slip::clamp, at);
            slip(at == all ? "The result is the input: no pass has run" : "The result lacks {}", Fault::none,
                 Slip::left_out, at);
            slip("In the result {} runs in the other direction", Fault::none, Slip::turned, at);
        }
        unsigned second = 0;  // passes of the same axis as the one before
        for (std::size_t k = 1; k < right_.passes.size(); ++k)
            if (right_.passes[k] / 2 == right_.passes[k - 1] / 2) second |= 1U << k;
        for (unsigned at = second; at > 0; at = (at - 1) & second)
            slip("In {} the line begins with what the pass before left. Outside is zero", Fault::none,
                 Slip::kept, at);
        for (int block : block_sides) {
            PassRun run = right_;
            run.block = block;
            run.is_padded = true;
            add(fmt::format(
                    "The last block of {} is not full, but is taken for a full one, with zeros behind the picture",
                    block),
                Fault::odd_blocks, run_passes(in_, run));
        }
    }
    // Slips of algorithm 5 and of its half along one axis.
    void add_blocks() {
        const bool rows = right_.passes == std::vector<int>{0, 1, 2, 3};
        if (right_.c.size() != 2 || right_.blocks > 0 || (!rows && right_.passes != std::vector<int>{0, 1}))
            return;
        const double g = right_.c[0], a = -right_.c[1];
        const auto with = [&](std::string_view message, Fault fault, const auto& change) {
            for (int block : block_sides) {
                if (block >= std::max(in_.width, in_.height)) continue;
                BlockSlips slips;
                change(slips);
                add(fmt::format("With blocks of {}: {}", block, message), fault,
                    run_blocks(in_, g, a, block, rows, slips));
            }
        };
        if (rows)  // without rows, and of the rows, that is a slip of the passes
            with("the last step begins the columns of each block from zero: their carries are missing",
                 Fault::no_column_carries, [](BlockSlips& s) { s.last_no_down = s.last_no_up = true; });
        with("the last step takes no prologues from the block above", Fault::none,
             [](BlockSlips& s) { s.last_no_down = true; });
        with("the last step takes no epilogues from the block below", Fault::none,
             [](BlockSlips& s) { s.last_no_up = true; });
        with("the last block is not full, and its h, what comes back through it, is another",
             Fault::odd_blocks, [](BlockSlips& s) { s.whole_h = true; });
        with(
            "the epilogue of a block takes the prologue of the block itself. What has entered it is the one of "
            "the block before",
            Fault::none, [](BlockSlips& s) { s.own_prologue = true; });
        with("the completed epilogues lack h, what their prologue sends through the block and back",
             Fault::none, [](BlockSlips& s) { s.h_factor = 0; });
        for (const auto& [factor, text] : {std::pair{g, "g"}, {1 / g, "1 / g"}, {a, "a"}, {1 / a, "1 / a"}})
            with(
                fmt::format(
                    "h, what a prologue sends through a block and back, is {} times what it should be", text),
                Fault::none, [factor = factor](BlockSlips& s) { s.h_factor = factor; });
        if (!rows) return;
        with("the last step takes no prologues from the block to the left", Fault::none,
             [](BlockSlips& s) { s.last_no_right = true; });
        with("the last step takes no epilogues from the block to the right", Fault::none,
             [](BlockSlips& s) { s.last_no_left = true; });
        with("the carries of the rows lack what the carries of the columns add to them", Fault::none,
             [](BlockSlips& s) { s.no_right = s.no_left = true; });
        with("the prologues of the rows lack what the carries of the columns add to them", Fault::none,
             [](BlockSlips& s) { s.no_right = true; });
        with("the epilogues of the rows lack what the carries of the columns add to them", Fault::none,
             [](BlockSlips& s) { s.no_left = true; });
        with("what the carries of the columns add to those of the rows takes their place: add it",
             Fault::none, [](BlockSlips& s) { s.replaces = true; });
        with("what the columns add to the carries of the rows lacks the prologues of the columns",
             Fault::none, [](BlockSlips& s) { s.no_down = true; });
        with("what the columns add to the carries of the rows lacks the epilogues of the columns",
             Fault::none, [](BlockSlips& s) { s.no_up = true; });
    }
    void add_other_passes() {
        PassRun run = right_;
        run.blocks = 0;
        if (right_.blocks > 0)
            add(fmt::format("Each line is filtered whole. In this exercise each block of {} begins from zero",
                            right_.blocks),
                Fault::none, run_passes(in_, run));
        run = right_;
        for (int& pass : run.passes) pass = (pass + 2) % all_passes;
        add("The passes run along the other axis: rows and columns are exchanged", Fault::none,
            run_passes(in_, run));
        if (right_.passes.size() < 2) return;
        run = right_;
        run.passes.assign(right_.passes.rbegin(), right_.passes.rend());
        add("The passes run in the opposite order", Fault::none, run_passes(in_, run));
        LabPicture sum = in_;
        sum.values.assign(sum.values.size(), 0);
        for (int pass : right_.passes) {
            run.passes = {pass};
            const LabPicture alone = run_passes(in_, run);
            for (std::size_t i = 0; i < sum.values.size(); ++i) sum.values[i] += alone.values[i];
        }
        add("The passes are added up. Each has to filter the result of the one before", Fault::none,
            std::move(sum));
    }
    void add_other_coefficients() {
        const std::vector<double> c = right_.c;
        const std::size_t order = c.size() - 1;
        std::vector<double> other = c;
        for (std::size_t k = 1; k <= order; ++k) other[k] = -c[k];
        with("The signs of d1, d2 .. are wrong: the recursion takes d y away", other);
        for (std::size_t k = 1; k <= order; ++k) {
            if (order > 1) {
                other = c;
                other[k] = -c[k];
                with(fmt::format("The sign of d{} is wrong", k), other);
            }
            other = c;
            other[k] = 0;
            with(fmt::format("The term of d{} is missing", k), other);
        }
        other.assign(c.begin() + 1, c.end());
        other.push_back(0);
        with("The indices of c are off by one: c[0] is g, c[1] is d1", other);
        other = c;
        for (std::size_t k = 1; k <= order; ++k) other[k] = c[k - 1];
        with("The indices of d are off by one: c[0] is g, c[1] is d1", other);
        other = c;
        std::reverse(other.begin() + 1, other.end());
        if (order > 1) with("d1, d2 .. stand in the wrong order", other);
        if (order > 1) {
            other.assign(c.size(), 0);
            other[0] = c[0];
            for (std::size_t k = 1; k <= order; ++k) other[1] += c[k];
            with(
                "d1, d2 .. all multiply the same result: move y3 = y2 before y2 = y1, and that before y1 = y",
                other);
        }
        other = c;
        other.insert(other.begin() + 1, 0);
        with("The recursion reaches one sample too far back: d1 belongs to the result just before", other);
    }
    void add_moved() {
        LabPicture other = truth_;
        for (int y = 0; y < truth_.height; ++y)
            for (int x = 0; x < truth_.width; ++x)
                other.values[std::size_t(x) * std::size_t(truth_.height) + std::size_t(y)] = truth_.at(x, y);
        add("The result is transposed: x and y are exchanged where it is written", Fault::none,
            std::move(other));
        if (!right_.passes.empty()) {
            other = in_;
            for (int y = 0; y < in_.height; ++y)
                for (int x = 0; x < in_.width; ++x)
                    other.at(x, y) = in_.values[std::size_t(x) * std::size_t(in_.height) + std::size_t(y)];
            add("The input is transposed: x and y are exchanged where it is read", Fault::none,
                run_passes(other, right_));
        }
        constexpr int steps[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}};
        for (const auto& [dx, dy] : steps) {
            other = truth_;
            for (int y = 0; y < truth_.height; ++y)
                for (int x = 0; x < truth_.width; ++x) {
                    const int u = x - dx, v = y - dy;
                    const bool inside = u >= 0 && u < truth_.width && v >= 0 && v < truth_.height;
                    other.at(x, y) = inside ? truth_.at(u, v) : unknown;
                }
            add(fmt::format("The result is moved by {} in x and {} in y", dx, dy), Fault::none,
                std::move(other));
        }
    }
    void add_other_problems(const Problem& problem) {
        add("The result is the input", Fault::none, in_);
        for (const BoundaryInfo& boundary : boundary_table) {
            Problem other = problem;
            other.boundary = {boundary.kind, {0.0}};
            if (boundary.kind != BoundaryKind::constant) other.boundary.value.clear();
            other.boundary_y.reset();
            add_problem(other, fmt::format("The result is that of the boundary {}", boundary.word),
                        Fault::wrong_boundary);
        }
        for (int passes = problem.passes - 1; passes > 0; --passes) {
            Problem other = problem;
            other.passes = passes;
            add_problem(other,
                        fmt::format("The result is that after {}: later ones are missing",
                                    passes_text({0, 1, 2, 3}, (1U << passes) - 1)),
                        Fault::none);
        }
    }
    void add_broken(Problem problem) {
        problem.shape = {in_.width, in_.height, 1};
        problem.input = Sample::f32;
        const std::vector<float> samples(in_.values.begin(), in_.values.end());
        const ConstImageView in{samples.data(), problem.shape, Sample::f32,
                                std::ptrdiff_t(in_.width) * std::ptrdiff_t(sizeof(float))};
        for (const auto& [word, fault] : fault_words)
            for (int block : block_sides) {
                if (fault == Fault::none || fault == Fault::wrong_boundary) continue;
                if (is_of_blocks(fault) ? block >= std::max(in_.width, in_.height) : block != block_sides[0])
                    continue;
                try {
                    const Broken broken = break_filter(problem, in, fault, block);
                    const double* const first = broken.wrong.data<double>();
                    LabPicture picture{
                        in_.width, in_.height, {first, first + broken.wrong.shape().samples()}};
                    // An unstable pole is shown on one pass alone.
                    if (broken.passes == problem.passes)
                        add(fmt::format("The result is as if {}{}", words_of(fault).item,
                                        broken.block > 0 ? fmt::format(", in blocks of {}", block) : ""),
                            fault, std::move(picture));
                } catch (const Error&) {
                    continue;  // the filter has no such fault
                }
            }
    }

    std::vector<Suspect> list;

  private:
    void add_problem(const Problem& problem, std::string message, Fault fault) {
        try {
            add(std::move(message), fault, by_reference(problem, in_));
        } catch (const Error&) {
            return;  // the filter cannot have that
        }
    }
    void slip(std::string_view message, Fault fault, Slip slip, unsigned at, int block = 0) {
        PassRun run = right_;
        run.slip = slip;
        run.at = at;
        run.block = block;
        const std::string passes = passes_text(right_.passes, at);
        add(fmt::format(fmt::runtime(message), passes), fault, run_passes(in_, run));
    }
    void add_carries(unsigned at, int block, const std::string& passes) {
        if (block == right_.blocks || block >= std::max(in_.width, in_.height)) return;
        if (right_.blocks > 0)
            return slip(
                fmt::format(
                    "In {} each block of {} begins from zero. In this exercise blocks have {} samples",
                    passes, block, right_.blocks),
                Fault::none, Slip::no_carries, at, block);
        slip(fmt::format("In {} each block of {} begins from zero: the carries are missing", passes, block),
             without_carries(right_.passes, at), Slip::no_carries, at, block);
        slip(fmt::format(
                 "In {} each block of {} takes what the block before left before its own carry was added",
                 passes, block),
             Fault::late_carries, Slip::late_carries, at, block);
        if (right_.passes.size() > 1) {
            slip(fmt::format(
                     "In {} each block of {} takes what the block before left, where no carry had entered it",
                     passes, block),
                 Fault::late_carries, Slip::raw_carries, at, block);
            slip(fmt::format(
                     "In {} the carries of blocks of {} lack what the carries of the pass before add to them",
                     passes, block),
                 Fault::none, Slip::blind_carries, at, block);
        }
        slip(
            fmt::format(
                "In {} a carry goes through one block of {} and no further: complete it from the completed one",
                passes, block),
            Fault::late_carries, Slip::short_carries, at, block);
        slip(fmt::format("In {} each block of {} takes the carry of the block before: it comes a block late",
                         passes, block),
             Fault::late_carries, Slip::stale_carries, at, block);
    }
    void with(std::string message, const std::vector<double>& c) {
        PassRun run = right_;
        run.c = c;
        add(std::move(message), Fault::none, run_passes(in_, run));
    }

    const LabPicture& in_;
    const LabPicture& truth_;
    const PassRun right_;
};

}  // namespace

std::vector<Suspect> suspects_of(const LabQuestion& question, const LabPicture& in, const LabPicture& truth) {
    Suspects suspects(question, in, truth);
    if (question.kind == LabKind::free) {
        suspects.add_other_problems(question.problem);
        suspects.add_broken(question.problem);
    }
    if (!question.passes.empty()) {
        suspects.add_slips();
        suspects.add_blocks();
        suspects.add_other_passes();
        suspects.add_other_coefficients();
    }
    suspects.add_moved();
    return std::move(suspects.list);
}

}  // namespace sweep::app
