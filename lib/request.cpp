#include "lib/request.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <vector>

#include "core/design/kinds.h"
#include "core/families/algorithms.h"
#include "core/plan/usual_accuracy.h"
#include "lib/guarded.h"

namespace sweep::library {
namespace {

[[noreturn]] void refuse_value(const char* what) {
    refuse(std::string(what) + " has no such value: see sweep.h");
}

// The row of a table that has this number in sweep.h.
template <class Rows, class Number>
auto with_number(const Rows& rows, Number number, const char* what) {
    for (const auto& row : rows)
        if (int(number) >= 0 && row.library == int(number)) return row.kind;
    refuse_value(what);
}

template <class To, class From>
To listed(From value, int count, const char* what) {
    if (int(value) < 0 || int(value) >= count) refuse_value(what);
    return To(int(value));
}

std::vector<double> numbers(const double* first, std::size_t count, const char* what) {
    constexpr std::size_t most = 64;  // beyond what any filter has
    if (!first && count > 0) refuse(std::string(what) + " is NULL, and its count is not 0");
    if (count > most) refuse(std::string(what) + " has more coefficients than any filter takes");
    return {first, first + count};
}

// These enumerations have the values of core/; filters and boundaries have numbers in their rows.
static_assert(int(EngineKind::cuda) == SWEEP_ENGINE_CUDA && engine_names.size() == SWEEP_ENGINE_OPENGL + 1 &&
              int(EngineKind::reference) == SWEEP_ENGINE_REFERENCE &&
              int(EngineKind::opengl) == SWEEP_ENGINE_OPENGL);
static_assert(int(Band::high) == SWEEP_BAND_HIGH && int(Band::pass) == SWEEP_BAND_PASS &&
              int(Band::stop) == SWEEP_BAND_STOP);
static_assert(int(Axes::x) == SWEEP_AXES_X && int(Axes::y) == SWEEP_AXES_Y);

FilterSpec filter_of(const sweep_request& r) {
    FilterSpec filter;
    filter.kind = with_number(filter_kinds(), r.filter, "filter");
    filter.sigma = r.sigma;
    filter.sigma_y = r.sigma_y;
    filter.order = r.order != 0 ? r.order : FilterSpec().order;
    filter.accuracy = r.accuracy;
    filter.derivative_x = r.derivative_x;
    filter.derivative_y = r.derivative_y;
    if (r.box_width == 0 && (r.radius < 0 || r.radius > (INT_MAX - 1) / 2))
        refuse("radius is from 0 to 1000000000");
    filter.box_width = r.box_width != 0 ? r.box_width : 2 * r.radius + 1;
    filter.box_height = r.box_height;
    filter.box_origin_x = r.box_origin_x;
    filter.box_origin_y = r.box_origin_y;
    filter.cutoff = r.cutoff;
    filter.ripple = r.ripple;
    filter.attenuation = r.attenuation;
    filter.band = listed<Band>(r.band, 4, "band");
    if (r.high_pass != 0) filter.band = Band::high;
    filter.cutoff_high = r.cutoff_high;
    filter.alpha = r.alpha;
    filter.range = r.range;
    filter.iterations = r.iterations;
    filter.tone_map = r.tone_map;
    filter.contrast = r.contrast;
    filter.time = r.time;
    filter.steps = r.steps;
    filter.noise = r.noise;
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
            problem.method.algorithm = algorithm.algorithm;
            return;
        }
    const auto terms = parse_cascade(name);
    if (!terms)
        refuse("there is no algorithm '" + std::string(name).substr(0, 40) +
               "': sweep list algorithms names them");
    problem.method.algorithm = Algorithm::cascade;
    problem.method.cascade = *terms;
}

Boundary boundary_of(const sweep_request& r, sweep_boundary kind) {
    Boundary boundary{boundary_with(kind), {}};
    if (boundary.kind != BoundaryKind::constant) return boundary;
    if (r.boundary_values != 1 && r.boundary_values != r.channels)
        refuse("boundary_values is 1, or the number of channels");
    boundary.value.assign(r.boundary_value, r.boundary_value + std::clamp(r.boundary_values, 0, 4));
    return boundary;
}

// The same of a filter that follows the picture.
void refuse_impossible_to_follow(const sweep_request& r, const KindInfo& kind) {
    const std::string noun(kind.noun);
    if (r.axes != SWEEP_AXES_BOTH) refuse("axes: " + noun + " runs along both axes: leave SWEEP_AXES_BOTH");
    if (kind.largest_sigma > 0 && r.sigma_y != 0)
        refuse("sigma_y: " + noun + " is as wide along x as along y: leave it 0");
    if (kind.has_boundary && r.boundary_y != SWEEP_BOUNDARY_AS_ROWS && r.boundary_y != r.boundary)
        refuse("boundary_y: " + noun + " has one boundary: leave SWEEP_BOUNDARY_AS_ROWS");
    if (r.derived != SWEEP_DERIVED_NONE)
        refuse("derived: nothing is derived of " + noun + ": leave SWEEP_DERIVED_NONE");
    if (r.missing != SWEEP_MISSING_SPREAD)
        refuse("missing: " + noun + " does not look for missing samples: leave SWEEP_MISSING_SPREAD");
    if (r.part != 0) refuse("part: " + noun + " has no states that enter a part: leave it 0");
}

// Throws where a member asks for what the result would not have.
void refuse_impossible(const sweep_request& r, const FilterSpec& filter) {
    if (reads(filter.kind, Parameter::derivative)) {
        if (r.derivative_y != 0 && filter.axes == Axes::x)
            refuse("derivative_y: no pass runs along y: set axes to SWEEP_AXES_BOTH or SWEEP_AXES_Y");
        if (r.derivative_x != 0 && filter.axes == Axes::y)
            refuse("derivative_x: no pass runs along x: set axes to SWEEP_AXES_BOTH or SWEEP_AXES_X");
    }
    if (r.high_pass != 0 && r.band != SWEEP_BAND_LOW && r.band != SWEEP_BAND_HIGH)
        refuse("high_pass and band exclude each other: leave high_pass 0");
    if (filter.is_by_accuracy() && r.order != 0)
        refuse("accuracy chooses the order: leave order or accuracy 0");
    if (info(filter.kind).follows_picture) refuse_impossible_to_follow(r, info(filter.kind));
    if (filter.kind != FilterKind::sat) return;
    if (filter.axes != Axes::both)
        refuse("axes: a summed-area table sums along both axes: leave SWEEP_AXES_BOTH");
    const auto ends_at_edges = [&](const char* member, sweep_boundary boundary, sweep_boundary usual) {
        if (boundary != usual && boundary != SWEEP_BOUNDARY_CLAMP && boundary != SWEEP_BOUNDARY_NONE)
            refuse(
                std::string(member) +
                ": a summed-area table ends at the edges of the image: leave it as sweep_request_init() sets "
                "it, or pad the image");
    };
    ends_at_edges("boundary", r.boundary, SWEEP_BOUNDARY_CLAMP);
    ends_at_edges("boundary_y", r.boundary_y, SWEEP_BOUNDARY_AS_ROWS);
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

std::optional<Missing> missing_of(const sweep_request& r, const Problem& problem) {
    switch (listed<int>(r.missing, SWEEP_MISSING_ZERO + 1, "missing")) {
        case SWEEP_MISSING_KEEP:
        case SWEEP_MISSING_FILL:
            if (r.derived != SWEEP_DERIVED_NONE || !is_mean(problem))
                refuse(
                    "missing: the result is no mean, in which samples could have no weight: take SWEEP_MISSING_ZERO");
            return r.missing == SWEEP_MISSING_KEEP ? Missing::keep : Missing::fill;
        case SWEEP_MISSING_ZERO:
            return Missing::zero;
        default:
            return std::nullopt;
    }
}

Derived derived_of(const sweep_request& r) {
    return {.kind = with_number(derived_kinds(), r.derived, "derived"),
            .amount = r.unsharp_amount,
            .threshold = r.unsharp_threshold,
            .ratio = r.dog_ratio,
            .gamma = r.log_gamma,
            .least = r.normalize_least,
            .t = r.bradley_t,
            .niblack_k = r.niblack_k,
            .sauvola_k = r.sauvola_k,
            .sauvola_r = r.sauvola_r,
            .eps = r.guided_eps};
}

BoundaryKind boundary_with(sweep_boundary number) {
    return with_number(boundary_table, number, "boundary");
}

EngineKind engine_of(sweep_engine engine) {
    return listed<EngineKind>(engine, int(engine_names.size()), "engine");
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
    refuse_impossible(r, problem.filter);
    set_algorithm(problem, r.algorithm);
    if (r.order == 0 && r.accuracy == 0 && takes_usual_accuracy(derived_of(r), problem))
        problem.filter.accuracy = usual_accuracy;
    return problem;
}

sweep_request usual_request() {
    const FilterSpec usual;
    sweep_request request{};
    request.struct_size = sizeof request;
    request.channels = 1;
    request.input = SWEEP_F32;
    request.sigma = usual.sigma;
    request.radius = usual.box_width / 2;
    request.cutoff = usual.cutoff;
    request.ripple = usual.ripple;
    request.attenuation = usual.attenuation;
    request.alpha = usual.alpha;
    request.range = usual.range;
    request.iterations = usual.iterations;
    request.tone_map = usual.tone_map;
    request.contrast = usual.contrast;
    request.time = usual.time;
    request.steps = usual.steps;
    request.noise = usual.noise;
    request.causal_gain = request.anticausal_gain = std::nan("");
    request.boundary = SWEEP_BOUNDARY_CLAMP;
    request.boundary_y = SWEEP_BOUNDARY_AS_ROWS;
    request.boundary_values = 1;
    const Derived derived;
    request.unsharp_amount = derived.amount;
    request.unsharp_threshold = derived.threshold;
    request.dog_ratio = derived.ratio;
    request.log_gamma = derived.gamma;
    request.normalize_least = derived.least;
    request.bradley_t = derived.t;
    request.niblack_k = derived.niblack_k;
    request.sauvola_k = derived.sauvola_k;
    request.sauvola_r = derived.sauvola_r;
    request.guided_eps = derived.eps;
    return request;
}

std::string without_effect(const sweep_request& r) {
    const sweep_request usual = usual_request();
    const FilterKind kind = with_number(filter_kinds(), r.filter, "filter");
    const bool follows = info(kind).follows_picture, follows_guide = info(kind).takes_guide;
    const bool runs = is_recursive(kind),
               meets_edges = runs || kind == FilterKind::box || info(kind).has_boundary,
               along_x = meets_edges && r.axes != SWEEP_AXES_Y,
               along_y = meets_edges && r.axes != SWEEP_AXES_X,
               has_y = r.boundary_y != SWEEP_BOUNDARY_AS_ROWS;
    const bool reads_boundary = along_x || (along_y && !has_y), reads_boundary_y = along_y && has_y,
               reads_values = (reads_boundary && r.boundary == SWEEP_BOUNDARY_CONSTANT) ||
                              (reads_boundary_y && r.boundary_y == SWEEP_BOUNDARY_CONSTANT);
    const bool has_values = std::any_of(std::begin(r.boundary_value), std::end(r.boundary_value),
                                        [](double value) { return value != 0; });
    const auto read = [&](Parameter parameter) { return reads(kind, parameter); };
    struct Member {
        const char* name;
        bool is_set, is_read;
    };
    std::string names;
    int count = 0;
    for (const Member& member : {
             Member{"decode_srgb", r.decode_srgb != 0, r.input == SWEEP_U8 && kind != FilterKind::sat},
             {"sigma", r.sigma != usual.sigma, read(Parameter::sigma) && (along_x || r.sigma_y == 0)},
             {"sigma_y", r.sigma_y != 0, read(Parameter::sigma) && along_y},
             {"order", r.order != usual.order, read(Parameter::order)},
             {"accuracy", r.accuracy != 0, read(Parameter::accuracy)},
             {"derivative_x", r.derivative_x != 0, read(Parameter::derivative)},
             {"derivative_y", r.derivative_y != 0, read(Parameter::derivative)},
             {"radius", r.radius != usual.radius, read(Parameter::radius) && r.box_width == 0},
             {"box_width", r.box_width != 0, read(Parameter::radius)},
             {"box_height", r.box_height != 0, read(Parameter::radius) && along_y},
             {"box_origin_x", r.box_origin_x != 0, read(Parameter::radius) && along_x},
             {"box_origin_y", r.box_origin_y != 0, read(Parameter::radius) && along_y},
             {"cutoff", r.cutoff != usual.cutoff, read(Parameter::cutoff)},
             {"ripple", r.ripple != usual.ripple, read(Parameter::ripple)},
             {"attenuation", r.attenuation != usual.attenuation, read(Parameter::attenuation)},
             {"high_pass", r.high_pass != 0, read(Parameter::band)},
             {"band", r.band != SWEEP_BAND_LOW, read(Parameter::band)},
             {"cutoff_high", r.cutoff_high != 0, read(Parameter::cutoff)},
             {"alpha", r.alpha != usual.alpha, read(Parameter::alpha)},
             {"range", r.range != usual.range, read(Parameter::range)},
             {"iterations", r.iterations != usual.iterations, read(Parameter::iterations)},
             {"guide_channels", r.guide_channels != 0, follows_guide && r.tone_map == 0},
             {"tone_map", r.tone_map != 0, read(Parameter::tone_map)},
             {"contrast", r.contrast != usual.contrast, read(Parameter::contrast)},
             {"time", r.time != usual.time, read(Parameter::time)},
             {"steps", r.steps != usual.steps, read(Parameter::steps)},
             {"noise", r.noise != usual.noise, read(Parameter::noise)},
             {"causal", r.causal_count > 0, read(Parameter::coefficients)},
             {"anticausal", r.anticausal_count > 0, read(Parameter::coefficients)},
             {"feedforward", r.feedforward_count > 0, read(Parameter::coefficients)},
             {"anticausal_feedforward", r.anticausal_feedforward_count > 0, read(Parameter::coefficients)},
             {"causal_gain", !std::isnan(r.causal_gain), runs},
             {"anticausal_gain", !std::isnan(r.anticausal_gain), runs},
             {"axes", r.axes != SWEEP_AXES_BOTH, meets_edges},
             {"boundary", r.boundary != usual.boundary, reads_boundary},
             {"boundary_y", has_y, reads_boundary_y},
             {"boundary_value", has_values, reads_values},
             {"boundary_values", r.boundary_values != usual.boundary_values, reads_values},
             {"unsharp_amount", r.unsharp_amount != usual.unsharp_amount, r.derived == SWEEP_DERIVED_UNSHARP},
             {"unsharp_threshold", r.unsharp_threshold != usual.unsharp_threshold,
              r.derived == SWEEP_DERIVED_UNSHARP},
             {"dog_ratio", r.dog_ratio != usual.dog_ratio, r.derived == SWEEP_DERIVED_DOG},
             {"log_gamma", r.log_gamma != usual.log_gamma, r.derived == SWEEP_DERIVED_LOG},
             {"normalize_least", r.normalize_least != usual.normalize_least,
              r.derived == SWEEP_DERIVED_NORMALIZE},
             {"bradley_t", r.bradley_t != usual.bradley_t, r.derived == SWEEP_DERIVED_BRADLEY},
             {"niblack_k", r.niblack_k != usual.niblack_k, r.derived == SWEEP_DERIVED_NIBLACK},
             {"sauvola_k", r.sauvola_k != usual.sauvola_k, r.derived == SWEEP_DERIVED_SAUVOLA},
             {"sauvola_r", r.sauvola_r != usual.sauvola_r, r.derived == SWEEP_DERIVED_SAUVOLA},
             {"guided_eps", r.guided_eps != usual.guided_eps, r.derived == SWEEP_DERIVED_GUIDED},
             {"algorithm", r.algorithm != nullptr, !follows},
             {"missing", r.missing != usual.missing, r.input == SWEEP_F32 || r.input == SWEEP_F64},
         }) {
        if (!member.is_set || member.is_read) continue;
        names += (count++ > 0 ? ", " : "") + std::string(member.name);
    }
    if (count == 0) return names;
    const char* along = !runs || r.axes == SWEEP_AXES_BOTH ? ""
                        : r.axes == SWEEP_AXES_X           ? " along x"
                                                           : " along y";
    return names + (count == 1 ? " has" : " have") + " no effect on " + std::string(info(kind).word) + along;
}

}  // namespace sweep::library
