#include "gpu/tuner.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::gpu {
namespace {

// Width and height, from an image that fills no GPU to one that no cache holds. 1920 and 2048 lie on both
// sides of what just fits on a chip. Tuner::result() relies on their order: each has more pixels than the one
// before it.
constexpr std::array<std::pair<int, int>, 17> sizes{{{256, 256},
                                                     {384, 384},
                                                     {512, 512},
                                                     {640, 640},
                                                     {768, 768},
                                                     {896, 896},
                                                     {1024, 1024},
                                                     {1280, 1280},
                                                     {1920, 1080},
                                                     {1536, 1536},
                                                     {1920, 1920},
                                                     {2048, 2048},
                                                     {3840, 2160},
                                                     {3072, 3072},
                                                     {4096, 4096},
                                                     {6144, 6144},
                                                     {8192, 8192}}};
// The time of a choice is the least of its rounds, and the time of a round the median of its runs.
constexpr int runs = 11, rounds = 2;
// Another choice has to take at most this share of the base's time. The times of one choice differ by less
// from round to round.
constexpr double worth_it = 0.97;
// The shape of an image whose rows are wider than those that blocks of 64 take at once (ClassChoices::wide).
constexpr Shape wide_shape{8192 + 256, 1024, 1};
// The side of the largest square that stays on the chip of an H200 (algorithm 8).
constexpr int side_on_chip = 2048;

FilterSpec filter_of_order(int order) {
    FilterSpec filter;
    filter.kind = order == 0   ? FilterKind::sat
                  : order == 1 ? FilterKind::exponential
                  : order == 2 ? FilterKind::bspline5
                               : FilterKind::gaussian;
    filter.order = std::max(order, 3);
    return filter;
}

// Adds a few rows or columns, so that blocks are not filled. Takes a few away where that would exceed
// `limit`, beyond which other choices hold.
int unfilled(int side, int limit) {
    const int more = (side + side / 25) / 4 * 4;
    return side <= limit && more > limit ? side - 40 : more;
}

// Returns the two images that stand for a size: one that fills its blocks, and one that does not. Rows of one
// channel of floats that are not whole words are a class of their own; in other classes whose rows need not
// be whole words, those of the second image are not.
std::array<Shape, 2> shapes_of(int width, int height, const ClassChoices& base) {
    const ProblemClass& of = base.of;
    const bool whole = of.in_bulk || of.channels == 4,
               never_whole = !whole && of.channels == 1 && of.samples == Sample::f32;
    const int widest = base.wide > 0 ? base.wide : side_on_chip;
    return {{{width - int(never_whole), height, of.channels},
             {unfilled(width, widest) - int(!whole), unfilled(height, side_on_chip), of.channels}}};
}

// Makes an image. Its content does not change times, as long as it is not all zeros, which take less power.
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
    problem.method.algorithm = choice.algorithm;
    const bool has_blocks =
        choice.algorithm == Algorithm::alg7 || choice.algorithm == Algorithm::sat_one_pass;
    problem.method.block = has_blocks ? choice.block : 0;
    if (has_blocks) problem.method.path = choice.path;
    return problem;
}

bool is_same(const Choice& a, const Choice& b, bool in_bulk) {
    return a.algorithm == b.algorithm && a.block == b.block && (!in_bulk || a.path == b.path);
}

}  // namespace

Tuner::Tuner(Tuning base, std::size_t most_bytes)
    : base_(std::move(base)), most_bytes_(std::min(most_bytes, probe().memory_bytes / 16)) {
    for (const Sample samples : {Sample::f32, Sample::u8})
        for (int channels = 1; channels <= 4; ++channels) add_steps(channels, samples);
}
Tuner::~Tuner() = default;

void Tuner::add_steps(int channels, Sample samples) {
    const bool may_be_bulk = samples == Sample::f32 && channels == 1 && places_[0].engine.has_bulk_copies();
    const std::size_t first = classes_.size();
    for (int bulk = 0; bulk <= int(may_be_bulk); ++bulk)
        for (int order = 0; order <= most_tuned_order; ++order) {
            const ProblemClass of{order, channels, samples, bulk != 0};
            if (const ClassChoices* choices = choices_of(base_, of)) classes_.push_back({*choices, {}, {}});
        }
    // The classes of a size come one after the other, because they share the image.
    for (int bulk = 0; bulk <= int(may_be_bulk); ++bulk)
        for (const auto& [width, height] : sizes)
            for (std::size_t i = first; i < classes_.size(); ++i) {
                const ProblemClass& of = classes_[i].base.of;
                const std::array<Shape, 2> shapes = shapes_of(width, height, classes_[i].base);
                const bool fits = shapes[0].samples() * sizeof(float) <= most_bytes_;
                if (int(of.in_bulk) == bulk && fits) steps_.push_back({shapes, i, false});
            }
    for (std::size_t i = first; i < classes_.size(); ++i) {
        if (classes_[i].base.wide == 0) continue;
        steps_.push_back({shapes_of(wide_shape.width, wide_shape.height, classes_[i].base), i, true});
    }
}

std::string Tuner::next() const {
    if (is_done()) return "";
    const Shape& shape = steps_[done_].shapes[0];
    const ProblemClass& of = classes_[steps_[done_].of].base.of;
    return (of.order == 0 ? "table" : "order " + std::to_string(of.order)) +
           (of.samples == Sample::u8 ? ", bytes" : ", float32") +
           (of.channels > 1 ? " x " + std::to_string(of.channels) : "") + ", " + std::to_string(shape.width) +
           "x" + std::to_string(shape.height);
}

