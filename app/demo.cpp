#include "app/demo.h"

#include "app/describe.h"
#include "core/error.h"
#include "core/filter_design.h"
#include "gpu/engine.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {
namespace {

constexpr double focus_seconds = 0.3;  // how long a change of focus takes

// Every picture has four channels here: values for its own channels are widened as its pixels are.
Boundary for_four_channels(Boundary boundary) {
    std::vector<double>& value = boundary.value;
    if (value.size() == 2) value = {value[0], value[0], value[0], value[1]};
    if (value.size() == 3) value.push_back(1);
    return boundary;
}

// Algorithms for tables and those for recursive filters do not do each other's work.
bool fits(const AlgorithmChoice& choice, FilterKind kind) {
    return choice.algorithm == Algorithm::automatic ||
           info(choice.algorithm).makes_tables != is_recursive(kind);
}

}  // namespace

Demo::Demo(const WindowOptions& options, Commands commands)
    : settings_(options), display_program_({"fullscreen.vert", "display.frag"}) {
    commands.show_scene = [this] { show_scene(); };
    commands.reload_shaders = [this] { reload_shaders(); };
    actions_ = make_actions(settings_, viewer_, std::move(commands));
    settings_.cuda_is_here = gpu::probe().usable;
    filter_ = std::make_unique<TextureFilter>(settings_.engine);
    filter_choice_ = settings_.engine;
    if (options.image)
        picture_.emplace(*options.image);
    else
        scene_.emplace();
    // A file's values end at the white of the screen; only light itself goes on beyond it.
    if (picture_ && picture_->has_encoding() && !settings_.highlights_chosen) settings_.soft_highlights = false;
    for (const char key : options.keys) press({key});
}

Demo::~Demo() = default;

void Demo::say(std::string message, double for_seconds) {
    message_ = std::move(message);
    message_until_ = now_ + for_seconds;
}

bool Demo::press(Chord chord) {
    try {
        return dispatch(actions_, chord);
    } catch (const std::exception& error) {
        say(error.what(), 12);
        return true;
    }
}

void Demo::open(const std::string& path) {
    try {
        Picture fresh{std::filesystem::path(path)};
        filter_->forget_input();
        picture_.emplace(std::move(fresh));
        settings_.soft_highlights = !picture_->has_encoding();
        input_changed_ = true;
        viewer_.fit();
        message_.clear();
        if (!picture_->note().empty()) say(picture_->note(), 8);
    } catch (const std::exception& error) {
        say(error.what(), 12);
    }
}

void Demo::show_scene() {
    if (!scene_) scene_.emplace();
    filter_->forget_input();
    picture_.reset();
    settings_.soft_highlights = true;
    viewer_.fit();
}

void Demo::add_time(std::string_view row, GpuTimer& timer) {
    if (const double ms = timer.newest_ms(); ms >= 0) timings_.add(row, "GL", 0, ms);
}

void Demo::reload_shaders() {
    std::string message = display_program_.reload() + depth_of_field_.reload();
    if (scene_) message += scene_->reload();
    input_changed_ = true;
    if (message.empty()) return;
    message.pop_back();  // the end of the last line
    say(message, 12);
}

// Draws what is filtered. The scene has the size of the part of the window that shows it.
Demo::Input Demo::draw_input() {
    if (picture_) {
        if (picture_->decode(settings_.linear)) input_changed_ = true;
        return {&picture_->source(), &picture_->light(), nullptr, picture_->sample()};
    }
    const Area& area = viewer_.area();
    if (!scene_->colour().is(area.width, area.height)) filter_->forget_input();
    scene_timer_.begin();
    scene_->draw(area.width, area.height, scene_seconds_);
    scene_timer_.end();
    add_time("scene", scene_timer_);
    input_changed_ = true;
    return {&scene_->colour(), &scene_->colour(), &scene_->depth(), Sample::f32};
}

Problem Demo::problem_for(const Input& input) const {
    Problem problem;
    problem.shape = {input.source->width(), input.source->height(), 4};
    problem.input = input.sample;
    problem.linear = settings_.linear;
    if (settings_.view == View::depth_of_field) {
        // Of linear light, whatever the file holds: a circle of confusion mixes light.
        problem.input = Sample::f32;
        problem.filter.kind = FilterKind::sat;
        problem.fixed_point = DepthOfField::fixed_point;
        return with_algorithm(problem);
    }
    problem.filter = settings_.filter;
    problem.boundary = for_four_channels(settings_.boundary);
    problem.realisation = settings_.realisation;
    problem.passes = settings_.passes;
    problem.precision = settings_.precision;
    return with_algorithm(problem);
}

