// Whole runs of the engines, for comparing two builds (Google Benchmark's compare.py reads the JSON). Users
// measure with `sweep bench`.
//
//   bench_engines --benchmark_filter=cuda/gaussian3 --benchmark_repetitions=5 --benchmark_format=json
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/base/error.h"
#include "core/base/image.h"
#include "core/methods/algorithms.h"
#include "core/plan/planner.h"
#include "core/problem/problem.h"
#include "core/stages/stages.h"
#include "cpu/engine.h"
#include "gpu/engine.h"

namespace {

using namespace sweep;

struct Named {
    std::string name;
    FilterSpec filter;
    Sample input;
};

std::vector<Named> filters() {
    std::vector<Named> all;
    for (int order : {3, 5}) {
        FilterSpec gaussian;
        gaussian.order = order;
        all.push_back({"gaussian" + std::to_string(order), gaussian, Sample::f32});
    }
    FilterSpec bspline;
    bspline.kind = FilterKind::bspline3;
    all.push_back({"bspline3", bspline, Sample::f32});
    FilterSpec table;
    table.kind = FilterKind::sat;
    all.push_back({"sat", table, Sample::f32});
    all.push_back({"sat_bytes", table, Sample::u8});
    FilterSpec box;
    box.kind = FilterKind::box;
    all.push_back({"box", box, Sample::f32});
    return all;
}

Problem square(const Named& named, int size) {
    Problem problem;
    problem.shape = {size, size, 1};
    problem.filter = named.filter;
    problem.input = named.input;
    return problem;
}

// An image of the same samples each time, neither constant nor denormal.
Image picture(const Problem& problem) {
    Image image(problem.shape, problem.input);
    for (std::size_t i = 0; i < problem.shape.samples(); ++i) {
        const unsigned byte = unsigned(i * 2654435761u) >> 24;
        if (problem.input == Sample::u8)
            image.data<std::uint8_t>()[i] = std::uint8_t(byte);
        else
            image.data<float>()[i] = float(byte) / 255;
    }
    return image;
}

// Reports pixels a second, and the bytes that the stage list declares.
void count(benchmark::State& state, const Problem& problem, int block) {
    state.SetItemsProcessed(state.iterations() * std::int64_t(problem.shape.pixels()));
    state.SetBytesProcessed(state.iterations() * std::int64_t(total_bytes(stages(problem, block))));
}

void run_cpu(benchmark::State& state, const Problem& problem) {
    const Image in = picture(problem);
    Image out(problem.shape, output_sample(problem));
    cpu::Engine engine;
    engine.prepare(problem);
    engine.run(in.view(), out.view());  // touches the pages of the output for the first time
    for (auto _ : state) engine.run(in.view(), out.view());
    count(state, resolved(problem, EngineKind::cpu), engine.block());
}

void run_cuda(benchmark::State& state, const Problem& problem) {
    const Image in = picture(problem);
    Image out(problem.shape, output_sample(problem));
    gpu::Engine engine;
    engine.prepare(problem);
    engine.run(in.view(), out.view());
    for (auto _ : state) state.SetIterationTime(engine.time_runs(1).front() / 1000);
    count(state, engine.resolved(), engine.block());
}

void register_all() {
    const bool cuda = gpu::probe().usable;
    for (const Named& named : filters())
        for (int size : {1024, 2048, 4096, 8192}) {
            const Problem problem = square(named, size);
            const std::string name = named.name + "/" + std::to_string(size);
            benchmark::RegisterBenchmark(("cpu/" + name).c_str(), run_cpu, problem)
                ->UseRealTime()
                ->Unit(benchmark::kMillisecond);
            if (cuda)
                benchmark::RegisterBenchmark(("cuda/" + name).c_str(), run_cuda, problem)
                    ->UseManualTime()
                    ->Unit(benchmark::kMillisecond);
        }
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return int(ExitCode::usage);
    try {
        register_all();
        benchmark::RunSpecifiedBenchmarks();
    } catch (const Error& error) {
        std::fprintf(stderr, "bench_engines: error: %s\n", error.what());
        return int(error.code());
    }
}
