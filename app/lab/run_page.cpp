#include "app/lab/run_page.h"

#include <bit>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/base/files/page_template.h"
#include "app/lab/report.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

Json event_or_null(const std::optional<std::size_t>& event) {
    return event ? Json(*event) : Json(nullptr);
}

// What is rarely other than usual is a list of pairs [event, number], and the rest a list of numbers each.
Json events_json(const std::vector<RunEvent>& events) {
    Json what = Json::array(), block = Json::array(), thread = Json::array(), memory = Json::array(),
         offset = Json::array(), site = Json::array(), value = Json::array(), bytes = Json::array(),
         goes_on = Json::array();
    for (std::size_t i = 0; i < events.size(); ++i) {
        const RunEvent& event = events[i];
        what.push_back(int(event.what));
        block.push_back(event.block);
        thread.push_back(event.thread);
        memory.push_back(event.span);
        offset.push_back(event.offset);
        site.push_back(event.site);
        if (event.what == RunWhat::beyond_read || event.what == RunWhat::beyond_write)
            value.push_back(std::int64_t(event.value));
        else if (event.bytes == 8)  // a number of float64, which has no other way into a script
            value.push_back(std::bit_cast<double>(event.value));
        else
            value.push_back(event.value);
        if (event.bytes != 4) bytes.push_back({i, event.bytes});
        if (event.goes_on) goes_on.push_back(i);
    }
    return {{"what", what}, {"block", block}, {"thread", thread}, {"memory", memory},  {"offset", offset},
            {"site", site}, {"value", value}, {"bytes", bytes},   {"goes_on", goes_on}};
}

Json run_json(const RecordedRun& run) {
    Json memory = Json::array(), launches = Json::array(), phases = Json::array();
    for (const RunMemory& each : run.memory)
        memory.push_back({{"name", each.name},
                          {"bytes", each.bytes},
                          {"element", each.element},
                          {"row", each.row},
                          {"plane", each.plane},
                          {"shared", each.is_shared},
                          {"launch", each.launch},
                          {"block", each.block}});
    for (const RunLaunch& each : run.launches)
        launches.push_back({{"kernel", each.kernel}, {"grid", each.grid}, {"block", each.block}});
    for (const RunPhase& each : run.phases)
        phases.push_back({each.launch, each.block, each.phase, each.first, each.end});
    return {{"width", run.width},
            {"height", run.height},
            {"memory", memory},
            {"launches", launches},
            {"lines", run.lines},
            {"phases", phases},
            {"is_whole", run.is_whole},
            {"fault", event_or_null(run.fault)},
            {"uninitialised", event_or_null(run.uninitialised)},
            {"events", events_json(run.events)}};
}

}  // namespace

std::string run_page(const RecordedRun& run, const LabVerdict& verdict, const Exercise& exercise,
                     const std::string& file, const std::string& code) {
    const Json data{{"version", SWEEP_VERSION},
                    {"title", exercise.title},
                    {"verdict", verdict_json(verdict, file, exercise)},
                    {"source", code},
                    {"run", run_json(run)}};
    std::string script;
    for (const char* name : {"page/base.js", "lab/page/run.js", "lab/page/warps.js", "lab/page/words.js",
                             "lab/page/grids.js", "lab/page/side.js", "lab/page/main.js"})
        script += page_part(name);
    return filled_page(page_part("lab/page/page.html"),
                       {{"title", escaped_for_page(file)},
                        {"style", page_part("page/style.css") + page_part("lab/page/style.css")},
                        {"data", json_for_page(data.dump(-1, ' ', false, Json::error_handler_t::replace))},
                        {"script", script}});
}

}  // namespace sweep::app
