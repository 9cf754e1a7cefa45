// What is derived from filtered textures (core/derived/derived.h): the runs of the filter,
// and the arithmetic in a shader.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/screen/gl/gl.h"
#include "app/screen/gl/timing.h"
#include "app/views/derived/moments.h"
#include "app/views/derived/weighed.h"
#include "app/work/engines/texture_filter.h"
#include "core/derived/derived.h"

namespace sweep::app {

class DerivedPicture {
  public:
    // Filters `in` for all runs_of(derived, problem), the first by `filter`, as TextureFilter::run() does, and derives
    // result(), in RGBA32F. `choice`: the engine of the other runs. Alpha is that of `in`. Where samples are missing,
    // the runs are means of the others, but for those of moments, which are taken relative to a datum.
    // Throws as TextureFilter does.
    void run(TextureFilter& filter, EngineKind choice, const Texture& in, const Presence& there,
             const Problem& problem, const Derived& derived, bool changed);
    // Derives result() from `base`, which was made of `in` in another way.
    void derive_from(const Texture& base, const Texture& in, const Problem& problem, const Derived& derived);
    // It has as many mip levels as the texture that was filtered; only level 0 is filled.
    const Texture& result() const { return result_; }
    // The problem that `filter` has solved in the last run, and of which texture.
    const Problem& first_run() const { return first_run_; }
    const Texture& first_input() const { return *first_input_; }
    // Adds the times of the other runs to the rows of the first, and that of the arithmetic.
    void report(Timings& timings);
    // Frees what another engine, or no derived picture, does not need.
    void forget();
    std::string reload() { return (program_ ? program_.reload() : "") + moments_.reload(); }

  private:
    // Filters `in` as one of the other runs.
    void run_other(std::size_t index, EngineKind choice, const Texture& in, const Problem& problem,
                   bool changed);
    void run_moments(TextureFilter& filter, EngineKind choice, const Texture& in, const Problem& problem,
                     const Derived& derived);
    void combine(const Texture& in, const Texture& first, const Texture& second, const Problem& problem,
                 const Derived& derived);

    std::vector<std::unique_ptr<TextureFilter>> others_;
    std::vector<WeighedPicture> weighed_;  // of each run, where samples are missing
    MomentTextures moments_;
    Problem first_run_;
    const Texture* first_input_ = nullptr;
    Texture result_;
    Framebuffer target_;
    Program program_;
    bool is_of_moments_ = false;  // the last run
    GpuTimer inputs_timer_, timer_;
};

}  // namespace sweep::app
