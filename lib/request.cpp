#include "lib/request.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/filter/kinds.h"
#include "core/problem/algorithms.h"

namespace sweep::library {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

template <class To, class From>
To listed(From value, int count, const char* what) {
    if (int(value) < 0 || int(value) >= count) refuse(std::string(what) + " has no such value: see sweep.h");
    return To(int(value));
}

std::vector<double> numbers(const double* first, std::size_t count, const char* what) {
    constexpr std::size_t most = 64;  // beyond what any filter has
    if (!first && count > 0) refuse(std::string(what) + " is NULL, and its count is not 0");
    if (count > most) refuse(std::string(what) + " has more coefficients than any filter takes");
    return {first, first + count};
}

// The words of sweep_filter, in its order, which stays as it is when kinds are added.
constexpr std::array<std::string_view, 12> filter_words{"gaussian",   "bspline3",   "bspline5", "butterworth",
                                                        "chebyshev1", "chebyshev2", "elliptic", "exponential",
                                                        "box",        "sat",        "iir",      "none"};

FilterKind kind_of(sweep_filter filter) {
    const std::string_view word =
        filter_words[listed<std::size_t>(filter, int(filter_words.size()), "filter")];
    for (const KindInfo& kind : filter_kinds())
        if (kind.word == word) return kind.kind;
    throw std::logic_error("sweep.h names a filter that is none");
}

// The other enumerations have the values of core/.
static_assert(int(EngineKind::cuda) == SWEEP_ENGINE_CUDA &&
              int(EngineKind::reference) == SWEEP_ENGINE_REFERENCE);
static_assert(int(BoundaryKind::none) == SWEEP_BOUNDARY_NONE &&
              int(BoundaryKind::constant) == SWEEP_BOUNDARY_CONSTANT &&
              int(BoundaryKind::repeat) == SWEEP_BOUNDARY_REPEAT &&
              int(BoundaryKind::mirror) == SWEEP_BOUNDARY_MIRROR);
static_assert(int(Axes::x) == SWEEP_AXES_X && int(Axes::y) == SWEEP_AXES_Y);

FilterSpec filter_of(const sweep_request& r) {
    FilterSpec filter;
    filter.kind = kind_of(r.filter);
    filter.sigma = r.sigma;
    filter.sigma_y = r.sigma_y;
    filter.order = r.order;
    filter.derivative_x = r.derivative_x;
    filter.derivative_y = r.derivative_y;
    filter.radius = r.radius;
    filter.cutoff = r.cutoff;
    filter.ripple = r.ripple;
    filter.attenuation = r.attenuation;
    filter.band = r.high_pass ? Band::high : Band::low;
    filter.alpha = r.alpha;
    filter.axes = listed<Axes>(r.axes, 3, "axes");
    if (filter.kind == FilterKind::iir) {
        filter.causal = numbers(r.causal, r.causal_count, "causal");
        filter.anticausal = numbers(r.anticausal, r.anticausal_count, "anticausal");
        filter.feedforward = numbers(r.feedforward, r.feedforward_count, "feedforward");
        filter.anticausal_feedforward =
            numbers(r.anticausal_feedforward, r.anticausal_feedforward_count, "anticausal_feedforward");
    }
    if (!std::isnan(r.causal_gain)) filter.causal_gain = r.causal_gain;
    if (!std::isnan(r.anticausal_gain)) filter.anticausal_gain = r.anticausal_gain;
    return filter;
}

void set_algorithm(Problem& problem, const char* name) {
    if (!name) return;
    for (const AlgorithmInfo& algorithm : algorithms())
        if (algorithm.name == name && algorithm.algorithm != Algorithm::cascade) {
            problem.algorithm = algorithm.algorithm;
            return;
        }
    const auto terms = parse_cascade(name);
    if (!terms)
        refuse("there is no algorithm '" + std::string(name).substr(0, 40) +
               "': sweep list algorithms names them");
    problem.algorithm = Algorithm::cascade;
    problem.cascade = *terms;
}

Boundary boundary_of(const sweep_request& r, sweep_boundary kind) {
    Boundary boundary{listed<BoundaryKind>(kind, 6, "boundary"), {}};
    if (boundary.kind != BoundaryKind::constant) return boundary;
    if (r.boundary_values != 1 && r.boundary_values != r.channels)
        refuse("boundary_values is 1, or the number of channels");
    boundary.value.assign(r.boundary_value, r.boundary_value + std::clamp(r.boundary_values, 0, 4));
    return boundary;
}

}  // namespace

Sample sample_of(sweep_sample sample) {
    constexpr Sample samples[] = {Sample::u8, Sample::u32, Sample::f32, Sample::f64};
    return samples[listed<int>(sample, 4, "input")];
}

sweep_sample sample_of(Sample sample) {
    return sample == Sample::u8    ? SWEEP_U8
           : sample == Sample::u32 ? SWEEP_U32
           : sample == Sample::f32 ? SWEEP_F32
                                   : SWEEP_F64;
}

EngineKind engine_of(const sweep_request& r) {
    return listed<EngineKind>(r.engine, 4, "engine");
}

Problem problem_of(const sweep_request& r) {
    Problem problem;
    problem.shape = {r.width, r.height, r.channels};
    problem.input = sample_of(r.input);
    problem.linear = r.decode_srgb != 0;
    problem.filter = filter_of(r);
    problem.boundary = boundary_of(r, r.boundary);
    if (r.boundary_y != SWEEP_BOUNDARY_AS_ROWS && r.boundary_y != r.boundary)
        problem.boundary_y = boundary_of(r, r.boundary_y);
    set_algorithm(problem, r.algorithm);
    return problem;
}

sweep_request usual_request() {
    const FilterSpec usual;
    sweep_request request{};
    request.struct_size = sizeof request;
    request.channels = 1;
    request.input = SWEEP_F32;
    request.sigma = usual.sigma;
    request.order = usual.order;
    request.radius = usual.radius;
    request.cutoff = usual.cutoff;
    request.ripple = usual.ripple;
    request.attenuation = usual.attenuation;
    request.alpha = usual.alpha;
    request.causal_gain = request.anticausal_gain = std::nan("");
    request.boundary = SWEEP_BOUNDARY_CLAMP;
    request.boundary_y = SWEEP_BOUNDARY_AS_ROWS;
    request.boundary_values = 1;
    return request;
}

}  // namespace sweep::library
