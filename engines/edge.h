// The edge filter (core/edge/edge_filter.h) by the engines of this program that have it.
#pragma once

#include <memory>

#include "core/edge/edge_filter.h"
#include "core/problem/problem.h"

namespace sweep {

namespace cpu {
class EdgeFilterRun;
}
namespace gpu {
class EdgeFilterRun;
class GlImage;
}  // namespace gpu

// The engine that filters such samples where this one is asked for: CUDA or the CPU where none is. Throws
// Error(usage) where it has no edge filter, and as pick_engine() does where it cannot be used here.
EngineKind edge_engine(EngineKind asked, Sample sample);

// Two buffers of OpenGL that CUDA shares, of an image in f32, packed, and of the result. They are deleted after this
// object, whose destructor needs their context.
class EdgeBuffers {
  public:
    EdgeBuffers(unsigned in, unsigned out, const Shape& shape);
    ~EdgeBuffers();
    bool are_shared() const { return out_ != nullptr; }

  private:
    friend class EdgeRun;
    // Calls f(in, out) with both in memory of the device, and waits for what it has enqueued.
    template <class F>
    void map(const F& f) const;

    const Shape shape_;
    std::unique_ptr<gpu::GlImage> in_, out_;
};

// A filter of images of one shape, to run again and again. One thread calls it.
class EdgeRun {
  public:
    // Of images of f32 or f64, and guides of the same type. Throws as validate() and edge_engine() do, and
    // Error(failed) where memory does not suffice.
    EdgeRun(EngineKind asked, const EdgeFilter& filter, BoundaryKind boundary, const Shape& image,
            int guide_channels, Sample sample);
    ~EdgeRun();

    // In host memory. `in` may be the guide, and `out`, which may not be the guide. Where no engine was asked for,
    // the CPU does what the memory of the GPU does not suffice for.
    void run(ConstImageView in, ConstImageView guide, ImageView out);

    // Compresses `light` to so large a contrast (core/edge/tone_map.h), in host memory, into `out`, which may be
    // `light`. Images of this run are of its luminance, which is its own guide: of as many pixels, in one channel.
    void map_tones(ConstImageView light, double contrast, ImageView out);

    bool is_on_cuda() const { return gpu_ != nullptr; }
    // Both in memory of the current CUDA device, on a stream, as gpu::EdgeFilterRun has it, for CUDA alone.
    void run_on_device(ConstImageView in, ConstImageView guide, ImageView out, void* stream);
    void map_tones_on_device(ConstImageView light, double contrast, ImageView out, void* stream);
    // Filters the image in the first of two buffers, which is its own guide, into the second, and waits for it. For
    // CUDA alone, and buffers that are shared. Throws Error(failed).
    void run_on_buffers(const EdgeBuffers& buffers);
    // As map_tones(), of the light in the first.
    void map_tones_on_buffers(const EdgeBuffers& buffers, double contrast);

    // How often an iteration reads image and guide.
    int reads() const;
    // That it holds, or takes of a device for a run.
    std::size_t bytes() const;

  private:
    void start_cpu();
    void run_on_host(ConstImageView in, ConstImageView guide, ImageView out) const;
    // Calls on_cuda(), or on_host() where the engine is another, or where none was asked for and memory of the GPU
    // does not suffice.
    template <class OnCuda, class OnHost>
    void on_engine(const OnCuda& on_cuda, const OnHost& on_host);

    const EngineKind asked_;
    const EdgeFilter filter_;
    const BoundaryKind boundary_;
    const Shape shape_;
    const int guide_channels_;
    const Sample sample_;
    std::unique_ptr<gpu::EdgeFilterRun> gpu_;
    std::unique_ptr<cpu::EdgeFilterRun> cpu_;  // both null: the reference
};

}  // namespace sweep
