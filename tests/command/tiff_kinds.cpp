// sweep filter with what other programs put into a TIFF: masks, no-data values, bands, few bits, smaller copies,
// shared tags.
#include <algorithm>
#include <cmath>

#include "files/metadata/metadata.h"
#include "tests/support/command_line.h"
#include "tests/support/page_bytes.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class TiffKinds : public CommandLine {
  protected:
    void SetUp() override {
        CommandLine::SetUp();
        if (format_with(".tif")->version().empty()) SKIP_WITHOUT("formats", "this build has no libtiff");
    }
    // What is said of a run that succeeds, but for the note of the samples of 16 bits.
    std::string notes(const std::string& in, const std::string& out, Arguments more = {"--sigma", "1"}) {
        Arguments arguments{"filter", path(in), path(out), "--engine", "cpu"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.error;
    }
    void make(const std::string& name, const std::vector<TiffFolderText>& folders) {
        write(name, tiff_of_folders(folders));
    }
    static std::ptrdiff_t holes_of(const FileImage& read) {
        if (read.missing.empty()) return 0;
        const auto missing = samples_of<std::uint8_t>(read.missing);
        return std::count(missing.begin(), missing.end(), std::uint8_t(1));
    }
    // 8 x 8 samples of 300, and 0 in a hole of 2 x 2.
    static TiffFolderText floats_with_hole(float hole = 0) {
        std::vector<float> samples(64, 300);
        for (const std::size_t i : {27u, 28u, 35u, 36u}) samples[i] = hole;
        return tiff_folder(8, 8, 32, raw(samples), 1, {{339, {3}}});
    }
    static TiffFolderText mask() {
        return tiff_folder(8, 8, 1, "\xff\xff\xff\xe7\xe7\xff\xff\xff", 4, {{254, {4}}});
    }
    // Expects 300 where there is a sample.
    void expect_even(const std::string& name, std::ptrdiff_t holes, int page = 1) {
        const FileImage read = read_image(path(name), {}, page);
        EXPECT_EQ(holes_of(read), holes);
        for (std::size_t i = 0; i < read.image.shape().samples(); ++i) {
            if (!read.missing.empty() && read.missing.data<std::uint8_t>()[i]) continue;
            EXPECT_NEAR(number(read.image, i), 300, 1e-2);
        }
    }
};

TEST_F(TiffKinds, AMaskGivesWeightsAndGoesIntoTheResult) {
    make("a.tif", {floats_with_hole(), mask()});
    expect_contains(notes("a.tif", "b.tif"), "4 masked samples have no weight, and stay missing");
    expect_even("b.tif", 4);
    EXPECT_TRUE(read_image(path("b.tif")).has_mask);
    notes("b.tif", "c.tif", {"--sigma", "1", "--strip"});
    EXPECT_TRUE(read_image(path("c.tif")).has_mask);
    notes("a.tif", "b.npy");
    expect_even("b.npy", 4);
    notes("a.tif", "b.tif", {"--sigma", "1", "--missing", "fill"});
    expect_even("b.tif", 0);
    expect_contains(notes("a.tif", "b.tif", {"--sigma", "1", "--missing", "zero"}),
                    "4 masked samples became 0");
    EXPECT_EQ(holes_of(read_image(path("b.tif"))), 0);
    make("a.tif", {floats_with_hole(), mask(), floats_with_hole(), mask()});
    notes("a.tif", "b.tif");
    for (int page = 1; page <= 2; ++page) expect_even("b.tif", 4, page);
    expect_contains(refused(6, {"filter", path("a.tif"), path("b.tif"), "--axes", "x,y,z"}),
                    "has samples that are missing, which a volume may not have");
}

TEST_F(TiffKinds, AMaskOfBytesGoesWhereItFits) {
    TiffFolderText grey = tiff_folder(8, 8, 8, std::string(64, '\x64'));
    make("a.tif", {grey, mask()});
    const std::string kept = notes("a.tif", "b.tif");
    EXPECT_EQ(kept.find("written as 0"), std::string::npos) << kept;
    const FileImage read = read_image(path("b.tif"));
    EXPECT_EQ(holes_of(read), 4);
    EXPECT_EQ(read.image.data<std::uint8_t>()[26], 0x64);
    expect_contains(notes("a.tif", "b.png"), "4 missing samples are written as 0 in");
}

