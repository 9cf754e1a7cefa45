// TIFFs of every kind that is read, as libtiff writes them, and ours, as libtiff reads them.
#include <cmath>
#include <limits>
#include <tuple>

#include <tiffio.h>

#include "files/metadata/metadata.h"
#include "tests/support/image_bytes.h"
#include "tests/support/row_files.h"

namespace sweep::test {
namespace {

class TiffFile : public ImageFile {
  protected:
    struct Kind {
        int width, height, channels, bits, format = SAMPLEFORMAT_UINT;
        int photometric = PHOTOMETRIC_MINISBLACK, compression = COMPRESSION_NONE,
            planar = PLANARCONFIG_CONTIG, orientation = 0, tile = 0, rows_per_strip = 3;
    };

    static void describe(TIFF* tiff, const Kind& kind) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, kind.width);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, kind.height);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, kind.channels);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, kind.bits);
        TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kind.format);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, kind.photometric);
        TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind.compression);
        TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, kind.planar);
        if (kind.orientation) TIFFSetField(tiff, TIFFTAG_ORIENTATION, kind.orientation);
        if (kind.tile) {
            TIFFSetField(tiff, TIFFTAG_TILEWIDTH, kind.tile);
            TIFFSetField(tiff, TIFFTAG_TILELENGTH, kind.tile);
        } else {
            TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, kind.rows_per_strip);
        }
    }

    // `rows`: the packed samples of each row, or of each row of each plane.
    static void fill(TIFF* tiff, const Kind& kind, const std::vector<std::string>& rows) {
        const int planes = kind.planar == PLANARCONFIG_SEPARATE ? kind.channels : 1;
        for (int plane = 0; plane < planes; ++plane)
            for (int y = 0; y < kind.height; ++y) {
                std::string row = rows[std::size_t(plane * kind.height + y)];
                ASSERT_EQ(TIFFWriteScanline(tiff, row.data(), std::uint32_t(y), std::uint16_t(plane)), 1);
            }
    }

    std::string make(const std::string& name, const Kind& kind, const std::vector<std::string>& rows,
                     const char* mode = "w") {
        TIFF* tiff = TIFFOpen(path(name).c_str(), mode);
        describe(tiff, kind);
        fill(tiff, kind, rows);
        TIFFClose(tiff);
        return path(name);
    }
};

TEST_F(TiffFile, OneWrittenByHandIsRead) {
    const auto entry = [](int tag, int type, int count, int value) {
        return little_endian(std::uint64_t(tag), 2) + little_endian(std::uint64_t(type), 2) +
               little_endian(std::uint64_t(count), 4) + little_endian(std::uint64_t(value), 4);
    };
    const std::string samples = raw<std::uint16_t>({1, 256, 4095, 65535, 7, 9});
    const std::string file = "II*\0"s + little_endian(8 + samples.size(), 4) + samples + little_endian(8, 2) +
                             entry(256, 3, 1, 3) + entry(257, 3, 1, 2) + entry(258, 3, 1, 16) +
                             entry(259, 3, 1, 1) + entry(262, 3, 1, 1) + entry(273, 4, 1, 8) +
                             entry(278, 3, 1, 2) + entry(279, 4, 1, int(samples.size())) +
                             little_endian(0, 4);
    const FileImage read = read_image(write("a.tif", file));
    EXPECT_EQ(read.image.shape(), (Shape{3, 2, 1}));
    EXPECT_EQ(samples_of<std::uint16_t>(read.image), (std::vector<std::uint16_t>{1, 256, 4095, 65535, 7, 9}));
    EXPECT_EQ(read.encoding, Encoding{}) << "words are numbers";
    EXPECT_EQ(read.pages, 1);
    EXPECT_EQ(read.note, "");
}

