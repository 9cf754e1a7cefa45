// The passes of a recursion over a picture in double, as they should be and with mistakes.
#pragma once

#include <vector>

#include "app/lab/picture.h"

namespace sweep::app {

// What is wrong with those passes that PassRun::at names.
enum class Slip {
    none,
    no_carries,     // each block begins from zero
    late_carries,   // each block begins from what the block before left alone, before its own carry was added
    stale_carries,  // each block begins from what stood at the beginning of the block before
    short_carries,  // each block begins from what the two blocks before left, as if those began from zero
    raw_carries,    // late ones, of a block in which the pass before had no carries either
    blind_carries,  // complete ones, of blocks in which the pass before had no carries
    kept,           // each line begins from what the pass before left
    clamp,          // each line begins as if its first sample went on before it
    left_out,
    turned  // runs in the other direction
};

struct PassRun {
    std::vector<int> passes;
    std::vector<double> c;  // g, d1, d2 ..
    int blocks = 0;         // of the question: each block begins from zero
    Slip slip = Slip::none;
    unsigned at = 0;         // a bit for each place in `passes`
    int block = 0;           // of the slip
    bool is_padded = false;  // with zeros, to whole blocks
};

LabPicture run_passes(const LabPicture& in, const PassRun& run);

}  // namespace sweep::app
