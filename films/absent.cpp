// Films in a build without FFmpeg's libraries: refused in one line.
#include "core/base/error.h"
#include "films/film.h"
#include "films/writer.h"

namespace sweep {
namespace {

[[noreturn]] void refuse(ExitCode code) {
    throw Error(
        code,
        "this build has no films: build Sweep where libavformat, libavcodec, libavdevice and libswscale are");
}

}  // namespace

struct FilmReader::State {};

FilmReader::FilmReader(const FilmSource&, Stop, bool) {
    refuse(ExitCode::unreadable_input);
}
FilmReader::FilmReader(FilmReader&&) noexcept = default;
FilmReader::~FilmReader() = default;
const FilmFacts& FilmReader::facts() const {
    refuse(ExitCode::unreadable_input);
}
bool FilmReader::advance() {
    refuse(ExitCode::unreadable_input);
}
bool FilmReader::seek(double) {
    refuse(ExitCode::unreadable_input);
}
double FilmReader::seconds() const {
    return 0;
}
int FilmReader::width() const {
    return 0;
}
int FilmReader::height() const {
    return 0;
}
void FilmReader::convert(Image&) {
    refuse(ExitCode::unreadable_input);
}
int FilmReader::damaged() const {
    return 0;
}

struct FilmWriter::State {};

FilmWriter::FilmWriter(const FilmOutput&, std::function<bool()>) {
    refuse(ExitCode::unwritable_output);
}
FilmWriter::~FilmWriter() = default;
const std::string& FilmWriter::encoder() const {
    refuse(ExitCode::unwritable_output);
}
void FilmWriter::add(ConstImageView) {
    refuse(ExitCode::unwritable_output);
}
void FilmWriter::add(ConstImageView, std::int64_t) {
    refuse(ExitCode::unwritable_output);
}
void FilmWriter::finish() {
    refuse(ExitCode::unwritable_output);
}
void FilmWriter::discard() {}

bool has_films() {
    return false;
}

std::string films_text() {
    return "none: this build has no films";
}

}  // namespace sweep
