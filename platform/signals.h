// The signals by which somebody ends the program: Ctrl+C (SIGINT), SIGTERM, SIGHUP of a terminal that is closed, and
// their like.
#pragma once

#include <array>
#include <cstdint>

namespace sweep::platform {

// From now on a signal that ends the program calls `clean_up` before, which must be one that a handler may call.
// Signals that the program's caller has it ignore stay so (nohup). SIGXFSZ is ignored: a file that `ulimit -f` does not
// let grow is an error of writing.
void clean_up_on_signals(void (*clean_up)());

// From now on a reader that goes away is an error of writing, and not the end of the program (SIGPIPE).
void ignore_broken_pipes();

// The signals whose handlers may not interrupt a thread, as the system keeps them.
struct SignalMask {
    std::array<std::uint64_t, 16> bits{};
};

// From now on no handler interrupts this thread. Returns what may not before.
SignalMask block_signals();
// Makes the mask that block_signals() has returned that of this thread again.
void restore_signals(const SignalMask& before);

// While one of these lives, the first SIGINT, SIGTERM or SIGHUP is remembered, so that a command can save its work
// before it ends; the next one ends the program as usual. Those that the program's caller has it ignore stay ignored,
// as SIGINT does behind a shell's `&`. At most one lives at a time.
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

}  // namespace sweep::platform
