// A block under the glass: the states in which the passes enter it and leave it, as an engine has left them in its own
// buffers after a run over a whole picture, what each of them consists of, and what it was before each fix.
//
// Engines put the complete states in the place of the incomplete ones. What a state was before is therefore computed in
// double, from the block's pixels and from the complete states that the engine has kept.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lessons/walk/walk.h"
#include "core/blocks/carries.h"
#include "core/blocks/table_carries.h"
#include "core/engine/engine.h"
#include "core/filter/pass_design.h"

namespace sweep::app {

// A number of a state. Lane: the column within the block for Border::P and E, the row for the others. k < r.
struct GlassPlace {
    Border border = Border::P;
    int m = 0, n = 0, lane = 0, k = 0;
};

struct GlassNumber {
    WalkSum sum;           // `value` is the engine's
    double in_double = 0;  // the same, of passes that run over whole lines in double
};

enum class EdgeSide { above, below, left, right, corner };

// The numbers along an edge of a block: those that enter it, or its own that leave it for the next block.
struct GlassEdge {
    std::string name;  // "P", "E^T"
    EdgeSide side = EdgeSide::above;
    bool leaves = false, is_causal = true;
    int from_m = 0, from_n = 0;        // the block that they come from; where the picture ends there is none
    int to_m = 0, to_n = 0;            // the block that they enter
    int lanes = 0, depth = 1;          // numbers of each lane
    std::vector<GlassNumber> numbers;  // [lane][k], k = 0 next to the block
    std::vector<int>
        terms;  // how many terms of its sum a number has at each moment; 0: it is not in memory yet
    std::vector<int> lacks;  // how many fixes are lacking, with so many terms; 0 with all of them

    const GlassNumber& number(int lane, int k) const {
        return numbers[std::size_t(lane) * std::size_t(depth) + std::size_t(k)];
    }
};

// The number at a moment: the engine's, once it is complete, before that the sum of its first terms, in double.
struct GlassValue {
    bool known = false, complete = false;
    double value = 0;
    int terms = 0, lacking = 0;  // terms that are there, and fixes that are not there yet
};
GlassValue value_at(const GlassEdge& edge, const GlassNumber& number, int moment);

// What a term of a sum is: what the block makes of its own pixels, and what enters it at the border at which the
// number leaves, at the other one, and through its columns, in filters and in tables.
namespace glass_term {
inline constexpr const char *own = "incomplete", *carried = "carried", *through = "through",
                            *columns = "fixed by the columns", *sum_above = "s(P) of the columns";
}  // namespace glass_term

// A block from which a number comes, and its share in the magnitudes of the first `terms` of its sum. The block's own
// pixels come first. Beyond the picture there is no such block: what comes from there is the boundary's.
struct GlassSource {
    int m = 0, n = 0;
    double share = 0;
};
std::vector<GlassSource> sources_of(const GlassEdge& edge, const GlassNumber& number, int terms);

// A moment of the algorithm, after which some states have been fixed.
struct GlassMoment {
    std::string stage, what;  // "5.2", "P is complete"
};

// What the view shows, of a recursive filter or of a table.
class Glass {
  public:
    virtual ~Glass() = default;
    virtual const Problem& problem() const = 0;  // as the engine has solved it
    virtual int block() const = 0;               // the side of the engine's blocks
    // What the block at this pixel is made of: the picture, or the numbers that the table adds up.
    virtual double pixel_value(int x, int y) const = 0;
    // The edges of block (m, n), in the order in which they are drawn.
    virtual std::vector<GlassEdge> edges(int m, int n) const = 0;
    virtual std::vector<GlassMoment> moments() const = 0;
    // The blocks whose pixels are in the complete number, however often it was handed on, with their shares in the
    // magnitudes of all of them, the largest first; those below a thousandth are left out.
    // What continues the picture is in none.
    virtual std::vector<GlassSource> lineage(const GlassEdge& edge, int lane, int k) const = 0;

