// The options with which a window starts.
#pragma once

#include <optional>
#include <string>

#include "app/command_line/script.h"
#include "app/request/settings.h"
#include "films/film.h"

namespace sweep::app {

struct WindowOptions : Settings {
    std::optional<std::string> image;  // a picture to open; none: the built-in scene
    int page = 1;                      // of the picture's file
    std::optional<FilmSource> film;    // a film, camera or stream to open in its place
    std::optional<std::string> depth;  // its depth map; none: one beside it, if there is one
    std::string keys;                  // pressed in turn before the first frame
    int width = 1600, height = 900;
    Script script;                       // run from the first frame on; `frames` counts after its end
    std::optional<std::string> lecture;  // a file of cues, or the name of one that comes with the program
    int lecture_step = 0;                // the first that is shown
    double booth = 0;                    // seconds for each of its steps; 0: they wait for the lecturer
    std::optional<std::string> record;   // folder or film into which every frame is written
    std::optional<std::string> stream;   // address to which the window is sent
    bool print_state = false;            // run_window: printed on stdout at the end
    bool chooses_sigma = false;          // the filter or sigma was given: sigma does not sweep
    int frames = 0;      // stop after so many; 0: run_window until closed, shot after its default
    std::string output;  // shot: the PNG to write
};

}  // namespace sweep::app
