// Animated WebPs as films. FFmpeg 5 does not decode them, so they come from the library of pictures,
// and need no module.
#pragma once

#include <memory>
#include <string>

#include "films/film.h"
#include "films/writer.h"

namespace sweep {

std::unique_ptr<FilmReader> webp_reader(const FilmSource& source);
std::unique_ptr<FilmWriter> webp_writer(const FilmOutput& output);

}  // namespace sweep
