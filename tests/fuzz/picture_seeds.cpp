// Small files of each kind, and the words that such files are made of.
#include "tests/fuzz/picture_seeds.h"

#include <cmath>

#include "tests/support/page_bytes.h"

namespace sweep::fuzz {

namespace {

using namespace std::string_literals;
using test::big_endian;
using test::encode_jpeg;
using test::encode_png;
using test::encoded;
using test::has_library;
using test::little_endian;
using test::noise;
using test::text_of;
using test::tiff_folder;
using test::tiff_of_folders;

// A baseline JPEG that is labelled progressive: its samples become coefficients of the mean, and one scan of
// the other coefficients follows.
std::string progressive(const std::string& baseline) {
    const std::size_t frame = baseline.find("\xff\xc0"), scan = baseline.find("\xff\xda");
    std::string file = baseline;
    file[frame + 1] = '\xc2';
    const std::size_t range = scan + 4 + 1 + 2 * 3;
    file[range + 1] = 0;
    const std::string others =
        "\xff\xda\0\x08\x01\x01\0\x01\x3f\0"s + file.substr(range + 3, 40) + "\xff\xd9"s;
    return file.substr(0, file.size() - 2) + others;
}

// The file is a header, three empty sections, then `samples`.
std::string psd_of(int channels, int width, int depth, const std::string& samples) {
    return "8BPS"s + big_endian(1, 2) + std::string(6, 0) + big_endian(std::uint64_t(channels), 2) +
           big_endian(1, 4) + big_endian(std::uint64_t(width), 4) + big_endian(std::uint64_t(depth), 2) +
           big_endian(3, 2) + std::string(12, 0) + samples;
}

// A box of the ISO family: its length, its name, its content.
std::string box(const std::string& name, const std::string& content) {
    return big_endian(content.size() + 8, 4) + name + content;
}

// An AVIF of one colour, 16 x 16, of which these properties say more.
std::string avif_of(const Words& said) {
    const std::string none(4, 0);
    const std::string pixels =
        "\x0a\6\x18\x0c\xff\xdb\0\x80\x32\x0e\x1a\0\0\0\x50\0\0\x40\2\x99\xe0\x30\x8d\x40"s;
    const std::string kind = box("ftyp", "avif" + none + "avifmif1");
    std::string properties =
        box("ispe", none + big_endian(16, 4) + big_endian(16, 4)) + box("av1C", "\x81\0\x0c\0"s);
    std::string numbers = "\1\x82";
    for (const std::string& each : said) {
        properties += each;
        numbers += char(numbers.size() + 1);
    }
    const std::string associations =
        none + big_endian(1, 4) + big_endian(1, 2) + big_endian(numbers.size(), 1) + numbers;
    const std::string place = none + "\x44\0"s + big_endian(1, 2) + big_endian(1, 2) + big_endian(0, 2) +
                              big_endian(1, 2) + big_endian(kind.size() + 8, 4) +
                              big_endian(pixels.size(), 4);
    const std::string item = box("infe", "\2\0\0\0\0\1\0\0"s + "av01\0"s);
    return kind + box("mdat", pixels) +
           box("meta", none + box("hdlr", none + none + "pict" + std::string(13, 0)) +
                           box("pitm", none + big_endian(1, 2)) + box("iloc", place) +
                           box("iinf", none + big_endian(1, 2) + item) +
                           box("iprp", box("ipco", properties) + box("ipma", associations)));
}

// A directory of a TIFF, at its byte 8, with these entries of one number each; the samples follow.
std::string tiff_of(const std::vector<std::pair<int, int>>& entries, const std::string& samples,
                    bool is_big) {
    const auto number = [&](int value, int bytes) {
        return is_big ? big_endian(std::uint64_t(value), bytes) : little_endian(std::uint64_t(value), bytes);
    };
    std::string file = (is_big ? "MM" : "II") + number(42, 2) + number(8, 4) + number(int(entries.size()), 2);
    for (const auto& [tag, value] : entries)
        file += number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4);
    return file + number(0, 4) + samples;
}

}  // namespace

