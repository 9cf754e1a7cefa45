#include "app/lab/truth.h"

#include <algorithm>
#include <cmath>

#include "app/lab/line_passes.h"
#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/design/design.h"
#include "core/problem/reference.h"

namespace sweep::app {
namespace {

// g, d1, d2 .. of a pass, and behind them b0, b1 .. where it feeds forward.
std::vector<double> coefficients(const PassDesign& pass) {
    std::vector<double> c{pass.gain * pass.unit_gain};
    c.insert(c.end(), pass.d.begin(), pass.d.end());
    std::vector<double> b(pass.numerator.size()), power{1};  // power: (1 - z^-1)^k
    for (std::size_t k = 0; k < b.size(); ++k) {
        for (std::size_t i = 0; i < power.size(); ++i) b[i] += pass.numerator[k] * power[i];
        power.push_back(0);
        for (std::size_t i = power.size() - 1; i > 0; --i) power[i] -= power[i - 1];
    }
    c.insert(c.end(), b.begin(), b.end());
    return c;
}

// The recursive Gaussian of an order. Below order 3 there is no design of van Vliet's; those are one or two equal poles
// whose passes, one each way, have the variance sigma^2.
std::vector<double> gaussian(int order, double sigma) {
    if (order >= 3) {
        FilterSpec spec;
        spec.sigma = sigma;
        spec.order = order;
        return coefficients(design(spec).rows.causal);
    }
    // Each pole p adds p / (1 - p)^2 to the variance of each pass.
    const double v = sigma * sigma / (2 * order), p = (2 * v + 1 - std::sqrt(4 * v + 1)) / (2 * v);
    if (order == 1) return {1 - p, -p};
    return {(1 - p) * (1 - p), -2 * p, p * p};
}

// The coefficients of all passes: once where they have the same, otherwise those of down, up, right and left.
std::vector<double> coefficients_of(const Problem& problem) {
    const FilterSpec& spec = problem.filter;
    if (spec.kind == FilterKind::box)
        return {double(spec.box_along_rows().size()), double(spec.box_down_columns().size())};
    if (spec.kind == FilterKind::sat) return {1, -1};  // as a recursion: y[n] = x[n] + y[n-1]
    if (!is_recursive(spec.kind)) return {};
    const FilterDesign filter = design(spec);
    std::vector<double> all, first = coefficients(filter.pass(0));
    bool same = true;
    for (int pass = 0; pass < all_passes; ++pass) {
        const std::vector<double> c = coefficients(filter.pass(pass));
        same = same && c == first;
        all.insert(all.end(), c.begin(), c.end());
    }
    return same ? first : all;
}

}  // namespace

LabQuestion question_of(const Exercise& exercise, const Problem& free) {
    LabQuestion question{exercise.kind, exercise.passes, exercise.blocks, {}, free};
    std::vector<double> c{1, -1};  // a table's: y[n] = x[n] + y[n-1]
    if (question.kind == LabKind::passes) c = gaussian(exercise.order, exercise.sigma);
    if (question.kind == LabKind::free) {
        c = coefficients_of(free);
        // Without a boundary and without feedforward it is such a recursion as the others, and has their mistakes.
        if (free.boundary.kind == BoundaryKind::none && is_recursive(free.filter.kind) &&
            int(c.size()) == design(free.filter).pass(0).order() + 1)
            for (int pass = 0; pass < free.passes; ++pass) question.passes.push_back(pass);
        if (free.filter.kind == FilterKind::sat) question.passes = {0, 2};
    }
    question.c.assign(c.begin(), c.end());
    return question;
}

std::vector<float> lab_input(const Size& size) {
    const Shape shape{size.width, size.height, 1};
    const Image image = random_image(shape, Sample::f32, unsigned(size.width * 4099 + size.height));
    return {image.data<float>(), image.data<float>() + shape.samples()};
}

LabPicture picture_of(const Size& size, const std::vector<float>& values) {
    return {size.width, size.height, {values.begin(), values.end()}};
}

LabPicture by_reference(Problem problem, const LabPicture& in) {
    problem.shape = {in.width, in.height, 1};
    problem.input = Sample::f32;
    const std::vector<float> samples(in.values.begin(), in.values.end());
    const Image image = reference(problem, {samples.data(), problem.shape, Sample::f32,
                                            std::ptrdiff_t(in.width) * std::ptrdiff_t(sizeof(float))});
    if (image.sample() != Sample::f64)
        throw Error(ExitCode::usage, "the Lab has no tables of integers: leave out --precision");
    return {in.width, in.height, {image.data<double>(), image.data<double>() + image.shape().samples()}};
}

LabPicture truth_of(const LabQuestion& question, const LabPicture& in) {
    if (question.kind == LabKind::free) return by_reference(question.problem, in);
    return run_passes(in, {question.passes, {question.c.begin(), question.c.end()}, question.blocks});
}

}  // namespace sweep::app