Problem Demo::with_algorithm(Problem problem) const {
    problem.taps = settings_.taps;
    problem.block = settings_.block;
    return fits(settings_.algorithm, problem.filter.kind) ? settings_.algorithm.of(problem) : problem;
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
        filter_ = std::make_unique<TextureFilter>(settings_.engine);
        filter_choice_ = settings_.engine;
        copy_bytes_ = 0;
    } catch (const std::exception& error) {
        say(error.what(), 8);
        settings_.engine = filter_choice_;
    }
}

// Returns the picture to show; null, and says why, when the engine refuses.
const Texture* Demo::process(const Input& input) {
    const bool blur = settings_.view == View::depth_of_field;
    const Texture& source = blur ? *input.light : *input.source;
    Problem problem = problem_for(input);
    const bool changed = input_changed_ || !last_problem_ || problem.input != last_problem_->input;
    try {
        problem = possible(std::move(problem));
        filter_->run(source, problem, changed);
        filter_->report(timings_);
    } catch (const std::exception& error) {
        say(error.what(), 4);
        return nullptr;
    }
    last_problem_ = problem;
    input_changed_ = false;
    if (!blur) return &filter_->result();

    blur_timer_.begin();
    depth_of_field_.draw(*input.light, filter_->result(), input.depth, 1 / Scene::near_plane,
                         1 / Scene::far_plane, settings_.focus);
    blur_timer_.end();
    add_time("boxes", blur_timer_);
    return &depth_of_field_.result();
}

// Shows the texture where the viewer has it in `area`.
void Demo::display(const Texture& texture, Content content, const Area& area, GLuint framebuffer,
                   int height) {
    const bool integers = content == Content::integer_table;
    const bool smaller = viewer_.zoom() < 1 && texture.levels() > 1 &&
                         (content == Content::light || content == Content::differences);
    if (smaller) texture.make_mipmaps();
    if (!integers) texture.filter(smaller ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR, GL_LINEAR);

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(area.x, height - area.y - area.height, area.width, area.height);
    glScissor(area.x, height - area.y - area.height, area.width, area.height);
    glEnable(GL_SCISSOR_TEST);
    const Program& program = display_program_;
    program.use();
    program.set("picture", 0);
    program.set("table", 1);
    program.set("content", int(content));
    program.set("table_scale", integers ? 1 / 255.0f : 1.0f);
    program.set("picture_size", float(texture.width()), float(texture.height()));
    program.set("origin", viewer_.origin().x, viewer_.origin().y);
    program.set("zoom", viewer_.zoom());
    program.set("window_height", float(height));
    program.set("exposure", std::exp2(settings_.exposure));
    program.set("soft_highlights", settings_.soft_highlights ? 1 : 0);
    // The table of a file's bytes sums what the bytes say, never light.
    const bool encoded = picture_ && picture_->has_encoding() && (!settings_.linear || integers);
    program.set("encoded", encoded ? 1 : 0);
    program.set("dither", settings_.dither ? 1 : 0);
    // An integer texture must not be bound where a float sampler looks, nor the other way round.
    glBindTextureUnit(0, integers ? 0 : texture.name());
    glBindTextureUnit(1, integers ? texture.name() : 0);
    draw_fullscreen();
    glDisable(GL_SCISSOR_TEST);
}

// Zoom, pan and focus. ImGui has the pointer's state in both worlds, with a window and without.
void Demo::pointer(const Input& input, double seconds_since_last) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.WantCaptureMouse && viewer_.area().contains(io.MousePos.x, io.MousePos.y)) {
        if (io.MouseWheel != 0) viewer_.zoom_at(io.MousePos.x, io.MousePos.y, std::pow(1.2f, io.MouseWheel));
        if (io.KeyShift && ImGui::IsMouseClicked(0) && input.depth) {
            const Point at = viewer_.picture_at(io.MousePos.x, io.MousePos.y);
            probe_.ask(*input.depth, int(at.x), int(at.y));
        } else if (!io.KeyShift && ImGui::IsMouseDragging(0, 2)) {
            viewer_.pan(io.MouseDelta.x, io.MouseDelta.y);
        }
    }
    if (const auto depth = probe_.answer()) {
        const float inverse = std::lerp(1 / Scene::near_plane, 1 / Scene::far_plane, *depth);
        focus_target_ = 1 / inverse;
        settings_.view = View::depth_of_field;
        settings_.focus.constant = false;
    }
    if (focus_target_) {
        // Evenly in 1 / distance, which is what the eye sees as even.
        const double blend = 1 - std::exp(-3 * seconds_since_last / focus_seconds);
        const float inverse = std::lerp(1 / settings_.focus.distance, 1 / *focus_target_, float(blend));
        settings_.focus.distance = 1 / inverse;
        if (std::abs(settings_.focus.distance / *focus_target_ - 1) < 1e-3f) focus_target_.reset();
    }
}

