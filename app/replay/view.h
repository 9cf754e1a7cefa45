// The replay of a real run: the filter runs once with a record of when and on which processor each block ran, and the
// window shows it again, slowed down.
#pragma once

#include <optional>
#include <string>

#include "app/canvas/viewer.h"
#include "app/gl/read_back.h"
#include "app/request/settings.h"
#include "app/ui/player.h"
#include "core/engine/trace.h"

namespace sweep::app {

class ReplayView {
  public:
    // Asks for the pixels, and runs anew when they or the problem have changed, for a third of a second at most where
    // the algorithm is not slower. `input` is GL_RGBA32F; `version` changes
    // with its contents.
    void update(const Texture& input, std::uint64_t version, const Problem& problem, TeachSettings& teach,
                double seconds);
    // Draws over the picture, and the panels around it; to be called between Gui::begin() and end().
    void draw(const PlayerAreas& areas, const Viewer& viewer, TeachSettings& teach);

    // Goes to where the next piece begins, or the one before.
    void step(int way, TeachSettings& teach) const;

    bool is_busy() const { return read_.busy() || (!trace_ && why_not_.empty()); }
    const std::optional<Trace>& trace() const { return trace_; }
    const std::string& why_not() const { return why_not_; }

  private:
    // All that a run depends on.
    struct Subject {
        unsigned input = 0;
        std::uint64_t version = 0;
        Problem problem;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    double now(const TeachSettings& teach) const { return teach.replay_at * trace_->milliseconds(); }
    void picture(const Area& stage, const Viewer& viewer, double at) const;
    void panel(const Area& area, const TeachSettings& teach) const;
    void transport(const Area& area, TeachSettings& teach) const;
    void chart(const Area& area, TeachSettings& teach) const;

    Subject subject_;
    bool asked_ = false;
    std::optional<Trace> trace_;
    std::string why_not_;
    ReadBack read_;
};

}  // namespace sweep::app
