// A verdict as a few plain lines, and as JSON.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "app/lab/gpu_program.h"
#include "app/lab/judge.h"

namespace sweep::app {

std::string verdict_text(const LabVerdict& verdict, const std::string& file, const Exercise& exercise);
nlohmann::ordered_json verdict_json(const LabVerdict& verdict, const std::string& file,
                                    const Exercise& exercise);

// The verdict on the run on a GPU, and its time.
std::string gpu_text(const GpuRun& gpu, const LabVerdict& verdict);
nlohmann::ordered_json gpu_json(const GpuRun& gpu, const LabVerdict& verdict);

}  // namespace sweep::app