    int width() const { return problem().shape.width; }
    int height() const { return problem().shape.height; }
    int block_rows() const { return (height() + block() - 1) / block(); }
    int block_columns() const { return (width() + block() - 1) / block(); }
};

// Of a recursive filter. Superposition ([N11] (9), (10)) takes the state at a border of a block apart: what the
// neighbour at this border makes of its own pixels, from zero (incomplete); what it passes on of the state in which
// the same pass enters it (carried); what the prologue that enters it adds to its epilogue (through); and what the
// carries of its columns add to its rows (fixed). The states are those of the engines' recurrences
// (core/filter/recurrence.h), before any gain.
class BlockGlass final : public Glass {
  public:
    // Filters X, one channel of float32, as `problem` says: by `engine`, and, for the states beyond the picture, in
    // double by `in_double`, which takes float64. An algorithm without carries of blocks gives way to algorithm 7.
    // Throws Error as engines do, and Error(usage) for a filter without passes.
    BlockGlass(Engine& engine, Engine& in_double, const Problem& problem, ConstImageView X);

    const Problem& problem() const override { return problem_; }
    int block() const override { return of_engine_.block; }
    double pixel_value(int x, int y) const override { return double(pixel(x, y)); }
    std::vector<GlassEdge> edges(int m, int n) const override;
    std::vector<GlassMoment> moments() const override;
    std::vector<GlassSource> lineage(const GlassEdge& edge, int lane, int k) const override;

    int order() const { return design_.order(); }
    float pixel(int x, int y) const {
        return X_.data<float>()[std::size_t(y) * std::size_t(width()) + std::size_t(x)];
    }

    // The number in the engine's buffers, and the same in double, of passes that run over whole lines.
    double engine(const GlassPlace& at) const { return number(of_engine_, at); }
    double in_double(const GlassPlace& at) const { return number(in_double_, at); }
    // The number as a sum: `value` is the engine's. One term, `outside`, where the picture ends.
    WalkSum sum(const GlassPlace& at) const;

  private:
    static double number(const Carries& carries, const GlassPlace& at);

    Problem problem_;
    FilterDesign design_;
    Image X_;
    Carries of_engine_, in_double_;
};

// Of a summed-area table, by [N11] (41) to (45): the sums of columns and rows of a block, those of all that lies
// above it and left of it, and the scalar s(P).
class TableGlass final : public Glass {
  public:
    // Adds up X, one channel of float32, as `problem` says: in one kind of numbers, by its algorithm. Throws Error as
    // engines do, and Error(failed) for an algorithm that keeps no such sums.
    TableGlass(Engine& engine, const Problem& problem, ConstImageView X);

    const Problem& problem() const override { return problem_; }
    int block() const override { return of_engine_.block; }
    double pixel_value(int x, int y) const override { return X_[at(x, y)]; }
    std::vector<GlassEdge> edges(int m, int n) const override;
    std::vector<GlassMoment> moments() const override;
    std::vector<GlassSource> lineage(const GlassEdge& edge, int lane, int k) const override;

    const TableCarries& carries() const { return of_engine_; }
    // What enters block (m, n) at a column x or a row y of the picture, and s(P). `sum.value` is the engine's.
    GlassNumber column(int m, int x) const;
    GlassNumber row(int n, int y) const;
    GlassNumber scalar(int m, int n) const;

  private:
    std::size_t at(int x, int y) const { return std::size_t(y) * std::size_t(width()) + std::size_t(x); }
    // The true sum over the pixels [x0, x1) x [y0, y1).
    double box(int x0, int y0, int x1, int y1) const;
    void wrap(GlassNumber& number) const;

    Problem problem_;
    TableCarries of_engine_;
    std::vector<double> X_;      // what the table adds up
    std::vector<double> table_;  // the table in double
};

// The glass for this problem.
std::unique_ptr<Glass> make_glass(Engine& engine, Engine& in_double, const Problem& problem,
                                  ConstImageView X);

}  // namespace sweep::app
