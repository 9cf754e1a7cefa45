// What the GPU, the build and the caller allow.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/families/chip/resident.h"
#include "core/problem/problem.h"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// A kernel that needs all thread blocks of an image on the chip at once: of algorithm 8, by its order and whether it
// has zeros, or of sat_one_pass, by what it adds up.
struct ChipKernel {
    Algorithm algorithm;
    int order = 0;
    bool has_zeros = false;
    Sample samples = Sample::f32;
    friend bool operator==(const ChipKernel&, const ChipKernel&) = default;
};

// How many thread blocks of such a kernel a multiprocessor holds. The device is asked once, and not before a decision
// needs the number, since asking loads the kernel.
class HeldBlocks {
  public:
    using Ask = int (*)(const ChipKernel&, int shared_bytes_per_block);
    HeldBlocks(Ask ask = nullptr) : ask_(ask) {}  // without a device: none

    int of(const ChipKernel& kernel, int shared_bytes_per_block) const {
        for (const auto& [known, held] : known_)
            if (known == kernel) return held;
        return known_.emplace_back(kernel, ask_ ? ask_(kernel, shared_bytes_per_block) : 0).second;
    }

  private:
    Ask ask_;
    mutable std::vector<std::pair<ChipKernel, int>> known_;
};

struct DeviceLimits {
    int multiprocessors;
    int shared_bytes_per_block;  // the most that a thread block may ask for
    bool can_overlap;            // programmatic dependent launch
    bool tensor_cores;           // gpu/device/tensor_product.cuh
    int block;                   // the side of the blocks that is asked for; 0: any
    bool bulk_copies;            // gpu/device/bulk_copy.cuh
    bool clusters;               // gpu/device/cluster.cuh
    HeldBlocks held = {};

    // True if so many thread blocks are on the chip at once.
    bool hold(std::int64_t thread_blocks, const ChipKernel& kernel) const {
        return thread_blocks <= std::int64_t(multiprocessors) * held.of(kernel, shared_bytes_per_block);
    }
};

// The samples of the longest line that algorithm 8 keeps along one axis, in a thread block or in a cluster of them.
inline int longest_line(const DeviceLimits& limits) {
    return limits.clusters ? longest_chip_line : line_piece * most_line_pieces;
}

// The side of a block that the engine or the problem asks for; 0: any.
inline int block_asked_for(const Problem& problem, const DeviceLimits& limits) {
    return limits.block > 0 ? limits.block : problem.method.block;
}

// True if bulk copies move the problem's blocks.
inline bool takes_bulk_copies(const Problem& problem, const DeviceLimits& limits) {
    return problem.method.path != KernelPath::portable && limits.bulk_copies && has_rows_of_words(problem);
}

// True if a table may be made with all of the image on the chip at once (gpu/table/at_once.cuh), whose blocks find room
// there. Nobody may have asked for blocks or kernels.
inline bool takes_at_once(const Problem& problem, const DeviceLimits& limits) {
    using tuning::AtOnce;
    const auto blocks = [](int n, int side) { return std::int64_t((n + side - 1) / side); };
    const std::int64_t all_blocks =
        blocks(problem.shape.height, AtOnce::rows) * blocks(problem.shape.width, AtOnce::columns);
    const bool has_floats = has_rows_of_words(problem) && table_sample(problem) == Sample::f32 &&
                            problem.method.precision != Precision::f32_less_mean;
    const bool has_bytes = problem.input == Sample::u8 && problem.shape.channels == 1 &&
                           problem.shape.width % 4 == 0 && problem.filter.kind == FilterKind::sat &&
                           table_sample(problem) == Sample::u32 && quantisation(problem).scale == 0;
    return problem.method.algorithm == Algorithm::sat_one_pass && block_asked_for(problem, limits) == 0 &&
           problem.method.path == KernelPath::automatic && problem.method.memory == Memory::linear &&
           (has_floats || has_bytes) && all_blocks <= AtOnce::thread_blocks * limits.multiprocessors &&
           limits.hold(all_blocks, {.algorithm = Algorithm::sat_one_pass, .samples = problem.input});
}

}  // namespace sweep::gpu
