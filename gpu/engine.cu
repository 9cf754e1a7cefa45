// The CUDA engine walks the stage list of core/stages/stages.h; a plan launches each stage.
#include "gpu/engine.h"

#include <algorithm>

#include "core/filter/design.h"
#include "core/filter/dispatch.h"
#include "core/problem/algorithms.h"
#include "gpu/convert.cuh"
#include "gpu/device/device_buffer.h"
#include "gpu/device/handles.h"
#include "gpu/device/tensor_map.cuh"
#include "gpu/image/host_images.cuh"
#include "gpu/image/packed_images.cuh"
#include "gpu/interop_state.cuh"
#include "gpu/lines/factory.cuh"
#include "gpu/overlapped/factory.cuh"
#include "gpu/plan/plan.cuh"
#include "gpu/published/factory.cuh"
#include "gpu/resident/factory.cuh"
#include "gpu/response/factory.cuh"
#include "gpu/stage_clock.h"
#include "gpu/table/factory.cuh"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {
namespace {

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

// Keeps the device busy for a while, so that what follows is queued before it starts: launches are not timed.
__global__ void spin_kernel(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

// Times what `enqueue` puts on the stream, `repeats` times; in milliseconds.
template <class Enqueue>
std::vector<double> time_on(cudaStream_t stream, int repeats, Enqueue enqueue) {
    Event before, after;
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        spin_kernel<<<1, 1, 0, stream>>>(60000);
        check(cudaEventRecord(before.handle(), stream));
        enqueue();
        check(cudaEventRecord(after.handle(), stream));
        check(cudaEventSynchronize(after.handle()));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, before.handle(), after.handle()));
        times.push_back(double(ms));
    }
    return times;
}

std::unique_ptr<Plan> make_plan(const Problem& problem, const DeviceLimits& limits, cudaStream_t stream) {
    switch (family_of(problem)) {
        case Family::convert:
            return make_convert_plan(problem);
        case Family::table:
            return make_table_plan(problem, limits, stream);
        case Family::overlapped:
            return make_recursive_plan(problem, limits, stream);
        case Family::resident:
            return make_resident_plan(problem, limits, stream);
        case Family::published:
            return make_published_plan(problem, stream);
        case Family::cascade:
            return make_cascade_plan(problem, stream);
        case Family::varying:
            return make_varying_plan(problem, stream);
        case Family::signal:
            return make_signal_plan(problem, stream);
        case Family::whole_lines:
            return make_rt_plan(problem, stream);
        case Family::whole_lines_f64:
            return make_rt64_plan(problem, stream);
        case Family::convolution:
            return make_convolution_plan(problem, stream);
        case Family::fft:
            return make_fft_plan(problem, stream);
    }
    return nullptr;
}

// True if constants continue the lines. Algorithm 8 scans other lines twice, which takes what it gains.
bool ends_in_constants(const Boundary& boundary) {
    return boundary.kind == BoundaryKind::zero || boundary.kind == BoundaryKind::constant ||
           boundary.kind == BoundaryKind::clamp;
}

void require_no_double(const Problem& problem) {
    if (output_sample(problem) == Sample::f64)
        throw Error(ExitCode::usage, "textures hold no float64: use --precision float or fixed");
}

// Makes a device the current one of this thread while it lives.
class OnDevice {
  public:
    explicit OnDevice(int device) {
        check(cudaGetDevice(&before_));
        if (before_ != device) check(cudaSetDevice(device));
        changed_ = before_ != device;
    }
    ~OnDevice() {
        if (changed_) ignore(cudaSetDevice(before_));
    }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

  private:
    int before_ = 0;
    bool changed_ = false;
};

void require_device_memory(const void* pointer, int device) {
    cudaPointerAttributes found{};
    ignore(cudaPointerGetAttributes(&found, pointer));
    const bool is_of_a_device = found.type == cudaMemoryTypeDevice || found.type == cudaMemoryTypeManaged;
    if (!pointer || !is_of_a_device)
        throw Error(ExitCode::usage, "a pointer is not to device memory: copy the image to the GPU first");
    if (found.type == cudaMemoryTypeDevice && found.device != device)
        throw Error(ExitCode::usage, "a pointer is to memory of device " + std::to_string(found.device) +
                                         ", and the engine is on device " + std::to_string(device));
}

const Stage map_stage{Step::interop, "map", "GL", 0, 0}, unmap_stage{Step::interop, "unmap", "GL", 0, 0},
    to_texture_stage{Step::interop, "to texture", "GL", 0, 0};

}  // namespace

