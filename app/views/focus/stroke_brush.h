// Paints strokes over a photo with the pointer.
#pragma once

#include "app/work/request/focus_settings.h"

namespace sweep::app {

class StrokeBrush {
  public:
    // A button is pressed at a pixel of the picture.
    void press(Pixel at);
    // The pointer is at this pixel, and has come at least `step` pixels from the last point where it is to make
    // another one. The stroke begins with the first of these.
    void move(FocusSettings& focus, Pixel at, float step);
    // The button is released. Returns true where there was no stroke: it was a click.
    bool release();
    // Paints a dot where the button was pressed.
    void dot(FocusSettings& focus) const;
    bool is_down() const { return is_down_; }
    // The last stroke ended, because there are as many points as a state can hold.
    bool is_full() const { return is_full_; }

  private:
    bool is_down_ = false, paints_ = false, is_full_ = false;
    Pixel pressed_{};
};

}  // namespace sweep::app
