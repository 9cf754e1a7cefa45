// EXRs of every kind that is read, as OpenEXR writes them, and ours, as OpenEXR reads them. PFMs, written by
// hand.
#include <cmath>
#include <limits>

#include <ImfInputFile.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>

#include "files/metadata/metadata.h"
#include "tests/support/exr_files.h"
#include "tests/support/row_files.h"

namespace sweep::test {
namespace {

TEST_F(ExrFile, InfiniteSamplesBecomeTheLargestHalf) {
    std::vector<float> values = counting(0);
    values[1] = std::numeric_limits<float>::infinity();
    values[2] = -values[1];
    for (const Imf::PixelType type : {Imf::HALF, Imf::FLOAT}) {
        const FileImage read = read_image(make("a.exr", {{"Y", type, values}}, header(Imf::ZIP_COMPRESSION)));
        EXPECT_EQ(at(read.image, 1, 0, 0), 65504);
        EXPECT_EQ(at(read.image, 2, 0, 0), -65504);
        EXPECT_EQ(at(read.image, 3, 0, 0), 3);
        expect_contains(read.note, "2 infinite samples became 65504, with their sign");
    }
}

TEST_F(ExrFile, ChannelsOfEveryTypeAndCompressionAreRead) {
    for (const Imf::Compression compression :
         {Imf::NO_COMPRESSION, Imf::RLE_COMPRESSION, Imf::ZIPS_COMPRESSION, Imf::ZIP_COMPRESSION,
          Imf::PIZ_COMPRESSION, Imf::PXR24_COMPRESSION})
        for (const bool tiled : {false, true})
            for (const Imf::PixelType type : {Imf::HALF, Imf::FLOAT}) {
                SCOPED_TRACE(testing::Message() << compression << tiled << type);
                Imf::Header head = header(compression);
                if (tiled) head.setTileDescription(Imf::TileDescription(2, 2));
                const FileImage read = read_image(make("a.exr",
                                                       {{"B", type, counting(200)},
                                                        {"A", type, counting(0.5f)},
                                                        {"R", type, counting(-20)},
                                                        {"G", type, counting(100)}},
                                                       head));
                ASSERT_EQ(read.image.shape(), (Shape{width, height, 4}));
                ASSERT_EQ(read.image.sample(), Sample::f32);
                EXPECT_EQ(read.encoding.curve, Curve::light);
                EXPECT_EQ(read.note, "");
                EXPECT_TRUE(read.depth.empty());
                for (int y = 0; y < height; ++y)
                    for (int x = 0; x < width; ++x) {
                        const auto i = float(y * width + x);
                        EXPECT_EQ(at(read.image, x, y, 0), i - 20);
                        EXPECT_EQ(at(read.image, x, y, 1), i + 100);
                        EXPECT_EQ(at(read.image, x, y, 2), i + 200);
                        EXPECT_EQ(at(read.image, x, y, 3), i + 0.5f);
                    }
                expect_rows_of(path("a.exr"), read.image);
            }
}

TEST_F(ExrFile, ZIsTheDepthMap) {
    const FileImage read =
        read_image(make("a.exr", {{"Y", Imf::HALF, counting(1)}, {"Z", Imf::FLOAT, counting(1000)}},
                        header(Imf::ZIP_COMPRESSION)));
    EXPECT_EQ(read.image.shape(), (Shape{width, height, 1}));
    EXPECT_EQ(samples_of<float>(read.image), counting(1));
    ASSERT_EQ(read.depth.shape(), (Shape{width, height, 1}));
    EXPECT_EQ(samples_of<float>(read.depth), counting(1000));
    const FileImage alone =
        read_image(make("b.exr", {{"Z", Imf::FLOAT, counting(3)}}, header(Imf::ZIP_COMPRESSION)));
    EXPECT_EQ(samples_of<float>(alone.image), counting(3)) << "one channel is a picture, whatever its name";
    EXPECT_TRUE(alone.depth.empty());
}

TEST_F(ExrFile, UnsignedIntegersStayIntegers) {
    const Image counts =
        load_image(make("a.exr", {{"counts", Imf::UINT, counting(70000)}}, header(Imf::ZIP_COMPRESSION)));
    ASSERT_EQ(counts.sample(), Sample::u32);
    EXPECT_EQ(samples_of<std::uint32_t>(counts)[14], 70014u);
}

TEST_F(ExrFile, LayersAndPartsAreFound) {
    const FileImage read = read_image(make("a.exr",
                                           {{"View.Combined.R", Imf::FLOAT, counting(1)},
                                            {"View.Combined.G", Imf::FLOAT, counting(2)},
                                            {"View.Combined.B", Imf::FLOAT, counting(3)},
                                            {"View.Depth.Z", Imf::FLOAT, counting(4)},
                                            {"View.Normal.X", Imf::FLOAT, counting(5)}},
                                           header(Imf::ZIP_COMPRESSION)));
    EXPECT_EQ(read.image.shape().channels, 3);
    EXPECT_EQ(at(read.image, 0, 0, 2), 3);
    EXPECT_EQ(samples_of<float>(read.depth), counting(4));
    expect_contains(read.note, "shown is its layer 'View.Combined'");

    make_parts("b.exr", {{"normals", {{"X", Imf::FLOAT, counting(1)}, {"V", Imf::FLOAT, counting(1)}}},
                         {"grey", {{"Y", Imf::FLOAT, counting(9)}}}});
    EXPECT_EQ(samples_of<float>(load_image(path("b.exr"))), counting(9));
    expect_contains(refusal(make("c.exr", {{"U", Imf::FLOAT, counting(1)}, {"V", Imf::FLOAT, counting(1)}},
                                 header(Imf::ZIP_COMPRESSION))),
                    "the channels U, V: sweep reads R, G and B, Y, or one alone");
}

TEST_F(ExrFile, BrightnessWithColourBecomesRgb) {
    {
        std::vector<Imf::Rgba> pixels(16 * 16, Imf::Rgba(0.75f, 0.5f, 0.25f));
        Imf::RgbaOutputFile file(path("a.exr").c_str(), 16, 16, Imf::WRITE_YC);
        file.setFrameBuffer(pixels.data(), 1, 16);
        file.writePixels(16);
    }
    const Image image = load_image(path("a.exr"));
    ASSERT_EQ(image.shape(), (Shape{16, 16, 3}));
    EXPECT_NEAR(at(image, 8, 8, 0), 0.75, 0.01);
    EXPECT_NEAR(at(image, 8, 8, 1), 0.5, 0.01);
    EXPECT_NEAR(at(image, 8, 8, 2), 0.25, 0.01);
}

TEST_F(ExrFile, WhatIsWrittenIsWhatOpenExrReads) {
    const char* names[4][4] = {{"Y"}, {"Y", "A"}, {"R", "G", "B"}, {"R", "G", "B", "A"}};
    for (int channels = 1; channels <= 4; ++channels) {
        Image image = noise({37, 23, channels}, Sample::f32);
        image.data<float>()[0] = -1e30f;
        save_image(path("a.exr"), image.view());
        Imf::InputFile file(path("a.exr").c_str());
        ASSERT_EQ(file.header().dataWindow(), Imath::Box2i({0, 0}, {36, 22}));
        std::vector<float> plane(37 * 23);
        for (int c = 0; c < channels; ++c) {
            const Imf::Channel* channel = file.header().channels().findChannel(names[channels - 1][c]);
            ASSERT_NE(channel, nullptr);
            EXPECT_EQ(channel->type, Imf::FLOAT);
            Imf::FrameBuffer frame;
            frame.insert(names[channels - 1][c],
                         Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(plane.data()), 4, 4 * 37));
            file.setFrameBuffer(frame);
            file.readPixels(0, 22);
            for (int i = 0; i < 37 * 23; ++i)
                EXPECT_EQ(plane[std::size_t(i)], image.data<float>()[i * channels + c]);
        }
        const Image again = load_image(path("a.exr"));
        EXPECT_EQ(again.shape(), image.shape());
        EXPECT_EQ(std::memcmp(again.view().data, image.view().data, image.bytes()), 0);
    }
    const Image counts = noise({9, 7, 1}, Sample::u32);
    save_image(path("b.exr"), counts.view());
    EXPECT_EQ(samples_of<std::uint32_t>(load_image(path("b.exr"))), samples_of<std::uint32_t>(counts));
}

TEST_F(ExrFile, RowsBecomeTheFileThatTheWholeBecomes) {
    Imf::Header head = header(Imf::PIZ_COMPRESSION);
    Imf::addOwner(head, "somebody");
    const FileImage read =
        read_image(make("a.exr", together(colours("", 1), {{"Z", Imf::FLOAT, counting(7)}}), head));
    const std::unique_ptr<RowFile> in = RowFile::open(path("a.exr"));
    ASSERT_TRUE(in);
    expect_contains(in->read(0, 1).note, "its channels Z are dropped");
    RowOutput out(path("b.exr"), read.image.shape(), Sample::f32, std::nullopt, in->kept());
    for (int y = 0; y < height; ++y) {
        const FileImage row = in->read(y, 1);
        out.add(row.image.view());
    }
    EXPECT_EQ(out.finish({}, {.shape = read.image.shape(), .sample = Sample::f32}), "");
    const FileImage again = read_image(path("b.exr"));
    EXPECT_EQ(samples_of<float>(again.image), samples_of<float>(read.image));
    const Imf::InputFile file(path("b.exr").c_str());
    EXPECT_EQ(file.header().dataWindow(), head.dataWindow());
    EXPECT_EQ(Imf::owner(file.header()), "somebody");

    Imf::addChromaticities(head, Imf::Chromaticities({0.7347f, 0.2653f}, {0, 1}, {0.0001f, -0.077f}));
    EXPECT_FALSE(RowFile::open(make("c.exr", colours("", 1), head))) << "its colours are converted whole";
}

TEST_F(ExrFile, ChannelsBesideThePictureStayAsTheyAre) {
    make("a.exr",
         together(colours("", 1), {{"Z", Imf::HALF, counting(1000)}, {"id", Imf::UINT, counting(70000)}}),
         header(Imf::ZIP_COMPRESSION));
    const FileImage read = read_image(path("a.exr"));
    ASSERT_TRUE(read.kept);
    EXPECT_EQ(read.kept->channels, "Z, id");
    save_image(path("b.exr"), noise({width, height, 3}, Sample::f32).view(), {}, std::nullopt,
               read.kept.get());
    for (const auto& [name, type] : {std::pair{"Z", Imf::HALF}, {"id", Imf::UINT}}) {
        std::vector<std::vector<std::uint8_t>> samples;
        for (const char* of : {"a.exr", "b.exr"}) {
            Imf::InputFile file(path(of).c_str());
            const Imf::Channel* channel = file.header().channels().findChannel(name);
            ASSERT_TRUE(channel);
            EXPECT_EQ(channel->type, type);
            const std::size_t size = type == Imf::HALF ? 2 : 4;
            std::vector<std::uint8_t>& to = samples.emplace_back(size * width * height);
            Imf::FrameBuffer frame;
            frame.insert(name,
                         Imf::Slice::Make(type, to.data(), file.header().dataWindow(), size, size * width));
            file.setFrameBuffer(frame);
            file.readPixels(file.header().dataWindow().min.y, file.header().dataWindow().max.y);
        }
        EXPECT_EQ(samples[0], samples[1]);
    }
    // Of another size they would lie elsewhere.
    save_image(path("c.exr"), noise({width, height + 1, 3}, Sample::f32).view(), {}, std::nullopt,
               read.kept.get());
    EXPECT_FALSE(Imf::InputFile(path("c.exr").c_str()).header().channels().findChannel("Z"));
}

TEST_F(ExrFile, LiesAreRefusedBeforeAnythingIsTaken) {
    make("a.exr", {{"Y", Imf::FLOAT, counting(1)}}, header(Imf::NO_COMPRESSION));
    const std::string good = read("a.exr");
    const std::string window = "dataWindow\0box2i\0"s + little_endian(16, 4);
    const std::size_t at = good.find(window) + window.size();
    const auto with = [&](std::uint64_t right, std::uint64_t bottom) {
        std::string file = good;
        return file.replace(at + 8, 8, little_endian(right, 4) + little_endian(bottom, 4));
    };
    EXPECT_NO_THROW(load_image(write("b.exr", with(2, 9))));
    expect_contains(refusal(write("b.exr", with(2, 2000000000))), "truncated or lying");
    expect_contains(refusal(write("b.exr", with(2000000000, 9))), "cannot read");
    expect_contains(refusal(write("b.exr", with(0xfffffff0, 9))), "empty");
    expect_contains(refusal(write("b.exr", with(0x7fffffff, 9))), "too large");
    std::string file = good;
    const std::size_t size = file.find("box2i\0"s) + 6;
    expect_contains(refusal(write("b.exr", file.replace(size, 4, "\xff\xff\xff\x7f"))), "truncated");
    struct Refused {};
    EXPECT_THROW(read_image(path("a.exr"), [](const Shape&, Sample) { throw Refused(); }), Refused);
}

}  // namespace
}  // namespace sweep::test
