// A broken filter in the window: in place of the result for some seconds, with what is wrong with it and why.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/lessons/broken/faults.h"
#include "app/lessons/lesson/host.h"
#include "app/ui/actions.h"
#include "app/work/options/view_option.h"

namespace sweep::app {

inline constexpr int broken_block = 32;  // side of the blocks that are broken

// Shown in place of a lesson while a fault is wanted, and mends it after most_forgotten seconds, which count from when
// it is seen.
class BrokenView final : public LessonHost {
  public:
    static constexpr int pictures = 3;
    // One of the pictures that are shown beside each other.
    struct Picture {
        const Texture* image;
        bool is_difference;
        const char* label;
    };

    static void add_actions(std::vector<Action>& actions, Settings& settings);
    static void add_options(std::vector<ViewOption>& rows);
    // The list of faults in the panel.
    static void controls(TeachSettings& teach);

    // `small` will have the pictures side by side when panels() is called.
    explicit BrokenView(const Texture& small) : small_(small) {}

    void rest() override { seen_for_ = 0; }
    void step(double, TeachSettings&) override {}
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;
    bool computes() const override { return is_busy(); }

    // What was broken, without its images; null while it is not known. While the filter changes it is the last one.
    const Broken* result() const { return why_not().empty() && fits() ? &shown_->broken : nullptr; }
    // True where the filter has no passes that could be seen beside the fault, as a table.
    bool stands_alone() const;
    const Texture& wrong() const { return textures_[0]; }
    const Texture& difference() const { return textures_[2]; }
    // The pictures of a result: the right one, the wrong one and the difference; or, where carries are missing, the
    // blocks alone, what the carries add, and the sum.
    std::array<Picture, pictures> side_by_side() const;
    // The power of two by which differences are shown, so that most of them are within 1/2.
    float difference_gain() const { return gain_; }
    // The numbers of a result(), as texts. `verdict`: 1 of what is broken, -1 of what is right, 0 of neither.
    struct Fact {
        std::string name, value;
        int verdict = 0;
    };
    std::vector<Fact> facts() const;
    bool adds_up() const { return shown_->adds_up; }
    double seconds_left() const { return most_forgotten - seen_for_; }

  private:
    // What the thread makes: the result, and its images as pixels.
    struct Made {
        Broken broken;
        std::array<Image, 4> pixels;  // wrong, right, wrong - right, and what is missing
        bool adds_up = false;         // what is missing is known
        std::size_t clipped = 0;      // samples that are too large to be shown
    };
    static Made broken_by(Fault fault, const Problem& problem, const ConstImageView& in);
    LessonSubject asks(const LessonFrame& frame) const override;
    std::string refusal() const override;
    void make(const LessonFrame& frame, const ConstImageView& pixels) override;
    void made() override;
    void forget() override { shown_.reset(); }
    void play(const LessonFrame& frame) override;
    bool fits() const;
    void over_picture(const Area& stage, const Viewer& viewer, const TeachSettings& teach) const;
    void panel(const Area& area, const TeachSettings& teach) const;
    void numbers() const;
    void switches(const Area& area, TeachSettings& teach) const;
    void row(const Area& area, TeachSettings& teach) const;
    std::string state_text(const TeachSettings& teach) const;

    const Texture& small_;
    std::shared_ptr<Made> job_;
    std::shared_ptr<const Made> shown_;
    std::array<Texture, 4> textures_;
    float gain_ = 1;
    Fault seen_ = Fault::none;
    double seen_for_ = 0;
};

}  // namespace sweep::app
