// A race of recorded runs, all on one axis of time: bets before the start, and who was first.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson/traffic.h"
#include "app/lessons/replay/chart.h"
#include "app/work/request/filter_settings.h"

namespace sweep::app {

inline constexpr std::size_t most_runners = 5;
// What --replay-beside calls the algorithms of the meter of traffic.
inline constexpr std::string_view meter_runners = "meter";

// The chosen algorithm and those beside it; or, where these are the meter's, all of these that the filter has. Throws
// Error for a name that is none, and for more than most_runners.
std::vector<AlgorithmChoice> runners_of(const Problem& problem, const std::string& beside);

class Race {
  public:
    // To be called once a frame: how far the race has come, from 0 to 1. Where it stands at the start bets are taken,
    // and until it has come to the end nothing is to be shown that gives away how it ends.
    void see(double at, bool plays, std::size_t runners);
    bool takes_bets() const { return takes_bets_; }
    bool is_secret() const { return is_secret_; }
    void bet(std::size_t runner);
    int bets_on(std::size_t runner) const { return runner < bets_.size() ? bets_[runner] : 0; }
    int bets() const;

  private:
    std::vector<int> bets_;
    bool takes_bets_ = false, is_secret_ = false;
};

// The index of the shortest run.
std::size_t first_of(const std::vector<RunChart>& runs);
// "Algorithm 7 was first, in 0.651 ms; rt took 1.25 times as long. 3 of 7 bets were right."
std::string result_of(const std::vector<RunChart>& runs, const Race& race);
// The part of the picture, from 0 to 1, that is finished: that the last stage has left behind.
double finished_part(const Trace& run, double at);

}  // namespace sweep::app
