#include "cpu/engine.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

#include <hwy/targets.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/design/design.h"
#include "core/engine/engine_state.h"
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

const Maker<Steps, const DesignedProblem&, Threads&> makers[]{
    {families::conversion, convert_steps},
    {families::tables, table_steps},
    {families::box_lines, box_line_steps},
    {families::overlapped, overlapped_steps},
    {families::parallel, overlapped_steps},
    {families::bands, band_steps},
    {families::halo, halo_steps},
    {families::published, published_steps},
    {families::signals, signal_steps},
    {families::whole_lines, whole_line_steps},
    {families::whole_lines_f64, whole_line_steps_f64}};

}  // namespace

struct Engine::State : EngineState<Steps> {
    explicit State(int count) : EngineState(EngineKind::cpu), threads(count) { job.block = block_size; }
    ~State() { plan.reset(); }

    void run(const ConstImageView& in, const ImageView& out, const Encoder* encoder) {
        plan->encode_by(encoder);
        plan->begin_run(out);
        for (StageTime& time : report.stages) {
            const Clock::time_point start = Clock::now();
            plan->run(time.stage, in, out);
            time.milliseconds = milliseconds_since(start);
        }
        plan->encode_by(nullptr);
    }

    Threads threads;
};

Engine::Engine(int threads) : state_(std::make_unique<State>(threads)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::prepare(const Problem& problem) {
    if (state_->problem == problem) return;
    Job job = plan(problem, EngineKind::cpu, block_size);
    state_->problem.reset();
    state_->plan.reset();  // the old workspace goes before there is a new one
    state_->plan = make_plan(makers, job.problem, {job.problem, job.design}, state_->threads);
    state_->plan->leave_out(job.stages);
    state_->job = std::move(job);
    state_->begin_report();
    state_->problem = problem;
}

void Engine::run(ConstImageView in, ImageView out) {
    state_->require_images(in, out);
    state_->run(in, out, nullptr);
}

CodesEngine* Engine::on_codes() {
    return state_->plan && state_->plan->writes_codes() ? this : nullptr;
}

WrittenCodes Engine::run_to_codes(ConstImageView in, ImageView out, const Codes& codes) {
    ImageView of_results = out;
    if (out.sample == codes.sample && on_codes()) of_results.sample = output_sample(state_->job.problem);
    state_->require_images(in, of_results);
    const Encoder encoder(codes, out.shape.channels);
    state_->run(in, out, &encoder);
    return encoder.written();
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
    state_->plan->begin_run(out);
    for (const Stage& stage : job.stages) {
        trace.begin.push_back(since_start(Clock::now()));
        state_->plan->run(stage, in, out);
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
    return state_->plan_for("carries()").carries();
}

Carries Steps::carries() const {
    throw Error(ExitCode::failed, "this algorithm has no carries of blocks: 1, 3, 4 to 7 and par have");
}

TableCarries Engine::table_carries() const {
    return state_->plan_for("table_carries()").table_carries();
}

TableCarries Steps::table_carries() const {
    throw Error(ExitCode::failed, "this algorithm keeps no carries of a table: choose sat");
}

std::vector<double> Engine::table_mean() const {
    return state_->plan ? state_->plan->table_mean() : std::vector<double>();
}

std::size_t Engine::working_bytes() const {
    return state_->plan ? state_->plan->working_bytes() : 0;
}

std::string description() {
    // The best instruction set that this processor has and the engine is compiled for.
    const std::int64_t supported = hwy::SupportedTargets();
    const char* name = supported & HWY_AVX3   ? "AVX-512"
                       : supported & HWY_AVX2 ? "AVX2"
                       : supported & HWY_SSE4 ? "SSE4"
                                              : "the compiler's baseline";
    const int threads = core_count();
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
