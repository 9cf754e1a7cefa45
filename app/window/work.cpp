#include "app/window/work.h"

#include <utility>

#include <fmt/format.h>

#include "app/work/options/describe.h"
#include "app/work/results/steps/missing_weights.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

// Every picture has four channels here. The constants of a boundary are widened from the picture's own
// channels as its pixels are.
Boundary for_four_channels(Boundary boundary) {
    std::vector<double>& value = boundary.value;
    if (value.size() == 2) value = {value[0], value[0], value[0], value[1]};
    if (value.size() == 3) value.push_back(1);
    return boundary;
}

Content content_of(const Problem& problem, const Derived& derived, const Texture& result) {
    if (derived.is_none() ? is_signed(problem.filter) : info(derived.kind).is_signed)
        return Content::differences;
    if (problem.filter.kind != FilterKind::sat) return Content::light;
    const bool integers = result.format() == GL_RGBA32UI || result.format() == GL_R32UI;
    return integers ? Content::integer_table : Content::float_table;
}

// Few samples are more than two deviations from their mean.
float stops_of(const Derived& derived) {
    return derived.kind == DerivedKind::normalize ? -2.0f : 0.0f;
}

// What takes longer, in seconds, is not filtered again only for its times, and not while sigma is dragged.
constexpr double longest_repeated = 0.1;

// Whether the times of one problem say nothing about the other. The values of coefficients do not change the
// work.
bool is_other_work(const Problem& now, Problem before) {
    if (now.filter.kind != before.filter.kind) return true;
    before.filter = now.filter;
    return now != before;
}

// The problem, with `auto` in place of an algorithm for another kind of filter: one for tables makes no recursive
// filter, and the other way round.
Problem with_fitting_algorithm(Problem problem) {
    const bool fits = problem.method.algorithm == Algorithm::automatic ||
                      info(problem.method.algorithm).makes_tables != is_recursive(problem.filter.kind);
    return fits ? problem : AlgorithmChoice{}.of(std::move(problem));
}

// The name of a side that shows a slot, or the current filter where that is empty: what differs from the other side.
// Where nothing does, the first side says what both show.
std::string side_text(const Settings& settings, std::size_t side) {
    const std::optional<FilterSettings>&mine = settings.compare.slot[side],
          &other = settings.compare.slot[1 - side];
    std::string text = beside_text(mine ? *mine : settings, other ? *other : settings);
    if (text.empty() && side == 0)
        text = info((mine ? *mine : settings).filter.kind).follows_picture
                   ? smoothing_text(mine ? *mine : settings)
                   : filter_text((mine ? *mine : settings).filter);
    if (text.empty()) text = mine || other ? "the same" : "the same; save one to a slot";
    return (!mine ? "now: " : side == 0 ? "slot 1: " : "slot 2: ") + text;
}

// What of the picture is smooth, where that is not all of it.
std::optional<Region> region_of(const SmoothPicture& smoothed) {
    const std::optional<Rectangle> part = smoothed.part();
    return part ? std::optional(Region{part->x, part->y, part->width, part->height}) : std::nullopt;
}

std::string text_of(const Region& middle) {
    if (middle.empty()) return "nothing yet";
    return fmt::format("the middle {} x {}", middle.width, middle.height);
}

// The result of a picture that has been made, as the comparison shows it.
ShownImage shown_side(const FilteredPicture& picture, const Texture& result, std::string name) {
    const Recipe& recipe = picture.recipe();
    ShownImage shown{.texture = &result,
                     .content = content_of(*recipe.problem, recipe.derived, result),
                     .name = std::move(name),
                     .stops = stops_of(recipe.derived)};
    if (recipe.smooths()) shown.part = region_of(picture.smooth());
    if (shown.part) shown.name += ": " + text_of(*shown.part);
    return shown;
}

}  // namespace

Work::Work(const Settings& settings, bool by_shaders, Notices& notices, TuneView& tuning)
    : notices_(notices), tuning_(tuning), choice_(settings.engine), depth_of_field_(by_shaders) {
    main_.take(std::make_unique<TextureFilter>(settings.engine));
}

FilterSettings& Work::shown_filter(Settings& settings) {
    return compares_slots(settings) && settings.compare.slot[1] ? *settings.compare.slot[1] : settings;
}

