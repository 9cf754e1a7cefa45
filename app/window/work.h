// The work of the engines in a frame: the problem that settings and input make, the engine that solves it,
// the depth of field around it, the filter with which it is compared, and the times of all of these.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/screen/gl/timing.h"
#include "app/views/compare/view.h"
#include "app/views/derived/filtered_picture.h"
#include "app/views/focus/depth_of_field.h"
#include "app/views/preview/preview.h"
#include "app/views/tune/view.h"
#include "app/window/panels/notices.h"
#include "app/window/source.h"
#include "app/work/checks/accuracy.h"
#include "app/work/checks/copy_yardstick.h"
#include "app/work/checks/gpu_measuring.h"
#include "app/work/checks/table_error.h"
#include "app/work/engines/texture_filter.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// Whether a frame may show a preview, or the result of before while programs are linked, so that the next one comes
// soon; whether a button is held; and the zoom.
struct Haste {
    bool allowed = false, holds = false;
    float zoom = 1;
};

class Work {
  public:
    // `by_shaders`: the depth of field uses compute shaders even if the engine works in the memory of the
    // CPU.
    Work(const Settings& settings, bool by_shaders, Notices& notices, TuneView& tuning);

    const TextureFilter& filter() const { return main_.filter(); }
    // Takes another engine if the settings ask for one. If it is not available, a message says so and the
    // settings return to the old one.
    void choose_engine(Settings& settings);

    // The filter whose result is shown: that of slot 2 while slots are compared, if it is stored; otherwise
    // that of the controls.
    static FilterSettings& shown_filter(Settings& settings);
    // The problem that a filter makes of an input: run() solves it and the panels show it. An algorithm that
    // cannot solve it is left in.
    Problem problem_for(const Settings& settings, const Input& input, const FilterSettings& filter) const;

    // Solves the problem of the filter that is shown, and returns the picture to show. An algorithm that
    // cannot solve it is replaced by `auto` in the filter that asked for it, and a message says why. Throws
    // Error if the engine refuses. What takes long is not filtered again where nothing has changed.
    const Texture* run(Settings& settings, const Input& input, const Haste& haste);
    // The last run() returned a preview.
    bool is_preview() const { return preview_of_.has_value(); }
    // The last run() returned the result of before: the driver links what the next one needs.
    bool is_linking() const { return is_linking_; }
    // How far the filter has come whose result the last run() returned, in words;
    // empty: it is the result of all of the picture.
    std::string progress() const;
    void stop_awaiting() { is_linking_ = is_flowing_ = other_is_flowing_ = false; }  // another view is shown
    // The engine of the result, which is not that of filter() where that has no filter that follows the picture.
    EngineKind engine() const { return main_.engine(); }
    // It has filtered nothing: the times are those of an earlier frame.
    bool is_idle() const { return is_idle_; }
    // Whether the depth of field marks the plane in focus.
    void show_focus_plane(bool shown) { depth_of_field_.show_plane(shown); }
    // The pixels of the input have changed since the last run.
    void note_change() { input_changed_ = true; }
    bool input_changed() const { return input_changed_; }
    // The result of an earlier frame, if it belongs to this picture and view, otherwise null. If there is
    // one, problem() becomes the problem that it solves.
    const Texture* kept_result(const Settings& settings, const Input& input);
    void forget_result() {
        kept_ = {};
        before_ = {};
    }
    // The problem that was solved last, or of which there is a preview; null: none yet.
    const Problem* problem() const {
        const std::optional<Problem>& problem = preview_of_ ? preview_of_ : main_.recipe().problem;
        return problem ? &*problem : nullptr;
    }
    // What was derived from it.
    const Derived& derived() const { return main_.recipe().derived; }

    // The images that the comparison is to show. `result` null: nothing is filtered.
    ShownImages shown(Settings& settings, const Input& input, const Texture* result, bool changed);
    // Has the result checked against the CPU engine in double, while the panel that shows the answer is open.
    // `result` null: nothing was filtered.
    void check_accuracy(const Settings& settings, const Input& input, const Texture* result, bool changed);
    const AccuracyReport& accuracy() const { return accuracy_.report(); }
    const TableError& table_error() const { return table_error_; }

    // Begins to measure which choices are fastest on this GPU, or stops.
    void measure_gpu();
    // Takes one step of that measurement. True if it did: the frame does not count as a slow one.
    bool step_measuring(const Settings& settings);
    const GpuMeasuring& measuring() const { return measuring_; }

