// The replay of a real run: the filter runs once with a record of when and on which processor each block ran, and the
// window shows it again, slowed down; another algorithm beside it, on the same axis of time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/lesson/host.h"
#include "app/lesson/info.h"
#include "app/lesson/traffic.h"
#include "app/replay/chart.h"

namespace sweep::app {

// The run takes a third of a second, where the algorithm is not slower; a second where other programs take processors.
class ReplayView final : public LessonHost {
  public:
    static const LessonInfo lesson;

    ReplayView() : LessonHost("to be replayed") {}

    // Goes to where the next piece begins, or the one before.
    void step(double way, TeachSettings& teach) override;
    bool shows_input() const override { return true; }
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;
    bool moves(const TeachSettings& teach) const override { return teach.replay.plays || is_busy(); }

    // The run of the chosen algorithm, and that of the one beside it; none where there is a reason why not.
    const std::vector<RunChart>& runs() const { return runs_; }

  private:
    LessonSubject asks(const LessonFrame& frame) const override;
    void make(const LessonFrame& frame, const ConstImageView& pixels) override;
    void forget() override { runs_.clear(); }
    void play(const LessonFrame& frame) override;
    // The milliseconds of the longest run: all of the axis of time.
    double all() const;
    double now(const TeachSettings& teach) const { return teach.replay.at * all(); }
    void picture(const Area& stage, const Viewer& viewer, double at) const;
    void stages_of(const Trace& run, double at) const;
    void panel(const Area& area, const TeachSettings& teach, bool on_stage) const;
    TrafficRow traffic_of_run(const Trace& run, double at) const;
    void transport(const Area& area, TeachSettings& teach);
    void charts(const Area& area, TeachSettings& teach) const;

    std::vector<RunChart> runs_;
    std::string why_not_beside_;
    std::map<EngineKind, double> copy_gb_per_s_;  // bytes read and bytes written both count
    double gb_per_s_ = 0;                         // of the engine that ran
};

}  // namespace sweep::app
