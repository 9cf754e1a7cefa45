// The steps of a filter (engines/smoothing.h) beside the frames of the window, on a thread of its own.
#pragma once

#include <exception>
#include <functional>
#include <memory>

#include "app/base/task.h"
#include "core/base/image.h"
#include "engines/smoothing.h"

namespace sweep::app {

// Makes what goes by in steps. Throws Error as make_smoothing() does.
using MakeSmoothing = std::function<std::unique_ptr<Smoothing>()>;

class SmoothingFlow {
  public:
    // Begins with these pixels, of f32. Steps of what was begun before are still made, and shown, where go_on() has
    // asked for them, so that something moves while numbers are dragged.
    void begin(MakeSmoothing make, Image light);
    // Has some steps made, and waits for a moment only; `waits`: all that are left. Returns whether smooth() is
    // another picture now. Throws Error as the steps do, until something else begins.
    bool go_on(bool waits);
    // Ends what goes on, without waiting for it, and frees its memory once it has ended.
    void forget();

    bool is_done() const;
    // Of the shape of the pixels; only where go_on() has just returned true.
    const Image& smooth() const { return *last_->smooth; }
    // How many steps the newest result has behind it, what of it is smooth, and the time that they took.
    int steps() const { return steps_; }
    const Rectangle& part() const { return part_; }
    double milliseconds() const { return milliseconds_; }

  private:
    // What is on its way, which the thread has for itself while it runs.
    struct State {
        MakeSmoothing make;
        Image light;
        std::unique_ptr<Smoothing> run{};  // null: not yet made
        const Image* smooth = nullptr;
        int done = 0;
        double seconds = 0;
    };
    static void advance(State& state, bool to_the_end, const std::stop_token& stop);
    void start(bool to_the_end);

    std::unique_ptr<State> next_;  // begun, and not yet started
    std::unique_ptr<State> last_;  // with the newest result; null while the task has it
    int steps_ = 0;
    Rectangle part_;
    double milliseconds_ = 0;
    std::exception_ptr failure_;
    bool is_forgotten_ = false;  // what the task makes
    Task<std::unique_ptr<State>> task_;
};

}  // namespace sweep::app
