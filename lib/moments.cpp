#include "lib/moments.h"

#include <cstdint>
#include <utility>

#include "core/base/float_samples.h"
#include "core/base/memory.h"
#include "core/derived/local_statistics.h"

namespace sweep::library {

Moments::Moments(const Derived& derived, const Problem& problem, Engine& engine)
    : derived_(derived), problem_(problem), engine_(engine) {
    for (std::size_t i = 0; i < colours_.size(); ++i) {
        const double byte = double(i) / 255;
        colours_[i] = problem.linear ? srgb_to_linear(byte) : byte;
    }
    problem_.input = Sample::f64;
    for (const DerivedRun& run : runs_of(derived_, problem_)) {
        validate(run.problem);
        results_.push_back(make_image(problem_.shape, Sample::f64, "the result of a run"));
    }
    samples_ = make_image(problem_.shape, Sample::f64, "the image in float64");
    input_ = make_image(problem_.shape, Sample::f64, "the input of a run");
    engine_.prepare(problem_);
}

void Moments::run(ConstImageView in, ImageView out) {
    load(in);
    const std::vector<double> datum = take_means_off(samples_.view(), {}, false);
    const std::vector<DerivedRun> runs = runs_of(derived_, problem_, datum);
    std::vector<ConstImageView> results;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        engine_.prepare(runs[i].problem);
        fill_run_input(runs[i].input, derived_, std::as_const(samples_).view(), results, input_.view());
        engine_.run(std::as_const(input_).view(), results_[i].view());
        results.push_back(std::as_const(results_[i]).view());
    }
    derive(derived_, problem_.filter, std::as_const(samples_).view(), results, out, false, datum);
}

std::size_t Moments::bytes() const {
    return (2 + results_.size()) * samples_.bytes();
}

void Moments::load(ConstImageView in) {
    const int channels = in.shape.channels, count = in.shape.width * channels;
    for (int y = 0; y < in.shape.height; ++y) {
        double* to = samples_.view().row<double>(y);
        for (int i = 0; i < count; ++i) {
            const bool is_alpha = channels % 2 == 0 && i % channels == channels - 1;
            if (in.sample == Sample::u8) {
                const std::uint8_t byte = in.row<std::uint8_t>(y)[i];
                to[i] = is_alpha ? byte / 255.0 : colours_[byte];
            } else {
                to[i] = float_sample(in, y, i);
            }
        }
    }
}

}  // namespace sweep::library
