#include "app/lessons/lesson/traffic.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/error.h"
#include "core/design/kinds.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr std::array recursive_rows{Algorithm::rt, Algorithm::alg2, Algorithm::alg4, Algorithm::alg5,
                                    Algorithm::alg7};
constexpr std::array table_rows{Algorithm::sat_transpose, Algorithm::sat_multiwave, Algorithm::sat,
                                Algorithm::sat_one_pass};

}  // namespace

double TrafficRow::reads() const {
    double all = 0;
    for (const TrafficStage& stage : stages) all += stage.reads;
    return all;
}

double TrafficRow::writes() const {
    double all = 0;
    for (const TrafficStage& stage : stages) all += stage.writes;
    return all;
}

double TrafficRow::trips_done() const {
    if (!now) return trips();
    double done = 0;
    for (std::size_t k = 0; k < std::min(now->stage, stages.size()); ++k)
        done += stages[k].reads + stages[k].writes;
    if (now->stage < stages.size())
        done += now->read * stages[now->stage].reads + now->written * stages[now->stage].writes;
    return done;
}

TrafficRow traffic_row(std::string name, const std::vector<Stage>& stages, double bytes_of_picture) {
    TrafficRow row;
    row.name = std::move(name);
    for (const Stage& stage : stages)
        row.stages.push_back({std::string(stage.paper), std::string(stage.name),
                              double(stage.bytes_read) / bytes_of_picture,
                              double(stage.bytes_written) / bytes_of_picture});
    return row;
}

TrafficRow traffic_row(Problem problem) {
    problem.shape = {traffic_side, traffic_side, 1};
    problem.input = Sample::f32;
    const Algorithm algorithm = problem.method.algorithm;
    TrafficRow row = traffic_row(algorithm == Algorithm::rt ? "RT" : algorithm_name(problem),
                                 stages(problem, traffic_block), 4.0 * traffic_side * traffic_side);
    row.algorithm = algorithm;
    return row;
}

std::vector<TrafficRow> traffic_of(const Problem& problem) {
    std::vector<Algorithm> algorithms(recursive_rows.begin(), recursive_rows.end());
    if (!is_recursive(problem.filter.kind)) algorithms.assign(table_rows.begin(), table_rows.end());
    const Algorithm own = problem.method.algorithm;
    if (own != Algorithm::automatic &&
        std::find(algorithms.begin(), algorithms.end(), own) == algorithms.end())
        algorithms.insert(algorithms.begin(), own);
    std::vector<TrafficRow> rows;
    Problem counted = problem;
    for (const Algorithm algorithm : algorithms) {
        counted.method.algorithm = algorithm;
        try {
            rows.push_back(traffic_row(counted));
        } catch (const Error&) {
            continue;  // this filter has no such algorithm
        }
    }
    return rows;
}

}  // namespace sweep::app
