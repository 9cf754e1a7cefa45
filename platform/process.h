// Other programs.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace sweep::platform {

// A program that runs beside this one, whose standard output is read here. What it complains about goes nowhere: it is
// nothing for the terminal of this program.
class ChildProcess {
  public:
    // The first word is the program, which is looked for as a shell does.
    explicit ChildProcess(const std::vector<std::string>& command);
    // Ends the program where it still runs.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    bool has_started() const { return process_ > 0; }
    // Waits until the program has written something, and appends that to `text`; false where it has ended, or it was
    // told to stop before.
    bool read_more(std::string& text, const std::stop_token& stop) const;
    // Appends to `text` until the program has ended; false where it was told to stop before.
    bool read_all(std::string& text, const std::stop_token& stop) const;
    // Waits for the end of the program. Returns its exit code; negative: it did not start, or a signal ended it.
    int finish();

  private:
    int process_ = -1, output_ = -1;
};

}  // namespace sweep::platform
