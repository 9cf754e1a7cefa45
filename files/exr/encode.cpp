// OpenEXR, written: scan lines, compressed without loss.
#if SWEEP_HAS_OPENEXR
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfOutputFile.h>

#include "files/exr/codec.h"
#include "files/exr/header.h"
#include "files/exr/kept.h"

namespace sweep {
namespace {

// The file as it grows.
class OutStream : public Imf::OStream {
  public:
    OutStream() : OStream("EXR") {}
    void write(const char from[], int count) override {
        if (bytes.size() < at_ + std::size_t(count)) bytes.resize(at_ + std::size_t(count));
        std::memcpy(bytes.data() + at_, from, std::size_t(count));
        at_ += std::size_t(count);
    }
    std::uint64_t tellp() override { return at_; }
    void seekp(std::uint64_t to) override { at_ = std::size_t(to); }

    std::vector<std::uint8_t> bytes;

  private:
    std::size_t at_ = 0;
};

// What belongs to the file that was read and not to the picture: its layout, and a small picture of it.
bool is_of_old_file(std::string_view attribute) {
    static constexpr std::array<std::string_view, 14> names{"channels",
                                                            "compression",
                                                            "dataWindow",
                                                            "displayWindow",
                                                            "lineOrder",
                                                            "tiles",
                                                            "type",
                                                            "name",
                                                            "version",
                                                            "chunkCount",
                                                            "preview",
                                                            "multiView",
                                                            "maxSamplesPerPixel",
                                                            "view"};
    return std::find(names.begin(), names.end(), attribute) != names.end();
}

EncodedFile encoded(ConstImageView image, const ExrKept* kept) {
    const Shape shape = image.shape;
    exr::PictureHeader picture = exr::header_of(shape, image.sample, kept);
    Imf::Header& header = picture.header;
    Imf::FrameBuffer buffer;
    exr::add_slices(buffer, picture, image, 0);
    if (picture.has_its_size)
        for (const ExrKept::Channel& channel : kept->beside) {
            const Imf::Channel& as = kept->header.channels()[channel.name];
            const std::size_t bytes = as.type == Imf::HALF ? 2 : 4;
            header.channels().insert(channel.name, as);
            buffer.insert(channel.name, Imf::Slice::Make(as.type, channel.samples.data(),
                                                         header.dataWindow().min, shape.width, shape.height,
                                                         bytes, bytes * std::size_t(shape.width)));
        }
    OutStream stream;
    {
        Imf::OutputFile file(stream, header, 0);
        file.setFrameBuffer(buffer);
        file.writePixels(shape.height);
    }  // which writes the offsets of the chunks
    return {std::move(stream.bytes)};
}

}  // namespace

namespace exr {

PictureHeader header_of(const Shape& shape, Sample sample, const ExrKept* kept) {
    if (sample != Sample::f32 && sample != Sample::u32)
        throw std::logic_error("an EXR has float32 or uint32 samples");
    static const std::vector<std::string> names[]{{"Y"}, {"Y", "A"}, {"R", "G", "B"}, {"R", "G", "B", "A"}};
    PictureHeader picture{{shape.width, shape.height},
                          names[shape.channels - 1],
                          sample == Sample::u32 ? Imf::UINT : Imf::FLOAT};
    Imf::Header& header = picture.header;
    header.compression() = Imf::ZIP_COMPRESSION;
    if (kept) {
        for (auto i = kept->header.begin(); i != kept->header.end(); ++i)
            if (!is_of_old_file(i.name())) header.insert(i.name(), i.attribute());
        const Imath::Box2i& window = kept->header.dataWindow();
        picture.has_its_size = std::int64_t(window.max.x) - window.min.x + 1 == shape.width &&
                               std::int64_t(window.max.y) - window.min.y + 1 == shape.height;
        if (picture.has_its_size) {
            header.dataWindow() = window;
            header.displayWindow() = kept->header.displayWindow();
        }
        if (kept->names.size() == std::size_t(shape.channels)) picture.names = kept->names;
    }
    for (const std::string& name : picture.names) header.channels().insert(name, Imf::Channel(picture.type));
    return picture;
}

void add_slices(Imf::FrameBuffer& buffer, const PictureHeader& header, ConstImageView rows, int first) {
    const Imath::V2i at = header.header.dataWindow().min + Imath::V2i(0, first);
    for (std::size_t i = 0; i < header.names.size(); ++i) {
        char* const base = const_cast<char*>(rows.row<char>(0)) + 4 * i;  // OpenEXR reads it alone
        buffer.insert(header.names[i],
                      Imf::Slice::Make(header.type, base, at, rows.shape.width, rows.shape.height,
                                       4 * header.names.size(), std::size_t(rows.stride)));
    }
}

}  // namespace exr

EncodedFile encode_exr(ConstImageView image, const std::string&, const std::optional<Encoding>&) {
    return encoded(image, nullptr);
}

EncodedFile encode_exr_kept(ConstImageView image, const KeptFacts& kept) {
    return encoded(image, dynamic_cast<const ExrKept*>(&kept));
}

}  // namespace sweep
#endif
