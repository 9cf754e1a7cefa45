// Times over the last frames: a short history for each row of the timing panel.
#pragma once

#include "app/gl.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sweep::app {

double wall_seconds();

inline constexpr int history_length = 120;

// The last `history_length` values, and their order statistics. The first value of all gives way to the second: what is
// done for the first time compiles, allocates and touches memory.
class History {
  public:
    void add(double value);
    void clear() {
        count_ = 0;
        is_warm_ = false;
    }
    int count() const { return count_ < history_length ? count_ : history_length; }
    double last() const;
    double quantile(double fraction) const;
    // Oldest first.
    std::vector<float> values() const;

  private:
    std::array<double, history_length> ring_{};
    int count_ = 0;
    bool is_warm_ = false;
};

// The row that sums up what the filter takes.
inline constexpr std::string_view total_row = "all stages";

// What a row's time is a part of: of what the filter takes, of bringing pixels to it and back, which the filter's time
// leaves out, or of what goes on beside it.
enum class Part { filter, transfer, beside };

// What the panel shows of one row; text changes four times a second, so that it can be read.
struct TimingRow {
    std::string name, step;
    std::uint64_t bytes = 0;  // 0: this row moves none that we count
    double last_ms = 0, median_ms = 0, p95_ms = 0, least_ms = 0, most_ms = 0;
    int count = 0;  // frames that these are of
    Part part = Part::beside;
};

// The parts of the filter and their sum are always of the same frames: those since the filter consists of these parts
// and moves these bytes. So no quantile of a part is above that of the sum.
class Timings {
  public:
    void begin_frame() { fresh_.clear(); }
    // Rows keep the order in which they are added; what has the same name and step within a frame is one row.
    void add(std::string_view name, std::string_view step, std::uint64_t bytes, double milliseconds,
             Part part = Part::beside);
    // The frame has all of its rows. Rows that were not added again disappear.
    void end_frame();
    // What comes from now on is of other work, even where its rows are called the same.
    void begin_other_work();
    // Wall time of the last frame until the next one; to be left out where somebody rested between them.
    void add_interval(double milliseconds);

    // Behind the last part of the filter comes their sum, and at the end the frame. Refreshed at 4 Hz by `seconds`, or
    // now.
    const std::vector<TimingRow>& rows(double seconds, bool refresh = false);
    const History& frame() const { return frame_; }
    double frame_median_ms() const { return shown_frame_ms_; }

  private:
    struct Entry {
        TimingRow row;
        History history;
    };
    bool has_other_parts() const;

    std::vector<TimingRow> fresh_;  // of the frame that goes on; last_ms alone
    std::vector<Entry> entries_;
    History total_, frame_;
    bool works_anew_ = true;  // the last frame was the first of its work
    std::vector<TimingRow> shown_;
    double shown_at_ = -1, shown_frame_ms_ = 0;
};

// Time that the GPU spends between begin() and end(), read a few frames later so that nothing waits. Software
// OpenGL answers such questions before it has drawn anything; there the clock of the wall is used, and waited
// for.
class GpuTimer {
  public:
    void begin();
    void end();
    // Milliseconds of the newest finished measurement; negative before the first.
    double newest_ms();

  private:
    static constexpr int depth = 6;
    struct Pair {
        Query start, stop;
        bool pending = false;
    };
    std::array<Pair, depth> ring_;
    int next_ = 0;
    double newest_ = -1, started_ = 0;
};

}  // namespace sweep::app
