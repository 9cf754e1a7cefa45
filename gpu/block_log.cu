#include "gpu/block_log.cuh"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/error.h"
#include "core/problem/algorithms.h"
#include "gpu/device/check.h"
#include "gpu/device/device_buffer.h"

namespace sweep::gpu {
namespace {

constexpr unsigned usual_capacity = 4096;  // events of a multiprocessor

// What one thread block has noted.
struct Noted {
    unsigned long long begin = ~0ull, end = 0;
    unsigned processor = 0;
    std::vector<TraceEvent> covers, waits;  // in the order of time
};

void clip(TracePiece& piece, const TraceEvent& at, const Shape& shape) {
    const int x0 = std::clamp(at.x, 0, shape.width), x1 = std::clamp(at.x + at.width, x0, shape.width),
              y0 = std::clamp(at.y, 0, shape.height), y1 = std::clamp(at.y + at.height, y0, shape.height);
    if (x0 == x1 || y0 == y1) return;
    piece.x = x0, piece.width = x1 - x0, piece.y = y0, piece.height = y1 - y0, piece.channel = at.channel;
}

}  // namespace

std::vector<TraceEvent> events_of(cudaStream_t stream, int multiprocessors,
                                  const std::function<void(const TraceLog&)>& run) {
    const std::size_t lists = std::size_t(multiprocessors);
    DeviceBuffer<unsigned> device_counts(lists);
    std::vector<unsigned> counts(lists);
    for (unsigned capacity = usual_capacity;;) {
        DeviceBuffer<TraceEvent> events(lists * capacity);
        check(cudaMemsetAsync(device_counts.data(), 0, device_counts.bytes(), stream));
        run({events.data(), device_counts.data(), unsigned(lists), capacity});
        check(cudaMemcpyAsync(counts.data(), device_counts.data(), device_counts.bytes(),
                              cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        if (const unsigned most = *std::max_element(counts.begin(), counts.end()); most > capacity) {
            capacity = most + most / 4;  // another run may place its blocks differently
            continue;
        }
        std::vector<TraceEvent> all(std::accumulate(counts.begin(), counts.end(), std::size_t(0)));
        for (std::size_t list = 0, first = 0; list < lists; first += counts[list++])
            check(cudaMemcpyAsync(all.data() + first, events.data() + list * capacity,
                                  counts[list] * sizeof(TraceEvent), cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        return all;
    }
}

Trace trace_of(const Job& job, const std::vector<int>& stages, const std::vector<TraceEvent>& events) {
    std::map<unsigned long long, std::map<unsigned, Noted>> launches;
    for (const TraceEvent& event : events) {
        Noted& block = launches[event.launch][event.block];
        block.begin = std::min(block.begin, event.nanoseconds);
        block.processor = event.processor;
        if (event.moment == TraceMoment::ends) block.end = std::max(block.end, event.nanoseconds);
        if (event.moment == TraceMoment::covers) block.covers.push_back(event);
        if (event.moment == TraceMoment::waits || event.moment == TraceMoment::goes_on)
            block.waits.push_back(event);
    }
    if (launches.size() != stages.size())
        throw Error(ExitCode::failed,
                    "the record of the run is not complete: not every kernel has noted its blocks");
    unsigned long long start = ~0ull;
    for (const auto& [number, blocks] : launches)
        for (const auto& [index, block] : blocks) start = std::min(start, block.begin);
    const auto since_start = [start](unsigned long long at) { return 1e-6 * double(at - start); };
    const auto earlier = [](const TraceEvent& a, const TraceEvent& b) {
        return a.nanoseconds < b.nanoseconds;
    };

    Trace trace;
    trace.shape = job.problem.shape;
    trace.block = job.block;
    trace.algorithm = algorithm_name(job.problem);
    trace.stages = job.stages;
    trace.begin.assign(job.stages.size(), -1);
    trace.end.assign(job.stages.size(), -1);
    std::vector<int> numbers(job.stages.size());  // of the pieces of a stage
    for (std::size_t k = 0; auto& [launch, blocks] : launches) {
        const int stage = stages[k++], first = numbers[std::size_t(stage)];
        for (auto& [index, block] : blocks) {
            std::stable_sort(block.covers.begin(), block.covers.end(), earlier);
            std::stable_sort(block.waits.begin(), block.waits.end(), earlier);
            TracePiece piece;
            piece.stage = stage;
            piece.processor = int(block.processor);
            piece.number = first + int(index);
            piece.begin = since_start(block.begin);
            for (std::size_t i = 0; i < std::max<std::size_t>(block.covers.size(), 1); ++i) {
                if (i > 0) piece.begin = piece.end;
                piece.end =
                    since_start(i + 1 < block.covers.size() ? block.covers[i + 1].nanoseconds : block.end);
                if (i < block.covers.size()) clip(piece, block.covers[i], trace.shape);
                trace.pieces.push_back(piece);
            }
            for (std::size_t i = 0; i + 1 < block.waits.size(); i += 2)
                trace.waits.push_back({stage, piece.processor, piece.number,
                                       since_start(block.waits[i].nanoseconds),
                                       since_start(block.waits[i + 1].nanoseconds)});
            double &begin = trace.begin[std::size_t(stage)], &end = trace.end[std::size_t(stage)];
            begin = begin < 0 ? since_start(block.begin) : std::min(begin, since_start(block.begin));
            end = std::max(end, since_start(block.end));
            numbers[std::size_t(stage)] = std::max(numbers[std::size_t(stage)], first + int(index) + 1);
        }
    }
    // The kernels of cuFFT, and copies, note nothing: they ran between their neighbours.
    for (std::size_t k = 0; k < trace.end.size(); ++k) {
        if (trace.end[k] >= 0) continue;
        trace.begin[k] = k > 0 ? trace.end[k - 1] : 0;
        const auto next = std::find_if(trace.begin.begin() + std::ptrdiff_t(k) + 1, trace.begin.end(),
                                       [](double at) { return at >= 0; });
        trace.end[k] = next == trace.begin.end() ? trace.begin[k] : std::max(*next, trace.begin[k]);
    }
    std::stable_sort(trace.pieces.begin(), trace.pieces.end(),
                     [](const TracePiece& a, const TracePiece& b) { return a.begin < b.begin; });
    return trace;
}

}  // namespace sweep::gpu
