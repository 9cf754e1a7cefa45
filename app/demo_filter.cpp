// What Demo filters: the problem that the settings make, the engine that solves it, and what is compared with it.
#include "app/demo.h"

#include "app/describe.h"
#include "core/algorithms.h"
#include "core/filter_design.h"

#include <utility>

namespace sweep::app {
namespace {

// Every picture has four channels here: values for its own channels are widened as its pixels are.
Boundary for_four_channels(Boundary boundary) {
    std::vector<double>& value = boundary.value;
    if (value.size() == 2) value = {value[0], value[0], value[0], value[1]};
    if (value.size() == 3) value.push_back(1);
    return boundary;
}

// Whether slot 1 is on the other side of what is seen.
bool compares_slots(const Settings& settings) {
    const bool halves = settings.view == View::wipe || settings.view == View::side_by_side;
    return (halves && settings.look.slots) ||
           (settings.view == View::difference && settings.look.against == Against::slot);
}

Content content_of(const Problem& problem, const Texture& result) {
    if (is_signed(problem.filter)) return Content::differences;
    if (problem.filter.kind != FilterKind::sat) return Content::light;
    const bool integers = result.format() == GL_RGBA32UI || result.format() == GL_R32UI;
    return integers ? Content::integer_table : Content::float_table;
}

// Whether times of one say nothing about the other. Coefficients make no difference to what is done with them.
bool is_other_work(const Problem& now, Problem before) {
    if (now.filter.kind != before.filter.kind) return true;
    before.filter = now.filter;
    return now != before;
}

// Algorithms for tables and those for recursive filters do not do each other's work.
bool fits(const AlgorithmChoice& choice, FilterKind kind) {
    return choice.algorithm == Algorithm::automatic ||
           info(choice.algorithm).makes_tables != is_recursive(kind);
}

}  // namespace

const FilterSettings& Demo::shown_filter() const {
    return compares_slots(settings_) && settings_.look.slot[1] ? *settings_.look.slot[1] : settings_;
}

Problem Demo::problem_for(const Input& input, const FilterSettings& filter) const {
    Problem problem;
    problem.shape = {input.source->width(), input.source->height(), 4};
    problem.input = input.sample;
    problem.linear = decodes();
    if (settings_.view == View::depth_of_field) {
        // Of linear light, whatever the file holds: a circle of confusion mixes light.
        Problem blur = DepthOfField::problem(*input.light, input.depth != nullptr, settings_.focus);
        blur.linear = problem.linear;
        return with_algorithm(std::move(blur), filter);
    }
    problem.filter = filter.filter;
    // What comes from outside may have colours.
    const bool is_grey = input.is_grey && filter.boundary.value.size() < 2;
    if (is_grey) problem.shape.channels = 1;
    problem.boundary = for_four_channels(filter.boundary);
    problem.realisation = filter.realisation;
    problem.passes = filter.passes;
    problem.precision = filter.precision;
    return with_algorithm(problem, filter);
}

// With a result as it is to be shown: only CUDA rounds what it writes.
Problem Demo::problem_to_show(const Input& input, const FilterSettings& filter) const {
    Problem problem = problem_for(input, filter);
    problem.half_result = filter.half_result && filter_->path() == Path::cuda_interop &&
                          problem.shape.channels == 4 && is_recursive(problem.filter.kind);
    return problem;
}

Problem Demo::with_algorithm(Problem problem, const FilterSettings& filter) const {
    problem.taps = filter.taps;
    problem.block = filter.block;
    return fits(filter.algorithm, problem.filter.kind) ? filter.algorithm.of(problem) : problem;
}

// An algorithm that cannot do what is asked for now gives way to auto, and a line says why.
Problem Demo::possible(Problem problem) {
    const std::optional<EngineKind> engine = filter_->engine();
    if (!engine || problem.algorithm == Algorithm::automatic ||
        (possible_ == problem && possible_engine_ == engine))
        return problem;
    const std::string reason = why_not(problem, *engine);
    if (reason.empty()) {
        possible_ = problem;
        possible_engine_ = engine;
        return problem;
    }
    say(reason + ": the algorithm is auto again", 6);
    settings_.algorithm = {};
    return AlgorithmChoice{}.of(problem);
}

// Another engine when the user asked for one; the old one stays when the new one is not here.
void Demo::choose_engine() {
    if (settings_.engine == filter_choice_) return;
    try {
        renew_engines();
    } catch (const std::exception& error) {
        say(error.what(), 8);
        settings_.engine = filter_choice_;
    }
}

void Demo::renew_engines() {
    filter_ = std::make_unique<TextureFilter>(settings_.engine);
    other_filter_.reset();
    kept_ = {};
    filter_choice_ = settings_.engine;
    timings_.begin_other_work();
}

// Begins, or stops.
void Demo::measure_gpu() {
    if (!measuring_.is_running()) return measuring_.start();
    measuring_.stop();
    say("measuring this GPU was stopped: what held before holds", 6, false);
}

void Demo::step_measuring() {
    if (!measuring_.is_running()) return;
    glFinish();  // drawing is not measured
    if (const std::string done = measuring_.step(); !done.empty()) {
        renew_engines();
        say(done, 12, false);
    }
    skips_interval_ = true;
    keep_drawing(1);
}

// Whether the engine decodes the bytes that it reads.
bool Demo::decodes() const {
    return !picture_ || picture_->decoding(settings_.linear).to_light;
}

// What is filtered is as a file has it, and not light.
bool Demo::is_encoded() const {
    return test_input_ == TestInput::none && picture_ && picture_->is_encoded() && !decodes();
}

// The view of the passes: its images, and where the front is.
void Demo::sweep_passes(const Input& input, double seconds) {
    // The scene stands still here.
    const bool moves = !picture_ && test_input_ == TestInput::none;
    teach_.update(*input.light, moves ? settings_.scene_seconds : 0, problem_for(input, settings_), settings_,
                  seconds);
}

// Returns the picture to show. Throws Error when the engine refuses.
const Texture* Demo::process(const Input& input) {
    const bool blurred = settings_.view == View::depth_of_field;
    const Texture* result = &filter_->result();
    if (blurred)
        result = blur(input);
    else
        filter({input.source, nullptr, {}}, problem_to_show(input, shown_filter()), input_changed_);
    kept_ = {result, result->name(), last_problem_, blurred};
    return result;
}

void Demo::filter(const TableSource& source, Problem problem, bool changed) {
    const GLuint name = source.name();
    if (!last_problem_ || problem.input != last_problem_->input || name != last_source_) changed = true;
    problem = possible(std::move(problem));
    settings_.view == View::depth_of_field ? filter_->make_table(source, problem, changed)
                                           : filter_->run(*source.texture, problem, changed);
    if (const std::string news = filter_->take_news(); !news.empty()) say(news, 12);
    filter_->report(timings_);
    if (last_problem_ && is_other_work(problem, *last_problem_)) timings_.begin_other_work();
    tuning_.worked(problem, badge(filter_->path()), filter_->stages());
    last_problem_ = std::move(problem);
    last_source_ = name;
    input_changed_ = false;
}

DepthRange Demo::depth_range() const {
    const FocusSettings& focus = settings_.focus;
    if (!picture_) return {Scene::near_plane, Scene::far_plane};
    return focus.near_is_white ? DepthRange{focus.farthest, focus.nearest}
                               : DepthRange{focus.nearest, focus.farthest};
}

const Texture* Demo::blur(const Input& input) {
    const FocusSettings& focus = settings_.focus;
    const DepthRange range = depth_range();
    layers_timer_.begin();
    const TableSource source = depth_of_field_.prepare(*input.light, input.depth, range, focus, *filter_,
                                                       input_changed_ || last_source_ != 0);
    layers_timer_.end();
    const bool is_made = source.texture != input.light, by_shaders = source.name() != 0;
    if (is_made && by_shaders) add_time("layers", layers_timer_, Part::filter);
    depth_of_field_.report_before(timings_);
    filter(source, problem_for(input, settings_), is_made || input_changed_);
    if (focus.measure_error && DepthOfField::method(input.depth != nullptr, focus) != FocusMethod::spread)
        attempt(Piece::comparison, [&] {
            table_error_.update(source, last_problem_->shape, *filter_, DepthOfField::fixed_point, now_);
        });
    if (last_problem_->precision != measured_precision_) table_error_.forget();
    measured_precision_ = last_problem_->precision;

    blur_timer_.begin();
    depth_of_field_.draw(*input.light, *filter_, input.depth, range, focus);
    blur_timer_.end();
    // The maps of circles and depths take no boxes.
    const bool maps = input.depth && (focus.view == FocusView::circle || focus.view == FocusView::depth);
    if (by_shaders) add_time(maps ? "focus map" : "boxes", blur_timer_, maps ? Part::beside : Part::filter);
    depth_of_field_.report_behind(timings_);
    if (focus.view == FocusView::methods && input.depth && !focus.constant) draw_other_half(input, range);
    return &depth_of_field_.result();
}

// Layers, table and boxes of the method to compare with: a row of its own, as it is another filter.
void Demo::draw_other_half(const Input& input, const DepthRange& range) {
    const double start = wall_seconds();
    other_half_timer_.begin();
    attempt(Piece::comparison, [&] {
        depth_of_field_.draw_other_half(*input.light, input.depth, range, settings_.focus, settings_.engine);
    });
    other_half_timer_.end();
    if (filter_->in_memory())
        timings_.add("other half", "CPU", 0, (wall_seconds() - start) * 1000);
    else
        add_time("other half", other_half_timer_);
}

// Where the engine's own result is seen, and the panel that says how good it is.
void Demo::check_accuracy(const Input& input, const Texture* result, bool changed) {
    std::optional<Accuracy::Work> work;
    if (result && settings_.panels && settings_.view != View::depth_of_field)
        work = {input.source, result, &*last_problem_, filter_->table_mean(), filter_->path()};
    accuracy_.update(work, changed, now_);
}

// What the wipe and the difference show, and everything else.
Sights Demo::sights_for(const Input& input, const Texture* result, bool changed) {
    Sights sights;
    sights.view = settings_.view;
    sights.source = input.source;
    sights.changed = changed;
    sights.encoded = picture_ && picture_->is_encoded() && !decodes();
    // The table of a file's bytes sums what the bytes say, never light.
    sights.encoded_tables = sights.encoded || (picture_ && picture_->sample() == Sample::u8 &&
                                               picture_->decoding(settings_.linear).to_light);
    sights.before = {input.light, Content::light, "original", picture_ && input.light == &picture_->light()};
    if (!result) return sights;
    if (compares_slots(settings_)) sights.before = filtered_by_the_other_slot(input, changed);
    const bool filtered = settings_.view != View::depth_of_field;
    sights.after = {result, filtered ? content_of(*last_problem_, *result) : Content::light, "result", false};
    if (filtered) sights.after.name = filter_text(last_problem_->filter);
    if (compares_slots(settings_))
        sights.after.name = (settings_.look.slot[1] ? "slot 2: " : "now: ") + sights.after.name;
    sights.problem = &*last_problem_;
    if (compares_slots(settings_) && other_problem_) sights.other_problem = &*other_problem_;
    return sights;
}

Sight Demo::filtered_by_the_other_slot(const Input& input, bool changed) {
    const std::optional<FilterSettings>& slot = settings_.look.slot[0];
    try {
        if (!other_filter_) {
            other_filter_ = std::make_unique<TextureFilter>(settings_.engine);
            other_problem_.reset();
        }
        Problem problem = problem_to_show(input, slot ? *slot : settings_);
        const auto engine = other_filter_->engine();
        if (engine && !why_not(problem, *engine).empty()) problem = AlgorithmChoice{}.of(problem);
        if (changed || other_problem_ != problem) {
            other_problem_.reset();
            other_filter_->run(*input.source, problem, true);
            other_problem_ = problem;
            timings_.add(slot ? "slot 1" : "unstored", "", 0, other_filter_->filter_ms());
        }
    } catch (const std::exception& error) {
        say(std::string("slot 1: ") + error.what(), 4);
        return {input.light, Content::light, "original", false};
    }
    const Texture& result = other_filter_->result();
    return {&result, content_of(*other_problem_, result),
            (slot ? "slot 1: " : "now: ") + filter_text(other_problem_->filter), false};
}

}  // namespace sweep::app
