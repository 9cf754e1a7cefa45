// A lecture as a file of cues: steps with a name, a state of the window, a caption, notes and an action.
//
//   # comment
//   title: The short lecture
//   step: One pass is a serial chain
//   state: --view passes --filter bspline3 --progress 0.4
//   caption: Every output needs the one before it.
//   notes: Ask how many threads this keeps busy.
//   action: play
//
// In a walk (state: --view passes --walk on ..) `number: P 1,0,2` keeps a number, with its lineage; `hidden: P 1,0,2`
// shows a question mark in its place until somebody types it, and the caption asks for it.
//
// `state` has options of the command line, on top of the defaults and not of the step before, so that every step can be
// jumped to; as in saved pictures (SECURITY.md) it can neither read nor write nor run anything else. The picture that
// is open stays. `action` is a name of `sweep --help-keys`, of those on the picture and its filter, which runs then.
// A line that is repeated goes on. A caption has at most 400 bytes, the title and a name 200, notes 2000.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sweep::app {

struct Cue {
    int line = 0;  // in the file, from 1
    std::string name, state, caption, notes, action;
    std::string number{}, hidden{};  // of the walk, as pick_of() in app/lessons/walk/pick.h reads them
};

struct Lecture {
    std::string file, title;
    std::vector<Cue> cues;
};

// Reads a file, or the lecture of this name that comes with the program: "lecture", "short". Throws
// Error(unreadable_input) if there is none, and Error(usage) with file and line for what is no cue, an option or an
// action that does not exist, or no step at all.
Lecture read_lecture(const std::string& file);
Lecture parse_lecture(const std::string& file, std::string_view text);

}  // namespace sweep::app
