#include "cpu/tridiagonal/solve.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "cpu/base/threads.h"
#include "cpu/tridiagonal/strip.h"

namespace sweep::cpu {
namespace {

// A block longer than this leaves the second-level cache with its c' and d', 256 bytes a row.
constexpr std::int64_t longest_block = 2048;
// A block shorter than this is hardly more than its perimeter.
constexpr std::int64_t shortest_block = 64;

int lanes_of(Sample sample) {
    return strip_bytes / int(size_of(sample));
}

// The blocks of all lines in strips: neighbouring lines where these lie beside each other in memory, otherwise
// neighbouring blocks of a line, and lines.
class Strips {
  public:
    Strips(const TridiagonalSystems& systems, void* out, std::int64_t blocks)
        : systems_(systems),
          out_(static_cast<std::byte*>(out)),
          blocks_(blocks),
          lanes_(lanes_of(systems.sample)),
          are_beside_(systems.after >= lanes_ / 2),
          of_after_((systems.after + lanes_ - 1) / lanes_) {}

    std::int64_t count() const {
        return are_beside_ ? systems_.before * blocks_ * of_after_
                           : (systems_.lines() * blocks_ + lanes_ - 1) / lanes_;
    }
    int longest() const { return int((systems_.length + blocks_ - 1) / blocks_); }

    // Strip number `index`. `numbers`: for each lane its block among all blocks of all lines.
    TridiagonalStrip strip(std::int64_t index, std::int64_t* numbers) const {
        TridiagonalStrip it;
        it.is_f64 = systems_.sample == Sample::f64;
        it.out_along = systems_.after;
        const TridiagonalArray* const arrays[] = {&systems_.lower, &systems_.diagonal, &systems_.upper,
                                                  &systems_.rhs};
        for (int k = 0; k < TridiagonalStrip::array_count; ++k) it.arrays[k].along = arrays[k]->along;
        const auto add = [&](std::int64_t before, std::int64_t block, std::int64_t after) {
            const int q = it.lanes++;
            const std::int64_t begin = first(block);
            it.length = std::max(it.length, int(first(block + 1) - begin));
            it.is_first[q] = block == 0, it.is_last[q] = block + 1 == blocks_;
            for (int k = 0; k < TridiagonalStrip::array_count; ++k) {
                const TridiagonalArray& array = *arrays[k];
                const std::ptrdiff_t at = before * array.before + begin * array.along + after * array.after;
                it.arrays[k].first[q] = static_cast<const std::byte*>(array.data) + at * size();
            }
            it.out[q] = out_ + ((before * systems_.length + begin) * systems_.after + after) * size();
            numbers[q] = (before * systems_.after + after) * blocks_ + block;
        };
        if (are_beside_) {
            const std::int64_t row = index / of_after_, from = index % of_after_ * lanes_;
            for (std::int64_t after = from; after < std::min(from + lanes_, systems_.after); ++after)
                add(row / blocks_, row % blocks_, after);
        } else {
            const std::int64_t end = std::min((index + 1) * lanes_, systems_.lines() * blocks_);
            for (std::int64_t number = index * lanes_; number < end; ++number) {
                const std::int64_t line = number / blocks_;
                add(line / systems_.after, number % blocks_, line % systems_.after);
            }
        }
        for (int q = 0; q < it.lanes; ++q) {
            const std::int64_t block = numbers[q] % blocks_;
            it.is_short[q] = first(block + 1) - first(block) < it.length;
        }
        return it;
    }

  private:
    std::int64_t first(std::int64_t block) const { return block * systems_.length / blocks_; }
    std::ptrdiff_t size() const { return std::ptrdiff_t(size_of(systems_.sample)); }

