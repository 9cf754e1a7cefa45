// A figure of the papers in the window: computed beside the frames, and again when what it shows has changed.
#pragma once

#include <memory>
#include <vector>

#include "app/lessons/figures/figure.h"
#include "app/lessons/lesson/host.h"
#include "app/lessons/lesson/info.h"

namespace sweep::app {

class FigureView final : public LessonHost {
  public:
    static const LessonInfo lesson;

    FigureView() : LessonHost("for this figure") {}

    // What is still measured would disturb other times.
    void rest() override { stop(); }
    // Goes to the next figure, or to the one before.
    void step(double figures, TeachSettings& teach) override;
    void draw(const TeachLayout&, const Viewer&, const Settings&, const LessonCanvas& canvas) override {
        encoded_ = canvas.encoded;
    }
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;
    // A figure is computed slowly, and a few frames show its progress.
    bool moves(const TeachSettings&) const override { return false; }
    bool computes() const override { return is_busy(); }
    std::string why_not() const override;

    // What there is of the figure that was asked for; null until there is something.
    std::shared_ptr<const FigureContent> content() const;

  private:
    LessonSubject asks(const LessonFrame& frame) const override;
    void make(const LessonFrame& frame, const ConstImageView& pixels) override;
    void forget() override { sink_.reset(); }
    void panel(const Area& area, const FigureInfo& shown, bool has_numbers) const;
    void choices(const Area& area, TeachSettings& teach) const;

    std::shared_ptr<FigureSink> sink_;
    std::shared_ptr<const FigureContent> drawn_;  // what textures_ are of
    Figure drawn_figure_ = Figure::boundaries;
    bool encoded_ = false, drawn_encoded_ = false;  // the picture is not light
    std::vector<Texture> textures_;
};

}  // namespace sweep::app
