// Scripts: what keys, mouse and command line do, one command a line.
//
//   sigma-up                  an action by its name (sweep --help-keys lists them)
//   set sigma 12              an option of the command line, with its value
//   frames 10                 draws so many frames
//   wait 0.5                  lets so many seconds of the scene's clock go by
//   shot FILE.png             draws what was done and saves the window; FILE as seen from where the program runs
//   click X Y, move X Y       the mouse, in pixels of the window; click shift X Y holds Shift
//   drag X Y TO_X TO_Y, wheel X Y TURNS
//   type TEXT                 into the field that has the keyboard
//   # comment
//
// Words are divided by spaces; VALUE, FILE.png and TEXT go on to the end of their line, spaces included.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/settings.h"

namespace sweep::app {

struct ScriptLine {
    int number = 0;  // of the file, from 1
    std::string command;
    std::vector<std::string> words;  // behind it
};

struct Script {
    std::string file;
    std::vector<ScriptLine> lines;
};

// Longer ones than this are no script.
inline constexpr std::size_t longest_script = 1 << 20;

// Throws Error(unreadable_input): it is not there, a folder, too long; or Error(usage) with file and line: unknown commands,
// wrong counts, what is no number, values that the option does not take.
Script read_script(const std::string& file);
Script parse_script(const std::string& file, std::string_view text);

// The settings with one option of the command line changed; the others stay as they are.
// Throws Error(usage) as parse_options() does.
Settings with_option(const Settings& settings, const std::string& name, const std::string& value);

// The mouse as a script moves it.
struct ScriptedMouse {
    float x = -1, y = -1, wheel = 0;
    bool down = false, shift = false;
    std::string typed;
};

// What a script asks of the program.
struct ScriptHost {
    std::function<void(std::string_view action)> run_action;  // throws Error(usage) when it is not available
    std::function<void(const std::string& name, const std::string& value)> set;
    std::function<void(const std::string& file)> shot;  // of the frame that was drawn last
};

// Runs a script between frames.
class ScriptRunner {
  public:
    ScriptRunner(Script script, double seconds_per_frame);

    // Before each frame: runs lines until one of them wants a frame. False when the script is at its end.
    // Throws Error with file and line.
    bool step(const ScriptHost& host);
    bool done() const {
        return next_ >= script_.lines.size() && frames_ <= 0 && moves_.empty() && shot_.empty();
    }
    // For the frame that comes: the mouse, and whether a picture of it is wanted, with the newest times.
    const ScriptedMouse& mouse() const { return mouse_; }
    bool refreshes() const { return !shot_.empty() && frames_ == 0; }

  private:
    void run(const ScriptLine& line, const ScriptHost& host);

    Script script_;
    double seconds_per_frame_;
    std::size_t next_ = 0;
    int frames_ = 0;    // that the last line still waits for
    std::string shot_;  // to be saved when those are drawn
    std::vector<ScriptedMouse> moves_;
    ScriptedMouse mouse_;
};

}  // namespace sweep::app
