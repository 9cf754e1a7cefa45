#include "gpu/tuning/tuner.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/algorithms.h"
#include "core/error.h"
#include "core/random_image.h"

namespace sweep::gpu {
namespace {

// From what fills no GPU to what no cache holds; 1920 and 2048 lie on both sides of what just fits on a chip.
constexpr std::array sides{256, 512, 768, 1024, 1280, 1536, 1920, 2048, 3072, 4096, 6144, 8192};
constexpr int runs = 15, rounds = 3;
// Another choice has to gain so much, which is more than the times of one choice differ from round to round.
constexpr double worth_it = 0.98;
// Of an image whose rows are wider than the widest that blocks of 64 take at once.
constexpr Shape wide_shape{8192 + 256, 1024, 1};

FilterSpec filter_of_order(int order) {
    FilterSpec filter;
    filter.kind = order == 0   ? FilterKind::sat
                  : order == 1 ? FilterKind::exponential
                  : order == 2 ? FilterKind::bspline5
                               : FilterKind::gaussian;
    filter.order = std::max(order, 3);
    return filter;
}

// Rows of whole words, and such as are not.
int width_of(int side, const ProblemClass& of) {
    return of.in_bulk || of.channels > 1 || of.samples == Sample::u8 ? side : side - 1;
}

// Its content changes no time, as long as it is not all zeros, which take less power than numbers do.
Image some_image(const Shape& shape, Sample sample) {
    Image image(shape, sample);
    const Image some = random_image({1 << 16, 1, 1}, sample);
    const auto from = std::as_const(some).view();
    const auto to = image.view();
    const std::size_t bytes = image.bytes(), piece = some.bytes();
    auto* const data = static_cast<std::byte*>(to.data);
    for (std::size_t at = 0; at < bytes; at += piece)
        std::memcpy(data + at, from.data, std::min(piece, bytes - at));
    return image;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

Problem with(Problem problem, const Choice& choice) {
    problem.algorithm = choice.algorithm;
    const bool has_blocks =
        choice.algorithm == Algorithm::overlapped7 || choice.algorithm == Algorithm::sat_one_pass;
    problem.block = has_blocks ? choice.block : 0;
    if (has_blocks) problem.path = choice.path;
    return problem;
}

bool is_same(const Choice& a, const Choice& b, bool in_bulk) {
    return a.algorithm == b.algorithm && a.block == b.block && (!in_bulk || a.path == b.path);
}

}  // namespace

Tuner::Tuner(std::size_t most_bytes)
    : device_(probe()), most_bytes_(std::min(most_bytes, device_.memory_bytes / 8)) {
    for (const Sample samples : {Sample::f32, Sample::u8})
        for (int channels = 1; channels <= 4; ++channels) add_steps(channels, samples);
}
Tuner::~Tuner() = default;

void Tuner::add_steps(int channels, Sample samples) {
    const bool may_be_bulk = samples == Sample::f32 && channels == 1 && engine_.has_bulk_copies();
    const std::size_t first = classes_.size();
    for (int bulk = 0; bulk <= int(may_be_bulk); ++bulk)
        for (int order = 0; order <= most_tuned_order; ++order) {
            const ProblemClass of{order, channels, samples, bulk != 0};
            if (const ClassChoices* choices = choices_of(built_in_tuning(device_.name), of))
                classes_.push_back({*choices, {}, {}});
        }
    // The classes of a size one after the other: they share the image.
    for (int bulk = 0; bulk <= int(may_be_bulk); ++bulk)
        for (const int side : sides)
            for (std::size_t i = first; i < classes_.size(); ++i) {
                const ProblemClass& of = classes_[i].built_in.of;
                Problem problem;
                problem.shape = {width_of(side, of), side, channels};
                problem.input = samples;
                problem.filter = filter_of_order(of.order);
                const bool fits = problem.shape.samples() * sizeof(float) <= most_bytes_;
                if (int(of.in_bulk) == bulk && fits) steps_.push_back({problem, i, false});
            }
    for (std::size_t i = first; i < classes_.size(); ++i) {
        if (classes_[i].built_in.wide == 0) continue;
        const ProblemClass& of = classes_[i].built_in.of;
        Problem problem;
        problem.shape = {width_of(wide_shape.width, of), wide_shape.height, 1};
        problem.input = samples;
        problem.filter = filter_of_order(of.order);
        steps_.push_back({problem, i, true});
    }
}

std::string Tuner::next() const {
    if (is_done()) return "";
    const Problem& p = steps_[done_].problem;
    const int order = classes_[steps_[done_].of].built_in.of.order, channels = p.shape.channels;
    return (order == 0 ? "table" : "order " + std::to_string(order)) +
           (p.input == Sample::u8 ? ", bytes" : ", float32") +
           (channels > 1 ? " x " + std::to_string(channels) : "") + ", " + std::to_string(p.shape.width) +
           "x" + std::to_string(p.shape.height);
}

// What may be chosen of such a problem; the built-in row's choice first.
std::vector<Choice> Tuner::candidates(const Step& step) const {
    const Class& c = classes_[step.of];
    const ProblemClass& of = c.built_in.of;
    std::vector<Choice> all{choice_for(c.built_in, step.problem.shape)};
    const auto add = [&](const Choice& choice) {
        if (std::none_of(all.begin(), all.end(),
                         [&](const Choice& other) { return is_same(choice, other, of.in_bulk); }))
            all.push_back(choice);
    };
    const int widest = of.channels == 1 ? 128 : 64;
    const Algorithm by_blocks = of.order > 0 ? Algorithm::overlapped7 : Algorithm::sat_one_pass;
    for (int block = 32; block <= widest; block *= 2)
        for (const Path path : {Path::hopper, Path::portable})
            if (path == Path::hopper || (of.in_bulk && block > 32)) add({0, by_blocks, block, path});
    if (step.is_wide) return all;
    const int block = all.front().block;
    if (of.order == 0) add({0, Algorithm::sat, block, Path::hopper});
    Problem on_chip = step.problem;
    on_chip.algorithm = Algorithm::resident8;
    if (of.order > 0 && of.channels == 1 && why_not(on_chip, EngineKind::cuda).empty())
        add({0, Algorithm::resident8, block, Path::hopper});
    return all;
}

// The median of some runs; nothing: this GPU does not do it so.
std::optional<double> Tuner::measure(Problem problem, const Choice& choice) try {
    problem = with(problem, choice);
    engine_.prepare(problem);
    if (held_.shape != problem.shape || held_.input != problem.input ||
        output_sample(held_) != output_sample(problem)) {
        if (in_.shape() != problem.shape || in_.sample() != problem.input)
            in_ = some_image(problem.shape, problem.input);
        out_ = Image(problem.shape, output_sample(problem));
        engine_.run(std::as_const(in_).view(), out_.view());
        held_ = problem;
    }
    engine_.time_runs(2);
    return median(engine_.time_runs(runs));
} catch (const Error& error) {
    if (error.code() != ExitCode::usage) throw;
    return std::nullopt;
}

TuningStep Tuner::step() {
    const Step& step = steps_[done_];
    Class& c = classes_[step.of];
    const std::vector<Choice> all = candidates(step);
    std::vector<std::optional<double>> best(all.size());
    // Round after round of all candidates, so that what the clock does falls on each of them.
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (round > 0 && !best[i]) continue;
            if (const std::optional<double> ms = measure(step.problem, all[i]))
                best[i] = std::min(*ms, best[i].value_or(*ms));
        }
    // A built-in choice that this GPU does not do is as slow as can be.
    const double built_in = best.front().value_or(HUGE_VAL);
    std::size_t chosen = 0, blocks = 0;  // of all; of those with blocks, for images that 8 does not hold
    double least = built_in * worth_it;
    for (std::size_t i = 1; i < all.size(); ++i)
        if (best[i] && *best[i] < least) chosen = i, least = *best[i];
    Choice choice = all[chosen];
    if (choice.algorithm == Algorithm::resident8) {
        const auto ms = [&](std::size_t i) {
            return all[i].algorithm == Algorithm::overlapped7 && best[i] ? *best[i] : HUGE_VAL;
        };
        for (std::size_t i = 0; i < all.size(); ++i)
            if (ms(i) < ms(blocks)) blocks = i;
        if (ms(blocks) < HUGE_VAL) choice.block = all[blocks].block, choice.path = all[blocks].path;
        if (chosen == 0) choice = all.front();
    }
    ++done_;
    if (step.is_wide)
        c.wide_block = chosen == 0 ? c.built_in.wide_block : choice.block == 64 ? 0 : choice.block;
    else
        c.found.push_back({step.problem.shape.pixels(), choice, chosen != 0});
    return {with(step.problem, choice), best[chosen].value_or(0), best.front().value_or(0), chosen != 0};
}

Tuning Tuner::result() const {
    Tuning tuning{device_.name, "", {}};
    for (const Class& c : classes_) {
        if (c.found.empty()) continue;
        ClassChoices to{c.built_in.of, {}, c.built_in.wide, c.wide_block.value_or(c.built_in.wide_block)};
        const auto append = [&](std::size_t from, Choice choice) {
            choice.from = from;
            if (to.choices.empty() || !is_same(to.choices.back(), choice, to.of.in_bulk))
                to.choices.push_back(choice);
        };
        append(0, c.found.front().choice);
        for (std::size_t i = 0; i < c.found.size(); ++i) {
            const Found& here = c.found[i];
            const bool is_last = i + 1 == c.found.size();
            const std::size_t end = is_last ? SIZE_MAX : c.found[i + 1].pixels;
            if (!here.is_another && (is_last || !c.found[i + 1].is_another)) {
                // Between two sizes at which it holds, the built-in row knows better where one choice ends.
                for (const Choice& built_in : c.built_in.choices)
                    if (built_in.from > here.pixels && built_in.from <= end) append(built_in.from, built_in);
            } else if (!is_last) {
                append(std::size_t(std::sqrt(double(here.pixels) * double(end))), c.found[i + 1].choice);
            }
        }
        tuning.classes.push_back(std::move(to));
    }
    return tuning;
}

}  // namespace sweep::gpu
