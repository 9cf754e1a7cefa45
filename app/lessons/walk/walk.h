// A small picture, filtered block by block as an algorithm of the papers does it, with every number that it computes on
// the way: the planes, the states at the borders of the blocks before and after each fix, and the sums that they are.
//
// The states are the papers' own ([N11] section 3): the last r outputs of the causal pass before a block's edge, the
// prologue P, and the first r outputs of the anticausal pass behind it, the epilogue E. (The engines keep other states
// of the same filters, core/filter/recurrence.h.) Everything is computed in double; superposition ([N11] (9), (10)),
// and not the whole result, gives each state, so that a walk that ends with the right picture proves the algebra.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/image.h"
#include "core/problem/problem.h"

namespace sweep::app {

// The picture X and what passes make of it. `incomplete` planes are blocks filtered on their own, from zero: each once
// more incomplete than the plane that it is made of.
enum class Plane { X, incomplete_Y, incomplete_Z, incomplete_U, incomplete_V, Y, Z, U, V };
inline constexpr int planes = 9;

// The states at the four borders of a block: P(Y) below it, E(Z) above, P^T(U) at its right, E^T(V) at its left.
enum class Border { P, E, P_rows, E_rows };
inline constexpr int borders = 4;

enum class Known { no, incomplete, complete };

// The states of one border of all blocks. Lane: a column of the picture for P and E, a row for the others. Place k is
// the state's sample nearest to the edge, k = 0, and those further inside the block.
struct BorderStates {
    int blocks = 0, lanes = 0, order = 0;
    // whole = incomplete + carried + through + fixed
    std::vector<double> incomplete;  // of the block alone
    std::vector<double> carried;  // what the same border of the block before it passes on: A_F^b P, A_R^b E
    std::vector<double> through;  // epilogues: what the prologue that entered the block adds, H(A_RB A_FP) P
    std::vector<double> fixed;    // of rows: what the carries of the columns add
    std::vector<double> whole;
    std::vector<double> entering;  // from outside the picture, [lane][k]

    std::size_t at(int block, int lane, int k) const {
        return (std::size_t(block) * std::size_t(lanes) + std::size_t(lane)) * std::size_t(order) +
               std::size_t(k);
    }
};

struct WalkStep {
    std::string stage;   // "5.1"
    std::string title;   // "Filter down"
    std::string why;     // one sentence
    std::string source;  // "[N11] (38)"
    Plane shown = Plane::X;
    std::array<Known, borders> known{};   // which states are in memory
    std::array<bool, borders> entered{};  // whether it is known with what the passes enter the picture
    int pass = -1;                        // the pass that runs in this step: `shown` is its output
    int border = -1;                      // the border that this step stores or completes
    bool at_work = false;                 // the blocks are on the processors
    bool in_memory = false;               // `shown` is in the memory that all processors share
    bool forgotten = false;               // what the blocks were filtered to: only their borders are left
    bool saves = false;                   // the blocks go to the memory that all processors share
    int reach = 0;            // of recursive doubling: the pass adds what is so many samples before
    bool adds = false;        // the pass only adds the border's state to what was filtered from zero
    bool transposed = false;  // columns are shown as rows
};

// The stage of the engine's list that the step belongs to, by its step in the paper: of algorithm 8, all of whose
// steps are one launch, "8"; otherwise the step's own.
std::string engine_stage(const WalkStep& step);

// One pass without feedforward: y_i = g x_i - d_1 y_{i-1} - .. - d_r y_{i-r}.
struct WalkPass {
    double gain = 1;  // g
    std::vector<double> d;
};

struct Walk {
    Problem problem;  // resolved, one channel
    int width = 0, height = 0, block = 0, order = 0;
    std::array<WalkPass, all_passes> passes;
    // [y][x]; empty where the algorithm has no such plane. Recursive doubling has a plane for each of its passes behind
    // the named ones.
    std::vector<std::vector<double>> values = std::vector<std::vector<double>>(std::size_t(planes));
    std::vector<Plane> made_of =
        std::vector<Plane>(std::size_t(planes));  // the input of the pass that made a plane
    std::array<BorderStates, borders> states;     // without blocks where the algorithm has no such border
    std::vector<WalkStep> steps;

    int block_rows() const { return (height + block - 1) / block; }
    int block_columns() const { return (width + block - 1) / block; }
    double value(Plane plane, int x, int y) const {
        return values[std::size_t(plane)][std::size_t(y) * std::size_t(width) + std::size_t(x)];
    }
    // The state `place` samples beyond the edge of block (m, n) at which `pass` enters it, for the lane; complete.
    double entering(int pass, int m, int n, int lane, int place) const;
};

// The letter of the plane that a step shows, as the papers have it; V is the table where there is one.
std::string plane_letter(const Walk& walk, Plane plane);

inline constexpr int most_walk_order = 3;

// Why there is no walk for this problem, in one line that says what to choose; empty: there is one.
std::string why_no_walk(const Problem& problem);

// Walks through the algorithm of a resolved() problem over X, one channel of float64, in blocks of `block` pixels. The
// problem's shape must be that of X. Throws Error(usage) with why_no_walk().
Walk make_walk(const Problem& problem, const Image& X, int block);

// One number of a walk: a pixel of a plane, or a sample of the state at a border, of the block alone, complete, or from
// outside of the picture.
struct WalkNumber {
    enum class Kind { pixel, incomplete, whole, entering };
    Kind kind = Kind::pixel;
    Plane plane = Plane::X;  // of a pixel
    int x = 0, y = 0;
    int border = 0, block = 0, lane = 0, place = 0;  // of a state, as BorderStates counts
};

// A number as a sum: what it consists of, in the order of the equation.
struct WalkTerm {
    std::string what;  // "x", "y_{i-1}", "carried"
    double factor = 1, value = 0;
    std::vector<WalkNumber> of{};  // the numbers that the value is computed from
    double product() const { return factor * value; }
};
struct WalkSum {
    std::string name;     // "y", "P_{1,0}"
    std::string formula;  // "P = incomplete P + A_F^b P_{m-1}"
    std::vector<WalkTerm> terms;
    std::vector<WalkNumber> copy_of{};  // of a number without terms: the one that it is a copy of
    double value = 0;                   // as the algorithm has it
    double sum() const;
};

// How the step computes the pixel (x, y) of its plane; without terms where the step only shows or moves it.
WalkSum sum_of_pixel(const Walk& walk, const WalkStep& step, int x, int y);
// A number of the border's states as the step leaves it: of the block alone, complete, or half way.
double state_value(const Walk& walk, const WalkStep& step, Border border, std::size_t at);
// How the step computes sample k of the border's state of block (m, n), in this lane.
WalkSum sum_of_state(const Walk& walk, const WalkStep& step, Border border, int m, int n, int lane, int k);
// Where sample k of the state with which a pass enters the picture comes from.
WalkSum sum_of_entering(const Walk& walk, Border border, int lane, int k);

}  // namespace sweep::app
