#include "app/lessons/broken/faults.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/lessons/broken/block_run.h"
#include "app/work/engines/engines.h"
#include "app/work/options/option_values.h"
#include "core/base/error.h"
#include "core/base/largest.h"
#include "core/families/algorithms.h"
#include "core/filter/dispatch.h"
#include "core/filter/memory.h"
#include "core/plan/planner.h"
#include "core/problem/accuracy.h"
#include "core/problem/reference.h"

namespace sweep::app {
namespace {

constexpr double largest_modulus = 1.1;  // of its pole, in small pictures

Image in_double(ConstImageView in) {
    Image image(in.shape, Sample::f64);
    for (int y = 0; y < in.shape.height; ++y)
        for (int i = 0; i < in.shape.width * in.shape.channels; ++i)
            image.view().row<double>(y)[i] = double(in.row<float>(y)[i]);
    return image;
}

Image copy_of(const Image& from) {
    Image image(from.shape(), Sample::f64);
    std::copy_n(from.data<double>(), from.shape().samples(), image.data<double>());
    return image;
}

Image zeros(const Shape& shape) {
    Image image(shape, Sample::f64);
    std::fill_n(image.data<double>(), shape.samples(), 0.0);
    return image;
}

// `image` in the upper left corner of one of another size, with zeros around it.
Image resized(const Image& image, int width, int height) {
    const Shape from = image.shape();
    Image to = zeros({width, height, from.channels});
    for (int y = 0; y < std::min(height, from.height); ++y)
        std::copy_n(image.view().row<double>(y), std::min(width, from.width) * from.channels,
                    to.view().row<double>(y));
    return to;
}

double largest_error(const Image& a, const Image& b) {
    return largest_difference(samples_of<double>(a), samples_of<double>(b));
}

void need_carries(const Problem& problem) {
    if (const std::string why = why_no_carries(problem); !why.empty()) throw Error(ExitCode::usage, why);
}

// All passes of the problem by blocks.
Image by_blocks(const Problem& problem, const Image& X, int block, Entering columns, Entering rows) {
    Image V = copy_of(X);
    run_blocks(problem, {false, block, columns}, X, V);
    const Image Z = copy_of(V);
    run_blocks(problem, {true, block, rows}, Z, V);
    return V;
}

// Superposition: the blocks alone, F(0, x), and what the carries add to them, F(p, 0).
void leave_out_carries(const Problem& problem, const Image& X, Broken& broken) {
    const bool columns = broken.fault != Fault::no_row_carries,
               rows = broken.fault != Fault::no_column_carries;
    const Entering into_columns = columns ? Entering::nothing : Entering::carries,
                   into_rows = rows ? Entering::nothing : Entering::carries;
    // The carries that are not left out must be known; those that are left out are needed to say what they add.
    const bool known = why_no_carries(problem).empty();
    if (!columns || !rows) need_carries(problem);
    broken.wrong = by_blocks(problem, X, broken.block, into_columns, into_rows);
    if (!known) {
        broken.facts.emplace_back("what the carries add", "not known: " + why_no_carries(problem));
        return;
    }
    const int b = broken.block;
    broken.missing = zeros(X.shape());
    if (columns) run_blocks(problem, {false, b}, X, broken.missing);
    if (rows) {
        Image Z = copy_of(X);
        run_blocks(problem, {false, b}, X, Z);
        run_blocks(problem, {true, b}, Z, broken.missing);
    } else {
        // The rows run over what the columns lack as over any picture; what lies outside belongs to the other part.
        const Image Z = copy_of(broken.missing);
        run_blocks(problem, {true, b, Entering::carries, true}, Z, broken.missing);
    }
    Image sum = copy_of(broken.wrong);
    for (std::size_t i = 0; i < sum.shape().samples(); ++i)
        sum.data<double>()[i] += broken.missing.data<double>()[i];
    broken.control = largest_error(sum, broken.right);
}

std::string name_of(const Boundary& boundary) {
    return std::string(info(boundary.kind).word);
}

void take_another_boundary(const Problem& problem, ConstImageView in, Broken& broken) {
    Problem other = problem;
    other.boundary = wrong_boundary(problem.boundary);
    if (other.boundary_y) other.boundary_y = wrong_boundary(*problem.boundary_y);
    broken.wrong = reference(other, in);
    broken.facts.emplace_back("boundary",
                              name_of(problem.boundary) + ", taken for " + name_of(other.boundary));
    if (other.boundary_y)
        broken.facts.emplace_back("of the columns",
                                  name_of(*problem.boundary_y) + ", taken for " + name_of(*other.boundary_y));
}

Image run_on_cpu(const Problem& problem, ConstImageView in) {
    const std::unique_ptr<Engine> engine = start_engine(EngineKind::cpu, problem.input).engine;
    engine->prepare(problem);
    const Image out = filtered(*engine, in);
    return out.sample() == Sample::f64 ? copy_of(out) : in_double(out.view());
}

void use_direct_form(Problem problem, ConstImageView in, Broken& broken) {
    const Image usual = run_on_cpu(problem, in);
    broken.control = largest_error(usual, broken.right);
    const FilterDesign filter = design(problem.filter);
    if (filter.feeds_forward())
        throw Error(ExitCode::usage, "a filter that feeds forward has no direct form here");
    problem.method.realisation = Realisation::direct;
    problem.method.algorithm = Algorithm::alg7;
    if (const std::string why = why_not(problem, EngineKind::cpu); !why.empty())
        throw Error(ExitCode::usage, why);
    broken.wrong = run_on_cpu(problem, in);
    broken.facts.emplace_back("order, slowest pole",
                              fmt::format("{}, {:.6f}", filter.order(), slowest_pole(filter)));
    broken.facts.emplace_back("error on a trial line", fmt::format("{:.2g}", expected_error(problem)));
}

// The largest error in a quarter of the picture.
double error_of_quarter(const Image& a, const Image& b, bool lower_right) {
    const Shape& shape = a.shape();
    double most = 0;
    for (int y = lower_right ? shape.height / 2 : 0; y < (lower_right ? shape.height : shape.height / 2); ++y)
        for (int i = (lower_right ? shape.width / 2 : 0) * shape.channels;
             i < (lower_right ? shape.width : shape.width / 2) * shape.channels; ++i)
            most = std::max(most, std::abs(a.view().row<double>(y)[i] - b.view().row<double>(y)[i]));
    return most;
}

void sum_in_float(Problem problem, ConstImageView in, Broken& broken) {
    problem.method.precision = Precision::f32;
    broken.wrong = run_on_cpu(problem, in);
    problem.method.precision = Precision::f64;
    // A result in float32 is as near as float32 can be, whatever the table.
    broken.control = largest_error(run_on_cpu(problem, in), broken.right);
    broken.facts.emplace_back("box", fmt::format("{} x {} pixels", problem.filter.box_along_rows().size(),
                                                 problem.filter.box_down_columns().size()));
    broken.facts.emplace_back("error, upper left quarter",
                              fmt::format("{:.2g}", error_of_quarter(broken.wrong, broken.right, false)));
    broken.facts.emplace_back("error, lower right quarter",
                              fmt::format("{:.2g}", error_of_quarter(broken.wrong, broken.right, true)));
}

// The pass with its slowest pole, or pair of poles, at this modulus.
PassDesign moved_pole(const PassDesign& pass, double modulus) {
    std::vector<std::complex<double>> poles = pass.poles;
    const auto slowest = *std::max_element(poles.begin(), poles.end(),
                                           [](auto a, auto b) { return std::abs(a) < std::abs(b) - 1e-12; });
    const double size = std::abs(slowest);
    int moved = 0;  // one real pole, or a pair
    for (auto& pole : poles)
        if (moved < (slowest.imag() == 0 ? 1 : 2) &&
            std::abs(pole - slowest) * std::abs(pole - std::conj(slowest)) < 1e-20) {
            pole = size > 0 ? pole * (modulus / size) : modulus;
            ++moved;
        }
    PassDesign unstable = all_pole_pass(poles);
    unstable.gain = pass.gain;
    unstable.numerator = pass.numerator;
    unstable.zeros = pass.zeros;
    return unstable;
}

// One causal pass. It enters as the right one does where the line continues with a constant; the states of the delta
// realisation are levels, which do not depend on the poles.
void run_pass(const PassDesign& pass, const Boundary& boundary, bool rows, Image& image) {
    const Shape& shape = image.shape();
    const int n = rows ? shape.width : shape.height, lines = rows ? shape.height : shape.width;
    const std::ptrdiff_t c = shape.channels, row = shape.width * c, step = rows ? c : row;
    dispatch_any_order(pass.order(), [&]<int R>() {
        const auto along = [&](const auto& F) {
            for (int k = 0; k < lines; ++k)
                for (int channel = 0; channel < shape.channels; ++channel) {
                    double* x = image.data<double>() + (rows ? k * row : k * c) + channel;
                    const double level =
                        continues_by_edge(boundary.kind) ? x[0] : boundary.outside(std::size_t(channel));
                    Vec<double, R> s = F.steady();
                    for (int j = 0; j < R; ++j) s[j] *= level;
                    for (int i = 0; i < n; ++i) x[i * step] = pass.gain * F.step(s, x[i * step]);
                }
        };
        if (pass.feeds_forward())
            along(make_recurrence<double, R, Realisation::pole_zero>(pass));
        else
            along(make_recurrence<double, R, Realisation::delta>(pass));
    });
}

void move_a_pole(Problem problem, ConstImageView in, Broken& broken) {
    const FilterDesign filter = design(problem.filter);
    const bool rows = problem.filter.axes == Axes::x;  // otherwise the pass down comes first
    Boundary& boundary = rows || !problem.boundary_y ? problem.boundary : *problem.boundary_y;
    if (is_periodic(boundary.kind)) {
        boundary = {BoundaryKind::zero, {}};
        broken.facts.emplace_back("boundary",
                                  "zero: what comes from endless repetitions would grow without end");
    }
    problem.passes = broken.passes = rows ? 3 : 1;
    const int n = rows ? problem.shape.width : problem.shape.height;
    const double modulus = std::min(std::pow(unstable_growth, 1.0 / n), largest_modulus);
    const PassDesign& stable = rows ? filter.rows.causal : filter.columns.causal;
    broken.right = reference(problem, in);
    broken.wrong = in_double(in);
    run_pass(moved_pole(stable, modulus), boundary, rows, broken.wrong);
    Image control = in_double(in);
    run_pass(stable, boundary, rows, control);
    broken.control = largest_error(control, broken.right);
    broken.facts.emplace_back("modulus of the pole",
                              fmt::format("{:.5f}, was {:.5f}", modulus, slowest_pole(stable)));
    broken.facts.emplace_back("growth per sample",
                              fmt::format("{:.2f} %, twice in {:.0f} samples", 100 * (modulus - 1),
                                          std::log(2) / std::log(modulus)));
    broken.facts.emplace_back("from edge to edge", fmt::format("{:.0f} times", std::pow(modulus, n)));
}

void take_partial_blocks_for_full(const Problem& problem, const Image& X, Broken& broken) {
    need_carries(problem);
    const int b = broken.block, width = X.shape().width, height = X.shape().height;
    broken.control =
        largest_error(by_blocks(problem, X, b, Entering::carries, Entering::carries), broken.right);
    const int full_width = (width + b - 1) / b * b, full_height = (height + b - 1) / b * b;
    const Image padded = resized(X, full_width, full_height);
    broken.wrong =
        resized(by_blocks(problem, padded, b, Entering::carries, Entering::carries), width, height);
    broken.facts.emplace_back("blocks", fmt::format("{} x {} pixels", b, b));
    broken.facts.emplace_back("the last have", fmt::format("{} columns, {} rows", b - (full_width - width),
                                                           b - (full_height - height)));
}

}  // namespace

int odd_block(const Shape& shape, int block) {
    for (int b = block; b > block / 2; --b)
        if (shape.width % b != 0 && shape.height % b != 0) return b;
    return block;
}

Boundary wrong_boundary(const Boundary& boundary) {
    const bool dark =
        !keeps_constants(boundary.kind) &&
        std::all_of(boundary.value.begin(), boundary.value.end(), [](double v) { return v == 0; });
    return {dark ? BoundaryKind::clamp : BoundaryKind::zero, {}};
}

Image difference_of(const Image& a, const Image& b) {
    Image difference(a.shape(), Sample::f32);
    for (std::size_t i = 0; i < a.shape().samples(); ++i)
        difference.data<float>()[i] = float(a.data<double>()[i] - b.data<double>()[i]);
    return difference;
}

Broken break_filter(const Problem& asked, ConstImageView in, Fault fault, int block) {
    Problem problem = asked;
    problem.method.algorithm = Algorithm::automatic;
    problem.method.cascade.clear();
    problem.method.realisation = Realisation::delta;
    problem.method.precision = Precision::automatic;
    problem.method.memory = Memory::linear;
    problem.input = Sample::f32;
    problem.method.half_result = false;
    problem.method.fixed_point = 0;
    problem.method.block = 0;
    Broken broken;
    broken.fault = fault;
    broken.passes = problem.passes;
    broken.block = is_of_blocks(fault) ? block : 0;
    broken.table = fault == Fault::float_table;
    if (broken.table)
        problem.filter.kind = FilterKind::box;
    else if (!is_recursive(problem.filter.kind))
        throw Error(ExitCode::usage,
                    "this filter has no passes: choose a Gaussian, a B-spline or another recursive one");
    if (fault != Fault::unstable_pole) broken.right = reference(problem, in);
    switch (fault) {
        case Fault::none:
            broken.wrong = copy_of(broken.right);
            break;
        case Fault::no_carries:
        case Fault::no_column_carries:
        case Fault::no_row_carries:
            leave_out_carries(problem, in_double(in), broken);
            break;
        case Fault::late_carries: {
            need_carries(problem);
            const Image X = in_double(in);
            broken.wrong = by_blocks(problem, X, block, Entering::perimeters, Entering::perimeters);
            broken.control = largest_error(by_blocks(problem, X, block, Entering::carries, Entering::carries),
                                           broken.right);
            break;
        }
        case Fault::wrong_boundary:
            take_another_boundary(problem, in, broken);
            break;
        case Fault::direct_form:
            use_direct_form(problem, in, broken);
            break;
        case Fault::float_table:
            sum_in_float(problem, in, broken);
            break;
        case Fault::unstable_pole:
            move_a_pole(problem, in, broken);
            break;
        case Fault::odd_blocks:
            take_partial_blocks_for_full(problem, in_double(in), broken);
            break;
    }
    Image difference = difference_of(broken.wrong, broken.right);
    broken.off = statistics_of(difference.view());
    return broken;
}

}  // namespace sweep::app