    const TridiagonalSystems& systems_;
    std::byte* out_;
    std::int64_t blocks_;
    int lanes_;
    bool are_beside_;
    std::int64_t of_after_;
};

}  // namespace

int tridiagonal_blocks(const TridiagonalSystems& systems, int threads) {
    const std::int64_t wanted = std::int64_t(threads) * lanes_of(systems.sample);
    std::int64_t blocks = (systems.length + longest_block - 1) / longest_block;
    if (systems.lines() > 0 && 2 * systems.lines() <= wanted)
        blocks = std::max(blocks, std::min(systems.length / shortest_block, 2 * wanted / systems.lines()));
    return int(std::max<std::int64_t>(blocks, 1));
}

void solve_tridiagonal(const TridiagonalSystems& systems, void* out, int thread_count) {
    validate(systems);
    if (systems.lines() * systems.length == 0) return;
    if (!out) throw Error(ExitCode::usage, "there is no memory for the solution");
    Threads threads(thread_count);
    const std::int64_t blocks = tridiagonal_blocks(systems, threads.count());
    const Strips strips(systems, out, blocks);
    // Waking another thread takes longer than some thousand rows.
    const bool is_alone = systems.lines() * systems.length < 16384;
    const std::int64_t together = is_alone ? 1 : std::min<std::int64_t>(strips.count(), threads.count());
    const std::size_t room = strip_room(strips.longest());
    const auto perimeter_count = std::size_t(blocks > 1 ? systems.lines() * blocks : 0);
    // Asking the system takes as long as thousands of rows.
    if (const auto perimeter_bytes = perimeter_count * sizeof(BlockPerimeter); perimeter_bytes > 1 << 24)
        require_memory(perimeter_bytes, "the workspace of these systems");
    const auto rooms = std::unique_ptr<float[]>(new float[room * std::size_t(together)]);  // no zeros
    std::vector<BlockPerimeter> perimeters(perimeter_count);

    std::atomic<bool> is_solved = true;
    bool is_certain = true;
    const auto for_each_strip = [&](const auto& work) {
        const auto take_strips = [&](std::ptrdiff_t slot) {
            for (std::int64_t index = slot; index < strips.count(); index += together) {
                std::int64_t numbers[most_lanes];
                TridiagonalStrip strip = strips.strip(index, numbers);
                work(strip, numbers, rooms.get() + std::size_t(slot) * room);
            }
        };
        if (is_alone) {
            const FlushDenormals flush;
            take_strips(0);
        } else {
            threads.for_each(std::ptrdiff_t(together), 1, take_strips);
        }
    };
    if (blocks > 1) {
        for_each_strip([&](TridiagonalStrip& strip, const std::int64_t* numbers, void* own) {
            BlockPerimeter* results[most_lanes];
            for (int q = 0; q < strip.lanes; ++q) results[q] = &perimeters[std::size_t(numbers[q])];
            strip_perimeters(strip, results, own);
        });
        // A block's elimination may have rounded as often as it has rows:
        // of a pivot that small nobody knows whether it is 0.
        const double least =
            (systems.sample == Sample::f64 ? least_pivot<double> : least_pivot<float>)*strips.longest();
        for (std::int64_t line = 0; line < systems.lines(); ++line)
            if (!solve_perimeters({perimeters.data() + line * blocks, std::size_t(blocks)}, least))
                is_certain = false;
    }
    for_each_strip([&](TridiagonalStrip& strip, const std::int64_t* numbers, void* own) {
        for (int q = 0; blocks > 1 && q < strip.lanes; ++q) {
            const BlockPerimeter* const block = &perimeters[std::size_t(numbers[q])];
            if (!strip.is_first[q]) strip.before[q] = block[-1].d_last;
            if (!strip.is_last[q]) strip.behind[q] = block[1].d_first;
        }
        if (!solve_strip(strip, own)) is_solved = false;
    });
    if (is_solved && is_certain) return;
    std::string why = why_not_solved(systems);
    if (why.empty() && !is_solved)
        why = "a system has no pivot: it has no solution, or many, but for rounding";
    if (!why.empty()) throw Error(ExitCode::usage, why);
}

}  // namespace sweep::cpu
