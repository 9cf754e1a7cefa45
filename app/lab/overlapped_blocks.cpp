#include "app/lab/overlapped_blocks.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sweep::app {
namespace {

// What enters a block, a number for each of its columns or rows; empty: zeros.
struct Entering {
    std::vector<double> down, up, right, left;
};

class Blocks {
  public:
    Blocks(const LabPicture& in, double g, double a, int side, bool rows)
        : in_(in),
          g_(g),
          a_(a),
          side_(side),
          has_rows_(rows),
          down_((in.height + side - 1) / side),
          across_((in.width + side - 1) / side),
          p_(edges(down_, in.width)),
          e_(p_),
          pt_(edges(across_, in.height)),
          et_(pt_) {}

    LabPicture run(const BlockSlips& slips) {
        each_block([&](int m, int n) {
            const Entering left = filter(in_, m, n, {}, nullptr);
            put(p_, m, n, left.down), put(e_, m, n, left.up);
            put(pt_, n, m, left.right), put(et_, n, m, left.left);
        });
        complete(p_, e_, in_.height, slips);
        if (has_rows_) {
            LabPicture zeros = in_;
            std::fill(zeros.values.begin(), zeros.values.end(), 0.);
            if (slips.replaces) pt_ = et_ = edges(across_, in_.height);
            each_block([&](int m, int n) {
                const Entering share =
                    filter(zeros, m, n, entering(m, n, slips.no_down, slips.no_up, true, true), nullptr);
                if (!slips.no_right) put(pt_, n, m, share.right);
                if (!slips.no_left) put(et_, n, m, share.left);
            });
            complete(pt_, et_, in_.width, slips);
        }
        LabPicture out = in_;
        each_block([&](int m, int n) {
            filter(
                in_, m, n,
                entering(m, n, slips.last_no_down, slips.last_no_up, slips.last_no_right, slips.last_no_left),
                &out);
        });
        return out;
    }

  private:
    using Edges = std::vector<std::vector<double>>;  // of a block, of a line
    static Edges edges(int blocks, int lines) {
        return Edges(std::size_t(blocks), std::vector<double>(std::size_t(lines)));
    }
    template <class Do>
    void each_block(const Do& run) const {
        for (int m = 0; m < down_; ++m)
            for (int n = 0; n < across_; ++n) run(m, n);
    }
    // Adds, since what a pass leaves is linear in what enters it.
    void put(Edges& to, int block, int across, const std::vector<double>& values) const {
        for (std::size_t k = 0; k < values.size(); ++k)
            to[std::size_t(block)][std::size_t(across * side_) + k] += values[k];
    }
    std::vector<double> part(const Edges& of, int block, int across, bool none) const {
        if (none || block < 0 || block >= int(of.size())) return {};
        const std::vector<double>& line = of[std::size_t(block)];
        const std::size_t first = std::size_t(across * side_),
                          end = std::min(line.size(), first + std::size_t(side_));
        return {line.begin() + std::ptrdiff_t(first), line.begin() + std::ptrdiff_t(end)};
    }
    Entering entering(int m, int n, bool no_down, bool no_up, bool no_right, bool no_left) const {
        return {part(p_, m - 1, n, no_down), part(e_, m + 1, n, no_up),
                part(pt_, n - 1, m, no_right || !has_rows_), part(et_, n + 1, m, no_left || !has_rows_)};
    }
    // The block, filtered, and what leaves it.
    Entering filter(const LabPicture& of, int m, int n, Entering now, LabPicture* out) const {
        const int x0 = n * side_, y0 = m * side_, wide = std::min(side_, of.width - x0),
                  high = std::min(side_, of.height - y0);
        for (auto* edge : {&now.down, &now.up}) edge->resize(std::size_t(wide));
        for (auto* edge : {&now.right, &now.left}) edge->resize(std::size_t(high));
        LabPicture tile{wide, high, std::vector<double>(std::size_t(wide) * std::size_t(high))};
        for (int y = 0; y < high; ++y)
            for (int x = 0; x < wide; ++x) tile.at(x, y) = of.at(x0 + x, y0 + y);
        const auto pass = [&](double& value, double& state) { value = state = g_ * value + a_ * state; };
        for (int x = 0; x < wide; ++x) {
            for (int y = 0; y < high; ++y) pass(tile.at(x, y), now.down[std::size_t(x)]);
            for (int y = high - 1; y >= 0; --y) pass(tile.at(x, y), now.up[std::size_t(x)]);
        }
        for (int y = 0; has_rows_ && y < high; ++y) {
            for (int x = 0; x < wide; ++x) pass(tile.at(x, y), now.right[std::size_t(y)]);
            for (int x = wide - 1; x >= 0; --x) pass(tile.at(x, y), now.left[std::size_t(y)]);
        }
        if (out)
            for (int y = 0; y < high; ++y)
                for (int x = 0; x < wide; ++x) out->at(x0 + x, y0 + y) = tile.at(x, y);
        return now;
    }
    // What arrives at a block's first line of 1 in front of it, which goes through n lines of zeros and comes back.
    double there_and_back(int n) const { return g_ * a_ * (1 - std::pow(a_ * a_, n)) / (1 - a_ * a_); }
    void complete(Edges& p, Edges& e, int length, const BlockSlips& slips) const {
        const int blocks = int(p.size());
        const double whole = std::pow(a_, side_);
        for (std::size_t line = 0; line < p[0].size(); ++line) {
            for (std::size_t m = 1; m < p.size(); ++m) p[m][line] += whole * p[m - 1][line];
            for (int m = blocks - 1; m > 0; --m) {
                const bool is_last = m + 1 == blocks;
                const double h =
                    slips.h_factor * there_and_back(is_last && !slips.whole_h ? length - m * side_ : side_);
                double& epilogue = e[std::size_t(m)][line];
                if (!is_last) epilogue += whole * e[std::size_t(m + 1)][line];
                epilogue += h * p[std::size_t(slips.own_prologue ? m : m - 1)][line];
            }
        }
    }

    const LabPicture& in_;
    const double g_, a_;
    const int side_;
    const bool has_rows_;
    const int down_, across_;
    Edges p_, e_, pt_, et_;
};

}  // namespace

LabPicture run_blocks(const LabPicture& in, double g, double a, int side, bool rows,
                      const BlockSlips& slips) {
    return Blocks(in, g, a, side, rows).run(slips);
}

}  // namespace sweep::app
