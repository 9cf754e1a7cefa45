// A saved picture of the window says how it was made: its label is the command line that shows the same again. Anybody can
// write such a label, and a line that is pasted: it may say how a picture is filtered and seen, the window's size, the
// picture and its depth map, and nothing that reads, writes or runs anything else (SECURITY.md).
#pragma once

#include "app/options.h"

#include <string>
#include <string_view>
#include <vector>

namespace sweep::app {

// Whether a label (core/image_file.h) or a text that was pasted is such a command line. Longer ones than this are none.
inline constexpr std::size_t longest_state = 1 << 16;
bool is_state(std::string_view label);

struct SavedState {
    Options options;  // what it asks for
    std::vector<std::string>
        arguments;     // the same as a command line: without the picture, options as "--name=value"
    std::string note;  // the options that it may not say, which are left out, in words; or nothing
};

// is_state() must hold of it. Throws Error(usage), as parse_options() does: another version may know other options.
SavedState read_state(const std::string& state);

// Throws Error(unreadable_input) unless the picture and the depth map that a state names, if it does, are regular files
// that can be pictures, of this machine as far as their names tell.
void require_pictures_of(const Options& state);

// `options` were parsed from `arguments` and name a picture with --state-of: the same arguments on top of its state. `note`
// is that of the state. Throws Error(unreadable_input) when the file has none.
Options with_state_of(const Options& options, std::vector<std::string> arguments, std::string& note);

}  // namespace sweep::app
