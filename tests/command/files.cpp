// sweep filter as a process: what happens to the samples of files (files/encoding.h).
#include "core/problem/problem.h"
#include "files/pixels.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

// The samples are the counts of a 12-bit camera: small parts of 65535, with some bright ones.
Image counts(Shape shape) {
    Image image = noise(shape, Sample::u16);
    for (std::size_t i = 0; i < shape.samples(); ++i) {
        std::uint16_t& count = image.data<std::uint16_t>()[i];
        count = std::uint16_t(count % 50 == 0 ? 4000 + count % 90 : 100 + count % 300);
    }
    return image;
}

TEST_F(CommandLine, CountsAreFilteredAsNumbers) {
    const Image image = counts({90, 70, 1});
    Image floats(image.shape(), Sample::f32);
    for (std::size_t i = 0; i < image.shape().samples(); ++i)
        floats.data<float>()[i] = float(image.data<std::uint16_t>()[i] / 65535.0);
    save("in.png", image);
    save("in.npy", image);
    std::string pgm = "P5 90 70 65535\n";
    for (const std::uint16_t count : samples_of<std::uint16_t>(image))
        pgm += {char(count >> 8), char(count & 255)};
    write("in.pgm", pgm);
    for (const char* in : {"in.png", "in.npy", "in.pgm"}) {
        EXPECT_LE(error_of(filtered(in, {"--sigma", "3"}), problem(image.shape(), usual_gaussian(3)), floats),
                  1e-6)
            << in;
        EXPECT_EQ(read("stderr"), fmt::format("sweep: note: '{}': 16 bits, as numbers\n", path(in)));
        const Image decoded = filtered(in, {"--filter", "none", "--linear"});
        EXPECT_NEAR(decoded.data<float>()[0], srgb_to_linear(image.data<std::uint16_t>()[0] / 65535.0), 1e-7);
        EXPECT_EQ(read("stderr"), fmt::format("sweep: note: '{}': 16 bits, sRGB (asked for)\n", path(in)));
    }
}

TEST_F(CommandLine, BytesOfNpyAreNumbersAndThoseOfPicturesAreNot) {
    Image bytes({6, 1, 1}, Sample::u8);
    for (int i = 0; i < 6; ++i) bytes.data<std::uint8_t>()[i] = std::uint8_t(i == 5 ? 255 : 50 * i);
    save("in.npy", bytes);
    save("in.png", bytes);
    for (const char* engine : {"cpu", "reference"}) {
        const Image as_numbers =
            to_float(filtered("in.npy", {"--filter", "none", "--engine", engine}).view(), Sample::f32, false);
        const Image as_light =
            to_float(filtered("in.png", {"--filter", "none", "--engine", engine}).view(), Sample::f32, false);
        for (int i = 0; i < 6; ++i) {
            const double value = bytes.data<std::uint8_t>()[i] / 255.0;
            EXPECT_NEAR(as_numbers.data<float>()[i], value, 1e-7);
            EXPECT_NEAR(as_light.data<float>()[i], srgb_to_linear(value), 1e-7);
        }
    }
}

// Black and white, so that filters with negative weights leave [0, 1].
Image black_and_white(Shape shape, Sample sample) {
    Image image = noise(shape, sample);
    const auto sharpen = [&]<class T>(T* x) {
        for (std::size_t i = 0; i < shape.samples(); ++i) {
            const bool is_alpha = shape.channels == 4 && i % 4 == 3;
            x[i] = x[i] % 2 == 0 && !is_alpha ? T(0) : T(-1);
        }
    };
    sample == Sample::u8 ? sharpen(image.data<std::uint8_t>()) : sharpen(image.data<std::uint16_t>());
    return image;
}

// --trace takes the result as floats, which are encoded afterwards.
TEST_F(CommandLine, PicturesOfTheLastPassAreThoseOfAPassOfTheirOwn) {
    for (const Sample sample : {Sample::u8, Sample::u16})
        for (const int channels : {1, 3, 4}) {
            save("in.png", black_and_white({150, 83, channels}, sample));
            for (const Arguments& filter :
                 {Arguments{"--sigma", "4"}, Arguments{"--sigma", "0.8"}, Arguments{"--filter", "box"},
                  Arguments{"--filter", "butterworth", "--order", "6", "--cutoff", "0.2"}})
                for (const char* linear : {"--linear", "--no-linear"})
                    for (const char* out : {"png", "tif", "jpg"}) {
                        const std::string a = fmt::format("a.{}", out), b = fmt::format("b.{}", out);
                        Arguments options{"filter", path("in.png"), path(a), "--engine", "cpu", linear};
                        options.insert(options.end(), filter.begin(), filter.end());
                        const Outcome direct = run(options);
                        ASSERT_EQ(direct.code, 0) << direct.error;
                        options[2] = path(b);
                        options.push_back("--trace=" + path("t.json"));
                        std::string said = run(options).error;
                        for (std::size_t at; (at = said.find(path(b))) != std::string::npos;)
                            said.replace(at, path(b).size(), path(a));
                        EXPECT_EQ(direct.error, said);
                        EXPECT_EQ(read(a), read(b)) << out << " " << channels << " " << linear;
                        if (filter.front() == "--filter" && filter[1] == "butterworth")
                            expect_contains(direct.error, "samples were outside [0, 1] and are clipped");
                    }
        }
}

