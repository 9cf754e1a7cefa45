// What EXIF says of how a picture is shown: how the camera was held, and its colours. Pictures turned by it.
// https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E (4.6.2, 4.6.5.1.6, 4.6.8)
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "files/codecs.h"

namespace sweep {
namespace {

std::uint64_t number(const std::uint8_t* bytes, std::size_t size, bool big_endian) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | bytes[big_endian ? i : size - 1 - i];
    return value;
}

std::uint64_t big_endian(Bytes file, std::size_t at, std::size_t size) {
    return number(&file[at], size, true);
}

// A TIFF, which EXIF is, or a BigTIFF.
class Tiff {
  public:
    // Of other bytes no folder has an entry.
    explicit Tiff(const FileReader& file) : file_(file) {
        std::array<std::uint8_t, 16> head{};
        if (!file.read(0, head.data(), 8)) return;
        const std::string_view order(reinterpret_cast<const char*>(head.data()), 2);
        big_endian_ = order == "MM";
        const std::uint64_t version = number(&head[2], 2, big_endian_);
        if ((order != "II" && order != "MM") || (version != 42 && version != 43)) return;
        is_big_ = version == 43;
        if (is_big_ && !file.read(0, head.data(), 16)) return;
        place_ = is_big_ ? 8 : 4;
        first_folder_ = number(&head[place_], place_, big_endian_);
    }
    std::uint64_t first_folder() const { return first_folder_; }

    // The value of a tag, or where it is; nothing: the folder lacks the tag.
    struct Entry {
        std::uint64_t type = 0, count = 0;
        std::array<std::uint8_t, 8> value{};
    };
    // Each wanted tag of a folder.
    template <std::size_t N>
    std::array<Entry, N> entries(std::uint64_t folder, const std::array<std::uint16_t, N>& wanted) const {
        std::array<Entry, N> found{};
        std::array<std::uint8_t, 8> head{};
        const std::size_t count_bytes = is_big_ ? 8 : 2, entry_bytes = 4 + 2 * place_;
        if (folder == 0 || !file_.read(folder, head.data(), count_bytes)) return found;
        constexpr std::uint64_t most = 4096;
        const std::uint64_t count = std::min(most, number(head.data(), count_bytes, big_endian_)),
                            begin = folder + count_bytes,
                            there = std::min(count, (file_.size - begin) / entry_bytes);
        for (std::uint64_t i = 0; i < there; ++i) {
            std::array<std::uint8_t, 20> entry{};
            if (!file_.read(begin + i * entry_bytes, entry.data(), entry_bytes)) break;
            for (std::size_t k = 0; k < N; ++k) {
                if (number(&entry[0], 2, big_endian_) != wanted[k] || found[k].count > 0) continue;
                found[k].type = number(&entry[2], 2, big_endian_);
                found[k].count = number(&entry[4], place_, big_endian_);
                std::copy_n(&entry[4 + place_], place_, found[k].value.data());
            }
        }
        return found;
    }
    // A number of 16 bits; 0: the entry has none.
    int word(const Entry& entry) const {
        constexpr std::uint64_t is_word = 3;
        return entry.count > 0 && entry.type == is_word ? int(number(entry.value.data(), 2, big_endian_)) : 0;
    }
    // Where a folder below this one is; 0: there is none.
    std::uint64_t pointer(const Entry& entry) const {
        constexpr std::uint64_t of_64_bits = 16, folder_of_64_bits = 18;
        if (entry.count != 1) return 0;
        const bool is_long = entry.type == of_64_bits || entry.type == folder_of_64_bits;
        return number(entry.value.data(), is_long ? 8 : 4, big_endian_);
    }
    bool is_text(const Entry& entry, std::string_view text) const {
        std::array<std::uint8_t, 8> bytes = entry.value;
        if (entry.count < text.size()) return false;
        if (entry.count > place_ &&
            !file_.read(number(entry.value.data(), place_, big_endian_), bytes.data(), text.size()))
            return false;
        return begins(bytes, text);
    }