Words npy_seeds() {
    Words seeds;
    for (Sample sample : {Sample::u8, Sample::u16, Sample::u32, Sample::f32, Sample::f64}) {
        const Image image = noise({3, 2, sample == Sample::u8 ? 4 : 1}, sample);
        seeds.push_back(text_of(encoded(".npy", image.view())));
    }
    std::string fortran = seeds[3];
    fortran.replace(fortran.find("False"), 5, "True ");
    seeds.push_back(fortran);
    for (const char* descr : {"'>f4'", "'<i4'", "'<f2'"}) {
        std::string other = fortran;
        seeds.push_back(other.replace(other.find("'<f4'"), 5, descr));
    }
    return seeds;
}
Words npy_words() {
    return {"\x93NUMPY", "'descr'", "'fortran_order'", "'shape'",    "True",  "False",
            "'<f4'",     "'<f8'",   "'>i8'",           "'<u8'",      "'<f2'", "'|b1'",
            "'|u1'",     "'<u2'",   "'<u4'",           "(",          ")",     ", ",
            "{",         "}",       "4294967296",      "2147483647", "\1\0"s, "\2\0"s};
}

Words png_seeds() {
    const Image rgb = noise({5, 3, 3}, Sample::u8);
    std::string held = text_of(encode_png(rgb.view()));
    held.insert(held.size() - 12, test::chunk_of("eXIf", test::exif_of(5, false)));
    return {held,
            text_of(encode_png(rgb.view(), "sweep --sigma=3 --view=original picture.png")),
            text_of(encode_png(noise({2, 3, 4}, Sample::u16).view())),
            text_of(encode_png(noise({4, 1, 2}, Sample::u8).view())),
            test::png_of(9, PNG_COLOR_TYPE_PALETTE, 8, std::vector<png_byte>(9, 1), PNG_INTERLACE_ADAM7),
            test::png_of(9, PNG_COLOR_TYPE_PALETTE, 1, {1, 2}),
            test::png_of(9, PNG_COLOR_TYPE_GRAY, 4, std::vector<png_byte>(5, 0x1f))};
}
Words png_words() {
    return {"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP",     "tEXt",       "zTXt",
            "iTXt", "bKGD", "pHYs", "sBIT", "sPLT", "hIST", "tIME", "eXIf", "sweep\0"s, "\0\0\0\x0d"s};
}

// An ICC profile with one tag, the curve: a table, a power, or a formula.
Words profile_seeds() {
    const std::string start = big_endian(176, 4) + std::string(4, 0) + big_endian(0x02400000, 4) +
                              "mntrGRAYXYZ " + std::string(12, 0) + "acsp" + std::string(28, 0) +
                              big_endian(0xf6d6, 4) + big_endian(0x10000, 4) + big_endian(0xd32d, 4) +
                              std::string(48, 0) + big_endian(1, 4) + "kTRC" + big_endian(144, 4) +
                              big_endian(32, 4);
    Words seeds{start + "curv" + big_endian(0, 4) + big_endian(1, 4) + big_endian(0x0233, 2),
                start + "curv" + big_endian(0, 4) + big_endian(3, 4) + "\0\0\x7f\xff\xff\xff"s};
    // The formula is sRGB's.
    std::string formula = start + "para" + big_endian(0, 4) + big_endian(3, 2) + big_endian(0, 2);
    for (const double value : {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045})
        formula += big_endian(std::uint64_t(std::lround(value * 65536)), 4);
    seeds.push_back(formula);
    for (std::string& seed : seeds) seed.resize(176);
    return seeds;
}
Words profile_words() {
    return {"gTRC",
            "kTRC",
            "curv",
            "para",
            "mft2",
            "mAB ",
            "A2B0",
            "rXYZ",
            "RGB ",
            "CMYK",
            "\0\0\0\1"s,
            "\0\1\0\0"s,
            "\xff\xff\xff\xff",
            "\x80\0\0\0"s};
}

