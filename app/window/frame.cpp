// One frame, part by part. An error in one part becomes a message, and the other parts go on with what is
// still there: the last good picture stays in the window.
#include "app/window/frame.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/screen/gl/frame_grabber.h"
#include "app/ui/overlays.h"
#include "app/ui/vector/shapes.h"
#include "app/views/tune/actions.h"
#include "app/window/named_figures.h"
#include "core/base/error.h"
#include "core/plan/usual_accuracy.h"
#include "files/format.h"
#include "files/image_file.h"
#include "files/output_file.h"
#include "files/pixels.h"

namespace sweep::app {
namespace {

// The file of a film's frame: beside the film, with its time, in the bits of a screen.
std::filesystem::path picture_of(const FilmPlayer& film) {
    const std::filesystem::path from =
        film.source().kind == FilmKind::file ? std::filesystem::path(film.source().address) : "sweep-film";
    return from.parent_path() / fmt::format("{}-{:.2f}s.png", from.stem().string(), film.status().seconds);
}

// Four channels of floats.
Image pixels_of(const Texture& texture) {
    Image pixels({texture.width(), texture.height(), 4}, Sample::f32);
    texture.read(GL_RGBA, GL_FLOAT, pixels.bytes(), pixels.data<void>());
    return pixels;
}

}  // namespace

void Demo::frame(Gui& gui, int width, int height, double seconds, const Target& target, bool refresh) {
    Frame frame{gui, target, width, height, refresh};
    step_clocks(frame, seconds);

    std::optional<ExactEdges> exact;
    if (figure_) exact.emplace();
    gui.begin(width, height, frame.since_last);
    take_pictures(frame);
    place_picture(frame);
    find_input(frame);
    find_result(frame);
    prepare_screen(frame);
    if (!notices_.attempt(Piece::panels, [&] { build_panels(frame); })) {
        gui.recover();
        trouble_line(frame.layout.picture, notices_.last_trouble(Piece::panels));
    }
    gui.end();
    exact.reset();
    write_figure(frame);
    if (panels_.sizes.changed()) pace_.keep_drawing(0);
    pace_.note_awaited(awaits_workers());

    const bool drawn = notices_.attempt(Piece::screen, [&] {
        if (frame.canvas.image)
            draw_image(frame);
        else
            draw_panels(gui, frame.canvas);
    });
    // The panels are drawn in any case, since they say what went wrong.
    if (!drawn) notices_.attempt(Piece::panels, [&] { draw_panels(gui, frame.canvas); });
    serve_requests();
    has_drawn_original_ = holds_original_;
    if (std::exchange(releases_original_, false)) {
        holds_original_ = false;
        pace_.keep_drawing();
    }
    notices_.attempt(Piece::files, [&] { files_.save({0, 0, width, height}, frame.canvas, true); });
    notices_.attempt(Piece::screen, [&] {
        screen_.surface.show(frame.canvas, target);
        show_recording(gui);
    });
}

void Demo::step_clocks(Frame& frame, double seconds) {
    notices_.begin_frame();
    notices_.attempt(Piece::panels, [&] { lecture_.tick(notices_.now()); });
    frame.since_last = pace_.begin_frame(seconds, notices_.now());
    if (pace_.interval() >= 0) work_.timings().add_interval(pace_.interval() * 1000 - work_.copy_ms());
    width_ = frame.width;
    height_ = frame.height;
    notices_.attempt(Piece::files, [&] {
        if (files_.step_series(settings_, settled())) pace_.keep_drawing();
    });
    constexpr double longest_step = 0.1;  // seconds: so nothing jumps after a pause
    const double step = std::min(frame.since_last, longest_step);
    if (settings_.animate && settings_.view != View::passes) settings_.scene_seconds += step;
    sweep_.step(settings_, step);
    follow_usual_accuracy();
}

// A step of a lecture says which Gaussian it has.
void Demo::follow_usual_accuracy() {
    FilterSpec& filter = settings_.filter;
    if (!set_accuracy_ || before_lecture_) return;
    const bool is_gaussian = filter.kind == FilterKind::gaussian;
    if (is_gaussian && (filter.order != FilterSpec().order ||
                        (filter.accuracy != *set_accuracy_ && filter.accuracy != usual_accuracy))) {
        set_accuracy_.reset();
        return;
    }
    // The lessons are those of the papers, which have filters of poles alone.
    const bool takes = is_gaussian && settings_.view != View::passes &&
                       takes_usual_accuracy(settings_.derived, settings_.problem());
    set_accuracy_ = filter.accuracy = takes ? usual_accuracy : 0;
}

// Shows a picture that has been read since the last frame.
void Demo::take_pictures(Frame& frame) {
    notices_.attempt(Piece::files, [&] {
        check_files();
        if (const auto chosen = dialog_.take()) {
            if (chosen->none_works)
                open_panel_.show(first_folder(source_.picture() ? source_.picture()->path() : ""));
            else
                open_all(chosen->files);
            pace_.keep_drawing();
        }
        try {
            if (auto data = source_.gallery().finished(frame.gui.is_off_screen()))
                show_first(*std::move(data));
        } catch (const std::exception& error) {
            framing_is_pending_ = false;
            say(error.what(), 12);
        }
        if (source_.show_film()) take_on_film();
        if (const auto trouble = source_.film_trouble()) say(*trouble, 12);
    });
    const bool waits = frame.gui.is_off_screen() || recording().running();
    notices_.attempt(Piece::input, [&] { source_.play_film(frame.since_last, settings_, waits); });
}

// Finds the place of the picture in the window.
void Demo::place_picture(Frame& frame) {
    frame.layout =
        divide(frame.width, frame.height - lecture_.bar_height(frame.width, frame.height), settings_);
    take_measure_panel(frame.layout, settings_);
    const Picture* const picture = source_.test_input() == TestInput::none ? source_.picture() : nullptr;
    const bool has_pages =
        picture && settings_.panels && settings_.view != View::passes && source_.gallery().pages() > 1;
    if (has_pages || shows_scale(settings_, picture && picture->is_grey())) take_below(frame.layout);
    const Layout& layout = frame.layout;
    frame.around = divide_teach(layout.picture, settings_.teach, lecture_.is_running() && !settings_.panels);
    // The two halves share the part of the window that nothing lies over.
    const Area halves{layout.captions.x, layout.picture.y, layout.captions.width, layout.picture.height};
    const Area shown = settings_.view == View::passes         ? frame.around.picture
                       : settings_.view == View::side_by_side ? first_half(halves)
                                                              : layout.picture;
    const Source::Extent extent = source_.extent(settings_, shown);
    viewer_.place(shown, extent.width, extent.height);
}

void Demo::find_input(Frame& frame) {
    work_.choose_engine(settings_);
    notices_.attempt(Piece::filter, [&] {
        if (!work_.step_measuring(settings_)) return;
        pace_.rested();
        pace_.keep_drawing(1);
    });
    work_.timings().begin_frame();
    const bool is_new = notices_.attempt(Piece::input, [&] {
        frame.input = source_.draw(settings_, viewer_.area(), work_.timings(), depth_brush_.is_down());
    });
    if (!is_new) frame.input = source_.without_drawing(settings_);
    frame.source_changed = source_.take_changed();
    if (frame.source_changed) work_.note_change();
    if (generation_ != source_.generation()) forget_input();
    notices_.attempt(Piece::files, [&] { move_pointer(frame.input, frame.since_last); });
    frame.input_changed = work_.input_changed();
}

// Filters the input, and prepares the comparison of the result.
void Demo::find_result(Frame& frame) {
    const bool original = settings_.view == View::original || holds_original_;
    const bool passes = settings_.view == View::passes;
    if (passes || original) work_.stop_awaiting();
    if (passes) {
        notices_.attempt(Piece::filter, [&] {
            teach_.update(*frame.input.light, source_.can_move() ? settings_.scene_seconds : 0,
                          work_.problem_for(settings_, frame.input, settings_), settings_, frame.since_last);
        });
    } else if (!original) {
        frame.is_kept = !notices_.attempt(Piece::filter, [&] {
            // Files show what was asked for, and the same commands make the same files.
            const bool hurries = !frame.gui.is_off_screen() && !recording().running() && !saves_seen_;
            frame.result =
                work_.run(settings_, frame.input, {hurries, ImGui::IsMouseDown(0), viewer_.zoom()});
        });
        if (frame.is_kept) frame.result = work_.kept_result(settings_, frame.input);
        frame.is_kept |= work_.is_linking();
    }
    frame.shown = work_.shown(settings_, frame.input, nullptr, frame.input_changed);
    notices_.attempt(Piece::comparison, [&] {
        if (frame.result)
            frame.shown = work_.shown(settings_, frame.input, frame.result, frame.input_changed);
        compare_.update(frame.shown, settings_.compare, viewer_, notices_.now());
        measure_.update(frame.shown, frame.source_changed, settings_, notices_.now());
        work_.check_accuracy(settings_, frame.input, frame.is_kept ? nullptr : frame.result,
                             frame.input_changed);
    });
    notices_.attempt(Piece::files, [&] {
        save_seen(frame);
        save_values(frame);
        results_.step();
    });
    work_.step_copy();
    frame.sweeps = passes && !original && teach_.shown().is_ready();
}

void Demo::write_figure(const Frame& frame) {
    if (!figure_) return;
    const FigureToSave saved = *std::exchange(figure_, {});
    unsaved_figure_ = nullptr;
    const Area& stage = frame.around.stage;
    try {
        app::write_figure(
            *saved.figure, saved.file, state_line(), settings_.theme == Theme::light, saved.under,
            {float(stage.x), float(stage.y), float(stage.x + stage.width), float(stage.y + stage.height)});
        say("saved: " + saved.file.filename().string() + ", and its caption", 6, false);
    } catch (const Error& error) {
        unsaved_figure_ = std::current_exception();
        say(error.what(), 12);
    }
}

void Demo::save_values(const Frame& frame) {
    if (!saves_values_ || !settled()) return;
    saves_values_ = false;
    const auto tables = measure_.tables(settings_.measure, frame.shown, compare_.pins());
    if (tables.empty())
        throw Error(ExitCode::failed, "nothing is measured: open Measure (Shift+H), or pin a pixel");
    std::string said = "saved:";
    for (const auto& [name, text] : tables) {
        const std::filesystem::path file =
            free_name(std::filesystem::current_path(), "sweep-" + name, ".csv");
        write_file(file, {bytes_of(text)});
        said += " " + file.filename().string();
    }
    say(said, 8, false);
}

void Demo::save_seen(const Frame& frame) {
    if (work_.is_preview() || !std::exchange(saves_seen_, false)) return;
    if (!frame.result)
        throw Error(ExitCode::failed, "nothing is filtered here: choose another view to save its result");
    const Texture& seen = *frame.result;
    if (seen.format() == GL_RGBA32UI || seen.format() == GL_R32UI)
        throw Error(ExitCode::failed, "a table of integers is not saved here: use sweep filter");
    Image all = pixels_of(seen);
    const bool blurred = settings_.view == View::depth_of_field;
    const Picture* picture = source_.test_input() == TestInput::none ? source_.picture() : nullptr;
    FilmPlayer* const film = source_.test_input() == TestInput::none ? source_.film_player() : nullptr;
    const Sample sample = picture ? picture->file_sample() : film ? Sample::u8 : Sample::f32;
    const std::filesystem::path of = picture ? picture->path()
                                     : film  ? picture_of(*film)
                                             : std::filesystem::path("sweep-scene.npy");
    FilterSettings request = settings_;
    if (blurred) request.filter = {}, request.derived = {};
    const std::filesystem::path name = result_name(of, sample, request, blurred ? "depth-of-field" : "");
    const bool has_alpha = frame.input.is_associated;
    if (has_alpha) {
        const Image input = pixels_of(*frame.input.light);
        const bool keeps = request.keeps_alpha();
        if (keeps) set_alpha(all, alpha_of(input.view()));
        constexpr double any = std::numeric_limits<double>::infinity();
        if (output_format(name).alpha == Alpha::straight)
            divide_by_alpha(all, keeps ? ColourRange{-any, any} : range_of_associated(input.view()));
    }
    const int channels = has_alpha ? 4 : frame.input.is_grey ? 1 : 3;
    Image pixels({seen.width(), seen.height(), channels}, Sample::f32);
    for (std::size_t i = 0; i < pixels.shape().pixels(); ++i)
        std::copy_n(all.data<float>() + 4 * i, channels, pixels.data<float>() + std::size_t(channels) * i);
    results_.start(std::move(pixels), name, sample,
                   picture ? picture->file_encoding()
                   : film  ? Encoding{Curve::srgb, 1, false}
                           : Encoding{Curve::light, 1, false},
                   request, state_line());
}

// With fragment shaders the picture is drawn here, and draw_panels() draws over it. With compute shaders
// draw_image() draws both, after the panels are built.
void Demo::prepare_screen(Frame& frame) {
    frame.how.exposure = settings_.exposure;
    frame.how.soft_highlights = settings_.soft_highlights;
    frame.how.dither = settings_.dither;
    frame.how.over_checker = frame.input.is_associated;
    frame.how.has_missing = frame.input.weights != nullptr;
    if (settings_.view != View::depth_of_field && settings_.keeps_alpha())
        frame.how.alpha = frame.input.light;
    present(frame.how, settings_.measure, frame.input.unit);
    frame.canvas = {frame.target.framebuffer, frame.width, frame.height};
    notices_.attempt(Piece::screen, [&] {
        frame.canvas = screen_.surface.canvas(frame.target, frame.width, frame.height, frame.sweeps);
        compare_.draw_magnifiers(screen_.display, frame.shown, settings_.compare, frame.how);
        if (frame.canvas.image) return;
        draw_picture(frame);
        if (figure_ && figure_->figure->has_picture) {
            const Area& stage = frame.around.stage;
            figure_->under = std::make_shared<const Image>(read_frame(frame.canvas.framebuffer, stage.x,
                                                                      frame.height - stage.y - stage.height,
                                                                      stage.width, stage.height));
        }
        files_.save(frame.layout.picture, frame.canvas, false);
    });
    add_time(work_.timings(), "display", screen_.display_timer);
    add_time(work_.timings(), "panels", screen_.panel_timer);
    if (!frame.result || !work_.is_idle()) work_.timings().end_frame();
}

void Demo::draw_picture(Frame& frame) {
    Canvas& canvas = frame.canvas;
    screen_.display_timer.begin();
    if (frame.sweeps)
        teach_.draw(frame.around, viewer_, settings_, frame.input.is_encoded, canvas.framebuffer,
                    frame.height);
    else
        compare_.draw(screen_.display, frame.shown, settings_.compare, frame.how, viewer_, canvas);
    screen_.display_timer.end();
}

// With fragment shaders: draws the panels over the picture, which is drawn already.
void Demo::draw_panels(Gui& gui, const Canvas& canvas) {
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    glViewport(0, 0, canvas.width, canvas.height);
    screen_.panel_timer.begin();
    gui.draw();
    screen_.panel_timer.end();
}

// With compute shaders: draws the panels into their layer first, then the picture under it.
void Demo::draw_image(Frame& frame) {
    Canvas& canvas = frame.canvas;
    if (files_.awaits(false)) {
        draw_picture(frame);
        files_.save(frame.layout.picture, canvas, false);
        canvas.is_filled = false;
    }
    const ImGuiIO& io = ImGui::GetIO();
    const bool touched = pace_.take_touch();
    const bool somebody_acts = touched || io.MouseDelta.x != 0 || io.MouseDelta.y != 0 ||
                               io.MouseWheel != 0 || ImGui::IsAnyMouseDown();
    const bool at_once = frame.refresh || !panels_.requests.empty() || !pace_.panels_lag() || somebody_acts ||
                         files_.recording().running() || files_.awaits(true);
    screen_.panel_timer.begin();
    canvas.layer = &screen_.surface.panels().update(canvas.width, canvas.height, at_once, notices_.now());
    screen_.panel_timer.end();
    draw_picture(frame);
}

void Demo::serve_requests() {
    keep_strokes();
    const Requests requests = std::exchange(panels_.requests, {});
    for (const std::string& name : requests.actions)
        if (const Action* action = find_action(actions_, name)) run_chosen(*action);
    if (FilmPlayer* film = source_.film_player(); film && requests.film_time) film->seek(*requests.film_time);
    if (requests.page) source_.gallery().go_to(*requests.page);
    if (const auto& picture = requests.picture) {
        notices_.attempt(Piece::files, [&] { source_.open(picture->picture, picture->depth); });
        pace_.keep_drawing();
    }
}

// The plate is on the screen and not in the recorded files. Off screen it is left out, because there every
// frame goes into a file.
void Demo::show_recording(Gui& gui) {
    if (!recording().running() || gui.is_off_screen()) return;
    const auto keys = [this](const char* name) { return keys_of(*find_action(actions_, name)); };
    gui.draw_over([&](ImDrawList& list) {
        recording_plate(list, panels_.title, files_.recording_status(), recording().folder().string(),
                        keys("record") + " stops, " + keys("discard-recording") + " discards");
    });
}

// With Ctrl held, a drag over a photo without a depth map paints how near it is there; a click says what is near and
// then what is far, or is a dot beside strokes. Returns whether the pointer does so.
bool Demo::paint_depth(const Input& input, Point pointer, bool begins) {
    const Point at = viewer_.picture_at(pointer.x, pointer.y);
    const Pixel pixel =
        nearest_in({0, 0, input.width(), input.height()}, {int(std::floor(at.x)), int(std::floor(at.y))});
    if (begins) depth_brush_.press(pixel);
    if (!depth_brush_.is_down()) return false;
    FocusSettings& focus = settings_.focus;
    if (ImGui::IsMouseDown(0)) {
        constexpr float step = 6;  // window pixels
        depth_brush_.move(focus, pixel, std::max(step / viewer_.zoom(), 1.0f));
        if (depth_brush_.is_full())
            notices_.say(fmt::format("strokes have {} points at most: clear some, or save the depth map",
                                     most_stroke_points),
                         6);
    } else if (const bool is_click = depth_brush_.release(); is_click && focus.strokes.empty()) {
        focus_pull_.set_end(focus, pixel);
    } else if (is_click) {
        depth_brush_.dot(focus);
    } else if (focus.strokes.size() == 1) {
        focus_pull_.pull_to(focus.strokes[0].nearness);  // who paints one thing wants it sharp
    }
    return true;
}

// Zoom, pan and focus by the mouse. ImGui has the pointer's state with a window and without.
void Demo::move_pointer(const Input& input, double seconds_since_last) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool taken = compare_.pointer(settings_, viewer_) || measure_.pointer(settings_, viewer_);
    const auto [x, y] = pointer_over(settings_.view, viewer_);
    // Where the left button is a lesson's, as it draws the box over a table, the middle one moves the picture.
    const bool is_taken = settings_.view == View::passes && teach_.shown().takes_drags(settings_.teach);
    Orbit& orbit = source_.orbit();
    const bool over = !taken && !io.WantCaptureMouse && viewer_.area().contains(x, y),
               can_paint = settings_.view == View::depth_of_field && source_.picture() &&
                           !source_.picture()->has_depth_map();
    if (!can_paint) depth_brush_.release();  // a key has changed the view while the button was held
    const bool paints =
        can_paint && paint_depth(input, {x, y}, over && io.KeyCtrl && ImGui::IsMouseClicked(0));
    if (over) {
        if (io.KeyCtrl && io.MouseWheel != 0)
            scale_size(settings_, io.MouseWheel);
        else if (io.MouseWheel != 0)
            viewer_.zoom_at(x, y, std::pow(1.2f, io.MouseWheel));
        if (io.KeyShift && ImGui::IsMouseClicked(0) && input.depth) {
            const Point at = viewer_.picture_at(x, y);
            focus_pull_.pull_to(*input.depth, int(at.x), int(at.y));
        } else if (source_.shows_scene() &&
                   (ImGui::IsMouseDragging(1, 2) || (io.KeyAlt && ImGui::IsMouseDragging(0, 2)))) {
            orbit.drag(io.MouseDelta.x, io.MouseDelta.y, float(viewer_.area().height));
        } else if (is_taken ? ImGui::IsMouseDragging(2, 2)
                            : !paints && !io.KeyShift && ImGui::IsMouseDragging(0, 2)) {
            viewer_.pan(io.MouseDelta.x, io.MouseDelta.y);
        }
    }
    orbit.rest(seconds_since_last);
    if (focus_pull_.step(settings_.focus, input.range, ImGui::IsMouseDown(0), seconds_since_last))
        settings_.view = View::depth_of_field;
    work_.show_focus_plane(focus_pull_.shows_plane());
}

}  // namespace sweep::app
