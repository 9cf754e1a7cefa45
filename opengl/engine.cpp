#include "opengl/engine.h"

#include <algorithm>
#include <array>
#include <thread>
#include <tuple>
#include <vector>

#include "core/base/copy_rows.h"
#include "core/base/error.h"
#include "core/engine/engine_state.h"
#include "opengl/overlapped/block.h"
#include "opengl/plan/plan.h"
#include "opengl/plan/stage_timer.h"

namespace sweep::opengl {
namespace {

constexpr const char* advice = "install the graphics driver, or Mesa (libegl-mesa0, libgl1-mesa-dri)";

const Maker<Plan, const Job&, Shaders&> makers[]{{families::conversion, conversion_plan},
                                                 {families::overlapped, overlapped_plan},
                                                 {families::halo, halo_plan},
                                                 {families::tables, table_plan}};

std::shared_ptr<Context> require_context() {
    std::string why_not;
    std::shared_ptr<Context> context = Context::current_or_own(why_not);
    if (!context) throw Error(ExitCode::no_engine, "the engine opengl: " + why_not + ": " + advice);
    return context;
}

// Shaders count the samples of an image in int.
void require_countable(const Problem& p) {
    if (p.shape.samples() >= std::size_t(1) << 31)
        throw Error(ExitCode::usage,
                    "the opengl engine takes images of fewer than 2^31 samples: use --engine cpu");
}

[[noreturn]] void refuse_halves() {
    throw Error(ExitCode::usage,
                "results in float16 are for textures alone on the opengl engine: use --memory texture");
}

// The bytes of an image in a buffer, from which shaders read whole words.
std::size_t buffer_bytes(const Problem& p, Sample sample) {
    return (p.shape.samples() * size_of(sample) + 3) / 4 * 4;
}

Target target_of(Enum format) {
    switch (format) {
        case 0:
            return Target::buffer;
        case gl::rgba32f:
            return Target::rgba32f;
        case gl::rgba16f:
            return Target::rgba16f;
        case gl::r32f:
            return Target::r32f;
        case gl::rgba32ui:
            return Target::rgba32ui;
        case gl::r32ui:
            return Target::r32ui;
    }
    throw Error(ExitCode::failed, "the opengl engine does not write textures of this format");
}

}  // namespace

struct Engine::State : EngineState<Plan> {
    explicit State(std::shared_ptr<Context> its)
        : EngineState(EngineKind::opengl),
          context(std::move(its)),
          shaders(context),
          timer(context),
          frames{timer_of(), timer_of(), timer_of(), timer_of()} {}
    ~State() { plan.reset(); }

    StageTimer timer_of() const { return StageTimer(context); }
    void upload(ConstImageView from);
    void download(ImageView to) const;
    // Makes the buffers of images in host memory, and the programs for these.
    void make_ready_for_host();
    // Has the programs for such images linked; says whether they are, which it waits for where `waits`.
    bool make_ready(const Images& images, bool waits) {
        try {
            plan->make_ready(images);
            if (!waits) return shaders.are_linked();
            shaders.require_linked();
            return true;
        } catch (const Error&) {
            plan.reset(), problem.reset();  // the driver has refused what the plan has asked for
            throw;
        }
    }
    bool has_textures() const { return problem->method.memory == Memory::texture; }
    // Binds a buffer, of format 0, or a texture.
    void bind_image(Name name, Enum format) const {
        if (format) return context->gl().BindTextureUnit(0, name);
        for (const unsigned binding : {in_binding, in_fours_binding})
            bind(*context, gl::shader_storage_buffer, binding, name);
    }
    void bind_result(Name name, Enum format) const {
        if (format)
            context->gl().BindImageTexture(0, name, 0, 0, 0, gl::write_only, format);
        else
            bind(*context, gl::shader_storage_buffer, out_binding, name);
    }
    void bind_images() const {
        bind_image(has_textures() ? in_texture.name() : in.name(), in_texture.format());
        bind_result(has_textures() ? out_texture.name() : out.name(), out_texture.format());
    }
    void keep(const std::vector<double>& times) {
        for (std::size_t i = 0; i < std::min(times.size(), report.stages.size()); ++i)
            report.stages[i].milliseconds = times[i];
    }
    void require_no_reset() const {
        if (context->gl().GetGraphicsResetStatus() != 0)
            throw Error(ExitCode::failed,
                        "the graphics driver was reset, and its work is lost: run it again");
    }