Words jpeg_seeds() {
    const std::string rgb = text_of(encode_jpeg(noise({9, 5, 3}, Sample::u8).view()));
    std::string held = rgb;
    held.insert(2, test::app1_of(test::exif_of(6, true)));
    return {rgb, text_of(encode_jpeg(noise({8, 8, 1}, Sample::u8).view())), progressive(rgb), held};
}
Words jpeg_words() {
    return {"\xff\xd8", "\xff\xd9",  "\xff\xc0",  "\xff\xc1", "\xff\xc2", "\xff\xc4", "\xff\xda",
            "\xff\xdb", "\xff\xdd",  "\xff\xe0",  "\xff\xee", "\xff\xd0", "\xff\0"s,  "JFIF",
            "Adobe\0"s, "\0\x3f\0"s, "\1\x3f\0"s, "\0\0\0"s,  "RGB"};
}

Words webp_seeds() {
    // With loss, 1 x 1, and without, of 4 channels.
    const std::string lossy =
        "RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0\x30\1\0\x9d\1\x2a\1\0\1\0\1\x40\x26\x25\xa4\0\3\x70\0\xfe\xfd\x36\x68\0"s;
    if (!has_library(".webp")) return {lossy};
    return {lossy, text_of(encoded(".webp", noise({9, 5, 4}, Sample::u8).view()))};
}
Words webp_words() {
    return {"RIFF", "WEBP", "VP8 ",       "VP8L", "VP8X\x0a\0\0\0"s, "ALPH", "ANIM\6\0\0\0"s,
            "ANMF", "ICCP", "\x9d\1\x2a", "\x2f"};
}

Words heif_seeds() {
    const std::string codes = box("colr",
                                  "nclx" + big_endian(9, 2) + big_endian(16, 2) + big_endian(9, 2) + "\x80"),
                      pixel = box("pixi", std::string(4, 0) + "\3\x08\x08\x08"), turn = box("irot", "\1");
    return {avif_of({}), avif_of({pixel, codes, turn}),
            avif_of({box("colr", "prof" + profile_seeds().front())})};
}
Words heif_words() {
    return {"ftypavif",
            "ftypheic",
            "ftypmif1",
            "meta",
            "iloc",
            "idat",
            "iref",
            "auxl",
            "dimg",
            "grid",
            "iovl",
            "iden",
            "auxC",
            "ispe",
            "pixi",
            "colr",
            "nclx",
            "prof",
            "irot",
            "imir",
            "clap",
            "av1C",
            "hvcC",
            "ipma",
            "\0\0\0\1"s,
            "\xff\xff\xff\xff",
            "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"s};
}

Words exif_seeds() {
    return {"\xff\xd8" + test::app1_of(test::exif_of(6, true)),
            "\xff\xd8" + test::app1_of(test::exif_of(3, false)),
            std::string(png_magic) + test::chunk_of("eXIf", test::exif_of(8, false))};
}
Words exif_words() {
    return {"\xff\xe1", "\xff\xe0\0\2"s, "\xff",        "Exif\0\0"s,
            "MM\0*"s,   "II*\0"s,        "\1\x12\0\3"s, "\xff\xff\xff\xff"};
}

Words bmp_seeds() {
    const std::string with_palette = "BM"s + little_endian(70, 4) + little_endian(0, 4) +
                                     little_endian(62, 4) + little_endian(40, 4) + little_endian(9, 4) +
                                     little_endian(2, 4) + little_endian(1, 2) + little_endian(1, 2) +
                                     std::string(16, 0) + little_endian(2, 4) + little_endian(0, 4) +
                                     "\1\2\3\0\4\5\6\0"s + "\x55\x80\0\0\xaa\0\0\0"s;
    const std::string with_masks = "BM"s + little_endian(74, 4) + little_endian(0, 4) + little_endian(66, 4) +
                                   little_endian(40, 4) + little_endian(2, 4) + little_endian(1, 4) +
                                   little_endian(1, 2) + little_endian(32, 2) + little_endian(3, 4) +
                                   std::string(20, 0) + little_endian(0xff0000, 4) +
                                   little_endian(0xff00, 4) + little_endian(0xff, 4) + "\1\2\3\4\5\6\7\x08"s;
    const std::string with_runs = "BM"s + little_endian(78, 4) + little_endian(0, 4) + little_endian(66, 4) +
                                  little_endian(40, 4) + little_endian(9, 4) + little_endian(2, 4) +
                                  little_endian(1, 2) + little_endian(4, 2) + little_endian(2, 4) +
                                  std::string(20, 0) + "\1\2\3\0\4\5\6\0\7\7\7\0"s +
                                  "\3\x12\0\3\1\x20\0\2\1\1\2\1"s;
    return {test::bmp, with_palette, with_masks, with_runs};
}
Words bmp_words() {
    return {little_endian(12, 4),  little_endian(40, 4), little_endian(56, 4), little_endian(108, 4),
            little_endian(124, 4), little_endian(16, 2), little_endian(24, 2), little_endian(32, 2),
            little_endian(3, 4),   "\xff\xff\xff\xff",   "\xff\0\0\0"s,        "\0\0\0\x80"s};
}

