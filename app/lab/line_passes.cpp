#include "app/lab/line_passes.h"

#include <algorithm>

namespace sweep::app {
namespace {

constexpr bool is_of_pass_before(Slip slip) {
    return slip == Slip::raw_carries || slip == Slip::blind_carries;
}

// One line, `step` apart, in the direction of its pass.
struct Line {
    double* first;
    std::ptrdiff_t step;
    int n;
    bool back;  // the pass runs against the coordinate

    double& operator[](int i) const { return first[std::ptrdiff_t(i) * step]; }
    // Whether a block begins with sample i of the pass. Blocks count from the picture's edge, left or top.
    bool begins(int i, int block) const { return block > 0 && i > 0 && (back ? n - i : i) % block == 0; }
};

// The recursion over a line. enter(i, y) may change what sample i finds: y[k] is the result k + 1 samples before.
template <class Enter>
void recur(const Line& line, const std::vector<double>& c, std::vector<double> y, const Enter& enter) {
    for (int i = 0; i < line.n; ++i) {
        enter(i, y);
        double value = c[0] * line[i];
        for (std::size_t k = 1; k < c.size(); ++k) value -= c[k] * y[k - 1];
        std::move_backward(y.begin(), y.end() - 1, y.end());
        line[i] = y[0] = value;
    }
}

// `alone` is a copy of the line, or what a pass without carries has made of it; it may be changed.
void run_line(const Line& line, const Line& alone, const PassRun& run, Slip slip) {
    using State = std::vector<double>;
    const std::vector<double>& c = run.c;
    const State zero(c.size() - 1);
    const auto clear = [&](int block) {
        return [&, block](int i, State& y) {
            if (line.begins(i, block)) y = zero;
        };
    };
    if (slip == Slip::no_carries) return recur(line, c, zero, clear(run.block));
    if (run.blocks > 0) return recur(line, c, zero, clear(run.blocks));
    if (slip == Slip::clamp) {
        double sum = 1;
        for (std::size_t k = 1; k < c.size(); ++k) sum += c[k];
        return recur(line, c, State(zero.size(), line[0] * c[0] / sum), [](int, State&) {});
    }
    if (slip == Slip::kept) {
        State last;
        for (int k = 0; k < int(zero.size()); ++k) last.push_back(k < line.n ? line[k] : 0);
        return recur(line, c, last, [](int, State&) {});
    }
    if (slip == Slip::blind_carries)
        recur(alone, c, zero, [](int, State&) {});
    else if (slip == Slip::late_carries || is_of_pass_before(run.slip))
        recur(alone, c, zero, clear(run.block));
    if (slip == Slip::late_carries || is_of_pass_before(slip))
        return recur(line, c, zero, [&](int i, State& y) {
            if (!line.begins(i, run.block)) return;
            for (std::size_t k = 0; k < y.size(); ++k) y[k] = i > int(k) ? alone[i - 1 - int(k)] : 0;
        });
    if (slip == Slip::short_carries) {
        const std::vector<double> in = [&] {
            std::vector<double> copy;
            for (int i = 0; i < line.n; ++i) copy.push_back(line[i]);
            return copy;
        }();
        int last = 0, before = 0;  // where the block before began, and the one before it
        return recur(line, c, zero, [&](int i, State& y) {
            if (!line.begins(i, run.block)) return;
            std::vector<double> two(in.begin() + before, in.begin() + i);
            recur({two.data(), 1, int(two.size()), line.back}, c, zero, [](int, State&) {});
            for (std::size_t k = 0; k < y.size(); ++k) y[k] = two.size() > k ? two[two.size() - 1 - k] : 0;
            before = last;
            last = i;
        });
    }
    if (slip == Slip::stale_carries) {
        std::vector<double> whole(std::size_t(line.n));
        for (int i = 0; i < line.n; ++i) whole[std::size_t(i)] = line[i];
        recur({whole.data(), 1, line.n, line.back}, c, zero, [](int, State&) {});
        int before = 0;  // where the block before began
        return recur(line, c, zero, [&](int i, State& y) {
            if (!line.begins(i, run.block)) return;
            for (std::size_t k = 0; k < y.size(); ++k)
                y[k] = before > int(k) ? whole[std::size_t(before) - 1 - k] : 0;
            before = i;
        });
    }
    recur(line, c, zero, [](int, State&) {});
}

}  // namespace

LabPicture run_passes(const LabPicture& in, const PassRun& run) {
    LabPicture out = in;
    if (run.is_padded) {
        out.width = (in.width + run.block - 1) / run.block * run.block;
        out.height = (in.height + run.block - 1) / run.block * run.block;
        out.values.assign(std::size_t(out.width) * std::size_t(out.height), 0);
        for (int y = 0; y < in.height; ++y)
            for (int x = 0; x < in.width; ++x) out.at(x, y) = in.at(x, y);
    }
    LabPicture raw = out;  // what the blocks are of themselves: nothing has entered them
    for (std::size_t k = 0; k < run.passes.size(); ++k) {
        const Slip slip = run.at >> k & 1 ? run.slip : Slip::none;
        if (slip == Slip::left_out) continue;
        const bool rows = run.passes[k] >= 2, back = (run.passes[k] % 2 == 1) != (slip == Slip::turned);
        const bool is_first = k == 0 || (run.passes[k - 1] >= 2) != rows;  // of its axis
        if (is_first || !is_of_pass_before(run.slip)) raw = out;
        const int n = rows ? out.width : out.height, lines = rows ? out.height : out.width;
        const std::ptrdiff_t step = back ? (rows ? -1 : -out.width) : (rows ? 1 : out.width);
        for (int line = 0; line < lines; ++line) {
            const int x = rows ? (back ? n - 1 : 0) : line, y = rows ? line : (back ? n - 1 : 0);
            run_line({&out.at(x, y), step, n, back}, {&raw.at(x, y), step, n, back}, run, slip);
        }
    }
    if (!run.is_padded) return out;
    LabPicture part{in.width, in.height, std::vector<double>(in.values.size())};
    for (int y = 0; y < in.height; ++y)
        for (int x = 0; x < in.width; ++x) part.at(x, y) = out.at(x, y);
    return part;
}

}  // namespace sweep::app