TEST_F(TiffFile, WhatIsWrittenIsWhatLibtiffReads) {
    for (const Sample sample : {Sample::u8, Sample::u16, Sample::u32, Sample::f32, Sample::f64})
        for (int channels = 1; channels <= 4; ++channels) {
            SCOPED_TRACE(testing::Message() << int(sample) << " x " << channels);
            const Image image = noise({37, 23, channels}, sample);
            save_image(path("a.tif"), image.view());
            TIFF* tiff = TIFFOpen(path("a.tif").c_str(), "r");
            ASSERT_NE(tiff, nullptr);
            std::uint32_t width = 0, height = 0;
            std::uint16_t bits = 0, count = 0, photometric = 0;
            TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
            TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
            TIFFGetField(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
            TIFFGetField(tiff, TIFFTAG_SAMPLESPERPIXEL, &count);
            TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
            EXPECT_EQ(Shape({int(width), int(height), count}), image.shape());
            EXPECT_EQ(bits, 8 * size_of(sample));
            EXPECT_EQ(photometric, channels < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
            std::vector<std::uint8_t> row(std::size_t(TIFFScanlineSize(tiff)));
            for (std::uint32_t y = 0; y < height; ++y) {
                ASSERT_EQ(TIFFReadScanline(tiff, row.data(), y), 1);
                EXPECT_EQ(std::memcmp(row.data(), image.view().row<char>(int(y)), row.size()), 0);
            }
            TIFFClose(tiff);
            const Image again = load_image(path("a.tif"));
            EXPECT_EQ(again.shape(), image.shape());
            ASSERT_EQ(again.sample(), sample);
            EXPECT_EQ(std::memcmp(again.view().data, image.view().data, image.bytes()), 0);
        }
}

TEST_F(TiffFile, WhatIsWrittenByRowsIsTheSameFile) {
    for (const Sample sample : {Sample::u8, Sample::u16, Sample::f32, Sample::f64}) {
        const Image image = noise({3000, 70, 3}, sample);  // of several strips
        const Encoding encoding{Curve::srgb, 1, true};
        save_image(path("whole.tif"), image.view(), {}, encoding);
        RowOutput rows(path("rows.tif"), image.shape(), sample, encoding);
        for (const auto& [first, count] : {std::pair{0, 1}, {1, 40}, {41, 29}}) {
            ConstImageView some = image.view();
            some.data = some.row<std::byte>(first);
            some.shape.height = count;
            rows.add(some);
        }
        EXPECT_EQ(rows.finish({}, {.shape = image.shape(), .sample = sample}), "");
        const FileImage read = read_image(path("rows.tif"));
        EXPECT_EQ(read.encoding, read_image(path("whole.tif")).encoding);
        EXPECT_EQ(read.pages, 1);
        expect_rows_of(path("rows.tif"), image);
    }
}

TEST_F(TiffFile, PaddedRowsAreWrittenWithoutThePadding) {
    Image image = noise({8, 3, 1}, Sample::f32);
    ConstImageView narrow = image.view();
    narrow.shape.width = 5;
    save_image(path("a.tiff"), narrow);
    const Image again = load_image(path("a.tiff"));
    ASSERT_EQ(again.shape(), narrow.shape);
    for (int y = 0; y < 3; ++y)
        EXPECT_EQ(std::memcmp(again.view().row<std::byte>(y), narrow.row<std::byte>(y), 5 * sizeof(float)),
                  0);
}

TEST_F(TiffFile, StripsTilesAndPlanesOfEveryCompressionAreRead) {
    const Image colours = noise({37, 23, 3}, Sample::u16);
    for (const int compression : {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE,
                                  COMPRESSION_PACKBITS, COMPRESSION_LZMA, COMPRESSION_ZSTD})
        for (const int planar : {PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE})
            for (const int tile : {0, 16})
                for (const char* mode : {"wl", "wb", "w8"}) {
                    if (!TIFFIsCODECConfigured(std::uint16_t(compression))) continue;
                    SCOPED_TRACE(testing::Message() << compression << " " << planar << " " << tile << mode);
                    const Kind kind{.width = 37,
                                    .height = 23,
                                    .channels = 3,
                                    .bits = 16,
                                    .photometric = PHOTOMETRIC_RGB,
                                    .compression = compression,
                                    .planar = planar,
                                    .tile = tile};
                    TIFF* tiff = TIFFOpen(path("a.tif").c_str(), mode);
                    describe(tiff, kind);
                    const int planes = planar == PLANARCONFIG_SEPARATE ? 3 : 1, together = 3 / planes;
                    const int side = tile ? tile : 37, rows = tile ? tile : 23;
                    for (int plane = 0; plane < planes; ++plane)
                        for (int y0 = 0; y0 < 23; y0 += rows)
                            for (int x0 = 0; x0 < 37; x0 += side) {
                                std::vector<std::uint16_t> block(std::size_t(side * rows * together));
                                for (int y = 0; y < rows && y0 + y < 23; ++y)
                                    for (int x = 0; x < side && x0 + x < 37; ++x)
                                        for (int c = 0; c < together; ++c)
                                            block[std::size_t((y * side + x) * together + c)] =
                                                colours.view().row<std::uint16_t>(
                                                    y0 + y)[(x0 + x) * 3 + (planes > 1 ? plane : c)];
                                if (tile) {
                                    TIFFWriteTile(tiff, block.data(), std::uint32_t(x0), std::uint32_t(y0), 0,
                                                  std::uint16_t(plane));
                                    continue;
                                }
                                for (int y = 0; y < rows; ++y)
                                    TIFFWriteScanline(tiff, &block[std::size_t(y * side * together)],
                                                      std::uint32_t(y), std::uint16_t(plane));
                            }
                    TIFFClose(tiff);
                    const Image again = load_image(path("a.tif"));
                    ASSERT_EQ(again.shape(), colours.shape());
                    EXPECT_EQ(samples_of<std::uint16_t>(again), samples_of<std::uint16_t>(colours));
                    expect_rows_of(path("a.tif"), again);
                }
}

TEST_F(TiffFile, NumbersAreTheFilesOwn) {
    const Kind grey{.width = 3, .height = 1, .channels = 1, .bits = 16};
    Kind kind = grey;
    kind.format = SAMPLEFORMAT_INT;
    EXPECT_EQ(samples_of<float>(load_image(make("a.tif", kind, {raw<std::int16_t>({-32768, 0, 7})}))),
              (std::vector<float>{-32768, 0, 7}));
    kind.bits = 8;
    EXPECT_EQ(samples_of<float>(load_image(make("a.tif", kind, {raw<std::int8_t>({-128, 0, 127})}))),
              (std::vector<float>{-128, 0, 127}));
    kind.bits = 32;
    EXPECT_EQ(samples_of<double>(load_image(make("a.tif", kind, {raw<std::int32_t>({-2147483647, 1, 2})}))),
              (std::vector<double>{-2147483647, 1, 2}));
    kind.format = SAMPLEFORMAT_UINT;
    EXPECT_EQ(samples_of<std::uint32_t>(load_image(make("a.tif", kind, {raw<std::uint32_t>({1, 2, ~0u})}))),
              (std::vector<std::uint32_t>{1, 2, ~0u}));
    kind.format = SAMPLEFORMAT_IEEEFP;
    EXPECT_EQ(samples_of<float>(load_image(make("a.tif", kind, {raw<float>({-1.5f, 0, 1e30f})}))),
              (std::vector<float>{-1.5f, 0, 1e30f}));
    kind.bits = 16;  // 1, -2, the largest, the least above 0
    const std::string halves = raw<std::uint16_t>({0x3c00, 0xc000, 0x7bff});
    EXPECT_EQ(samples_of<float>(load_image(make("a.tif", kind, {halves}))),
              (std::vector<float>{1, -2, 65504}));
    EXPECT_EQ(
        samples_of<float>(load_image(make("a.tif", kind, {raw<std::uint16_t>({0x7c00, 0xfc00, 0x7e00})}))),
        (std::vector<float>{65504, -65504, 0}));
    kind.bits = 64;
    EXPECT_EQ(samples_of<double>(load_image(make("a.tif", kind, {raw<double>({-1, 0, 1e300})}))),
              (std::vector<double>{-1, 0, 1e300}));
    // Twelve bits are packed, the highest first.
    kind = grey;
    kind.bits = 12;
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(make("a.tif", kind, {"\x00\x1f\xff\x80\x00"s}))),
              (std::vector<std::uint16_t>{1, 4095, 2048}));
}

