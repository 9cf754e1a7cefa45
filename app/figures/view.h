// A figure of the papers in the window: computed beside the frames, and again when what it shows has changed.
#pragma once

#include <optional>

#include "app/base/task.h"
#include "app/figures/figure.h"
#include "app/gl/gl.h"
#include "app/gl/read_back.h"
#include "app/ui/player.h"

namespace sweep::app {

class FigureView {
  public:
    // Asks for the pixels where the figure needs them, and computes it anew when they, the filter or the figure have
    // changed. `input` is GL_RGBA32F; `version` changes with its contents. Never waits.
    void update(const Texture& input, std::uint64_t version, const Problem& problem, EngineKind engine,
                Figure figure);
    // Draws the figure and the panels around it; to be called between Gui::begin() and end(). `encoded`: the picture
    // is not light.
    void draw(const PlayerAreas& areas, bool encoded, TeachSettings& teach);

    // To be called while no figure is shown: what is still measured would disturb other times.
    void leave();

    // True while more is to come.
    bool is_busy() const { return task_.running() || !started_ || read_.busy(); }
    // What there is of the figure that was asked for; null until there is something.
    std::shared_ptr<const FigureContent> content() const;
    // Why there is no figure; empty: there is one, or will be.
    std::string why_not() const;

  private:
    // All that a figure depends on.
    struct Question {
        Figure figure = Figure::boundaries;
        unsigned input = 0;
        std::uint64_t version = 0;
        Problem problem;
        EngineKind engine = EngineKind::automatic;
        friend bool operator==(const Question&, const Question&) = default;
    };
    void start(const Texture& input);
    void take();
    void panel(const Area& area, bool has_numbers) const;
    void choices(const Area& area, TeachSettings& teach) const;

    std::optional<Question> question_;
    bool started_ = true;  // the task that answers the question, or one that has
    ReadBack read_;
    bool asked_ = false;  // for the pixels of the question
    std::shared_ptr<FigureSink> sink_;
    std::string failed_;
    std::shared_ptr<const FigureContent> drawn_;  // what textures_ are of
    Figure drawn_figure_ = Figure::boundaries;
    bool drawn_encoded_ = false;
    std::vector<Texture> textures_;
    Task<bool> task_;  // last: its destructor waits for the job
};

}  // namespace sweep::app
