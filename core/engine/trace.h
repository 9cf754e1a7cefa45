// When and where the blocks of one run really ran.
#pragma once

#include <string>
#include <vector>

#include "core/problem/problem.h"
#include "core/stages/stages.h"

namespace sweep {

// A piece of work that a processor did without a break: a block, or a line of blocks whose carries it completed.
struct TracePiece {
    int stage = 0;  // index of Trace::stages
    // A thread of the CPU, or a multiprocessor of the GPU, which has several pieces at once.
    int processor = 0;
    // Of the piece in its stage, from 0; in each of its loops where it has several. On a GPU that of the thread
    // block: one that takes several blocks of the image has a piece for each.
    // Where it has several at once, that of the block.
    int number = 0;
    double begin = 0, end = 0;  // milliseconds since the run began
    int channel = 0;            // of a line of blocks
    // What of the image it covers, in pixels; nothing (width 0) where it covers no part of its own.
    int x = 0, y = 0, width = 0, height = 0;
};

// A piece waited for others: for the sums or states of its neighbours along an axis, which it notes, or for the end
// of the launch before it, at which the hardware lets it go on.
struct TraceWait {
    enum class For { launch, columns, rows };
    int stage = 0, processor = 0, number = 0;  // those of the piece
    double begin = 0, end = 0;                 // as in TracePiece
    For what = For::launch;
};

struct Trace {
    Shape shape;
    int block = 0, processors = 0;
    std::string engine, algorithm;
    std::vector<Stage> stages;       // in the order in which they ran
    std::vector<double> begin, end;  // of each stage, in milliseconds
    std::vector<TracePiece> pieces;  // in the order in which they began
    std::vector<TraceWait> waits;    // on a GPU

    double milliseconds() const { return end.empty() ? 0 : end.back(); }
};

// A lane for each piece, in which it is alone: those of one processor count from 0, as many as it had pieces at once.
std::vector<int> lanes(const Trace& trace);

// Says what of the image the piece covers (Stage::covers): a column or a row of blocks, or a block where the stage
// has as many pieces, `count`, as there are blocks.
void place_piece(TracePiece& piece, const Stage& stage, int count, const Shape& shape, int block);

}  // namespace sweep
