// Which problems algorithm 8 has beyond the chip, and for which it is faster than algorithm 7.
#pragma once

#include <algorithm>

#include "core/families/resident.h"
#include "core/plan/job.h"
#include "gpu/tuning/device_limits.h"
#include "gpu/tuning/stream.h"

namespace sweep::gpu {

inline int stream_reach(const Job& job) {
    return std::max(stream_reach(job.design.columns, job.problem.shape.height),
                    stream_reach(job.design.rows, job.problem.shape.width));
}

// The tiles, in the order in which they are filtered, from one to the last whose dots it waits for: the strips below
// it that a column remembers, and the tiles beside it that a row does.
inline std::int64_t stream_distance(const Job& job) {
    const Shape& shape = job.problem.shape;
    const int across = (shape.width + stream_side - 1) / stream_side;
    return std::int64_t(stream_reach(job.design.columns, shape.height)) * across +
           stream_reach(job.design.rows, shape.width);
}

// The shared memory of a thread block: its tiles, and less than a kilobyte of barriers.
inline constexpr int stream_shared_bytes = tuning::Stream::tiles * stream_side * stream_side * 4 + 1024;

// True for float32 planes, filtered by all four passes by kernels that are there. They hold
// so many tiles that none waits for one that finds no room; a slot is left for the next tile to come.
inline bool stream_fits(const Job& job, const DeviceLimits& limits) {
    const Problem& p = job.problem;
    const int columns = stream_reach(job.design.columns, p.shape.height),
              rows = stream_reach(job.design.rows, p.shape.width);
    return job.design.order() <= most_stream_order && !job.design.feeds_forward() &&
           takes_bulk_copies(p, limits) && p.method.memory == Memory::linear && p.passes == all_passes &&
           stream_reach(job) <= most_stream_reach &&
           (columns == 0 || streams_by(p.boundary.kind, p.shape.height, columns)) &&
           (rows == 0 || streams_by(p.boundary.kind, p.shape.width, rows)) &&
           limits.shared_bytes_per_block >= stream_shared_bytes &&
           stream_distance(job) < std::int64_t(limits.multiprocessors) * (tuning::Stream::tiles - 1);
}

// True if the image stays on the chip, where there is room. What it does not have there (gpu/resident/resident.cuh)
// is one axis and reflect101; mirrored lines, which it would scan twice, stream if they can.
inline bool is_to_stay(const Job& job, const DeviceLimits& limits) {
    const BoundaryKind boundary = job.problem.boundary.kind;
    return job.problem.filter.axes == Axes::both && !turns_on_sample(boundary) &&
           !(runs_back(boundary) && stream_fits(job, limits));
}

inline bool stream_wins(const Job& job, const DeviceLimits& limits) {
    using tuning::Stream;
    return stream_fits(job, limits) && stream_reach(job) <= Stream::most_reach &&
           double(stream_distance(job)) <= Stream::most_share * limits.multiprocessors * Stream::tiles;
}

}  // namespace sweep::gpu
