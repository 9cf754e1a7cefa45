// The state of the window in its saved pictures: their label is the command line that shows the same again.
// Anybody can write such a label, or a line that is pasted. So it may say how a picture is filtered and
// shown, the window's size, the picture and its depth map, and nothing that reads, writes or runs anything
// else (SECURITY.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/window_request.h"

namespace sweep::app {

// The options in which these settings, filter included, differ from the defaults: {"--sigma=12",
// "--view=original"}. They say how a picture is filtered and shown, and nothing that reads, writes or runs
// anything.
// parse_options() of them gives the same settings, but a value outside of its option's range becomes the end
// of that range.
std::vector<std::string> state_arguments(const Settings& settings);

// The text, quoted for a shell if necessary.
std::string shell_word(const std::string& text);
// The words of a line that was quoted by shell_word().
std::vector<std::string> shell_words(std::string_view line);

// Whether a label (files/image_file.h) or a text that was pasted is such a command line. It may have
// longest_state characters at most.
inline constexpr std::size_t longest_state = 1 << 16;
bool is_state(std::string_view label);

struct SavedState {
    WindowRequest options;  // what the state asks for
    // The same as a command line: without the picture, options as "--name=value".
    std::vector<std::string> arguments;
    std::string note;  // says which options are left out because a state may not set them; may be empty
};

// Reads a text for which is_state() holds. Throws Error(usage), as parse_options() does: a state of another
// version may have other options.
SavedState read_state(const std::string& state);

// Throws Error(unreadable_input) if the picture or the depth map that a state names is not a regular file
// that can be a picture, or if its name is that of a file on another machine.
void require_pictures_of(const WindowRequest& state);

// The state of the picture that --state-of names. Throws Error(unreadable_input) if the picture has none.
SavedState state_of(const std::string& picture);
// The arguments of a command line behind those of a state, and so on top of it.
std::vector<std::string> on_top_of(const SavedState& state, const std::vector<std::string>& arguments);
// Takes the picture of the state, if the request has none.
void take_picture(WindowRequest& request, const SavedState& state);

// Reads the options again, on top of the state of the picture that --state-of names. `note` gets the note of the state,
// if it has one.
template <class Options>
Options with_state_of(const Options& options, const Syntax<Options>& syntax, std::string& note) {
    const SavedState state = state_of(*options.state_of);
    Options both = read_arguments(syntax, on_top_of(state, options.arguments));
    take_picture(both, state);
    if (!state.note.empty()) note = "--state-of '" + *options.state_of + "': " + state.note;
    return both;
}

}  // namespace sweep::app
