#include "app/work/engines/texture_filter.h"

#include <algorithm>
#include <utility>

#include "app/screen/gl/cuda_share.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "cpu/engine.h"
#include "gpu/probe.h"

namespace sweep::app {
namespace {

struct TransferFormat {
    GLenum format, type;
};

TransferFormat transfer_format(Sample sample, int channels) {
    const bool one = channels == 1;
    switch (sample) {
        case Sample::u8:
            return {one ? GLenum(GL_RED) : GLenum(GL_RGBA), GL_UNSIGNED_BYTE};
        case Sample::u32:
            return {one ? GLenum(GL_RED_INTEGER) : GLenum(GL_RGBA_INTEGER), GL_UNSIGNED_INT};
        default:
            return {one ? GLenum(GL_RED) : GLenum(GL_RGBA), GL_FLOAT};
    }
}

GLenum texture_format(Sample sample, int channels) {
    if (sample == Sample::u32) return channels == 1 ? GL_R32UI : GL_RGBA32UI;
    if (sample == Sample::f16) return GL_RGBA16F;
    return channels == 1 ? GL_R32F : GL_RGBA32F;
}

// A failure of an engine on a GPU, where the CPU engine can take over; failures of drawing and of files are other
// errors.
struct EngineFailed : Error {
    using Error::Error;
};

}  // namespace

void show_grey(const Texture& texture) {
    for (const GLenum channel : {GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B})
        glTextureParameteri(texture.name(), channel, GL_RED);
    glTextureParameteri(texture.name(), GL_TEXTURE_SWIZZLE_A, GL_ONE);
}

TextureFilter::TextureFilter(EngineKind choice, bool share) : choice_(choice), share_(share) {
    start();
}

void TextureFilter::start() {
    take(start_engine(choice_));
    if (!on_textures_) return;
    in_place_ = true;
    if (engine_->kind() == EngineKind::cuda) reason_ = gpu::probe().name;
    reason_ += ", directly on OpenGL textures";
    if (!share_) copy_from_now_on("asked for");
}

void TextureFilter::take(StartedEngine started) {
    engine_ = std::move(started.engine);
    reason_ = std::move(started.reason);
    on_textures_ = engine_->on_textures();
    in_place_ = false;
}

// `automatic` has another engine for what OpenGL does not have.
void TextureFilter::follow_engine() {
    on_textures_ = engine_->on_textures();
    in_place_ = on_textures_ && share_;
    reason_ = on_textures_ ? "OpenGL, directly on its textures"
                           : cpu::description() + "; OpenGL does not have this filter";
}

template <class F>
void TextureFilter::or_by_cpu(Shape shape, F&& f) {
    if (failed_at_ && (failed_at_->width != shape.width || failed_at_->height != shape.height)) {
        failed_at_.reset();
        start();
    }
    try {
        f(false);
    } catch (const EngineFailed& error) {
        if (choice_ != EngineKind::automatic) throw;
        failed_at_ = shape;
        const std::string failed(name_of(engine_->kind()).title);
        take(start_engine(EngineKind::cpu));
        reason_ = cpu::description() + "; no " + failed + ": " + error.what();
        news_ = std::string("the CPU engine takes over: ") + error.what();
        f(true);
    }
}

template <class F>
void TextureFilter::on_engine(F&& f) {
    try {
        f();
    } catch (const Error& error) {
        if (!on_textures_ || error.code() != ExitCode::failed) throw;
        throw EngineFailed(error.code(), error.what());
    }
}

void TextureFilter::prepare(const Problem& problem) {
    const EngineKind before = engine_->kind();
    on_engine([&] { engine_->prepare(problem); });
    if (engine_->kind() != before) follow_engine();
    if (output_sample(problem) == Sample::f64)
        throw Error(ExitCode::usage, "textures cannot hold float64: use --precision float or fixed");
}

void TextureFilter::run(const Texture& in, const Problem& problem, bool changed) {
    or_by_cpu(problem.shape, [&](bool anew) { filter(in, problem, changed || anew); });
}

bool TextureFilter::is_ready(const Problem& problem) {
    try {
        prepare(problem);
        LinksPrograms* const engine = in_place_ ? engine_->on_programs() : nullptr;
        return !engine || engine->is_linked(problem.shape.channels != 1,
                                            texture_format(output_sample(problem), problem.shape.channels));
    } catch (const Error&) {
        return true;
    }
}

Texture TextureFilter::take_result() {
    for (std::shared_ptr<void>& held : result_.holds()) held.reset();  // by the engine
    return std::move(result_);
}

void TextureFilter::make_table(const TableSource& in, const Problem& problem, bool changed) {
    or_by_cpu(problem.shape, [&](bool anew) { fill_table(in, problem, changed || anew); });
}

void TextureFilter::filter(const Texture& in, const Problem& problem, bool changed) {
    prepare(problem);
    make_result(in, problem);
    const TableSource source{&in, nullptr, {}};
    if (in_place_) {
        const bool one = problem.shape.channels == 1;
        if (run_in_place(one ? red_of(in, problem, changed) : source, false, problem)) return;
    }
    read_back(source, problem, changed);
    run_on_host(std::as_const(host_in_).view(), problem);

    const double start = wall_seconds();
    const TransferFormat format = transfer_format(host_out_.sample(), problem.shape.channels);
    result_.upload(format.format, format.type, host_out_.data<void>());
    upload_ms_ = (wall_seconds() - start) * 1000;
}

// One channel of the texture in a buffer, because engines read textures only with four channels.
TableSource TextureFilter::red_of(const Texture& in, const Problem& problem, bool changed) {
    const std::size_t bytes = problem.shape.samples() * size_of(problem.input);
    if (!red_ || red_shape_ != problem.shape || red_sample_ != problem.input) {
        // Shaders read bytes as whole words.
        red_ = make_shared_buffer(GLsizeiptr((bytes + 3) / 4 * 4), engine_->kind() == EngineKind::cuda);
        red_shape_ = problem.shape;
        red_sample_ = problem.input;
        changed = true;
    }
    if (changed) {
        const TransferFormat format = transfer_format(problem.input, 1);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, red_.name());
        in.read(format.format, format.type, bytes, nullptr);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    }
    return {nullptr, &red_, {}};
}

