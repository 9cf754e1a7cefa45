#include "app/lessons/replay/trace_json.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace sweep::app {
namespace {

// Readers round times to whole nanoseconds, begin and length apart. They get whole ones, so that pieces one after the
// other do not overlap there.
Json event_of(std::string name, const char* category, int thread, double begin, double end) {
    const long long from = std::llround(begin * 1e6), to = std::max(std::llround(end * 1e6), from);
    return {{"name", std::move(name)},
            {"cat", category},
            {"ph", "X"},
            {"pid", 0},
            {"tid", thread},
            {"ts", double(from) / 1000},
            {"dur", double(to - from) / 1000}};
}

std::string text_of(TraceWait::For what) {
    switch (what) {
        case TraceWait::For::columns:
            return "waits along the columns";
        case TraceWait::For::rows:
            return "waits along the rows";
        case TraceWait::For::launch:
            break;
    }
    return "waits for the launch before";
}

}  // namespace

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
    // Events of one thread may not overlap: a processor has a thread for each piece that it has at once.
    const std::vector<int> lane = lanes(trace);
    const int most = 1 + (lane.empty() ? 0 : *std::max_element(lane.begin(), lane.end()));
    const auto thread_of = [most](int processor, int l) { return 1 + processor * most + l; };
    for (int p = 0; p < trace.processors; ++p)
        for (int l = 0; l < most; ++l)
            name_thread(thread_of(p, l),
                        most == 1 ? fmt::format("processor {}", p) : fmt::format("processor {}.{}", p, l));
    const auto event = [&](std::size_t stage, int thread, double begin, double end, Json arguments) {
        const Stage& s = trace.stages[stage];
        events.push_back(event_of(fmt::format("{} {}", s.paper, s.name), "stage", thread, begin, end));
        events.back()["args"] = std::move(arguments);
    };
    for (std::size_t k = 0; k < trace.stages.size(); ++k)
        event(k, 0, trace.begin[k], trace.end[k],
              {{"bytes_read", trace.stages[k].bytes_read}, {"bytes_written", trace.stages[k].bytes_written}});
    std::multimap<std::pair<int, int>, const TraceWait*> waits;
    for (const TraceWait& wait : trace.waits) waits.insert({{wait.stage, wait.number}, &wait});
    for (std::size_t i = 0; i < trace.pieces.size(); ++i) {
        const TracePiece& piece = trace.pieces[i];
        event(std::size_t(piece.stage), thread_of(piece.processor, lane[i]), piece.begin, piece.end,
              {{"piece", piece.number},
               {"x", piece.x},
               {"y", piece.y},
               {"width", piece.width},
               {"height", piece.height}});
        const auto [first, last] = waits.equal_range({piece.stage, piece.number});
        for (auto at = first; at != last; ++at)
            if (const TraceWait& wait = *at->second; wait.begin >= piece.begin && wait.end <= piece.end)
                events.push_back(event_of(text_of(wait.what), "wait", thread_of(piece.processor, lane[i]),
                                          wait.begin, wait.end));
    }
    return {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}};
}

}  // namespace sweep::app