Problem Work::problem_for(const Settings& settings, const Input& input, const FilterSettings& filter) const {
    if (settings.view == View::depth_of_field) {
        // Linear light is blurred, whatever the file holds: a circle of confusion mixes light.
        Problem blur = DepthOfField::problem(*input.light, input.depth != nullptr, settings.focus);
        blur.linear = input.decodes;
        blur.method.taps = filter.method.taps;
        blur.method.block = filter.method.block;
        return with_fitting_algorithm(algorithm_of(filter.method).of(std::move(blur)));
    }
    Problem problem = filter.problem({input.width(), input.height(), 4}, input.sample);
    problem.linear = input.decodes;
    // A constant beyond the edges may have a colour: then the picture keeps its channels.
    const bool is_grey = input.is_grey && filter.boundary.value.size() < 2 &&
                         (!filter.boundary_y || filter.boundary_y->value.size() < 2);
    if (is_grey) problem.shape.channels = 1;
    problem.boundary = for_four_channels(filter.boundary);
    if (filter.boundary_y) problem.boundary_y = for_four_channels(*filter.boundary_y);
    // Only CUDA rounds its output, and only when it writes the window's textures of four channels.
    problem.method.half_result = filter.method.half_result && main_.filter().in_place() &&
                                 problem.shape.channels == 4 && is_recursive(problem.filter.kind) &&
                                 settings.view != View::passes && filter.derived.is_none();
    return with_fitting_algorithm(std::move(problem));
}

Problem Work::possible(FilterSettings& owner, Problem problem) {
    const EngineKind engine = main_.filter().engine();
    if (problem.method.algorithm == Algorithm::automatic ||
        (possible_ == problem && possible_engine_ == engine))
        return problem;
    const std::string reason = why_not(problem, engine);
    // `automatic` has the CPU for what OpenGL does not have.
    if (reason.empty() || (choice_ == EngineKind::automatic && engine == EngineKind::opengl &&
                           why_not(problem, EngineKind::cpu).empty())) {
        possible_ = problem;
        possible_engine_ = engine;
        return problem;
    }
    return give_way(owner, std::move(problem), reason);
}

Problem Work::give_way(FilterSettings& owner, Problem problem, const std::string& reason) {
    notices_.say(note_in_window(reason) + ": the algorithm is auto again", 6, false);
    owner.method = AlgorithmChoice{}.of(std::move(owner.method));
    return AlgorithmChoice{}.of(std::move(problem));
}

Recipe Work::recipe_for(FilterSettings& owner, Problem problem) {
    const bool follows_picture = info(owner.filter.kind).follows_picture;
    if (const std::string reason =
            follows_picture ? owner.why_not_derived() : why_not(owner.derived, problem);
        !reason.empty()) {
        notices_.say(note_in_window(reason) + ": nothing is derived now", 6, false);
        owner.derived.kind = DerivedKind::none;
    }
    return {std::move(problem), owner.derived, following_part(owner.filter),
            weights_ && gives_weights(owner) ? std::optional(owner.missing) : std::nullopt};
}

void Work::choose_engine(Settings& settings) {
    if (settings.engine == choice_) return;
    try {
        renew_engines(settings);
    } catch (const std::exception& error) {
        notices_.say(error.what(), 8);
        settings.engine = choice_;
    }
}

void Work::renew_engines(const Settings& settings) {
    auto filter = std::make_unique<TextureFilter>(settings.engine);
    if (kept_.texture == &main_.filter().result()) {
        before_ = main_.filter().take_result();
        kept_.texture = &before_;
    } else {
        forget_result();
    }
    main_.take(std::move(filter));
    other_.forget();
    solved_ = 0;
    choice_ = settings.engine;
    timings_.begin_other_work();
}

void Work::measure_gpu() {
    if (!measuring_.is_running()) return measuring_.start();
    measuring_.stop();
    notices_.say("the measurement of this GPU was stopped: nothing changes", 6, false);
}

bool Work::step_measuring(const Settings& settings) {
    if (!measuring_.is_running()) return false;
    glFinish();  // so that drawing is not measured
    if (const std::string done = measuring_.step(); !done.empty()) {
        renew_engines(settings);
        notices_.say(done, 12, false);
    }
    return true;
}

