// What the decoders of all formats share (files/format.h): bytes, what a file claims and says, and how it is held.
#pragma once

#include <any>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/image.h"
#include "core/base/primaries.h"
#include "files/encoding.h"
#include "files/output_file.h"

namespace sweep {

// Why bytes are not a picture, in words. The name of the file is missing, because decoders do not know it.
struct DecodeError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

bool begins(Bytes file, std::string_view magic);

// The error of a file that ends after so many bytes and should not.
inline DecodeError ends_early(std::uint64_t bytes) {
    return DecodeError("truncated: it ends after " + std::to_string(bytes) + " bytes");
}

// Which picture of a file that has several parts, layers or channels, as an EXR may have;
// what is empty is the file's own.
struct PictureChoice {
    std::string part;     // by its name, or its number from 1 on
    std::string layer;    // by its whole name, or by what follows its last dot
    std::string channel;  // one alone, by its whole name
    bool empty() const { return part.empty() && layer.empty() && channel.empty(); }
    friend bool operator==(const PictureChoice&, const PictureChoice&) = default;
};

// What only a format itself understands of a file beside its samples, to be written again into a file of it.
struct KeptFacts {
    virtual ~KeptFacts() = default;
    // The channels beside those of the picture, which a file of the format keeps as they are: "Z, id".
    std::string channels{};
};

// What a file says beside its samples.
struct FileFacts {
    std::optional<Encoding> encoding{};  // nothing: the file states none, or none that sweep knows
    std::string remark{};                // a statement that is not followed, in words; mostly empty
    int pages = 1;
    std::optional<ColourMatrix> to_srgb{};  // as FileImage has it
    std::shared_ptr<const KeptFacts> kept{};
    bool is_distance = false;
    Image depth{};  // the distance of each pixel, one channel of f32, of the picture's size; mostly empty
    std::optional<Alpha> alpha{};        // nothing: as its format has it
    std::optional<double> no_data{};     // the number that stands where a file has none
    Image missing{};                     // as FileImage has it, of what a file says apart from its samples
    int bits = 0;                        // as FileImage has it
    std::vector<std::uint16_t> bands{};  // as FileImage has it
    int smaller = 0;                     // as FileImage has it
};

// What a format has found in a file and finds again when the file is opened for its next page (files/input_file.h).
struct FileMemory {
    std::any of_format;
};

// A file of which any part can be read.
struct FileReader {
    std::uint64_t size = 0;
    // Reads the bytes from `at` on; false when there are not so many. Throws nothing.
    std::function<bool(std::uint64_t at, void* to, std::size_t count)> read;
    std::shared_ptr<FileMemory> memory{};  // null: nothing is remembered
};
FileReader reader_of(Bytes file);

// The size and sample type that a file claims for its picture.
struct Claim {
    Shape shape;
    Sample sample;
    bool needs_whole_file = false;  // the bytes before its samples, or of each, have no limit
};
// Is called with the claim before anything is taken for the samples; throws whatever it likes.
using ClaimCheck = std::function<void(const Claim&)>;

// The bytes that the raw profiles of a file may make, all together.
inline constexpr std::uint64_t most_of_profiles = std::uint64_t(64) << 20;

// What a text of a PNG holds as a raw profile, by its kind: "exif".
struct RawProfile {
    std::string kind{};
    std::vector<std::uint8_t> bytes{};  // empty: it is another text, or damaged
    bool is_exif() const;
};
// Of the content of a chunk tEXt, or zTXt, which is compressed. Profiles of other kinds than EXIF, XMP and IPTC stay
// compressed. Takes any bytes. Those that it makes are taken from `room`; one that makes more is damaged.
RawProfile raw_profile_of(Bytes text, bool is_compressed, std::uint64_t& room);

// What EXIF says of how a picture is shown. These take any bytes.
struct ExifFacts {
    int orientation = 1;        // as EXIF numbers it, 1 to 8; 1 where none is stated
    bool is_adobe_rgb = false;  // its colours, where no profile says more
};
ExifFacts exif_facts(Bytes exif);
ExifFacts png_exif(Bytes file);
// Whether the folder of the camera, which is there in a TIFF or a BigTIFF, says that the colours are those of Adobe
// RGB.
bool says_adobe_rgb(const FileReader& tiff, std::uint64_t camera);
// The content of the first of Photoshop's resources with this number; empty: there is none. Takes any bytes.
Bytes photoshop_resource(Bytes resources, int number);

// The picture as it is meant to be seen.
Image turned(Image image, int orientation);

// The nearest number of a type, which a float beyond its largest is not.
template <class T>
T nearest_number(double number) {
    if constexpr (std::is_same_v<T, float>) {
        constexpr double beyond = 0x1.ffffffp127;  // rounds to 2^128
        if (std::abs(number) >= beyond) return number < 0 ? -HUGE_VALF : HUGE_VALF;
    }
    return T(number);
}

// The number that these bits of IEEE binary16 stand for.
double half_number(std::uint16_t half);

// Throws DecodeError when a claim cannot be true or cannot be met: a row must fit into the int that counts
// its samples, `bytes`, which decoding needs, into memory, and the pixels into a file of `file_size`, of
// which one byte stands for at most `pixels_per_byte` pixels in any picture of its format.
void check_claim(const Shape& shape, std::uint64_t bytes, std::uint64_t file_size,
                 std::uint64_t pixels_per_byte);

}  // namespace sweep