TEST_F(TiffKinds, TheNoDataValueOfArcGisDoesNotLeak) {
    for (const auto& [text, hole] : {std::pair{"-3.40282347e+38", -3.40282347e+38f}, {"-inf", -HUGE_VALF}}) {
        TiffFolderText folder = floats_with_hole(hole);
        folder.texts[42113] = text;
        make("a.tif", {folder});
        EXPECT_EQ(notes("a.tif", "b.tif"), "sweep: note: '" + path("a.tif") +
                                               "': 4 no-data samples have no weight, and stay missing\n");
        expect_even("b.tif", 4);
    }
}

// Colours of 50, without colours in one row, and transparent in another one: alpha is no colour, and its 0 is a number.
TEST_F(TiffKinds, ANumberForNoDataIsNoAlpha) {
    std::string samples;
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x)
            samples += std::string(3, y == 2 ? '\0' : '\x32') + (y == 5 ? '\0' : '\xff');
    TiffFolderText folder = tiff_folder(8, 8, 8, samples, 2, {{277, {4}}, {338, {2}}});
    folder.texts[42113] = "0";
    make("a.tif", {folder});
    notes("a.tif", "b.tif", {"--sigma", "2"});
    const FileImage read = read_image(path("b.tif"));
    for (std::size_t i = 0; i < read.image.shape().samples(); ++i) {
        const bool is_hole = i / 32 == 2;
        if (i % 4 < 3)
            EXPECT_EQ(int(read.image.data<std::uint8_t>()[i]), is_hole ? 0 : 50) << i;
        else
            EXPECT_EQ(read.image.data<std::uint8_t>()[i] > 0, !is_hole) << i;
    }
    EXPECT_EQ(holes_of(read), 8 * 4);
}

TEST_F(TiffKinds, BlocksOfNaNThatAreLeftOutAreMissing) {
    TiffFolderText folder =
        tiff_folder(2, 2, 32, raw<float>({7, 7}), 1, {{339, {3}}, {278, {1}}, {273, {8, 0}}, {279, {8, 0}}});
    folder.texts[42113] = "nan";
    std::string file = tiff_of_folders({folder});
    const std::string before = little_endian(8, 4) + little_endian(0, 4);
    const std::size_t at = file.find(before, 12);
    ASSERT_NE(at, std::string::npos);
    file.replace(at, 4, little_endian(file.size() - 8, 4));
    write("a.tif", file);
    const FileImage read = read_image(path("a.tif"));
    EXPECT_EQ(holes_of(read), 2);
    EXPECT_EQ(read.image.data<float>()[0], 7);
}

TEST_F(TiffKinds, AnIndexThatIsNoDataLeavesAMaskAndNoTag) {
    TiffFolderText folder =
        tiff_folder(8, 8, 8, std::string(36, '\1') + std::string(4, '\0') + std::string(24, '\1'), 3);
    folder.texts[42113] = "0";
    folder.texts[65000] = std::string(255 * 3, ' ');
    std::string file = tiff_of_folders({folder});
    // The palette, words that a text holds the place of: 0 is black, and 1 is red.
    std::string words(1536, '\0');
    words[2] = words[3] = '\xff';
    const std::size_t at = file.find(little_endian(65000, 2) + little_endian(2, 2));
    ASSERT_NE(at, std::string::npos);
    file.replace(
        at, 12,
        little_endian(320, 2) + little_endian(3, 2) + little_endian(768, 4) + little_endian(file.size(), 4));
    write("a.tif", file + words);
    notes("a.tif", "b.tif");
    const FileImage read = read_image(path("b.tif"));
    EXPECT_EQ(holes_of(read), 12);
    EXPECT_EQ(read.image.data<std::uint8_t>()[3 * 35], 255) << "no black bleeds";
    EXPECT_EQ(read.no_data, std::nullopt);
}