Words tga_seeds() {
    const std::string runs = "\0\0\x0a\0\0\0\0\0\0\0\0\0"s + little_endian(4, 2) + little_endian(1, 2) +
                             "\x18\x30\x82\1\2\3\0\4\5\6"s;
    const std::string palette = "\0\1\1\0\0\2\0\x18\0\0\0\0"s + little_endian(2, 2) + little_endian(1, 2) +
                                "\x08\x20\1\2\3\4\5\6\0\1"s;
    const std::string grey =
        "\0\0\3\0\0\0\0\0\0\0\0\0"s + little_endian(2, 2) + little_endian(1, 2) + "\x08\x20\x07\x09"s;
    return {test::tga, runs, palette, grey};
}
Words tga_words() {
    return {"\0\0\2"s,  "\0\0\3"s,  "\0\0\x0a"s, "\0\0\x0b"s, "\0\1\1"s, "\0\1\x09"s,
            "\x08\x20", "\x10\x20", "\x18\x20",  "\x20\x20",  "\xff\xff"};
}

Words psd_seeds() {
    const std::string runs = big_endian(1, 2) + std::string("\0\2\0\2\0\2", 6) + "\xff\1\xff\2\xff\3"s;
    return {test::psd, psd_of(3, 2, 16, big_endian(0, 2) + std::string(12, 5)), psd_of(3, 2, 8, runs),
            psd_of(4, 1, 8, big_endian(0, 2) + "\1\2\3\4"s)};
}
Words psd_words() {
    return {"8BPS", "\0\1"s, "\0\3"s, "\0\4"s, "\0\x08"s, "\0\x10"s, "\xff\xff\xff\xff", "\x80"};
}

Words gif_seeds() {
    // The GIF is interlaced, with a transparent colour, a palette of its own, and a second frame.
    const std::string control = "\x21\xf9\4\1\0\0\0\0"s, frame = ","s + std::string(4, 0) +
                                                                 little_endian(1, 2) + little_endian(1, 2) +
                                                                 "\xc0\1\2\3\4\5\6\2\2\x44\1\0"s;
    return {test::gif, "GIF89a"s + little_endian(1, 2) + little_endian(1, 2) +
                           "\x80\0\0\x0a\x14\x1e\xff\xff\xff"s + control + frame + control + frame + ";"};
}
Words gif_words() {
    return {"GIF87a", "GIF89a",      "\x21\xf9\4",    "\x21\xff\x0b", ",",
            ";",      "NETSCAPE2.0", "\x2c\0\0\0\0"s, "\x87",         "\xc0"};
}

Words hdr_seeds() {
    return {
        text_of(encoded(".hdr", noise({4, 2, 3}, Sample::f32).view())),
        text_of(encoded(".hdr", noise({9, 2, 3}, Sample::f32).view())),  // from 8 on rows are made of runs
        "#?RADIANCE\nEXPOSURE=2.5\nFORMAT=32-bit_rle_xyze\n\n+X 2 -Y 5\n"
        "\1\2\3\x80\1\1\1\4\4\5\6\x80\1\1\1\1\1\2\3\x80\3\2\1\x80\4\4\4\x80"s};
}
Words hdr_words() {
    return {"#?RADIANCE\n",
            "#?RGBE\n",
            "FORMAT=32-bit_rle_rgbe\n",
            "FORMAT=32-bit_rle_xyze\n",
            "EXPOSURE=",
            "\1\1\1",
            "\n\n-Y ",
            "+Y ",
            " +X ",
            "-X ",
            "\2\2",
            "\x80",
            "\xff"};
}

