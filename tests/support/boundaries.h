// Boundaries for tests, from the table of all: those of which a question (core/filter/boundaries.h) has an answer.
#pragma once

#include <algorithm>
#include <vector>

#include "core/filter/boundaries.h"

namespace sweep::test {

template <class Question>
std::vector<BoundaryKind> boundaries_where(const Question& question, bool answer = true) {
    std::vector<BoundaryKind> kinds;
    for (const BoundaryInfo& b : boundary_table)
        if (question(b.kind) == answer) kinds.push_back(b.kind);
    return kinds;
}

inline std::vector<BoundaryKind> all_boundaries() {
    return boundaries_where([](BoundaryKind) { return true; });
}

inline std::vector<BoundaryKind> boundaries_but(BoundaryKind left_out) {
    return boundaries_where([=](BoundaryKind kind) { return kind != left_out; });
}

// Algorithms 8 and halo, and most published ones, do not have reflect101.
inline std::vector<BoundaryKind> but_reflect101(std::vector<BoundaryKind> kinds) {
    std::erase(kinds, BoundaryKind::reflect101);
    return kinds;
}

// The sample of a line of n that stands at place i of its extension; -1: none of them. Every boundary says here a
// second time what it means, in words that share nothing with extended_index().
inline int continued(BoundaryKind boundary, int i, int n) {
    const int around = (i % (2 * n) + 2 * n) % (2 * n);
    switch (boundary) {
        case BoundaryKind::clamp:
            return std::clamp(i, 0, n - 1);
        case BoundaryKind::repeat:
            return around % n;
        case BoundaryKind::mirror:
            return around < n ? around : 2 * n - 1 - around;
        case BoundaryKind::reflect101:
            while (n > 1 && (i < 0 || i >= n)) i = i < 0 ? -i : 2 * (n - 1) - i;
            return n > 1 ? i : 0;
        default:
            return i >= 0 && i < n ? i : -1;
    }
}

}  // namespace sweep::test
