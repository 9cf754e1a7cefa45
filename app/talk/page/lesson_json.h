// What lessons show, as numbers for a page: figures, real runs, a line of a pass,
// and what an algorithm reads and writes.
#pragma once

#include <nlohmann/json.hpp>

#include "app/lessons/figures/figure.h"
#include "app/lessons/lesson/traffic.h"
#include "app/lessons/passes/line.h"
#include "core/engine/trace.h"

namespace sweep::app {

nlohmann::ordered_json figure_json(const FigureInfo& figure, const FigureContent& content);
nlohmann::ordered_json run_json(const Trace& run);
// `pass` as 0 to 3, `index` of the line in the picture, `front` the sample that is computed last. Of a long line the
// part around the front.
nlohmann::ordered_json line_json(const LineTrace& line, int pass, int index, int front);
nlohmann::ordered_json traffic_json(const TrafficRow& row);

}  // namespace sweep::app
