// Stages and machines as JSON: one spelling for every file that the command line writes.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/image_filter.h"
#include "core/stages.h"

namespace sweep::app {

// Members keep the order in which they are written.
using Json = nlohmann::ordered_json;

// {"name", "step", MS_KEY, "bytes_read", "bytes_written"}, one object for each stage; null for times that are not there.
Json stages_json(const std::vector<Stage>& stages, const std::vector<double>& milliseconds,
                 const char* ms_key);

// The machine: engine, name, driver, runtime, compute capability, processor; and the build: type, compilers, revision.
Json device_json(const ImageFilter& filter);

// Writes it indented, whole or not at all.
void write_json(const std::string& path, const Json& json);

}  // namespace sweep::app
