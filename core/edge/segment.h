// What a segment of a line, a block or several, does to what enters it from either side: the algebra of passes of
// order 1 whose weights differ from sample to sample (ARCHITECTURE.md, "Weights that follow a guide").
#pragma once

#include <cmath>
#include <utility>

#include "core/base/host_device.h"
#include "core/edge/edge_filter.h"

namespace sweep {

// Of samples x_0 .. x_(b-1), with w_0 before the first and w_b behind the last. P enters from before, E from behind:
//
//     leaving behind      P' = Y + W (P - r)                      W = w_0 .. w_(b-1)
//     leaving in front    E' = Z + H (P - r) + U (E - s)          U = w_1 .. w_b,  H: what goes down and comes back up
//
// Y and Z are what leaves where the levels r and s enter. Levels are samples nearby, so that what is flat stays so to
// the last bit. A weight of 0 is not multiplied: behind a hole nothing is read of it.
struct Segment {
    double r = 0, s = 0, Y = 0, W = 1, Z = 0, H = 0, U = 1;

    SWEEP_HD double behind(double P) const { return Y + part(W, P - r); }
    SWEEP_HD double in_front(double P, double E) const { return Z + part(H, P - r) + part(U, E - s); }

    // This one and the one that follows it, as one.
    SWEEP_HD Segment and_then(const Segment& next) const {
        const double back = part(U, next.in_front(Y, next.s) - s);
        return {.r = r,
                .s = next.s,
                .Y = next.behind(Y),
                .W = W * next.W,
                .Z = Z + back,
                .H = H + U * next.H * W,
                .U = U * next.U};
    }

  private:
    SWEEP_HD static double part(double weight, double value) { return weight == 0 ? 0 : weight * value; }
};

// What enters a whole line at its front: P. `first`: its first sample.
// Under mirror, `line` and the same line read backwards follow each other without end, so that each leaves what enters
// the other; under zero and clamp `line` and `backwards` do not matter.
SWEEP_HD inline double enter_front(BoundaryKind boundary, double first, const Segment& line,
                                   const Segment& backwards) {
    if (boundary != BoundaryKind::mirror) return boundary == BoundaryKind::zero ? 0 : first;
    const double around = backwards.behind(line.behind(line.r)), both = line.W * backwards.W;
    return line.r + (around - line.r) / (1 - both);
}

// What enters it from behind under mirror, where P enters in front: E.
SWEEP_HD inline double enter_mirrored_back(double P, const Segment& line, const Segment& backwards) {
    const double around = backwards.in_front(line.behind(P), line.in_front(P, line.s)),
                 both = line.U * backwards.U;
    return line.s + (around - line.s) / (1 - both);
}

// What enters it from behind: E. `last`: its last sample, P: what entered in front, a: the weight beyond the edges.
inline double enter_back(BoundaryKind boundary, double last, double P, double a, const Segment& line,
                         const Segment& backwards) {
    if (boundary == BoundaryKind::mirror) return enter_mirrored_back(P, line, backwards);
    return behind_last(line.behind(P), boundary == BoundaryKind::zero ? 0.0 : last, a);
}

}  // namespace sweep
