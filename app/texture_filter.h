// Filters a GL texture with the engine of the user's choice, whatever way the pixels have to take.
#pragma once

#include "app/engines.h"
#include "app/gl.h"
#include "app/timing.h"
#include "core/algorithms.h"
#include "core/problem.h"
#include "core/stages.h"
#include "cpu/engine.h"
#include "gpu/interop.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sweep::app {

// What a table is made of, one of three.
struct TableSource {
    const Texture* texture = nullptr;
    const Buffer* buffer = nullptr;  // four floats a pixel, rows packed
    ConstImageView pixels;           // in the memory of the CPU

    GLuint name() const { return texture ? texture->name() : buffer ? buffer->name() : 0; }
};

class TextureFilter {
  public:
    // As pick_engine(). Without `share`, CUDA gets its pixels through host memory even where it could have
    // the textures themselves. `automatic` goes over to the CPU engine when CUDA fails (its memory is short, the device is
    // lost), and asks for CUDA again when the picture has another size.
    explicit TextureFilter(EngineChoice choice, bool share = true);

    // Filters `in` (GL_RGBA8 or GL_RGBA32F, row 0 at the top of the picture) into result(); problem.shape and
    // problem.input must be those of the texture, but that one channel may be asked for: of a grey picture the red one.
    // `changed`: the pixels may differ from those of the last call. Throws Error(usage) when the engine refuses the
    // problem; result() is then what it was.
    void run(const Texture& in, const Problem& problem, bool changed);

    // Whether the engine works in the memory of the CPU, so that pixels that are there need no texture.
    bool in_memory() const { return path_ == Path::cpu || path_ == Path::reference; }
    // A table for those who fetch from it all the time: the same as run(), but into table(), or into
    // table_in_memory() of pixels in memory, which only engines that are in_memory() take.
    void make_table(const TableSource& in, const Problem& problem, bool changed);
    // Four floats or uint32 a pixel, rows packed: threads of a GPU that fetch from neighbouring pixels get four times
    // as much out of a buffer as out of a texture of 16 bytes a texel.
    const Buffer& table() const { return table_; }
    Sample table_sample() const { return table_sample_; }
    ConstImageView table_in_memory() const { return std::as_const(host_out_).view(); }

    // RGBA32F, RGBA16F with Problem::half_result, or RGBA32UI for tables of integers; of one channel R32F or R32UI, which
    // is seen grey. Has as many mip levels as the input; level 0 is filled.
    const Texture& result() const { return result_; }

    Path path() const { return path_; }
    // Nothing: the reference, which has no algorithms.
    std::optional<EngineKind> engine() const {
        if (path_ == Path::reference) return std::nullopt;
        return path_ == Path::cpu ? EngineKind::cpu : EngineKind::cuda;
    }
    const std::string& reason() const { return reason_; }
    // Why the engine has changed by itself, once; otherwise empty.
    std::string take_news() { return std::exchange(news_, {}); }

    // Adds the rows of the last run: transfers and stages.
    void report(Timings& timings) const;
    const RunReport& stages() const;
    // The problem of the last run with the algorithm that solved it; the reference has none.
    std::optional<Problem> solved(const Problem& problem) const;
    // Milliseconds of all stages of the last run, without transfers.
    double filter_ms() const;
    // What the last table of Precision::f32_less_mean is less of, per channel; otherwise empty.
    std::vector<double> table_mean() const;

  private:
    void start();
    // Runs f; when CUDA fails, and need not be the engine, again with the CPU's.
    template <class F>
    void or_by_cpu(Shape shape, F&& f);
    void filter(const Texture& in, const Problem& problem, bool changed);
    void fill_table(const TableSource& in, const Problem& problem, bool changed);
    void prepare(const Problem& problem);
    void make_result(const Texture& in, const Problem& problem);
    bool run_in_place(const TableSource& in, bool into_table, const Problem& problem);
    TableSource red_of(const Texture& in, const Problem& problem, bool changed);
    void copy_from_now_on(const std::string& why);
    void read_back(const TableSource& in, const Problem& problem, bool changed);
    void run_on_host(ConstImageView in, const Problem& problem);

    EngineChoice choice_;
    bool share_;
    Path path_ = Path::cpu;
    std::string reason_, news_;
    std::optional<Shape> failed_at_;  // the size at which CUDA failed
    std::optional<cpu::Engine> cpu_;
    std::optional<gpu::Engine> gpu_;

    Texture result_;
    Buffer table_, red_;  // red_: one channel of the input, for CUDA
    Shape table_shape_, red_shape_;
    Sample red_sample_ = Sample::f32;
    Sample table_sample_ = Sample::f32;

    Image host_in_, host_out_;
    double read_back_ms_ = -1, upload_ms_ = -1;  // of the last run; negative: there was no need for it
    RunReport reference_report_;
    std::vector<double> reference_mean_;
};

}  // namespace sweep::app
