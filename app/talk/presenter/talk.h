// What accompanies a lecture beside the stage: the clock of the talk, the presenter's window,
// and phones that turn pages.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/talk/presenter/clock.h"
#include "app/talk/presenter/step_pictures.h"
#include "app/talk/presenter/window.h"
#include "app/talk/remote/qr.h"
#include "app/talk/remote/server.h"
#include "app/window/demo.h"

namespace sweep::app {

class Talk {
  public:
    // `take_events` is called for each window that opens, and passes its mouse on to presenter()->add().
    explicit Talk(std::function<void(GLFWwindow*)> take_events) : take_events_(std::move(take_events)) {}

    Presenter* presenter() { return presenter_ ? &*presenter_ : nullptr; }
    bool has_presenter() const { return presenter_.has_value(); }
    // The presenter's window is wanted from the next serve() on, or no more; the screen is as Presenter takes it.
    void want_presenter(bool wanted, int screen = 0) {
        wanted_ = wanted;
        screen_ = screen;
    }
    // Closes the window until the next serve(), while the contexts of the stage are still there.
    void close_presenter() { presenter_.reset(); }

    // Throws the errors of Remote.
    void serve_phones(const RemoteAddress& address);

    // To be called between frames of the stage: opens or closes the window as it is wanted, sees which step is shown,
    // and does what phones ask for.
    // What fails, the stage says.
    void serve(GLFWwindow* stage, Demo& demo);
    // How long the loop may wait for the presenter's next frame, `longest` at most.
    double seconds_left(double longest) const;
    bool is_due() const { return seconds_left(1) <= 0; }
    // Draws the presenter's window, where it is due, and shows the step that was clicked there.
    void draw(Demo& demo);

  private:
    void open(GLFWwindow* stage, Demo& demo);
    void obey(const RemoteCommand& command, Demo& demo);
    void tell_phones(Demo& demo);
    void want_pictures(Demo& demo);

    std::function<void(GLFWwindow*)> take_events_;
    TalkClock clock_;
    std::optional<Presenter> presenter_;
    StepPictures pictures_;
    std::optional<int> pictured_;  // the step at which it was last seen which pictures are wanted
    bool wanted_ = false;
    int screen_ = 0;
    std::optional<Remote> remote_;
    QrSquares code_, room_code_;      // of its addresses
    std::vector<double> heard_;       // answers of the room that the stage shows
    std::optional<TalkStatus> told_;  // what phones know
};

}  // namespace sweep::app
