#include "app/lessons/passes/images.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/largest.h"
#include "core/families/algorithms.h"
#include "core/filter/memory.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr std::size_t counted_runs = 4;  // the last runs, because a GPU's times arrive a few runs late

// The number of samples after which the response is too small to see; the larger of both axes.
int reach_of(const FilterDesign& filter) {
    return int(std::min(decay_length(filter, 8) + 4, 20000.0));
}

void copy_texture(const Texture& from, const Texture& to) {
    glCopyImageSubData(from.name(), GL_TEXTURE_2D, 0, 0, 0, 0, to.name(), GL_TEXTURE_2D, 0, 0, 0, 0,
                       from.width(), from.height(), 1);
    to.make_mipmaps();
}

}  // namespace

bool PassImages::update(const Texture& light, const Subject& subject) {
    if (ready_ && subject == subject_) return false;
    if (refused_ == subject) throw Error(ExitCode::usage, refusal_);
    const int width = light.width(), height = light.height();
    ready_ = false;
    try {
        if (std::size_t(width) * std::size_t(height) > most_taught_pixels)
            throw Error(ExitCode::usage,
                        "this picture is too large for the view of the passes, which keeps the output of "
                        "each: it takes up to 16 Mpixel");
        if (!is_recursive(subject.problem.filter.kind))
            throw Error(ExitCode::usage,
                        "this filter has no passes: choose a Gaussian, a B-spline or another recursive one");
        FilterDesign fresh = sweep::design(subject.problem.filter);
        if (!filter_ || filter_choice_ != subject.engine) {
            filter_ = std::make_unique<TextureFilter>(subject.engine);
            filter_choice_ = subject.engine;
            engine_ms_ = 0;
        }
        if (!images_[0].is(width, height)) {
            std::array<Texture, all_passes + 1> textures;
            for (Texture& image : textures) {
                image = Texture(width, height, GL_RGBA32F, mip_levels(width, height));
                image.filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
            }
            images_ = std::move(textures);
        }
        copy_texture(light, images_[0]);
        Problem problem = subject.problem;
        for (int pass = 1; pass <= all_passes; ++pass) {
            problem.passes = pass;
            filter_->run(images_[0], problem, pass == 1);
            copy_texture(filter_->result(), images_[std::size_t(pass)]);
        }
        design_ = std::move(fresh);
    } catch (const Error& error) {
        refusal_ = error.what();
        if (error.code() == ExitCode::usage) refused_ = subject;  // other errors, such as of memory, may pass
        throw;
    }
    refused_.reset();
    subject_ = subject;
    ready_ = true;
    timed_.reset();
    times_.clear();
    find_gains();
    return true;
}

void PassImages::measure(Algorithm drawn) {
    if (!ready_) return;
    Problem problem = subject_.problem;
    problem.passes = all_passes;
    if (drawn != Algorithm::automatic) {
        problem.method.algorithm = drawn;
        problem.method.cascade.clear();
    }
    if (timed_ != problem) begin_to_time(problem, drawn);
    if (times_.size() >= measured_runs || !why_not_timed_.empty()) return;
    filter_->run(images_[0], problem, false);
    if (filter_->engine() != EngineKind::reference)
        timed_name_ = "algorithm " + algorithm_name(filter_->job().problem);
    times_.push_back(filter_->filter_ms());
    if (times_.size() < counted_runs && engine_ms_ > 0) return;  // keep the previous filter's time until then
    std::vector<double> counted(times_.end() - std::ptrdiff_t(std::min(counted_runs, times_.size())),
                                times_.end());
    std::nth_element(counted.begin(), counted.begin() + std::ssize(counted) / 2, counted.end());
    engine_ms_ = counted[counted.size() / 2];
}

