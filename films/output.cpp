#include "films/output.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/base/error.h"
#include "files/output_file.h"
#include "films/film.h"

namespace sweep {
namespace {

// What is written, and where it can be sent.
constexpr std::array<std::string_view, 6> written_extensions{".mp4", ".m4v", ".mov", ".mkv", ".webm", ".gif"};
constexpr std::array<std::string_view, 5> sent_schemes{"rtmp://", "rtmps://", "rtsp://", "srt://", "udp://"};

}  // namespace

bool is_film_output(const std::string& name) {
    const std::string extension = small_extension(name);
    return name == "-" || std::find(written_extensions.begin(), written_extensions.end(), extension) !=
                              written_extensions.end();
}

bool is_stream_output(std::string_view address) {
    return std::any_of(sent_schemes.begin(), sent_schemes.end(),
                       [&](std::string_view scheme) { return address.starts_with(scheme); });
}

void require_film_output(const std::string& name) {
    if (!has_films())
        throw Error(ExitCode::unwritable_output,
                    "this build has no films: record into a folder, as pictures");
    if (name != "-" && !is_stream_output(name)) require_writable(name);
}

}  // namespace sweep
