// What every lesson of the view of the passes is to the window: what a frame tells it, and what a frame asks of it.
#pragma once

#include <cstdint>
#include <string>

#include "app/screen/canvas/viewer.h"
#include "app/screen/gl/gl.h"
#include "app/ui/actions.h"
#include "app/ui/player.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// What a frame tells a lesson.
struct LessonFrame {
    const Texture& light;       // the input: GL_RGBA32F, outlives the frame
    std::uint64_t version = 0;  // changes with its contents
    const Problem& problem;     // as it is asked for
    Settings& settings;
    double seconds = 0;  // since the last frame
};

// The division of the window's part for pictures; areas for which there is no room are empty.
struct TeachLayout : PlayerAreas {
    Area picture;           // in the stage, without the margin around it
    float margin = 0;       // window pixels between picture and stage
    bool on_stage = false;  // of a lecture: the picture, the numbers and no controls
};

// Where and how a lesson draws what lies under its panels.
struct LessonCanvas {
    const Texture* input = nullptr;
    bool encoded = false;  // the input is not light
    GLuint framebuffer = 0;
    int window_height = 0;
};

class LessonView {
  public:
    LessonView() = default;
    LessonView(const LessonView&) = delete;
    LessonView& operator=(const LessonView&) = delete;
    virtual ~LessonView() = default;

    // To be called once a frame while the lesson is shown. Throws Error as an engine does.
    virtual void update(const LessonFrame& frame) = 0;
    // To be called once a frame while it is not shown.
    virtual void rest() {}
    // Goes on by so many rows, columns, steps or figures, or back.
    virtual void step(double rows, TeachSettings& teach) = 0;
    // Draws what lies under the panels; without it nothing does.
    virtual void draw(const TeachLayout&, const Viewer&, const Settings&, const LessonCanvas&) {}
    // True where that is the input as it is, which the view draws itself.
    virtual bool shows_input() const { return false; }
    // Draws over the picture, and the panels around it; to be called between Gui::begin() and end().
    virtual void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) = 0;

    // Takes a key that means something else while this is shown: digits of an answer, or Escape of what is unfolded.
    virtual bool press(Chord, TeachSettings&) { return false; }
    // Keeps the number that is looked at, or unfolds its sum once more.
    virtual void unfold() {}
    // Hides the number, and asks for it; or shows it again.
    virtual void hide() {}

    // True where dragging over the picture is the lesson's, and does not move it.
    virtual bool takes_drags(const TeachSettings&) const { return false; }

    // True when there is something to draw in place of the picture.
    virtual bool is_ready() const { return true; }
    // True when work is under way whose result later frames will show.
    virtual bool is_busy() const = 0;
    // True when frames have to follow each other: something plays, is about to arrive, or will change by itself.
    virtual bool moves(const TeachSettings&) const { return is_busy(); }
    // True while something is computed so slowly that frames need not follow each other, and for which a saved picture
    // should wait.
    virtual bool computes() const { return false; }
    // Why there is nothing to show, in one line that says what to choose; empty where there is something, or will be.
    virtual std::string why_not() const = 0;
};

}  // namespace sweep::app
