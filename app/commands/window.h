// The two ways to show the program: a window on a display, or the same window drawn off screen into a PNG.
#pragma once

#include <optional>
#include <string>

#include "app/command_line/start.h"

namespace sweep::app {

// Opens the window and runs it until it is closed.
// Throws Error with these codes: 3 no display, 4 the engine asked for is not available, 6 the picture cannot
// be read.
void run_window(const WindowOptions& options);

struct UserSettings;
// Takes from the user's settings what the command line does not say. Recent pictures are always the user's.
void take_kept(WindowOptions& options, const UserSettings& kept);

class Demo;
// Ends a recording that runs, when all its frames are written, and prints what it holds; and ends a stream.
// Throws Error(unwritable_output) where --record could not be written.
void end_recording(Demo& demo, const WindowOptions& options);

// Opens the window with the run of a student's file, or draws it off screen.
struct LabWindow {
    std::optional<Size> size;         // of the window
    std::optional<std::string> shot;  // the PNG to write in place of a window
    std::optional<std::string> script;
};
void watch_lab(WatchedFile file, const LabWindow& window);

// Draws the same window, panels included, off screen and writes it to options.output.
// Throws Error with these codes: 1 no OpenGL, or interrupted, 4 the engine asked for is not available, 6 the
// picture cannot be read, 7 the output cannot be written.
void shot(const WindowOptions& options);

// Draws the figure of this name (app/window/named_figures.h) off screen and writes it to options.output, with its
// caption beside it. Throws Error with these codes: 1 no OpenGL, or nothing of it can be drawn; 2 no such name; 4 and 6
// as above; 7 the output cannot be written.
void figure(const WindowOptions& options, const std::string& name);

struct Rehearsal {
    std::string pages;      // a folder for pages of small pictures; empty: none
    std::string html;       // a file for the lecture as a page for a browser; empty: none
    bool pictures = false;  // small pictures to standard output, as PPM, in place of the lines
};

// Draws every step of options.lecture off screen, and prints a line for each. Throws Error with these codes: 1 no
// OpenGL, or a step failed; 7 what is to be written cannot be.
void rehearse(const WindowOptions& options, const Rehearsal& outputs);

}  // namespace sweep::app
