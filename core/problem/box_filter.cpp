#include "core/problem/box_filter.h"

namespace sweep {

BoxFilter box_filter(const Problem& p) {
    BoxFilter box{{p.boundary.kind, p.shape.width, p.filter.box_along_rows()},
                  {p.boundary_of_columns().kind, p.shape.height, p.filter.box_down_columns()},
                  {}};
    // Where both are constants they are the same.
    const Boundary& known = p.boundary.kind == BoundaryKind::constant ? p.boundary : p.boundary_of_columns();
    for (std::size_t c = 0; c < std::size_t(p.shape.channels); ++c) box.outside[c] = known.outside(c);
    return box;
}

}  // namespace sweep