TEST_F(TiffFile, FewBitsAndPalettesBecomeBytes) {
    using Samples = std::vector<std::uint8_t>;
    Kind kind{.width = 4, .height = 1, .channels = 1, .bits = 1};
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(make("a.tif", kind, {"\xa0"}))), (Samples{255, 0, 255, 0}));
    kind.photometric = PHOTOMETRIC_MINISWHITE;
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(make("a.tif", kind, {"\xa0"}))), (Samples{0, 255, 0, 255}));
    kind.compression = COMPRESSION_CCITTFAX4;
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(make("a.tif", kind, {"\xa0"}))), (Samples{0, 255, 0, 255}));
    kind = {.width = 4, .height = 1, .channels = 1, .bits = 2};
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(make("a.tif", kind, {"\x1b"}))),
              (Samples{0, 85, 170, 255}));
    kind = {.width = 2, .height = 1, .channels = 1, .bits = 16, .photometric = PHOTOMETRIC_MINISWHITE};
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(make("a.tif", kind, {raw<std::uint16_t>({0, 65534})}))),
              (std::vector<std::uint16_t>{65535, 1}));
    kind.format = SAMPLEFORMAT_INT;  // -32768 is the lightest
    EXPECT_EQ(samples_of<float>(load_image(make("a.tif", kind, {raw<std::int16_t>({-32768, 5})}))),
              (std::vector<float>{32767, -6}));
    kind.bits = 8;
    EXPECT_EQ(samples_of<float>(load_image(make("a.tif", kind, {raw<std::int8_t>({-128, 127})}))),
              (std::vector<float>{127, -128}));
    kind.bits = 32;
    EXPECT_EQ(samples_of<double>(
                  load_image(make("a.tif", kind, {raw<std::int32_t>({std::numeric_limits<int>::min(), 5})}))),
              (std::vector<double>{2147483647, -6}));

    for (const int unit : {257, 256, 1}) {  // some programs write bytes
        kind = {.width = 3, .height = 1, .channels = 1, .bits = 4, .photometric = PHOTOMETRIC_PALETTE};
        TIFF* tiff = TIFFOpen(path("a.tif").c_str(), "w");
        describe(tiff, kind);
        std::vector<std::uint16_t> red(16), green(16), blue(16);
        for (int i = 0; i < 16; ++i) {
            red[std::size_t(i)] = std::uint16_t(unit * i);
            green[std::size_t(i)] = std::uint16_t(unit * (100 + i));
            blue[std::size_t(i)] = std::uint16_t(unit * (255 - i));
        }
        TIFFSetField(tiff, TIFFTAG_COLORMAP, red.data(), green.data(), blue.data());
        fill(tiff, kind, {"\x0f\x70"});
        TIFFClose(tiff);
        EXPECT_EQ(samples_of<std::uint8_t>(load_image(path("a.tif"))),
                  (Samples{0, 100, 255, 15, 115, 240, 7, 107, 248}));
    }
}

