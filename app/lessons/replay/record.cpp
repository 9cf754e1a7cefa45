#include "app/lessons/replay/record.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <utility>
#include <vector>

#include "app/screen/gl/timing.h"

namespace sweep::app {
namespace {

constexpr double least_share =
    0.4;  // of the busiest processor's work: two blocks against one are no disturbance
// Of the run: between two stages threads meet, which takes some microseconds.
constexpr double most_empty = 0.2, meeting_milliseconds = 0.05;
constexpr double least_cpu = 0.8;  // of the time of the pieces

// The time in which no piece ran, but for what the stages need to follow each other.
double empty_milliseconds(const Trace& trace) {
    double empty = 0, until = 0;
    for (const TracePiece& piece : trace.pieces) {  // in the order in which they began
        empty += std::max(piece.begin - until - meeting_milliseconds, 0.0);
        until = std::max(until, piece.end);
    }
    return empty + std::max(trace.milliseconds() - until - meeting_milliseconds, 0.0);
}

RecordedRun recorded(Engine& engine, const ConstImageView& in, const ImageView& out) {
    const std::clock_t start = std::clock();
    Trace trace = engine.trace(in, out);
    // trace() runs twice and records the second run.
    const double cpu = 0.5 * 1000 * double(std::clock() - start) / CLOCKS_PER_SEC;
    const bool alone = was_alone(trace, engine.kind() == EngineKind::cpu ? std::optional(cpu) : std::nullopt);
    return {std::move(trace), alone};
}

bool is_better(const RecordedRun& a, const RecordedRun& b) {
    return a.was_alone != b.was_alone ? a.was_alone : a.trace.milliseconds() < b.trace.milliseconds();
}

}  // namespace

bool was_alone(const Trace& trace, std::optional<double> cpu_milliseconds) {
    std::map<int, double> worked;
    std::vector<int> pieces(trace.stages.size());
    double all = 0;
    for (const TracePiece& piece : trace.pieces) {
        worked[piece.processor] += piece.end - piece.begin;
        all += piece.end - piece.begin;
        ++pieces[std::size_t(piece.stage)];
    }
    if (cpu_milliseconds && *cpu_milliseconds < least_cpu * all) return false;
    if (empty_milliseconds(trace) > most_empty * trace.milliseconds()) return false;
    double most = 0;
    for (const auto& [processor, milliseconds] : worked) most = std::max(most, milliseconds);
    const auto did_its_part = [&](const auto& one) { return one.second >= least_share * most; };
    const int busy = int(std::count_if(worked.begin(), worked.end(), did_its_part)),
              most_pieces = pieces.empty() ? 0 : *std::max_element(pieces.begin(), pieces.end());
    return busy >= std::min(trace.processors, most_pieces);
}

RecordedRun record(Engine& engine, const Problem& problem, const ConstImageView& in) {
    constexpr int enough = 7;
    constexpr double patience = 0.3, patience_disturbed = 1;  // seconds
    engine.prepare(problem);
    Image out(problem.shape, output_sample(problem));
    const double start = wall_seconds();
    RecordedRun best = recorded(engine, in, out.view());
    const auto goes_on = [&](int attempts) {
        const double seconds = wall_seconds() - start;
        return best.was_alone ? attempts < enough && seconds < patience
                              : attempts < most_attempts && seconds < patience_disturbed;
    };
    for (int attempts = 1; goes_on(attempts); ++attempts) {
        RecordedRun again = recorded(engine, in, out.view());
        if (is_better(again, best)) best = std::move(again);
    }
    return best;
}

}  // namespace sweep::app
