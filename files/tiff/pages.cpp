#include "files/tiff/pages.h"

#if SWEEP_HAS_TIFF
#include <algorithm>
#include <any>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

#include "files/tiff/codec.h"

namespace sweep {
namespace {

std::string_view description_of(const TiffReader& reader) {
    const char* text = nullptr;
    return TIFFGetField(reader.tiff(), TIFFTAG_IMAGEDESCRIPTION, &text) == 1 && text ? text : "";
}

// The number of planes that ImageJ claims: "images=5" in a line of its own.
std::uint64_t claimed_images(std::string_view description) {
    constexpr std::string_view key = "\nimages=";
    const std::size_t at = description.find(key);
    if (!description.starts_with("ImageJ=") || at == std::string_view::npos) return 1;
    std::uint64_t count = 1;
    const char* const end = description.data() + description.size();
    const auto [last, error] = std::from_chars(description.data() + at + key.size(), end, count);
    return error == std::errc() && (last == end || *last == '\n' || *last == '\r') ? count : 1;
}

struct Planes {
    int count = 1;
    std::uint64_t claimed = 0;           // where there are fewer
    std::uint64_t begin = 0, bytes = 0;  // of the first, and of each
};

// The planes behind the only directory, as many as are claimed and as the file has room for. They lie as they are, so
// that nothing but plain samples of whole bytes counts.
Planes planes_of(const TiffReader& reader) {
    TIFF* const tiff = reader.tiff();
    const std::uint64_t claimed = claimed_images(description_of(reader));
    const int bits = reader.field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
    const bool is_plain =
        !TIFFIsTiled(tiff) &&
        reader.field<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE) == COMPRESSION_NONE &&
        (reader.field<std::uint16_t>(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_CONTIG ||
         reader.field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, 1) == 1) &&
        reader.field<std::uint16_t>(TIFFTAG_FILLORDER, FILLORDER_MSB2LSB) == FILLORDER_MSB2LSB &&
        reader.field<std::uint16_t>(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) <= PHOTOMETRIC_PALETTE &&
        (bits == 8 || bits == 16 || bits == 32 || bits == 64);
    if (claimed < 2 || !is_plain) return {};
    std::uint32_t height = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    const std::uint64_t row = TIFFScanlineSize64(tiff), size = reader.file_size(),
                        begin = TIFFGetStrileOffset(tiff, 0);
    if (height == 0 || row == 0 || row > size / height || begin == 0 || begin >= size) return {};
    const std::uint32_t strips = TIFFNumberOfStrips(tiff);
    std::uint64_t end = begin;
    for (std::uint32_t i = 0; i < strips; ++i) {
        if (TIFFGetStrileOffset(tiff, i) != end) return {};
        const std::uint64_t bytes = TIFFGetStrileByteCount(tiff, i);
        if (bytes > size - end) return {};
        end += bytes;
    }
    // What the directory tells of is the first plane, or in other programs' files all of them.
    const std::uint64_t bytes = row * height;
    if (end - begin < bytes) return {};
    constexpr std::uint64_t most = 0x7fffffff;
    const std::uint64_t count = std::max<std::uint64_t>(1, std::min({claimed, (size - begin) / bytes, most}));
    return {int(count), claimed > count ? claimed : 0, begin, bytes};
}

// The same of the only folder of a file, once where the reader remembers it.
Planes planes_in(const FileReader& file, std::uint64_t folder) {
    std::any* const remembered = memory_of_planes(file);
    if (remembered && remembered->has_value()) return std::any_cast<Planes>(*remembered);
    const TiffReader reader(file, folder, true);
    const Planes planes = planes_of(reader);
    reader.check();
    if (remembered) *remembered = planes;
    return planes;
}

}  // namespace

PagePlace find_page(const FileReader& file, int page) {
    const auto layout = tiff_layout(file);
    const auto found = layout ? tiff_pages(file, *layout) : nullptr;
    // libtiff says best what is wrong with a file that has no folder.
    if (!found || found->pages.empty()) {
        const TiffReader reader(file);
        throw DecodeError("damaged TIFF, its first directory");
    }
    PagePlace place{.pages = int(found->pages.size())};
    const auto require = [&] {
        if (page <= place.pages) return;
        throw DecodeError("it has " + std::to_string(place.pages) + (place.pages == 1 ? " page" : " pages") +
                          ", and no page " + std::to_string(page));
    };
    const TiffPage& first = found->pages.front();
    if (found->folders == 1 && first.has_description) {
        const Planes planes = planes_in(file, first.at);
        place.claimed = planes.claimed;
        if (planes.count > 1) {
            place.pages = planes.count;
            require();
            if (page > 1) place.begins = planes.begin + std::uint64_t(page - 1) * planes.bytes;
            place.folder = first;
            return place;
        }
    }
    require();
    place.folder = found->pages[std::size_t(std::max(page, 1) - 1)];
    return place;
}

tmsize_t read_plain(const TiffReader& reader, std::uint64_t at, int bits, std::uint8_t* to, tmsize_t bytes) {
    if (!reader.read_bytes(at, to, std::size_t(bytes))) return 0;
    const auto whole = std::size_t(bits / 8);
    if (TIFFIsByteSwapped(reader.tiff()) && whole > 1)
        for (std::uint8_t *sample = to, *end = to + bytes / tmsize_t(whole) * tmsize_t(whole); sample != end;
             sample += whole)
            std::reverse(sample, sample + whole);
    return bytes;
}

int count_tiff_pages(const FileReader& file) {
    return find_page(file, 1).pages;
}

}  // namespace sweep
#endif
