// Checks the filtered picture in the window against the same filter in double, again and again, on a thread
// of its own beside the frames.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/base/task.h"
#include "app/screen/gl/read_back.h"
#include "app/work/checks/result_check.h"
#include "app/work/engines/engines.h"

namespace sweep::app {

// The result of the newest check, for the panel.
struct AccuracyReport {
    enum class State { idle, checking, right, wrong } state = State::idle;
    std::string text;  // "float32 error 1.2e-07 of peak"; idle: why there is no check
    double error = 0;  // of the peak
};

class Accuracy {
  public:
    // A picture, and what an engine has made of it.
    struct Work {
        const Texture *source, *result;
        const Problem* problem;
        std::vector<double> table_mean;  // for a table of x - mean; otherwise empty
        EngineKind engine;
    };
    // To be called once a frame, after the engine. `changed`: the source has other pixels. No work: nothing
    // is filtered, or shown. There is at most one check a second, which takes at most a tenth of a processor;
    // what has not changed is not checked again. An answer stands until the next one, unless the engine, the
    // algorithm or the kind of filter changes.
    void update(const std::optional<Work>& work, bool changed, double now);
    // True when an answer is still to come, even if nothing changes.
    bool pending() const { return is_due_ || snapshot_.busy() || asked_.has_value(); }
    const AccuracyReport& report() const { return report_; }

  private:
    // The work that a check is about.
    struct Question {
        Problem problem;
        std::vector<double> table_mean;
        EngineKind engine = EngineKind::cpu;
        friend bool operator==(const Question&, const Question&) = default;
    };
    static bool same_but_for_numbers(const Question& a, Question b);
    void take_answer(double now);
    void start_job();

    std::optional<Question> newest_;  // the work that is shown
    std::optional<Question> asked_;   // the work of the snapshot or the job
    bool is_due_ = false;             // newest_ is still to be checked
    double next_ = 0, started_ = 0;
    AccuracyReport report_;
    ReadBack snapshot_;       // not asked again while the task reads it
    Task<ResultCheck> task_;  // last: its destructor waits for the job, which reads the snapshot
};

}  // namespace sweep::app
