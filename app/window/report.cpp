// The report of a frame to its panels, and the order in which these are built.
#include <utility>

#include <fmt/format.h>

#include "app/ui/overlays.h"
#include "app/views/tune/panel.h"
#include "app/window/frame.h"
#include "app/work/options/describe.h"

namespace sweep::app {

TimesReport Demo::times_of(const Report& report, const Frame& frame) {
    Timings& timings = work_.timings();
    TimesReport times;
    times.what = report.shows_original ? "the original" : report.caption;
    times.engine = report.badge;
    times.width = report.width;
    times.height = report.height;
    times.rows = timings.rows(notices_.now(), frame.refresh);
    times.frame_history = timings.frame().values();
    times.frame_ms = timings.frame_median_ms();
    times.waits_for_screen = settings_.vertical_sync && !frame.gui.is_off_screen();
    for (const TimingRow& row : times.rows)
        if (row.name == total_row) times.engine_ms = row.median_ms;
    times.channels = report.problem->shape.channels;
    times.copy_gb_per_s = work_.copy_gb_per_s();
    times.copy_note = work_.copy_note();
    return times;
}

Report Demo::report_for(const Frame& frame) {
    const Input& input = frame.input;
    const TextureFilter& filter = work_.filter();
    const Picture* picture = source_.test_input() == TestInput::none ? source_.picture() : nullptr;
    Report report;
    const EngineKind engine = work_.engine();
    const bool is_other = engine != filter.engine();
    report.badge = badge(engine, filter.in_place() && !is_other);
    report.reason = is_other ? fmt::format("{} does not have this filter", name_of(filter.engine()).title)
                             : filter.reason();
    report.renderer = gl_description();
    report.input = source_.name();
    report.input_facts = source_.facts();
    report.is_scene = source_.can_move();
    if (picture && settings_.panels && settings_.view != View::passes) {
        report.pages = source_.gallery().pages();
        report.page = source_.gallery().page();
        report.has_layers = picture->layers() > 1;
    }
    report.gives_lecture = lecture_.is_running();
    report.shows_card = panels_.shows_card && !report.gives_lecture;
    report.width = input.width();
    report.height = input.height();
    if (const FilmPicture* film = source_.test_input() == TestInput::none ? source_.film() : nullptr)
        report.film = film->player().status();
    report.focus.has_depth = input.depth != nullptr;
    report.focus.lacks_depth_map = picture && !picture->has_depth_map();
    report.focus.spreads_strokes = source_.makes_depth();
    if (const Picture* open = source_.picture(); open && open->has_depth_map())
        report.focus.depth_name =
            open->depth_path().empty() ? "its own distances" : open->depth_path().filename().string();
    report.focus.has_metres = picture && picture->metres();
    if (const auto& errors = work_.table_error().newest())
        report.focus.table_errors.assign(errors->begin(), errors->end());
    report.focus.mean_leak = work_.leaks().mean();
    // The problem that was solved, or the one that would be.
    report.problem =
        frame.result ? *work_.problem() : work_.problem_for(settings_, input, Work::shown_filter(settings_));
    report.problem->method.half_result = false;  // the panel has a switch of its own for it
    report.engine = filter.engine();
    report.accuracy = work_.accuracy();
    report.tune = &tuning_.update(*report.problem, settings_.engine, viewer_.zoom(), notices_.now());
    report.half_result_matters = filter.in_place() && report.problem->shape.channels == 4;
    report.linear_matters = source_.film() || (source_.picture() && source_.picture()->is_integer());
    report.in_linear_light = settings_.linear.value_or(source_.is_encoded());
    if (picture) report.decoding = picture->decoding_text(settings_.linear);
    report.shows_original = !frame.result;
    if (report.shows_original)
        report.caption = "unfiltered";
    else if (settings_.view == View::depth_of_field)
        report.caption = describe(settings_.focus, input.depth != nullptr);
    else
        report.caption = info(Work::shown_filter(settings_).filter.kind).follows_picture
                             ? smoothing_text(Work::shown_filter(settings_))
                             : describe(work_.derived(), *report.problem);
    if (const std::string progress = work_.progress(); frame.result && !progress.empty())
        report.caption += "\n" + progress;
    if (frame.result && work_.is_preview()) report.caption += "\na preview, until sigma stands still";
    if (frame.is_kept && frame.result)
        report.caption += work_.is_linking() ? "\nthe last result, until the driver has linked its shaders"
                                             : "\nthe last good result";
    report.saves_film = results_.is_filtering_film();
    if (work_.measuring().is_running()) {
        report.message = work_.measuring().progress();
    } else if (report.saves_film) {
        report.message =
            results_.progress() + ": " + keys_of(*find_action(actions_, "save-result")) + " stops";
    } else if (const Message* message = notices_.shown()) {
        report.message = message->text;
        report.trouble = message->trouble;
    }
    TimesReport times = times_of(report, frame);
    report.engine_ms = times.engine_ms;
    if (!settings_.freeze_times || panels_.times.rows.empty()) panels_.times = std::move(times);
    report.times = panels_.times;
    return report;
}

void Demo::build_panels(Frame& frame) {
    const Layout& layout = frame.layout;
    const ShownImages& shown = frame.shown;
    Requests& requests = panels_.requests;
    Report report = report_for(frame);
    report.compare = compare_.report(shown, settings_.compare, viewer_);
    if (!report.compare.caption.empty()) report.caption = report.compare.caption;
    if (files_.series_ends())
        say(files_.series_summary() + (report.compare.caption.empty() ? "" : "\n" + report.compare.caption),
            8, false);
    if (frame.sweeps) teach_.panels(frame.around, viewer_, settings_);
    if (settings_.view != View::passes) {
        compare_.overlay(shown, settings_.captions ? layout.captions : Area{}, settings_.compare, frame.how,
                         viewer_);
        measure_.overlay(shown, settings_, frame.how, viewer_, layout.below);
    }
    const bool is_blurred =
        settings_.view == View::depth_of_field && !report.shows_original && report.focus.has_depth;
    if (is_blurred) strokes_overlay(settings_.focus, report.focus, viewer_);
    panels_.title = caption_overlay(layout, settings_, report, viewer_, requests);
    if (is_blurred) focus_overlay(layout, settings_, report.focus, report.width, viewer_);
    if (settings_.view != View::passes) compare_.magnifier_overlay(shown, settings_, frame.how);
    if (std::exchange(panels_.card_goes, false)) panels_.shows_card = false;
    controls_panel(layout, settings_, report, requests);
    if (report.pages > 1) pages_bar(layout, report, requests);
    measure_.panel(shown, layout.measure, settings_, requests);
    timing_panel(layout, settings_, report, requests);
    tune_panel(layout, settings_, tuning_.poles(), *report.tune, requests);
    sigma_panel(layout, settings_, tuning_.has_sigma_panel());
    big_type_line(layout, settings_, report);
    panels_.messages.draw(settings_, notices_.messages());
    const int bar = lecture_.bar_height(frame.width, frame.height);
    lecture_.draw({0, frame.height - bar, frame.width, bar}, frame.width, frame.height);
    panels_.menu.draw(layout, settings_.recent, actions_, requests);
    panels_.keys.draw(settings_, actions_);
    panels_.palette.draw(settings_, actions_, requests);
    open_panel_.draw(settings_.recent, requests);
}

}  // namespace sweep::app
