// The walk in the window: a small cut of the picture, a step of an algorithm on its blocks, and what each number is.
#pragma once

#include <optional>
#include <string>

#include "app/gl/read_back.h"
#include "app/request/settings.h"
#include "app/ui/player.h"
#include "app/walk/drawing.h"

namespace sweep::app {

class WalkView {
  public:
    // Asks for the cut of the picture, and walks anew when it, the filter or the settings have changed. `input` is
    // GL_RGBA32F; `version` changes with its contents.
    void update(const Texture& input, std::uint64_t version, const Problem& problem, TeachSettings& teach,
                double seconds);
    // Draws the step and the panels around it; to be called between Gui::begin() and end().
    void draw(const PlayerAreas& areas, TeachSettings& teach);

    bool is_busy() const { return read_.busy() || !walk_; }
    // The walk, when there is one; otherwise reason() says why not, or is empty while the pixels are on their way.
    const std::optional<Walk>& walk() const { return walk_; }
    const std::string& reason() const { return reason_; }

  private:
    // All that a walk depends on.
    struct Subject {
        unsigned input = 0;
        std::uint64_t version = 0;
        Problem problem;
        int size = 0, block = 0;
        float x = 0, y = 0;
        std::vector<std::vector<double>> numbers;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    void walk_over(const Image& X);
    void panel(const Area& area, const WalkStep& step, const TeachSettings& teach) const;
    void transport(const Area& area, TeachSettings& teach) const;
    void strip(const Area& area, TeachSettings& teach) const;
    WalkPick usual_pick(const WalkStep& step) const;
    void move_part(const Area& stage, const WalkPick& pick, std::size_t step);

    Subject subject_;
    ReadBack read_;
    bool asked_ = false;
    std::optional<Walk> walk_;
    std::string reason_;
    std::optional<WalkPick> hovered_;
    float mouse_x_ = -1, mouse_y_ = -1;
    WalkPart part_;
    std::size_t part_step_ = 0;  // for which the part was chosen, with the walk's and the stage's width
    int part_side_ = 0, part_room_ = 0;
};

}  // namespace sweep::app
