// The edge filter (core/edge/edge_filter.h) on CUDA: three reads of image and guide and two writes an iteration. This
// header includes no CUDA header, as gpu/engine.h does; where a program was built without nvcc, the same names say so.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/edge/edge_filter.h"

namespace sweep::gpu {

// The filter of images of one shape in float32, to run again and again. One thread calls it.
class EdgeFilterRun {
  public:
    // With a guide of these channels. Throws Error(usage) as validate() does, Error(no_engine) in a program without
    // CUDA, and Error(failed) where there is no device that probe() calls usable.
    EdgeFilterRun(const EdgeFilter& filter, BoundaryKind boundary, const Shape& image, int guide_channels);
    ~EdgeFilterRun();

    // From host memory to host memory. `in` may be the guide or `out`; the guide may not be `out`. Throws
    // Error(failed), also where memory does not suffice.
    void run(ConstImageView in, ConstImageView guide, ImageView out);

    // In memory of the current device, on a stream of the caller, in whose order memory is taken and given back:
    // nobody waits. Here the guide may be `out`, too. Throws Error(usage) where a pointer is not to memory of that
    // device.
    void run_on_device(ConstImageView in, ConstImageView guide, ImageView out, void* stream);

    // Compresses light of as many pixels to so large a contrast (core/edge/tone_map.h), by filtering its luminance,
    // whose shape is that of this run, with itself as the guide. From host memory to host memory, or as
    // run_on_device(); `out` may be `light`. Throws as these do, and Error(usage) where the run is of several channels.
    void map_tones(ConstImageView light, double contrast, ImageView out);
    void map_tones_on_device(ConstImageView light, double contrast, ImageView out, void* stream);

    // The milliseconds of each of `repeats` runs on what run() has left on the device;
    // the upload and the download are not in it.
    std::vector<double> time_runs(int repeats);
    std::size_t bytes() const;  // of device memory, between its kernels

  private:
    struct State;
    const std::unique_ptr<State> state_;
};

}  // namespace sweep::gpu
