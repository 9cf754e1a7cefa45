// sweep filter with files of many pages, as a process: stacks as microscopes and scanners write them.
#include <cmath>
#include <random>

#include "files/colour_profile.h"
#include "files/format.h"
#include "files/metadata/metadata.h"
#include "files/stack/animation.h"
#include "files/stack/webp_frames.h"
#include "films/film.h"
#include "tests/support/command_line.h"
#include "tests/support/full_metadata.h"
#include "tests/support/gif_bytes.h"
#include "tests/support/page_bytes.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class Stacks : public CommandLine {
  protected:
    void SetUp() override {
        CommandLine::SetUp();
        if (image_libraries()[2].version.empty()) SKIP_WITHOUT("formats", "this build has no libtiff");
    }
    // Filters a.tif with an identity, without a word on stderr.
    std::string same(const std::string& out, Arguments more = {}) {
        Arguments arguments{"filter", path("a.tif"), path(out), "--filter", "none", "--no-linear"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_EQ(outcome.error, "");
        return outcome.out;
    }
    std::vector<std::vector<std::uint8_t>> bytes_of_pages(const std::string& name) {
        std::vector<std::vector<std::uint8_t>> pages;
        for (int page = 1, count = 1; page <= count; ++page) {
            const FileImage read = read_image(path(name), {}, page);
            count = read.pages;
            pages.push_back(samples_of<std::uint8_t>(read.image));
        }
        return pages;
    }
};

// A stack of planes of two bytes, or of one number of 16 bits, of which only the first has a directory.
std::string imagej_stack(const std::string& claimed, const std::string& planes, bool is_big_endian = false) {
    const std::string text = "ImageJ=1.53t\nimages=" + claimed + "\nslices=3\nunit=micron\n" + '\0';
    constexpr std::size_t entries = 9, begin = 8 + 2 + 12 * entries + 4;
    const auto number = [&](std::uint64_t value, int bytes) {
        std::string digits = little_endian(value, bytes);
        if (is_big_endian) std::reverse(digits.begin(), digits.end());
        return digits;
    };
    struct Entry {
        std::uint64_t tag, type, count, value;
    };
    std::string file = is_big_endian ? "MM\0*"s : "II*\0"s;
    file += number(8, 4) + number(entries, 2);
    for (const auto& [tag, type, count, value] : {Entry{256, 4, 1, is_big_endian ? 1u : 2u},
                                                  {257, 4, 1, 1},
                                                  {258, 4, 1, is_big_endian ? 16u : 8u},
                                                  {259, 4, 1, 1},
                                                  {262, 4, 1, 1},
                                                  {270, 2, text.size(), begin},
                                                  {273, 4, 1, begin + text.size()},
                                                  {278, 4, 1, 1},
                                                  {279, 4, 1, 2}})
        file += number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4);
    return file + number(0, 4) + text + planes;
}

