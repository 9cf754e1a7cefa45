// The input X and the outputs Y, Z, U, V of the passes, from the engine itself, computed once for an input
// and a filter and kept as textures; and one line of them in host memory, read without waiting.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson/sweep_place.h"
#include "app/lessons/passes/line.h"
#include "app/screen/gl/gl.h"
#include "app/work/engines/texture_filter.h"

namespace sweep::app {

inline constexpr std::array<const char*, all_passes + 1> pass_letters{"X", "Y", "Z", "U", "V"};
inline constexpr std::size_t most_taught_pixels = std::size_t(1) << 24;  // six textures of 16 bytes a pixel

class PassImages {
  public:
    static constexpr std::size_t measured_runs = 8;
    // The work that the images show; they are computed anew when it changes.
    struct Subject {
        GLuint input = 0;
        std::uint64_t version = 0;  // of the texture's contents
        Problem problem;            // float input; all passes
        EngineKind engine = EngineKind::automatic;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    // Computes the images where the subject has changed; returns true then. `light` is GL_RGBA32F. Throws
    // Error as the engine does, and Error(usage) where there are no passes to show; the images are not
    // ready() then.
    bool update(const Texture& light, const Subject& subject);
    // To be called once a frame: runs the engine once more for its time, until that is known well enough.
    // `drawn`: the algorithm to time, because it is the one that is shown; `automatic`: that of the problem.
    void measure(Algorithm drawn = Algorithm::automatic);

    bool ready() const { return ready_; }
    bool is_measuring() const { return ready_ && times_.size() < measured_runs && why_not_timed_.empty(); }
    const Texture& image(int k) const { return images_[std::size_t(k)]; }  // 0: X, 4: V
    int width() const { return images_[0].width(); }
    int height() const { return images_[0].height(); }
    const Problem& problem() const { return subject_.problem; }
    const FilterDesign& design() const { return *design_; }
    // The factor for display that makes the largest sample about 1; not 1 only for an impulse, which spreads.
    float gain(int k) const { return gains_[std::size_t(k)]; }
    // True when the image's values lie around zero, as those of a derivative do.
    bool is_signed(int k) const { return signed_[std::size_t(k)]; }
    // The milliseconds of all four passes; 0 while unknown, and where the engine does not have the drawn
    // algorithm.
    double engine_ms() const { return engine_ms_; }
    // The name of what was timed: "algorithm 7", "the reference".
    const std::string& timed_name() const { return timed_name_; }
    // Why there is no time; empty when there is one, or will be.
    const std::string& why_not_timed() const { return why_not_timed_; }
    void set_impulse(bool impulse) { impulse_ = impulse; }
    // One pass over a line of the picture. `line`: what the axis reads, a column of X or a row of Z.
    LineTrace trace(int pass, std::span<const double> line) const;

  private:
    void find_gains();
    void begin_to_time(const Problem& problem, Algorithm drawn);

    Subject subject_;
    std::optional<Subject> refused_;
    std::string refusal_;
    std::array<Texture, all_passes + 1> images_;
    std::unique_ptr<TextureFilter> filter_;
    EngineKind filter_choice_ = EngineKind::automatic;
    std::optional<FilterDesign> design_;
    std::array<float, all_passes + 1> gains_{1, 1, 1, 1, 1};
    std::array<bool, all_passes + 1> signed_{};
    bool ready_ = false, impulse_ = false;
    std::optional<Problem> timed_;  // the problem of times_; nothing: it is to be set anew
    Algorithm timed_algorithm_ = Algorithm::automatic;
    Shape timed_shape_;
    std::vector<double> times_;
    double engine_ms_ = 0;
    std::string timed_name_, why_not_timed_;
};

// One line of three images, as the mean of red, green and blue: X, Y, Z down a column, or Z, U, V along a
// row.
struct ImageLines {
    bool column = true;
    int index = 0;
    std::array<std::vector<double>, 3> samples;
};

// Reads lines of textures, which arrive a few frames later, so that nothing waits.
class LineProbe {
  public:
    // Asks for a line; does nothing while an answer is on its way.
    void ask(const PassImages& images, bool column, int index);
    bool busy() const { return fence_ != nullptr; }
    std::optional<ImageLines> answer();
    // Drops the answer that is on its way, because the images have changed.
    void forget() { stale_ = fence_ != nullptr; }

  private:
    Buffer buffer_;
    GLsizeiptr size_ = 0;
    int length_ = 0, index_ = 0;
    bool column_ = true, stale_ = false;
    GLsync fence_ = nullptr;
};

}  // namespace sweep::app
