#include <array>

#include "app/figures/figure.h"

namespace sweep::app {
namespace {

constexpr std::array<FigureInfo, figure_words.size()> all{{
    {Figure::boundaries, "What lies beyond the edge", "[N16] fig. 2",
     "Above, what each boundary assumes around the picture. Look at the edges of the results: zeros darken "
     "them, a "
     "repeated picture brings in what lies at the other side. What the filter takes away shows false edges "
     "wherever "
     "the extension jumps; a mirror never does.",
     true, true, make_boundaries},
    {Figure::seam, "Tiles and their seams", "[N16] fig. 3",
     "The picture, made small, is faded into itself, so that copies of it fit together. It is filtered once "
     "and laid 2 x "
     "2: the "
     "cross in the middle is the seam. Only the boundary repeat knows the neighbours and leaves none.",
     true, true, make_seam},
}};

}  // namespace

std::span<const FigureInfo> figures() {
    return all;
}

const FigureInfo& info(Figure figure) {
    return all[std::size_t(figure)];
}

}  // namespace sweep::app
