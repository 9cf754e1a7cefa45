#include "app/replay/trace_json.h"

#include <fmt/format.h>

namespace sweep::app {

Json trace_json(const Trace& trace) {
    Json events = Json::array();
    const auto name_thread = [&](int thread, const std::string& name) {
        events.push_back(
            {{"name", "thread_name"}, {"ph", "M"}, {"pid", 0}, {"tid", thread}, {"args", {{"name", name}}}});
    };
    events.push_back({{"name", "process_name"},
                      {"ph", "M"},
                      {"pid", 0},
                      {"args", {{"name", fmt::format("algorithm {}, {}", trace.algorithm, trace.engine)}}}});
    name_thread(0, "stages");
    for (int p = 0; p < trace.processors; ++p) name_thread(p + 1, fmt::format("processor {}", p));
    const auto event = [&](std::size_t stage, int thread, double begin, double end, Json arguments) {
        const Stage& s = trace.stages[stage];
        events.push_back({{"name", fmt::format("{} {}", s.paper, s.name)},
                          {"cat", "stage"},
                          {"ph", "X"},
                          {"pid", 0},
                          {"tid", thread},
                          {"ts", begin * 1000},
                          {"dur", (end - begin) * 1000},
                          {"args", std::move(arguments)}});
    };
    for (std::size_t k = 0; k < trace.stages.size(); ++k)
        event(k, 0, trace.begin[k], trace.end[k],
              {{"bytes_read", trace.stages[k].bytes_read}, {"bytes_written", trace.stages[k].bytes_written}});
    for (const TracePiece& piece : trace.pieces)
        event(std::size_t(piece.stage), piece.processor + 1, piece.begin, piece.end,
              {{"piece", piece.number},
               {"x", piece.x},
               {"y", piece.y},
               {"width", piece.width},
               {"height", piece.height}});
    return {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}};
}

}  // namespace sweep::app
