// Overlapped blocks ([N11] section 5, algorithm 5) of a recursion of order 1 in double, with what a student's kernels
// may lack: the carries of all passes are computed from blocks that begin from zero, and completed afterwards.
#pragma once

#include "app/lab/picture.h"

namespace sweep::app {

// What is wrong, in the words of [N11]: prologues P, epilogues E, and of the rows PT and ET.
struct BlockSlips {
    double h_factor = 1;   // of what a prologue adds to the epilogue that comes back
    bool whole_h = false;  // the last block, which is not full, takes the h of a full one
    bool own_prologue =
        false;  // an epilogue takes the prologue of its own block, and not what entered the block
    bool no_down = false, no_up = false;     // the share of P, of E, in PT and ET
    bool no_right = false, no_left = false;  // PT, ET get no share of the columns
    bool replaces = false;                   // PT and ET become that share: what was there is lost
    bool last_no_down = false, last_no_up = false, last_no_right = false, last_no_left = false;  // at the end
};

// Down and up, and where `rows` right and left: y[n] = g x[n] + a y[n-1], in blocks of `side`.
LabPicture run_blocks(const LabPicture& in, double g, double a, int side, bool rows, const BlockSlips& slips);

}  // namespace sweep::app