// The yardstick is measured when the picture has had the same size for half a second.
void Demo::measure_copy() {
    if (!last_problem_) return;
    const std::size_t bytes = last_problem_->shape.pixels() * 16;
    if (bytes != copy_bytes_) {
        copy_bytes_ = bytes;
        copy_due_ = now_ + (copy_gb_per_s_ > 0 ? 0.5 : 0);
        return;
    }
    if (copy_due_ < 0 || now_ < copy_due_) return;
    copy_due_ = -1;
    if (const double ms = filter_->measure_copy_ms(bytes); ms > 0)
        copy_gb_per_s_ = 2 * double(bytes) * 1e-6 / ms;
}

Report Demo::report_for(const Input& input, bool shows_original, bool refresh) {
    Report report;
    report.badge = badge(filter_->path());
    report.reason = filter_->reason();
    report.renderer = gl_description();
    report.input = picture_ ? picture_->name() : "built-in scene";
    report.width = input.source->width();
    report.height = input.source->height();
    report.has_depth = input.depth != nullptr;
    report.problem = problem_for(input);
    report.engine = filter_->engine();
    report.linear_matters = picture_ && picture_->has_encoding();
    report.shows_original = shows_original;
    if (report.shows_original)
        report.caption = "as it is";
    else if (settings_.view == View::depth_of_field)
        report.caption = input.depth ? "summed-area table, one box for each pixel"
                                     : "summed-area table, one box for all: no depth here";
    else
        report.caption = describe(problem_for(input));
    if (now_ < message_until_) report.message = message_;
    report.rows = timings_.rows(now_, refresh);
    report.frame_history = timings_.frame().values();
    report.frame_ms = timings_.frame_median_ms();
    for (const TimingRow& row : report.rows)
        if (row.name == total_row) report.engine_ms = row.median_ms;
    report.copy_gb_per_s = copy_gb_per_s_;
    return report;
}

void Demo::frame(Gui& gui, int width, int height, double seconds, GLuint framebuffer, bool refresh) {
    const double since_last = last_seconds_ < 0 ? 0 : seconds - last_seconds_, before = now_;
    now_ = wall_seconds();
    if (last_seconds_ >= 0) timings_.add_frame((now_ - before) * 1000);
    last_seconds_ = seconds;
    if (settings_.animate) scene_seconds_ += std::min(since_last, 0.1);

    gui.begin(width, height, since_last);
    const Layout layout = divide(width, height, settings_);
    if (picture_)
        viewer_.place(layout.picture, picture_->width(), picture_->height());
    else
        viewer_.place(layout.picture, layout.picture.width, layout.picture.height);

    choose_engine();
    timings_.begin_frame();
    const Input input = draw_input();
    pointer(input, since_last);
    const bool original = settings_.view == View::original || settings_.hold_original;
    const Texture* result = original ? nullptr : process(input);
    measure_copy();

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, width, height);
    glClearColor(0.040f, 0.043f, 0.050f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    Content content = Content::light;
    if (result && settings_.view == View::filtered && is_signed(last_problem_->filter))
        content = Content::differences;
    if (result && settings_.view == View::filtered && last_problem_->filter.kind == FilterKind::sat)
        content = result->format() == GL_RGBA32UI ? Content::integer_table : Content::float_table;
    display_timer_.begin();
    display(result ? *result : *input.light, content, layout.picture, framebuffer, height);
    display_timer_.end();
    add_time("display", display_timer_);
    add_time("panels", panel_timer_);
    if (timings_.frame().count()) timings_.add("frame", "", 0, (now_ - before) * 1000);

    glViewport(0, 0, width, height);
    draw_panels(gui, layout, report_for(input, !result, refresh));
}

void Demo::draw_panels(Gui& gui, const Layout& layout, const Report& report) {
    caption_overlay(layout, settings_, report, viewer_);
    controls_panel(layout, settings_, report);
    timing_panel(layout, report);
    help_overlay(layout, settings_, actions_);
    panel_timer_.begin();
    gui.end();
    panel_timer_.end();
}

}  // namespace sweep::app
