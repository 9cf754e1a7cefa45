// Times of the last frames: a short history for each row of the timing panel.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/screen/gl/gl.h"

namespace sweep::app {

double wall_seconds();

inline constexpr int history_length = 120;

// The last `history_length` values, and their order statistics. The second value replaces the first, because
// work that is done for the first time also compiles, allocates and touches memory.
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

// The name of the row with the filter's whole time.
inline constexpr std::string_view total_row = "all stages";

// What a row's time belongs to: the filter; the transfer of pixels to it and back, which the filter's time
// leaves out; or other work of the frame.
enum class Part { filter, transfer, beside };

// One row of the timing panel.
struct TimingRow {
    std::string name, step;
    std::uint64_t bytes = 0;  // 0: they are not counted
    double last_ms = 0, median_ms = 0, p95_ms = 0, least_ms = 0, most_ms = 0;
    int count = 0;  // frames in the history
    Part part = Part::beside;
};

// The histories of the filter's parts and of their sum always cover the same frames: those since the filter
// has had these parts and has moved these bytes. So no quantile of a part exceeds that of the sum.
class Timings {
  public:
    void begin_frame() { fresh_.clear(); }
    // Rows keep the order in which they are added. Times with the same name and step within a frame add up in
    // one row.
    void add(std::string_view name, std::string_view step, std::uint64_t bytes, double milliseconds,
             Part part = Part::beside);
    // Ends the frame. Rows that were not added to it disappear.
    void end_frame();
    // Starts new histories for the filter's parts: what follows is other work, even where its rows have the
    // same names.
    void begin_other_work();
    // The wall time from the last frame to the next; not to be called where the window was idle between them.
    void add_interval(double milliseconds);

    // All rows; the sum follows the last part of the filter, and the frame comes last. They are computed anew
    // four times a second of the clock `seconds`, so that a person can read them, or at once with `refresh`.
    const std::vector<TimingRow>& rows(double seconds, bool refresh = false);
    const History& frame() const { return frame_; }
    double frame_median_ms() const { return shown_frame_ms_; }

  private:
    struct Entry {
        TimingRow row;
        History history;
    };
    bool has_other_parts() const;

    std::vector<TimingRow> fresh_;  // of the frame under way, with last_ms alone
    std::vector<Entry> entries_;
    History total_, frame_;
    bool works_anew_ = true;  // the last frame was the first of its work
    std::vector<TimingRow> shown_;
    double shown_at_ = -1, shown_frame_ms_ = 0;
};

// Measures the time that the GPU spends between begin() and end(), and reads it a few frames later so that
// nothing waits. Software OpenGL answers timer queries before it has drawn anything; there it takes the wall
// clock and waits.
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

// Adds the newest time of this timer, if there is one, as a row whose step is GL.
void add_time(Timings& timings, std::string_view row, GpuTimer& timer, Part part = Part::beside);

}  // namespace sweep::app
