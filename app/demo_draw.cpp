// How Demo draws the picture and lays panels over it, and what it reports to them.
#include "app/demo_frame.h"
#include "app/describe.h"
#include "app/overlays.h"
#include "app/tune_panel.h"

namespace sweep::app {

TimesReport Demo::times_of(const Report& report, bool refresh) {
    TimesReport times;
    times.what = report.shows_original ? "the original" : report.caption;
    times.engine = report.badge;
    times.width = report.width;
    times.height = report.height;
    times.rows = timings_.rows(now_, refresh);
    times.frame_history = timings_.frame().values();
    times.frame_ms = timings_.frame_median_ms();
    times.waits_for_screen = waits_for_screen_;
    for (const TimingRow& row : times.rows)
        if (row.name == total_row) times.engine_ms = row.median_ms;
    times.channels = report.problem->shape.channels;
    times.copy_gb_per_s = copy_.gb_per_s(memory_of_engine());
    times.copy_note = copy_.note(memory_of_engine());
    return times;
}

Report Demo::report_for(const Frame& frame) {
    const Input& input = frame.input;
    Report report;
    report.badge = badge(filter_->path());
    report.reason = filter_->reason();
    report.renderer = gl_description();
    report.input = picture_ ? picture_->name() : "built-in scene";
    if (test_input_ != TestInput::none) report.input = test_name(test_input_);
    if (const std::string place = gallery_.place(); picture_ && !place.empty())
        report.input += " (" + place + ")";
    if (const std::string progress = gallery_.progress(); !progress.empty()) report.input += "   " + progress;
    report.width = input.source->width();
    report.height = input.source->height();
    report.has_depth = input.depth != nullptr;
    report.lacks_depth_map = picture_ && test_input_ == TestInput::none && picture_->depth_path().empty();
    if (picture_) report.depth_name = picture_->depth_path().filename().string();
    if (const auto& errors = table_error_.newest())
        report.table_errors.assign(errors->begin(), errors->end());
    report.problem = problem_for(input, shown_filter());
    report.engine = filter_->engine();
    report.accuracy = accuracy_.report();
    report.tune = &tuning_.update(settings_.tune, *report.problem, settings_.engine, viewer_.zoom(), now_);
    report.half_result_matters = filter_->path() == Path::cuda_interop && report.problem->shape.channels == 4;
    report.linear_matters = picture_ && picture_->is_integer();
    if (picture_ && test_input_ == TestInput::none)
        report.decoding = picture_->decoding_text(settings_.linear);
    report.shows_original = !frame.result;
    if (report.shows_original)
        report.caption = "as it is";
    else if (settings_.view == View::depth_of_field)
        report.caption = describe(settings_.focus, input.depth != nullptr);
    else
        report.caption = describe(frame.is_kept ? *last_problem_ : *report.problem);
    if (frame.is_kept && frame.result) report.caption += "\nthe last that could be made";
    if (measuring_.is_running()) {
        report.message = measuring_.progress();
    } else if (const Message* message = messages_.shown(now_)) {
        report.message = message->text;
        report.trouble = message->trouble;
    }
    TimesReport times = times_of(report, frame.refresh);
    report.engine_ms = times.engine_ms;
    if (!settings_.freeze_times || times_.rows.empty()) times_ = std::move(times);
    report.times = times_;
    return report;
}

void Demo::build_panels(Frame& frame) {
    const Layout& layout = frame.layout;
    const Sights& sights = frame.sights;
    Report report = report_for(frame);
    report.look = look_.report(sights, settings_.look, viewer_);
    if (!report.look.caption.empty()) report.caption = report.look.caption;
    if (series_.ends())
        say(series_.summary() + (report.look.caption.empty() ? "" : "\n" + report.look.caption), 8, false);
    if (frame.sweeps) teach_.panels(frame.around, viewer_, settings_);
    if (settings_.view != View::passes)
        look_.overlay(sights, settings_.captions ? layout.captions : Area{}, settings_.look,
                      settings_.exposure, viewer_);
    title_ = caption_overlay(layout, settings_, report, viewer_);
    focus_overlay(layout, settings_, report, viewer_);
    if (settings_.view != View::passes) look_.magnifier_overlay(sights, settings_);
    controls_panel(layout, settings_, report);
    timing_panel(layout, settings_, report.times);
    tune_panel(layout, settings_, report);
    big_type_line(layout, settings_, report);
    message_panel_.draw(settings_, messages_);
    key_page(settings_, actions_);
    frame.chosen = menu_.draw(layout, settings_, actions_);
    if (const Action* named = palette_.draw(settings_, actions_)) frame.chosen = named;
}

void Demo::draw_picture(Frame& frame) {
    Canvas& canvas = frame.canvas;
    display_timer_.begin();
    if (frame.sweeps)
        teach_.draw(frame.around, viewer_, settings_, is_encoded(), canvas.framebuffer, frame.height);
    else
        look_.draw(display_, frame.sights, settings_.look, frame.how, viewer_, canvas);
    display_timer_.end();
}

// By fragment shaders: over what is drawn already.
void Demo::draw_panels(Gui& gui, const Canvas& canvas) {
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    glViewport(0, 0, canvas.width, canvas.height);
    panel_timer_.begin();
    gui.draw();
    panel_timer_.end();
}

// By compute shaders: the panels first, as the picture is drawn under them.
void Demo::draw_image(Frame& frame) {
    Canvas& canvas = frame.canvas;
    if (!picture_file_.empty()) {
        draw_picture(frame);
        save_files(frame.layout.picture, canvas, false);
        canvas.is_filled = false;
    }
    const ImGuiIO& io = ImGui::GetIO();
    const bool somebody_acts = touched_ || io.MouseDelta.x != 0 || io.MouseDelta.y != 0 ||
                               io.MouseWheel != 0 || ImGui::IsAnyMouseDown();
    touched_ = false;
    const bool at_once = frame.refresh || frame.chosen || !settings_.asked.empty() || !panels_lag_ ||
                         somebody_acts || recording_.running() || !frame_file_.empty();
    panel_timer_.begin();
    canvas.layer = &surface_.panels().update(canvas.width, canvas.height, at_once, now_);
    panel_timer_.end();
    draw_picture(frame);
}

}  // namespace sweep::app
