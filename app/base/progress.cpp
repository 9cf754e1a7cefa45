#include "app/base/progress.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/base/terminal.h"
#include "core/base/printable.h"
#include "platform/standard_streams.h"

namespace sweep::app {
namespace {

constexpr double seconds_between_lines = 10;
constexpr int bar_width = 24, line_width = 79;

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::string duration_text(double seconds) {
    const long long s = std::llround(std::max(seconds, 0.0)), minutes = s / 60;
    if (s < 60) return fmt::format("{} s", s);
    if (minutes < 60) return fmt::format("{} min {} s", minutes, s % 60);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

Progress::Style Progress::style_for(std::FILE* to) {
    return platform::is_terminal(to) ? Style::bar : Style::lines;
}

Progress::Progress(std::FILE* to, Style style, int count, double work, Clock clock, std::string done)
    : to_(to),
      style_(style),
      done_word_(std::move(done)),
      count_(count),
      work_(work),
      clock_(clock ? std::move(clock) : steady_seconds),
      start_(clock_()),
      last_line_(start_) {}

// The time that is left, if the rest is as fast as what is done.
std::string Progress::remaining() const {
    if (done_ == 0 || work_done_ <= 0) return "";
    return ", " + duration_text((clock_() - start_) * (work_ - work_done_) / work_done_) + " left";
}

void Progress::show(const std::string& what) {
    if (style_ != Style::bar) return;
    const int filled = int(std::clamp(work_done_ / work_, 0.0, 1.0) * bar_width);
    std::string line = fmt::format("[{:#<{}}{:.<{}}] {}/{}{}  ", "", filled, "", bar_width - filled, done_,
                                   count_, remaining());
    line += printable(what);
    std::size_t end = std::min<std::size_t>(line.size(), line_width);
    while (end < line.size() && (line[end] & 0xc0) == 0x80) --end;  // between two characters
    print(to_, "\r\033[K" + line.substr(0, end));
    std::fflush(to_);
    is_shown_ = true;
}

void Progress::advance(double work) {
    ++done_;
    work_done_ += work;
    if (style_ != Style::lines || done_ == count_ || clock_() - last_line_ < seconds_between_lines) return;
    last_line_ = clock_();
    print(to_, fmt::format("sweep: {} of {} {}{}\n", done_, count_, done_word_, remaining()));
    std::fflush(to_);
}

void Progress::clear() {
    if (!is_shown_) return;
    print(to_, "\r\033[K");
    std::fflush(to_);
    is_shown_ = false;
}

}  // namespace sweep::app