const Texture* Work::preview(const Settings& settings, const Input& input, const Problem& problem,
                             const Haste& haste) {
    constexpr double still = 0.3;  // seconds without a change, after which all pixels are filtered
    preview_of_.reset();
    if (asked_ != problem) {
        asked_ = problem;
        asked_at_ = notices_.now();
    }
    const Recipe& last = main_.recipe();
    const bool is_wanted =
        haste.allowed && !input.weights && main_.filter().in_memory() && solve_seconds_ > longest_repeated &&
        last.problem && !input_changed_ && last.derived.is_none() && settings.derived.is_none() &&
        !last.smooths() && settings.view != View::difference && !compares_slots(settings) &&
        differ_in_sigma(problem, *last.problem) && (haste.holds || notices_.now() < asked_at_ + still);
    if (!is_wanted) return nullptr;
    reduction_ = preview_reduction(problem.filter, haste.zoom);
    if (reduction_ == 1) return nullptr;
    if (!preview_) preview_ = std::make_unique<Preview>();
    const Texture* result = &preview_->run(*input.source, problem, reduction_, false);
    preview_of_ = problem;
    is_idle_ = true;
    return result;
}

const Texture* Work::run(Settings& settings, const Input& input, const Haste& haste) {
    const bool blurred = settings.view == View::depth_of_field;
    stop_awaiting();
    hurries_ = haste.allowed;
    weights_ = input.weights;
    if (input_changed_ || source_ != input.source->name()) preview_.reset();
    if (!blurred) {
        const Problem problem = problem_for(settings, input, shown_filter(settings));
        if (const Texture* soon = preview(settings, input, problem, haste)) return soon;
    } else {
        preview_of_.reset();
    }
    const bool may_wait = haste.allowed && has_kept(settings, input);
    if (!blurred) depth_of_field_.forget_leaks();
    if (!blurred && !solve(settings, {input.source, nullptr, {}},
                           problem_for(settings, input, shown_filter(settings)), input_changed_, may_wait))
        return kept_result(settings, input);
    const Texture* result = blurred ? blur(settings, input) : &main_.result();
    kept_ = {result, result->name(), main_.recipe(), blurred};
    before_ = {};
    return result;
}

bool Work::has_kept(const Settings& settings, const Input& input) const {
    return kept_.texture && kept_.texture->name() == kept_.name &&
           kept_.texture->is(input.light->width(), input.light->height()) &&
           kept_.blurred == (settings.view == View::depth_of_field);
}

const Texture* Work::kept_result(const Settings& settings, const Input& input) {
    if (!has_kept(settings, input)) return nullptr;
    main_.set_recipe(kept_.recipe);
    return kept_.texture;
}

bool Work::solve(Settings& settings, const TableSource& source, Problem problem, bool changed,
                 bool may_wait) {
    const GLuint name = source.name();
    const Recipe& last = main_.recipe();
    if (!last.problem || problem.input != last.problem->input || name != source_) changed = true;
    problem = possible(shown_filter(settings), std::move(problem));
    const bool makes_table = settings.view == View::depth_of_field;
    const Recipe now =
        makes_table ? Recipe{std::move(problem)} : recipe_for(shown_filter(settings), std::move(problem));
    const bool is_in_steps = now.is_in_steps(), is_same = !changed && now == last;
    const bool goes_on = is_same && solved_ > 0 && main_.has_steps_left();
    // The second run is the one whose times count. In steps there is one, which has gone through many frames.
    const bool is_measured =
        is_in_steps ? solved_ > 0 && !goes_on : solved_ > 1 && solve_seconds_ > longest_repeated;
    is_idle_ = is_same && is_measured && !settings.continuous;
    if (is_idle_) return true;
    if (may_wait && (solved_ == 0 || last.problem != now.problem) && !main_.filter().is_ready(*now.problem)) {
        is_idle_ = is_linking_ = true;
        return false;
    }
    const bool is_other =
        last.problem && (!has_solved_ || is_other_work(*now.problem, *last.problem) ||
                         now.derived.kind != last.derived.kind || now.smoothing != last.smoothing);
    const int solved = is_same ? solved_ + 1 : 1;
    solved_ = 0;
    const double began = wall_seconds();
    if (goes_on)
        is_made_anew_ |= main_.go_on(*source.texture, weights_, !hurries_);
    else if (makes_table)
        main_.make_table(source, *now.problem, changed);
    else
        main_.make(now, *source.texture, weights_, settings.engine, changed, !hurries_);
    solve_seconds_ = wall_seconds() - began;
    solved_ = solved;
    TextureFilter& filter = main_.filter();
    if (const std::string news = filter.take_news(); !news.empty()) notices_.say(news, 12);
    main_.report(timings_);
    // The times of some of the steps are of nothing that was asked for.
    is_flowing_ = is_idle_ = main_.has_steps_left();
    if (is_other) timings_.begin_other_work();
    has_solved_ = true;
    tuning_.worked(*now.problem, badge(filter.engine(), filter.in_place()), filter.stages());
    source_ = now.derived.is_none() ? name : main_.derived().first_input().name();
    input_changed_ = false;
    return true;
}

