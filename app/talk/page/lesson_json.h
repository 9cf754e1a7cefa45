// What lessons show, as numbers for a page: figures and real runs.
#pragma once

#include <nlohmann/json.hpp>

#include "app/lessons/figures/figure.h"
#include "core/engine/trace.h"

namespace sweep::app {

nlohmann::ordered_json figure_json(const FigureInfo& figure, const FigureContent& content);
nlohmann::ordered_json run_json(const Trace& run);

}  // namespace sweep::app
