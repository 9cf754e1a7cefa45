// When and where the blocks of one run really ran.
#pragma once

#include <string>
#include <vector>

#include "core/problem/problem.h"
#include "core/stages/stages.h"

namespace sweep {

// A piece of work that a processor did without a break: a block, or a line of blocks whose carries it completed.
struct TracePiece {
    int stage = 0;      // index of Trace::stages
    int processor = 0;  // a thread of the CPU
    int number = 0;     // of the piece in its stage, from 0; in each of its loops where it has several
    double begin = 0, end = 0;  // milliseconds since the run began
    int channel = 0;            // of a line of blocks
    // What of the image it covers, in pixels; nothing (width 0) where it covers no part of its own.
    int x = 0, y = 0, width = 0, height = 0;
};

struct Trace {
    Shape shape;
    int block = 0, processors = 0;
    std::string engine, algorithm;
    std::vector<Stage> stages;       // in the order in which they ran
    std::vector<double> begin, end;  // of each stage, in milliseconds
    std::vector<TracePiece> pieces;  // in the order in which they began

    double milliseconds() const { return end.empty() ? 0 : end.back(); }
};

// Says what of the image the piece covers: a block where a stage has as many pieces as blocks, a column or a row of
// blocks where the stage completes carries along it.
void place_piece(TracePiece& piece, Step step, int count, const Shape& shape, int block);

}  // namespace sweep
