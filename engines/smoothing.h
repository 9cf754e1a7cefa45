// A filter whose weights follow the picture (KindInfo::follows_picture), by an engine that has it. A new one is a kind
// with its row in core/design/kinds.cpp, and a row in engines/smoothing.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/image.h"
#include "core/bilateral/bilateral_filter.h"
#include "core/design/kinds.h"
#include "core/problem/problem.h"

namespace sweep {

class EdgeBuffers;

// The engine that filters such samples where this one is asked for. Throws Error(usage) where it does not have the
// filter, and as pick_engine() does where it cannot be used here.
EngineKind engine_of(const FilterSpec& filter, EngineKind asked, Sample sample);

// Throws Error(usage) where numbers, boundary, or the shapes of an image and of its guide make no sense.
void validate_smoothing(const FilterSpec& filter, BoundaryKind boundary, const Shape& image,
                        const Shape& guide);

// The largest sigma with which the engine needs no more than some minutes; none: it is not this one.
std::optional<double> sigma_in_minutes(const FilterSpec& filter, EngineKind engine, double pixels);
// Throws Error(usage) where an image would take longer, and says how it can be done.
void require_time(const FilterSpec& filter, EngineKind engine, const Shape& image);

// The bytes of an image, its guide, the result, and what the filter keeps beside them.
std::uint64_t memory_of(const FilterSpec& filter, const Shape& image, Sample sample);

// What the definition of the filter makes of an image and its guide, in f64.
Image truth_of(const FilterSpec& filter, BoundaryKind boundary, ConstImageView in, ConstImageView guide);

// One filter of images of one shape, to run again and again. One thread calls it.
class Smoothing {
  public:
    virtual ~Smoothing() = default;

    // In host memory. `in` may be the guide, and `out`, which may not be a guide of its own.
    // Throws Error as the run of the filter does.
    virtual void run(ConstImageView in, ConstImageView guide, ImageView out) = 0;
    // The same in memory of the current CUDA device, on a stream, without waiting; here the guide may be `out`, too.
    // Throws Error(usage) where it is not on CUDA, or a pointer is not to that memory.
    virtual void run_on_device(ConstImageView in, ConstImageView guide, ImageView out, void* stream);

    // The same in steps, for a window that shows how far they have come: begin() with a picture of f32 that is its own
    // guide and lives until the last of steps() times step(). What would take the window too long is left as it is.
    virtual void begin(ConstImageView light);
    virtual int steps() const { return 1; }
    virtual void step();
    virtual const Image& smooth() { return smooth_; }                  // the picture after the steps so far
    virtual Rectangle part() const { return whole(smooth_.shape()); }  // of it that is smooth

    // That works now: where none was asked for, another may have taken over.
    virtual EngineKind engine() const = 0;
    // Filters the image in the first of two buffers that CUDA shares, which is its own guide, into the second, and
    // waits for it. For the engine CUDA alone. Throws Error(failed).
    virtual void run_on_buffers(const EdgeBuffers&) {}

    // How often image and guide are read, and the image is written; 0: that is up to the caches.
    struct Rounds {
        unsigned reads = 0, writes = 0;
    };
    virtual Rounds rounds() const { return {}; }
    virtual std::size_t bytes() const = 0;  // that it holds, or takes of a device for a run

  protected:
    ConstImageView light_;
    Image smooth_;
};

// Of images and guides of f32 or f64. `asked` as engine_of() has it. Throws Error as that and validate_smoothing() do,
// and Error(failed) where memory does not suffice.
std::unique_ptr<Smoothing> make_smoothing(const FilterSpec& filter, BoundaryKind boundary, const Shape& image,
                                          const Shape& guide, Sample sample, EngineKind asked);

}  // namespace sweep
