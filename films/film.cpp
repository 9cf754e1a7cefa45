#include "films/film.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace sweep {
namespace {

constexpr std::array<std::string_view, 27> extensions{
    ".mp4", ".m4v",  ".mov",  ".mkv", ".webm", ".avi",  ".ts",  ".mts", ".m2ts",
    ".mpg", ".mpeg", ".ogv",  ".flv", ".wmv",  ".asf",  ".mxf", ".y4m", ".nut",
    ".ivf", ".264",  ".h264", ".265", ".h265", ".hevc", ".3gp", ".vob", ".dv"};
// Of these the network decides when a frame comes.
constexpr std::array<std::string_view, 7> live_schemes{"rtsp://", "rtsps://", "rtmp://", "rtmps://",
                                                       "srt://",  "udp://",   "rtp://"};
constexpr std::array<std::string_view, 2> web_schemes{"http://", "https://"};

bool begins_with_one_of(std::string_view text, const auto& words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return text.starts_with(word); });
}

}  // namespace

std::string small_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    return extension;
}

bool FilmSource::is_live() const {
    return kind == FilmKind::camera ||
           (kind == FilmKind::stream && begins_with_one_of(address, live_schemes));
}

std::string FilmSource::name() const {
    switch (kind) {
        case FilmKind::camera:
            return "camera " + address;
        case FilmKind::pipe:
            return "standard input";
        case FilmKind::stream: {
            const std::size_t host = address.find("://") + 3, path = address.find_first_of("/?", host);
            const std::size_t user = address.rfind('@', path);
            return user == std::string::npos || user < host
                       ? address.substr(0, address.find('?'))
                       : address.substr(0, host) + address.substr(user + 1);
        }
        case FilmKind::file:
            break;
    }
    return std::filesystem::path(address).filename().string();
}

bool is_film_name(const std::filesystem::path& path) {
    const std::string extension = small_extension(path);
    return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

bool is_stream_address(std::string_view text) {
    return begins_with_one_of(text, live_schemes) || begins_with_one_of(text, web_schemes);
}

std::optional<FilmSource> film_source(const std::string& name) {
    if (name == "-") return FilmSource{FilmKind::pipe, name};
    if (is_stream_address(name)) return FilmSource{FilmKind::stream, name};
    if (is_film_name(name)) return FilmSource{FilmKind::file, name};
    return std::nullopt;
}

}  // namespace sweep
