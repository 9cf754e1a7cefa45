// Steps through a lecture: the bar with the step's name, caption and notes, the list to jump, and the black screen.
#pragma once

#include <functional>
#include <optional>

#include "app/base/area.h"
#include "app/talk/lecture/cues.h"
#include "app/ui/actions.h"

namespace sweep::app {

// The scale of a lecture's text in a window of this size: the last row reads it and every step fits, so that the scale
// that is asked for moves it a little only.
float lecture_scale(float asked, int width, int height);

class LecturePlayer {
  public:
    // `show` puts a cue on the screen, first that of the step. Nothing runs before.
    void start(Lecture lecture, std::function<void(const Cue&)> show, int step = 0);
    void stop();
    // From now on the notes of each step go to the terminal, for the lecturer and not for the audience.
    void let_speak();
    bool is_running() const { return !lecture_.cues.empty(); }
    const Lecture& lecture() const { return lecture_; }
    int step() const { return step_; }
    // Shows the step, within those that there are.
    void go(int step);

    // Takes a key that is meant for what lies over the stage: the list of steps, in which a number or the arrows choose
    // and Enter goes there, or the black screen.
    bool press_above(Chord chord);
    // Takes a key that means something else in a lecture: B and the full stop, which remotes send for a black screen,
    // and F5, by which they begin. Digits answer a question and bet in a race; where nothing is asked they do nothing,
    // and the corner says which key goes to a step.
    bool press(Chord chord);

    void toggle_list();
    bool lists() const { return lists_; }
    void toggle_black() { is_black_ = !is_black_; }
    bool is_black() const { return is_black_; }
    // Notes stand under the caption, too, for somebody who is alone.
    void toggle_notes() { shows_notes_ = !shows_notes_; }
    bool shows_notes() const { return shows_notes_; }
    // Closes what is open: the list, the black screen. Returns whether there was any.
    bool close();

    // A booth: a step every so many seconds, from the first one again after the last, and when a visitor who touched
    // something has left for as long.
    void run_booth(double seconds) { booth_seconds_ = seconds; }
    void touched(double now);
    // To be called once a frame.
    void tick(double now);
    // Until the booth's next step; nothing where there is no booth.
    std::optional<double> seconds_left(double now) const;

    // The height of the bar below everything else in a window of this size, in pixels: half of it at most. Without
    // notes it is the same for every step, so that no picture moves.
    int bar_height(int width, int height) const;
    // Draws the bar, the list and the black screen; to be called between Gui::begin() and end().
    void draw(const Area& bar, int width, int height);

  private:
    void list();
    void say_notes() const;
    float notes_height(float room) const;
    const Cue& cue() const { return lecture_.cues[std::size_t(step_)]; }

    Lecture lecture_;
    std::function<void(const Cue&)> show_;
    int step_ = 0;
    int marked_ = 0,
        typed_ = 0;         // in the list: the step that Enter goes to, and its number as far as it is typed
    bool scrolls_ = false;  // the list to the marked step
    bool hints_ = false;    // the corner says how to go to a step
    bool speaks_ = false, lists_ = false, is_black_ = false, shows_notes_ = false, was_touched_ = false;
    double booth_seconds_ = 0, stepped_at_ = 0;
};

}  // namespace sweep::app
