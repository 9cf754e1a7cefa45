#include "core/problem/box_filter.h"

namespace sweep {

BoxFilter box_filter(const Problem& p) {
    const int r = p.filter.radius;
    BoxFilter box{{p.boundary.kind, p.shape.width, p.filter.axes == Axes::y ? 0 : r},
                  {p.boundary_of_columns().kind, p.shape.height, p.filter.axes == Axes::x ? 0 : r},
                  {}};
    // Where both are constants they are the same.
    const Boundary& known = p.boundary.kind == BoundaryKind::constant ? p.boundary : p.boundary_of_columns();
    for (std::size_t c = 0; c < std::size_t(p.shape.channels); ++c) box.outside[c] = known.outside(c);
    return box;
}

}  // namespace sweep
