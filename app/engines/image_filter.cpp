#include "app/engines/image_filter.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "app/engines/engines.h"
#include "app/engines/tuning_choice.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/problem/algorithms.h"
#include "core/problem/reference.h"

namespace sweep::app {
namespace {

template <class F>
double milliseconds_of(F&& f) {
    const auto start = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

ImageFilter::ImageFilter(EngineChoice choice, Sample input) {
    const bool wants_double = input == Sample::f64;
    EnginePick pick =
        pick_engine(choice == EngineChoice::automatic && wants_double ? EngineChoice::cpu : choice);
    if (pick.path == EnginePath::cuda_interop) {
        try {
            gpu_.emplace();
            gpu_->set_tuning(tuning_in_use().tuning);
        } catch (const Error& error) {
            if (choice == EngineChoice::cuda) throw;
            pick = {EnginePath::cpu, cpu::description() + "; no CUDA: " + error.what()};
        }
    }
    switch (pick.path) {
        case EnginePath::cuda_interop:
        case EnginePath::cuda_copy: {
            const gpu::Device device = gpu::probe();
            engine_ = EngineChoice::cuda;
            description_ = device.name + ", compute capability " + device.compute_capability;
            break;
        }
        case EnginePath::cpu:
            engine_ = EngineChoice::cpu;
            description_ = choice == EngineChoice::automatic && wants_double
                               ? cpu::description() + ", in double precision as the input"
                               : pick.reason;
            cpu_.emplace();
            break;
        case EnginePath::reference:
            engine_ = EngineChoice::reference;
            description_ = pick.reason;
            break;
    }
}

void ImageFilter::prepare(const Problem& problem) {
    if (gpu_) {
        gpu_->prepare(problem);
        problem_ = gpu_->resolved();
        return;
    }
    problem_ = resolved(problem, EngineKind::cpu);
    if (cpu_) cpu_->prepare(problem);
    if (engine_ == EngineChoice::reference) validate(problem);
}

Image ImageFilter::run(ConstImageView in) {
    if (engine_ == EngineChoice::reference) {
        // The reference decodes into doubles and returns a copy of them.
        require_memory(problem_.shape.samples() * 2 * sizeof(double), "the reference");
        Image out;
        const double total = milliseconds_of([&] { out = reference(problem_, in); });
        reference_mean_.clear();
        if (problem_.precision == Precision::f32_less_mean)
            reference_mean_ = sweep::reference_mean(problem_, in);
        reference_report_ = {"reference", {{stages().front(), total}}};
        return out;
    }
    require_memory(problem_.shape.samples() * size_of(output_sample(problem_)), "the filtered image");
    Image out(problem_.shape, output_sample(problem_));
    // The system maps memory page by page at the first touch, which is not to count as the engine's time.
    std::memset(out.view().data, 0, out.bytes());
    run_into(in, out.view());
    return out;
}

void ImageFilter::run_into(ConstImageView in, ImageView out) {
    if (gpu_)
        gpu_->run(in, out);
    else if (cpu_)
        cpu_->run(in, out);
    else
        run(in);
}

const RunReport& ImageFilter::report() const {
    return gpu_ ? gpu_->report() : cpu_ ? cpu_->report() : reference_report_;
}

std::vector<double> ImageFilter::table_mean() const {
    return gpu_ ? gpu_->table_mean() : cpu_ ? cpu_->table_mean() : reference_mean_;
}

std::vector<Stage> ImageFilter::stages() const {
    if (gpu_) return sweep::stages(problem_, gpu_->block());
    if (cpu_) return sweep::stages(problem_, cpu_->block());
    const std::uint64_t samples = problem_.shape.samples();
    return {{Step::convert, "reference", "-", samples * size_of(problem_.input), samples * sizeof(double)}};
}

std::vector<double> ImageFilter::time_runs(ConstImageView in, ImageView out, int repeats) {
    if (gpu_ && repeats > 0) return gpu_->time_runs(repeats);
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) times.push_back(milliseconds_of([&] { run_into(in, out); }));
    return times;
}

std::vector<double> ImageFilter::time_stages(ConstImageView in, ImageView out, int repeats) {
    std::vector<std::vector<double>> times(stages().size());
    for (int i = 0; i < repeats; ++i) {
        run_into(in, out);
        for (std::size_t k = 0; k < times.size() && k < report().stages.size(); ++k)
            times[k].push_back(report().stages[k].milliseconds);
    }
    std::vector<double> medians;
    for (std::vector<double>& t : times) medians.push_back(quantile(std::move(t), 0.5));
    return medians;
}

double ImageFilter::measure_copy_ms(std::size_t bytes) const {
    return gpu_ ? gpu::measure_copy_ms(bytes) : cpu::measure_copy_ms(bytes);
}

double quantile(std::vector<double> values, double fraction) {
    if (values.empty()) return 0;
    const auto rank = std::size_t(std::ceil(fraction * double(values.size())));
    const auto at = values.begin() + std::ptrdiff_t(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

}  // namespace sweep::app
