// Errors that reach the person at the command line: one line "what, where, what to do", and an exit code.
#pragma once

#include <stdexcept>
#include <string>

#include "core/base/printable.h"

namespace sweep {

// The exit codes of the program, which its users' scripts may rely on.
enum class ExitCode : int {
    done = 0,
    failed = 1,             // something went wrong while it ran; no fault of the request
    usage = 2,              // a request that makes no sense, or that no algorithm of the engine can meet
    no_display = 3,         // there is no display for a window
    no_compiler = 3,        // sweep lab check: there is no compiler
    no_engine = 4,          // the engine that was asked for is not on this machine
    old_driver = 5,         // the driver is older than what the program was built for
    unreadable_input = 6,   // the input is missing, damaged or of an unknown kind
    unwritable_output = 7,  // the output cannot be written; what was there before is untouched
};

// The exception of this library. what() is one line without a full stop: what is wrong, and what to do about
// it. It is printable() and no longer than longest_message, whatever the message quotes.
class Error : public std::runtime_error {
  public:
    Error(ExitCode code, const std::string& message) : std::runtime_error(printable(message)), code_(code) {}
    ExitCode code() const { return code_; }

  private:
    ExitCode code_;
};

}  // namespace sweep
