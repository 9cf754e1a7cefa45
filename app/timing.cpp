#include "app/timing.h"

#include <algorithm>
#include <chrono>

namespace sweep::app {

double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void History::add(double value) {
    ring_[std::size_t(count_ % history_length)] = value;
    // Beyond one round only the position in the ring matters: keep the counter small.
    if (++count_ == 2 * history_length) count_ = history_length;
}

double History::last() const {
    return count_ == 0 ? 0 : ring_[std::size_t((count_ - 1) % history_length)];
}

double History::quantile(double fraction) const {
    const int n = count();
    if (n == 0) return 0;
    std::array<double, history_length> sorted = ring_;
    const auto at = sorted.begin() + std::min(n - 1, int(fraction * n));
    std::nth_element(sorted.begin(), at, sorted.begin() + n);
    return *at;
}

std::vector<float> History::values() const {
    std::vector<float> ordered;
    const int n = count(), first = count_ < history_length ? 0 : count_ % history_length;
    for (int i = 0; i < n; ++i) ordered.push_back(float(ring_[std::size_t((first + i) % history_length)]));
    return ordered;
}

void Timings::begin_frame() {
    std::erase_if(entries_, [](const Entry& entry) { return !entry.present; });
    for (Entry& entry : entries_) entry.present = false;
    cursor_ = 0;
}

void Timings::add(std::string_view name, std::string_view step, std::uint64_t bytes, double milliseconds) {
    auto entry = std::find_if(entries_.begin(), entries_.end(),
                              [&](const Entry& e) { return e.row.name == name && e.row.step == step; });
    if (entry == entries_.end()) {
        const auto where = entries_.begin() + std::ptrdiff_t(std::min(cursor_, entries_.size()));
        entry = entries_.insert(where, Entry{{std::string(name), std::string(step)}, {}, true});
    }
    if (entry->row.bytes != bytes) entry->history.clear();  // another size: old times say nothing about it
    entry->row.bytes = bytes;
    entry->history.add(milliseconds);
    entry->present = true;
    cursor_ = std::size_t(entry - entries_.begin()) + 1;
}

const std::vector<TimingRow>& Timings::rows(double seconds, bool refresh) {
    if (!refresh && seconds - shown_at_ < 0.25 && !shown_.empty()) return shown_;
    shown_at_ = seconds;
    shown_.clear();
    for (Entry& entry : entries_) {
        TimingRow& row = entry.row;
        row.last_ms = entry.history.last();
        row.median_ms = entry.history.quantile(0.5);
        row.p95_ms = entry.history.quantile(0.95);
        row.least_ms = entry.history.quantile(0);
        row.most_ms = entry.history.quantile(1);
        row.count = entry.history.count();
        shown_.push_back(row);
    }
    shown_frame_ms_ = frame_.quantile(0.5);
    return shown_;
}

void GpuTimer::begin() {
    if (gl_is_software()) {
        glFinish();
        started_ = wall_seconds();
        return;
    }
    Pair& pair = ring_[std::size_t(next_)];
    if (!pair.start) {
        pair.start = make_query(GL_TIMESTAMP);
        pair.stop = make_query(GL_TIMESTAMP);
    }
    glQueryCounter(pair.start.name(), GL_TIMESTAMP);
}

void GpuTimer::end() {
    if (gl_is_software()) {
        glFinish();
        newest_ = (wall_seconds() - started_) * 1000;
        return;
    }
    Pair& pair = ring_[std::size_t(next_)];
    glQueryCounter(pair.stop.name(), GL_TIMESTAMP);
    pair.pending = true;
    next_ = (next_ + 1) % depth;
}

double GpuTimer::newest_ms() {
    for (int i = 0; i < depth; ++i) {
        Pair& pair = ring_[std::size_t((next_ + i) % depth)];  // oldest first
        if (!pair.pending) continue;
        GLint available = 0;
        glGetQueryObjectiv(pair.stop.name(), GL_QUERY_RESULT_AVAILABLE, &available);
        if (!available) break;
        GLuint64 start = 0, stop = 0;
        glGetQueryObjectui64v(pair.start.name(), GL_QUERY_RESULT, &start);
        glGetQueryObjectui64v(pair.stop.name(), GL_QUERY_RESULT, &stop);
        newest_ = double(stop - start) * 1e-6;
        pair.pending = false;
    }
    return newest_;
}

}  // namespace sweep::app
