// How much of each pixel's colour in a depth of field is not what a lens would bring there, against a direct
// sum over all pixels in double, which takes seconds: it is made on a thread of its own beside the frames.
#pragma once

#include <array>
#include <optional>

#include "app/base/task.h"
#include "app/screen/gl/gl.h"
#include "app/work/request/focus_settings.h"
#include "core/base/image.h"
#include "cpu/effects/depth_reference.h"

namespace sweep::app {

// Linear light for a share of 0 to 1: from black over orange to white.
std::array<float, 3> leak_colour(float share);

// The largest difference of a channel between a picture and the reference, as a share of the pixel's brightest
// channel in either; dark pixels count as if that were 0.02.
float leak_of(const float* pixel, const float* reference);

class LeakMap {
  public:
    // What the result depends on besides the pixels.
    struct Request {
        cpu::Lens lens;
        Bokeh bokeh = Bokeh::disc;
        FocusMethod method = FocusMethod::layers;
        Precision precision = Precision::automatic;
        int width = 0, height = 0;
        friend bool operator==(const Request&, const Request&) = default;
    };
    // To be called once a frame, after `result` was drawn from `sharp` and `depth`; `changed`: these have other
    // pixels than in the last call. Begins to measure it, unless it is known, or another is being measured.
    void update(const Texture& sharp, const Texture& depth, const Request& request, const cpu::Bokeh& bokeh,
                const Texture& result, bool changed);
    // Draws the newest map into `result`, where it is one of its size.
    void draw(const Texture& result) const;
    // The mean share over the newest map.
    std::optional<double> mean() const;
    // There is no map yet of what was asked for last.
    bool pending() const { return asked_ != made_; }
    // Stops measuring, and drops the map.
    void forget();

  private:
    struct Map {
        Image colours;  // empty: the measurement was stopped
        double mean = 0;
    };
    std::optional<Request> asked_, measured_, made_;  // last; by the task; in map_
    bool is_new_ = true;                              // pixels have changed since the task began
    Map map_;
    Task<Map> task_;
};

}  // namespace sweep::app
