// Measured times against sigma and against the size of the picture: points, and nothing fitted to them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sweep::app {

struct TimePoints {
    std::vector<double> x, milliseconds;
};

// Values of x, which is positive, in bins of an eighth of an octave; of each bin the last few times are kept.
class TimeBins {
  public:
    static constexpr int kept = 31;

    void add(double x, double milliseconds);
    void clear() { bins_.clear(); }
    bool empty() const { return bins_.empty(); }

    // One for each bin that has times, by x: that of the last time, and the median of the times.
    TimePoints points() const;
    static int bin_of(double x);

  private:
    struct Bin {
        double x = 0;
        std::vector<double> times;  // a ring, once it is full
        std::size_t next = 0;
    };
    std::map<int, Bin> bins_;
};

// Fills while one works: what the engine takes at each sigma, for one device, size and filter at a time. A time that
// arrives while sigma is moving may be that of a frame before: it counts once sigma has stayed in its bin a while.
class WorkTimes {
  public:
    // Frames that a GPU's times lag behind, and some.
    static constexpr int settled = 8;

    // `key` names what must be the same for times to be compared; another one begins anew, but comes back when it was
    // there before.
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
