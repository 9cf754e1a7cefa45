// Whether what is seen is right: the running picture against the CPU engine in double, again and again, on a thread of its
// own and beside the frames.
#pragma once

#include "app/engines.h"
#include "app/read_back.h"
#include "app/result_check.h"
#include "app/tune_task.h"

#include <optional>
#include <string>
#include <vector>

namespace sweep::app {

// What the panel says of it.
struct AccuracyReport {
    enum class State { idle, checking, right, wrong } state = State::idle;
    std::string text;  // "float32 error 1.2e-07 of peak"; idle: why there is none
    double error = 0;  // of the peak
};

class Accuracy {
  public:
    // What an engine has made of a picture.
    struct Work {
        const Texture *source, *result;
        const Problem* problem;
        std::vector<double> table_mean;  // of a table of x - mean
        Path path;
    };
    // Once a frame, behind the engine. `changed`: the source has other pixels. No work: nothing is filtered, or seen.
    // There is a check a second at most, which keeps a tenth of a processor busy at most; what has not changed is not
    // checked again. An answer stands until the next one, unless another engine, algorithm or kind of filter is at work.
    void update(const std::optional<Work>& work, bool changed, double now);
    // There is more to come, even if nothing changes.
    bool pending() const { return is_due_ || snapshot_.busy() || asked_.has_value(); }
    const AccuracyReport& report() const { return report_; }

  private:
    // What is checked.
    struct Question {
        Problem problem;
        std::vector<double> table_mean;
        Path path = Path::cpu;
        friend bool operator==(const Question&, const Question&) = default;
    };
    static bool same_but_for_numbers(const Question& a, Question b);
    void take_answer(double now);
    void start_job();

    std::optional<Question> newest_;  // what is seen
    std::optional<Question> asked_;   // what the snapshot or the job is of
    bool is_due_ = false;             // newest_ is to be asked
    double next_ = 0, started_ = 0;
    AccuracyReport report_;
    ReadBack snapshot_;       // not asked again while the task reads it
    Task<ResultCheck> task_;  // last: its end waits for the job, which reads the snapshot
};

}  // namespace sweep::app
