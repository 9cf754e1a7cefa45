// The table of boundaries: what each is called, how it continues a line, and what follows from that.
//
// A new boundary is an enumerator, a row, and its answer to each question below; a closed form, where it has one, is in
// core/blocks/extension.h. Command line, keys, panels, lists and tests follow the rows, and engines ask the questions.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/base/host_device.h"

namespace sweep {

// What lies outside the image. Every kind but `none` extends the input without end, and the filter's result on that
// extension is exact ([N16] section 4). Under `none` each pass starts at its edge from a zero state ([N11]).
enum class BoundaryKind { none, zero, constant, clamp, repeat, mirror, reflect101 };

struct BoundaryInfo {
    BoundaryKind kind;
    std::string_view word;   // on the command line: "constant"
    std::string_view usage;  // the word with its value, as help and refusals write it: "constant:V"
    std::string_view text;   // one line: how it continues the image
    int library;  // its number in sweep_boundary (lib/sweep.h), which stays when boundaries are added
    std::string_view label;  // at the margin of a picture: "clamp: the edge pixel is repeated"
    std::array<std::string_view, 3> synonyms = {};  // what other programs call it
};

// All boundaries, in the order of BoundaryKind.
inline constexpr std::array boundary_table{
    BoundaryInfo{.kind = BoundaryKind::none,
                 .word = "none",
                 .usage = "none",
                 .text = "every pass starts at its edge from zero state ([N11])",
                 .library = 0,
                 .label = "no boundary: starts from zero"},
    BoundaryInfo{.kind = BoundaryKind::zero,
                 .word = "zero",
                 .usage = "zero",
                 .text = "the image continues with zeros, exact ([N16])",
                 .library = 1,
                 .label = "zero beyond the edge"},
    BoundaryInfo{.kind = BoundaryKind::constant,
                 .word = "constant",
                 .usage = "constant:V",
                 .text = "the image continues with V, or with V1,V2,.. per channel, in the units that are "
                         "filtered, exact",
                 .library = 2,
                 .label = "a constant beyond the edge"},
    BoundaryInfo{.kind = BoundaryKind::clamp,
                 .word = "clamp",
                 .usage = "clamp",
                 .text = "the image continues with the nearest edge pixel, exact",
                 .library = 3,
                 .label = "clamp: the edge pixel is repeated",
                 .synonyms = {"edge", "nearest", "replicate"}},
    BoundaryInfo{.kind = BoundaryKind::repeat,
                 .word = "repeat",
                 .usage = "repeat",
                 .text = "the image repeats, as a tile does",
                 .library = 4,
                 .label = "repeat: periodic extension",
                 .synonyms = {"wrap", "periodic"}},
    BoundaryInfo{.kind = BoundaryKind::mirror,
                 .word = "mirror",
                 .usage = "mirror",
                 .text = "the image is mirrored at its edges (half-sample: .. x1 x0 | x0 x1 ..)",
                 .library = 5,
                 .label = "mirror: even-periodic extension",
                 .synonyms = {"reflect", "symmetric"}},
    BoundaryInfo{.kind = BoundaryKind::reflect101,
                 .word = "reflect101",
                 .usage = "reflect101",
                 .text = "the image is mirrored at its edge pixels (whole-sample: .. x2 x1 | x0 x1 ..)",
                 .library = 7,
                 .label = "reflect101: mirrored at the edge pixel",
                 .synonyms = {"whole-sample"}},
};

// The boundaries that panel and keys offer, in this order; `constant:V` comes from the command line.
inline constexpr std::array offered_boundaries{BoundaryKind::clamp,      BoundaryKind::mirror,
                                               BoundaryKind::reflect101, BoundaryKind::repeat,
                                               BoundaryKind::zero,       BoundaryKind::none};

constexpr bool boundaries_are_in_order() {
    for (std::size_t i = 0; i < boundary_table.size(); ++i)
        if (boundary_table[i].kind != BoundaryKind(i)) return false;
    return true;
}
static_assert(boundaries_are_in_order());

constexpr const BoundaryInfo& info(BoundaryKind kind) {
    return boundary_table[std::size_t(kind)];
}

// "repeat and mirror": the boundaries for which `has` is true, the last one after `joint`.
template <class Has>
std::string list_of_boundaries(const Has& has, std::string_view joint = ", ") {
    std::string list;
    std::string_view last;
    for (const BoundaryInfo& b : boundary_table) {
        if (!has(b.kind)) continue;
        if (!last.empty()) list.append(list.empty() ? "" : ", ").append(last);
        last = b.usage;
    }
    return list.append(list.empty() ? "" : joint).append(last);
}

// The questions. Kernels ask them too, and so they are no members of the rows.

// Whether anything continues the line.
SWEEP_HD constexpr bool is_extended(BoundaryKind kind) {
    return kind != BoundaryKind::none;
}
// Whether the line's own first and last sample continue it, each on its side.
SWEEP_HD constexpr bool continues_by_edge(BoundaryKind kind) {
    return kind == BoundaryKind::clamp;
}
// Whether the line's other end follows its end.
SWEEP_HD constexpr bool wraps_around(BoundaryKind kind) {
    return kind == BoundaryKind::repeat;
}
// Whether the line runs back at its end, in its own samples, so that F and R meet it in either direction.
SWEEP_HD constexpr bool runs_back(BoundaryKind kind) {
    return kind == BoundaryKind::mirror || kind == BoundaryKind::reflect101;
}
// Whether the line turns on its first and its last sample, which stand there once, and not behind them.
SWEEP_HD constexpr bool turns_on_sample(BoundaryKind kind) {
    return kind == BoundaryKind::reflect101;
}
// Whether the first and the last sample count apart from what the passes make of the line.
SWEEP_HD constexpr bool reads_edge_samples(BoundaryKind kind) {
    return continues_by_edge(kind) || turns_on_sample(kind);
}
// Whether the line comes back to its first sample, as it does after line_period() samples.
SWEEP_HD constexpr bool is_periodic(BoundaryKind kind) {
    return wraps_around(kind) || runs_back(kind);
}
// Whether a constant continues the line at either end: a given one, or the sample at that end.
SWEEP_HD constexpr bool continues_by_constants(BoundaryKind kind) {
    return is_extended(kind) && !is_periodic(kind);
}
template <class Index>
SWEEP_HD constexpr Index line_period(BoundaryKind kind, Index n) {
    if (turns_on_sample(kind)) return n > 1 ? 2 * n - 2 : n;
    return runs_back(kind) ? 2 * n : n;
}
// The index of the sample at place i of a period of a line of n, 0 <= i < line_period().
template <class Index>
SWEEP_HD constexpr Index index_in_period(BoundaryKind kind, Index i, Index n) {
    if (i < n) return i;
    return line_period(kind, n) - (turns_on_sample(kind) ? 0 : 1) - i;
}
// Whether a constant line continues as itself. Otherwise a number that no sample tells, Boundary::outside(), continues
// each line, or nothing does; a datum is chosen for it (core/problem/datum.h).
constexpr bool keeps_constants(BoundaryKind kind) {
    return continues_by_edge(kind) || is_periodic(kind);
}

// The index of the sample of a line of n that stands at place i of its extension, for any i. -1 outside the
// line under none, zero and constant, where no sample does.
template <class Index>
SWEEP_HD constexpr Index extended_index(BoundaryKind boundary, Index i, Index n) {
    if (i >= 0 && i < n) return i;
    switch (boundary) {
        case BoundaryKind::clamp:
            return i < 0 ? 0 : n - 1;
        case BoundaryKind::repeat: {
            const Index r = i % n;
            return r < 0 ? r + n : r;
        }
        case BoundaryKind::mirror:
        case BoundaryKind::reflect101: {
            const Index period = line_period(boundary, n), r = i % period;
            return index_in_period(boundary, r < 0 ? r + period : r, n);
        }
        default:
            return -1;
    }
}

// The number at place i of the extension of `line`, which `outside` continues where no sample does.
template <class Number>
Number extended_sample(BoundaryKind boundary, std::span<const Number> line, std::ptrdiff_t i,
                       Number outside) {
    const std::ptrdiff_t from = extended_index(boundary, i, std::ptrdiff_t(line.size()));
    return from < 0 ? outside : line[std::size_t(from)];
}

}  // namespace sweep
