// What the module that FFmpeg's libraries are linked to gives. They bring a hundred others, which take a tenth of a
// second to load: so a film loads them, and the start of the program does not.
// Where they are missing, the rest of Sweep works.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "files/output_file.h"
#include "films/film.h"
#include "films/writer.h"

namespace sweep {

std::unique_ptr<FilmReader> libav_reader(const FilmSource& source, FilmReader::Stop stop, bool may_use_gpu);
// How the program opens files: the module has no copy of that, since the program removes what is not whole when a
// signal ends it.
using OpenOutput = decltype(&open_output);
std::unique_ptr<FilmWriter> libav_writer(const FilmOutput& output, OpenOutput open,
                                         std::function<bool()> stop);
std::string libav_text();

// The three functions above, as the loader sees them.
struct FilmModule {
    decltype(&libav_reader) reader;
    decltype(&libav_writer) writer;
    decltype(&libav_text) text;
};
// The one name that the module shows. Both sides are of one build, so there are no versions.
constexpr const char* film_module_entry = "sweep_film_module";
using FilmModuleEntry = const FilmModule* (*)();

}  // namespace sweep
