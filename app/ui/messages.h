// The messages of the program: errors, saved files. The newest is on the screen for a while, all of them are
// in a list.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "app/work/request/settings.h"

namespace sweep::app {

struct Message {
    std::string time, text;  // "14:03:22"
    bool trouble = false;    // it is an error
    int count = 1;           // how often it came in a row
};

class Messages {
  public:
    // A message that is on the screen already is listed once, however often it is added: frames may fail
    // sixty times a second. It is bounded() (core/base/printable.h) and may have several lines.
    // `time`: of the day; `now`: in wall_seconds().
    void add(std::string text, bool trouble, double for_seconds, double now, std::string time);
    // A message that was added before lasts: it stays on the screen for so long, or comes back if no other
    // message is there.
    void keep(const std::string& text, double for_seconds, double now);
    // The message on the screen; null: none.
    const Message* shown(double now) const;
    double shown_until() const { return until_; }
    // Takes the message off the screen. It stays in the list.
    void dismiss() { until_ = 0; }
    // All messages, the newest last.
    const std::deque<Message>& all() const { return all_; }

  private:
    static constexpr std::size_t most = 300;
    std::deque<Message> all_;
    double until_ = 0;
};

std::string time_of_day();

// The messages that hold every word of the filter, in any case, a line each: "14:03:22 saved as a.png".
std::string lines_of(const Messages& messages, std::string_view filter);
bool is_found(const Message& message, std::string_view filter);

// The list of messages, which lies over the picture while settings.messages is on.
class MessagePanel {
  public:
    void draw(Settings& settings, const Messages& messages);

  private:
    char filter_[64] = "";
    bool open_ = false;
    int copied_ = 0;  // number of lines, since the panel was opened or the filter changed
};

}  // namespace sweep::app
