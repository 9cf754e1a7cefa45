// What lessons show, as numbers for a page: figures, real runs, and what an algorithm reads and writes.
#pragma once

#include <nlohmann/json.hpp>

#include "app/lessons/figures/figure.h"
#include "app/lessons/lesson/traffic.h"
#include "core/engine/trace.h"

namespace sweep::app {

nlohmann::ordered_json figure_json(const FigureInfo& figure, const FigureContent& content);
nlohmann::ordered_json run_json(const Trace& run);
nlohmann::ordered_json traffic_json(const TrafficRow& row);

}  // namespace sweep::app
