// What went wrong, for the person at the command line: one line "what, where, what to do" and the exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace sweep {

// DESIGN.md section 6.
enum class ExitCode : int {
    done = 0,
    failed = 1,
    usage = 2,
    no_display = 3,
    no_engine = 4,
    old_driver = 5,
    unreadable_input = 6,
    unwritable_output = 7,
};

class Error : public std::runtime_error {
  public:
    Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
    ExitCode code() const { return code_; }

  private:
    ExitCode code_;
};

}  // namespace sweep
