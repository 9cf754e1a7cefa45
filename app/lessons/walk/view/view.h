// The walk in the window: a small cut of the picture, a step of an algorithm on its blocks, and what each number is.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/lessons/lesson/host.h"
#include "app/lessons/lesson/info.h"
#include "app/lessons/lesson/traffic.h"
#include "app/lessons/room/panel.h"
#include "app/lessons/walk/question.h"
#include "app/lessons/walk/view/drawing.h"

namespace sweep::app {

// How the answers of a room to a hidden number are judged.
RightAnswer right_answer(const WalkSum& sum);

// The rows that the user typed, as --walk-numbers takes them: "1,2,3/4,5,6", or "none".
std::string numbers_text(const WalkSettings& walk);

// How far the row of the walk's algorithm has come with step `number`. A stage has read once its blocks are at work or
// its borders are taken in, and has written when blocks are stored, or with its last step.
TrafficPlace traffic_at(const std::vector<WalkStep>& steps, std::size_t number, const TrafficRow& row);

class WalkView final : public LessonHost {
  public:
    static const LessonInfo lesson;

    void step(double steps, TeachSettings& teach) override { teach.walk.step += steps; }
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;

    bool press(Chord chord, TeachSettings& teach) override;
    void unfold() override;
    void hide() override;
    // Keeps a number of the settings' step, by the name that pick_of() reads, and asks for it; empty: none. Throws
    // Error(usage).
    void keep(const std::string& name, bool hides, const TeachSettings& teach);
    std::string why_not() const override;

    bool moves(const TeachSettings& teach) const override { return teach.walk.plays || is_busy(); }

    const std::optional<Walk>& walk() const { return walk_; }
    // The number that is kept while the mouse is elsewhere.
    const std::optional<WalkPick>& kept() const { return kept_; }
    int levels() const { return levels_; }  // unfolded of its sum
    const std::optional<WalkQuestion>& question() const { return question_; }
    const WalkMarks& marks() const { return marks_; }

    // The number that somebody is asked for; id: another one with each question.
    struct AskedNumber {
        int id = 0;
        bool is_hidden = false;
        WalkSum sum;
    };
    std::optional<AskedNumber> asked_number() const;
    // Shows the number that is hidden.
    void reveal();
    // A room answers by phones: their address, and what they have said.
    void invite(std::string address, QrSquares code) { room_ = {std::move(address), std::move(code), {}}; }
    bool has_room() const { return room_.has_value(); }
    void hear(std::vector<double> answers) {
        if (room_) room_->answers = std::move(answers);
    }

  private:
    LessonSubject asks(const LessonFrame& frame) const override;
    std::string refusal() const override;
    void make(const LessonFrame& frame, const ConstImageView& pixels) override;
    void forget() override { lineage_.reset(), walk_.reset(); }
    void leave_for(const LessonSubject& next) override {
        if (!resemble(subject(), next)) forget();
    }
    void meter(const Area& area, std::size_t number) const;
    void stage_panel(const Area& area, const WalkStep& step, std::size_t number);
    void play(const LessonFrame& frame) override;
    void panel(const Area& area, const WalkStep& step, const TeachSettings& teach);
    void question_lines(const WalkSum& sum) const;
    void say_answer(const Area& stage) const;
    void tree(const WalkSum& sum, float height);
    void transport(const Area& area, TeachSettings& teach) const;
    void strip(const Area& area, TeachSettings& teach) const;
    WalkPick first_pick(const WalkStep& step) const;
    WalkPick usual_pick(std::size_t number);
    // The number that is kept, or what the mouse points at, or else the usual number.
    WalkPick shown_pick(const WalkStep& step) const {
        return kept_ ? *kept_ : hovered_ ? *hovered_ : usual_ ? usual_->second : first_pick(step);
    }
    void ask() { question_.emplace(), ++questions_; }
    bool is_hidden() const { return question_ && question_->hides(); }
    const WalkLineage& lineage();
    void let_go();
    void keep_to(std::size_t number);
    void mark(std::size_t number);
    void take_click(const Area& stage, const std::optional<WalkPick>& under);
    void move_part(const Area& stage, const WalkPick& pick, std::size_t step);

    std::optional<Walk> walk_, whole_;  // whole: by algorithm RT, to compare with
    std::vector<TrafficRow> traffic_;
    std::optional<std::pair<std::size_t, WalkPick>> usual_;  // of a step, until there is another walk
    // What a lecture asks for, until there is a walk in which it is.
    struct Asked {
        WalkPick pick;
        bool hides = false;
        std::string name;
        std::size_t step = 0;
    };
    std::optional<Asked> asked_;
    std::optional<WalkPick> hovered_, kept_;
    std::size_t step_ = 0;  // that is seen, and for which a number is kept
    int levels_ = 0;
    std::optional<WalkQuestion> question_;
    int questions_ = 0;                   // that were asked
    std::optional<Room> room_;            // that answers them
    bool is_of_lecture_ = false;          // the question, and no key takes it away
    std::string unknown_;                 // why the number that is to be kept is none of the walk's
    std::optional<WalkLineage> lineage_;  // of walk_, when it was asked for
    std::optional<int> pointed_;          // in the unfolded sum
    WalkMarks marks_;
    // Whose lineage the marks are: the step, the number, and whether it is pointed at.
    std::optional<std::tuple<std::size_t, WalkPick, bool>> marked_;
    float mouse_x_ = -1, mouse_y_ = -1;
    WalkPart part_;
    int fits_ = 0;               // of the viewer, as it was followed
    std::size_t part_step_ = 0;  // for which the part was chosen, with the walk's and the stage's width
    int part_side_ = 0, part_room_ = 0;
};

}  // namespace sweep::app
