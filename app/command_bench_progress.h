// How far a command is, on stderr: a bar where somebody looks at it, otherwise a line now and then.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

namespace sweep::app {

// "8 s", "1 min 20 s", "2 h 5 min": no finer than a guess deserves.
std::string duration_text(double seconds);

class Progress {
  public:
    using Clock = std::function<double()>;  // seconds
    enum class Style { none, lines, bar };

    // A bar where `to` is a terminal, lines elsewhere.
    static Style style_for(std::FILE* to);

    // `work`: the sum of what advance() will be told. The clock is for tests.
    Progress(std::FILE* to, Style style, int count, double work, Clock clock = {});
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(const std::string& what);  // what is done now
    void advance(double work);
    void clear();  // before something else is written to the terminal

  private:
    std::string remaining() const;

    std::FILE* to_;
    Style style_;
    int count_, done_ = 0;
    double work_, work_done_ = 0;
    Clock clock_;
    double start_, last_line_;
    bool is_shown_ = false;
};

}  // namespace sweep::app
