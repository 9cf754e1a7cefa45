// The table of image file formats. A format is one row, in the file that reads and writes it; everything else asks the
// rows.
#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/codecs.h"

namespace sweep {

struct FileImage;
struct Metadata;
struct Described;

// A file to be written: bytes that were made, and those of the image that follow them as they lie in memory.
struct EncodedFile {
    std::vector<std::uint8_t> made;
    Bytes rest{};
};

// What a file keeps of a result that is written to it.
struct Keeps {
    // The most bits of a sample where the result is a picture, clipped to [0, 1], as it is of files of 8 and 16 bits:
    // 8 or 16; 0: pictures are written as numbers, as other results are.
    int picture_bits = 0;
    bool numbers = false;      // numbers as they are, at least in float32; otherwise everything is a picture
    bool any_samples = false;  // numbers of 32 and 64 bits as they are, so that tables fit
    bool alpha = true;
    bool bands = false;     // the last of 2 or 4 channels, where it is no alpha
    bool encoding = false;  // how the samples stand for light
    bool no_data = false;   // the number that stands where there is none
    bool mask = false;      // a mask of the samples that are missing
    bool codes = false;     // the same where it is a ColourProfile that is coded
    // Numbers beyond these are clipped.
    double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
};

// A file of many pictures, written one after the other. Functions throw std::runtime_error.
class StackWriter {
  public:
    virtual ~StackWriter() = default;
    // The next picture, with what is said beside it, made true for it (files/metadata/metadata.h). Returns what of
    // that the file cannot hold, in words.
    virtual std::string add(ConstImageView image, const std::optional<Encoding>& encoding,
                            const Metadata& metadata, const Described& picture) = 0;
    virtual void finish() = 0;
};

// Rows of a picture, of which only some are in memory at a time.
class RowSource {
  public:
    virtual ~RowSource() = default;
    virtual Claim claim() const = 0;  // of the whole picture
    // How many rows the file holds together, so that to read one of them is to read all.
    virtual int rows_together() const { return 1; }
    // The bytes that reading takes beside the rows.
    virtual std::uint64_t bytes() const { return 0; }
    // Reads the rows from `first` on. Throws DecodeError.
    virtual void read(int first, ImageView rows) = 0;
};

// Writes a picture from the top down. Functions throw std::runtime_error.
class RowWriter {
  public:
    virtual ~RowWriter() = default;
    virtual void add(ConstImageView rows) = 0;
    // Ends the file, after all rows. Returns what is said beside the picture and the file cannot hold, in words.
    virtual std::string finish(const Metadata& metadata, const Described& picture) = 0;
};

struct Format {
    std::string_view name;  // as users know it, "PNG"
    // The endings of its files' names, in lower case, the usual one first; some may be empty.
    std::array<std::string_view, 4> endings{};
    // Whether a file that begins with these bytes is one; null: its ending alone tells.
    bool (*probe)(Bytes head) = nullptr;
    bool ending_decides = false;  // a file with the ending is one, whatever its first bytes

    // Reading, in one of two ways; both null: it is not read. They throw DecodeError. Before they allocate anything
    // they check the size that a file claims against the bytes that it has and against the memory that there is.
    //
    // From the bytes at the file's beginning. `claim_of` needs its first bytes alone, and throws where these are
    // damaged or too few; a PNG may turn out to have one channel more, and it and a JPEG to be turned. `decode` gets
    // as many bytes as the claimed picture can have, or the whole file where the claim asks for it.
    Claim (*claim_of)(Bytes head) = nullptr;
    Image (*decode)(Bytes file, FileFacts& facts) = nullptr;
    // From bytes anywhere in the file: a page, the first being 1, after `check` has been called with its claim.
    Image (*decode_parts)(const FileReader& file, int page, const ClaimCheck& check,
                          FileFacts& facts) = nullptr;
    bool has_pages = false;
    // How many pages a file has; null: one. Throws DecodeError.
    int (*count_pages)(const FileReader& file) = nullptr;
    // Of a file that is one picture, and no list of pages, be it of one, the axes: "H x W x C"; empty: it is a list.
    // Null: all of the format's files are lists where count_pages is there. Throws DecodeError.
    std::string (*axes_of_one)(const FileReader& file) = nullptr;
    // As decode_parts, of a format that has parts, layers and channels instead of pages.
    Image (*decode_choice)(const FileReader& file, const PictureChoice& choice, const ClaimCheck& check,
                           FileFacts& facts) = nullptr;
    // The only page of a file by its rows; null where the file does not hold these in their order. Throws
    // DecodeError. Null: no file of the format is read so.
    std::unique_ptr<RowSource> (*open_rows)(const FileReader& file, FileFacts& facts) = nullptr;
    // The label that save_image() has written, from the file's beginning; empty: it has none. Null: no file has one.
    std::string (*label_of)(Bytes file) = nullptr;

    // Writing; null: it is not written. Throws std::runtime_error where a picture cannot be.
    EncodedFile (*encode)(ConstImageView image, const std::string& label,
                          const std::optional<Encoding>& encoding) = nullptr;
    // The same with what a file of the format said beside its samples; null: nothing is kept.
    EncodedFile (*encode_kept)(ConstImageView image, const KeptFacts& kept) = nullptr;
    // Writes a file of so many pictures, which are made of a file of so many bytes, to an empty stream, which can be
    // read, too; null: the format has one picture.
    std::unique_ptr<StackWriter> (*open_stack)(std::FILE* to, int pages, std::uint64_t bytes) = nullptr;
    // Writes a picture of this shape to an empty stream, which can be read, too, by its rows; null: the format is
    // written whole. `kept` as encode_kept has it, but for whole channels; null: there is nothing.
    std::unique_ptr<RowWriter> (*write_rows)(std::FILE* to, const Shape& shape, Sample sample,
                                             const std::optional<Encoding>& encoding,
                                             const KeptFacts* kept) = nullptr;
    bool writes_in_place = false;  // needs no memory for an image whose rows lie one after the other
    Keeps keeps{};

    Alpha alpha = Alpha::none;  // as it is written, and read where a file does not say otherwise

    std::string_view why_not{};          // why its files are refused by their names; empty: they are not
    std::string_view library{};          // which reads and writes it; empty: there is none
    std::string (*version)() = nullptr;  // of the library; empty: this build lacks it

    bool is_read() const { return decode || decode_parts || decode_choice; }
};

// All formats.
std::span<const Format* const> formats();

// The format whose files have this ending, such as ".png"; null: there is none.
const Format* format_with(std::string_view ending);

// The ending of a name in lower case, with its dot.
std::string extension_of(const std::filesystem::path& path);

// What a file with these first bytes and this ending is. Throws DecodeError.
const Format& format_of(Bytes head, const std::string& extension);

// A picture as read_image() has it, or some of its rows, from what a decoder has read: samples that are missing are
// found, and infinite ones replaced.
FileImage picture_of(Image image, FileFacts&& facts, const Format& format);

// The bytes of a JPEG of u8 that is to be small, inside of another file: with colours of half the sharpness, and a
// quality from 1 to 100. Throws std::runtime_error where a picture cannot be one.
std::vector<std::uint8_t> small_jpeg(ConstImageView image, int quality);

}  // namespace sweep
