// Image files that end early or are noise, disks that are full; and the way of samples to the screen and
// back.
#include <csignal>
#include <limits>

#include <sys/resource.h>

#include "core/problem/problem.h"
#include "files/pixels.h"
#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

// ---- fuzz --------------------------------------------------------------------------------------------

std::vector<std::pair<std::string, std::string>> valid_files() {
    const Image bytes = noise({21, 13, 3}, Sample::u8), floats = noise({21, 13, 3}, Sample::f32);
    std::vector<std::pair<std::string, std::string>> files{
        {"a.png", text_of(encode_png(bytes.view()))},
        {"b.png", text_of(encode_png(noise({5, 3, 2}, Sample::u16).view()))},
        {"c.png", png_of(9, PNG_COLOR_TYPE_PALETTE, 8, std::vector<png_byte>(9, 1), PNG_INTERLACE_ADAM7)},
        {"a.jpg", text_of(encode_jpeg(bytes.view()))},
        {"a.hdr", text_of(encoded(".hdr", floats.view()))},
        {"a.npy", text_of(encoded(".npy", floats.view()))},
        {"a.ppm", ppm},
        {"a.bmp", bmp},
        {"a.tga", tga},
        {"a.psd", psd},
        {"a.gif", gif},
        {"a.pfm", text_of(encoded(".pfm", floats.view()))}};
    if (has_library(".tif"))
        for (const auto& [name, image] : {std::pair{"a.tif", &bytes}, {"b.tif", &floats}})
            files.emplace_back(name, text_of(encoded(".tif", image->view())));
    if (has_library(".exr")) files.emplace_back("a.exr", text_of(encoded(".exr", floats.view())));
    return files;
}

TEST_F(ImageFile, EveryTruncationIsRefused) {
    for (const auto& [name, bytes] : valid_files()) {
        SCOPED_TRACE(name);
        EXPECT_NO_THROW(load_image(write(name, bytes)));
        // The last byte of a GIF, and the last padding of a BMP, say nothing about the picture.
        const std::size_t needed = bytes.size() - (name == "a.gif" ? 2 : name == "a.bmp" ? 2 : 0);
        for (std::size_t length = 0; length < needed; length += length < 200 ? 1 : 23) {
            SCOPED_TRACE(length);
            refusal(write(name, bytes.substr(0, length)));
        }
    }
}

TEST_F(ImageFile, DamagedFilesAreReadOrRefusedButNeverMore) {
    std::mt19937 random(7);
    for (const auto& [name, bytes] : valid_files())
        for (int round = 0; round < 150; ++round) {
            std::string damaged = bytes;
            for (unsigned i = 0, n = 1 + random() % 4; i < n; ++i)
                damaged[random() % damaged.size()] = char(random());
            if (round % 4 == 0) damaged.resize(random() % damaged.size() + 1);
            if (round % 4 == 1)
                damaged.insert(random() % damaged.size(), std::string(random() % 40, char(random())));
            try {
                const Image image = load_image(write(name, damaged));
                EXPECT_FALSE(image.empty());
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ExitCode::unreadable_input);
            }
        }
}

TEST_F(ImageFile, NoiseIsRefusedOrRead) {
    std::mt19937 random(11);
    for (const char* name : {"a.png", "a.jpg", "a.tga", "a.npy", "a.hdr", "a.pfm"})
        for (int round = 0; round < 60; ++round) {
            std::string bytes(1 + random() % 300, 0);
            for (char& c : bytes) c = char(random());
            const std::string magic[] = {"",
                                         "\xff\xd8\xff",
                                         "GIF89a",
                                         "BM",
                                         "8BPS",
                                         "#?RADIANCE\n",
                                         "P6 ",
                                         "PF 9 ",
                                         "II*\0\x08\0\0\0"s,
                                         "\x76\x2f\x31\1\2\0\0\0"s};
            bytes = magic[round % 10] + bytes;
            try {
                load_image(write(name, bytes));
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ExitCode::unreadable_input);
            }
        }
}

