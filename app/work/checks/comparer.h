// A thread for comparisons that are too slow for a frame: one job at a time, whose answer comes in a later
// frame.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/work/checks/comparison.h"

namespace sweep::app {

struct Compared {
    Statistics statistics;
    Image difference;  // from a truth: float, four channels; otherwise empty
    Region region;     // the compared part of the picture
    std::string note;  // why there is no comparison; otherwise empty
    double seconds = 0;
};

class Comparer {
  public:
    Comparer();
    ~Comparer();  // waits for the job under way

    bool busy() const;
    // Starts a job; busy() must be false. The text of what it throws becomes the note of its answer.
    void start(std::function<Compared()> job);
    // Returns the answer of a finished job, once; until then busy() is true.
    std::optional<Compared> take();

  private:
    void work();

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::function<Compared()> job_;
    std::optional<Compared> done_;
    bool busy_ = false, leave_ = false;
    std::thread thread_;  // the last member, because it uses all others
};

}  // namespace sweep::app
