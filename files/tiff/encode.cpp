// TIFF, written through libtiff: the samples as they are. Integers are compressed without loss; floats are
// not, because few programs read compressed ones.
#if SWEEP_HAS_TIFF
#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include <tiffio.h>

#include "files/colour_profile.h"
#include "files/metadata/metadata.h"
#include "files/tiff/codec.h"

namespace sweep {
namespace {

// The file as it grows, in memory or where there is a `file` in that. C code calls these functions,
// so they throw nothing.
struct Stream {
    std::FILE* file = nullptr;
    std::vector<std::uint8_t> bytes{};
    std::size_t at = 0;
    char message[200] = "";
};

tmsize_t read(thandle_t handle, void* to, tmsize_t count) {
    auto& stream = *static_cast<Stream*>(handle);
    if (stream.file) return tmsize_t(std::fread(to, 1, std::size_t(count), stream.file));
    const std::size_t there = stream.at < stream.bytes.size() ? stream.bytes.size() - stream.at : 0,
                      n = std::min(there, std::size_t(count));
    if (n > 0) std::memcpy(to, stream.bytes.data() + stream.at, n);
    stream.at += n;
    return tmsize_t(n);
}

tmsize_t write(thandle_t handle, void* from, tmsize_t count) {
    auto& stream = *static_cast<Stream*>(handle);
    if (stream.file) return tmsize_t(std::fwrite(from, 1, std::size_t(count), stream.file));
    try {
        if (stream.bytes.size() < stream.at + std::size_t(count))
            stream.bytes.resize(stream.at + std::size_t(count));
    } catch (const std::exception&) {
        return 0;
    }
    std::memcpy(stream.bytes.data() + stream.at, from, std::size_t(count));
    stream.at += std::size_t(count);
    return count;
}

toff_t seek(thandle_t handle, toff_t offset, int whence) {
    auto& stream = *static_cast<Stream*>(handle);
    if (stream.file) {
        const bool is_there = std::fseek(stream.file, long(offset), whence) == 0;
        return is_there ? toff_t(std::ftell(stream.file)) : toff_t(-1);
    }
    stream.at = std::size_t(
        whence == SEEK_SET ? offset : (whence == SEEK_CUR ? stream.at : stream.bytes.size()) + offset);
    return stream.at;
}

toff_t size(thandle_t handle) {
    auto& stream = *static_cast<Stream*>(handle);
    if (!stream.file) return stream.bytes.size();
    const long at = std::ftell(stream.file);
    std::fseek(stream.file, 0, SEEK_END);
    const long end = std::ftell(stream.file);
    std::fseek(stream.file, at, SEEK_SET);
    return toff_t(end);
}

int close_nothing(thandle_t) {
    return 0;
}

int on_error(TIFF*, void* user, const char*, const char* format, va_list arguments) {
    auto& stream = *static_cast<Stream*>(user);
    if (!*stream.message) std::vsnprintf(stream.message, sizeof stream.message, format, arguments);
    return 1;
}

int on_warning(TIFF*, void*, const char*, const char*, va_list) {
    return 1;
}

// Writes pages one after the other.
class TiffWriter {
  public:
    // To a file that is empty; null: to memory. With `is_big` offsets have 64 bits.
    TiffWriter(std::FILE* file, bool is_big);
    TiffWriter(const TiffWriter&) = delete;
    TiffWriter& operator=(const TiffWriter&) = delete;

    void add(ConstImageView image, const std::optional<Encoding>& encoding);
    // The same by rows: a page begins, gets all of them, and ends.
    void begin(const Shape& shape, Sample sample, const std::optional<Encoding>& encoding);
    void add_rows(ConstImageView rows);
    void end();
    std::vector<std::uint8_t> finish();

  private:
    [[noreturn]] void fail() const { throw std::runtime_error(std::string("libtiff: ") + stream_.message); }

    Stream stream_;
    std::unique_ptr<TIFF, void (*)(TIFF*)> tiff_{nullptr, TIFFClose};
    std::vector<std::uint8_t> strip_;  // which grows
    std::size_t row_bytes_ = 0;
    std::uint32_t rows_of_strip_ = 0, rows_left_ = 0, strips_ = 0;
};

TiffWriter::TiffWriter(std::FILE* file, bool is_big) : stream_{.file = file} {
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    if (!options) throw std::bad_alloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, &stream_);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, nullptr);
    tiff_.reset(TIFFClientOpenExt("TIFF", is_big ? "w8" : "w", &stream_, read, write, seek, close_nothing,
                                  size, nullptr, nullptr, options.get()));
    if (!tiff_) fail();
}

