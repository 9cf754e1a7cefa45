#include "app/results/filter_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/request/describe.h"
#include "app/results/rounding.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/engine/missing_samples.h"
#include "core/engine/small_samples.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "core/problem/accuracy.h"
#include "core/problem/local_statistics.h"
#include "files/format.h"
#include "files/pixels.h"

namespace sweep::app {
namespace {

// Everybody expects bytes in sRGB and floats. For other samples the user is told how they were decoded.
bool is_worth_saying(Sample sample, const Encoding& encoding) {
    return sample == Sample::u16 || (sample == Sample::u8 && encoding.curve != Curve::srgb);
}

// Refuses a box whose sum of these samples may be more than a table of 32 bits tells apart.
void require_box_fits(const Problem& problem, const Image& input) {
    const Quantisation to_integers = quantisation(problem);
    if (problem.filter.kind != FilterKind::box || to_integers.scale == 0 || input.sample() != Sample::f32)
        return;
    const float* samples = input.data<float>();
    float largest = 0;
    for (std::size_t i = 0; i < input.shape().samples(); ++i) largest = std::max(largest, samples[i]);
    largest = std::min(largest, to_integers.limit);
    if (!box_fits(problem, double(largest) * double(to_integers.scale)))
        throw Error(ExitCode::usage,
                    fmt::format("a {} of samples up to {} may not fit into sums of 32 bits: use "
                                "--precision auto or double",
                                filter_text(problem.filter), largest));
}

// Says how many samples a table in fixed point clamps.
void note_clamped(const Problem& problem, const Image& input, const Say& say) {
    const Quantisation to_integers = quantisation(problem);
    if (to_integers.scale == 0 || input.sample() == Sample::u8) return;
    const Misfits misfits = count_misfits(input.view(), 0, double(to_integers.limit));
    if (const std::size_t count = misfits.outside + misfits.not_finite; count > 0)
        say(
            fmt::format("{} of {} samples are outside [0, {}] and are clamped by --precision fixed: "
                        "--precision double keeps them",
                        count, input.shape().samples(), to_integers.limit));
}

// Warns of lost digits if the algorithm was asked for by name, or if no algorithm is accurate enough for the
// filter.
void note_lost_digits(const Problem& problem, bool asked_by_name, const Say& say) {
    // The worst sample of an image loses up to so many times as much as a line of noise.
    constexpr double image_of_line = 10;
    const bool is_direct = problem.method.realisation == Realisation::direct;
    const double on_line = expected_error(problem), error = image_of_line * on_line;
    const double limit = problem.input == Sample::f64 ? float64_tolerance : float32_tolerance;
    if (asked_by_name || is_direct ? error <= limit : on_line <= tried_tolerance(problem)) return;
    say(fmt::format("algorithm {}{} may be off by {} the largest output for this filter{}",
                    algorithm_name(problem), is_direct ? " by direct feedback" : "",
                    error < 1 ? fmt::format("{:.0e} of", error) : "more than",
                    is_direct       ? ": --realisation delta is right"
                    : asked_by_name ? ": --algorithm auto is right"
                                    : ""));
}

constexpr ColourRange any_colour{-std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::infinity()};

bool is_float(Sample sample) {
    return sample == Sample::f32 || sample == Sample::f64;
}

// The constants outside, as straight as the picture, in the way of its pixels.
void associate_constant(Boundary& boundary, int channels) {
    if (boundary.kind != BoundaryKind::constant) return;
    std::vector<double> value;
    for (int c = 0; c < channels; ++c) value.push_back(boundary.outside(std::size_t(c)));
    for (int c = 0; c < channels - 1; ++c) value[std::size_t(c)] *= value.back();
    boundary.value = std::move(value);
}

// The engine of the request; what is derived of moments is computed in float64, which CUDA does not have.
EngineKind engine_for(const FilterSettings& request, Sample input) {
    if (info(request.filter.kind).follows_picture) return engine_of(request.filter, request.engine, input);
    const bool needs_doubles = info(request.derived.kind).of_moments;
    return needs_doubles && request.engine == EngineKind::cuda ? EngineKind::cpu : request.engine;
}

// A mean with negative weights, as Butterworth's, overshoots: alpha is from 0 to 1 all the same, and NaN where it is
// missing.
void limit_alpha(Image& result) {
    const std::size_t channels = std::size_t(result.shape().channels);
    const auto limit = [&](auto* samples) {
        for (std::size_t i = channels - 1; i < result.shape().samples(); i += channels)
            samples[i] = samples[i] < 0 ? 0 : samples[i] > 1 ? 1 : samples[i];
    };
    result.sample() == Sample::f64 ? limit(result.data<double>()) : limit(result.data<float>());
}

std::vector<ConstImageView> views_of(const std::vector<Image>& images) {
    std::vector<ConstImageView> views;
    for (const Image& image : images) views.push_back(image.view());
    return views;
}

}  // namespace

void require_holds(const std::filesystem::path& out, const FilterSettings& request) {
    if (request.filter.kind == FilterKind::sat && !holds_tables(output_format(out)))
        throw Error(
            ExitCode::usage,
            fmt::format("a summed-area table does not fit into '{}': write .npy or .tif", out.string()));
}

bool gives_weights(const FilterSettings& request) {
    // A diffusion would have to flow around them, and of light that is mapped the weights would be others.
    const bool has_none = info(request.filter.kind).zeroes_missing || maps_tones(request.filter);
    return request.missing != Missing::zero && request.is_mean() && !has_none;
}

// A picture that is only converted keeps the colours of what is transparent.
bool is_weighted_by_alpha(const FilterSettings& request) {
    return request.premultiply && request.weighs_by_alpha() && request.filter.kind != FilterKind::none;
}

FileImage read_to_filter(const std::filesystem::path& in, int page, const std::filesystem::path& out,
                         const FilterSettings& request, const TakeMemory& take, const PictureChoice& choice,
                         bool is_one_of_all) {
    const Format& format = output_format(out);
    const auto accept = [&](const Shape& shape, Sample sample) {
        take(filter_memory(request, format, shape, sample),
             fmt::format("filtering {} x {} pixels", shape.width, shape.height));
    };
    FileImage file = read_image(in, accept, page, choice);
    const auto add_note = [&](const std::string& text) {
        for (std::string* note : {&file.note, &file.note_of_zeros})
            *note += (note->empty() ? fmt::format("'{}': ", printable(in.string())) : "; ") + text;
    };
    if (file.smaller > 0) add_note(text_of_smaller(file.smaller));
    if (is_widened(file, out, request)) widen_to_words(file);
    if (page == 1 && file.pages > 1 && !is_one_of_all)
        add_note(fmt::format("page 1 of {} is filtered: --page takes another", file.pages));
    if (file.kept && !file.kept->channels.empty())
        add_note(fmt::format("its channels {} are {}", file.kept->channels,
                             format.encode_kept && !request.strip ? "written as they are" : "dropped"));
    if (file.to_srgb && !(file.kept && format.encode_kept) && request.linear.value_or(true) &&
        request.filter.kind != FilterKind::sat) {
        convert_to_srgb(file);
        add_note("its primaries became those of sRGB");
    }
    if (info(request.filter.kind).takes_guide && !request.guide.empty() && request.missing == Missing::fill)
        take_transparent_for_missing(file);
    return file;
}

Metadata metadata_to_keep(const std::filesystem::path& in, int page, const FilterSettings& request,
                          const Say& say) {
    if (request.strip) return {};
    Metadata metadata = read_metadata(in, page);
    if (!metadata.note.empty())
        say(fmt::format("'{}': not all that it says beside its picture is kept: {}", printable(in.string()),
                        metadata.note));
    return metadata;
}

FilterRun::FilterRun(FileImage file, const std::string& name, const FilterSettings& request, EngineRoom& room,
                     Say say)
    : request_(request),
      say_(std::move(say)),
      file_sample_(file.image.sample()),
      encoding_(file.encoding),
      kept_(file.kept),
      alpha_(file.alpha),
      no_data_(gives_weights(request) ? file.no_data : std::nullopt),
      missing_(gives_weights(request) ? std::move(file.missing) : Image()),
      has_mask_(gives_weights(request) && file.has_mask),
      bits_(file.bits),
      bands_(std::move(file.bands)),
      turn_(room.mutex, std::defer_lock) {
    if (const std::string& note = missing_.empty() ? file.note_of_zeros : file.note; !note.empty())
        say_(note);
    if (!missing_.empty())
        say_(fmt::format("'{}': {} have no weight, and {}", name, file.missing_note,
                         request.missing == Missing::keep ? "stay missing" : "become means of others"));
    if (is_worth_saying(file_sample_, encoding_))
        say_(fmt::format("'{}': {}", name, decoding_text(file_sample_, encoding_, request.linear, bits_)));
    const FilterKind kind = request.filter.kind;
    const Decoding decoding = decoding_of(file_sample_, encoding_, request.linear);
    // `auto` chooses by the samples of the file, and these then become what the chosen engine reads. Only float64 is
    // not for every engine: what there is on this machine is not asked for each frame of a film.
    const bool follows_picture = info(kind).follows_picture;
    const EngineKind asked =
        follows_picture
            ? engine_for(request, request.engine == EngineKind::automatic ? file_sample_ : Sample::f32)
            : request.engine;
    const Sample reads = engine_sample(file_sample_, kind, asked);
    const EngineKind engine = reads == Sample::f64 ? pick_engine(asked, reads).kind : asked;
    const bool multiplies = alpha_ == Alpha::straight && is_weighted_by_alpha(request) &&
                            is_transparent(std::as_const(file.image).view());
    const bool is_derived = !request.derived.is_none(), of_moments = info(request.derived.kind).of_moments;
    std::optional<Sample> floats;
    if (multiplies || is_derived || follows_picture) floats = of_moments ? Sample::f64 : Sample::f32;
    input_ = engine_input(std::move(file.image), decoding, kind, engine, say_, floats);
    if (multiplies) {
        colours_ = associate_alpha(input_);
        alpha_ = Alpha::associated;
    } else if (alpha_ == Alpha::associated && is_float(input_.sample())) {
        colours_ = range_of_associated(std::as_const(input_).view());
    }
    if (keeps_alpha() || maps_tones(request.filter))
        colours_ = any_colour;  // arithmetic makes others than there were
    problem_ = request.problem(input_.shape(), input_.sample());
    problem_.linear = decoding.to_light;
    if (multiplies) {
        associate_constant(problem_.boundary, problem_.shape.channels);
        if (problem_.boundary_y) associate_constant(*problem_.boundary_y, problem_.shape.channels);
    }
    exponent_ = exponent_of_small(problem_, std::as_const(input_).view());
    if (exponent_ != 0) {
        multiply_by_power_of_two(std::as_const(input_).view(), exponent_, input_.view());
        problem_ = of_multiple(std::move(problem_), exponent_);
    }
    derived_ = request.derived;
    if (of_moments) datum_ = take_means_off(input_.view(), missing_.view(), keeps_alpha());
    derived_.threshold = std::ldexp(derived_.threshold, exponent_);
    validate(problem_);
    if (follows_picture)
        runs_.assign(1, DerivedRun{.problem = problem_});
    else
        runs_ = runs_of(derived_, problem_, datum_);
    for (const DerivedRun& run : runs_) validate(run.problem);
    require_box_fits(problem_, input_);
    if (follows_picture) prepare_smoothing();
    turn_.lock();
    started_ = &room.engine(engine_for(request, input_.sample()), input_.sample());
    started_->engine->prepare(runs_.front().problem);
}

void FilterRun::warn(bool is_checked) {
    note_clamped(problem_, input_, say_);
    if (engine().kind() == EngineKind::reference || is_checked) return;
    // Of several runs, the one that loses most is named.
    Problem worst = engine().resolved();
    for (std::size_t i = 1; i < runs_.size(); ++i) {
        Problem run = runs_[i].problem;
        run.method = engine().resolved().method;
        if (expected_error(run) > expected_error(worst)) worst = std::move(run);
    }
    note_lost_digits(worst, problem_.method.algorithm != Algorithm::automatic, say_);
}

Image FilterRun::run() {
    report_ = {};
    weights_.clear();
    std::vector<Image> results;
    Image made;
    for (const DerivedRun& one : runs_) {
        engine().prepare(one.problem);
        if (!missing_.empty()) weights_.push_back(filtered_weights(engine(), one.problem, missing_.view()));
        results.push_back(filtered(engine(), input_of(one, results, made)));
        const RunReport& report = engine().report();
        report_.engine = report.engine;
        report_.stages.insert(report_.stages.end(), report.stages.begin(), report.stages.end());
        if (!smoothing_) continue;
        follow(results.back().view());
        if (!weights_.empty())
            smoothing_->run(std::as_const(weights_.back()).view(), guide(), weights_.back().view());
    }
    if (derived_.is_none()) return std::move(results.front());
    const bool of_moments = info(derived_.kind).of_moments;
    if (missing_.empty() && !of_moments) {
        derive_from(results, results.front().view());
        return std::move(results.front());
    }
    // Doubles are for what lies between: a picture of float32 has a result of float32.
    const bool narrows = of_moments && engine().kind() != EngineKind::reference &&
                         engine_sample(file_sample_, problem_.filter.kind, request_.engine) != Sample::f64;
    Image result(results.front().shape(), narrows ? Sample::f32 : results.front().sample());
    derive_from(results, result.view());
    if (!missing_.empty()) results_ = std::move(results);
    return result;
}

ConstImageView FilterRun::input_of(const DerivedRun& run, const std::vector<Image>& results,
                                   Image& made) const {
    if (run.input == RunInput::samples) return input_.view();
    if (made.empty()) made = make_image(input_.shape(), Sample::f64, "the input of another run");
    fill_run_input(run.input, derived_, input_.view(), views_of(results), made.view());
    return std::as_const(made).view();
}

void FilterRun::derive_from(const std::vector<Image>& results, ImageView out) const {
    derive(derived_, problem_.filter, input_.view(), views_of(results), out, keeps_alpha(), datum_);
}

std::size_t FilterRun::make_means(Image& result) {
    const auto divide = [&](Image& of, const Image& weights) {
        return divide_by_weights(of.view(), weights.view(), missing_.view(), request_.missing,
                                 info(request_.filter.kind).takes_guide ? least_edge_weight : least_weight);
    };
    if (derived_.is_none()) return divide(result, weights_.front());
    std::size_t too_few = 0;
    for (std::size_t i = 0; i < results_.size(); ++i)
        too_few = std::max(too_few, divide(results_[i], weights_[i]));
    // What is filled is the mean of what is around it, and nothing is left of it then but that.
    const auto fill = [&](auto* x, const auto* mean) {
        for (std::size_t i = 0; i < input_.shape().samples(); ++i)
            if (missing_.data<std::uint8_t>()[i]) x[i] = std::remove_reference_t<decltype(*x)>(mean[i]);
    };
    const Image& mean = results_.front();
    if (input_.sample() == Sample::f64)
        fill(input_.data<double>(), mean.data<double>());
    else if (mean.sample() == Sample::f64)
        fill(input_.data<float>(), mean.data<double>());
    else
        fill(input_.data<float>(), mean.data<float>());
    derive_from(results_, result.view());
    return too_few;
}

void FilterRun::warn_of(const Image& result) {
    // What is derived is what is left where samples cancel.
    if (!derived_.is_none()) return;
    if (engine().kind() != EngineKind::reference) note_rounding(engine(), problem_, input_, result, say_);
}

Image FilterRun::in_scale_of_file(const Image& passed) const {
    if (exponent_ == 0) return {};
    Image restored = make_image(passed.shape(), passed.sample(), "a picture of small samples");
    multiply_by_power_of_two(passed.view(), -exponent_, restored.view());
    return restored;
}

void FilterRun::restore_scale(Image& result) const {
    if (exponent_ != 0) multiply_by_power_of_two(std::as_const(result).view(), -exponent_, result.view());
}

void FilterRun::restore_kept_alpha(Image& result) const {
    if (keeps_alpha() && derived_.is_none()) set_alpha(result, alpha_of(input_.view()));
}

void FilterRun::restore_alpha(Image& result, Alpha wanted) const {
    if (alpha_ == Alpha::associated && wanted == Alpha::straight && is_float(result.sample()) &&
        request_.weighs_by_alpha())
        divide_by_alpha(result, colours_);
    else if (alpha_ == Alpha::straight && wanted == Alpha::associated && request_.weighs_by_alpha())
        associate_alpha(result);
}

Image FilterRun::run_and_restore(double& milliseconds) {
    Image result = run();
    restore_kept_alpha(result);
    restore_scale(result);
    restore_alpha(result, Alpha::straight);
    milliseconds += report_.total_ms();
    return result;
}

void FilterRun::save(Image result, const std::filesystem::path& out, Beside beside) {
    turn_.unlock();
    std::size_t holes = 0;
    if (!weights_.empty()) {
        const std::size_t count = make_means(result);
        if (count > 0)
            say_(fmt::format(
                "{} samples of the result are missing, too: there is next to nothing around them", count));
        holes = count_misfits(std::as_const(result).view(), 0, 0).not_finite;
    }
    restore_kept_alpha(result);
    restore_scale(result);
    restore_alpha(result, output_format(out).alpha);
    if (has_alpha() && is_recursive(request_.filter.kind) && is_float(result.sample())) limit_alpha(result);
    if (!request_.strip) beside.kept = kept_.get();
    beside.has_alpha = has_alpha();
    if (!request_.strip) beside.no_data = no_data_;
    beside.has_mask = has_mask_;
    beside.bits = bits_;
    beside.bands = bands_;
    save_result(out, request_, file_sample_, encoding_, std::move(result), say_, holes, std::move(beside));
}

void filter_to_file(const std::filesystem::path& in, int page, const std::filesystem::path& out,
                    const FilterSettings& request, const std::string& label, const Say& say,
                    const PictureChoice& choice) {
    require_holds(out, request);
    EngineRoom room;
    FilterRun run(read_to_filter(in, page, out, request, require_memory, choice), in.string(), request, room,
                  say);
    run.warn();
    Image result = run.run();
    run.warn_of(result);
    run.save(std::move(result), out, {.label = label, .metadata = metadata_to_keep(in, page, request, say)});
}

}  // namespace sweep::app
