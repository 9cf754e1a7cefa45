// A student's file in the window: compiled and run at every save, and stepped through by the phases of its blocks,
// forwards and backwards.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/files/file_watch.h"
#include "app/base/task.h"
#include "app/lab/run_state.h"
#include "app/lab/watched_file.h"
#include "app/lessons/lab/memory.h"
#include "app/lessons/lesson/info.h"
#include "app/lessons/lesson/lesson.h"
#include "app/lessons/lesson/traffic.h"

namespace sweep::app {

class LabView final : public LessonView {
  public:
    static const LessonInfo lesson;

    // Runs this file at the next look(), and whenever it is saved. Without one nothing is ever run.
    void watch(WatchedFile file);
    // Compiles the file if it was saved since; true where something has changed.
    bool look();

    void update(const LessonFrame& frame) override;
    void step(double steps, TeachSettings& teach) override;
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;
    bool press(Chord chord, TeachSettings& teach) override;
    bool is_busy() const override { return task_.running(); }
    bool moves(const TeachSettings& teach) const override { return teach.lab.plays && state_; }
    // The compiler works beside the frames.
    bool computes() const override { return is_busy(); }
    std::string why_not() const override;

    // The run that is shown; null until there is one. It may be an older one than the verdict's.
    const RunState* run() const { return state_.get(); }
    const LabVerdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }
    // The element whose story is told: under the mouse, or else kept by a click.
    std::optional<RunElement> shown_element() const { return hovered_ ? hovered_ : kept_; }

  private:
    struct Said {
        std::string title, text;
        bool is_good = false;
    };

    void begin();
    void take(WatchedRun run, TeachSettings& teach);
    void find_fault(TeachSettings& teach);
    Said said() const;
    bool is_recorded(const Size& size) const;
    int step_of(const TeachSettings& teach) const;
    // How much of the stage it takes.
    float draw_verdict(const Area& stage) const;
    void draw_stage(Area stage, int phase);
    void panel(const Area& area, int phase) const;
    void source(int phase, float height) const;
    // `below`: the height of the meter's rows.
    void story(const Area& area, int phase, float below) const;
    void meter(const Area& area, int phase, const std::vector<TrafficRow>& rows) const;
    std::vector<TrafficRow> meter_rows(int phase) const;
    void transport(const Area& area, TeachSettings& teach) const;
    void strip(const Area& area, TeachSettings& teach) const;
    std::string phase_text(int phase) const;

    std::optional<WatchedFile> watched_;
    FileWatch watch_;
    bool is_saved_ = false;  // since the text was read that is compiled or shown

    std::string code_;                 // that is compiled
    std::vector<std::string> source_;  // the lines of the text that the verdict is on
    std::string trouble_;              // why there is no verdict
    Exercise exercise_;                // of the verdict
    std::optional<LabVerdict> verdict_;
    std::unique_ptr<RunState> state_;
    std::vector<CellRange> ranges_;
    std::vector<TrafficRow> own_;  // of Sweep's algorithms for the same filter
    bool is_stale_ = false;        // the run is one of an older text
    std::optional<int> faulty_phase_;
    LabMarks marks_;  // of the fault
    std::optional<RunElement> kept_, hovered_;
    float mouse_x_ = -1, mouse_y_ = -1;

    Task<WatchedRun> task_;  // the last member: its destructor waits for the compiler
};

}  // namespace sweep::app