// ---- writing -----------------------------------------------------------------------------------------

ExitCode code_of_saving(const std::string& file, const Image& image) {
    try {
        save_image(file, image.view());
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()).find("cannot write '"), 0u) << error.what();
        return error.code();
    }
    return ExitCode::done;
}

TEST_F(ImageFile, WhatCannotBeWrittenIsSaid) {
    const Image image = noise({4, 4, 1}, Sample::u8);
    EXPECT_EQ(code_of_saving(path("none/a.png"), image), ExitCode::unwritable_output);
    EXPECT_EQ(code_of_saving(write("file", "x") + "/a.png", image), ExitCode::unwritable_output);
    EXPECT_EQ(code_of_saving(path("a.gif"), image), ExitCode::unwritable_output);
    std::filesystem::create_directory(path("folder.png"));
    EXPECT_EQ(code_of_saving(path("folder.png"), image), ExitCode::unwritable_output);
}

// To a process, this is a full disk: no file may grow beyond 1000 bytes.
class SmallDisk {
  public:
    SmallDisk() {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit small = before_;
        small.rlim_cur = 1000;
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

TEST_F(ImageFile, AFailedWriteLeavesWhatWasThereAndNothingElse) {
    for (const char* name : {"a.png", "a.npy"}) {
        write(name, "what was there");
        {
            const SmallDisk full;
            EXPECT_EQ(code_of_saving(path(name), noise({99, 99, 3}, Sample::u8)),
                      ExitCode::unwritable_output);
        }
        EXPECT_EQ(read(name), "what was there");
    }
    EXPECT_EQ(count_files(), 2u) << "the temporary file is still there";
    save_image(path("a.png"), noise({99, 99, 3}, Sample::u8).view());
    EXPECT_EQ(load_image(path("a.png")).shape(), (Shape{99, 99, 3}));
    EXPECT_EQ(count_files(), 2u);
}

TEST_F(ImageFile, ALinkStaysALinkAndRightsStay) {
    namespace fs = std::filesystem;
    write("target.png", "old");
    fs::permissions(path("target.png"), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("target.png", path("link.png"));
    save_image(path("link.png"), noise({4, 4, 1}, Sample::u8).view());
    EXPECT_TRUE(fs::is_symlink(path("link.png")));
    EXPECT_EQ(load_image(path("target.png")).shape(), (Shape{4, 4, 1}));
    EXPECT_EQ(fs::status(path("target.png")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(ImageFile, ALinkToNothingMakesItsTarget) {
    namespace fs = std::filesystem;
    fs::create_directory(path("folder"));
    fs::create_symlink("folder/second.png", path("first.png"));
    fs::create_symlink("target.png", path("folder/second.png"));
    const Image image = noise({4, 4, 1}, Sample::u8);
    save_image(path("first.png"), image.view());
    EXPECT_TRUE(fs::is_symlink(path("first.png")));
    EXPECT_TRUE(fs::is_symlink(path("folder/second.png")));
    EXPECT_EQ(load_image(path("folder/target.png")).shape(), (Shape{4, 4, 1}));

    fs::create_symlink("none/target.png", path("astray.png"));
    fs::create_symlink("circle.png", path("circle.png"));
    for (const char* name : {"astray.png", "circle.png"}) {
        EXPECT_EQ(code_of_saving(path(name), image), ExitCode::unwritable_output);
        EXPECT_TRUE(fs::is_symlink(path(name)));
    }
}

TEST(ImageLimits, PicturesThatIntsCannotCountAreRefused) {
    // The encoders refuse before they look at a sample: there are none here.
    auto refusal = [](std::string_view ending, Shape shape, Sample sample) -> std::string {
        try {
            encoded(ending, ConstImageView{nullptr, shape, sample, 0});
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "not refused";
    };
    expect_contains(refusal(".hdr", {60000, 60000, 3}, Sample::f32), "write .png or .npy");
    EXPECT_THROW(check_claim({0x7fffffff, 1, 2}, 1, {}, ~0ull), DecodeError);
    EXPECT_NO_THROW(check_claim({0x7fffffff, 1, 1}, 1, {}, ~0ull));
}

// ---- samples -----------------------------------------------------------------------------------------

TEST(Pixels, EveryByteAndEveryWordComesBackThroughLinearLight) {
    Image bytes({256, 1, 1}, Sample::u8), words({65536, 1, 1}, Sample::u16);
    for (int i = 0; i < 256; ++i) bytes.data<std::uint8_t>()[i] = std::uint8_t(i);
    for (int i = 0; i < 65536; ++i) words.data<std::uint16_t>()[i] = std::uint16_t(i);
    for (bool linear : {true, false})
        for (const Image* image : {&bytes, &words}) {
            const Image floats = to_float(image->view(), Sample::f32, linear);
            const Image again = to_display(floats.view(), image->sample(), linear);
            EXPECT_EQ(std::memcmp(again.view().data, image->view().data, image->bytes()), 0);
            EXPECT_EQ(count_misfits(floats.view(), 0, 1).outside, 0u);
        }
}

TEST(Pixels, AlphaIsNeverEncoded) {
    Image image({1, 1, 4}, Sample::u8);
    std::fill_n(image.data<std::uint8_t>(), 4, std::uint8_t(128));
    const std::vector<double> x = samples_of<double>(to_float(image.view(), Sample::f64, true));
    EXPECT_NEAR(x[0], srgb_to_linear(128 / 255.0), 1e-15);
    EXPECT_NEAR(x[3], 128 / 255.0, 1e-15);
}

TEST(Pixels, DoublesBeyondFloatBecomeItsLargest) {
    Image image({3, 1, 1}, Sample::f64);
    const std::vector<double> values{-1e300, 0.5, 1e39};
    std::copy(values.begin(), values.end(), image.data<double>());
    constexpr float largest = std::numeric_limits<float>::max();
    EXPECT_EQ(samples_of<float>(to_float(image.view(), Sample::f32, false)),
              (std::vector{-largest, 0.5f, largest}));
}

TEST(Pixels, WhatIsOutsideIsClippedAndCounted) {
    constexpr float infinity = std::numeric_limits<float>::infinity(),
                    nan = std::numeric_limits<float>::quiet_NaN();
    Image image({4, 2, 1}, Sample::f32);
    const std::vector<float> values{-1, -0.0001f, 0.5f, 1.0001f, 7, infinity, -infinity, nan};
    std::copy(values.begin(), values.end(), image.data<float>());
    EXPECT_EQ(samples_of<std::uint8_t>(to_display(image.view(), Sample::u8, false)),
              (std::vector<std::uint8_t>{0, 0, 128, 255, 255, 255, 0, 0}));
    EXPECT_EQ(count_misfits(image.view(), 0, 1).outside, 4u);
    EXPECT_EQ(count_misfits(image.view(), -0.001, 1.001).outside, 2u);
    EXPECT_EQ(count_misfits(image.view(), 0, 1).not_finite, 3u);
    EXPECT_EQ(count_misfits(noise({3, 3, 1}, Sample::u32).view(), 0, 5e9).not_finite, 0u);
}

TEST(Pixels, ColoursStayWithoutAlpha) {
    Image image({2, 1, 4}, Sample::u8);
    const std::vector<std::uint8_t> values{1, 2, 3, 4, 5, 6, 7, 8};
    std::copy(values.begin(), values.end(), image.data<std::uint8_t>());
    EXPECT_EQ(samples_of<std::uint8_t>(without_alpha(image.view())),
              (std::vector<std::uint8_t>{1, 2, 3, 5, 6, 7}));
}

}  // namespace
}  // namespace sweep::test
