// The edge filter (core/edge/edge_filter.h) of a picture in the window: in buffers that CUDA shares, or through
// host memory.
#pragma once

#include <memory>
#include <optional>

#include "app/gl/gl.h"
#include "app/gl/timing.h"
#include "core/edge/edge_filter.h"
#include "core/problem/problem.h"
#include "engines/edge.h"

namespace sweep::app {

class EdgePicture {
  public:
    // Smooths `light`, a texture of linear light of `channels` channels, with itself as the guide, into result(); with a `tone_map`
    // above 0 it compresses it to that contrast (core/edge/tone_map.h), in host memory. Throws Error as EdgeRun does.
    void run(const Texture& light, int channels, const EdgeFilter& filter, double tone_map,
             BoundaryKind boundary, EngineKind engine);
    const Texture& result() const { return result_; }
    void report(Timings& timings) const;

  private:
    // What the run was made for.
    struct Made {
        Shape shape;
        EdgeFilter filter;
        double tone_map;
        BoundaryKind boundary;
        EngineKind engine;
        friend bool operator==(const Made&, const Made&) = default;
    };

    void share(const Shape& shape, bool maps_tones);
    // Through buffers that CUDA shares; false where there are none, or no memory for its work.
    bool run_in_buffers(const Texture& light, GLenum format);
    void run_on_host(const Texture& light, GLenum format, const Shape& shape);

    std::optional<Made> made_;
    Buffer light_buffer_, smooth_buffer_;
    std::unique_ptr<EdgeBuffers> shared_;  // null: not on CUDA; it goes before the buffers do
    std::unique_ptr<EdgeRun> filter_;
    Image light_, smooth_;
    Texture result_;
    std::size_t bytes_ = 0;
    double read_ms_ = 0, filter_ms_ = 0, upload_ms_ = 0;
};

}  // namespace sweep::app
