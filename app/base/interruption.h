// The signals by which somebody ends the program: Ctrl+C (SIGINT), SIGTERM, SIGHUP of a terminal that is closed, and
// their like.
#pragma once

#include <array>

namespace sweep::app {

// From now on a signal that ends the program calls `clean_up` before, which must be one that a handler may call.
// Signals that the program's caller has it ignore stay so (nohup). SIGXFSZ is ignored: a file that `ulimit -f` does not
// let grow is an error of writing.
void clean_up_on_signals(void (*clean_up)());

// While one of these lives, the first SIGINT, SIGTERM or SIGHUP is remembered, so that a command can save its work
// before it ends; the next one ends the program as usual. At most one lives at a time.
class Interruption {
  public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    bool requested() const;

  private:
    std::array<void (*)(int), 3> before_{};
};

}  // namespace sweep::app