TEST_F(CommandLine, PicturesComeBackBitForBitAndSayWhatTheyAre) {
    const Encoding power{Curve::power, 1.8, true}, srgb{Curve::srgb, 1, true},
        numbers{Curve::numbers, 1, true};
    using Said = std::optional<Encoding>;
    for (Sample sample : {Sample::u8, Sample::u16})
        for (const Said& said : {Said(), Said(srgb), Said(numbers), Said(power)})
            for (const Arguments& linear : {Arguments{}, Arguments{"--linear"}, Arguments{"--no-linear"}}) {
                const Image picture = noise({31, 17, 4}, sample);
                save_image(path("in.png"), picture.view(), {}, said);
                Arguments options{"--filter", "none"};
                options.insert(options.end(), linear.begin(), linear.end());
                const Image same = filtered("in.png", options, "out.png");
                ASSERT_EQ(same.sample(), sample);
                EXPECT_EQ(samples_of<std::uint8_t>(same), samples_of<std::uint8_t>(picture));
                const Encoding in = read_image(path("in.png")).encoding,
                               out = read_image(path("out.png")).encoding;
                const bool asked = in.curve == Curve::numbers && linear == Arguments{"--linear"};
                EXPECT_EQ(out.curve, asked ? Curve::srgb : in.curve);
                EXPECT_NEAR(out.exponent, in.exponent, 1e-4);
                EXPECT_TRUE(out.stated || sample == Sample::u8);
            }
}

TEST_F(CommandLine, WhatDoesNotFitIntoMemoryIsRefusedByItsHeader) {
    std::string npy = "{'descr': '|u1', 'fortran_order': False, 'shape': (262144, 262144)}";
    npy = std::string("\x93NUMPY\1\0", 8) + char(npy.size()) + '\0' + npy;
    const std::uintmax_t bytes = npy.size() + (std::uintmax_t(1) << 36);
    std::filesystem::resize_file(write("large.npy", npy), bytes);
    expect_contains(refused(1, {"filter", path("large.npy"), path("out.png")}),
                    "filtering 262144 x 262144 pixels needs");
}

TEST_F(CommandLine, AFolderWithFramesTakesNoOthers) {
    std::filesystem::create_directory(path("film"));
    write("film/000003.png", "mine");
    expect_contains(refused(7, {"shot", path("out.png"), "--record", path("film"), "--frames", "2"}),
                    "frames of another recording are there (000003.png): give another folder");
    EXPECT_EQ(read("film/000003.png"), "mine");
    EXPECT_FALSE(std::filesystem::exists(path("film/000001.png")));
    expect_contains(refused(7, {"shot", path("out.png"), "--record", write("file", "") + "/film"}),
                    "not a folder");
}

TEST_F(CommandLine, AGammaThatTheFileStatesIsDecoded) {
    const Encoding power{Curve::power, 1.8, true};
    for (Sample sample : {Sample::u8, Sample::u16}) {
        const Image picture = noise({31, 17, 3}, sample);
        save_image(path("in.png"), picture.view(), {}, power);
        const Image light = to_float(picture.view(), Sample::f32, read_image(path("in.png")).encoding);
        EXPECT_LE(error_of(filtered("in.png", {"--sigma", "2"}), problem(picture.shape(), usual_gaussian(2)),
                           light),
                  1e-6);
        expect_contains(read("stderr"), "gamma 1.8 (file says so)");
    }
}

TEST_F(CommandLine, FloatsBecomePicturesAsTheyAreUnlessAsked) {
    Image floats({3, 1, 1}, Sample::f32);
    for (int i = 0; i < 3; ++i) floats.data<float>()[i] = 0.25f * float(i + 1);
    save("in.npy", floats);
    const auto middle = [&](Arguments options, const char* out) {
        options.insert(options.begin(), {"--filter", "none"});
        const Image image = filtered("in.npy", options, out);
        const int second = image.shape().channels;  // a JPEG may have three
        return image.sample() == Sample::u16 ? image.data<std::uint16_t>()[second] / 65535.0
                                             : image.data<std::uint8_t>()[second] / 255.0;
    };
    EXPECT_NEAR(middle({}, "out.png"), 0.5, 1e-4);
    EXPECT_EQ(read_image(path("out.png")).encoding, (Encoding{Curve::numbers, 1, true}));
    EXPECT_NEAR(middle({"--linear"}, "out.png"), linear_to_srgb(0.5), 1e-4);
    EXPECT_EQ(read_image(path("out.png")).encoding, (Encoding{Curve::srgb, 1, true}));
    EXPECT_NEAR(middle({}, "out.jpg"), linear_to_srgb(0.5), 0.01) << "a JPEG is sRGB";
    EXPECT_NEAR(middle({"--no-linear"}, "out.jpg"), 0.5, 0.01);
}

}  // namespace
}  // namespace sweep::test
