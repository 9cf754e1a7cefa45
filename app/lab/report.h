// A verdict as a few plain lines, and as JSON.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "app/lab/judge.h"

namespace sweep::app {

std::string verdict_text(const LabVerdict& verdict, const std::string& file, const Exercise& exercise);
nlohmann::ordered_json verdict_json(const LabVerdict& verdict, const std::string& file,
                                    const Exercise& exercise);

}  // namespace sweep::app
