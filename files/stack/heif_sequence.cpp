#include "files/stack/heif_sequence.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>

#include "files/input_file.h"

namespace sweep {
namespace {

struct Box {
    std::string kind;
    std::uint64_t begin = 0, end = 0;  // of its content
};

std::uint64_t number_at(const FileReader& file, std::uint64_t at, std::size_t bytes) {
    std::array<std::uint8_t, 8> read{};
    if (!file.read(at, read.data(), bytes)) return 0;
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes; ++i) number = number << 8 | read[i];
    return number;
}

std::string word_at(const FileReader& file, std::uint64_t at) {
    std::string word(4, '\0');
    return file.read(at, word.data(), word.size()) ? word : std::string();
}

// Calls a function with each box that lies in a part of the file, one behind the other.
template <class F>
void each_box(const FileReader& file, std::uint64_t begin, std::uint64_t end, F&& take) {
    constexpr std::uint64_t head = 8, long_head = 16;
    for (std::uint64_t at = begin; at + head <= end;) {
        const std::uint64_t stated = number_at(file, at, 4), used = stated == 1 ? long_head : head,
                            size = stated == 0   ? end - at
                                   : stated == 1 ? number_at(file, at + head, 8)
                                                 : stated;
        if (size < used || size > end - at) return;
        take(Box{word_at(file, at + 4), at + used, at + size});
        at += size;
    }
}

// The first box of these kinds, each inside of the one before.
std::optional<Box> box_in(const FileReader& file, Box in, std::initializer_list<const char*> kinds) {
    for (const char* kind : kinds) {
        std::optional<Box> found;
        each_box(file, in.begin, in.end, [&](const Box& box) {
            if (!found && box.kind == kind) found = box;
        });
        if (!found) return std::nullopt;
        in = *found;
    }
    return in;
}

}  // namespace

HeifSequence heif_sequence_of(const FileReader& file) {
    constexpr std::uint64_t version = 4, brand = 8;  // before the numbers of a box; of the whole file's
    HeifSequence sequence;
    const std::string name = word_at(file, brand);
    if (word_at(file, 4) != "ftyp" || (name != "avis" && name != "msf1" && name != "hevc" && name != "hevx"))
        return sequence;
    const auto film = box_in(file, {"", 0, file.size}, {"moov"});
    if (!film) return sequence;
    bool is_found = false;
    each_box(file, film->begin, film->end, [&](const Box& track) {
        if (track.kind != "trak") return;
        const auto handler = box_in(file, track, {"mdia", "hdlr"});
        if (!handler) return;
        const std::string kind = word_at(file, handler->begin + version + 4);
        if (kind == "auxv") sequence.has_alpha = true;
        if (is_found || (kind != "pict" && kind != "vide")) return;
        const auto sizes = box_in(file, track, {"mdia", "minf", "stbl", "stsz"});
        if (!sizes) return;
        is_found = true;
        constexpr std::uint64_t most = std::numeric_limits<int>::max();
        sequence.frames = int(std::min(number_at(file, sizes->begin + version + 4, 4), most));
    });
    return sequence;
}

HeifSequence heif_sequence_of(const std::filesystem::path& path) {
    try {
        InputFile file(path);
        return heif_sequence_of(file.reader());
    } catch (const DecodeError&) {
        return {};
    }
}

}  // namespace sweep
