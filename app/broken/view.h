// A broken filter in the window: in place of the result for some seconds, with what is wrong with it and why.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "app/broken/faults.h"
#include "app/canvas/viewer.h"
#include "app/engines/comparer.h"
#include "app/gl/read_back.h"
#include "app/request/settings.h"
#include "app/ui/player.h"

namespace sweep::app {

inline constexpr int broken_block = 32;  // side of the blocks that are broken

class BrokenView {
  public:
    static constexpr int pictures = 3;
    // One of the pictures that are shown beside each other.
    struct Picture {
        const Texture* image;
        bool is_difference;
        const char* label;
    };

    // To be called once a frame while a fault is wanted. Asks for the pixels, breaks the filter on a thread of its own
    // when they, the problem or the fault have changed, and mends it after most_forgotten seconds, which count from
    // when it is seen. `input` is GL_RGBA32F; `version` changes with its contents. Never waits.
    void update(const Texture& input, std::uint64_t version, const Problem& problem, TeachSettings& teach,
                double seconds);
    // To be called once a frame while none is wanted.
    void rest() { seen_for_ = 0; }
    // Draws over the picture, and the panels around it; `small` has the pictures side by side. To be called between
    // Gui::begin() and end().
    void draw(const PlayerAreas& areas, const Viewer& viewer, TeachSettings& teach,
              const Texture& small) const;

    // What was broken, without its images; null while it is not known. While the filter changes it is the last one.
    const Broken* result() const { return fits() ? &shown_->broken : nullptr; }
    // True where the filter has no passes that could be seen beside the fault, as a table.
    bool stands_alone() const;
    const Texture& wrong() const { return textures_[0]; }
    const Texture& difference() const { return textures_[2]; }
    // The pictures of a result: the right one, the wrong one and the difference; or, where carries are missing, the
    // blocks alone, what the carries add, and the sum.
    std::array<Picture, pictures> side_by_side() const;
    // The power of two by which differences are shown, so that most of them are within 1/2.
    float difference_gain() const { return gain_; }
    bool is_busy() const { return made_ != asked_ || comparer_.busy() || read_.busy(); }
    // Why there is no result; otherwise empty.
    const std::string& note() const { return note_; }
    double seconds_left() const { return most_forgotten - seen_for_; }

  private:
    // All that a result depends on.
    struct Subject {
        unsigned input = 0;
        std::uint64_t version = 0;
        Problem problem;
        Fault fault = Fault::none;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    // What the thread makes: the result, and its images as pixels.
    struct Made {
        Broken broken;
        std::array<Image, 4> pixels;  // wrong, right, wrong - right, and what is missing
        bool adds_up = false;         // what is missing is known
        std::size_t clipped = 0;      // samples that are too large to be shown
    };
    bool fits() const {
        return shown_ && shown_->broken.fault == subject_.fault &&
               textures_[0].is(subject_.problem.shape.width, subject_.problem.shape.height);
    }
    static Made make(const Subject& subject, ConstImageView in);
    void take();
    void ask(const Texture& input);
    void over_picture(const Area& stage, const Viewer& viewer, const TeachSettings& teach) const;
    void panel(const Area& area, const TeachSettings& teach) const;
    void numbers() const;
    void switches(const Area& area, TeachSettings& teach) const;
    void row(const Area& area, TeachSettings& teach, const Texture& small) const;
    std::string state_text(const TeachSettings& teach) const;

    Subject subject_;
    int asked_ = 0, made_ = 0;  // numbers of the subjects
    bool reads_ = false;        // the pixels of subject_ are on their way
    int running_ = 0;           // the subject's number that the thread works on
    std::shared_ptr<Made> job_;
    std::shared_ptr<const Made> shown_;
    std::array<Texture, 4> textures_;
    float gain_ = 1;
    std::string note_;
    double seen_for_ = 0;
    ReadBack read_;
    Comparer comparer_;  // after read_: its destructor waits for a job, which still reads the pixels
};

}  // namespace sweep::app
