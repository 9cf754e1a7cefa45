// GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt; APNG: https://www.w3.org/TR/png-3/#apng-frame-based-animation
#include "files/stack/animation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include "files/input_file.h"
#include "files/stack/heif_sequence.h"
#include "files/stack/webp_frames.h"

namespace sweep {
namespace {

using Byte = std::uint8_t;

// Walks over the blocks of a GIF, of which each has at least one byte, and none is kept.
class GifBlocks {
  public:
    explicit GifBlocks(const FileReader& file) : file_(file) {}

    int count_images() {
        constexpr std::uint64_t header = 13;  // with the size of the screen
        std::array<Byte, header> head{};
        if (!take(head.data(), head.size())) return 0;
        skip_colours(head[10]);
        int images = 0;
        for (Byte kind = 0; take(&kind, 1);) {
            if (kind == 0x2c) {  // an image: its place, flags and the width of its codes
                std::array<Byte, 9> place{};
                is_cut_short_ = !take(place.data(), place.size());
                if (is_cut_short_) break;
                skip_colours(place[8]);
                ++at_;
                is_cut_short_ = !skip_parts();
                if (is_cut_short_) break;
                if (++images == std::numeric_limits<int>::max()) break;
            } else if (kind == 0x21) {  // an extension, and what kind of one
                ++at_;
                take_plays();
                is_cut_short_ = !skip_parts();
                if (is_cut_short_) break;
            } else {
                break;  // the end
            }
        }
        return images;
    }

    // How often the images that were counted are shown, 0: without end.
    int plays() const { return plays_; }
    // Whether the file ends within a block; many have no mark behind the last one.
    bool is_cut_short() const { return is_cut_short_; }

  private:
    // Netscape's extension says how often the images are shown again.
    void take_plays() {
        constexpr std::string_view name = "\x0bNETSCAPE2.0\x03\x01";
        std::array<Byte, name.size() + 2> part{};
        if (!file_.read(at_, part.data(), part.size()) || !begins(part, name)) return;
        const int again = part[name.size()] | part[name.size() + 1] << 8;
        plays_ = again == 0 ? 0 : again + 1;
    }
    bool take(Byte* to, std::size_t count) {
        if (!file_.read(at_, to, count)) return false;
        at_ += count;
        return true;
    }
    void skip_colours(Byte flags) {
        if (flags & 0x80) at_ += std::uint64_t(3) << ((flags & 7) + 1);
    }
    // Parts of up to 255 bytes, until one that is empty; false where the file ends before.
    bool skip_parts() {
        for (Byte size = 0; take(&size, 1); at_ += size)
            if (size == 0) return true;
        return false;
    }

    const FileReader& file_;
    std::uint64_t at_ = 0;
    int plays_ = 1;
    bool is_cut_short_ = false;
};

std::uint32_t number(const Byte* bytes) {
    return std::uint32_t(bytes[0]) << 24 | std::uint32_t(bytes[1]) << 16 | std::uint32_t(bytes[2]) << 8 |
           bytes[3];
}

// The content of the chunk acTL, which comes before the picture: the numbers of frames and of plays.
// Empty: there is none.
Bytes control_of_png(Bytes head) {
    constexpr std::size_t signature = 8, around = 12;  // length, name and checksum of a chunk
    for (std::size_t at = signature; at + around <= head.size();) {
        const std::uint32_t length = number(&head[at]);
        const std::string_view name(reinterpret_cast<const char*>(&head[at + 4]), 4);
        if (name == "IDAT" || length > head.size() - at - around) return {};
        if (name == "acTL" && length >= 8) return head.subspan(at + 8, length);
        at += around + length;
    }
    return {};
}

int within_int(std::uint32_t count) {
    return int(std::min<std::uint32_t>(count, 0x7fffffff));
}

bool is_png(Bytes head) {
    return begins(head, "\x89PNG\r\n\x1a\n");
}

// Whether a PNG has no chunk IEND, which is the last one.
bool is_png_cut_short(const FileReader& file) {
    constexpr std::uint64_t signature = 8, around = 12;  // length, name and checksum of a chunk
    std::array<Byte, 8> head{};
    for (std::uint64_t at = signature; file.read(at, head.data(), head.size());
         at += around + number(head.data()))
        if (std::string_view(reinterpret_cast<const char*>(&head[4]), 4) == "IEND") return false;
    return true;
}

// The chunks ANMF that are whole.
int frames_of_webp(const FileReader& file) {
    constexpr std::uint64_t riff = 12, around = 8;  // name and length of a chunk
    int frames = 0;
    std::array<Byte, around> head{};
    for (std::uint64_t at = riff; file.read(at, head.data(), head.size());) {
        const std::uint64_t length = std::uint64_t(head[4]) | std::uint64_t(head[5]) << 8 |
                                     std::uint64_t(head[6]) << 16 | std::uint64_t(head[7]) << 24;
        if (length > file.size - at - around) break;
        if (begins(head, "ANMF")) ++frames;
        at += around + length + length % 2;
    }
    return std::max(1, frames);
}

struct Animation {
    int frames = 1, plays = 0;
    bool is_cut_short = false;
};

Animation animation_of(const std::filesystem::path& path) {
    try {
        InputFile file(path);
        if (is_png(file.head())) {
            const Bytes control = control_of_png(file.head());
            if (control.empty()) return {1, 1};
            return {std::max(1, within_int(number(control.data()))), within_int(number(control.data() + 4)),
                    is_png_cut_short(file.reader())};
        }
        if (begins(file.head(), "RIFF")) return {is_animated_webp(path) ? frames_of_webp(file.reader()) : 1};
        const FileReader reader = file.reader();
        if (!begins(file.head(), "GIF8")) return {std::max(1, heif_sequence_of(reader).frames)};
        GifBlocks blocks(reader);
        const int images = blocks.count_images();
        return {std::max(1, images), blocks.plays(), blocks.is_cut_short()};
    } catch (const DecodeError&) {
        return {};
    }
}

}  // namespace

int count_frames(const std::filesystem::path& path) {
    return animation_of(path).frames;
}

bool is_cut_short(const std::filesystem::path& path) {
    return animation_of(path).is_cut_short;
}

int count_plays(const std::filesystem::path& path) {
    return animation_of(path).plays;
}

}  // namespace sweep
