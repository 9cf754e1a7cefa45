// How long a lecture and its step have lasted.
#pragma once

namespace sweep::app {

class TalkClock {
  public:
    // To be called whenever something may have changed, at `now` of wall_seconds(). A lecture that begins has a clock
    // of its own; without one it stands at zero.
    void observe(bool runs, int step, double now) {
        now_ = now;
        if (runs && !runs_) began_ = now;
        if (!runs_ || step != step_) step_began_ = now;
        runs_ = runs;
        step_ = step;
    }
    double talk_seconds() const { return runs_ ? now_ - began_ : 0; }
    double step_seconds() const { return runs_ ? now_ - step_began_ : 0; }

  private:
    bool runs_ = false;
    int step_ = 0;
    double now_ = 0, began_ = 0, step_began_ = 0;
};

}  // namespace sweep::app
