// Writes stages and machines as JSON, with the same keys in every file that the command line writes.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/work/engines/engines.h"
#include "core/stages/stages.h"

namespace sweep::app {

// Members keep the order in which they are written.
using Json = nlohmann::ordered_json;

// An array of {"name", "step", MS_KEY, "bytes_read", "bytes_written"}, one object a stage; a missing time is
// null.
Json stages_json(const std::vector<Stage>& stages, const std::vector<double>& milliseconds,
                 const char* ms_key);

// The machine: engine, name, driver, runtime, compute capability, processor; and the build: type, compilers,
// revision.
Json device_json(EngineKind engine);

// Writes indented JSON; the file is replaced only by a whole one.
void write_json(const std::string& path, const Json& json);

}  // namespace sweep::app