    const std::shared_ptr<Context> context;
    Shaders shaders;
    StageTimer timer;
    // Of the last runs on textures, whose times are read when the GPU has come so far.
    std::array<StageTimer, 4> frames;
    std::size_t frame = 0;
    // Of images in host memory: buffers, or textures where these are asked for.
    Buffer in, out;
    Texture in_texture, out_texture;
};

void Engine::State::upload(ConstImageView from) {
    const std::size_t row = from.shape.row_bytes(from.sample), bytes = row * std::size_t(from.shape.height);
    std::vector<std::byte> packed;
    const void* pixels = from.data;
    if (from.stride != std::ptrdiff_t(row)) {
        packed.resize(bytes);
        copy_rows(from, {packed.data(), from.shape, from.sample, std::ptrdiff_t(row)});
        pixels = packed.data();
    }
    if (in_texture)
        in_texture.write(pixels);
    else
        in.write(pixels, bytes);
}

void Engine::State::download(ImageView to) const {
    const std::size_t row = to.shape.row_bytes(to.sample), bytes = row * std::size_t(to.shape.height);
    const auto read = [&](void* pixels) {
        if (out_texture)
            out_texture.read(pixels, bytes);
        else
            out.read(pixels, bytes);
    };
    if (to.stride == std::ptrdiff_t(row)) return read(to.data);
    std::vector<std::byte> packed(bytes);
    read(packed.data());
    copy_rows({packed.data(), to.shape, to.sample, std::ptrdiff_t(row)}, to);
}

Engine::Engine() : state_(std::make_unique<State>(require_context())) {}
Engine::~Engine() {
    const std::shared_ptr<Context> context = state_->context;  // outlives what is in it
    const auto end = [&] {
        const Context::Use use(*context);
        state_.reset();
    };
    // A context of EGL cannot be entered where that of a window, of GLX, is the thread's.
    if (context->is_own())
        std::thread(end).join();
    else
        end();
}

void Engine::prepare(const Problem& problem) {
    if (state_->problem == problem) return;
    const Planner planner(problem);
    Job job = plan(planner, EngineKind::opengl);
    job.block = is_recursive(problem.filter.kind) ? block_for({job.problem, job.design}) : table_block;
    job.stages = planner.stages(job.problem.method.algorithm, job.block);
    require_countable(problem);
    if (problem.method.half_result && state_->context->is_own() && problem.method.memory != Memory::texture)
        refuse_halves();
    const Context::Use use(*state_->context);
    state_->problem.reset();
    const auto images_of = [](const Problem& p) {
        return std::tuple(p.shape, p.input, p.method.memory, output_sample(p));
    };
    const bool same_images = state_->plan && images_of(state_->job.problem) == images_of(problem);
    if (!same_images || !state_->plan->adopt(job)) {
        state_->plan.reset();  // the old workspace goes before there is a new one
        if (!same_images) {
            state_->in = {}, state_->out = {};
            state_->in_texture = {}, state_->out_texture = {};
        }
        state_->plan = make_plan(makers, job.problem, job, state_->shaders);
    }
    state_->job = std::move(job);
    state_->begin_report();
    state_->problem = problem;
    for (StageTimer& timer : state_->frames) timer.take();
    if (state_->context->is_own()) state_->make_ready_for_host();
}

void Engine::State::make_ready_for_host() {
    const Shape& shape = problem->shape;
    if (has_textures()) {
        if (!in_texture) {
            in_texture = Texture(context, shape.width, shape.height, problem->input);
            out_texture = Texture(context, shape.width, shape.height, output_sample(*problem));
        }
        make_ready({Source::texture, target_of(out_texture.format())}, true);
        return;
    }
    if (problem->method.half_result) refuse_halves();
    if (!in) {
        in = Buffer(context, buffer_bytes(*problem, problem->input), "the picture to filter");
        out = Buffer(context, buffer_bytes(*problem, output_sample(*problem)), "the filtered picture");
    }
    make_ready({}, true);
}

void Engine::run(ConstImageView in, ImageView out) {
    state_->require_images(in, out);
    const Context::Use use(*state_->context);
    state_->make_ready_for_host();
    state_->upload(in);
    state_->bind_images();
    for (const Stage& stage : state_->job.stages) {
        state_->timer.begin();
        state_->plan->start(stage);
        state_->timer.end();
    }
    state_->download(out);
    state_->keep(state_->timer.take());
    state_->require_no_reset();
}

std::vector<double> Engine::time_runs(ConstImageView in, ImageView out, int repeats) {
    state_->require_images(in, out);
    const Context::Use use(*state_->context);
    state_->make_ready_for_host();
    state_->bind_images();
    for (int i = 0; i < repeats; ++i) {
        state_->timer.begin();
        for (const Stage& stage : state_->job.stages) state_->plan->start(stage);
        state_->timer.end();
    }
    return state_->timer.take();
}

namespace {

// A texture or a buffer of the context.
struct Shared final : SharedImage {
    Shared(Name its, Shape of, Enum is) : name(its), shape(of), format(is) {}
    const Name name;
    const Shape shape;
    const Enum format;  // of a texture; 0: a buffer
};

}  // namespace

TextureEngine* Engine::on_textures() {
    return state_->context->is_own() ? nullptr : this;
}

std::unique_ptr<SharedImage> Engine::share_texture(unsigned texture, Shape shape, Access, std::string&) {
    int format = 0;
    state_->context->gl().GetTextureLevelParameteriv(texture, 0, gl::texture_internal_format, &format);
    return std::make_unique<Shared>(texture, shape, Enum(format));
}

std::unique_ptr<SharedImage> Engine::share_buffer(unsigned buffer, Shape shape, Access, std::string&) {
    return std::make_unique<Shared>(buffer, shape, 0);
}

void Engine::run(SharedImage& in, SharedImage& out) {
    const auto &from = static_cast<const Shared&>(in), &to = static_cast<const Shared&>(out);
    if (!state_->problem || from.shape != state_->problem->shape || to.shape != state_->problem->shape)
        throw Error(ExitCode::failed, "the texture is not the one that the opengl engine was prepared for");
    const Functions& gl = state_->context->gl();
    state_->make_ready({from.format ? Source::texture : Source::buffer, target_of(to.format)}, true);
    state_->bind_image(from.name, from.format);
    state_->bind_result(to.name, to.format);
    StageTimer& timer = state_->frames[state_->frame++ % state_->frames.size()];
    if (timer.is_done()) state_->keep(timer.take());
    // What was drawn before is seen, and what follows sees the result.
    gl.MemoryBarrier(gl::all_barrier_bits);
    for (const Stage& stage : state_->job.stages) {
        timer.begin();
        state_->plan->start(stage);
        timer.end();
    }
    gl.MemoryBarrier(gl::all_barrier_bits);
    gl.UseProgram(0);
}

bool Engine::is_linked(bool from_texture, unsigned to) {
    if (!state_->plan) throw Error(ExitCode::failed, "the opengl engine was not prepared for a texture");
    return state_->make_ready({from_texture ? Source::texture : Source::buffer, target_of(to)}, false);
}

const Job& Engine::job() const {
    return state_->job;
}

const RunReport& Engine::report() const {
    return state_->report;
}

Carries Engine::carries() const {
    const Plan& plan = state_->plan_for("carries()");
    const Context::Use use(*state_->context);
    return plan.carries();
}

TableCarries Engine::table_carries() const {
    const Plan& plan = state_->plan_for("table_carries()");
    const Context::Use use(*state_->context);
    return plan.table_carries();
}

std::size_t Engine::working_bytes() const {
    return state_->plan ? state_->plan->working_bytes() : 0;
}

void Engine::run_groups_apart(unsigned seed) {
    state_->shaders.run_groups_apart(seed);
}

const Device& probe() {
    static const Device found = [] {
        Device device;
        std::string why_not;
        if (const std::shared_ptr<Context> context = Context::current_or_own(why_not)) {
            device.usable = true;
            device.is_hardware = !context->driver().is_software;
            device.text = context->driver().text();
        } else {
            device.text = why_not;
            device.advice = advice;
        }
        return device;
    }();
    return found;
}

bool expects_hardware() {
    return has_hardware();
}

double measure_copy_ms(std::size_t bytes) {
    constexpr std::size_t vector_bytes = 16, vectors_a_group = 1024;
    constexpr int copies = 9, warming = 20;
    const std::shared_ptr<Context> context = require_context();
    const Context::Use use(*context);
    Shaders shaders(context);
    const std::size_t vectors = std::max<std::size_t>((bytes + vector_bytes - 1) / vector_bytes, 1);
    const Buffer from(context, vectors * vector_bytes, "measuring a copy"),
        to(context, vectors * vector_bytes, "measuring a copy");
    const Program& program = shaders.program({"copy.comp"}, "");
    shaders.require_linked();
    bind(*context, gl::shader_storage_buffer, in_binding, from.name());
    bind(*context, gl::shader_storage_buffer, out_binding, to.name());
    StageTimer timer(context);
    std::vector<double> times;
    // A GPU that has been idle is slow at first.
    for (int i = context->driver().is_software ? copies : copies + warming; i > 0; --i) {
        timer.begin();
        shaders.dispatch(program, {int((vectors + vectors_a_group - 1) / vectors_a_group), 1, 1});
        timer.end();
        times.push_back(timer.take().front());
    }
    std::nth_element(times.end() - copies, times.end() - copies / 2 - 1, times.end());
    return *(times.end() - copies / 2 - 1);
}

}  // namespace sweep::opengl
