// The replay of a real run: the filter runs once with a record of when and on which processor each block ran, and the
// window shows it again, slowed down; or a race of several algorithms, each recorded alone, on one axis of time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson/host.h"
#include "app/lessons/lesson/info.h"
#include "app/lessons/lesson/traffic.h"
#include "app/lessons/replay/chart.h"
#include "app/lessons/replay/race.h"
#include "app/ui/actions.h"
#include "core/engine/engine.h"

namespace sweep::app {

inline constexpr double seconds_of_run = 12;  // in which a whole run is shown
// The pixels of a picture that is replayed: more than a GPU has room for on its chip.
inline constexpr std::size_t most_replayed = std::size_t(1) << 24;

// The picture as the screen shows it, of pixels that are light or, where they are `encoded`, shown as they are; a
// large one is made smaller.
Texture screen_picture(const ConstImageView& light, bool encoded);

// The run takes a third of a second, where the algorithm is not slower; a second where other programs take processors.
class ReplayView final : public LessonHost {
  public:
    static const LessonInfo lesson;
    static void add_actions(std::vector<Action>& actions, Settings& settings);

    ReplayView() : LessonHost("to be replayed", most_replayed) {}

    // Takes the keys that mean something else before a race: 1 to 5 bet, and Enter starts.
    bool press(Chord chord, TeachSettings& teach) override;

    // Goes to where the next piece begins, or the one before.
    void step(double way, TeachSettings& teach) override;
    bool shows_input() const override { return !is_race(); }
    void draw(const TeachLayout&, const Viewer&, const Settings&, const LessonCanvas& canvas) override {
        encoded_ = canvas.encoded;
    }
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;
    bool moves(const TeachSettings& teach) const override { return teach.replay.plays || is_busy(); }
    bool is_busy() const override { return LessonHost::is_busy() || !waiting_.empty(); }

    // The run of the chosen algorithm, and those beside it; none where there is a reason why not.
    const std::vector<RunChart>& runs() const { return runs_; }
    const Race& race() const { return race_; }
    // The runs are shown only as far as the race has come. While the last ones are recorded the first ones would give
    // away how long they take.
    bool is_secret() const { return race_.is_secret() || !waiting_.empty(); }

  private:
    LessonSubject asks(const LessonFrame& frame) const override;
    void make(const LessonFrame& frame, const ConstImageView& pixels) override;
    void forget() override;
    void leave_for(const LessonSubject&) override { forget(); }  // times are those of this subject alone
    void play(const LessonFrame& frame) override;
    // The milliseconds of the longest run: all of the axis of time.
    double all() const;
    double now(const TeachSettings& teach) const { return teach.replay.at * all(); }
    // Records the next of those that wait. Throws Error where it cannot run.
    void record_next();
    bool is_race() const { return runs_.size() + waiting_.size() > 1; }
    void picture(const Area& stage, const Viewer& viewer, double at) const;
    // With the state of the race, where there is no panel that has it.
    void picture_of_race(const Area& stage, const std::string& state, double at) const;
    struct LanePlace {
        ImVec2 corner;
        float width, zoom;
    };
    void lane(ImDrawList& list, std::size_t runner, const LanePlace& place, double at) const;
    void stages_of(const Trace& run, double at) const;
    void panel(const Area& area, const TeachSettings& teach, bool on_stage);
    void numbers_of_run(double at, bool on_stage) const;
    std::string state_of_race(const TeachSettings& teach) const;
    void runners(double at);
    TrafficRow traffic_of_run(const Trace& run, double at) const;
    void transport(const Area& area, TeachSettings& teach);
    void charts(const Area& area, TeachSettings& teach) const;

    std::unique_ptr<Engine> engine_;        // while there is one to be recorded
    Image grey_;                            // what it filters of a picture that is grey
    std::vector<AlgorithmChoice> waiting_;  // to be recorded, one in each frame
    std::vector<RunChart> runs_;
    std::vector<std::string> left_out_;  // why some do not run
    std::string disturbed_;              // whose time says little: "4, 5"
    Race race_;
    Texture seen_;                                // the picture as the screen shows it, for a race
    bool encoded_ = false;                        // the input is not light
    std::optional<bool> seen_encoded_{};          // as which `seen_` shows it; nothing: it is not made
    std::map<EngineKind, double> copy_gb_per_s_;  // bytes read and bytes written both count
    double gb_per_s_ = 0;                         // of the engine that ran
};

}  // namespace sweep::app
