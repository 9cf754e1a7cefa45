// The walk in the window: a small cut of the picture, a step of an algorithm on its blocks, and what each number is.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lesson/host.h"
#include "app/lesson/info.h"
#include "app/lesson/traffic.h"
#include "app/walk/drawing.h"

namespace sweep::app {

// The rows that the user typed, as --walk-numbers takes them: "1,2,3/4,5,6", or "none".
std::string numbers_text(const WalkSettings& walk);

class WalkView final : public LessonHost {
  public:
    static const LessonInfo lesson;

    void step(double steps, TeachSettings& teach) override { teach.walk.step += steps; }
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;

    bool moves(const TeachSettings& teach) const override { return teach.walk.plays || is_busy(); }

    const std::optional<Walk>& walk() const { return walk_; }

  private:
    LessonSubject asks(const LessonFrame& frame) const override;
    std::string refusal() const override;
    void make(const LessonFrame& frame, const ConstImageView& pixels) override;
    void forget() override { walk_.reset(); }
    void meter(const Area& area, std::size_t number) const;
    void stage_panel(const Area& area, const WalkStep& step, std::size_t number) const;
    void play(const LessonFrame& frame) override;
    void panel(const Area& area, const WalkStep& step, const TeachSettings& teach) const;
    void transport(const Area& area, TeachSettings& teach) const;
    void strip(const Area& area, TeachSettings& teach) const;
    WalkPick first_pick(const WalkStep& step) const;
    WalkPick usual_pick(std::size_t number);
    // What the mouse points at, or else the usual number.
    WalkPick shown_pick(const WalkStep& step) const {
        return hovered_ ? *hovered_ : usual_ ? usual_->second : first_pick(step);
    }
    TrafficPlace traffic_at(std::size_t number, const TrafficRow& row) const;
    void move_part(const Area& stage, const WalkPick& pick, std::size_t step);

    std::optional<Walk> walk_, whole_;  // whole: by algorithm RT, to compare with
    std::vector<TrafficRow> traffic_;
    std::optional<std::pair<std::size_t, WalkPick>> usual_;  // of a step, until there is another walk
    std::optional<WalkPick> hovered_;
    float mouse_x_ = -1, mouse_y_ = -1;
    WalkPart part_;
    int fits_ = 0;               // of the viewer, as it was followed
    std::size_t part_step_ = 0;  // for which the part was chosen, with the walk's and the stage's width
    int part_side_ = 0, part_room_ = 0;
};

}  // namespace sweep::app
