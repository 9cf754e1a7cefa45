// A block under the glass: the states in which the four passes enter it, as an engine has left them in its own buffers
// after a run over a whole picture, and what each of them consists of.
//
// Superposition ([N11] (9), (10)) takes the state at a border of a block apart: what the neighbour at this border makes of
// its own pixels, from zero (incomplete); what it passes on of the state in which the same pass enters it (carried); what
// the prologue that enters it adds to its epilogue (through); and what the carries of its columns add to its rows (fixed).
// The states are those of the engines' recurrences (core/filter/recurrence.h), before any gain.
#pragma once

#include "app/walk/walk.h"
#include "core/blocks/carries.h"
#include "core/engine/engine.h"
#include "core/filter/pass_design.h"

namespace sweep::app {

// A number of a state. Lane: the column within the block for Border::P and E, the row for the others. k < r.
struct GlassPlace {
    Border border = Border::P;
    int m = 0, n = 0, lane = 0, k = 0;
};

class BlockGlass {
  public:
    // Filters X, one channel of float32, as `problem` says: by `engine`, and, for the states beyond the picture, in double by
    // `in_double`, which takes float64. An algorithm without carries of blocks gives way to algorithm 7. Throws Error as
    // engines do, and Error(usage) for a filter without passes.
    BlockGlass(Engine& engine, Engine& in_double, const Problem& problem, ConstImageView X);

    const Problem& problem() const { return problem_; }  // as the engine has solved it
    int order() const { return design_.order(); }
    int block() const { return of_engine_.block; }  // the side of the engine's blocks
    int block_rows() const { return of_engine_.block_rows(); }
    int block_columns() const { return of_engine_.block_columns(); }
    int width() const { return X_.shape().width; }
    int height() const { return X_.shape().height; }
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

}  // namespace sweep::app