Problem Tuner::problem(const Step& step, const Shape& shape) const {
    const ProblemClass& of = classes_[step.of].base.of;
    Problem problem;
    problem.shape = shape;
    problem.input = of.samples;
    problem.filter = filter_of_order(of.order);
    return problem;
}

// Returns the choices that may be made in this step, the base's choice first.
std::vector<Choice> Tuner::candidates(const Step& step) const {
    const Class& c = classes_[step.of];
    const ProblemClass& of = c.base.of;
    std::vector<Choice> all{choice_for(c.base, step.shapes[0])};
    const auto add = [&](const Choice& choice) {
        if (std::none_of(all.begin(), all.end(),
                         [&](const Choice& other) { return is_same(choice, other, of.in_bulk); }))
            all.push_back(choice);
    };
    const int widest = of.channels == 1 ? 128 : 64;
    const Algorithm by_blocks = of.order > 0 ? Algorithm::alg7 : Algorithm::sat_one_pass;
    for (int block = 32; block <= widest; block *= 2)
        for (const KernelPath path : {KernelPath::hopper, KernelPath::portable})
            if (path == KernelPath::hopper || (of.in_bulk && block > 32)) add({0, by_blocks, block, path});
    if (step.is_wide) return all;
    const int block = all.front().block;
    if (of.order == 0) add({0, Algorithm::sat, block, KernelPath::hopper});
    Problem on_chip = problem(step, step.shapes[0]);
    on_chip.method.algorithm = Algorithm::alg8;
    if (of.order > 0 && of.channels == 1 && why_not(on_chip, EngineKind::cuda).empty())
        add({0, Algorithm::alg8, block, KernelPath::hopper});
    return all;
}

// Returns the median time of some runs, or nothing where this GPU refuses the choice.
std::optional<double> Tuner::measure(Place& at, Problem problem, const Choice& choice) try {
    problem = with(problem, choice);
    at.engine.prepare(problem);
    if (at.held.shape != problem.shape || at.held.input != problem.input ||
        output_sample(at.held) != output_sample(problem)) {
        if (at.in.shape() != problem.shape || at.in.sample() != problem.input)
            at.in = some_image(problem.shape, problem.input);
        at.out = Image(problem.shape, output_sample(problem));
        at.engine.run(std::as_const(at.in).view(), at.out.view());
        at.held = problem;
    }
    at.engine.time_runs(2);
    return median(at.engine.time_runs(runs));
} catch (const Error& error) {
    if (error.code() != ExitCode::usage) throw;
    return std::nullopt;
}

// Returns the time of one image for each choice, infinite where this GPU refuses it.
std::vector<double> Tuner::times(Place& at, const Problem& problem, const std::vector<Choice>& choices) {
    std::vector<double> best(choices.size(), HUGE_VAL);
    // Each round measures all choices, so that a change of the GPU's clock falls on each of them.
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < choices.size(); ++i)
            if (round == 0 || best[i] < HUGE_VAL)
                best[i] = std::min(best[i], measure(at, problem, choices[i]).value_or(HUGE_VAL));
    return best;
}

TuningStep Tuner::step() {
    const Step& step = steps_[done_];
    Class& c = classes_[step.of];
    const std::vector<Choice> all = candidates(step);
    std::vector<double> ms(all.size());  // the mean over the two images
    for (std::size_t k = 0; k < places_.size(); ++k) {
        const std::vector<double> here = times(places_[k], problem(step, step.shapes[k]), all);
        for (std::size_t i = 0; i < all.size(); ++i) ms[i] += here[i] / double(places_.size());
    }
    std::size_t chosen = 0;
    double least = ms[0] * worth_it;
    for (std::size_t i = 1; i < all.size(); ++i)
        if (ms[i] < least) chosen = i, least = ms[i];
    Choice choice = all[chosen];
    if (chosen != 0 && choice.algorithm == Algorithm::alg8) {
        // Images that the chip does not hold take the fastest choice with blocks.
        std::size_t blocks = all.size();
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].algorithm == Algorithm::alg7 && (blocks == all.size() || ms[i] < ms[blocks]))
                blocks = i;
        if (blocks < all.size()) choice.block = all[blocks].block, choice.path = all[blocks].path;
    }
    const TuningStep found{with(problem(step, step.shapes[0]), choice), ms[chosen], ms[0], chosen != 0};
    if (step.is_wide)
        c.wide_block = chosen == 0 ? c.base.wide_block : choice.block == 64 ? 0 : choice.block;
    else
        c.found.push_back({step.shapes[0].pixels(), choice, chosen != 0});
    ++done_;
    return found;
}

Tuning Tuner::result() const {
    Tuning tuning{probe().name, "", {}};
    for (const Class& c : classes_) {
        if (c.found.empty()) continue;
        ClassChoices to{c.base.of, {}, c.base.wide, c.wide_block.value_or(c.base.wide_block)};
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
                // The base's choice holds at this size and at the next; the base knows better where it
                // changes in between.
                for (const Choice& next : c.base.choices)
                    if (next.from > here.pixels && next.from <= end) append(next.from, next);
            } else if (!is_last) {
                append(std::size_t(std::sqrt(double(here.pixels) * double(end))), c.found[i + 1].choice);
            }
        }
        tuning.classes.push_back(std::move(to));
    }
    return tuning;
}

}  // namespace sweep::gpu
