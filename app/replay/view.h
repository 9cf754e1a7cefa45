// The replay of a real run: the filter runs once with a record of when and on which processor each block ran, and the
// window shows it again, slowed down; another algorithm beside it, on the same axis of time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/canvas/viewer.h"
#include "app/gl/subject_read.h"
#include "app/replay/chart.h"
#include "app/request/settings.h"
#include "app/ui/player.h"

namespace sweep::app {

class ReplayView {
  public:
    // Asks for the pixels, and runs anew when they, the problem or the engine have changed, for a third of a second at most
    // where the algorithm is not slower. `input` is GL_RGBA32F; `version` changes with its contents.
    void update(const Texture& input, std::uint64_t version, const Problem& problem, EngineKind engine,
                TeachSettings& teach, double seconds);
    // Draws over the picture, and the panels around it; to be called between Gui::begin() and end().
    void draw(const PlayerAreas& areas, const Viewer& viewer, TeachSettings& teach);

    // Goes to where the next piece begins, or the one before.
    void step(int way, TeachSettings& teach) const;

    bool is_busy() const { return read_.busy() || (runs_.empty() && why_not_.empty()); }
    // The run of the chosen algorithm, and that of the one beside it; none where there is a reason why not.
    const std::vector<RunChart>& runs() const { return runs_; }
    const std::string& why_not() const { return why_not_; }

  private:
    // All that a run depends on.
    struct Subject {
        unsigned input = 0;
        std::uint64_t version = 0;
        Problem problem;
        EngineKind engine = EngineKind::automatic;
        std::string beside;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    void run_all(const ConstImageView& in);
    // The milliseconds of the longest run: all of the axis of time.
    double all() const;
    double now(const TeachSettings& teach) const { return teach.replay_at * all(); }
    void picture(const Area& stage, const Viewer& viewer, double at) const;
    void stages_of(const Trace& run, double at) const;
    void panel(const Area& area, const TeachSettings& teach) const;
    void transport(const Area& area, TeachSettings& teach) const;
    void charts(const Area& area, TeachSettings& teach) const;

    SubjectRead<Subject> read_;
    std::vector<RunChart> runs_;
    std::string why_not_, why_not_beside_;
    std::map<EngineKind, double> copy_gb_per_s_;  // bytes read and bytes written both count
    double gb_per_s_ = 0;                         // of the engine that ran
};

}  // namespace sweep::app
