// Collects the points of a plot that a worker measures one by one.
#pragma once

#include <mutex>

#include "app/views/tune/times.h"

namespace sweep::app {

class PointSink {
  public:
    void add(double x, double milliseconds) {
        const std::lock_guard lock(mutex_);
        points_.x.push_back(x);
        points_.milliseconds.push_back(milliseconds);
    }
    // Copies the points when their number differs from that of `points`.
    void read(TimePoints& points) const {
        const std::lock_guard lock(mutex_);
        if (points.x.size() != points_.x.size()) points = points_;
    }

  private:
    mutable std::mutex mutex_;
    TimePoints points_;
};

}  // namespace sweep::app
