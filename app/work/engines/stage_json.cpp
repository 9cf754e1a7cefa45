#include "app/work/engines/stage_json.h"

#include <fstream>
#include <regex>

#include "app/base/build_revision.h"
#include "app/work/options/option_values.h"
#include "cpu/engine.h"
#include "files/output_file.h"
#include "gpu/engine.h"
#include "opengl/engine.h"

namespace sweep::app {
namespace {

// The match of the pattern's first group in the first line of the file that has one; empty where there is no
// such line or file (only Linux has these files).
std::string found_in(const char* path, const char* pattern) {
    const std::regex regex(pattern);
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        if (std::smatch match; std::regex_search(line, match, regex)) return match[1];
    return "";
}

}  // namespace

Json stages_json(const std::vector<Stage>& stages, const std::vector<double>& milliseconds,
                 const char* ms_key) {
    Json list = Json::array();
    for (std::size_t i = 0; i < stages.size(); ++i)
        list.push_back({{"name", stages[i].name},
                        {"step", stages[i].paper},
                        {ms_key, i < milliseconds.size() ? Json(milliseconds[i]) : Json()},
                        {"bytes_read", stages[i].bytes_read},
                        {"bytes_written", stages[i].bytes_written}});
    return list;
}

Json device_json(EngineKind engine) {
    Json json{{"engine", name_of(engine).word}, {"name", cpu::description()}};
    if (engine == EngineKind::opengl) json["name"] = opengl::probe().text;
    if (engine == EngineKind::cuda) {
        const gpu::Device device = gpu::probe();
        json["name"] = device.name;
        json["driver"] = device.driver;
        json["runtime"] = device.runtime;
        const std::string driver =
            found_in("/proc/driver/nvidia/version", R"(Kernel Module.*?\s(\d+\.[\d.]+))");
        if (!driver.empty()) json["driver_version"] = driver;
        json["compute_capability"] = device.compute_capability;
        json["memory_bytes"] = device.memory_bytes;
    }
    json["cpu"] = cpu::description();
    const std::string processor = found_in("/proc/cpuinfo", R"(^model name\s*:\s*(.*\S))");
    if (!processor.empty()) json["processor"] = processor;
    json["build"] = SWEEP_BUILD_TYPE;
    json["compiler"] = SWEEP_COMPILER;
    if (*build_cuda_compiler()) json["cuda_compiler"] = build_cuda_compiler();
    json["version"] = SWEEP_VERSION;
    if (*build_revision()) json["revision"] = build_revision();
    return json;
}

void write_json(const std::string& path, const Json& json) {
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    write_file(path, {bytes_of(text)});
}

}  // namespace sweep::app