// A filter along z mixes the slices of ImageJ's stack, which a filter of pages does not; numbers:
// tests/command/volumes.py.
TEST_F(Stacks, AVolumeIsFilteredFromPageToPage) {
    write("a.tif", imagej_stack("3", std::string("\0\0\x90\x60\0\0", 6)));
    const Outcome outcome = run({"filter", path("a.tif"), path("b.tif"), "--axes", "z", "--filter", "box",
                                 "--box-size", "3", "--boundary", "zero", "--no-linear"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    expect_contains(outcome.out, "a volume of 2 x 1 x 3 x 1, box");
    const std::vector<std::uint8_t> third{0x30, 0x20};
    EXPECT_EQ(bytes_of_pages("b.tif"), std::vector(3, third));
    same("c.tif");
    EXPECT_EQ(bytes_of_pages("c.tif").front(), (std::vector<std::uint8_t>{0, 0}));
}

TEST_F(Stacks, WhatIsNoVolumeIsRefused) {
    const auto refusal = [&](int code, Arguments more, const char* out = "b.npy") {
        Arguments arguments{"filter", path("a.tif"), path(out)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return refused(code, arguments);
    };
    write("a.tif", tiff_of_pages({{10, 20}, {30, 40, 50}, {6}}));
    expect_contains(refusal(6, {"--axes", "x,z"}), "page 2 has another size or type than the first");
    EXPECT_FALSE(std::filesystem::exists(path("b.npy")));
    write("a.tif", tiff_of_pages({{10, 20}, {30, 40}}));
    expect_contains(refusal(2, {"--axes", "x,z"}, "b.png"), "--axes with z is for volumes");
    expect_contains(refusal(2, {"--axes", "z", "--page", "1"}), "--axes with z is for volumes");
    expect_contains(refusal(2, {"--axes", "z", "--check"}), "--check is about one picture");
    expect_contains(refusal(2, {"--axes", "x,x,z"}), "name axes of a volume once each");
    expect_contains(refusal(2, {"--axes", "w,z"}), "name axes of a volume once each");
    expect_contains(refusal(2, {"--sigma", "1,2,3"}), "add --axes x,y,z");
    expect_contains(refusal(2, {"--sigma", "1,2,0", "--axes", "z"}), "must be a positive number");
    expect_contains(refusal(2, {"--sigma", "1,2", "--axes", "z"}), "one number, or three");
    expect_contains(refusal(2, {"--filter", "sat", "--axes", "z"}), "along z there are no tables");
    expect_contains(refusal(2, {"--boundary", "clamp,zero", "--axes", "z"}), "one value");
    expect_contains(refusal(2, {"--derivative", "1,0", "--axes", "z"}), "--axes z filters along neither");
    expect_contains(refusal(2, {"--derivative", "0,2", "--axes", "x,z"}), "no pass runs along y");
    std::string several = imagej_stack("3", "abcdef");
    several.replace(several.find("unit=micron"), 11, "channels=3\n");
    write("a.tif", several);
    expect_contains(refusal(6, {"--axes", "z"}), "its pages are channels and slices");
}

TEST_F(Stacks, EveryPageOfATiffIsFilteredInItsOwnSize) {
    write("a.tif", tiff_of_pages({{10, 20}, {30, 40, 50}, {6}}));
    expect_contains(same("b.tif"), ", and so 3 pages\n");
    EXPECT_EQ(bytes_of_pages("b.tif"), (std::vector<std::vector<std::uint8_t>>{{10, 20}, {30, 40, 50}, {6}}));
    same("a.tif");
    EXPECT_EQ(bytes_of_pages("a.tif"), bytes_of_pages("b.tif")) << "OUT may be IN";
}

TEST_F(Stacks, APageOfAStackIsWhatItIsAlone) {
    write("a.tif", tiff_of_pages({{10, 20, 90, 3}, {30, 40, 50, 255}}));
    for (const char* derive : {"--derive=none", "--derive=unsharp:0.5"}) {
        ASSERT_EQ(run({"filter", path("a.tif"), path("b.tif"), "--sigma", "2", "--check", derive}).code, 0);
        for (int page = 1; page <= 2; ++page) {
            ASSERT_EQ(run({"filter", path("a.tif"), path("one.tif"), "--sigma", "2", "--page",
                           std::to_string(page), derive})
                          .code,
                      0);
            EXPECT_EQ(bytes_of_pages("one.tif").size(), 1u);
            EXPECT_EQ(bytes_of_pages("one.tif").front(), bytes_of_pages("b.tif").at(std::size_t(page - 1)));
        }
    }
}

TEST_F(Stacks, PagesOfOneSizeBecomeAnArrayWithAnAxisMore) {
    write("a.tif", tiff_of_pages({{51, 102}, {153, 255}, {0, 51}}));
    same("b.npy");
    std::ifstream file(path("b.npy"), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    expect_contains(bytes, "'shape': (3, 1, 2)");
    const std::vector<float> samples{0.2f, 0.4f, 0.6f, 1, 0, 0.2f};
    ASSERT_GE(bytes.size(), samples.size() * sizeof(float));
    std::vector<float> written(samples.size());
    std::memcpy(written.data(), bytes.data() + bytes.size() - samples.size() * sizeof(float),
                samples.size() * sizeof(float));
    for (std::size_t i = 0; i < samples.size(); ++i) EXPECT_NEAR(written[i], samples[i], 1e-6);
}

TEST_F(Stacks, PagesOfSeveralSizesAreRefusedForAnArray) {
    write("a.tif", tiff_of_pages({{10, 20}, {30, 40, 50}}));
    expect_contains(refused(7, {"filter", path("a.tif"), path("b.npy")}),
                    "page 2 has another size or type than the first");
    EXPECT_FALSE(std::filesystem::exists(path("b.npy")));
    expect_contains(refused(2, {"filter", path("a.tif"), path("b.tif"), "--timings", path("t.json")}),
                    "has 2 pages: add --page");
}

TEST_F(Stacks, OtherFormatsGetOnePageAndANote) {
    write("a.tif", tiff_of_pages({{10, 20}, {30, 40, 50}}));
    const Outcome outcome = run({"filter", path("a.tif"), path("b.png")});
    EXPECT_EQ(outcome.code, 0);
    expect_contains(outcome.error, "page 1 of 2 is filtered: --page takes another");
}

TEST_F(Stacks, PlanesOfImageJAreItsPages) {
    write("a.tif", imagej_stack("3", "\x01\x02\x03\x04\x05\x06"));
    EXPECT_EQ(bytes_of_pages("a.tif"), (std::vector<std::vector<std::uint8_t>>{{1, 2}, {3, 4}, {5, 6}}));
    same("b.tif");
    EXPECT_EQ(bytes_of_pages("b.tif"), bytes_of_pages("a.tif"));
    std::ifstream file(path("b.tif"), std::ios::binary);
    expect_contains(std::string{std::istreambuf_iterator<char>(file), {}}, "images=3\nslices=3\nunit=micron");
    expect_contains(refused(6, {"filter", path("a.tif"), path("c.tif"), "--page", "4"}),
                    "it has 3 pages, and no page 4");
}

TEST_F(Stacks, PlanesOfTheOtherOrderOfBytesAreRead) {
    write("a.tif", imagej_stack("2", "\x01\x02\x03\x04", true));
    EXPECT_EQ(samples_of<std::uint16_t>(read_image(path("a.tif"), {}, 1).image).front(), 0x0102);
    EXPECT_EQ(samples_of<std::uint16_t>(read_image(path("a.tif"), {}, 2).image).front(), 0x0304);
}

TEST_F(Stacks, AClaimOfMorePlanesThanTheFileHasIsNotBelieved) {
    for (const char* claim : {"2000000000", "99999999999999999999", "-1", "x"}) {
        write("a.tif", imagej_stack(claim, "\x01\x02\x03\x04\x05"));
        const FileImage read = read_image(path("a.tif"));
        const bool is_number = claim == "2000000000"s;
        EXPECT_EQ(read.pages, is_number ? 2 : 1) << claim;
        EXPECT_EQ(is_number, read.note.find("it claims 2000000000 images, and has 2") != std::string::npos);
    }
}

TEST_F(Stacks, AnAnimationBecomesAFilmWithAllItsFrames) {
    if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
    write("a.gif", gif_of({10, 10, 10}));
    EXPECT_EQ(count_frames(path("a.gif")), 3);
    const Outcome outcome = run({"filter", path("a.gif"), path("b.gif"), "--filter", "none"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    expect_contains(outcome.out, "2 x 2, 3 frames");
    EXPECT_EQ(count_frames(path("b.gif")), 3);
}

TEST_F(Stacks, AnAnimationIsShownAsOftenAsBefore) {
    if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
    const std::string once = gif_of({10, 10, 10});
    const std::size_t images = once.find("\x21\xf9");
    for (const int again : {-1, 0, 1, 300}) {
        std::string file = once;
        if (again >= 0)
            file.insert(images,
                        "\x21\xff\x0bNETSCAPE2.0\x03\x01"s + char(again & 255) + char(again >> 8) + '\0');
        write("a.gif", file);
        const int plays = again == 0 ? 0 : again < 0 ? 1 : again + 1;
        EXPECT_EQ(count_plays(path("a.gif")), plays);
        for (const auto& [from, to] : {std::pair{"a.gif", "b.png"}, {"b.png", "c.png"}, {"c.png", "d.gif"}}) {
            const Outcome outcome = run({"filter", path(from), path(to), "--filter", "none"});
            EXPECT_EQ(outcome.code, 0) << outcome.error;
            expect_contains(outcome.out, "2 x 2, 3 frames");
            EXPECT_EQ(count_frames(path(to)), 3) << to;
            EXPECT_EQ(count_plays(path(to)), plays) << to;
        }
    }
}

TEST_F(Stacks, APictureOfAnAnimationIsItsFirstFrameAndANoteSaysSo) {
    write("a.gif", gif_of({10, 10, 10}));
    const Outcome outcome = run({"filter", path("a.gif"), path("b.tif")});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    expect_contains(outcome.error, "frame 1 of 3 is filtered: .webp, .png, .gif, .mp4 or .mkv takes all");
    write("a.gif", gif_of({10}));
    EXPECT_EQ(run({"filter", path("a.gif"), path("b.tif")}).error, "");
}

// Frames of noise, colours and alpha, that last 40, 0, 1000 and 70 ms, shown twice; two of them are equal.
class AnimatedWebp : public CommandLine {
  protected:
    struct Frame {
        std::vector<std::uint8_t> bytes;
        std::int64_t begins, ends;
        bool operator==(const Frame&) const = default;
    };
    static constexpr std::array<int, 4> lasts{40, 0, 1000, 70};

    void SetUp() override {
        CommandLine::SetUp();
        if (!format_with(".webp")->why_not.empty()) SKIP_WITHOUT("formats", "this build has no libwebp");
        std::FILE* to = std::fopen(path("a.webp").c_str(), "wb");
        ASSERT_NE(to, nullptr);
        const Shape shape{7, 5, 4};
        WebpFramesFile file(to, shape, 2);
        std::vector<std::uint8_t> bytes(shape.samples());
        for (std::size_t i = 0; i < lasts.size(); ++i) {
            std::mt19937 random(i == 1 ? 0 : unsigned(i));
            for (std::uint8_t& byte : bytes) byte = std::uint8_t(random());
            file.add({bytes.data(), shape, Sample::u8, std::ptrdiff_t(shape.width) * 4}, lasts[i]);
        }
        file.finish();
        std::fclose(to);
    }
    std::vector<Frame> frames_of(const std::string& name) {
        std::vector<Frame> frames;
        WebpFrames file(path(name));
        while (file.advance()) {
            const ConstImageView canvas = file.canvas();
            const auto* first = canvas.row<std::uint8_t>(0);
            frames.push_back({{first, first + canvas.shape.samples()}, file.begins(), file.ends()});
        }
        return frames;
    }
};

TEST_F(AnimatedWebp, KeepsAllFramesTheirTimesAndHowOftenItIsShown) {
    EXPECT_EQ(count_frames(path("a.webp")), 4);
    const Outcome outcome =
        run({"filter", path("a.webp"), path("b.webp"), "--filter", "none", "--no-premultiply"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(outcome.error, "");
    expect_contains(outcome.out, "7 x 5, 4 frames");
    const std::vector<Frame> before = frames_of("a.webp");
    ASSERT_EQ(before.size(), lasts.size());
    for (std::size_t i = 0; i < lasts.size(); ++i) EXPECT_EQ(before[i].ends - before[i].begins, lasts[i]);
    EXPECT_EQ(frames_of("b.webp"), before);
    EXPECT_EQ(WebpFrames(path("b.webp")).facts().plays, 2);
}

// Of a picture that is turned by a quarter and whose light is a power of its samples.
constexpr double exponent = 1.8;

void expect_upright(const ConstImageView seen, const ConstImageView stored, bool is_srgb) {
    ASSERT_EQ(seen.shape, (Shape{stored.shape.height, stored.shape.width, 4}));
    for (int y = 0; y < seen.shape.height; ++y)
        for (int x = 0; x < 4 * seen.shape.width; ++x) {
            const int sample =
                stored.row<std::uint8_t>(stored.shape.height - 1 - x / 4)[std::ptrdiff_t(4) * y + x % 4];
            const double shown =
                x % 4 == 3 || is_srgb ? sample : 255 * linear_to_srgb(std::pow(sample / 255.0, exponent));
            EXPECT_NEAR(seen.row<std::uint8_t>(y)[x], shown, 1) << x << ", " << y;
        }
}

TEST_F(AnimatedWebp, ColoursAndOrientationAreFollowedAndTheRestStays) {
    std::ifstream file(path("a.webp"), std::ios::binary);
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
    Metadata data = full_metadata("a walk");
    data.iptc.clear();
    data.comments.clear();
    data.picture.push_back(tag_of(tag::orientation, 6, TagType::word, false));
    std::erase_if(data.picture, [](const TiffTag& each) { return each.number == tag::gdal_no_data; });
    EXPECT_EQ(attach(data, {{7, 5, 4}}, bytes), "");
    const std::vector<std::uint8_t> profile = profile_for({Curve::power, exponent, true}, 3);
    std::string told = text_of(bytes);
    if (!profile.empty()) {
        constexpr std::size_t flags = 20, behind_header = 30;
        constexpr char has_profile = 0x20;
        told[flags] = char(told[flags] | has_profile);
        told.insert(behind_header, "ICCP" + little_endian(profile.size(), 4) + text_of(profile) +
                                       std::string(profile.size() % 2, '\0'));
        told.replace(4, 4, little_endian(told.size() - 8, 4));
    }
    write("told.webp", told);
    const Outcome outcome =
        run({"filter", path("told.webp"), path("b.webp"), "--filter", "none", "--no-premultiply"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(outcome.error.find("does not keep"), std::string::npos) << outcome.error;
    EXPECT_EQ(profile.empty(), outcome.error.find("its colours became those of sRGB") == std::string::npos);
    WebpFrames before(path("told.webp")), after(path("b.webp"));
    for (std::size_t i = 0; i < lasts.size(); ++i) {
        ASSERT_TRUE(before.advance() && after.advance());
        expect_upright(after.canvas(), before.canvas(), profile.empty());
    }
    const Metadata out = read_metadata(path("b.webp"));
    expect_contains(out.xmp, "<tiff:Orientation>1<");
    EXPECT_EQ(out.camera.size(), data.camera.size());
    ASSERT_TRUE(find(out.picture, tag::orientation));
    EXPECT_EQ(first_number(*find(out.picture, tag::orientation), out.big_endian), 1u);
}

TEST_F(AnimatedWebp, ColoursAndOrientationOfAnAnimatedPngAreFollowedAndTheRestStays) {
    if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
    const Arguments as_it_is{"--filter", "none", "--no-premultiply"};
    const auto filter = [&](const std::string& in, const std::string& out) {
        Arguments arguments{"filter", path(in), path(out)};
        arguments.insert(arguments.end(), as_it_is.begin(), as_it_is.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.error;
    };
    filter("a.webp", "a.png");
    const Image stored = read_image(path("a.png")).image;
    constexpr std::size_t behind_header = 33;
    const std::string author = chunk_of("tEXt", "Author\0Ann"s),
                      density = chunk_of("pHYs", big_endian(4000, 4) + big_endian(2000, 4) + "\1");
    std::string told = read("a.png");
    for (const char* chunk : {"pHYs", "sRGB", "gAMA"})
        if (const std::size_t at = told.find(chunk); at < told.find("IDAT"))
            told.erase(at - 4, 12 + std::size_t(std::uint8_t(told[at - 1])));
    told.insert(behind_header, chunk_of("gAMA", big_endian(std::uint64_t(std::lround(1e5 / exponent)), 4)) +
                                   chunk_of("eXIf", exif_of(6, true)) + density + author);
    write("told.png", told);
    const std::string said = filter("told.png", "b.png");
    expect_contains(said, "its colours became those of sRGB");
    EXPECT_EQ(said.find("does not keep"), std::string::npos) << said;
    EXPECT_EQ(count_frames(path("b.png")), count_frames(path("a.png")));
    const Image shown = read_image(path("b.png")).image;
    expect_upright(shown.view(), stored.view(), false);
    expect_contains(read("b.png"), author);
    expect_contains(read("b.png"), chunk_of("pHYs", big_endian(2000, 4) + big_endian(4000, 4) + "\1"));
    expect_contains(filter("told.png", "b.webp"),
                    "does not keep what the input says beside its frames: texts, resolution");
    expect_contains(filter("told.png", "b.mkv"),
                    "does not keep what the input says beside its frames: EXIF, texts, resolution");
}

TEST_F(AnimatedWebp, BecomesAFilmAndAGifBecomesOne) {
    if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
    const Outcome film = run({"filter", path("a.webp"), path("b.mkv"), "--codec", "ffv1"});
    EXPECT_EQ(film.code, 0) << film.error;
    expect_contains(film.out, "7 x 5, 4 frames");
    write("a.gif", gif_of({10, 10, 10}));
    const Outcome gif = run({"filter", path("a.gif"), path("c.webp"), "--filter", "none"});
    EXPECT_EQ(gif.code, 0) << gif.error;
    const std::vector<Frame> frames = frames_of("c.webp");
    ASSERT_EQ(frames.size(), 3u);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        EXPECT_EQ(frames[i].begins, std::int64_t(100 * i));
        EXPECT_EQ(frames[i].ends, std::int64_t(100 * (i + 1)));
    }
}

TEST_F(AnimatedWebp, CutShortIsRefusedInOneLineAndNothingIsLost) {
    std::ifstream file(path("a.webp"), std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    write("b.webp", "what was here before");
    for (std::size_t size = whole.size() - 1; size > 40; size -= 97 < size ? 97 : size) {
        write("c.webp", whole.substr(0, size));
        const std::string error = refused(6, {"filter", path("c.webp"), path("b.webp")});
        EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 1) << error;
        expect_contains(error, "c.webp");
        expect_contains(refused(6, {"filter", path("c.webp"), path("c.gif")}), "c.webp");
    }
    EXPECT_EQ(std::filesystem::file_size(path("b.webp")), 20u);
    expect_contains(refused(2, {"filter", path("a.webp"), path("b.webp"), "--quality", "50"}),
                    "takes no --quality: a WebP is written without loss");
}

TEST_F(AnimatedWebp, APictureIsItsFirstFrameAndOneNoteSaysSo) {
    const Outcome outcome = run({"filter", path("a.webp"), path("b.tif")});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    expect_contains(outcome.error, "frame 1 of 4 is filtered: .webp, .png");
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
}

TEST_F(Stacks, FramesOfADamagedAnimationAreCountedAsFarAsItGoes) {
    const std::string whole = gif_of({10, 10});
    for (std::size_t size = 6; size < whole.size(); ++size) {
        const int frames = count_frames(write("a.gif", whole.substr(0, size)));
        EXPECT_GE(frames, 1);
        EXPECT_LE(frames, 2);
    }
    const std::string animated = "\x89PNG\r\n\x1a\n\0\0\0\x08"s + "acTL\0\0\0\x07\0\0\0\0"s;
    EXPECT_EQ(count_frames(write("a.png", animated + "crc!")), 7);
    EXPECT_EQ(count_frames(write("a.png", animated)), 1) << "its chunk is cut short";
}

}  // namespace
}  // namespace sweep::test
