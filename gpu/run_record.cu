#include "gpu/run_record.cuh"

#include <algorithm>
#include <vector>

#include "core/families/algorithms.h"
#include "gpu/device/device_buffer.h"

namespace sweep::gpu {
namespace {

// Gives the piece the tile at column n and row m of tiles, as far as it lies in the image.
void place(TracePiece& piece, const Cover& cover, int m, int n, int channel, const Shape& shape) {
    const int x = n * cover.width - cover.left, y = m * cover.height - cover.top;
    const int x0 = std::clamp(x, 0, shape.width), y0 = std::clamp(y, 0, shape.height);
    const int x1 = cover.width > 0 ? std::clamp(x + cover.width, x0, shape.width) : shape.width,
              y1 = cover.height > 0 ? std::clamp(y + cover.height, y0, shape.height) : shape.height;
    if (x0 == x1 || y0 == y1) return;
    piece.x = x0, piece.width = x1 - x0, piece.y = y0, piece.height = y1 - y0, piece.channel = channel;
}

void place(TracePiece& piece, const LaunchRecord::Launch& launch, int block, const Shape& shape) {
    const Cover& cover = launch.cover;
    const int along = block % int(launch.grid.x), second = block / int(launch.grid.x);
    switch (cover.kind) {
        case Cover::tiles: {
            const int tile = cover.backwards ? int(launch.blocks()) - 1 - block : block,
                      of_channel = tile % cover.count;
            const int outer = of_channel / cover.across, inner = of_channel % cover.across;
            return place(piece, cover, cover.down ? inner : outer, cover.down ? outer : inner,
                         tile / cover.count, shape);
        }
        case Cover::columns:
            return place(piece, cover, 0, along, second, shape);
        case Cover::rows:
            return place(piece, cover, along, 0, second, shape);
        case Cover::pixels:
            return place(piece, cover, second, along, 0, shape);
        case Cover::nothing:
        case Cover::taken:
            return;
    }
}

class Assembly {
  public:
    Assembly(const Job& job, const std::vector<BlockTimes>& blocks, const std::vector<TakenBlock>& taken)
        : blocks_(blocks), taken_(taken) {
        trace_.shape = job.problem.shape;
        trace_.block = job.block;
        trace_.algorithm = algorithm_name(job.problem);
        trace_.stages = job.stages;
        trace_.begin.assign(job.stages.size(), -1);
        trace_.end.assign(job.stages.size(), -1);
        numbers_.assign(job.stages.size(), 0);
        for (const BlockTimes& block : blocks_) start_ = std::min(start_, block.begin);
    }

    void add(const LaunchRecord::Launch& launch) {
        const auto stage = std::size_t(launch.stage);
        unsigned long long end = 0;
        for (std::size_t b = 0; b < launch.blocks(); ++b) {
            const BlockTimes& times = blocks_[launch.first_block + b];
            TracePiece piece;
            piece.stage = launch.stage;
            piece.processor = int(times.processor);
            piece.number = numbers_[stage] + int(b);
            piece.begin = since_start(times.begin);
            piece.end = since_start(times.end);
            trace_.begin[stage] =
                trace_.begin[stage] < 0 ? piece.begin : std::min(trace_.begin[stage], piece.begin);
            trace_.end[stage] = std::max(trace_.end[stage], piece.end);
            if (launch.overlaps && times.begin < before_)
                wait(piece, times.begin, std::min(before_, times.end), TraceWait::For::launch);
            end = std::max(end, times.end);
            place(piece, launch, int(b), trace_.shape);
            if (launch.cover.kind != Cover::taken)
                trace_.pieces.push_back(piece);
            else
                pieces_taken(piece, launch, unsigned(b));
        }
        numbers_[stage] += int(launch.blocks());
        before_ = end;
    }

