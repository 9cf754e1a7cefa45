// One frame, part by part. What goes wrong in a part is said, and the others go on with what is still there: the last
// good picture stays, and the window with it.
#include "app/demo_frame.h"

#include "app/overlays.h"

#include <algorithm>
#include <cctype>
#include <new>
#include <utility>

namespace sweep::app {
namespace {

constexpr double trouble_seconds = 4;  // on the screen behind the last frame that failed

// Memory that is short says another number in every frame.
bool same_but_for_numbers(const std::string& a, const std::string& b) {
    const auto is_part_of_number = [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) || c == '.';
    };
    const auto words = [&](std::string text) {
        std::erase_if(text, is_part_of_number);
        return text;
    };
    return words(a) == words(b);
}

}  // namespace

// The one place where errors of a frame end. False: it failed, and that is said.
bool Demo::attempt(Piece piece, const std::function<void()>& work) {
    try {
        work();
        return true;
    } catch (const std::bad_alloc&) {
        failed(piece, "out of memory: use a smaller picture, or close other programs");
    } catch (const std::exception& error) {
        failed(piece, error.what());
    }
    // What it may have left behind for those who come next.
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glDisable(GL_SCISSOR_TEST);
    return false;
}

// Frames fail sixty times a second: what goes on is one line of the list, and stays on the screen.
void Demo::failed(Piece piece, const std::string& why) {
    Trouble& before = troubles_[std::size_t(piece)];
    const bool goes_on = now_ < before.at + trouble_seconds && same_but_for_numbers(why, before.text);
    if (goes_on)
        messages_.keep(before.text, trouble_seconds, now_);
    else
        say(before.text = why, trouble_seconds);
    before.at = now_;
}

void Demo::frame(Gui& gui, int width, int height, double seconds, const Target& target, bool refresh) {
    Frame frame{gui, target, width, height, refresh, now_, last_seconds_ < 0 ? 0 : seconds - last_seconds_};
    waits_for_screen_ = settings_.vertical_sync && !gui.is_off_screen();
    now_ = wall_seconds();
    if (last_seconds_ >= 0 && !skips_interval_) timings_.add_interval((now_ - frame.began) * 1000 - copy_ms_);
    skips_interval_ = false;
    last_seconds_ = seconds;
    width_ = width;
    height_ = height;
    attempt(Piece::files, [&] { step_series(); });
    frame.passes = settings_.view == View::passes;
    if (settings_.animate && !frame.passes) settings_.scene_seconds += std::min(frame.since_last, 0.1);
    sweep_.step(settings_, std::min(frame.since_last, 0.1));

    gui.begin(width, height, frame.since_last);
    attempt(Piece::files, [&] {
        look_at_files();
        take_opened(gui.is_off_screen());
    });
    find_picture(frame);

    frame.how.exposure = settings_.exposure;
    frame.how.soft_highlights = settings_.soft_highlights;
    frame.how.dither = settings_.dither;
    frame.canvas = {target.framebuffer, width, height};
    attempt(Piece::screen, [&] {
        frame.canvas = surface_.canvas(target, width, height, frame.sweeps);
        look_.draw_magnifiers(display_, frame.sights, settings_.look, frame.how);
        if (frame.canvas.image) return;
        draw_picture(frame);
        save_files(frame.layout.picture, frame.canvas, false);
    });
    add_time("display", display_timer_);
    add_time("panels", panel_timer_);
    timings_.end_frame();

    if (!attempt(Piece::panels, [&] { build_panels(frame); })) {
        gui.recover();
        trouble_line(frame.layout.picture, troubles_[std::size_t(Piece::panels)].text);
    }
    gui.end();
    const bool drawn = attempt(Piece::screen, [&] {
        if (frame.canvas.image)
            draw_image(frame);
        else
            draw_panels(gui, frame.canvas);
    });
    // The panels say what went wrong.
    if (!drawn) attempt(Piece::panels, [&] { draw_panels(gui, frame.canvas); });
    if (frame.chosen) run_chosen(*frame.chosen);
    if (const std::string asked = std::exchange(settings_.asked, {}); !asked.empty())
        run_chosen(*find_action(actions_, asked));
    attempt(Piece::files, [&] { save_files({0, 0, width, height}, frame.canvas, true); });
    attempt(Piece::screen, [&] {
        surface_.show(frame.canvas, target);
        show_recording(gui);
    });
}

// What is filtered, what comes out, and what is compared with it.
void Demo::find_picture(Frame& frame) {
    frame.layout = divide(frame.width, frame.height, settings_);
    const Layout& layout = frame.layout;
    frame.around = divide_teach(layout.picture);
    // The halves lie beside each other in what nothing lies over.
    const Area halves{layout.captions.x, layout.picture.y, layout.captions.width, layout.picture.height};
    const Area shown = frame.passes                           ? frame.around.picture
                       : settings_.view == View::side_by_side ? first_half(halves)
                                                              : layout.picture;
    if (settings_.teach.input != TestInput::none)
        viewer_.place(shown, settings_.teach.input_size, settings_.teach.input_size);
    else if (picture_)
        viewer_.place(shown, picture_->width(), picture_->height());
    else
        viewer_.place(shown, shown.width, shown.height);

    choose_engine();
    attempt(Piece::filter, [&] { step_measuring(); });
    timings_.begin_frame();
    const bool is_new = attempt(Piece::input, [&] { frame.input = draw_input(); });
    if (!is_new) frame.input = input_without_drawing();
    attempt(Piece::files, [&] { pointer(frame.input, frame.since_last); });
    const bool original = settings_.view == View::original || settings_.hold_original;
    const bool changed = input_changed_;
    if (frame.passes) {
        attempt(Piece::filter, [&] { sweep_passes(frame.input, frame.since_last); });
    } else if (!original) {
        frame.is_kept = !attempt(Piece::filter, [&] { frame.result = process(frame.input); });
        if (frame.is_kept) frame.result = kept_result(frame.input);
    }
    frame.sights = sights_for(frame.input, nullptr, changed);
    attempt(Piece::comparison, [&] {
        if (frame.result) frame.sights = sights_for(frame.input, frame.result, changed);
        look_.update(frame.sights, settings_.look, viewer_, now_);
        check_accuracy(frame.input, frame.is_kept ? nullptr : frame.result, changed);
    });
    copy_ms_ = last_problem_ ? copy_.step(memory_of_engine()) : 0;
    frame.sweeps = frame.passes && !original && teach_.images().ready();
}

// What draw_input() returned last, or as much of it as there is.
Demo::Input Demo::input_without_drawing() const {
    const auto some = [this](const Texture& texture) {
        return texture.name() && texture.width() > 0 ? &texture : &nothing_;
    };
    if (test_input_ != TestInput::none) {
        const Texture* input = some(test_picture_.texture());
        return {input, input, nullptr, Sample::f32, true};
    }
    if (picture_)
        return {&picture_->source(), &picture_->light(), nullptr, picture_->sample(), picture_->is_grey()};
    const Texture* input = scene_ ? some(scene_->colour()) : &nothing_;
    return {input, input, nullptr, Sample::f32};
}

// The last result, if it is one of this picture and view. The problem that it answers is the last one again.
const Texture* Demo::kept_result(const Input& input) {
    const bool fits = kept_.texture && kept_.texture->name() == kept_.name &&
                      kept_.texture->is(input.light->width(), input.light->height()) &&
                      kept_.blurred == (settings_.view == View::depth_of_field);
    if (!fits) return nullptr;
    last_problem_ = kept_.problem;
    return kept_.texture;
}

}  // namespace sweep::app
