// A row of choices (gpu/tuning/) as a JSON file, for one GPU, driver and version of Sweep.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "gpu/engine.h"
#include "gpu/tuning/tuning.h"

namespace sweep::app {

// The file in which `sweep tune` keeps the choices for this GPU; none if the environment names no folder for
// it.
std::optional<std::filesystem::path> tuning_file(const gpu::Device& device);

std::string text_of(const gpu::Tuning& tuning, const gpu::Device& device);

// Throws std::runtime_error with what is wrong, in a few words; also if the file is for another GPU, driver
// or version.
gpu::Tuning read_tuning(const std::filesystem::path& file, const gpu::Device& device);

}  // namespace sweep::app
