// A film through a filter: every frame in its own size, at its own time; sound and subtitles stay. This is
// `sweep filter FILM OUT`, and the film that the window saves.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/work/request/filter_settings.h"
#include "app/work/results/steps/filter_samples.h"
#include "core/base/image.h"

namespace sweep::app {

struct FilmFiles {
    std::string in, out;
    std::string codec{};           // one of film_codecs; empty: as `in` needs it
    std::optional<int> quality{};  // 0 to 100
};

struct FilteredFilm {
    std::string engine;       // in words
    Shape shape;              // of its frames
    int frames = 0;           // that are written
    double milliseconds = 0;  // of the engine, for all of them
    bool is_stopped = false;  // before the end
    std::string kept{};       // of a film that was stopped: "'a.interrupted.mp4' has 58 frames", or nothing
};

// Throws Error(usage) for filters whose results are no frames.
void require_frames(const FilterSettings& request);

// Filters `in`, a film or an animation, into `out`. `progress` is told after each frame how many are done, and of about
// how many; 0: nobody knows. `stops` is asked before each, and ends the film there. The film is written whole or not
// at all. Throws Error.
FilteredFilm filter_film(const FilmFiles& files, const FilterSettings& request, const Say& say,
                         const std::function<void(int done, int expected)>& progress,
                         const std::function<bool()>& stops);

}  // namespace sweep::app
