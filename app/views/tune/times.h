// Measured times against sigma and against the size of the picture, as points; no curve is fitted to them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sweep::app {

struct TimePoints {
    std::vector<double> x, milliseconds;
};

// Collects times against x > 0 in bins of an eighth of an octave; each bin keeps its last few times.
class TimeBins {
  public:
    static constexpr int kept = 31;

    void add(double x, double milliseconds);
    void clear() { bins_.clear(); }
    bool empty() const { return bins_.empty(); }

    // One point for each bin that has times, in the order of x: the last x of the bin, and the median of its
    // times.
    TimePoints points() const;
    static int bin_of(double x);

  private:
    struct Bin {
        double x = 0;
        std::vector<double> times;  // a ring when it is full
        std::size_t next = 0;
    };
    std::map<int, Bin> bins_;
};

// Collects the engine's time at each sigma while the window is used, for one device, size and filter at a
// time. A time that arrives while sigma changes may belong to an earlier frame, so times count only when
// sigma has stayed in its bin for some frames.
class WorkTimes {
  public:
    // A little more than the number of frames by which a GPU's times lag.
    static constexpr int settled = 8;

    // `key` names all that must be equal for times to be compared. Each key has its own points, which are
    // kept while another key is used.
    void add(const std::string& key, double sigma, double milliseconds);
    const std::string& key() const { return key_; }
    TimePoints points() const;
    void clear();

  private:
    static constexpr std::size_t most_keys = 16;
    std::map<std::string, TimeBins> all_;
    std::string key_;
    int bin_ = 0, frames_ = 0;
};

}  // namespace sweep::app
