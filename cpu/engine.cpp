#include "cpu/engine.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <vector>

#include <hwy/targets.h>
#include <tbb/info.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/families/family.h"
#include "core/filter/design.h"
#include "cpu/base/buffer.h"
#include "cpu/base/steps.h"
#include "cpu/base/threads.h"
#include "cpu/base/tile.h"

namespace sweep::cpu {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Who makes the steps of which family.
struct Maker {
    const Family& family;
    std::unique_ptr<Steps> (*make)(const DesignedProblem&, Threads&);
};
const Maker makers[]{
    {families::conversion, convert_steps},     {families::tables, table_steps},
    {families::box_lines, box_line_steps},     {families::overlapped, overlapped_steps},
    {families::parallel, overlapped_steps},    {families::bands, band_steps},
    {families::published, published_steps},    {families::signals, signal_steps},
    {families::whole_lines, whole_line_steps}, {families::whole_lines_f64, whole_line_steps_f64}};

std::unique_ptr<Steps> make_steps(const Job& job, Threads& threads) {
    for (const auto& [family, make] : makers)
        if (&family == &family_of(job.problem)) return make({job.problem, job.design}, threads);
    throw std::logic_error("why_not() refuses what the cpu engine does not have");
}

}  // namespace

struct Engine::State {
    explicit State(int count) : threads(count) {
        report.engine = "cpu";
        job.block = block_size;
    }

    Threads threads;
    std::optional<Problem> problem;  // the problem that is prepared, as it was asked for
    Job job;
    std::unique_ptr<Steps> steps;
    RunReport report;
};

Engine::Engine(int threads) : state_(std::make_unique<State>(threads)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::prepare(const Problem& problem) {
    if (state_->problem == problem) return;
    Job job = plan(problem, EngineKind::cpu, block_size);
    state_->problem.reset();
    state_->steps.reset();  // the old workspace goes before there is a new one
    state_->steps = make_steps(job, state_->threads);
    state_->steps->leave_out(job.stages);
    state_->job = std::move(job);
    state_->report.stages.clear();
    for (const Stage& stage : state_->job.stages) state_->report.stages.push_back({stage, 0});
    state_->problem = problem;
}

void Engine::run(ConstImageView in, ImageView out) {
    if (!state_->problem) throw Error(ExitCode::failed, "the cpu engine was not prepared for this image");
    const Problem& problem = *state_->problem;
    if (in.shape != problem.shape || in.sample != problem.input || out.shape != problem.shape ||
        out.sample != output_sample(problem))
        throw Error(ExitCode::failed, "the image is not the one that the cpu engine was prepared for");
    state_->steps->begin_run(out);
    for (StageTime& time : state_->report.stages) {
        const Clock::time_point start = Clock::now();
        state_->steps->run(time.stage, in, out);
        time.milliseconds = milliseconds_since(start);
    }
}

Trace Engine::trace(ConstImageView in, ImageView out) {
    run(in, out);  // the workspace is in the caches that it will be in, and what is wrong is refused
    const Job& job = state_->job;
    Trace trace;
    trace.shape = job.problem.shape;
    trace.block = job.block;
    trace.processors = state_->threads.count();
    trace.engine = description();
    trace.algorithm = algorithm_name(job.problem);
    PieceTimes times;
    // The threads forget the list in any case, since it ends here.
    const struct Recording {
        Threads& threads;
        ~Recording() { threads.record(nullptr); }
    } recording{state_->threads};
    state_->threads.record(&times);
    const Clock::time_point start = Clock::now();
    const auto since_start = [start](Clock::time_point at) {
        return std::chrono::duration<double, std::milli>(at - start).count();
    };
    state_->steps->begin_run(out);
    for (const Stage& stage : job.stages) {
        trace.begin.push_back(since_start(Clock::now()));
        state_->steps->run(stage, in, out);
        trace.end.push_back(since_start(Clock::now()));
        const std::vector<PieceTimes::Piece> pieces = times.take();
        for (const PieceTimes::Piece& piece : pieces) {
            TracePiece one;
            one.stage = int(trace.stages.size());
            one.processor = piece.thread;
            one.number = int(piece.number);
            one.begin = since_start(piece.begin);
            one.end = since_start(piece.end);
            place_piece(one, stage, int(pieces.size()), trace.shape, trace.block);
            trace.pieces.push_back(one);
        }
        trace.stages.push_back(stage);
    }
    return trace;
}

const RunReport& Engine::report() const {
    return state_->report;
}

const Job& Engine::job() const {
    return state_->job;
}

Carries Engine::carries() const {
    if (!state_->steps) throw Error(ExitCode::failed, "carries() needs an earlier run()");
    return state_->steps->carries();
}

Carries Steps::carries() const {
    throw Error(ExitCode::failed, "this algorithm has no carries of blocks: 1, 3, 4 to 7 and par have");
}

TableCarries Engine::table_carries() const {
    if (!state_->steps) throw Error(ExitCode::failed, "table_carries() needs an earlier run()");
    return state_->steps->table_carries();
}

TableCarries Steps::table_carries() const {
    throw Error(ExitCode::failed, "this algorithm keeps no carries of a table: choose sat");
}

std::vector<double> Engine::table_mean() const {
    return state_->steps ? state_->steps->table_mean() : std::vector<double>();
}

std::size_t Engine::working_bytes() const {
    return state_->steps ? state_->steps->working_bytes() : 0;
}

std::string description() {
    // The best instruction set that this processor has and the engine is compiled for.
    const std::int64_t supported = hwy::SupportedTargets();
    const char* name = supported & HWY_AVX3   ? "AVX-512"
                       : supported & HWY_AVX2 ? "AVX2"
                       : supported & HWY_SSE4 ? "SSE4"
                                              : "the compiler's baseline";
    const int threads = tbb::info::default_concurrency();
    return std::string(name) + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

double measure_copy_ms(std::size_t bytes) {
    require_memory(2 * bytes, "measuring a copy");
    Threads threads(0);
    const Buffer<char> from(bytes, threads), to(bytes, threads);
    std::vector<double> times(9);
    for (double& time : times) {
        const Clock::time_point start = Clock::now();
        threads.for_chunks(std::ptrdiff_t(bytes), 1 << 20, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            std::memcpy(to.data() + begin, from.data() + begin, std::size_t(end - begin));
        });
        time = milliseconds_since(start);
    }
    std::nth_element(times.begin(), times.begin() + 4, times.end());
    return times[4];
}

}  // namespace sweep::cpu
