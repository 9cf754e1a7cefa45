#include "app/lessons/replay/race.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "app/work/options/option_values.h"
#include "core/base/error.h"

namespace sweep::app {

std::vector<AlgorithmChoice> runners_of(const Problem& problem, const std::string& beside) {
    std::vector<AlgorithmChoice> runners;
    if (beside == meter_runners) {
        for (const TrafficRow& row : traffic_of(problem))
            runners.push_back({row.algorithm, row.algorithm == Algorithm::cascade
                                                  ? problem.method.cascade
                                                  : std::vector<CascadeTerm>()});
        if (runners.size() > most_runners) runners.resize(most_runners);
        return runners;
    }
    runners.push_back(algorithm_of(problem.method));
    for (std::size_t from = 0; !beside.empty() && from <= beside.size();) {
        const std::size_t end = std::min(beside.find(',', from), beside.size());
        runners.push_back(
            parse_algorithm("--replay-beside", std::string_view(beside).substr(from, end - from)));
        from = end + 1;
    }
    if (runners.size() > most_runners)
        throw Error(ExitCode::usage,
                    fmt::format("--replay-beside '{}' names too many: up to {} run beside the chosen one",
                                beside, most_runners - 1));
    return runners;
}

void Race::see(double at, bool plays, std::size_t runners) {
    const bool stands_at_start = at == 0 && !plays && runners > 1;
    if (stands_at_start && (!takes_bets_ || bets_.size() != runners)) bets_.assign(runners, 0);
    takes_bets_ = stands_at_start;
    is_secret_ = takes_bets_ || (is_secret_ && at < 1);
}

void Race::bet(std::size_t runner) {
    if (takes_bets_ && runner < bets_.size()) ++bets_[runner];
}

int Race::bets() const {
    return std::accumulate(bets_.begin(), bets_.end(), 0);
}

std::size_t first_of(const std::vector<RunChart>& runs) {
    const auto shorter = [](const RunChart& a, const RunChart& b) {
        return a.trace().milliseconds() < b.trace().milliseconds();
    };
    return std::size_t(std::min_element(runs.begin(), runs.end(), shorter) - runs.begin());
}

std::string result_of(const std::vector<RunChart>& runs, const Race& race) {
    const std::size_t first = first_of(runs);
    const Trace& best = runs[first].trace();
    std::string text =
        fmt::format("Algorithm {} was first, in {:.3f} ms.", best.algorithm, best.milliseconds());
    std::string others;
    for (const RunChart& run : runs)
        if (&run != &runs[first])
            others += fmt::format("{}{} took {:.2f}", others.empty() ? " " : ", ", run.trace().algorithm,
                                  run.trace().milliseconds() / std::max(best.milliseconds(), 1e-9));
    text += others + " times as long.";
    if (race.bets() > 0)
        text += fmt::format(" {} of {} {} right.", race.bets_on(first), race.bets(),
                            race.bets() == 1 ? "bet was" : "bets were");
    return text;
}

double finished_part(const Trace& run, double at) {
    double done = 0, all = 0;
    for (const TracePiece& piece : run.pieces) {
        if (piece.stage + 1 != int(run.stages.size()) || piece.channel > 0) continue;
        const double pixels = double(piece.width) * piece.height;
        all += pixels;
        if (at >= piece.end) done += pixels;
    }
    return all > 0 ? done / all : at >= run.milliseconds() ? 1 : 0;
}

}  // namespace sweep::app