std::string Work::progress() const {
    const std::optional<FilterSpec>& smoothing = main_.recipe().smoothing;
    const SmoothingSteps steps = smoothing ? info(smoothing->kind).steps : SmoothingSteps::none;
    if (steps == SmoothingSteps::of_all)
        return is_flowing_ ? fmt::format("after {} steps", main_.smooth().steps()) : "";
    const auto part = steps == SmoothingSteps::outwards ? region_of(main_.smooth()) : std::nullopt;
    if (!part) return "";
    return fmt::format("{}; the rest is unfiltered", text_of(*part));
}

void Work::solve_nothing(Problem problem) {
    if (has_solved_) timings_.begin_other_work();
    has_solved_ = is_idle_ = false;
    main_.set_recipe({std::move(problem)});
    solved_ = 0;
    source_ = 0;
    input_changed_ = false;
}

const Texture* Work::blur(Settings& settings, const Input& input) {
    const FocusSettings& focus = settings.focus;
    const DepthRange& range = input.range;
    const bool changed = input_changed_;
    layers_timer_.begin();
    const TableSource source = depth_of_field_.prepare(*input.light, input.depth, range, focus,
                                                       main_.filter(), input_changed_ || source_ != 0);
    layers_timer_.end();
    const bool is_made = source.texture != input.light, by_shaders = source.name() != 0;
    if (is_made && by_shaders) add_time(timings_, "layers", layers_timer_, Part::filter);
    depth_of_field_.report_before(timings_);
    const FocusMethod how = DepthOfField::method(input.depth != nullptr, focus);
    const bool has_table = DepthOfField::needs_table(how);
    if (has_table)
        solve(settings, source, problem_for(settings, input, settings), is_made || input_changed_);
    else
        solve_nothing(problem_for(settings, input, settings));
    if (focus.measure_error && has_table && how != FocusMethod::spread)
        notices_.attempt(Piece::comparison, [&] {
            table_error_.update(source, problem()->shape, main_.filter(), DepthOfField::fixed_point,
                                notices_.now());
        });
    if (problem()->method.precision != measured_precision_) table_error_.forget();
    measured_precision_ = problem()->method.precision;

    blur_timer_.begin();
    depth_of_field_.draw(*input.light, main_.filter(), input.depth, range, focus, changed);
    blur_timer_.end();
    // The maps of circles and depths use no boxes.
    const bool maps = input.depth && (focus.view == FocusView::circle || focus.view == FocusView::depth);
    if (by_shaders)
        add_time(timings_,
                 maps        ? "focus map"
                 : has_table ? "boxes"
                             : "diffusion",
                 blur_timer_, maps ? Part::beside : Part::filter);
    depth_of_field_.report_behind(timings_);
    if (focus.view == FocusView::methods && input.depth && !focus.constant) draw_other_half(settings, input);
    return &depth_of_field_.result();
}

// Layers, table and boxes of the method on the right are timed in a row of their own, because they are
// another filter.
void Work::draw_other_half(const Settings& settings, const Input& input) {
    const double start = wall_seconds();
    other_half_timer_.begin();
    notices_.attempt(Piece::comparison, [&] {
        depth_of_field_.draw_other_half(*input.light, input.depth, input.range, settings.focus,
                                        settings.engine);
    });
    other_half_timer_.end();
    if (main_.filter().in_memory())
        timings_.add("other half", "CPU", 0, (wall_seconds() - start) * 1000);
    else
        add_time(timings_, "other half", other_half_timer_);
}

