// The record of a run as JSON, against the rules of the Trace Event Format, as Perfetto and others read it: complete
// events ("X") with a name, a process, a thread, and microseconds, read as whole nanoseconds; those of one thread lie
// beside each other or in each other; threads and the process have names, once.
#include "app/lessons/replay/trace_json.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/random_image.h"
#include "core/plan/offers.h"
#include "cpu/engine.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

using app::Json;

struct Slice {
    long long begin, end;
};

// Checks every event, and returns the slices of each thread.
std::map<int, std::vector<Slice>> expect_trace_events(const Json& json) {
    EXPECT_EQ(json.at("displayTimeUnit"), "ns");
    std::map<int, std::vector<Slice>> threads;
    std::set<int> named;
    int processes = 0;
    for (const Json& event : json.at("traceEvents")) {
        EXPECT_TRUE(event.at("name").is_string());
        EXPECT_EQ(event.at("pid"), 0);
        if (event.at("ph") == "M") {
            EXPECT_FALSE(event.at("args").at("name").template get<std::string>().empty());
            if (event.at("name") == "process_name")
                ++processes;
            else
                EXPECT_TRUE(named.insert(event.at("tid").template get<int>()).second) << "named twice";
            continue;
        }
        EXPECT_EQ(event.at("ph"), "X");
        const double ts = event.at("ts").template get<double>(), dur = event.at("dur").template get<double>();
        EXPECT_TRUE(std::isfinite(ts) && ts >= 0);
        EXPECT_TRUE(std::isfinite(dur) && dur >= 0);
        const long long begin = std::llround(ts * 1000.0);
        threads[event.at("tid").template get<int>()].push_back({begin, begin + std::llround(dur * 1000.0)});
    }
    EXPECT_EQ(processes, 1);
    for (auto& [thread, slices] : threads) {
        EXPECT_TRUE(named.contains(thread)) << thread;
        std::stable_sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
        });
        std::vector<Slice> open;
        for (const Slice& slice : slices) {
            while (!open.empty() && open.back().end <= slice.begin) open.pop_back();
            EXPECT_TRUE(open.empty() || slice.end <= open.back().end)
                << "thread " << thread << ": " << slice.begin << " to " << slice.end
                << " overlaps what ends at " << open.back().end;
            open.push_back(slice);
        }
    }
    return threads;
}

TEST(TraceJson, OfEveryAlgorithmKeepsTheRulesOfTraceEvents) {
    cpu::Engine engine;
    for (const AlgorithmInfo& a : algorithms()) {
        if (!has_algorithm(EngineKind::cpu, a.algorithm) || a.algorithm == Algorithm::automatic) continue;
        Problem p = problem({200, 150, 1}, filter_for(a, of_kind(FilterKind::bspline3)));
        p.method.algorithm = a.algorithm;
        if (!why_not(p, EngineKind::cpu).empty()) continue;
        SCOPED_TRACE(text(p));
        const Image X = random_image(p.shape, p.input);
        Image out(p.shape, output_sample(p));
        engine.prepare(p);
        const Trace trace = engine.trace(X.view(), out.view());
        const auto threads = expect_trace_events(app::trace_json(trace));
        ASSERT_TRUE(threads.contains(0)) << "the stages";
        EXPECT_EQ(threads.at(0).size(), trace.stages.size());
        EXPECT_EQ(threads.at(0).back().end, std::llround(trace.milliseconds() * 1e6)) << "microseconds";
        std::size_t pieces = 0;
        for (const auto& [thread, slices] : threads) pieces += thread > 0 ? slices.size() : 0;
        EXPECT_EQ(pieces, trace.pieces.size());
    }
}

// As on a GPU: a processor has several pieces at once, which wait, at times that are no whole nanoseconds.
TEST(TraceJson, PiecesAtOnceHaveThreadsOfTheirOwn) {
    Trace trace;
    trace.shape = {64, 64, 1};
    trace.block = 32;
    trace.processors = 2;
    trace.engine = "cuda", trace.algorithm = "sat-1pass";
    trace.stages = {{Step::sat_one_pass, "table", "", 1, 1}};
    trace.begin = {0}, trace.end = {0.0100000004};
    const double third = 1e-6 / 3;  // of a nanosecond, in milliseconds
    double begin = 0;
    for (int i = 0; i < 40; ++i) {
        const double end = begin + 1e-4 + third * double(i % 5);
        trace.pieces.push_back({0, i % 2, i, begin, end, 0, 0, 0, 32, 32});
        trace.waits.push_back(
            {0, i % 2, i, begin + 1e-5, end, i < 20 ? TraceWait::For::columns : TraceWait::For::rows});
        if (i % 4 == 3) begin = end;
    }
    const Json json = app::trace_json(trace);
    const auto named = [&](const char* name) {
        const Json& events = json.at("traceEvents");
        return std::count_if(events.begin(), events.end(),
                             [&](const Json& event) { return event.at("name") == name; });
    };
    EXPECT_EQ(named("waits along the columns"), 20);
    EXPECT_EQ(named("waits along the rows"), 20);
    const auto threads = expect_trace_events(json);
    std::size_t slices = 0;
    for (const auto& [thread, own] : threads) slices += own.size();
    EXPECT_EQ(slices, 1u + 40u + 40u);
    EXPECT_GE(threads.size(), 5u);
}

}  // namespace
}  // namespace sweep::test