void PassImages::begin_to_time(const Problem& problem, Algorithm drawn) {
    // While a filter is dragged the previous filter's time is shown; that of another algorithm or size is
    // not.
    if (timed_algorithm_ != drawn || timed_shape_ != problem.shape) engine_ms_ = 0;
    timed_algorithm_ = drawn;
    timed_shape_ = problem.shape;
    timed_ = problem;
    times_.clear();
    timed_name_ = "the reference";
    why_not_timed_.clear();
    if (drawn == Algorithm::automatic) return;
    why_not_timed_ = filter_->engine() == EngineKind::reference ? "the reference has no blocks"
                                                                : why_not(problem, filter_->engine());
    if (!why_not_timed_.empty()) engine_ms_ = 0;
}

LineTrace PassImages::trace(int pass, std::span<const double> line) const {
    const bool column = pass < 2;
    const Problem& problem = subject_.problem;
    const Boundary& boundary = column ? problem.boundary_of_columns() : problem.boundary;
    double outside = 0;
    if (boundary.kind == BoundaryKind::constant && !boundary.value.empty()) {
        const std::vector<double>& v = boundary.value;
        outside = v.size() < 3 ? v[0] : (v[0] + v[1] + v[2]) / 3;
        if (!column) outside *= design_->gain_after(2) * design_->response_after(2);
    }
    return trace_line(column ? design_->columns : design_->rows, boundary, outside, pass % 2 == 1, line);
}

void PassImages::find_gains() {
    gains_.fill(1);
    for (int k = 1; k <= all_passes; ++k)
        signed_[std::size_t(k)] = std::abs(design_->response_after(k)) < 1e-12;
    if (!impulse_) return;
    const int reach = reach_of(*design_);
    const auto peak = [&](const AxisDesign& axis, int passes) {
        return largest_magnitude(response_of(axis, passes, reach));
    };
    const double columns = peak(design_->columns, 2);
    const double peaks[] = {1, peak(design_->columns, 1), columns, columns * peak(design_->rows, 1),
                            columns * peak(design_->rows, 2)};
    for (int k = 1; k <= all_passes; ++k)
        gains_[std::size_t(k)] = float((signed_[std::size_t(k)] ? 0.5 : 1) / std::max(peaks[k], 1e-12));
}

void LineProbe::ask(const PassImages& images, bool column, int index) {
    if (fence_) return;
    length_ = column ? images.height() : images.width();
    index_ = index;
    column_ = column;
    stale_ = false;
    const GLsizeiptr line = GLsizeiptr(length_) * 4 * GLsizeiptr(sizeof(float));
    if (size_ < 3 * line) {
        buffer_ = make_buffer(3 * line, nullptr, GL_MAP_READ_BIT);
        size_ = 3 * line;
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.name());
    for (int k = 0; k < 3; ++k)
        glGetTextureSubImage(images.image(column ? k : k + 2).name(), 0, column ? index : 0,
                             column ? 0 : index, 0, column ? 1 : length_, column ? length_ : 1, 1, GL_RGBA,
                             GL_FLOAT, GLsizei(line), reinterpret_cast<void*>(k * line));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

std::optional<ImageLines> LineProbe::answer() {
    if (!fence_) return std::nullopt;
    const GLenum state = glClientWaitSync(fence_, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    if (state != GL_ALREADY_SIGNALED && state != GL_CONDITION_SATISFIED) return std::nullopt;
    glDeleteSync(fence_);
    fence_ = nullptr;
    if (stale_) return std::nullopt;
    std::vector<float> pixels(std::size_t(length_) * 4 * 3);
    glGetNamedBufferSubData(buffer_.name(), 0, GLsizeiptr(pixels.size() * sizeof(float)), pixels.data());
    ImageLines lines{column_, index_, {}};
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < std::size_t(length_); ++i) {
            const float* p = &pixels[(k * std::size_t(length_) + i) * 4];
            lines.samples[k].push_back((double(p[0]) + double(p[1]) + double(p[2])) / 3);
        }
    return lines;
}

}  // namespace sweep::app
