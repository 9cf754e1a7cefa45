// What each pass leaves, X, Y, Z, U, V, from the engine itself: computed once for an input and a filter, and kept as
// textures. And one line of them in host memory, read without waiting.
#pragma once

#include "app/gl.h"
#include "app/teach_line.h"
#include "app/teach_settings.h"
#include "app/texture_filter.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sweep::app {

inline constexpr std::array<const char*, all_passes + 1> pass_letters{"X", "Y", "Z", "U", "V"};
inline constexpr std::size_t most_taught_pixels = std::size_t(1) << 24;  // six textures of 16 bytes a pixel

class PassImages {
  public:
    static constexpr std::size_t measured_runs = 8;
    // What the images are of: another one, and they are computed anew.
    struct Subject {
        GLuint input = 0;
        std::uint64_t version = 0;  // of what is in the texture
        Problem problem;            // float input; all passes
        EngineChoice engine = EngineChoice::automatic;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    // `light` is GL_RGBA32F. True when the images are new ones. Throws Error as the engine does; the images are
    // the last ones then.
    bool update(const Texture& light, const Subject& subject);
    // The engine once more, for its time; nothing to do when enough is known. Once a frame. `drawn`: by this algorithm,
    // as it is the one that is seen; `automatic`: by that of the problem.
    void measure(Algorithm drawn = Algorithm::automatic);

    bool ready() const { return ready_; }
    bool is_measuring() const { return ready_ && times_.size() < measured_runs && why_not_timed_.empty(); }
    const Texture& image(int k) const { return images_[std::size_t(k)]; }  // 0: X, 4: V
    int width() const { return images_[0].width(); }
    int height() const { return images_[0].height(); }
    const Problem& problem() const { return subject_.problem; }
    const FilterDesign& design() const { return *design_; }
    // Times that brighten the image so that its largest sample is about 1: of an impulse, which spreads.
    float gain(int k) const { return gains_[std::size_t(k)]; }
    // Whether what the image holds is a difference, around zero.
    bool is_signed(int k) const { return signed_[std::size_t(k)]; }
    // Milliseconds of all four passes; 0 while unknown, and where the engine does not do what is drawn.
    double engine_ms() const { return engine_ms_; }
    // "algorithm 7", "the reference": what takes so long.
    const std::string& timed_name() const { return timed_name_; }
    // Why there is no time; empty when there is one, or will be.
    const std::string& why_not_timed() const { return why_not_timed_; }
    std::string_view engine_name() const { return engine_name_; }
    void set_impulse(bool impulse) { impulse_ = impulse; }

  private:
    void find_gains();
    void begin_to_time(const Problem& problem, Algorithm drawn);

    Subject subject_;
    std::optional<Subject> refused_;
    std::string refusal_;
    std::array<Texture, all_passes + 1> images_;
    std::unique_ptr<TextureFilter> filter_;
    EngineChoice filter_choice_ = EngineChoice::automatic;
    std::optional<FilterDesign> design_;
    std::array<float, all_passes + 1> gains_{1, 1, 1, 1, 1};
    std::array<bool, all_passes + 1> signed_{};
    bool ready_ = false, impulse_ = false;
    std::optional<Problem> timed_;  // what times_ are of; nothing: it has to be looked at anew
    Algorithm timed_algorithm_ = Algorithm::automatic;
    Shape timed_shape_;
    std::vector<double> times_;
    double engine_ms_ = 0;
    std::string engine_name_, timed_name_, why_not_timed_;
};

// The lines of one axis: of X, Y, Z down a column or of Z, U, V along a row; the mean of red, green and blue.
struct ImageLines {
    bool column = true;
    int index = 0;
    std::array<std::vector<double>, 3> samples;
};

// Reads lines of textures a few frames later, so that nothing waits.
class LineProbe {
  public:
    // One question at a time: nothing while the answer to another one is on its way.
    void ask(const PassImages& images, bool column, int index);
    bool busy() const { return fence_ != nullptr; }
    std::optional<ImageLines> answer();
    // The answer that is on its way is about images that are no more.
    void forget() { stale_ = fence_ != nullptr; }

  private:
    Buffer buffer_;
    GLsizeiptr size_ = 0;
    int length_ = 0, index_ = 0;
    bool column_ = true, stale_ = false;
    GLsync fence_ = nullptr;
};

}  // namespace sweep::app
