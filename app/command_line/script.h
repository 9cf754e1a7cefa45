// Scripts do what keys, mouse and command line do, one command a line.
//
//   sigma-up                  runs an action by its name (sweep --help-keys lists them)
//   set sigma 12              sets an option of the command line
//   frames 10                 draws so many frames
//   wait 0.5                  lets so many seconds of the scene's clock pass
//   shot FILE.png             draws the window and saves it; FILE is relative to the program's current folder
//   click X Y, move X Y       moves the mouse, in pixels of the window; click shift X Y, or ctrl, holds that
//   drag X Y TO_X TO_Y, drag ctrl X Y TO_X TO_Y, wheel X Y TURNS
//   type TEXT                 types into the field that has the keyboard
//   # comment
//
// Words are separated by spaces; VALUE, FILE.png and TEXT go on to the end of their line, spaces included.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/screen/input/scripted_mouse.h"
#include "app/work/request/settings.h"

namespace sweep::app {

struct ScriptLine {
    int number = 0;  // in the file, from 1
    std::string command;
    std::vector<std::string> words;  // after the command
};

struct Script {
    std::string file;
    std::vector<ScriptLine> lines;
};

// The largest size of a script, in bytes.
inline constexpr std::size_t longest_script = 1 << 20;

// Throws Error(unreadable_input) if the file does not exist, is a folder or is too long. Throws Error(usage)
// with file and line for an unknown command, a wrong number of words, a text that is not a number, or a value
// that the option does not take.
Script read_script(const std::string& file);
Script parse_script(const std::string& file, std::string_view text);

// The settings with one option of the command line changed.
// Throws Error(usage), as parse_options() does.
Settings with_option(const Settings& settings, const std::string& name, const std::string& value);

// The functions of the program that a script uses.
struct ScriptHost {
    std::function<void(std::string_view action)> run_action;  // throws Error(usage) if it is not available
    std::function<void(const std::string& name, const std::string& value)> set;
    std::function<void(const std::string& file)> shot;  // saves the frame that was drawn last
};

// Runs a script between frames.
class ScriptRunner {
  public:
    ScriptRunner(Script script, double seconds_per_frame);

    // To be called before each frame: runs lines until one of them needs a frame. False if the script is at
    // its end.
    // Throws Error with file and line.
    bool step(const ScriptHost& host);
    bool done() const {
        return next_ >= script_.lines.size() && frames_ <= 0 && moves_.empty() && shot_.empty();
    }
    // For the next frame: the state of the mouse, and whether it will be saved, and so has to show the newest
    // times.
    const ScriptedMouse& mouse() const { return mouse_; }
    bool refreshes() const { return !shot_.empty() && frames_ == 0; }

  private:
    void run(const ScriptLine& line, const ScriptHost& host);

    Script script_;
    double seconds_per_frame_;
    std::size_t next_ = 0;
    int frames_ = 0;    // for which the last line still waits
    std::string shot_;  // file to be saved when they are drawn
    std::vector<ScriptedMouse> moves_;
    ScriptedMouse mouse_;
};

}  // namespace sweep::app
