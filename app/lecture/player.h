// Steps through a lecture: the bar with the step's name and caption, the list to jump, and the black screen.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "app/base/area.h"
#include "app/lecture/cues.h"

namespace sweep::app {

class LecturePlayer {
  public:
    // `show` puts a cue on the screen. Nothing runs before start().
    void start(Lecture lecture, std::function<void(const Cue&)> show);
    // From now on the notes of each step go to the terminal, for the lecturer and not for the audience.
    void let_speak();
    bool is_running() const { return !lecture_.cues.empty(); }
    const Lecture& lecture() const { return lecture_; }
    int step() const { return step_; }
    // Shows the step, within those that there are.
    void go(int step);

    void toggle_list() { lists_ = !lists_; }
    // Returns whether it was open.
    bool close_list() { return std::exchange(lists_, false); }
    void toggle_black() { is_black_ = !is_black_; }
    bool is_black() const { return is_black_; }

    // A booth: a step every so many seconds, from the first one again after the last, and when a visitor who touched
    // something has left for as long.
    void run_booth(double seconds) { booth_seconds_ = seconds; }
    void touched(double now);
    // To be called once a frame.
    void tick(double now);
    // Until the booth's next step; nothing where there is no booth.
    std::optional<double> seconds_left(double now) const;

    // The height of the bar below everything else, in pixels of the window.
    int bar_height() const;
    // Draws the bar, the list and the black screen; to be called between Gui::begin() and end().
    void draw(const Area& bar, int width, int height);

  private:
    void list();
    void say_notes() const;

    Lecture lecture_;
    std::function<void(const Cue&)> show_;
    int step_ = 0;
    bool speaks_ = false, lists_ = false, is_black_ = false, was_touched_ = false;
    double booth_seconds_ = 0, stepped_at_ = 0;
};

}  // namespace sweep::app
