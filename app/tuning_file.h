// A row of choices (gpu/tuning/) as a file of JSON, which is of one GPU, driver and version of Sweep.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "gpu/engine.h"
#include "gpu/tuning/tuning.h"

namespace sweep::app {

// Where `sweep tune` keeps that of this GPU; nothing where the environment names no folder for it.
std::optional<std::filesystem::path> tuning_file(const gpu::Device& device);

std::string text_of(const gpu::Tuning& tuning, const gpu::Device& device);

// Throws std::runtime_error: what is wrong with it, in a few words; also when it is of another GPU, driver or version.
gpu::Tuning read_tuning(const std::filesystem::path& file, const gpu::Device& device);

}  // namespace sweep::app
