// The options with which a window starts.
#pragma once

#include <optional>
#include <string>

#include "app/command_line/script.h"
#include "app/command_line/window_request.h"
#include "app/lab/watched_file.h"
#include "app/work/request/settings.h"
#include "films/film.h"

namespace sweep::app {

struct WindowOptions : Settings, WindowStart {
    std::optional<std::string> image;  // a picture to open; none: the built-in scene
    std::optional<FilmSource> film;    // a film, camera or stream to open in its place
    std::optional<WatchedFile>
        watched;  // a student's file to compile and run; set by `sweep lab watch` alone
    int width = 1600, height = 900;
    Script script;         // run from the first frame on; `frames` counts after its end
    int lecture_step = 0;  // the first that is shown
    std::string output;    // shot: the PNG to write
    bool takes_usual_accuracy =
        false;  // nobody has said an order or an accuracy (Demo::take_usual_accuracy())
};

}  // namespace sweep::app
