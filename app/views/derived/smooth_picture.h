// What a filter that follows the picture makes of it in the window: the edge filter in buffers that CUDA shares, or
// through host memory, and the others in steps beside the frames.
#pragma once

#include <memory>
#include <optional>

#include "app/screen/gl/gl.h"
#include "app/screen/gl/timing.h"
#include "app/views/derived/smoothing_flow.h"
#include "engines/edge.h"
#include "engines/smoothing.h"

namespace sweep::app {

class SmoothPicture {
  public:
    // Smooths `light`, a texture of linear light of `channels` channels, with itself as the guide, into result();
    // with a tone map it compresses it to that contrast (core/edge/tone_map.h). Throws Error as make_smoothing() and
    // the run do. Unless it `waits`, what goes by in steps may still be on its way, and result() is what the steps so
    // far have made.
    void run(const Texture& light, int channels, const FilterSpec& asked, BoundaryKind boundary,
             EngineKind engine, bool waits);
    bool is_done() const { return filter_ || flow_.is_done(); }
    // Goes on where it is not done. Returns whether result() is another picture now.
    bool go_on(bool waits);
    // Frees what another filter does not need.
    void forget();

    const Texture& result() const { return result_; }
    EngineKind engine() const { return engine_; }  // that has made it
    int steps() const { return flow_.steps(); }
    // What of result() is smooth, where that is not all of it: the bilateral filter takes the middle.
    std::optional<Rectangle> part() const;
    void report(Timings& timings) const;

  private:
    // What the run was made for.
    struct Made {
        Shape shape;
        FilterSpec asked;
        BoundaryKind boundary;
        EngineKind engine;
        friend bool operator==(const Made&, const Made&) = default;
    };

    static std::unique_ptr<Smoothing> make(const Made& now);
    void prepare(const Made& now);
    void share(const Shape& shape);
    // Makes result() of this size; true where it is a new one.
    bool make_result(const Texture& light, int channels);
    // Through buffers that CUDA shares; false where there are none, or no memory for its work.
    bool run_in_buffers(const Texture& light);
    void run_on_host(const Texture& light, const Shape& shape);
    void begin_flow(const Texture& light, const Made& now);
    GLenum format() const { return result_.format() == GL_R32F ? GL_RED : GL_RGBA; }

    std::optional<Made> made_;
    Buffer light_buffer_, smooth_buffer_;
    std::unique_ptr<EdgeBuffers> shared_;  // null: not on CUDA; it goes before the buffers do
    std::unique_ptr<Smoothing> filter_;    // null: what goes by in steps
    Image light_, smooth_;
    SmoothingFlow flow_;
    Texture result_;
    EngineKind engine_ = EngineKind::automatic;
    std::size_t bytes_ = 0;
    double read_ms_ = 0, filter_ms_ = 0, upload_ms_ = 0;
};

}  // namespace sweep::app
