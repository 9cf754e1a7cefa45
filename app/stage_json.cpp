#include "app/stage_json.h"

#include "app/option_values.h"
#include "core/output_file.h"

namespace sweep::app {

Json stages_json(const std::vector<Stage>& stages, const std::vector<double>& milliseconds,
                 const char* ms_key) {
    Json list = Json::array();
    for (std::size_t i = 0; i < stages.size(); ++i)
        list.push_back({{"name", stages[i].name},
                        {"step", stages[i].paper},
                        {ms_key, milliseconds[i]},
                        {"bytes_read", stages[i].bytes_read},
                        {"bytes_written", stages[i].bytes_written}});
    return list;
}

Json device_json(const ImageFilter& filter) {
    Json json{{"engine", word_for(engine_words, filter.engine())}, {"name", cpu::description()}};
    if (filter.engine() == EngineChoice::cuda) {
        const gpu::Device device = gpu::probe();
        json["name"] = device.name;
        json["driver"] = device.driver;
        json["runtime"] = device.runtime;
        json["compute_capability"] = device.compute_capability;
        json["memory_bytes"] = device.memory_bytes;
    }
    json["cpu"] = cpu::description();
    json["build"] = SWEEP_BUILD_TYPE;
    json["version"] = SWEEP_VERSION;
    return json;
}

void write_json(const std::string& path, const Json& json) {
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    write_file(path, {bytes_of(text)});
}

}  // namespace sweep::app
