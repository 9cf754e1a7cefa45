// What a command line asks of the window, on a display or off screen. Nothing here looks at files or at the machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command_line/options.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// What the start of a window takes from a command line as it is said there.
struct WindowStart : PictureInFile {
    std::optional<std::string> depth;  // the picture's depth map; none: one beside it, if there is one
    std::string keys;                  // pressed in turn before the first frame
    // A file of cues, or the name of one that comes with the program: to step through; rehearse: to try.
    std::optional<std::string> lecture;
    double booth = 0;  // seconds for each cue; 0: none goes by itself
    // Monitors, counted from 1: full screen from the start on, and the presenter's window; 0: whichever fits.
    std::optional<int> full_screen, presenter;
    std::optional<std::string> remote;    // address at which phones turn the pages of a lecture
    std::optional<std::string> record;    // folder or film into which every frame is written
    std::optional<std::string> stream;    // address to which the window is sent
    bool print_state = false;             // window: print the state on stdout when it closes
    bool chooses_filter = false;          // --filter or --sigma is given: sigma does not sweep
    bool says_order = false;              // by --order or --accuracy
    bool asks_nothing = false;            // there is no argument at all
    std::vector<std::string> view_given;  // the names of those options of the view that are given
    int frames = 0;  // stop after so many; 0: the window until it is closed, shot after its default
};

struct WindowRequest : RequestOptions, WindowStart {
    std::optional<std::string> in;        // the picture
    std::optional<int> camera;            // number of a camera in place of `in`
    std::optional<int> recent;            // number of a recent picture in place of `in`; 1: the newest
    std::optional<std::string> state_of;  // a saved picture of the window, whose state is the start
    std::optional<std::string> script;    // run from the first frame on
    std::optional<Size> size;
    Settings view;                       // without the filter
    std::vector<std::string> arguments;  // from which it was read
};

// The options of every window.
void add_picture_of(OptionAdder& to, WindowRequest& request);  // which picture, and its depth map
void add_view(OptionAdder& to, WindowRequest& request);        // what is shown of it
void add_shown(OptionAdder& to, WindowRequest& request, const char* frames_help);
void add_lecture(OptionAdder& to, WindowRequest& request);
// Checks them against each other. Throws Error(usage).
void check_shown(WindowRequest& request, const Given& given);

// That of `sweep` without a command.
const Syntax<WindowRequest>& window_syntax();

// Parses the arguments of the window, without the program's name. Throws as read_arguments() does.
WindowRequest parse_options(const std::vector<std::string>& arguments);
// The arguments of the window with each option in one piece, "--name=value". Throws Error(usage) for an unknown option.
std::vector<std::string> joined_arguments(const std::vector<std::string>& arguments);
// Whether the window has an option of this name, without its dashes.
bool is_window_option(const std::string& name);

// The settings for the window and for scripts, checked as far as is possible without looking at files.
// Throws Error(usage).
Settings settings_of(const WindowRequest& request);

}  // namespace sweep::app
