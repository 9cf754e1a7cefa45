#include <array>

#include "app/lessons/figures/figure.h"

namespace sweep::app {
namespace {

constexpr std::array<FigureInfo, figure_words.size()> infos{{
    {Figure::boundaries, "What lies beyond the edge", "[N16] fig. 2",
     "First, what each boundary assumes around the picture. Look at the edges of the results: zeros darken "
     "them, a repeated picture brings in what lies at the other side. What the filter takes away shows false "
     "edges wherever the extension jumps; a mirror never does.",
     true, true, make_boundaries},
    {Figure::seam, "Tiles and their seams", "[N16] fig. 3",
     "The picture, made small, is faded into itself, so that copies of it fit together. It is filtered once "
     "and laid 2 x 2: the cross in the middle is the seam. Only the boundary repeat knows the neighbours and "
     "leaves none.",
     true, true, make_seam},
    {Figure::headline, "The same time at any sigma", "[N11] fig. 6, [N16] fig. 11",
     "The recursive filter's line is flat: each pixel costs as much at any sigma. Direct convolution "
     "multiplies with every tap, and its line rises with sigma. Both are measured on this machine while one "
     "looks.",
     false, false, make_headline},
    {Figure::throughput, "Throughput against size", "[N11] fig. 4 to 6, [N16] fig. 8",
     "All algorithms of this engine that solve this problem, as they are measured, one size after the other. "
     "Up is faster. Small pictures do not keep all processors busy; large ones leave the caches.",
     false, true, make_throughput},
    {Figure::padding, "What padding costs", "[N16] fig. 1, 9",
     "A filter may start from zero some samples outside the picture, over padding. Its error falls with "
     "every sigma of padding, and each costs samples around the whole picture. The exact extension has "
     "neither.",
     true, true, make_padding},
    {Figure::resampling, "Eight times smaller, and large again", "[N16] fig. 4",
     "Splines of a higher degree are smoother, and without their recursive prefilter they blur. With it they "
     "go through the samples: detail comes back, and light and dark fringes with it. Look at fine detail, "
     "and at the edges under other boundaries.",
     true, false, make_resampling},
    {Figure::matrices, "A block, as matrices", "[N11] (11) to (34), fig. 2",
     "All that a filter does to a block is three sums of products. The columns of A_FB are the impulse "
     "response, shifted; A_FP is how a block forgets what entered it. Only prologues and epilogues, r "
     "numbers each, pass from block to block.",
     false, true, make_matrices},
    {Figure::costs, "What each algorithm costs", "[N11] table 1",
     "Overlapping trades steps for traffic: from RT to 5 a pixel takes more steps of a core, and the image is read and "
     "written less often. Look whether the times follow the steps or the traffic on this machine.",
     false, true, make_costs},
    {Figure::steps, "The time of each step", "[N16] fig. 7",
     "The same image by filters of order 1 to 5. The paper found that step 5.3 explodes with the order, "
     "that 6 mends it by splitting it, and that 4 grows least, since it reads more and computes less. Look "
     "whether it is so here.",
     false, false, make_steps},
}};

}  // namespace

std::span<const FigureInfo> figures() {
    return infos;
}

const FigureInfo& info(Figure figure) {
    return infos[std::size_t(figure)];
}

}  // namespace sweep::app
