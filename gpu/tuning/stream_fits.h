// Which problems algorithm 8 has beyond the chip, and for which it is faster than algorithm 7.
#pragma once

#include <algorithm>

#include "core/families/chip/resident.h"
#include "core/problem/designed_problem.h"
#include "gpu/tuning/device_limits.h"
#include "gpu/tuning/stream.h"

namespace sweep::gpu {

inline int stream_reach(const DesignedProblem& asked) {
    return std::max(stream_reach(asked.design.columns, asked.problem.shape.height),
                    stream_reach(asked.design.rows, asked.problem.shape.width));
}

// The tiles, in the order in which they are filtered, from one to the last whose dots it waits for: the strips below
// it that a column remembers, and the tiles beside it that a row does.
inline std::int64_t stream_distance(const DesignedProblem& asked) {
    const Shape& shape = asked.problem.shape;
    const int across = (shape.width + stream_side - 1) / stream_side;
    return std::int64_t(stream_reach(asked.design.columns, shape.height)) * across +
           stream_reach(asked.design.rows, shape.width);
}

// The shared memory of a thread block: its tiles, and less than a kilobyte of barriers.
inline constexpr int stream_shared_bytes = tuning::Stream::tiles * stream_side * stream_side * 4 + 1024;

// True for float32 planes, filtered by all four passes by kernels that are there. They hold
// so many tiles that none waits for one that finds no room; a slot is left for the next tile to come.
inline bool stream_fits(const DesignedProblem& asked, const DeviceLimits& limits) {
    const Problem& p = asked.problem;
    const int columns = stream_reach(asked.design.columns, p.shape.height),
              rows = stream_reach(asked.design.rows, p.shape.width);
    return asked.design.order() <= most_stream_order && !asked.design.feeds_forward() &&
           takes_bulk_copies(p, limits) && p.method.memory == Memory::linear && p.passes == all_passes &&
           stream_reach(asked) <= most_stream_reach &&
           (columns == 0 || streams_by(p.boundary.kind, p.shape.height, columns)) &&
           (rows == 0 || streams_by(p.boundary.kind, p.shape.width, rows)) &&
           limits.shared_bytes_per_block >= stream_shared_bytes &&
           stream_distance(asked) < std::int64_t(limits.multiprocessors) * (tuning::Stream::tiles - 1);
}

// True if the image stays on the chip, where there is room. What it does not have there (gpu/resident/resident.cuh)
// is one axis and reflect101; mirrored lines, which it would scan twice, stream if they can.
inline bool is_to_stay(const DesignedProblem& asked, const DeviceLimits& limits) {
    const BoundaryKind boundary = asked.problem.boundary.kind;
    return asked.problem.filter.axes == Axes::both && !turns_on_sample(boundary) &&
           !(runs_back(boundary) && stream_fits(asked, limits));
}

// The tiles of an image that stays on the chip.
inline std::int64_t resident_tiles(const Shape& shape) {
    const auto tiles = [](int n, int side) { return std::int64_t((n + side - 1) / side); };
    return tiles(shape.height, resident_tile_rows) * tiles(shape.width, resident_tile_columns) *
           shape.channels;
}

// True if the image is to stay on the chip, and all its tiles find room there.
inline bool stays_on_chip(const DesignedProblem& asked, const DeviceLimits& limits) {
    return is_to_stay(asked, limits) &&
           limits.hold(resident_tiles(asked.problem.shape), {.algorithm = Algorithm::alg8,
                                                             .order = asked.design.order(),
                                                             .has_zeros = asked.design.feeds_forward()});
}

inline bool stream_wins(const DesignedProblem& asked, const DeviceLimits& limits) {
    using tuning::Stream;
    return stream_fits(asked, limits) && stream_reach(asked) <= Stream::most_reach &&
           double(stream_distance(asked)) <= Stream::most_share * limits.multiprocessors * Stream::tiles;
}

}  // namespace sweep::gpu