void TextureFilter::make_result(const Texture& in, const Problem& problem) {
    const int channels = problem.shape.channels;
    const GLenum format = texture_format(output_sample(problem), channels);
    if (result_.is(in.width(), in.height()) && result_.format() == format && result_.levels() == in.levels())
        return;
    result_ = Texture(in.width(), in.height(), format, in.levels());
    if (channels == 1) show_grey(result_);
}

void TextureFilter::fill_table(const TableSource& in, const Problem& problem, bool changed) {
    prepare(problem);
    table_sample_ = output_sample(problem);
    if (in.pixels.data) {
        if (!in_memory()) throw Error(ExitCode::failed, "this engine does not work in host memory");
        read_back_ms_ = upload_ms_ = -1;
        return run_on_host(in.pixels, problem);
    }
    make_table_buffer(problem.shape);
    if (in_place_ && run_in_place(in, true, problem)) return;
    make_table_buffer(problem.shape);  // another one where the driver has just refused to share it
    read_back(in, problem, changed);
    run_on_host(std::as_const(host_in_).view(), problem);

    const double start = wall_seconds();
    glNamedBufferSubData(table_.name(), 0, GLsizeiptr(host_out_.bytes()), host_out_.data<void>());
    upload_ms_ = (wall_seconds() - start) * 1000;
}

// The processor cannot write into a table that is made for CUDA.
void TextureFilter::make_table_buffer(Shape shape) {
    if (table_ && table_shape_ == shape && table_for_cuda_ == in_place_) return;
    table_ = make_shared_buffer(GLsizeiptr(shape.samples() * size_of(table_sample_)),
                                in_place_ && engine_->kind() == EngineKind::cuda);
    table_shape_ = shape;
    table_for_cuda_ = in_place_;
}

// False when the driver does not share these textures; all later runs copy the pixels.
bool TextureFilter::run_in_place(const TableSource& in, bool into_table, const Problem& problem) {
    std::string why_not;
    const auto share = [&](const auto& image, Access access) {
        return shared_with(*on_textures_, image, problem.shape, access, why_not);
    };
    SharedImage* const from = in.texture ? share(*in.texture, Access::read) : share(*in.buffer, Access::read);
    SharedImage* const to = !from        ? nullptr
                            : into_table ? share(table_, Access::write)
                                         : share(result_, Access::write);
    if (from && to) {
        // The draw calls so far start now, and not only when CUDA waits for them.
        if (engine_->kind() == EngineKind::cuda) glFlush();
        on_engine([&] { on_textures_->run(*from, *to); });
        return true;
    }
    copy_from_now_on(why_not);
    return false;
}

void TextureFilter::copy_from_now_on(const std::string& why) {
    in_place_ = false;
    reason_ = std::string(name_of(engine_->kind()).title) + " through host memory: " + why;
}

void TextureFilter::read_back(const TableSource& in, const Problem& problem, bool changed) {
    const bool other_input = host_in_.shape() != problem.shape || host_in_.sample() != problem.input;
    if (other_input) host_in_ = make_image(problem.shape, problem.input, "the picture to filter");
    read_back_ms_ = -1;
    if (!changed && !other_input) return;
    glFinish();  // earlier draw calls, for which reading waits in any case, do not belong to this row
    const double start = wall_seconds();
    const TransferFormat format = transfer_format(problem.input, problem.shape.channels);
    if (in.texture)
        in.texture->read(format.format, format.type, host_in_.bytes(), host_in_.data<void>());
    else
        glGetNamedBufferSubData(in.buffer->name(), 0, GLsizeiptr(host_in_.bytes()), host_in_.data<void>());
    read_back_ms_ = (wall_seconds() - start) * 1000;
}

void TextureFilter::run_on_host(ConstImageView view, const Problem& problem) {
    if (host_out_.shape() != problem.shape || host_out_.sample() != output_sample(problem))
        host_out_ = make_image(problem.shape, output_sample(problem), "the filtered picture");
    on_engine([&] { engine_->run(view, host_out_.view()); });
}

double TextureFilter::filter_ms() const {
    double milliseconds = 0;
    for (const StageTime& time : stages().stages)
        if (time.stage.bytes() > 0) milliseconds += time.milliseconds;
    return milliseconds;
}

void TextureFilter::report(Timings& timings) const {
    if (!in_place_ && read_back_ms_ >= 0)
        timings.add("read back", "", host_in_.bytes(), read_back_ms_, Part::transfer);
    // Mapping moves no bytes, and mostly waits for OpenGL to finish the picture, which is not the engine's
    // time.
    for (const StageTime& time : stages().stages)
        timings.add(time.stage.name, time.stage.paper, time.stage.bytes(), time.milliseconds,
                    time.stage.bytes() > 0 ? Part::filter : Part::transfer);
    if (!in_place_ && upload_ms_ >= 0)
        timings.add("upload", "", host_out_.bytes(), upload_ms_, Part::transfer);
}

}  // namespace sweep::app
