// Segments: ITU-T T.81, annex B. Profiles in pieces: ICC.1:2022, annex B.4. Several pictures: CIPA DC-007 (MPF).
// Gain maps and films: https://developer.android.com/media/platform/hdr-image-format and /motion-photo-format; ISO
// 21496-1.
#include "files/jpeg/header.h"

#include <algorithm>
#include <string_view>

#include "files/metadata/tags.h"

namespace sweep {
namespace {

using namespace std::string_view_literals;

// The pieces of a profile, which may come in any order.
class Pieces {
  public:
    // A piece with its number, from 1 on, and how many there are.
    void add(Bytes piece) {
        if (piece.size() < 2 || piece[0] == 0 || piece[0] > piece[1] ||
            (!pieces_.empty() && pieces_.size() != piece[1])) {
            is_bad_ = true;
            return;
        }
        pieces_.resize(piece[1]);
        Bytes& place = pieces_[piece[0] - 1u];
        is_bad_ = is_bad_ || place.data();
        place = piece.subspan(2);
    }
    void finish(JpegHeader& header) const {
        const bool is_whole =
            std::all_of(pieces_.begin(), pieces_.end(), [](Bytes piece) { return piece.data() != nullptr; });
        header.has_bad_profile = is_bad_ || !is_whole;
        if (header.has_bad_profile) return;
        for (const Bytes piece : pieces_)
            header.profile.insert(header.profile.end(), piece.begin(), piece.end());
    }

  private:
    std::vector<Bytes> pieces_;
    bool is_bad_ = false;
};

// The pictures of an index of several that are no smaller copies of the first.
int count_pictures(Bytes index) {
    constexpr std::uint16_t entries = 0xb002;
    constexpr std::size_t entry_bytes = 16;
    constexpr std::uint64_t smaller_copy = 1;
    const FileReader file = reader_of(index);
    const auto layout = tiff_layout(file);
    if (!layout) return 1;
    std::uint64_t room = index.size();
    const TiffFolder folder = read_folder(file, *layout, layout->first_folder, room);
    const TiffTag* const all = find(folder.tags, entries);
    int pictures = 0;
    for (std::size_t at = 0; all && at + entry_bytes <= all->value.size(); at += entry_bytes)
        pictures += (number_at(&all->value[at], 4, layout->big_endian) >> 16 & 0xff) != smaller_copy;
    return std::max(1, pictures);
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

}  // namespace

JpegHeader jpeg_header_of(Bytes file) {
    constexpr std::uint8_t start_of_scan = 0xda, application_1 = 0xe1, application_2 = 0xe2;
    JpegHeader header;
    Pieces profile;
    int pictures = 1;
    for (std::size_t at = 2; at + 4 <= file.size() && file[at] == 0xff;) {
        const std::uint8_t marker = file[at + 1];
        if (marker == 0xff) {  // a fill byte
            ++at;
            continue;
        }
        if (marker == start_of_scan) break;
        const std::size_t length = std::size_t(file[at + 2]) << 8 | file[at + 3];
        if (length < 2 || length > file.size() - at - 2) break;
        const Bytes segment = file.subspan(at + 4, length - 2);
        const auto is = [&](std::uint8_t application, std::string_view name) {
            return marker == application && segment.size() > name.size() && begins(segment, name);
        };
        const auto content = [&](std::string_view name) { return segment.subspan(name.size()); };
        if (is(application_1, "Exif\0\0"sv)) {
            if (header.exif.empty()) header.exif = segment;
        } else if (is(application_1, "http://ns.adobe.com/xap/1.0/\0"sv)) {
            const std::string_view xmp(reinterpret_cast<const char*>(segment.data()), segment.size());
            header.has_gain_map = header.has_gain_map || has_any(xmp, {"hdrgm:Version", "\"GainMap\""});
            header.has_film = header.has_film || has_any(xmp, {"MotionPhoto=\"1\"", "MicroVideo=\"1\"",
                                                               "\"MotionPhoto\"", "MotionPhoto>1<"});
        } else if (is(application_2, "ICC_PROFILE\0"sv)) {
            profile.add(content("ICC_PROFILE\0"sv));
        } else if (is(application_2, "MPF\0"sv)) {
            if (pictures == 1) pictures = count_pictures(content("MPF\0"sv));
        } else if (is(application_2, "urn:iso:std:iso:ts:21496:-1\0"sv)) {
            header.has_gain_map = true;
        }
        at += 2 + length;
    }
    profile.finish(header);
    header.others = std::max(0, pictures - 1 - (header.has_gain_map ? 1 : 0));
    return header;
}

std::string left_out_of(const JpegHeader& header) {
    std::string words;
    const auto add = [&](const std::string& more) { words += (words.empty() ? "" : "; ") + more; };
    if (header.others > 0)
        add("its first picture is read, and " + std::to_string(header.others) +
            (header.others == 1 ? " other is" : " others are") + " left out");
    if (header.has_gain_map) add("its gain map is left out: bright parts look as on a screen without HDR");
    if (header.has_film) add("its film is left out");
    return words;
}

}  // namespace sweep