void TiffWriter::add(ConstImageView image, const std::optional<Encoding>& encoding) {
    begin(image.shape, image.sample, encoding);
    add_rows(image);
    end();
}

void TiffWriter::begin(const Shape& shape, Sample sample, const std::optional<Encoding>& encoding) {
    const bool is_float = sample == Sample::f32 || sample == Sample::f64;
    if (sample == Sample::f16) throw std::logic_error("no file has float16 samples");
    constexpr std::size_t bytes_of_strip = 256 * 1024;
    const std::size_t row = shape.row_bytes(sample);
    TIFF* const to = tiff_.get();
    const bool deflates = !is_float && TIFFIsCODECConfigured(COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(to, TIFFTAG_IMAGEWIDTH, std::uint32_t(shape.width));
    TIFFSetField(to, TIFFTAG_IMAGELENGTH, std::uint32_t(shape.height));
    TIFFSetField(to, TIFFTAG_SAMPLESPERPIXEL, shape.channels);
    TIFFSetField(to, TIFFTAG_BITSPERSAMPLE, int(size_of(sample) * 8));
    TIFFSetField(to, TIFFTAG_SAMPLEFORMAT, is_float ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    TIFFSetField(to, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(to, TIFFTAG_PHOTOMETRIC, shape.channels < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(to, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(to, TIFFTAG_COMPRESSION, deflates ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_NONE);
    if (deflates) TIFFSetField(to, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
    if (const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA; shape.channels % 2 == 0)
        TIFFSetField(to, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    const bool is_picture = sample == Sample::u8 || sample == Sample::u16,
               is_usual = encoding && encoding->curve == Curve::numbers && sample == Sample::u16;
    if (encoding && is_picture && !is_usual)
        if (const std::vector<std::uint8_t> profile = profile_for(*encoding, shape.channels);
            !profile.empty())
            TIFFSetField(to, TIFFTAG_ICCPROFILE, std::uint32_t(profile.size()), profile.data());
    rows_of_strip_ =
        std::uint32_t(std::clamp<std::size_t>(bytes_of_strip / row, 1, std::size_t(shape.height)));
    TIFFSetField(to, TIFFTAG_ROWSPERSTRIP, rows_of_strip_);
    row_bytes_ = row;
    rows_left_ = std::uint32_t(shape.height);
    strips_ = 0;
    strip_.clear();
    strip_.reserve(row_bytes_ * rows_of_strip_);
}

void TiffWriter::add_rows(ConstImageView rows) {
    for (int y = 0; y < rows.shape.height; ++y) {
        strip_.insert(strip_.end(), rows.row<std::uint8_t>(y), rows.row<std::uint8_t>(y) + row_bytes_);
        if (--rows_left_ > 0 && strip_.size() < row_bytes_ * rows_of_strip_) continue;
        const auto bytes = tmsize_t(strip_.size());  // which libtiff changes
        if (TIFFWriteEncodedStrip(tiff_.get(), strips_++, strip_.data(), bytes) != bytes) fail();
        strip_.clear();
    }
}

void TiffWriter::end() {
    if (!TIFFWriteDirectory(tiff_.get())) fail();
    if (*stream_.message) fail();
}

std::vector<std::uint8_t> TiffWriter::finish() {
    tiff_.reset();  // which may write the last bytes
    if (*stream_.message) fail();
    return std::move(stream_.bytes);
}

bool needs_big_offsets(const Shape& shape, Sample sample, int pages) {
    constexpr double most_of_classic = 4e9;  // offsets have 32 bits
    return double(shape.row_bytes(sample)) * shape.height * pages > most_of_classic;
}

// Each folder that libtiff has written is followed by another one, with the metadata, which takes its place in the
// end: until then libtiff adds its own to its own.
class TiffStack : public StackWriter {
  public:
    TiffStack(std::FILE* to, int pages, std::uint64_t bytes_of_input)
        : to_(to), pages_(pages), bytes_of_input_(bytes_of_input) {}

    std::string add(ConstImageView image, const std::optional<Encoding>& encoding, const Metadata& metadata,
                    const Described& picture) override {
        // The pages that follow may be larger.
        constexpr std::uint64_t most_of_input = 1'000'000'000;
        if (!writer_)
            writer_.emplace(
                to_, needs_big_offsets(image.shape, image.sample, pages_) || bytes_of_input_ > most_of_input);
        writer_->add(image, encoding);
        return attach(metadata, picture);
    }
    // A page that is written by its rows, the only one.
    TiffWriter& begin(const Shape& shape, Sample sample, const std::optional<Encoding>& encoding) {
        writer_.emplace(to_, needs_big_offsets(shape, sample, 1));
        writer_->begin(shape, sample, encoding);
        return *writer_;
    }
    // Gives the page that was just written its metadata.
    std::string attach(const Metadata& metadata, const Described& picture) {
        const FileReader written = reader();
        const auto layout = tiff_layout(written);
        if (!layout) throw std::runtime_error("what was written cannot be read");
        std::uint64_t room = most_of_folder;
        folder_ = folder_ == 0 ? layout->first_folder : read_folder(written, *layout, folder_, room).next;
        AddedFolder added = attach_page(metadata, picture, written, folder_);
        write(written.size, added.bytes);
        folders_.push_back({added.at, added.place_of_next});
        return std::move(added.left_out);
    }
    void finish() override {
        if (!writer_) return;
        writer_->finish();
        const auto layout = tiff_layout(reader());
        std::uint64_t place = layout->is_big ? 8 : 4;
        for (const auto& [at, place_of_next] : folders_) {
            std::vector<std::uint8_t> number;
            put_number(number, at, layout->is_big ? 8 : 4, layout->big_endian);
            write(place, number);
            place = place_of_next;
        }
    }

  private:
    struct Folder {
        std::uint64_t at, place_of_next;
    };

    FileReader reader() const {
        if (std::fseek(to_, 0, SEEK_END) != 0) throw std::runtime_error(std::strerror(errno));
        return {std::uint64_t(std::ftell(to_)), [to = to_](std::uint64_t at, void* into, std::size_t count) {
                    return std::fseek(to, long(at), SEEK_SET) == 0 && std::fread(into, 1, count, to) == count;
                }};
    }
    void write(std::uint64_t at, const std::vector<std::uint8_t>& bytes) const {
        if (std::fseek(to_, long(at), SEEK_SET) != 0 ||
            std::fwrite(bytes.data(), 1, bytes.size(), to_) != bytes.size())
            throw std::runtime_error(std::strerror(errno));
    }

    static constexpr std::uint64_t most_of_folder = std::uint64_t(64) << 20;
    std::FILE* to_;
    int pages_;
    std::uint64_t bytes_of_input_;
    std::uint64_t folder_ = 0;  // libtiff's last
    std::vector<Folder> folders_;
    std::optional<TiffWriter> writer_;
};

class TiffRowWriter : public RowWriter {
  public:
    TiffRowWriter(std::FILE* to, const Shape& shape, Sample sample, const std::optional<Encoding>& encoding)
        : file_(to, 1, 0), writer_(file_.begin(shape, sample, encoding)) {}
    void add(ConstImageView rows) override { writer_.add_rows(rows); }
    std::string finish(const Metadata& metadata, const Described& picture) override {
        writer_.end();
        std::string left_out = file_.attach(metadata, picture);
        file_.finish();
        return left_out;
    }

  private:
    TiffStack file_;
    TiffWriter& writer_;
};

}  // namespace

std::unique_ptr<RowWriter> write_tiff_rows(std::FILE* to, const Shape& shape, Sample sample,
                                           const std::optional<Encoding>& encoding, const KeptFacts*) {
    return std::make_unique<TiffRowWriter>(to, shape, sample, encoding);
}

std::unique_ptr<StackWriter> open_tiff_stack(std::FILE* to, int pages, std::uint64_t bytes) {
    return std::make_unique<TiffStack>(to, pages, bytes);
}

EncodedFile encode_tiff(ConstImageView image, const std::string&, const std::optional<Encoding>& encoding) {
    TiffWriter writer(nullptr, needs_big_offsets(image.shape, image.sample, 1));
    writer.add(image, encoding);
    return {writer.finish()};
}

}  // namespace sweep
#endif
