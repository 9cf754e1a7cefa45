// The edge filter (core/edge/edge_filter.h) of a picture in the window, through host memory.
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
    // Smooths `light`, a texture of linear light of `channels` channels, with itself as the guide, into result(). Throws
    // Error as EdgeRun does.
    void run(const Texture& light, int channels, const EdgeFilter& filter, BoundaryKind boundary,
             EngineKind engine);
    const Texture& result() const { return result_; }
    void report(Timings& timings) const;

  private:
    // What the run was made for.
    struct Made {
        Shape shape;
        EdgeFilter filter;
        BoundaryKind boundary;
        EngineKind engine;
        friend bool operator==(const Made&, const Made&) = default;
    };

    std::optional<Made> made_;
    std::unique_ptr<EdgeRun> filter_;
    Image light_, smooth_;
    Texture result_;
    double read_ms_ = 0, filter_ms_ = 0, upload_ms_ = 0;
};

}  // namespace sweep::app