void Work::check_accuracy(const Settings& settings, const Input& input, const Texture* result, bool changed) {
    std::optional<Accuracy::Work> work;
    const Recipe& recipe = main_.recipe();
    const TextureFilter& filter = main_.filter();
    if (result && !preview_of_ && !recipe.smooths() && settings.panels &&
        settings.view != View::depth_of_field)
        // Of what is derived, the first run is checked.
        work = recipe.derived.is_none()
                   ? Accuracy::Work{input.source, recipe.missing ? &filter.result() : result,
                                    &*recipe.problem, filter.table_mean(), filter.engine()}
                   : Accuracy::Work{&main_.derived().first_input(),
                                    &filter.result(),
                                    &main_.derived().first_run(),
                                    {},
                                    filter.engine()};
    accuracy_.update(work, changed, notices_.now());
}

ShownImages Work::shown(Settings& settings, const Input& input, const Texture* result, bool changed) {
    ShownImages shown;
    shown.view = settings.view;
    shown.source = input.source;
    shown.changed = changed;
    shown.encoded = input.is_encoded;
    // The table of a file's bytes sums encoded values, never light.
    shown.encoded_tables = input.is_encoded || input.sums_bytes;
    shown.before = {input.seen ? input.seen : input.light, Content::light, "original",
                    input.light_has_mipmaps};
    shown.before.unit = input.unit;
    shown.before.is_whole = input.unit.is_whole();
    if (!result) return shown;
    other_is_flowing_ = false;
    if (compares_slots(settings)) shown.before = other_shown(settings, input, changed);
    const Recipe& recipe = main_.recipe();
    const bool is_other_smoothing = std::exchange(shown_smoothing_, recipe.smoothing) != recipe.smoothing;
    shown.is_other_result = std::exchange(is_made_anew_, false) || is_other_smoothing;
    shown.changed |= shown.is_other_result;
    const bool filtered = settings.view != View::depth_of_field;
    std::string name = "result";
    if (compares_slots(settings))
        name = side_text(settings, 1);
    else if (filtered)
        name =
            recipe.smooths() ? smoothing_text(shown_filter(settings)) : describe(recipe.derived, *problem());
    shown.after = shown_side(main_, *result, std::move(name));
    if (!filtered) shown.after.content = Content::light;
    if (preview_of_) shown.after.reduction = reduction_;
    shown.before.unit = shown.after.unit = input.unit;
    shown.derived = recipe.derived;
    shown.has_truth = !recipe.smooths() && !recipe.missing;
    shown.problem = problem();
    if (compares_slots(settings) && other_.recipe().problem) {
        shown.other_problem = &*other_.recipe().problem;
        shown.other_derived = other_.recipe().derived;
    }
    return shown;
}

ShownImage Work::other_shown(Settings& settings, const Input& input, bool changed) {
    std::optional<FilterSettings>& slot = settings.compare.slot[0];
    try {
        if (!other_.has_filter()) other_.take(std::make_unique<TextureFilter>(settings.engine));
        FilterSettings& filter = slot ? *slot : settings;
        Recipe now = recipe_for(filter, problem_for(settings, input, filter));
        if (changed || other_.recipe() != now) {
            if (const std::string reason = why_not(*now.problem, other_.filter().engine()); !reason.empty())
                now.problem = give_way(filter, *now.problem, reason);
            other_.set_recipe({});
            other_.make(now, *input.source, weights_, settings.engine, true, !hurries_);
            is_made_anew_ |= now.smooths();
            timings_.add(slot ? "slot 1" : "current", "", 0, other_.filter().filter_ms());
        } else if (other_.has_steps_left()) {
            is_made_anew_ |= other_.go_on(*input.source, weights_, !hurries_);
        }
        other_is_flowing_ = other_.has_steps_left();
    } catch (const std::exception& error) {
        notices_.say(std::string("slot 1: ") + error.what(), 4);
        return {input.light, Content::light, "original", false};
    }
    return shown_side(other_, other_.result(), side_text(settings, 0));
}

}  // namespace sweep::app
