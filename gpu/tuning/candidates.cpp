#include "gpu/tuning/candidates.h"

#include <cmath>
#include <complex>

#include "core/families/resident.h"
#include "core/filter/kinds.h"
#include "gpu/tuning/halo_tiles.h"
#include "gpu/tuning/stream_fits.h"

namespace sweep::gpu {
namespace {

// True if no pass remembers more samples than algorithm 8 may add up the carries of and still win: each tile asks for
// those of all tiles that it remembers. (bench/results/notes.md, algorithm 8)
bool forgets_on_chip(const Job& job) {
    constexpr double most_samples = 600;
    const double slowest = std::pow(2.0, -22 / most_samples);  // a pole of that memory (core/filter/memory.h)
    for (int i = 0; i < job.problem.passes; ++i)
        for (const std::complex<double>& pole : job.design.pass(i).poles)
            if (std::abs(pole) > slowest) return false;
    return true;
}

// True if the tiles of an image may all be on the chip at once; the plan asks.
bool may_be_resident(const Shape& shape, const DeviceLimits& limits) {
    const auto tiles = [](int n, int side) { return std::int64_t((n + side - 1) / side); };
    return tiles(shape.height, resident_tile_rows) * tiles(shape.width, resident_tile_columns) *
               shape.channels <=
           std::int64_t(tuning::Resident::tiles) * limits.multiprocessors;
}

// True if algorithm 8 may be the faster one: where constants continue the lines, on the chip and beyond it; where
// lines are mirrored, streaming alone, as on the chip they are scanned twice
// (bench/results/2026-11-29-h200-streams.md).
bool wins_on_chip(const Job& job, const DeviceLimits& limits) {
    const Shape& shape = job.problem.shape;
    const bool may_gain = continues_by_constants(job.problem.boundary.kind)
                              ? may_be_resident(shape, limits) || stream_wins(job, limits)
                              : shape.pixels() >= tuning::Stream::least_mirrored && stream_wins(job, limits);
    return forgets_on_chip(job) && may_gain;
}

// True for float32 along one axis whose lines a thread block holds (gpu/resident/lines.cuh), of which there is no
// faster way, and of which 7, whose sums are alike, loses no digits.
// Longer lines, which a cluster holds, are here to be asked for (bench/results/2026-11-27-h100-lines.md).
bool keeps_lines(const Planner& planner, const Job& usual) {
    const Problem &asked = planner.problem(), &problem = usual.problem;
    const bool along_rows = usual.design.columns.is_identity();
    if (asked.method.algorithm != Algorithm::automatic || problem.method.algorithm != Algorithm::alg7 ||
        asked.method.path != KernelPath::automatic || problem.input != Sample::f32 ||
        problem.method.memory != Memory::linear || !is_recursive(problem.filter.kind) ||
        along_rows == usual.design.rows.is_identity())
        return false;
    return (along_rows ? problem.shape.width : problem.shape.height) <= line_piece * most_line_pieces &&
           planner.why_not(EngineKind::cuda, Algorithm::alg8a).empty();
}

// True if a row of measurements has algorithm 8 for the image, whose lines of one axis stream through the chip.
bool streams_lines(const Planner& planner, const Job& usual, const DeviceLimits& limits,
                   const Tuning& tuning) {
    const Problem& asked = planner.problem();
    if (asked.method.algorithm != Algorithm::automatic || asked.method.path != KernelPath::automatic ||
        usual.problem.method.algorithm != Algorithm::alg7 ||
        usual.design.columns.is_identity() == usual.design.rows.is_identity() || !stream_wins(usual, limits))
        return false;
    const ClassChoices* choices = choices_of(tuning, class_of(usual, true));
    return choices && choice_for(*choices, asked.shape).algorithm == Algorithm::alg8 &&
           planner.why_not(EngineKind::cuda, Algorithm::alg8).empty();
}

}  // namespace

std::vector<Job> candidates(const Planner& planner, const Job& usual, const DeviceLimits& limits,
                            const Tuning& tuning, const Shape& off_chip) {
    const Problem &asked = planner.problem(), &problem = usual.problem;
    if (block_asked_for(asked, limits) > 0) return {usual};
    std::vector<Job> tried;
    if (keeps_lines(planner, usual)) {
        tried.push_back(usual);
        tried.back().problem.method.algorithm = Algorithm::alg8a;
    } else if (streams_lines(planner, usual, limits, tuning)) {
        tried.push_back(usual);
        tried.back().problem.method.algorithm = Algorithm::alg8;
    }
    if (!is_tuned(usual)) {
        tried.push_back(usual);
        return tried;
    }
    if (asked.method.algorithm == Algorithm::automatic && asked.method.path == KernelPath::automatic &&
        limits.shared_bytes_per_block >= tuning::Halo::most_shared_bytes && halo_wins(tuning, planner)) {
        tried.push_back(usual);
        tried.back().problem.method.algorithm = Algorithm::halo;
    }
    const ClassChoices* choices = choices_of(tuning, class_of(usual, takes_bulk_copies(problem, limits)));
    if (!choices) {
        tried.push_back(usual);
        return tried;
    }
    const Choice choice = choice_for(*choices, problem.shape);
    // A table whose blocks all find room on the chip is fastest at once (gpu/table/at_once.cuh); a row that names
    // another algorithm or portable kernels keeps them.
    if (takes_at_once(problem, limits) && choice.algorithm == problem.method.algorithm &&
        choice.path != KernelPath::portable && problem.shape != off_chip)
        tried.push_back(usual);
    const bool may_win =
        choice.algorithm != Algorithm::alg8 || (problem.shape != off_chip && wins_on_chip(usual, limits));
    if (asked.method.algorithm == Algorithm::automatic && asked.method.path == KernelPath::automatic &&
        choice.algorithm != problem.method.algorithm && may_win &&
        planner.why_not(EngineKind::cuda, choice.algorithm).empty()) {
        tried.push_back(usual);
        tried.back().problem.method.algorithm = choice.algorithm;
    }
    tried.push_back(usual);
    tried.back().problem.method.block = choice.block;
    if (problem.method.path == KernelPath::automatic &&
        (choice.path != KernelPath::hopper || takes_bulk_copies(problem, limits)))
        tried.back().problem.method.path = choice.path;
    return tried;
}

}  // namespace sweep::gpu
