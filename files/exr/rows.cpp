// OpenEXR, read and written by rows, for pictures that are larger than memory.
#if SWEEP_HAS_OPENEXR
#include <cstdio>
#include <memory>
#include <string>

#include <ImfFrameBuffer.h>
#include <ImfOutputFile.h>

#include "files/exr/codec.h"
#include "files/exr/header.h"
#include "files/exr/parts.h"
#include "files/metadata/metadata.h"

namespace sweep {
namespace {

class ExrRows : public RowSource {
  public:
    ExrRows(const FileReader& file, FileFacts& facts)
        : bytes_(file), stream_(bytes_), file_(stream_, 0), picture_(exr::picture_in(file_, {})) {
        const ExrChannels& channels = picture_.channels;
        part_ = std::make_unique<Imf::InputPart>(file_, channels.part);
        check_claim(picture_.shape, bytes(), bytes_.size, exr::pixels_per_byte);
        exr::find_facts(file_, picture_, {}, facts);
        std::string names;
        for (const std::string& name : channels.beside) names += (names.empty() ? "" : ", ") + name;
        if (!names.empty())
            facts.remark += (facts.remark.empty() ? "" : "; ") +
                            std::string("it is larger than memory: its channels ") + names + " are dropped";
    }

    Claim claim() const override { return {picture_.shape, picture_.sample}; }
    int rows_together() const override { return exr::rows_together(part_->header()); }
    // OpenEXR holds a chunk as it is in the file, and decoded.
    std::uint64_t bytes() const override {
        return std::uint64_t(rows_together()) * std::uint64_t(picture_.shape.width) * 2 * 4 *
               (picture_.channels.names.size() + picture_.channels.beside.size());
    }
    void read(int first, ImageView rows) override {
        exr::reading(stream_, bytes_.size, [&] {
            exr::read_channels(*part_, exr::targets_of(picture_, rows), first, rows.shape.height);
        });
    }
    // Brightness with colour at half the resolution is not read by rows,
    // and colours of other primaries are converted whole.
    bool has_rows(const FileFacts& facts) const { return !picture_.channels.has_chroma && !facts.to_srgb; }

  private:
    const FileReader bytes_;
    exr::InStream stream_;  // of these bytes
    Imf::MultiPartInputFile file_;
    const exr::Picture picture_;
    std::unique_ptr<Imf::InputPart> part_;
};

class FileStream : public Imf::OStream {
  public:
    explicit FileStream(std::FILE* to) : OStream("EXR"), to_(to) {}
    void write(const char from[], int count) override {
        if (std::fwrite(from, 1, std::size_t(count), to_) != std::size_t(count))
            throw std::runtime_error("writing failed");
    }
    std::uint64_t tellp() override { return std::uint64_t(std::ftell(to_)); }
    void seekp(std::uint64_t to) override {
        if (std::fseek(to_, long(to), SEEK_SET) != 0) throw std::runtime_error("seeking failed");
    }

  private:
    std::FILE* to_;
};

class ExrRowWriter : public RowWriter {
  public:
    ExrRowWriter(std::FILE* to, const Shape& shape, Sample sample, const KeptFacts* kept)
        : stream_(to), header_(exr::header_of(shape, sample, dynamic_cast<const ExrKept*>(kept))) {
        file_ = std::make_unique<Imf::OutputFile>(stream_, header_.header, 0);
    }
    void add(ConstImageView rows) override {
        Imf::FrameBuffer buffer;
        exr::add_slices(buffer, header_, rows, done_);
        file_->setFrameBuffer(buffer);
        file_->writePixels(rows.shape.height);
        done_ += rows.shape.height;
    }
    std::string finish(const Metadata& metadata, const Described&) override {
        file_.reset();  // which writes the offsets of the chunks
        return words_of(metadata);
    }

  private:
    FileStream stream_;
    const exr::PictureHeader header_;
    std::unique_ptr<Imf::OutputFile> file_;
    int done_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> open_exr_rows(const FileReader& file, FileFacts& facts) {
    exr::InStream stream(file);
    return exr::reading(stream, file.size, [&]() -> std::unique_ptr<RowSource> {
        exr::check_headers(file);
        auto rows = std::make_unique<ExrRows>(file, facts);
        if (!rows->has_rows(facts)) return nullptr;
        return rows;
    });
}

std::unique_ptr<RowWriter> write_exr_rows(std::FILE* to, const Shape& shape, Sample sample,
                                          const std::optional<Encoding>&, const KeptFacts* kept) {
    return std::make_unique<ExrRowWriter>(to, shape, sample, kept);
}

}  // namespace sweep
#endif
