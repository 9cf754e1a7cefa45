// A thread of its own for what is too slow for a frame: one job at a time, answered in a later frame.
#pragma once

#include "app/comparison.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace sweep::app {

struct Compared {
    Statistics statistics;
    Image difference;  // of a truth: float, four channels; otherwise empty
    Region region;     // of the picture
    std::string note;  // why there is nothing to compare; otherwise empty
    double seconds = 0;
};

class Comparer {
  public:
    Comparer();
    ~Comparer();  // waits for the job under way

    bool busy() const;
    // Only when it is not busy. What the job throws becomes the note of its answer.
    void start(std::function<Compared()> job);
    // Once for every job, when it is done; busy() until then.
    std::optional<Compared> take();

  private:
    void work();

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::function<Compared()> job_;
    std::optional<Compared> done_;
    bool busy_ = false, leave_ = false;
    std::thread thread_;  // the last member: it uses all of the others
};

}  // namespace sweep::app
