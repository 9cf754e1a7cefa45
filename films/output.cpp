#include "films/output.h"

#include <algorithm>
#include <array>

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

bool is_animation_output(const std::string& name) {
    const std::string extension = small_extension(name);
    return is_film_output(name) || extension == ".webp" || (extension == ".png" && has_films());
}

bool is_stream_output(std::string_view address) {
    return std::any_of(sent_schemes.begin(), sent_schemes.end(),
                       [&](std::string_view scheme) { return address.starts_with(scheme); });
}

}  // namespace sweep
