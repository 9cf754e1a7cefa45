// The CUDA engine walks the stage list of core/stages/stages.h; a plan launches each stage.
#include "gpu/engine.h"

#include <algorithm>

#include "core/design/kinds.h"
#include "core/engine/engine_state.h"
#include "gpu/convert.cuh"
#include "gpu/derive.cuh"
#include "gpu/device/capture.h"
#include "gpu/device/device_buffer.h"
#include "gpu/device/handles.h"
#include "gpu/device/on_device.h"
#include "gpu/device/timed.cuh"
#include "gpu/image/host_images.cuh"
#include "gpu/image/packed_images.cuh"
#include "gpu/image_stack.cuh"
#include "gpu/interop/interop_state.cuh"
#include "gpu/plan/last_line.cuh"
#include "gpu/plan_maker.cuh"
#include "gpu/run_record.cuh"
#include "gpu/stage_clock.h"
#include "gpu/table/factory.cuh"
#include "gpu/tuning/costs.h"

namespace sweep::gpu {
namespace {

constexpr std::size_t most_images =
    65535;  // of one launch, which has a row or layer of thread blocks for each

void require_no_double(const Problem& problem) {
    if (output_sample(problem) == Sample::f64)
        throw Error(ExitCode::usage, "textures hold no float64: use --precision float or fixed");
}

// Refuses what a CUDA graph would do wrong each time but the first (Plan::counts_runs()).
void require_no_graph(const Plan& plan, const Problem& problem, cudaStream_t stream) {
    if (plan.counts_runs() && is_captured(stream))
        throw Error(ExitCode::usage,
                    "algorithm " + algorithm_name(problem) +
                        " counts its runs, and a CUDA graph would repeat one: capture algorithm " +
                        (is_recursive(problem.filter.kind) ? "7" : "sat"));
}

const Stage map_stage{Step::interop, "map", "GL", 0, 0}, unmap_stage{Step::interop, "unmap", "GL", 0, 0},
    to_texture_stage{Step::interop, "to texture", "GL", 0, 0};

}  // namespace

struct Engine::State : EngineState<Plan> {
    DeviceLimits limits{};
    const Stream owned_stream;  // outlives the kernels that run on it
    const cudaStream_t stream = owned_stream.handle();
    StageClock clock{stream};
    ImageStack stack;                   // of the batch before
    Tuning tuning;                      // chooses what the user leaves open
    DeviceBuffer<float> colour, alpha;  // the values that bytes stand for (PixelSource)
    bool linear = false;
    HostImages images;             // of runs from host to host
    PackedImages packed;           // of runs on device memory
    cudaStream_t newest = stream;  // on which the last run was launched
    Event newest_run;
    int device = 0;
    DeviceBuffer<float> floats;    // a result before it is rounded, of plans that write no float16
    DeviceBuffer<float> filtered;  // a result of which something is derived

    State() : EngineState(EngineKind::cuda) {
        check(cudaGetDevice(&device));
        limits = limits_of(device);
        alpha = DeviceBuffer<float>(256);
        colour = DeviceBuffer<float>(256);
        upload_bytes_table(alpha, false);
        upload_bytes_table(colour, false);
    }
    ~State() {
        ignore(cudaStreamSynchronize(stream));
        plan.reset();
    }

    void upload_bytes_table(DeviceBuffer<float>& to, bool as_linear) {
        const std::array<float, 256> table = byte_to_float(as_linear);
        check(cudaMemcpyAsync(to.data(), table.data(), to.bytes(), cudaMemcpyHostToDevice, stream));
    }

    // True if the plan at hand has adopted the job.
    bool adopts(const Job& now) {
        const Problem &last = job.problem, &next = now.problem;
        return plan && next.method.algorithm == last.method.algorithm &&
               next.method.cascade == last.method.cascade &&
               (next.filter.kind == FilterKind::none) == (last.filter.kind == FilterKind::none) &&
               plan->adopt(now, stream);
    }