TEST_F(TiffFile, OtherColoursBecomeRgb) {
    Kind kind{.width = 16,
              .height = 16,
              .channels = 3,
              .bits = 8,
              .photometric = PHOTOMETRIC_YCBCR,
              .compression = COMPRESSION_JPEG,
              .rows_per_strip = 16};
    TIFF* tiff = TIFFOpen(path("a.tif").c_str(), "w");
    describe(tiff, kind);
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    std::string row;
    for (int x = 0; x < 16; ++x) row += "\xc8\x64\x32"s;
    fill(tiff, kind, std::vector<std::string>(16, row));
    TIFFClose(tiff);
    Image image = load_image(path("a.tif"));
    ASSERT_EQ(image.shape(), (Shape{16, 16, 3}));
    for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(image.data<std::uint8_t>()[c], (std::array{200, 100, 50})[std::size_t(c)], 4);

    kind = {.width = 2, .height = 1, .channels = 4, .bits = 8, .photometric = PHOTOMETRIC_SEPARATED};
    image = load_image(make("b.tif", kind, {"\x00\x00\x00\x00\xff\x00\x00\x80"s}));
    ASSERT_EQ(image.shape(), (Shape{2, 1, 3}));
    const std::vector<std::uint8_t> rgb = samples_of<std::uint8_t>(image);
    EXPECT_EQ(std::vector(rgb.begin(), rgb.begin() + 4), (std::vector<std::uint8_t>{255, 255, 255, 0}));
    EXPECT_NEAR(rgb[4], 127, 1);
}

