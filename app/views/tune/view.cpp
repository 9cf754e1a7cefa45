#include "app/views/tune/view.h"

#include <fmt/format.h>

#include "app/ui/plots/times_report.h"
#include "app/work/options/describe.h"
#include "core/base/error.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"
#include "cpu/engine.h"
#include "gpu/engine.h"

namespace sweep::app {
namespace {

constexpr double rest = 0.25;  // seconds without a change before an engine is asked

// The part of the problem that the engine's response depends on.
Problem response_problem(const Problem& problem) {
    Problem asked = problem;
    asked.shape = {};
    asked.boundary = {};
    asked.boundary_y.reset();
    asked.passes = all_passes;
    asked.input = Sample::f32;
    asked.linear = true;
    return asked;
}

bool is_on_gpu(EngineKind engine) {
    return engine != EngineKind::cpu && gpu::probe().usable;
}

std::string device_text(EngineKind engine) {
    return is_on_gpu(engine) ? gpu::probe().name : cpu::description();
}

std::string size_text(const Shape& shape) {
    return fmt::format("{} x {}, {}", shape.width, shape.height, channels_text(shape.channels));
}

std::string conditions_text(const Shape& shape, bool on_gpu) {
    return size_text(shape) + (on_gpu ? ", GPU" : ", CPU");
}

}  // namespace

TuneView::~TuneView() = default;

const TuneReport& TuneView::update(const Problem& problem, EngineKind engine, float zoom, double now) {
    report_.zoom = zoom;
    report_.recursive = is_recursive(problem.filter.kind);
    if (report_.recursive) {
        follow(problem);
        measure_response(problem, engine, now);
    }
    measure_times(problem, engine);
    return report_;
}

// Updates the curves, at once.
void TuneView::follow(const Problem& problem) {
    const FilterSpec& filter = problem.filter;
    const FilterSpec* before = poles_.editor.design_of(filter);
    const FilterSpec& meant = before ? *before : filter;
    report_.sigma.reset();
    if (meant.kind == FilterKind::gaussian) report_.sigma = meant.sigma;
    if (curves_of_ == filter && gaussian_of_ == report_.sigma) return;
    try {
        FilterSpec blur = filter;
        blur.derivative_x = blur.derivative_y = 0;
        report_.curves = response_curves(blur, report_.sigma);
    } catch (const Error&) {
        report_.curves = {};  // the frame's own filter reports the error
    }
    curves_of_ = filter;
    gaussian_of_ = report_.sigma;
}

void TuneView::measure_response(const Problem& problem, EngineKind choice, double now) {
    try {
        if (auto measured = response_.take()) {
            report_.measured = *measured;
            report_.note.clear();
        }
    } catch (const std::exception& error) {
        report_.measured.reset();
        report_.note = error.what();
    }
    const Problem asked = response_problem(problem);
    if (measured_problem_ != asked || measured_engine_ != choice) {
        measured_problem_ = asked;
        measured_engine_ = choice;
        due_ = now + rest;
    }
    report_.measured_is_old = due_ || response_.running();
    if (!due_ || now < *due_ || response_.running()) return;
    due_.reset();
    if (!engine_ || engine_choice_ != choice) engine_.reset();
    engine_choice_ = choice;
    // Only one job runs at a time, so it has the engine for itself.
    response_.start([this, asked, choice, sigma = report_.sigma](std::stop_token) {
        if (!engine_) engine_ = start_engine(choice).engine;
        return measure(asked, sigma, *engine_);
    });
}

void TuneView::worked(const Problem& problem, std::string_view device, const RunReport& run) {
    // Times of frames beside a measurement are not comparable.
    if (problem.filter.kind != FilterKind::gaussian || problem.passes != all_passes || times_.running())
        return;
    double milliseconds = 0;
    for (const StageTime& stage : run.stages)
        if (stage.stage.bytes() > 0) milliseconds += stage.milliseconds;  // mapping waits for OpenGL
    if (milliseconds <= 0) return;
    const std::string key = fmt::format("{}, {}, {}, algorithm {}{}", device, size_text(problem.shape),
                                        order_text(problem.filter), algorithm_name(problem),
                                        problem.method.half_result ? ", float16" : "");
    const bool other = key != work_.key();
    work_.add(key, problem.filter.sigma, milliseconds);
    // The medians are computed only every tenth frame, because that takes time.
    if (other || ++work_count_ % 10 == 0)
        report_.work = {work_.points(), key, conditions_text(problem.shape, device.starts_with("CUDA"))};
}

void TuneView::clear_times() {
    work_.clear();
    report_.work = report_.convolution = report_.work_by_size = report_.convolution_by_size = {};
    convolution_ = work_by_size_ = convolution_by_size_ = std::make_shared<PointSink>();
}

void TuneView::measure_times(const Problem& problem, EngineKind engine) {
    try {
        if (auto why = times_.take()) report_.note = *why;
    } catch (const std::exception& error) {
        report_.note = error.what();
    }
    const Wanted wanted = std::exchange(wanted_, Wanted::nothing);
    if (wanted != Wanted::nothing && !times_.running()) {
        report_.note.clear();
        if (engine == EngineKind::reference)
            report_.note = "the reference is too slow for this: choose another engine";
        else if (wanted == Wanted::convolution)
            start_convolution(problem, engine);
        else
            start_sizes(problem, engine);
    }
    report_.measuring = times_.running();
    convolution_->read(report_.convolution.points);
    work_by_size_->read(report_.work_by_size.points);
    convolution_by_size_->read(report_.convolution_by_size.points);
}

// A new sink is made for each job, so that points of an older job are dropped.
void TuneView::start_convolution(const Problem& problem, EngineKind engine) {
    convolution_ = std::make_shared<PointSink>();
    report_.convolution = {{},
                           fmt::format("{}, {}", device_text(engine), size_text(problem.shape)),
                           conditions_text(problem.shape, is_on_gpu(engine))};
    times_.start([points = convolution_, shape = problem.shape, engine](std::stop_token stop) {
        return time_convolution(stop, shape, engine, *points);
    });
}

void TuneView::start_sizes(const Problem& problem, EngineKind engine) {
    work_by_size_ = std::make_shared<PointSink>();
    convolution_by_size_ = std::make_shared<PointSink>();
    const std::string label = fmt::format("{}, {}, {}", device_text(engine), filter_text(problem.filter),
                                          channels_text(problem.shape.channels));
    report_.work_by_size = {{}, label, label};
    report_.convolution_by_size = {{}, label, label};
    times_.start(
        [work = work_by_size_, convolution = convolution_by_size_, problem, engine](std::stop_token stop) {
            return time_sizes(stop, problem, engine, *work, *convolution);
        });
}

}  // namespace sweep::app