    // The pixels lie in the texture of `surface` or, where that is 0, in linear memory at `data`.
    PixelSource source(const void* data, cudaSurfaceObject_t surface) const {
        const bool bytes = problem->input == Sample::u8;
        PixelSource s{};
        s.channels = problem->shape.channels;
        s.width = problem->shape.width;
        s.colour = colour.data();
        s.alpha = alpha.data();
        s.is_unorm = !problem->linear;
        s.format = surface ? (bytes ? PixelFormat::texture_u8 : PixelFormat::texture_f32)
                           : (bytes ? PixelFormat::u8 : PixelFormat::f32);
        s.data = data;
        s.surface = surface;
        return s;
    }
    PixelSink sink(void* data, cudaSurfaceObject_t surface) const {
        const bool half = problem->method.half_result;
        const PixelFormat format = surface ? (half ? PixelFormat::texture_f16 : PixelFormat::texture_f32)
                                           : (half ? PixelFormat::f16 : PixelFormat::f32);
        return {format, problem->shape.channels, data, surface, problem->shape.width};
    }

    // The plan, if its last stage can derive; null: what is derived takes a kernel more.
    DerivingPlan* deriving_plan() const { return dynamic_cast<DerivingPlan*>(plan.get()); }

    // Filters device memory on a stream. of_line(x) makes the line of what is derived, of the input with packed rows.
    template <class OfLine>
    void run_on(cudaStream_t on, const ConstImageView& in, const ImageView& out, const OfLine& of_line) {
        require_images(in, out);
        const OnDevice current(device);
        require_device_memory(in.data, device);
        require_device_memory(out.data, device);
        require_no_graph(*plan, job.problem, on);
        follow_on(on);
        const void* from = packed.take(in, out, on);
        void* to = packed.room_for(out);
        launch_all_on(on, source(from, 0), sink(to, 0), false, nullptr, {}, of_line(from));
        packed.give(out, on);
        check(cudaEventRecord(newest_run.handle(), on));
    }
    // Filters it into memory of this engine, packed.
    const float* run_into_own(cudaStream_t on, const ConstImageView& in) {
        const Shape shape = in.shape;
        filtered.grow(shape.samples());
        run_on(on, in, {filtered.data(), shape, Sample::f32, std::ptrdiff_t(shape.row_bytes(Sample::f32))},
               [](const void*) { return LastLine{}; });
        return filtered.data();
    }

    // Runs share the workspace: one on another stream waits for the last.
    void follow_on(cudaStream_t now) {
        if (now != newest) check(cudaStreamWaitEvent(now, newest_run.handle()));
        newest = now;
    }

    // Filters a batch by a plan that takes_batches(); returns true.
    bool run_as_batch(std::size_t count, const void* in, std::size_t in_step, void* out, std::size_t out_step,
                      cudaStream_t on) {
        follow_on(on);
        for (std::size_t first = 0; first < count; first += most_images)
            launch_all_on(on, source(static_cast<const std::byte*>(in) + first * in_step, 0),
                          sink(static_cast<std::byte*>(out) + first * out_step, 0), false, nullptr,
                          {int(std::min(most_images, count - first)), in_step, out_step});
        return true;
    }
    // Filters a batch of images that lie one behind the other as stacks.
    // Returns false, and does nothing, where there is none.
    bool run_as_stacks(std::size_t count, const void* in, void* out, cudaStream_t on) {
        using tuning::Stacks;
        const std::size_t samples = problem->shape.samples(),
                          most = std::min(Stacks::most_samples / samples, most_images);
        if (samples > Stacks::most_samples_of_image || problem->method.memory != Memory::linear) return false;
        // As many in each stack: the last one begins within that before it, so that one plan is that of all.
        const std::size_t stacks = (count + most - 1) / most, each = (count + stacks - 1) / stacks;
        if (!stack.is_of(*problem, int(each))) {
            if (is_captured(on)) return false;  // nothing can be made now
            follow_on(stream);
            stack.make(*problem, int(each), limits, tuning, stream);
            check(cudaEventRecord(newest_run.handle(), stream));
        }
        if (!stack.plan()) return false;
        follow_on(on);
        const std::size_t in_step = samples * size_of(problem->input),
                          out_step = samples * size_of(output_sample(*problem));
        for (std::size_t i = 0; i < stacks; ++i) {
            const std::size_t first = std::min(i * each, count - each);
            const PixelSource from = source(static_cast<const std::byte*>(in) + first * in_step, 0);
            const PixelSink to = sink(static_cast<std::byte*>(out) + first * out_step, 0);
            for (const Stage& stage : stack.stages())
                stack.plan()->launch_stage(stage, from, to, {on, limits.can_overlap});
        }
        return true;
    }