TEST_F(TiffFile, PagesArePicturesAndThumbnailsAreNot) {
    TIFF* tiff = TIFFOpen(path("a.tif").c_str(), "w");
    for (int page = 0; page < 4; ++page) {
        const Kind kind{.width = 2 + page, .height = 1, .channels = 1, .bits = 8};
        describe(tiff, kind);
        if (page == 1) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
        fill(tiff, kind, {std::string(8, char(10 * page))});
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
    const int widths[] = {2, 4, 5};
    for (int page = 1; page <= 3; ++page) {
        const FileImage read = read_image(path("a.tif"), {}, page);
        EXPECT_EQ(read.pages, 3);
        EXPECT_EQ(read.image.shape().width, widths[page - 1]);
        EXPECT_EQ(read.image.data<std::uint8_t>()[0], 10 * (page > 1 ? page : 0));
    }
    try {
        read_image(path("a.tif"), {}, 4);
        ADD_FAILURE() << "there is no page 4";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::unreadable_input);
        expect_contains(error.what(), "it has 3 pages, and no page 4");
    }
    save_image(path("a.png"), noise({3, 3, 1}, Sample::u8).view());
    EXPECT_THROW(read_image(path("a.png"), {}, 2), Error);
}

TEST_F(TiffFile, LiesAreRefusedBeforeAnythingIsTaken) {
    const Kind kind{.width = 4, .height = 4, .channels = 1, .bits = 8};
    make("a.tif", kind, std::vector<std::string>(4, "abcd"));
    const std::string good = read("a.tif");
    // The width and the height are the entries 256 and 257 of the directory.
    const auto with = [&](int tag, std::uint64_t value) {
        std::string file = good;
        const std::size_t at = file.find(little_endian(std::uint64_t(tag), 2) + "\3\0"s + "\1\0\0\0"s);
        EXPECT_NE(at, std::string::npos);
        return file.replace(at + 2, 2, "\4\0"s).replace(at + 8, 4, little_endian(value, 4));
    };
    expect_contains(refusal(write("b.tif", with(256, 2000000000))), "cannot read");
    expect_contains(refusal(write("b.tif", with(257, 4000000000))), "cannot read");
    expect_contains(refusal(write("b.tif", with(256, 0))), "cannot read");
    expect_contains(refusal(write("b.tif", with(259, 60000))), "compression 60000");
    expect_contains(refusal(write("b.tif", with(262, 32803))), "raw samples");
    expect_contains(refusal(write("b.tif", with(258, 24))), "24-bit");
    expect_contains(refusal(write("b.tif", with(277, 9))), "9 channels");
    struct Refused {};
    EXPECT_THROW(read_image(path("a.tif"), [](const Shape&, Sample) { throw Refused(); }), Refused);
}

