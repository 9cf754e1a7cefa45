// Filters GL textures with the engine of the user's choice, in place or through host memory.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/screen/gl/gl.h"
#include "app/screen/gl/timing.h"
#include "app/work/engines/engines.h"

namespace sweep::app {

// The input of a table: exactly one of these three.
struct TableSource {
    const Texture* texture = nullptr;
    const Buffer* buffer = nullptr;  // four floats a pixel, rows packed
    ConstImageView pixels;           // in host memory

    GLuint name() const { return texture ? texture->name() : buffer ? buffer->name() : 0; }
};

// Makes shaders that sample a texture of one channel see it grey and opaque. A read-back gives the channel alone.
void show_grey(const Texture& texture);

class TextureFilter {
  public:
    // Starts as start_engine() does and throws as it does. Without `share`, a GPU's engine gets its pixels through host
    // memory even where it could have the textures themselves. `automatic` changes to the CPU engine when
    // that engine fails (its memory is short, the device is lost), and tries it again when the picture has another
    // size.
    explicit TextureFilter(EngineKind choice, bool share = true);

    // Filters `in` (GL_RGBA8 or GL_RGBA32F, row 0 at the top of the picture) into result(). problem.shape and
    // problem.input must be those of the texture, except that problem.shape may have one channel: the red one
    // is taken. `changed`: the pixels may differ from those of the last call. Throws Error(usage) when the
    // engine refuses the problem; result() is then what it was.
    void run(const Texture& in, const Problem& problem, bool changed);

    // Whether run() can start without waiting for programs that a driver links; where it cannot, they are linked
    // meanwhile, and a later call says yes. Throws nothing: what run() will throw, that says.
    bool is_ready(const Problem& problem);
    // The result, which the filter then has no more.
    Texture take_result();

    // True when the engine works in host memory, so that pixels that are there need no texture.
    bool in_memory() const { return !on_textures_; }
    // Makes a table for shaders that fetch from it often: as run(), but into table(). Pixels in host memory,
    // which only in_memory() engines take, go into table_in_memory() instead.
    void make_table(const TableSource& in, const Problem& problem, bool changed);
    // The table as a buffer: four floats or uint32 a pixel, rows packed. Threads that fetch from neighbouring
    // pixels read a buffer four times as fast as a texture of 16 bytes a texel.
    const Buffer& table() const { return table_; }
    Sample table_sample() const { return table_sample_; }
    ConstImageView table_in_memory() const { return std::as_const(host_out_).view(); }

    // The result: RGBA32F, RGBA16F with Method::half_result, or RGBA32UI for tables of integers; with one
    // channel R32F or R32UI, which shaders see as grey. It has as many mip levels as the input; only level 0
    // is filled.
    const Texture& result() const { return result_; }

    EngineKind engine() const { return engine_->kind(); }
    // True when the engine reads and writes the GL textures themselves; otherwise pixels go through host memory.
    bool in_place() const { return in_place_; }
    const std::string& reason() const { return reason_; }
    // Why the engine has changed by itself, returned once; otherwise empty.
    std::string take_news() { return std::exchange(news_, {}); }

    // Adds the times of the last run: transfers and stages.
    void report(Timings& timings) const;
    const RunReport& stages() const { return engine_->report(); }
    // The problem of the last run as it was solved.
    const Job& job() const { return engine_->job(); }
    // Milliseconds of all stages of the last run, without transfers.
    double filter_ms() const;
    // The mean per channel that the last table of Precision::f32_less_mean subtracted; otherwise empty.
    std::vector<double> table_mean() const { return engine_->table_mean(); }

  private:
    void start();
    void take(StartedEngine started);
    void follow_engine();
    // Runs f(false); when CUDA fails and the choice is `automatic`, runs f(true) with the CPU engine.
    template <class F>
    void or_by_cpu(Shape shape, F&& f);
    // Runs f(), which uses the engine; failures of CUDA become those that or_by_cpu() expects.
    template <class F>
    void on_engine(F&& f);
    void filter(const Texture& in, const Problem& problem, bool changed);
    void fill_table(const TableSource& in, const Problem& problem, bool changed);
    void make_table_buffer(Shape shape);
    void prepare(const Problem& problem);
    void make_result(const Texture& in, const Problem& problem);
    bool run_in_place(const TableSource& in, bool into_table, const Problem& problem);
    TableSource red_of(const Texture& in, const Problem& problem, bool changed);
    void copy_from_now_on(const std::string& why);
    void read_back(const TableSource& in, const Problem& problem, bool changed);
    void run_on_host(ConstImageView in, const Problem& problem);

    EngineKind choice_;
    bool share_;
    bool in_place_ = false;
    std::string reason_, news_;
    std::optional<Shape> failed_at_;  // the size at which CUDA failed
    std::unique_ptr<Engine> engine_;
    TextureEngine* on_textures_ = nullptr;  // engine_, where that filters textures too

    Texture result_;
    Buffer table_, red_;  // red_: one channel of the input, for CUDA
    Shape table_shape_, red_shape_;
    bool table_for_cuda_ = false;
    Sample red_sample_ = Sample::f32;
    Sample table_sample_ = Sample::f32;

    Image host_in_, host_out_;
    double read_back_ms_ = -1, upload_ms_ = -1;  // of the last run; negative: it was not needed
};

}  // namespace sweep::app
