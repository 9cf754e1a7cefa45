#include "gpu/tuning/costs.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>

#include "core/design/kinds.h"
#include "core/families/chip/resident.h"
#include "core/families/halo.h"
#include "gpu/tuning/fits.h"
#include "gpu/tuning/halo_tiles.h"
#include "gpu/tuning/stream_fits.h"

namespace sweep::gpu {
namespace {

// True if nobody has asked for blocks or kernels.
bool is_open(const Problem& problem, const DeviceLimits& limits) {
    return block_asked_for(problem, limits) == 0 && problem.method.path == KernelPath::automatic;
}

bool has_one_axis(const FilterDesign& filter) {
    return filter.columns.is_identity() != filter.rows.is_identity();
}

// What a row has for images of this size, if bulk copies may move them or not.
std::optional<Choice> choice_of_row(const DesignedProblem& asked, const TunedDevice& device, bool in_bulk) {
    const ClassChoices* const choices = choices_of(device.tuning, class_of(asked, in_bulk));
    if (!choices) return std::nullopt;
    return choice_for(*choices, asked.problem.shape);
}

// The same of a problem of which rows have blocks, too.
std::optional<Choice> tuned_choice(const DesignedProblem& asked, const TunedDevice& device) {
    if (!is_tuned(asked)) return std::nullopt;
    return choice_of_row(asked, device, takes_bulk_copies(asked.problem, device.limits));
}

// True if no pass remembers more samples than algorithm 8 may add up the carries of and still win: each tile asks for
// those of all tiles that it remembers. (bench/results/notes.md, algorithm 8)
bool forgets_on_chip(const DesignedProblem& asked) {
    constexpr double most_samples = 600;
    const double slowest = std::pow(2.0, -22 / most_samples);  // a pole of that memory (core/filter/memory.h)
    for (int i = 0; i < asked.problem.passes; ++i)
        for (const std::complex<double>& pole : asked.design.pass(i).poles)
            if (std::abs(pole) > slowest) return false;
    return true;
}

// True if the tiles of an image may all be on the chip at once.
bool may_be_resident(const Shape& shape, const DeviceLimits& limits) {
    return resident_tiles(shape) <= std::int64_t(tuning::Resident::tiles) * limits.multiprocessors;
}

// True if a table is fastest with all of the image on the chip (gpu/table/at_once.cuh); a row that names another
// algorithm or portable kernels keeps them.
bool is_best_at_once(const Problem& problem, const Choice& choice, const DeviceLimits& limits) {
    return choice.algorithm == problem.method.algorithm && choice.path != KernelPath::portable &&
           takes_at_once(problem, limits);
}

// The farthest that the taps of bytes may reach for their products to take less time than 7; 0: they never do.
// (bench/results/2026-12-01-cuda-taps.md)
int longest_products(const Problem& p, int order) {
    const bool decodes = p.linear;  // from sRGB by tables, which takes longer
    if (p.shape.channels == 4 && order >= 3) return order >= 5 || !decodes ? 24 : 16;
    if (p.shape.channels == 3 && order >= 3) return decodes ? 0 : 8;
    return 0;
}

bool products_cost_less(const DesignedProblem& asked, const DeviceLimits& limits) {
    const int longest = longest_products(asked.problem, asked.design.order());
    if (longest == 0 || !products_fit(asked, limits)) return false;
    const HaloTaps taps = halo_taps(asked.design, asked.problem.passes);
    return std::max(reach_of(taps.columns), reach_of(taps.rows)) <= longest;
}

}  // namespace

// Float32 along one axis whose lines a thread block holds (gpu/resident/lines.cuh), of which there is no
// faster way, and of which 7, whose sums are alike, loses no digits.
// Longer lines, which a cluster holds, are here to be asked for (bench/results/2026-11-27-h100-lines.md).
bool lines_cost_less(const DesignedProblem& asked, const Limits& limits) {
    const auto& [p, filter] = asked;
    return is_open(p, tuned(limits).limits) && p.input == Sample::f32 && p.method.memory == Memory::linear &&
           has_one_axis(filter) &&
           (filter.columns.is_identity() ? p.shape.width : p.shape.height) <= line_piece * most_line_pieces;
}

// A row of measurements has algorithm 8 for the image, whose lines of one axis stream through the chip.
bool streams_cost_less(const DesignedProblem& asked, const Limits& limits) {
    const TunedDevice& device = tuned(limits);
    if (!is_open(asked.problem, device.limits) || !has_one_axis(asked.design) ||
        !stream_wins(asked, device.limits))
        return false;
    const std::optional<Choice> choice = choice_of_row(asked, device, true);
    return choice && choice->algorithm == Algorithm::alg8;
}

bool halo_costs_less(const DesignedProblem& asked, const Limits& limits) {
    const TunedDevice& device = tuned(limits);
    if (!is_open(asked.problem, device.limits) || !is_tuned(asked) ||
        device.limits.shared_bytes_per_block < tuning::Halo::most_shared_bytes)
        return false;
    return asked.problem.input == Sample::u8 && asked.design.feeds_forward()
               ? products_cost_less(asked, device.limits)
               : has_short_memory(device.tuning, asked) || products_cost_less(asked, device.limits);
}

// Where constants continue the lines, on the chip and beyond it; where lines are mirrored, streaming alone, as on the
// chip they are scanned twice (bench/results/2026-11-29-h200-streams.md).
bool tiles_cost_less(const DesignedProblem& asked, const Limits& limits) {
    const TunedDevice& device = tuned(limits);
    const Problem& p = asked.problem;
    if (!is_open(p, device.limits)) return false;
    const std::optional<Choice> choice = tuned_choice(asked, device);
    if (!choice || choice->algorithm != Algorithm::alg8 || !forgets_on_chip(asked)) return false;
    return continues_by_constants(p.boundary.kind)
               ? may_be_resident(p.shape, device.limits) || stream_wins(asked, device.limits)
               : p.shape.pixels() >= tuning::Stream::least_mirrored && stream_wins(asked, device.limits);
}

bool two_passes_cost_less(const DesignedProblem& asked, const Limits& limits) {
    const TunedDevice& device = tuned(limits);
    if (!is_open(asked.problem, device.limits)) return false;
    const std::optional<Choice> choice = tuned_choice(asked, device);
    return choice && choice->algorithm == Algorithm::sat;
}

void choose_blocks(Job& job, const TunedDevice& device) {
    const DeviceLimits& limits = device.limits;
    if (block_asked_for(job.problem, limits) > 0 || only_converts(job.problem.filter.kind)) return;
    const std::optional<Choice> choice = tuned_choice(job, device);
    if (!choice || is_best_at_once(job.problem, *choice, limits)) return;
    Method& method = job.problem.method;
    method.block = choice->block;
    if (method.path == KernelPath::automatic &&
        (choice->path != KernelPath::hopper || takes_bulk_copies(job.problem, limits)))
        method.path = choice->path;
}

}  // namespace sweep::gpu