// GDAL's no-data value is a number in text.
TEST_F(TiffFile, NoDataIsMissing) {
    const TIFFFieldInfo no_data{42113,        -1, -1, TIFF_ASCII,
                                FIELD_CUSTOM, 1,  0,  const_cast<char*>("GDAL_NODATA")};
    const auto make_with = [&](const Kind& kind, const std::string& row, const char* value) {
        TIFF* tiff = TIFFOpen(path("a.tif").c_str(), "w");
        TIFFMergeFieldInfo(tiff, &no_data, 1);
        describe(tiff, kind);
        TIFFSetField(tiff, 42113, value);
        fill(tiff, kind, {row});
        TIFFClose(tiff);
        return read_image(path("a.tif"));
    };
    const auto expect = [](const FileImage& read, const std::vector<std::uint8_t>& missing) {
        ASSERT_EQ(read.missing.empty(), missing.empty());
        if (missing.empty()) return;
        EXPECT_EQ(samples_of<std::uint8_t>(read.missing), missing);
        expect_contains(read.missing_note, "1 no-data samples");
    };
    const FileImage heights =
        make_with({3, 1, 1, 16, SAMPLEFORMAT_INT}, raw<std::int16_t>({313, -9999, 312}), "-9999");
    expect(heights, {0, 1, 0});
    EXPECT_EQ(samples_of<float>(heights.image), (std::vector<float>{313, 0, 312}));
    constexpr float lowest = std::numeric_limits<float>::lowest();
    expect(make_with({2, 1, 1, 32, SAMPLEFORMAT_IEEEFP}, raw<float>({lowest, 5}), "-3.4028234663852886e+38 "),
           {1, 0});
    expect(make_with({2, 1, 1, 8}, raw<std::uint8_t>({0, 255}), " 255"), {0, 1});
    for (const char* other : {"256", "-1", "1e999", "1e300", "nan", "", "x"}) {
        SCOPED_TRACE(other);
        expect(make_with({2, 1, 1, 8}, raw<std::uint8_t>({0, 255}), other), {});
        expect(make_with({2, 1, 1, 32, SAMPLEFORMAT_IEEEFP}, raw<float>({0, 255}), other), {});
    }
}

TEST_F(TiffFile, ABandIsAlphaWhereTheFileSaysSo) {
    for (const auto& [kind_of_band, alpha, red] :
         {std::tuple{EXTRASAMPLE_UNSPECIFIED, Alpha::none, 100},
          std::tuple{EXTRASAMPLE_UNASSALPHA, Alpha::straight, 100},
          std::tuple{EXTRASAMPLE_ASSOCALPHA, Alpha::straight, 199}}) {
        const Kind kind{1, 1, 4, 8, SAMPLEFORMAT_UINT, PHOTOMETRIC_RGB};
        TIFF* tiff = TIFFOpen(path("a.tif").c_str(), "w");
        describe(tiff, kind);
        const auto extra = std::uint16_t(kind_of_band);
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
        fill(tiff, kind, {raw<std::uint8_t>({100, 0, 128, 128})});
        TIFFClose(tiff);
        const FileImage read = read_image(path("a.tif"));
        EXPECT_EQ(read.alpha, alpha);
        EXPECT_EQ(int(read.image.data<std::uint8_t>()[0]), red);
        EXPECT_EQ(int(read.image.data<std::uint8_t>()[3]), 128);
    }
}

TEST_F(TiffFile, TheReasonWhyColoursOfManyBitsAreRefusedIsTheirs) {
    const std::string photometric = little_endian(262, 2) + little_endian(3, 2) + little_endian(1, 4);
    for (const auto& [kind, channels, name] :
         {std::tuple{PHOTOMETRIC_SEPARATED, 4, "CMYK"}, {PHOTOMETRIC_CIELAB, 3, "CIE L*a*b*"}}) {
        save_image(path("a.tif"), noise({5, 4, channels}, Sample::u16).view());
        std::string file = read("a.tif");
        const std::size_t at = file.find(photometric + little_endian(PHOTOMETRIC_RGB, 2));
        ASSERT_NE(at, std::string::npos);
        file.replace(at + photometric.size(), 2, little_endian(kind, 2));
        expect_contains(refusal(write("b.tif", file)),
                        "a TIFF of " + std::string(name) + " of 16 bits, which sweep does not read");
    }
}

}  // namespace
}  // namespace sweep::test
