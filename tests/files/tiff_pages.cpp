// What the folders of a TIFF are to each other: pages, masks, smaller copies; and what is missing in their samples.
#include <cmath>
#include <limits>
#include <memory>

#include "files/metadata/folders.h"
#include "files/metadata/metadata.h"
#include "files/metadata/no_data.h"
#include "files/stack/stack_file.h"
#include "tests/support/page_bytes.h"
#include "tests/support/row_files.h"

namespace sweep::test {
namespace {

using Bytes8 = std::vector<std::uint8_t>;

class TiffPagesFile : public ImageFile {
  protected:
    FileImage read_folders(const std::vector<TiffFolderText>& folders, int page = 1) {
        return read_image(write("a.tif", tiff_of_folders(folders)), {}, page);
    }
    static Bytes8 missing_of(const FileImage& read) {
        return read.missing.empty() ? Bytes8() : samples_of<std::uint8_t>(read.missing);
    }
};

const TiffFolderText grey = tiff_folder(3, 1, 8, "\x0a\x14\x1e");
const std::map<int, std::vector<std::uint64_t>> is_mask{{254, {4}}};

// Of 3 x 1 pixels; the mask of a smaller copy is none of the page.
TiffFolderText mask_of(const std::string& bits, std::uint64_t kind = 4) {
    return tiff_folder(3, 1, 1, bits, 4, {{254, {kind}}});
}

TEST_F(TiffPagesFile, TheTextOfANoDataValueIsANumber) {
    for (const auto& [text, value] : {std::pair<std::string_view, double>{"-9999", -9999},
                                      {"  -9999  ", -9999},
                                      {"+9999", 9999},
                                      {"1E+020", 1e20},
                                      {"-inf", -HUGE_VAL},
                                      {"inf", HUGE_VAL},
                                      {"+Inf", HUGE_VAL},
                                      {"-1.#INF", -HUGE_VAL},
                                      {"-1.79769313486232e+308", -std::numeric_limits<double>::max()}})
        EXPECT_EQ(no_data_number(text), value) << text;
    for (const char* text : {"nan", "-NaN", "1.#QNAN", "-1.#IND"})
        EXPECT_TRUE(std::isnan(no_data_number(text).value_or(0))) << text;
    for (const char* text : {"", " ", "x", "+-5"}) EXPECT_EQ(no_data_number(text), std::nullopt) << text;
}

// ArcGIS writes the largest float in 9 digits, which as a double are beyond it.
TEST_F(TiffPagesFile, TheLargestFloatIsNoDataInFewDigits) {
    constexpr float most = std::numeric_limits<float>::max(), inf = std::numeric_limits<float>::infinity();
    const auto expect = [&](const char* text, float hole, std::uint64_t bits = 32) {
        SCOPED_TRACE(text);
        TiffFolderText folder = tiff_folder(
            3, 1, bits, bits == 32 ? raw<float>({300, hole, 1}) : raw<double>({300, double(hole), 1}), 1,
            {{339, {3}}});
        folder.texts[42113] = text;
        const FileImage read = read_folders({folder});
        EXPECT_EQ(missing_of(read), (Bytes8{0, 1, 0}));
        EXPECT_EQ(read.missing_note, "1 no-data samples");
        EXPECT_EQ(read.infinite, 0);
    };
    for (const char* text : {"-3.40282347e+38", "-3.4028235e+038", "-3.402823e+38", "-3.40282e+38",
                             "-3.4028234663852886e+38", "-1e300"})
        expect(text, -most);
    for (const char* text : {"3.40282347e+38", "+3.4028235e+38"}) expect(text, most);
    expect("-3.40282306073709653e+38", float(-3.40282306073709653e+38));
    expect("-inf", -inf);
    expect("inf", inf);
    expect("-inf", -inf, 64);
    expect("-9999.9", -9999.9f);
    const auto doubles = [&](const char* text, double hole) {
        TiffFolderText folder = tiff_folder(2, 1, 64, raw<double>({300, hole}), 1, {{339, {3}}});
        folder.texts[42113] = text;
        EXPECT_EQ(missing_of(read_folders({folder})), (Bytes8{0, 1})) << text;
    };
    doubles("-1.79769313486232e+308", -std::numeric_limits<double>::max());
    doubles("-1.7976931348623157e+308", -std::numeric_limits<double>::max());
    // Halves are those that the text comes to: 9999.9 is 10000.
    TiffFolderText halves = tiff_folder(2, 1, 16, raw<std::uint16_t>({0x70e2, 0x3c00}), 1, {{339, {3}}});
    halves.texts[42113] = "9999.9";
    EXPECT_EQ(missing_of(read_folders({halves})), (Bytes8{1, 0}));
    // The other end is a number.
    TiffFolderText folder = tiff_folder(2, 1, 32, raw<float>({most, 1}), 1, {{339, {3}}});
    folder.texts[42113] = "-3.40282347e+38";
    EXPECT_EQ(missing_of(read_folders({folder})), Bytes8());
}

TEST_F(TiffPagesFile, ANoDataValueIsAmongTheNumbersOfTheFile) {
    // White is 0: index 2 of 2 bits is 85 of 255, and 10 of a byte 245.
    TiffFolderText folder = tiff_folder(4, 1, 2, "\x1b", 0);
    folder.texts[42113] = "2";
    FileImage read = read_folders({folder});
    EXPECT_EQ(missing_of(read), (Bytes8{0, 0, 1, 0}));
    EXPECT_EQ(read.no_data, 85);
    folder = tiff_folder(2, 1, 8, "\x0a\x14", 0);
    folder.texts[42113] = "10";
    read = read_folders({folder});
    EXPECT_EQ(missing_of(read), (Bytes8{1, 0}));
    const Metadata data = read_metadata(path("a.tif"));
    const TiffTag* const stated = find(data.picture, tag::gdal_no_data);
    ASSERT_TRUE(stated);
    EXPECT_EQ(text_of(*stated), "245") << "as the picture is written";
}

TEST_F(TiffPagesFile, AnIndexOfAPaletteMayBeNoData) {
    TiffFolderText folder = tiff_folder(4, 1, 2, "\x1b", 3);
    for (int i = 0; i < 12; ++i) folder.numbers[320].push_back(std::uint64_t(257 * 10 * i));
    folder.texts[42113] = "1";
    std::string file = tiff_of_folders({folder});
    // The palette has words.
    const std::size_t at = file.find(little_endian(320, 2) + little_endian(4, 2));
    ASSERT_NE(at, std::string::npos);
    std::string words;
    for (int i = 0; i < 12; ++i) words += little_endian(std::uint64_t(257 * 10 * i), 2);
    file.replace(at + 2, 2, little_endian(3, 2));
    file.replace(std::size_t(std::uint8_t(file[at + 8])) + 256 * std::uint8_t(file[at + 9]), words.size(),
                 words);
    const FileImage read = read_image(write("a.tif", file));
    EXPECT_EQ(samples_of<std::uint8_t>(read.image), (Bytes8{0, 40, 80, 0, 0, 0, 20, 60, 100, 30, 70, 110}));
    EXPECT_EQ(missing_of(read), (Bytes8{0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(read.no_data, std::nullopt) << "0 is black";
    EXPECT_TRUE(read.has_mask);
    EXPECT_FALSE(find(read_metadata(path("a.tif")).picture, tag::gdal_no_data));
    EXPECT_FALSE(RowFile::open(path("a.tif"))) << "rows have no mask";
}

TEST_F(TiffPagesFile, WhatAMaskLeavesOutIsMissing) {
    const FileImage read = read_folders({grey, mask_of("\xa0")});
    EXPECT_EQ(read.pages, 1);
    EXPECT_EQ(missing_of(read), (Bytes8{0, 1, 0}));
    EXPECT_EQ(samples_of<std::uint8_t>(read.image), (Bytes8{10, 0, 30}));
    EXPECT_EQ(read.missing_note, "1 masked samples");
    EXPECT_FALSE(RowFile::open(path("a.tif"))) << "rows have no mask";
    EXPECT_EQ(missing_of(read_folders({grey, tiff_folder(3, 1, 8, "\xff\x01\0"s, 4, is_mask)})),
              (Bytes8{0, 0, 1}));
    EXPECT_EQ(missing_of(read_folders({grey, tiff_folder(3, 1, 8, "\xff\x01\0"s, 1, is_mask)})),
              (Bytes8{0, 0, 1}));
    // It is turned with its page; one of all samples leaves nothing out.
    EXPECT_EQ(missing_of(read_folders({tiff_folder(3, 1, 8, "abc", 1, {{274, {2}}}), mask_of("\x60")})),
              (Bytes8{0, 0, 1}));
    EXPECT_EQ(missing_of(read_folders({grey, mask_of("\xe0")})), Bytes8());
    // Each channel is left out.
    EXPECT_EQ(missing_of(read_folders({tiff_folder(3, 1, 8, "abcdef", 1, {{277, {2}}}), mask_of("\xa0")})),
              (Bytes8{0, 0, 1, 1, 0, 0}));
}

TEST_F(TiffPagesFile, AMaskBelongsToItsPage) {
    const TiffFolderText smaller = tiff_folder(2, 1, 8, "xy", 1, {{254, {1}}});
    const TiffFolderText of_smaller = tiff_folder(2, 1, 1, "\0"s, 4, {{254, {5}}});
    const auto expect = [&](const std::vector<TiffFolderText>& folders, const std::vector<Bytes8>& missing) {
        for (std::size_t page = 0; page < missing.size(); ++page) {
            const FileImage read = read_folders(folders, int(page) + 1);
            EXPECT_EQ(read.pages, int(missing.size()));
            EXPECT_EQ(missing_of(read), missing[page]) << page;
        }
    };
    const TiffFolderText first = mask_of("\xc0"), second = mask_of("\x60");
    const Bytes8 of_first{0, 0, 1}, of_second{1, 0, 0};
    expect({grey, first, smaller, of_smaller}, {of_first});
    expect({grey, smaller, of_smaller, first}, {of_first});
    expect({grey, first, grey, second}, {of_first, of_second});
    expect({first, grey, second, grey}, {of_first, of_second});
    expect({grey, grey, first, second}, {of_first, of_second});
    expect({grey, grey, second}, {{}, of_second});
    const FileImage read = read_folders({grey, tiff_folder(2, 1, 1, "\0"s, 4, is_mask)});
    EXPECT_EQ(missing_of(read), Bytes8());
    expect_contains(read.note, "its mask is of another size or kind, and is left out");
    expect_contains(refusal(write("a.tif", tiff_of_folders({grey, mask_of("")}))), "its mask: ");
}

TEST_F(TiffPagesFile, ASmallerCopyIsNoPage) {
    const TiffFolderText smaller = tiff_folder(2, 1, 8, "xy", 1, {{254, {1}}}),
                         old = tiff_folder(2, 1, 8, "xy", 1, {{255, {2}}});
    for (const TiffFolderText& copy : {smaller, old}) {
        for (const auto& folders : {std::vector{copy, grey}, {grey, copy}}) {
            const FileImage read = read_folders(folders);
            EXPECT_EQ(read.pages, 1);
            EXPECT_EQ(read.image.shape().width, 3);
            EXPECT_EQ(read.smaller, 1);
        }
        const FileImage alone = read_folders({copy});
        EXPECT_EQ(alone.image.shape().width, 2);
        EXPECT_EQ(alone.smaller, 0);
    }
    EXPECT_EQ(read_folders({grey, mask_of("\xe0"), smaller, mask_of("\xe0", 5)}).smaller, 1);
    // Levels below a page: their places are the value of a tag.
    EXPECT_EQ(read_folders({tiff_folder(3, 1, 8, "abc", 1, {{330, {8, 8}}})}).smaller, 2);
}

TEST_F(TiffPagesFile, APictureBelowASmallerCopyIsThePicture) {
    std::string file = tiff_of_folders({tiff_folder(2, 1, 8, "xy", 1, {{254, {1}}, {330, {0}}}), grey});
    const std::size_t at = file.find(little_endian(330, 2) + little_endian(4, 2)), next = 8 + 2 + 12 * 10;
    const std::string second = file.substr(next, 4);
    file.replace(at + 8, 4, second).replace(next, 4, std::string(4, '\0'));
    const FileImage read = read_image(write("a.tif", file));
    EXPECT_EQ(read.image.shape().width, 3);
    EXPECT_EQ(read.pages, 1);
}

TEST_F(TiffPagesFile, BlocksThatAreLeftOutAreNoDataOr0) {
    TiffFolderText folder = tiff_folder(2, 3, 16, raw<std::uint16_t>({1, 2}), 1,
                                        {{278, {1}}, {273, {0, 0, 0}}, {279, {0, 4, 0}}});
    constexpr std::uint64_t somewhere = 0x01020304;
    folder.numbers[273][1] = somewhere;
    const auto file = [&](const TiffFolderText& of) {
        std::string made = tiff_of_folders({of});
        return made.replace(made.find(little_endian(somewhere, 4)), 4, little_endian(made.size() - 4, 4));
    };
    FileImage read = read_image(write("a.tif", file(folder)));
    EXPECT_EQ(samples_of<std::uint16_t>(read.image), (std::vector<std::uint16_t>{0, 0, 1, 2, 0, 0}));
    EXPECT_EQ(missing_of(read), Bytes8());
    expect_rows_of(path("a.tif"), read.image);
    folder.texts[42113] = "77";
    read = read_image(write("a.tif", file(folder)));
    EXPECT_EQ(missing_of(read), (Bytes8{1, 1, 0, 0, 1, 1}));
    EXPECT_EQ(read.missing_note, "4 no-data samples");
    // A list of places that is too short leaves nothing out, and what has bytes and no place is damaged.
    folder = tiff_folder(2, 3, 8, "abcdef", 1, {{278, {1}}, {273, {0}}, {279, {0}}});
    expect_contains(refusal(write("a.tif", tiff_of_folders({folder}))), "lacks strip 1");
}

TEST_F(TiffPagesFile, SamplesOfFewBitsAreCountsOrAsBrightAsTheyWere) {
    TiffFolderText folder = tiff_folder(2, 1, 12, "\xff\xf0\x00"s);
    FileImage read = read_folders({folder});
    EXPECT_EQ(read.bits, 12);
    EXPECT_EQ(samples_of<std::uint16_t>(read.image), (std::vector<std::uint16_t>{4095, 0}));
    widen_to_words(read);
    EXPECT_EQ(samples_of<std::uint16_t>(read.image), (std::vector<std::uint16_t>{65535, 0}));
    // Alpha is of a picture.
    folder = tiff_folder(1, 1, 12, "\x80\x0f\xff"s, 1, {{277, {2}}, {338, {2}}});
    read = read_folders({folder});
    EXPECT_EQ(read.bits, 0);
    EXPECT_EQ(samples_of<std::uint16_t>(read.image), (std::vector<std::uint16_t>{32776, 65535}));
}

TEST_F(TiffPagesFile, BandsBehindGreyAreNoColours) {
    const auto bands_of = [&](std::uint64_t channels, std::vector<std::uint64_t> kinds,
                              std::uint64_t kind = 1) {
        return read_folders(
                   {tiff_folder(1, 1, 8, "abcd", kind, {{277, {channels}}, {338, std::move(kinds)}})})
            .bands;
    };
    EXPECT_EQ(bands_of(3, {0, 2}), (std::vector<std::uint16_t>{0, 2}));
    EXPECT_EQ(bands_of(4, {0, 0, 0}), (std::vector<std::uint16_t>{0, 0, 0}));
    EXPECT_EQ(bands_of(4, {2}, 2), std::vector<std::uint16_t>()) << "RGBA";
    EXPECT_EQ(bands_of(2, {0}), std::vector<std::uint16_t>());
}

TEST_F(TiffPagesFile, WhatIsWrittenHasItsMaskAndItsBands) {
    const Shape shape{11, 3, 3};
    Image mask({11, 3, 1}, Sample::u8);
    Bytes8 missing(shape.samples(), 0);
    for (std::size_t i = 0; i < 33; ++i) {
        mask.data<std::uint8_t>()[i] = i % 5 != 0;
        if (i % 5 == 0) std::fill_n(missing.begin() + std::ptrdiff_t(3 * i), 3, std::uint8_t(1));
    }
    const Described picture{.shape = shape, .bands = {0, 2}, .mask = mask.view()};
    const Image image = noise(shape, Sample::u8);
    const auto expect = [&](int pages) {
        for (int page = 1; page <= pages; ++page) {
            const FileImage read = read_image(path("a.tif"), {}, page);
            EXPECT_EQ(read.pages, pages);
            EXPECT_EQ(missing_of(read), missing);
            EXPECT_EQ(read.bands, picture.bands);
            EXPECT_EQ(read.note, "");
        }
    };
    save_image(path("a.tif"), image.view(), {}, {}, nullptr,
               [&](std::vector<std::uint8_t>& file) { EXPECT_EQ(attach({}, picture, file), ""); });
    expect(1);
    std::filesystem::copy_file(path("a.tif"), path("in.tif"));
    StackFile stack(path("a.tif"), path("in.tif"), 3);
    for (int page = 0; page < 3; ++page) EXPECT_EQ(stack.add(image.view(), {}, {}, picture), "");
    stack.finish();
    expect(3);
}

// A file whose reader counts what is asked of it, and remembers as one that is opened page by page does.
struct CountedFile {
    explicit CountedFile(std::string file) : bytes(std::move(file)) {
        reader.size = bytes.size();
        reader.read = [this](std::uint64_t at, void* to, std::size_t count) {
            ++reads;
            taken += count;
            if (at > bytes.size() || count > bytes.size() - at) return false;
            std::memcpy(to, bytes.data() + at, count);
            return true;
        };
        reader.memory = std::make_shared<FileMemory>();
    }
    std::string bytes;
    FileReader reader;
    std::size_t reads = 0, taken = 0;
};

TEST_F(TiffPagesFile, TheWorkOfAllPagesGrowsAsTheirNumberDoes) {
    const auto reads = [](std::size_t pages) {
        CountedFile file(tiff_of_pages(std::vector(pages, Bytes8{1, 2})));
        const Format& format = *format_with(".tif");
        EXPECT_EQ(format.count_pages(file.reader), int(pages));
        for (std::size_t page = 1; page <= pages; ++page) {
            FileFacts facts;
            const Image image = format.decode_parts(
                file.reader, int(page), [](const Claim&) {}, facts);
            EXPECT_EQ(facts.pages, int(pages));
            EXPECT_EQ(metadata_of(file.reader, int(page)).pages, 2u);
        }
        return file.reads;
    };
    const std::size_t some = reads(50), twice = reads(100), four_times = reads(200);
    EXPECT_LE(twice, 2 * some + 10);
    EXPECT_LE(four_times, 4 * some + 10);
}

// The planes of ImageJ have one folder, whose text is long.
TEST_F(TiffPagesFile, TheTextOfPlanesIsReadOnce) {
    constexpr int planes = 50;
    TiffFolderText folder =
        tiff_folder(2, 1, 8, std::string(2 * planes, 'a'), 1, {{279, {2}}, {273, {0x01020304}}});
    folder.texts[270] = "ImageJ=1.53t\nimages=50\nslices=50\n" + std::string(20000, 'x');
    std::string bytes = tiff_of_folders({folder});
    bytes.replace(bytes.find(little_endian(0x01020304, 4)), 4, little_endian(bytes.size() - 2 * planes, 4));
    CountedFile file(bytes);
    for (int page = 1; page <= planes; ++page) {
        FileFacts facts;
        format_with(".tif")->decode_parts(
            file.reader, page, [](const Claim&) {}, facts);
        EXPECT_EQ(facts.pages, planes);
        EXPECT_EQ(metadata_of(file.reader, page).note, "");
    }
    EXPECT_LE(file.taken, 6 * bytes.size());
}

TEST_F(TiffPagesFile, FoldersInARingOrInEachOtherAreReadOnce) {
    std::string ring = tiff_of_pages(std::vector(3, Bytes8{1, 2}));
    const std::size_t last = ring.size() - 2 - 4;
    ring.replace(last, 4, little_endian(8, 4));
    EXPECT_EQ(read_image(write("a.tif", ring)).pages, 3);
    // Each folder begins two bytes behind the one before, and has thousands of tags.
    constexpr std::size_t folders = 20000;
    std::string nested = "II*\0"s + little_endian(8, 4);
    for (std::size_t i = 0; i < folders; ++i) nested += little_endian(0x0f01, 2);
    CountedFile file(nested);
    const auto layout = tiff_layout(file.reader);
    ASSERT_TRUE(layout);
    tiff_pages(file.reader, *layout);
    EXPECT_LE(file.taken, 2 * nested.size() + 100000);
}

// 20 pages name the same private tag of 100 kB.
TEST_F(TiffPagesFile, TagsThatPagesShareAreKeptAsOftenAsTheFileHasRoom) {
    constexpr std::size_t size = 100'000;
    std::vector<TiffFolderText> folders;
    for (std::uint64_t i = 0; i < 20; ++i) folders.push_back(tiff_folder(3, 1, 8, "abc", 1, {{65000, {1}}}));
    folders.back().samples += std::string(size, 'x');
    std::string bytes = tiff_of_folders(folders);
    for (std::size_t at = 0;
         (at = bytes.find(little_endian(65000, 2) + little_endian(4, 2), at)) != std::string::npos; ++at)
        bytes.replace(at + 2, 10,
                      little_endian(1, 2) + little_endian(size, 4) + little_endian(bytes.size() - size, 4));
    CountedFile file(bytes);
    std::size_t kept = 0, noted = 0;
    for (int page = 1; page <= 20; ++page) {
        const Metadata data = metadata_of(file.reader, page);
        for (const TiffTag& each : data.picture) kept += each.value.size();
        noted += data.note == "its pages share tags that would make it larger than it is";
    }
    EXPECT_LE(kept, 2 * bytes.size());
    EXPECT_LE(file.taken, 3 * bytes.size());
    EXPECT_EQ(noted, 19u);
    // Nor are they, or a colour profile, read for the samples of each page.
    std::string profiles = bytes;
    const std::string private_tag = little_endian(65000, 2) + little_endian(1, 2);
    for (std::size_t at = 0; (at = profiles.find(private_tag, at)) != std::string::npos;)
        profiles.replace(at, 4, little_endian(34675, 2) + little_endian(7, 2));
    for (const auto& [made, times] : {std::pair{&bytes, 1u}, {&profiles, 2u}}) {
        CountedFile samples(*made);
        for (int page = 1; page <= 20; ++page) {
            FileFacts facts;
            format_with(".tif")->decode_parts(
                samples.reader, page, [](const Claim&) {}, facts);
            EXPECT_EQ(facts.remark.empty(), made == &bytes) << facts.remark;
        }
        EXPECT_LE(samples.taken, times * bytes.size());
    }
    // Again, and a page alone: the same.
    EXPECT_EQ(metadata_of(file.reader, 1).note, "");
    EXPECT_EQ(
        metadata_of(reader_of({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}), 9).note,
        "");
}

}  // namespace
}  // namespace sweep::test