Words pnm_seeds() {
    return {test::ppm,           "P5 2 2 9\n\1\2\3\x0a", "P6\n1\n1\n65535\n\1\2\3\4\5\6",
            "P5 1 1 1\n\1",      "P1 3 2\n101 0#\n1 1",  "P2 2 1 99\n5 99",
            "P3 1 1 999\n1 2 3", "P4 9 2\n\1\2\3\4"};
}
Words pnm_words() {
    return {"P1", "P2",  "P3",    "P4",    "P5", "P6",         "#",         "\n",
            " ",  "255", "65535", "65536", "0",  "4294967295", "2147483648"};
}

Words pfm_seeds() {
    return {text_of(encoded(".pfm", noise({3, 2, 3}, Sample::f32).view())), "Pf 1 1 1.0\n\1\2\3\4"};
}
Words pfm_words() {
    return {"PF", "Pf", "\n", " ", "-1.0", "1.0", "0", "2147483648", "99999999999999", "1e999", "nan"};
}

Words tiff_seeds() {
    if (!has_library(".tif")) return {"II*\0"s};
    const auto strip = [](std::size_t entries) { return int(8 + 2 + 12 * entries + 4); };
    const std::vector<std::pair<int, int>> grey{{256, 4},        {257, 2}, {258, 12}, {259, 1}, {262, 0},
                                                {273, strip(9)}, {277, 1}, {278, 2},  {279, 12}},
        tiles{{256, 20}, {257, 3},  {258, 1},  {259, 1},         {262, 1},
              {277, 1},  {322, 16}, {323, 16}, {324, strip(10)}, {325, 32}};
    // A page with a no-data value, its mask, and a smaller copy; and one of which two strips are left out.
    test::TiffFolderText page = tiff_folder(5, 2, 8, "abcdefghij");
    page.texts[42113] = "99";
    const std::string pages = tiff_of_folders({page, tiff_folder(5, 2, 1, "\xa0\x50", 4, {{254, {4}}}),
                                               tiff_folder(2, 1, 8, "xy", 1, {{254, {1}}, {330, {8}}})}),
                      sparse = tiff_of_folders({tiff_folder(
                          2, 3, 12, "abc", 1, {{278, {1}}, {273, {0, 0, 8}}, {279, {0, 0, 3}}})});
    return {pages,
            sparse,
            text_of(encoded(".tif", noise({5, 3, 3}, Sample::u8).view())),
            text_of(encoded(".tif", noise({2, 3, 1}, Sample::f32).view())),
            tiff_of(grey, std::string(12, '\x5a'), false),
            tiff_of(grey, std::string(12, '\x5a'), true),
            tiff_of(tiles, std::string(64, '\x5a'), false)};
}
Words tiff_words() {
    Words words{"II*\0"s, "MM\0*"s, "II+\0\x08\0\0\0"s, "\3\0\1\0\0\0"s, "\4\0\1\0\0\0"s, "\xff\xff\xff\xff"};
    for (const int tag : {254, 255, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278,   279,  284,
                          317, 320, 322, 323, 324, 325, 330, 338, 339, 347, 530, 34675, 42113})
        words.push_back(little_endian(std::uint64_t(tag), 2));
    return words;
}

Words exr_seeds() {
    if (!has_library(".exr")) return {"\x76\x2f\x31\1\2\0\0\0"s};
    return {text_of(encoded(".exr", noise({5, 3, 3}, Sample::f32).view())),
            text_of(encoded(".exr", noise({4, 2, 1}, Sample::u32).view()))};
}
Words exr_words() {
    return {"\x76\x2f\x31\1"s,
            "channels\0chlist\0"s,
            "compression\0compression\0\1\0\0\0"s,
            "dataWindow\0box2i\0\x10\0\0\0"s,
            "displayWindow\0"s,
            "lineOrder\0lineOrder\0"s,
            "tiles\0tiledesc\0\x09\0\0\0"s,
            "type\0string\0"s,
            "deepscanline",
            "scanlineimage",
            "chunkCount\0int\0"s,
            "Z\0"s,
            "RY\0"s,
            "\xff\xff\xff\x7f"};
}

}  // namespace sweep::fuzz
