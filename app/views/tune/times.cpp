#include "app/views/tune/times.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {
namespace {

constexpr double bins_an_octave = 8;

}  // namespace

int TimeBins::bin_of(double x) {
    return int(std::lround(std::log2(x) * bins_an_octave));
}

void TimeBins::add(double x, double milliseconds) {
    if (!(x > 0) || !std::isfinite(x) || !(milliseconds > 0)) return;
    Bin& bin = bins_[bin_of(x)];
    bin.x = x;
    if (bin.times.size() < std::size_t(kept))
        bin.times.push_back(milliseconds);
    else
        bin.times[bin.next] = milliseconds;
    bin.next = (bin.next + 1) % std::size_t(kept);
}

TimePoints TimeBins::points() const {
    TimePoints points;
    for (const auto& entry : bins_) {
        const Bin& bin = entry.second;
        std::vector<double> times = bin.times;
        const auto median = times.begin() + std::ptrdiff_t(times.size() / 2);
        std::nth_element(times.begin(), median, times.end());
        points.x.push_back(bin.x);
        points.milliseconds.push_back(*median);
    }
    return points;
}

void WorkTimes::add(const std::string& key, double sigma, double milliseconds) {
    const int bin = TimeBins::bin_of(sigma);
    if (key != key_ || bin != bin_) {
        if (all_.size() >= most_keys && !all_.contains(key)) all_.clear();
        key_ = key;
        bin_ = bin;
        frames_ = 0;
    }
    if (++frames_ > settled) all_[key_].add(sigma, milliseconds);
}

TimePoints WorkTimes::points() const {
    const auto here = all_.find(key_);
    return here == all_.end() ? TimePoints() : here->second.points();
}

void WorkTimes::clear() {
    all_.clear();
    frames_ = 0;
}

}  // namespace sweep::app