    Timings& timings() { return timings_; }
    // Measures, a piece a frame, how fast memory is copied: this frame took copy_ms() milliseconds longer
    // because of it.
    void step_copy() { copy_ms_ = main_.recipe().problem ? copy_.step(memory()) : 0; }
    double copy_ms() const { return copy_ms_; }
    double copy_gb_per_s() const { return copy_.gb_per_s(memory()); }
    const std::string& copy_note() const { return copy_.note(memory()); }

    // A worker thread makes or checks a result, or a driver links programs.
    bool is_busy() const {
        return is_linking_ || is_flowing_ || other_is_flowing_ || accuracy_.pending() ||
               depth_of_field_.leaks().pending();
    }
    // The map of what leaks in a depth of field is asked for, and still to come.
    const LeakMap& leaks() const { return depth_of_field_.leaks(); }
    // The speed of copies is not yet measured.
    bool is_measuring_copies() const { return main_.recipe().problem && !copy_.is_known(memory()); }
    std::string reload_shaders() { return depth_of_field_.reload() + main_.reload() + other_.reload(); }

  private:
    void renew_engines(const Settings& settings);
    Problem possible(FilterSettings& owner, Problem problem);
    // The problem with `auto`, because `owner` asked for an algorithm that cannot solve it.
    Problem give_way(FilterSettings& owner, Problem problem, const std::string& reason);
    // What the owner makes with the problem; nothing is derived from now on, with a message, where that cannot be.
    Recipe recipe_for(FilterSettings& owner, Problem problem);
    // Shows a preview of the problem, where that is wanted; otherwise null.
    const Texture* preview(const Settings& settings, const Input& input, const Problem& problem,
                           const Haste& haste);
    // Whether kept_result() has one.
    bool has_kept(const Settings& settings, const Input& input) const;
    // False where it has not begun, which it may do if `may_wait`, because programs are still to be linked.
    bool solve(Settings& settings, const TableSource& source, Problem problem, bool changed,
               bool may_wait = false);
    // Names the problem of a blur that no engine solves.
    void solve_nothing(Problem problem);
    const Texture* blur(Settings& settings, const Input& input);
    void draw_other_half(const Settings& settings, const Input& input);
    ShownImage other_shown(Settings& settings, const Input& input, bool changed);
    // The engine in whose memory copies are the yardstick. The reference works in the memory of the CPU.
    EngineKind memory() const { return filter().in_memory() ? EngineKind::cpu : filter().engine(); }

    Notices& notices_;
    TuneView& tuning_;
    FilteredPicture main_, other_;                        // the result; that of slot 1
    EngineKind choice_;                                   // that both have
    std::optional<FilterSpec> shown_smoothing_;           // of the result that was shown last
    bool hurries_ = false;                                // the last run() did
    bool is_flowing_ = false, other_is_flowing_ = false;  // a filter has steps left
    bool is_made_anew_ = false;                           // by other steps, since a result was shown
    std::unique_ptr<Preview> preview_;
    int reduction_ = 1;                  // of the last preview
    std::optional<Problem> preview_of_;  // the problem that the last preview stands for
    std::optional<Problem> asked_;       // the problem that was to be shown last, and since when
    double asked_at_ = 0;
    double solve_seconds_ = 0;  // that the last run of the filter took
    int solved_ = 0;            // how often the last problem was solved
    bool is_idle_ = false, is_linking_ = false;
    bool has_solved_ = false;           // an engine solved the last problem
    const Texture* weights_ = nullptr;  // Input::weights of the last frame
    GLuint source_ = 0;                 // the texture that the filter has read last; 0: memory
    bool input_changed_ = true;         // since the filter ran last
    // The last problem that its algorithm was found able to solve, and on which engine.
    std::optional<Problem> possible_;
    EngineKind possible_engine_ = EngineKind::automatic;
    // The last result; it stays on the screen if a newer one cannot be computed.
    struct Kept {
        const Texture* texture = nullptr;
        GLuint name = 0;
        Recipe recipe{};
        bool blurred = false;  // is a depth of field
    } kept_;
    Texture before_;  // the last result of the engine of before, until there is one of this

    DepthOfField depth_of_field_;
    GpuTimer layers_timer_, blur_timer_, other_half_timer_;
    TableError table_error_;
    Precision measured_precision_ = Precision::automatic;  // of the table whose error was measured

    Accuracy accuracy_;
    Timings timings_;
    CopyYardstick copy_;
    double copy_ms_ = 0;
    GpuMeasuring measuring_;
};

}  // namespace sweep::app
