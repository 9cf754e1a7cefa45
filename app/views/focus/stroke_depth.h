// A depth map of strokes over a photo: what is near and what is far spreads from them up to the edges of the photo, by
// the edge filter (core/edge/edge_filter.h) with the photo as its guide.
#pragma once

#include <memory>
#include <stop_token>
#include <utility>

#include "app/base/task.h"
#include "app/screen/gl/gl.h"
#include "app/work/request/focus_settings.h"
#include "core/base/image.h"

namespace sweep::app {

// The nearness of each pixel, f32 in one channel. `guide`: the photo, f32, of any number of channels, whose edges are
// what the eye sees as such: in the square root of its light. Each stroke has its nearness within a few pixels of its
// line; others have the mean of the strokes that the filter reaches. While all strokes have one nearness, what has
// other colours is at the other end. Throws Error(failed) where memory does not
// suffice. Empty where `stop` was asked for.
Image spread_strokes(ConstImageView guide, const DepthStrokes& strokes, const std::stop_token& stop = {});

class StrokeDepth {
  public:
    // To be called once a frame. Returns the depth map of the newest strokes that have been spread, GL_R32F of the
    // size of `light`, 1 is near; null: there is none, or none yet. A thread spreads others, unless the user `holds`
    // a button and may go on painting. `is_other`: `light` is another picture, or has other pixels, than in the last
    // call. Throws Error(failed) where memory does not suffice, once for the same strokes.
    const Texture* update(const Texture& light, const DepthStrokes& strokes, bool holds, bool is_other);
    // What update() returned last.
    const Texture* map() const { return made_.empty() ? nullptr : &depth_; }
    // Whether the map has changed since the last call.
    bool take_changed() { return std::exchange(changed_, false); }
    // There is no map yet of the strokes of the last call.
    bool pending() const { return asked_ != made_ && asked_ != failed_; }

  private:
    void take(const Texture& light);
    void start(const Texture& light);

    std::shared_ptr<const Image> guide_;              // of the picture; null: not read yet
    DepthStrokes asked_, spreading_, made_, failed_;  // of the last call; by the task; in depth_; never
    Texture depth_;
    bool changed_ = false;
    Task<Image> task_;
};

}  // namespace sweep::app
