// The launches of a run, and the memory in which their thread blocks note when they ran.
#pragma once

#include <vector>

#include "gpu/device/block_trace.cuh"

namespace sweep::gpu {

// Which pixels the thread blocks of a launch filter, for the record of a run.
struct Cover {
    enum Kind {
        nothing,  // no pixels of their own
        tiles,    // thread block b the tile b, row after row of tiles; a channel after the other
        columns,  // thread block (n, channel) the columns of tile n, from the top to the bottom
        rows,     // thread block (m, channel) the rows of tile m
        pixels,   // thread block (n, m) the tile there
        taken     // those that it takes: BlockTrace::takes()
    };
    Kind kind = nothing;
    int width = 0, height = 0;  // of a tile
    int across = 0, count = 0;  // tiles of a row, and all of a channel
    int left = 0, top = 0;      // pixels of the first tiles that lie before the image
    bool backwards = false;     // the last tile is that of the first thread block
    bool down = false;          // tiles follow each other down the columns: `across` counts those of a column

    static Cover of_tiles(int side, int across, int down) {
        return {tiles, side, side, across, across * down};
    }
    static Cover of_columns(int width) { return {columns, width}; }
    static Cover of_rows(int height) { return {rows, 0, height}; }
    Cover reversed() const {
        Cover cover = *this;
        cover.backwards = true;
        return cover;
    }
};

class LaunchRecord {
  public:
    struct Launch {
        dim3 grid;
        Cover cover;
        int stage;
        bool overlaps;  // it may have begun before the launch before it had ended, and waited for that
        std::size_t first_block, first_taken;  // in the memory
        std::size_t blocks() const { return std::size_t(grid.x) * grid.y; }
    };

    int stage = 0;                 // of the launches that follow
    BlockTimes* blocks = nullptr;  // device memory for all launches; null: they are only counted
    TakenBlock* taken = nullptr;

    // Notes a launch, and returns where its thread blocks note.
    TraceLog add(dim3 grid, const Cover& cover, bool overlaps) {
        const Launch launch{grid, cover, stage, overlaps, all_blocks_, all_taken_};
        const bool takes = cover.kind == Cover::taken;
        launches_.push_back(launch);
        all_blocks_ += launch.blocks();
        if (takes) all_taken_ += std::size_t(cover.count);
        if (!blocks) return {};
        return {blocks + launch.first_block, takes ? taken + launch.first_taken : nullptr};
    }
    const std::vector<Launch>& launches() const { return launches_; }
    std::size_t all_blocks() const { return all_blocks_; }
    std::size_t all_taken() const { return all_taken_; }

  private:
    std::vector<Launch> launches_;
    std::size_t all_blocks_ = 0, all_taken_ = 0;
};

}  // namespace sweep::gpu