  private:
    const FileReader& file_;
    bool big_endian_ = false, is_big_ = false;
    std::size_t place_ = 4;  // the bytes of an offset
    std::uint64_t first_folder_ = 0;
};

// By the colour space of the folder of the camera, or by the rule of DCF that one beside sRGB is named by the folder of
// interoperability. Some cameras write 2, which EXIF does not have.
bool is_adobe_rgb(const Tiff& tiff, std::uint64_t camera) {
    constexpr std::uint16_t colour_space = 40961, interop = 40965, index = 1;
    constexpr int adobe_rgb = 2, uncalibrated = 65535;
    const auto [space, folder] = tiff.entries<2>(camera, {colour_space, interop});
    const int stated = tiff.word(space);
    if (stated == adobe_rgb) return true;
    if (stated != 0 && stated != uncalibrated) return false;
    return tiff.is_text(tiff.entries<1>(tiff.pointer(folder), {index})[0], "R03");
}

}  // namespace

bool says_adobe_rgb(const FileReader& tiff, std::uint64_t camera) {
    return is_adobe_rgb(Tiff(tiff), camera);
}

ExifFacts exif_facts(Bytes exif) {
    // Which belongs to a JPEG, and which some programs leave in other files.
    constexpr std::string_view before("Exif\0\0", 6);
    if (begins(exif, before)) exif = exif.subspan(before.size());
    constexpr std::uint16_t orientation = 0x112, camera_folder = 34665;
    const FileReader file = reader_of(exif);
    const Tiff tiff(file);
    const auto [held, camera] = tiff.entries<2>(tiff.first_folder(), {orientation, camera_folder});
    const int stated = tiff.word(held);
    return {stated >= 1 && stated <= 8 ? stated : 1, is_adobe_rgb(tiff, tiff.pointer(camera))};
}

ExifFacts png_exif(Bytes file) {
    constexpr std::size_t signature = 8, frame = 12;  // length, name and checksum of a chunk
    std::uint64_t room = most_of_profiles;
    for (std::size_t at = signature; at + frame <= file.size();) {
        const std::size_t length = big_endian(file, at, 4);
        if (length > file.size() - at - frame) break;
        const std::string_view name(reinterpret_cast<const char*>(&file[at + 4]), 4);
        const Bytes content = file.subspan(at + 8, length);
        if (name == "eXIf") return exif_facts(content);
        // Older programs write EXIF as a text.
        if (const bool is_compressed = name == "zTXt"; is_compressed || name == "tEXt") {
            const RawProfile profile = raw_profile_of(content, is_compressed, room);
            if (profile.is_exif()) return exif_facts(profile.bytes);
        }
        at += frame + length;
    }
    return {};
}

Image turned(Image image, int orientation) {
    if (orientation <= 1 || orientation > 8) return image;
    const auto [width, height, channels] = image.shape();
    const bool lies = orientation >= 5;
    Image out({lies ? height : width, lies ? width : height, channels}, image.sample());
    const std::size_t pixel = std::size_t(channels) * size_of(image.sample());
    // In EXIF's numbers 2 and 4 mirror, 3 turns by half, 5 and 7 mirror at a diagonal, 6 and 8 turn by a
    // quarter.
    const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8,
               from_below = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    for (int y = 0; y < out.shape().height; ++y)
        for (int x = 0; x < out.shape().width; ++x) {
            const int column = lies ? y : x, row = lies ? x : y;
            const auto* from = image.view().row<std::uint8_t>(from_below ? height - 1 - row : row);
            std::memcpy(out.view().row<std::uint8_t>(y) + std::size_t(x) * pixel,
                        from + std::size_t(from_right ? width - 1 - column : column) * pixel, pixel);
        }
    return out;
}

}  // namespace sweep
