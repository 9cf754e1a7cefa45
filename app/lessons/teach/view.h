// The view of the passes: one lesson at a time, of those that lessons.cpp lists, in its part of the window.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/lab/watched_file.h"
#include "app/lessons/lesson/lesson.h"
#include "app/lessons/passes/stage.h"
#include "app/ui/actions.h"

namespace sweep::app {

// The charts of real runs need more room in the strip, a block under the glass more beside the picture. `on_stage`: a
// lecture runs, and nobody works the controls.
TeachLayout divide_teach(const Area& area, const TeachSettings& teach, bool on_stage = false);

// Draws the controls of this view: the input, and how the lesson is shown.
void teach_section(TeachSettings& teach, bool more);

class TeachView {
  public:
    TeachView();
    std::string reload() { return stage_.reload(); }
    // The next update() moves the lesson on by so many rows, columns or steps.
    void step(double rows) { pending_rows_ += rows; }
    // To be called when a picture was opened: the next input is another one, even if its texture has the same
    // name.
    void forget_input() { ++version_; }

    // Shows the lesson of the settings. `light` is GL_RGBA32F; `moment` changes with the input's content, as the
    // scene's clock does. Throws Error as the engine does.
    void update(const Texture& light, double moment, const Problem& problem, Settings& settings,
                double seconds);
    void draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings, bool encoded,
              GLuint framebuffer, int window_height);
    // Draws over the picture, and the panels around it; to be called between Gui::begin() and end().
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) {
        shown_->panels(layout, viewer, settings);
    }

    // Those of the lesson that is shown (app/lessons/lesson/lesson.h).
    bool press(Chord chord, TeachSettings& teach) { return shown_->press(chord, teach); }
    void unfold() { shown_->unfold(); }
    void hide() { shown_->hide(); }
    // Keeps a number of the walk, or asks for it: WalkView::keep().
    void keep_number(const std::string& name, bool hides, const TeachSettings& teach);

    // From now on the lesson of the Lab compiles and runs this file: LabView::watch().
    void watch(WatchedFile file);
    // To be called between frames, also while none are drawn: true where that file was saved and is shown.
    bool watched_changed(const TeachSettings& teach);

    // The lesson that the last update() has shown.
    const LessonView& shown() const { return *shown_; }
    // True when frames have to follow each other: something plays, is about to arrive, or will be mended by itself.
    bool moves(const TeachSettings& teach) const { return shown_->moves(teach); }

    // The view of one of the lessons: view<WalkView>().
    template <class View>
    View& view() const {
        for (const std::unique_ptr<LessonView>& each : views_)
            if (auto* found = dynamic_cast<View*>(each.get())) return *found;
        throw std::logic_error("there is no such lesson");
    }

  private:
    PassStage stage_;
    std::vector<std::unique_ptr<LessonView>> views_;
    std::vector<LessonView*> by_lesson_;  // in the order of Lesson: passes and blocks have one view
    LessonView* shown_ = nullptr;
    const Texture* light_ = nullptr;  // the input of the last update()
    std::uint64_t version_ = 0;
    std::optional<double> moment_;
    double pending_rows_ = 0;  // asked for since the last update()
};

}  // namespace sweep::app