struct Engine::State {
    DeviceLimits limits{};
    const Stream owned_stream;  // outlives the kernels that run on it
    const cudaStream_t stream = owned_stream.handle();
    StageClock clock{stream};
    std::unique_ptr<Plan> plan;
    Tuning tuning;                      // chooses what the user leaves open
    Problem problem;                    // as asked for
    Job job;                            // as it is solved
    Shape off_chip{};                   // of an image that is known to be too large for algorithm 8
    DeviceBuffer<float> colour, alpha;  // the values that bytes stand for (PixelSource)
    bool linear = false;
    HostImages images;             // of runs from host to host
    PackedImages packed;           // of runs on device memory
    cudaStream_t newest = stream;  // on which the last run was launched
    Event newest_run;
    int device = 0;
    DeviceBuffer<float> floats;  // a result before it is rounded, of plans that write no float16
    mutable RunReport report;

    State() {
        int value = 0;
        check(cudaGetDevice(&device));
        check(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
        limits.shared_bytes_per_block = value;
        check(cudaDeviceGetAttribute(&limits.multiprocessors, cudaDevAttrMultiProcessorCount, device));
        // PTX of an older architecture lacks the instructions of 8.0 and 9.0 on every GPU: its version
        // decides.
        cudaFuncAttributes compiled{};
        check(cudaFuncGetAttributes(&compiled, spin_kernel));
        limits.can_overlap = compiled.ptxVersion >= 90;
        limits.tensor_cores = compiled.ptxVersion >= 80;
        limits.bulk_copies = compiled.ptxVersion >= 90 && tensor_map_encoder();
        check(cudaDeviceGetAttribute(&value, cudaDevAttrClusterLaunch, device));
        limits.clusters = compiled.ptxVersion >= 90 && value != 0;
        alpha = DeviceBuffer<float>(256);
        colour = DeviceBuffer<float>(256);
        upload_bytes_table(alpha, false);
        upload_bytes_table(colour, false);
        report.engine = "cuda";
    }
    ~State() { ignore(cudaStreamSynchronize(stream)); }

    void upload_bytes_table(DeviceBuffer<float>& to, bool as_linear) {
        const std::array<float, 256> table = byte_to_float(as_linear);
        check(cudaMemcpyAsync(to.data(), table.data(), to.bytes(), cudaMemcpyHostToDevice, stream));
    }

    void require_images(const ConstImageView& in, const ImageView& out) const {
        if (!plan || in.shape != problem.shape || in.sample != problem.input || out.shape != in.shape ||
            out.sample != output_sample(problem))
            throw Error(ExitCode::failed, "the images are not those of the prepared problem");
    }

    // Returns the problems to try, best first, with the block, path and algorithm that this GPU's row says.
    // `usual` is `asked` with its algorithm resolved.
    std::vector<Problem> tuned(const Problem& asked, Problem usual) const {
        if (block_asked_for(asked, limits) > 0 || !is_tuned(usual)) return {usual};
        const ClassChoices* choices = choices_of(tuning, class_of(usual, takes_bulk_copies(usual, limits)));
        if (!choices) return {usual};
        const Choice choice = choice_for(*choices, usual.shape);
        std::vector<Problem> tried;
        Problem other = usual;
        other.algorithm = choice.algorithm;
        const bool may_stay_on_chip = choice.algorithm != Algorithm::alg8 ||
                                      (ends_in_constants(usual.boundary) && usual.shape != off_chip);
        if (asked.algorithm == Algorithm::automatic && asked.path == KernelPath::automatic &&
            choice.algorithm != usual.algorithm && may_stay_on_chip &&
            why_not(other, EngineKind::cuda).empty())
            tried.push_back(other);
        usual.block = choice.block;
        if (usual.path == KernelPath::automatic) usual.path = choice.path;
        tried.push_back(usual);
        return tried;
    }

    // Makes a plan. Returns false where algorithm 8 cannot hold the image and `may_refuse` says that another
    // problem may be tried.
    bool makes(const Problem& now, bool may_refuse) {
        plan.reset();  // before the next one takes its memory
        try {
            plan = make_plan(now, limits, stream);
        } catch (const Error& error) {
            if (!may_refuse || error.code() != ExitCode::usage) throw;
            off_chip = now.shape;
        }
        return plan != nullptr;
    }

    // True if the plan at hand has adopted the problem.
    bool adopts(const Problem& now) {
        const Problem& last = job.problem;
        return plan && now.algorithm == last.algorithm && now.cascade == last.cascade &&
               (now.filter.kind == FilterKind::none) == (last.filter.kind == FilterKind::none) &&
               plan->adopt(now, stream);
    }

    // The pixels lie in the texture of `surface` or, where that is 0, in linear memory at `data`.
    PixelSource source(const void* data, cudaSurfaceObject_t surface) const {
        const bool bytes = problem.input == Sample::u8;
        PixelSource s{};
        s.channels = problem.shape.channels;
        s.width = problem.shape.width;
        s.colour = colour.data();
        s.alpha = alpha.data();
        s.is_unorm = !problem.linear;
        s.format = surface ? (bytes ? PixelFormat::texture_u8 : PixelFormat::texture_f32)
                           : (bytes ? PixelFormat::u8 : PixelFormat::f32);
        s.data = data;
        s.surface = surface;
        return s;
    }
    PixelSink sink(void* data, cudaSurfaceObject_t surface) const {
        const bool half = problem.half_result;
        const PixelFormat format = surface ? (half ? PixelFormat::texture_f16 : PixelFormat::texture_f32)
                                           : (half ? PixelFormat::f16 : PixelFormat::f32);
        return {format, problem.shape.channels, data, surface, problem.shape.width};
    }

    // Runs share the workspace: one on another stream waits for the last.
    void follow_on(cudaStream_t now) {
        if (now != newest) check(cudaStreamWaitEvent(now, newest_run.handle()));
        newest = now;
    }

    // The pixels of runs from host to host.
    PixelSource source() const { return source(images.in(), images.in_surface()); }
    PixelSink sink() const { return sink(images.out(), images.out_surface()); }

    void launch_all(const PixelSource& source, const PixelSink& sink, bool timed) {
        follow_on(stream);
        launch_all_on(stream, source, sink, timed);
    }
    void launch_all_on(cudaStream_t now, const PixelSource& source, const PixelSink& sink, bool timed) {
        const bool narrows = problem.half_result && !plan->writes_halves();
        PixelSink to = sink;
        if (narrows) {
            floats.grow(problem.shape.samples());
            to.format = PixelFormat::f32;
            to.data = floats.data();
        }
        const LaunchOn on{now, limits.can_overlap};
        for (const Stage& stage : job.stages) {
            plan->launch_stage(stage, source, to, on);
            if (narrows && &stage == &job.stages.back())
                launch_narrow(on, floats.data(), sink, problem.shape);
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
    state_->plan.reset();
}

bool Engine::has_bulk_copies() const {
    return state_->limits.bulk_copies;
}

void Engine::prepare(const Problem& problem) {
    State& s = *state_;
    if (s.plan && problem == s.problem) return;
    validate(problem);
    if (problem.input == Sample::f64)
        throw Error(ExitCode::usage,
                    "the cuda engine filters in float32: convert the input, or use --engine cpu");
    if (problem.path == KernelPath::hopper && !s.limits.bulk_copies)
        throw Error(ExitCode::no_engine,
                    "this GPU, or this build, has no bulk tensor copies: use --path portable, or a build for "
                    "compute capability 9.0 on such a GPU");
    if (problem.memory == Memory::texture) require_no_double(problem);
    const Problem usual = sweep::resolved(problem, EngineKind::cuda);
    require_support(usual, EngineKind::cuda);
    const std::vector<Problem> tried = s.tuned(problem, usual);
    const auto now = std::find_if(tried.begin(), tried.end(), [&](const Problem& next) {
        return s.adopts(next) || s.makes(next, &next != &tried.back());
    });
    if (problem.linear != s.linear) {
        s.upload_bytes_table(s.colour, problem.linear);
        s.linear = problem.linear;
    }
    s.problem = s.job.problem = problem;
    s.job.problem.algorithm = now->algorithm;
    s.job.block = s.plan->block();
    s.job.stages = stages(s.job.problem, s.job.block);
}

void Engine::run(ConstImageView in, ImageView out) {
    State& s = *state_;
    const OnDevice current(s.device);
    s.require_images(in, out);
    s.images.take(in, out.sample, s.problem.memory, s.stream);
    s.clock.begin();
    s.launch_all(s.source(), s.sink(), true);
    s.clock.end();
    s.images.give(out, s.stream);
    check(cudaStreamSynchronize(s.stream));
}

void Engine::run_on_device(ConstImageView in, ImageView out, void* stream) {
    State& s = *state_;
    s.require_images(in, out);
    const OnDevice current(s.device);
    require_device_memory(in.data, s.device);
    require_device_memory(out.data, s.device);
    const auto on = static_cast<cudaStream_t>(stream);
    s.follow_on(on);
    const void* from = s.packed.take(in, out, on);
    void* to = s.packed.room_for(out);
    s.launch_all_on(on, s.source(from, 0), s.sink(to, 0), false);
    s.packed.give(out, on);
    check(cudaEventRecord(s.newest_run.handle(), on));
}

void Engine::wait() const {
    const OnDevice current(state_->device);
    check(cudaStreamSynchronize(state_->stream));
}

void Engine::run(GlImage& in, GlImage& out) {
    State& s = *state_;
    GlImage::State &from = in.state(), &to = out.state();
    const int channels = s.problem.shape.channels;
    if (!s.plan || from.shape != s.problem.shape || to.shape != s.problem.shape ||
        !(channels == 4 || (from.is_buffer && (to.is_buffer || channels == 1))))
        throw Error(ExitCode::failed, "the textures are not those of the prepared problem");
    require_no_double(s.problem);
    cudaGraphicsResource_t resources[] = {from.resource, to.resource};
    s.clock.begin();
    check(cudaGraphicsMapResources(2, resources, s.stream));
    s.clock.lap(map_stage);
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
    if (!from.holds(s.problem.input) || !to.holds(output_sample(s.problem)))
        throw Error(ExitCode::failed, "the textures are not of the formats of the prepared problem");
    const PixelSource source = s.source(from.data, from.surface);
    if (channels == 1 && !to.is_buffer) {
        // Kernels write only textures of four channels: a result of one channel is copied.
        const std::size_t row = std::size_t(s.problem.shape.width) * sizeof(float);
        s.floats.grow(s.problem.shape.samples());
        s.launch_all(source, s.sink(s.floats.data(), 0), true);
        check(cudaMemcpy2DToArrayAsync(to.array, 0, 0, s.floats.data(), row, row,
                                       std::size_t(s.problem.shape.height), cudaMemcpyDeviceToDevice,
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
    if (!s.plan || !s.images.are_there()) throw Error(ExitCode::failed, "time_runs() needs an earlier run()");
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
    if (!state_->plan) throw Error(ExitCode::failed, "carries() needs an earlier run()");
    return state_->plan->carries(state_->stream);
}

std::size_t Engine::working_bytes() const {
    return state_->plan ? state_->plan->working_bytes() : 0;
}

const Job& Engine::job() const {
    return state_->job;
}

double measure_copy_ms(std::size_t bytes, int repeats) {
    DeviceBuffer<std::byte> from(bytes), to(bytes);
    const Stream stream;
    check(cudaMemsetAsync(from.data(), 1, bytes, stream.handle()));
    auto copy = [&] {
        check(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, stream.handle()));
    };
    time_on(stream.handle(), 5, copy);
    return median(time_on(stream.handle(), std::max(1, repeats), copy));
}

Device probe() {
    Device d;
    int driver = 0, runtime = 0, count = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
    cudaRuntimeGetVersion(&runtime);
    d.runtime = version_text(runtime);
    if (driver == 0) {
        d.reason = "no NVIDIA driver on this machine";
        d.advice = "install it, or use --engine cpu";
        return d;
    }
    d.driver = version_text(driver);
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaErrorInsufficientDriver || driver / 1000 < runtime / 1000) {
        d.driver_too_old = true;
        d.reason = "the driver supports CUDA " + d.driver + ", this build needs " + d.runtime;
        d.advice = "update the driver, or use --engine cpu";
        return d;
    }
    if (status != cudaSuccess || count == 0) {
        cudaGetLastError();
        d.reason = std::string("no CUDA device (") + cudaGetErrorString(status) + ")";
        d.advice = "use --engine cpu";
        return d;
    }
    cudaDeviceProp properties{};
    if (const cudaError_t answer = cudaGetDeviceProperties(&properties, 0); answer != cudaSuccess) {
        ignore(answer);
        d.reason = "the CUDA device does not answer";
        d.advice = "use --engine cpu";
        return d;
    }
    d.name = properties.name;
    d.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
    d.multiprocessors = properties.multiProcessorCount;
    d.memory_bytes = properties.totalGlobalMem;
    d.l2_bytes = std::size_t(properties.l2CacheSize);
    cudaFuncAttributes attributes{};
    const cudaError_t code = cudaFuncGetAttributes(&attributes, spin_kernel);
    ignore(code);
    if (code == cudaErrorUnsupportedPtxVersion || code == cudaErrorCallRequiresNewerDriver) {
        // Within a major version, older drivers run code for their GPU but do not compile newer PTX.
        d.driver_too_old = true;
        d.reason = "the driver supports CUDA " + d.driver +
                   " and does not compile the code of this build, of " + d.runtime + ", for " + d.name;
        d.advice = "update the driver, build on this machine, or use --engine cpu";
    } else if (code == cudaErrorNoKernelImageForDevice || code == cudaErrorInvalidDeviceFunction) {
        d.reason =
            "this build has no code for " + d.name + " (compute capability " + d.compute_capability + ")";
        d.advice = "build it on this machine (7.5 or later is needed), or use --engine cpu";
    } else if (code != cudaSuccess) {  // also after an error that only a new process gets rid of
        d.reason = std::string("the CUDA device does not answer (") + cudaGetErrorString(code) + ")";
        d.advice = "start Sweep again, or use --engine cpu";
    }
    d.usable = code == cudaSuccess;
    return d;
}

}  // namespace sweep::gpu