    Trace finished() {
        // The kernels of cuFFT, and copies, note nothing: they ran between their neighbours.
        for (std::size_t k = 0; k < trace_.end.size(); ++k) {
            if (trace_.end[k] >= 0) continue;
            trace_.begin[k] = k > 0 ? trace_.end[k - 1] : 0;
            const auto next = std::find_if(trace_.begin.begin() + std::ptrdiff_t(k) + 1, trace_.begin.end(),
                                           [](double at) { return at >= 0; });
            trace_.end[k] = next == trace_.begin.end() ? trace_.begin[k] : std::max(*next, trace_.begin[k]);
        }
        std::stable_sort(trace_.pieces.begin(), trace_.pieces.end(),
                         [](const TracePiece& a, const TracePiece& b) { return a.begin < b.begin; });
        return std::move(trace_);
    }

  private:
    double since_start(unsigned long long at) const { return 1e-6 * double(at - start_); }
    void wait(const TracePiece& piece, unsigned long long from, unsigned long long to, TraceWait::For what) {
        trace_.waits.push_back(
            {piece.stage, piece.processor, piece.number, since_start(from), since_start(to), what});
    }
    void wait(const TracePiece& piece, const TakenBlock& block, WaitMark begin, WaitMark end,
              TraceWait::For what) {
        if (const auto from = block.marks[int(begin)], to = block.marks[int(end)]; from > 0 && to > 0)
            wait(piece, from, to, what);
    }
    // A piece for each block of the image that this thread block took: one after the other, or until it gave each back.
    void pieces_taken(TracePiece piece, const LaunchRecord::Launch& launch, unsigned by) {
        std::vector<int> own;
        const auto first = taken_.begin() + std::ptrdiff_t(launch.first_taken);
        for (int i = 0; i < launch.cover.count; ++i)
            if (first[i].time > 0 && first[i].by == by) own.push_back(i);
        std::sort(own.begin(), own.end(), [&](int a, int b) { return first[a].time < first[b].time; });
        const double end = piece.end;
        for (std::size_t i = 0; i < own.size(); ++i) {
            const TakenBlock& block = first[own[i]];
            if (block.end > 0) piece.number = own[i];
            if (i > 0 || block.end > 0) piece.begin = since_start(block.time);
            piece.end = block.end > 0        ? since_start(block.end)
                        : i + 1 < own.size() ? since_start(first[own[i + 1]].time)
                                             : end;
            place(piece, launch.cover, own[i] / launch.cover.across, own[i] % launch.cover.across, 0,
                  trace_.shape);
            trace_.pieces.push_back(piece);
            wait(piece, block, WaitMark::columns_begin, WaitMark::columns_end, TraceWait::For::columns);
            wait(piece, block, WaitMark::rows_begin, WaitMark::rows_end, TraceWait::For::rows);
        }
    }

    const std::vector<BlockTimes>& blocks_;
    const std::vector<TakenBlock>& taken_;
    Trace trace_;
    std::vector<int> numbers_;                       // thread blocks of each stage so far
    unsigned long long start_ = ~0ull, before_ = 0;  // before_: the end of the launch before
};

}  // namespace

Trace recorded(const Job& job, cudaStream_t stream, const std::function<void(LaunchRecord&)>& run) {
    LaunchRecord counted;
    run(counted);
    DeviceBuffer<BlockTimes> blocks(counted.all_blocks());
    DeviceBuffer<TakenBlock> taken(std::max<std::size_t>(counted.all_taken(), 1));
    check(cudaMemsetAsync(blocks.data(), 0, blocks.bytes(), stream));
    check(cudaMemsetAsync(taken.data(), 0, taken.bytes(), stream));
    LaunchRecord record;
    record.blocks = blocks.data();
    record.taken = taken.data();
    run(record);
    const std::vector<BlockTimes> times = blocks.download(stream);
    const std::vector<TakenBlock> blocks_taken = taken.download(stream);
    Assembly assembly(job, times, blocks_taken);
    for (const LaunchRecord::Launch& launch : record.launches()) assembly.add(launch);
    return assembly.finished();
}

}  // namespace sweep::gpu
