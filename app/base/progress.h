// The progress of sweep bench, sweep tune and sweep filter on stderr: a bar on a terminal,
// otherwise a line now and then.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

namespace sweep::app {

// "8 s", "1 min 20 s", "2 h 5 min": as coarse as an estimate is.
std::string duration_text(double seconds);

class Progress {
  public:
    using Clock = std::function<double()>;  // seconds
    enum class Style { none, lines, bar };

    // A bar if `to` is a terminal, otherwise lines.
    static Style style_for(std::FILE* to);

    // `count`: how often advance() will be called; `work`: the sum of what it will get. Tests give a clock of
    // their own. `done`: what lines say has been done.
    Progress(std::FILE* to, Style style, int count, double work, Clock clock = {},
             std::string done = "measured");
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(const std::string& what);  // shows what is being done
    void advance(double work);
    void clear();  // to be called before something else is written to the terminal

  private:
    std::string remaining() const;

    std::FILE* to_;
    Style style_;
    std::string done_word_;
    int count_, done_ = 0;
    double work_, work_done_ = 0;
    Clock clock_;
    double start_, last_line_;
    bool is_shown_ = false;
};

}  // namespace sweep::app
