#include "app/screen/gl/timing.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sweep::app {
namespace {

bool is_part(const TimingRow& row) {
    return row.part == Part::filter;
}

// True when both rows time the same work, so that their times belong to one history.
bool are_of_one_kind(const TimingRow& a, const TimingRow& b) {
    return a.name == b.name && a.step == b.step && a.bytes == b.bytes && a.part == b.part;
}

}  // namespace

double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void History::add(double value) {
    if (count_ == 1 && !is_warm_) {
        count_ = 0;
        is_warm_ = true;
    }
    ring_[std::size_t(count_ % history_length)] = value;
    // After one round only the position in the ring matters, so the counter stays small.
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

void Timings::add(std::string_view name, std::string_view step, std::uint64_t bytes, double milliseconds,
                  Part part) {
    const auto there = std::find_if(fresh_.begin(), fresh_.end(), [&](const TimingRow& row) {
        return row.name == name && row.step == step;
    });
    if (there != fresh_.end()) {
        there->bytes += bytes;
        there->last_ms += milliseconds;
        return;
    }
    TimingRow row{std::string(name), std::string(step), bytes, milliseconds};
    row.part = part;
    fresh_.push_back(std::move(row));
}

bool Timings::has_other_parts() const {
    std::vector<const TimingRow*> before, now;
    for (const Entry& entry : entries_)
        if (is_part(entry.row)) before.push_back(&entry.row);
    for (const TimingRow& row : fresh_)
        if (is_part(row)) now.push_back(&row);
    return !std::equal(before.begin(), before.end(), now.begin(), now.end(),
                       [](const TimingRow* a, const TimingRow* b) { return are_of_one_kind(*a, *b); });
}

void Timings::end_frame() {
    works_anew_ = has_other_parts();
    if (works_anew_) total_.clear();
    std::vector<Entry> entries;
    double sum = 0;
    bool filters = false;
    for (TimingRow& row : fresh_) {
        Entry entry{std::move(row), {}};
        const auto before = std::find_if(entries_.begin(), entries_.end(),
                                         [&](const Entry& e) { return are_of_one_kind(e.row, entry.row); });
        if (before != entries_.end() && !(works_anew_ && is_part(entry.row))) entry.history = before->history;
        entry.history.add(entry.row.last_ms);
        if (is_part(entry.row)) {
            sum += entry.row.last_ms;
            filters = true;
        }
        entries.push_back(std::move(entry));
    }
    if (filters) total_.add(sum);
    entries_ = std::move(entries);
    fresh_.clear();
}

void Timings::begin_other_work() {
    std::erase_if(entries_, [](const Entry& entry) { return is_part(entry.row); });
}

void Timings::add_interval(double milliseconds) {
    if (!works_anew_) frame_.add(milliseconds);
}

const std::vector<TimingRow>& Timings::rows(double seconds, bool refresh) {
    if (!refresh && seconds - shown_at_ < 0.25 && !shown_.empty()) return shown_;
    shown_at_ = seconds;
    shown_.clear();
    const auto show = [&](TimingRow row, const History& history) {
        row.last_ms = history.last();
        row.median_ms = history.quantile(0.5);
        row.p95_ms = history.quantile(0.95);
        row.least_ms = history.quantile(0);
        row.most_ms = history.quantile(1);
        row.count = history.count();
        shown_.push_back(std::move(row));
    };
    TimingRow total, frame;
    total.name = total_row;
    frame.name = "frame";
    std::size_t end_of_parts = 0;  // in shown_
    bool all_count_bytes = true;
    for (const Entry& entry : entries_) {
        show(entry.row, entry.history);
        if (!is_part(entry.row)) continue;
        end_of_parts = shown_.size();
        total.bytes += entry.row.bytes;
        all_count_bytes = all_count_bytes && entry.row.bytes > 0;
    }
    if (end_of_parts > 0) {
        // The bytes of some parts over the time of all would be no throughput.
        if (!all_count_bytes) total.bytes = 0;
        show(std::move(total), total_);
        std::rotate(shown_.begin() + std::ptrdiff_t(end_of_parts), shown_.end() - 1, shown_.end());
    }
    if (frame_.count() > 0) show(std::move(frame), frame_);
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

void add_time(Timings& timings, std::string_view row, GpuTimer& timer, Part part) {
    if (const double ms = timer.newest_ms(); ms >= 0) timings.add(row, "GL", 0, ms, part);
}

}  // namespace sweep::app
