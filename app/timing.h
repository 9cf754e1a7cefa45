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

// The last `history_length` values, and their order statistics.
class History {
  public:
    void add(double value);
    void clear() { count_ = 0; }
    int count() const { return count_ < history_length ? count_ : history_length; }
    double last() const;
    double quantile(double fraction) const;
    // Oldest first.
    std::vector<float> values() const;

  private:
    std::array<double, history_length> ring_{};
    int count_ = 0;
};

// The row that sums up an engine's stages.
inline constexpr std::string_view total_row = "all stages";

// What the panel shows of one row; text changes four times a second, so that it can be read.
struct TimingRow {
    std::string name, step;
    std::uint64_t bytes = 0;  // 0: this row moves none that we count
    double last_ms = 0, median_ms = 0, p95_ms = 0, least_ms = 0, most_ms = 0;
    int count = 0;  // frames that these are of
};

class Timings {
  public:
    // A new frame begins: rows that are not added again disappear.
    void begin_frame();
    // Rows keep the order in which they are added.
    void add(std::string_view name, std::string_view step, std::uint64_t bytes, double milliseconds);
    // Wall time from frame to frame.
    void add_frame(double milliseconds) { frame_.add(milliseconds); }

    // Refreshed at 4 Hz by `seconds`, or now.
    const std::vector<TimingRow>& rows(double seconds, bool refresh = false);
    const History& frame() const { return frame_; }
    double frame_median_ms() const { return shown_frame_ms_; }

  private:
    struct Entry {
        TimingRow row;
        History history;
        bool present = false;
    };
    std::vector<Entry> entries_;
    std::size_t cursor_ = 0;
    History frame_;
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