TEST_F(TiffKinds, WhiteOfFewBitsIsWhite) {
    make("a.tif", {tiff_folder(2, 2, 10, std::string("\xff\xff\xf0\xff\xff\xf0", 6))});
    const std::string said = notes("a.tif", "b.png");
    expect_contains(said, "10 bits, as numbers");
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(path("b.png"))), std::vector<std::uint16_t>(4, 65535));
    expect_contains(notes("a.tif", "b.jpg"), "10 bits become 8");
    for (const std::uint8_t sample : samples_of<std::uint8_t>(load_image(path("b.jpg"))))
        EXPECT_GE(sample, 254);
    expect_contains(notes("a.tif", "b.tif"), "10 bits, as numbers");
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(path("b.tif"))), std::vector<std::uint16_t>(4, 1023));
}

TEST_F(TiffKinds, BandsStayBands) {
    make("a.tif",
         {tiff_folder(2, 1, 16, raw<std::uint16_t>({1, 2, 3, 4, 5, 6}), 1, {{277, {3}}, {338, {0, 2}}})});
    for (const Arguments& more : {Arguments{"--filter", "none"}, {"--filter", "none", "--strip"}}) {
        notes("a.tif", "b.tif", more);
        const FileImage read = read_image(path("b.tif"));
        EXPECT_EQ(read.bands, (std::vector<std::uint16_t>{0, 2}));
        EXPECT_EQ(samples_of<std::uint16_t>(read.image), (std::vector<std::uint16_t>{1, 2, 3, 4, 5, 6}));
    }
    expect_contains(notes("a.tif", "b.png"),
                    "its channels are no colours, and are shown as red, green and blue in");
}

TEST_F(TiffKinds, SmallerCopiesAreLeftOutWithANote) {
    const TiffFolderText page = tiff_folder(3, 1, 8, "abc"),
                         copy = tiff_folder(2, 1, 8, "ab", 1, {{254, {1}}});
    make("a.tif", {page, copy, copy});
    EXPECT_EQ(notes("a.tif", "b.tif"),
              "sweep: note: '" + path("a.tif") + "': its 2 smaller copies are left out\n");
    make("a.tif", {copy, page});
    expect_contains(notes("a.tif", "b.png"), "its smaller copy is left out");
    EXPECT_EQ(load_image(path("b.png")).shape().width, 3);
}

// 30 pages name the same tag of 100 kB.
TEST_F(TiffKinds, TagsThatPagesShareDoNotMakeAFileOfManyTimesItsSize) {
    constexpr std::size_t size = 100'000;
    std::vector<TiffFolderText> folders;
    for (int i = 0; i < 30; ++i) folders.push_back(tiff_folder(3, 1, 8, "abc", 1, {{65000, {1}}}));
    folders.back().samples += std::string(size, 'x');
    std::string bytes = tiff_of_folders(folders);
    const std::string entry = little_endian(65000, 2) + little_endian(4, 2);
    for (std::size_t at = 0; (at = bytes.find(entry, at)) != std::string::npos;)
        bytes.replace(at + 2, 10,
                      little_endian(1, 2) + little_endian(size, 4) + little_endian(bytes.size() - size, 4));
    write("a.tif", bytes);
    const std::string said = notes("a.tif", "b.tif");
    EXPECT_EQ(said,
              "sweep: note: '" + path("a.tif") +
                  "': not all that it says beside its picture is kept: its pages share tags that would make "
                  "it larger than it is\n");
    EXPECT_LE(std::filesystem::file_size(path("b.tif")), 2 * bytes.size());
}

TEST_F(TiffKinds, AVolumeMayHaveOneSlice) {
    make("a.tif", {tiff_folder(5, 2, 8, "abcdefghij")});
    for (const char* axes : {"x,y,z", "z"}) {
        notes("a.tif", "b.npy", {"--axes", axes, "--sigma", "1"});
        expect_contains(read("b.npy"), "'shape': (1, 2, 5)");
        notes("b.npy", "c.npy", {"--axes", axes, "--sigma", "1"});
        expect_contains(read("c.npy"), "'shape': (1, 2, 5)");
        notes("b.npy", "c.tif", {"--axes", axes, "--sigma", "1"});
    }
    save("flat.npy", noise({20, 30, 3}, Sample::f32));
    const std::string said = refused(2, {"filter", path("flat.npy"), path("c.npy"), "--axes", "x,y,z"});
    expect_contains(said, "is one picture, H x W x C: make it Z x H x W with W above 4, or Z x H x W x C");
}

}  // namespace
}  // namespace sweep::test