    // The pixels of runs from host to host.
    PixelSource source() const { return source(images.in(), images.in_surface()); }
    PixelSink sink() const { return sink(images.out(), images.out_surface()); }

    void launch_all(const PixelSource& source, const PixelSink& sink, bool timed) {
        follow_on(stream);
        launch_all_on(stream, source, sink, timed);
    }
    // With a record thread blocks note when they run. With a line, which needs a deriving_plan(),
    // the last stage derives.
    void launch_all_on(cudaStream_t now, const PixelSource& source, const PixelSink& sink, bool timed,
                       LaunchRecord* record = nullptr, const Batch& batch = {}, const LastLine& line = {}) {
        const bool narrows = problem->method.half_result && !plan->writes_halves();
        PixelSink to = sink;
        if (narrows) {
            floats.grow(problem->shape.samples());
            to.format = PixelFormat::f32;
            to.data = floats.data();
        }
        LaunchOn on{now, limits.can_overlap};
        on.record = record;
        on.batch = batch;
        for (const Stage& stage : job.stages) {
            if (record) record->stage = int(&stage - job.stages.data());
            if (line.is_there)
                deriving_plan()->launch_derived(stage, source, to, on, line);
            else
                plan->launch_stage(stage, source, to, on);
            if (narrows && &stage == &job.stages.back())
                launch_narrow(on, floats.data(), sink, problem->shape);
            if (timed) clock.lap(stage);
        }
    }
};

Engine::Engine(int block) {
    const Device device = probe();
    if (!device.usable)
        throw Error(device.driver_too_old ? ExitCode::old_driver : ExitCode::no_engine,
                    device.reason + ": " + device.advice);
    state_ = std::make_unique<State>();
    state_->limits.block = block;
    state_->tuning = built_in_tuning(device.name);
}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::set_tuning(Tuning tuning) {
    state_->tuning = std::move(tuning);
    state_->problem.reset();
    state_->plan.reset();
    state_->stack = {};
}

bool Engine::has_bulk_copies() const {
    return state_->limits.bulk_copies;
}

void Engine::prepare(const Problem& problem) {
    State& s = *state_;
    if (s.problem == problem) return;
    const Planner planner(problem);
    if (problem.input == Sample::f64)
        throw Error(ExitCode::usage,
                    "the cuda engine filters in float32: convert the input, or use --engine cpu");
    if (problem.method.path == KernelPath::hopper && !s.limits.bulk_copies)
        throw Error(ExitCode::no_engine,
                    "this GPU, or this build, has no bulk tensor copies: use --path portable, or a build for "
                    "compute capability 9.0 on such a GPU");
    if (problem.method.memory == Memory::texture) require_no_double(problem);
    const TunedDevice device(s.limits, s.tuning);
    Job next = plan(planner, EngineKind::cuda, &device);
    choose_blocks(next, device);
    s.problem.reset();
    if (!s.adopts(next)) {
        s.plan.reset();  // before the next one takes its memory
        s.plan = make_plan(next, s.limits, s.stream);
    }
    if (problem.linear != s.linear) {
        s.upload_bytes_table(s.colour, problem.linear);
        s.linear = problem.linear;
    }
    s.problem = problem;
    s.job = std::move(next);
    s.job.block = s.plan->block();
    s.job.stages = planner.stages(s.job.problem.method.algorithm, s.job.block);
}

void Engine::run(ConstImageView in, ImageView out) {
    State& s = *state_;
    const OnDevice current(s.device);
    s.require_images(in, out);
    s.images.take(in, out.sample, s.problem->method.memory, s.stream);
    s.clock.begin();
    s.launch_all(s.source(), s.sink(), true);
    s.clock.end();
    s.images.give(out, s.stream);
    check(cudaStreamSynchronize(s.stream));
}

Trace Engine::trace(ConstImageView in, ImageView out) {
    run(in, out);  // the images are there, and what is wrong is refused
    State& s = *state_;
    const OnDevice current(s.device);
    Trace trace = recorded(s.job, s.stream, [&](LaunchRecord& record) {
        s.launch_all_on(s.stream, s.source(), s.sink(), false, &record);
    });
    trace.engine = probe().name;
    trace.processors = s.limits.multiprocessors;
    return trace;
}

void Engine::run_on_device(ConstImageView in, ImageView out, void* stream) {
    state_->run_on(static_cast<cudaStream_t>(stream), in, out, [](const void*) { return LastLine{}; });
}

void Engine::run_batch_on_device(std::size_t count, ConstImageView in, std::size_t in_step, ImageView out,
                                 std::size_t out_step, void* stream) {
    State& s = *state_;
    const auto on = static_cast<cudaStream_t>(stream);
    if (count > 1 && s.problem && !s.problem->method.half_result &&
        PackedImages::can_batch(count, in, in_step, out, out_step)) {
        s.require_images(in, out);
        const OnDevice current(s.device);
        require_device_memory(in.data, s.device);
        require_device_memory(out.data, s.device);
        const std::size_t samples = s.problem->shape.samples();
        const bool is_stack =
            in_step == samples * size_of(in.sample) && out_step == samples * size_of(out.sample);
        if (s.plan->takes_batches() ? s.run_as_batch(count, in.data, in_step, out.data, out_step, on)
                                    : is_stack && s.run_as_stacks(count, in.data, out.data, on))
            return check(cudaEventRecord(s.newest_run.handle(), on));
    }
    for (std::size_t i = 0; i < count; ++i) {
        run_on_device(in, out, stream);
        in.data = static_cast<const std::byte*>(in.data) + in_step;
        out.data = static_cast<std::byte*>(out.data) + out_step;
    }
}

void Engine::derive_on_device(DerivedKind kind, const DerivedNumbers& numbers,
                              std::span<DeviceEngine* const> others, ConstImageView in, ImageView out,
                              void* stream) {
    State& s = *state_;
    const OnDevice current(s.device);
    const auto on = static_cast<cudaStream_t>(stream);
    require_device_memory(out.data, s.device);
    // There are two runs at most.
    State& of_last = others.empty() ? s : *static_cast<Engine*>(others.back())->state_;
    const bool with_original = reads_original(kind);
    if (of_last.deriving_plan() && has_last_line(kind) && (!with_original || in.sample == Sample::f32)) {
        const float* first = others.empty() ? nullptr : s.run_into_own(on, in);
        of_last.run_on(on, in, out, [&](const void* original) {
            return last_line(kind, numbers, with_original ? static_cast<const float*>(original) : first);
        });
        return check(cudaEventRecord(s.newest_run.handle(), on));  // its result has been read
    }
    const float *first = s.run_into_own(on, in),
                *last = &of_last == &s ? first : of_last.run_into_own(on, in);
    launch_derive({on, false}, kind, numbers, s.source(in.data, 0), in.stride, first, last,
                  static_cast<float*>(out.data), out.stride, out.shape);
    check(cudaEventRecord(s.newest_run.handle(), on));
}

void Engine::wait() const {
    const OnDevice current(state_->device);
    check(cudaStreamSynchronize(state_->stream));
}

std::unique_ptr<SharedImage> Engine::share_texture(unsigned texture, Shape shape, Access access,
                                                   std::string& why_not) {
    return register_texture(texture, shape, access, why_not);
}

std::unique_ptr<SharedImage> Engine::share_buffer(unsigned buffer, Shape shape, Access access,
                                                  std::string& why_not) {
    return register_buffer(buffer, shape, access, why_not);
}

void Engine::run(SharedImage& in, SharedImage& out) {
    State& s = *state_;
    // This engine shares nothing else.
    GlImage::State &from = static_cast<GlImage&>(in).state(), &to = static_cast<GlImage&>(out).state();
    const int channels = from.shape.channels;
    if (!s.problem || from.shape != s.problem->shape || to.shape != s.problem->shape ||
        !(channels == 4 || (from.is_buffer && (to.is_buffer || channels == 1))))
        throw Error(ExitCode::failed, "the textures are not those of the prepared problem");
    require_no_double(*s.problem);
    cudaGraphicsResource_t resources[] = {from.resource, to.resource};
    s.clock.begin();
    check(cudaGraphicsMapResources(2, resources, s.stream));
    // Whatever happens now, OpenGL gets its textures back.
    struct Unmap {
        cudaGraphicsResource_t* resources;
        cudaStream_t stream;
        ~Unmap() {
            if (resources) ignore(cudaGraphicsUnmapResources(2, resources, stream));
        }
    } unmap{resources, s.stream};
    from.view_mapped();
    to.view_mapped();
    // Mapping waits for OpenGL, so the stream is empty now: what the processor does until the first launch would be
    // time of the first stage.
    s.clock.lap(map_stage);
    if (!from.holds(s.problem->input) || !to.holds(output_sample(*s.problem)))
        throw Error(ExitCode::failed, "the textures are not of the formats of the prepared problem");
    const PixelSource source = s.source(from.data, from.surface);
    if (channels == 1 && !to.is_buffer) {
        // Kernels write only textures of four channels: a result of one channel is copied.
        const std::size_t row = std::size_t(s.problem->shape.width) * sizeof(float);
        s.floats.grow(s.problem->shape.samples());
        s.launch_all(source, s.sink(s.floats.data(), 0), true);
        check(cudaMemcpy2DToArrayAsync(to.array, 0, 0, s.floats.data(), row, row,
                                       std::size_t(s.problem->shape.height), cudaMemcpyDeviceToDevice,
                                       s.stream));
        s.clock.lap(to_texture_stage);
    } else {
        s.launch_all(source, s.sink(to.data, to.surface), true);
    }
    unmap.resources = nullptr;
    check(cudaGraphicsUnmapResources(2, resources, s.stream));
    s.clock.lap(unmap_stage);
    s.clock.end();
}

std::vector<double> Engine::time_runs(int repeats) {
    State& s = *state_;
    if (!s.problem || !s.images.are_there())
        throw Error(ExitCode::failed, "time_runs() needs an earlier run()");
    const PixelSource source = s.source();
    const PixelSink sink = s.sink();
    return time_on(s.stream, repeats, [&] { s.launch_all(source, sink, false); });
}

const RunReport& Engine::report() const {
    state_->clock.read(state_->report);
    return state_->report;
}

std::vector<double> Engine::table_mean() const {
    return state_->plan ? state_->plan->table_mean(state_->stream) : std::vector<double>();
}

Carries Engine::carries() const {
    return state_->plan_for("carries()").carries(state_->stream);
}

TableCarries Engine::table_carries() const {
    const auto* const table = dynamic_cast<const KeepsTableCarries*>(&state_->plan_for("table_carries()"));
    if (!table) throw Error(ExitCode::failed, "this algorithm keeps no carries of a table: choose sat");
    return table->table_carries(state_->stream);
}

std::size_t Engine::working_bytes() const {
    return state_->plan
               ? state_->plan->working_bytes() + state_->filtered.bytes() + state_->stack.working_bytes()
               : 0;
}

const Job& Engine::job() const {
    return state_->job;
}

}  // namespace sweep::gpu
