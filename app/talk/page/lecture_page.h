// A lecture as one file for a browser: its steps with captions and notes, and what the lessons show as numbers, which
// a script of ours draws. The page loads nothing and asks no network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/lessons/lesson/sweep_place.h"
#include "app/lessons/walk/pick.h"
#include "app/talk/lecture/cues.h"
#include "core/engine/trace.h"

namespace sweep::app {

class BrokenView;
struct FigureInfo;
struct FigureContent;
class PassImages;

class LecturePage {
  public:
    static constexpr std::size_t most_bytes = std::size_t(8) << 20;

    explicit LecturePage(const Lecture& lecture);

    // The next step; what is added afterwards belongs to it.
    void begin(const Cue& cue);
    // `number`: the one that the step of the walk keeps, and hides if it asks for it.
    void add_walk(const Walk& walk, int at, const std::optional<WalkPick>& number = {}, bool hides = false);
    void add_figure(const FigureInfo& figure, const FigureContent& content);
    void add_run(const Trace& run);
    // `images` are ready; the lines are those through `column` and `row`.
    void add_passes(const PassImages& images, const SweepPlace& place, int column, int row);
    // `fault` has a result().
    void add_fault(const BrokenView& fault);
    // A picture of the window, 8 bits.
    void add_picture(const ConstImageView& picture);

    // The page. Throws Error(failed) if it would have more than most_bytes, and as read_text() does where the
    // program's own files are missing.
    std::string html() const;

  private:
    nlohmann::ordered_json& step() { return data_["steps"].back(); }

    nlohmann::ordered_json data_;
    std::vector<std::string> walks_;  // each once
};

}  // namespace sweep::app
