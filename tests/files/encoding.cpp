// What the samples of files mean: what files say about it, what holds when they say nothing, what the user
// says.
#include <cmath>
#include <functional>

#include "core/problem/problem.h"
#include "files/pixels.h"
#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

const Encoding numbers{}, srgb{Curve::srgb, 1, false}, stated_srgb{Curve::srgb, 1, true},
    stated_numbers{Curve::numbers, 1, true};

// A grey PNG of one row, with the chunks that `say` writes before the pixels.
using Say = std::function<void(png_structp, png_infop)>;
std::string png_that_says(int bits, const Say& say) {
    return written_png([&](png_structp png, png_infop info) {
        png_set_IHDR(png, info, 2, 1, bits, PNG_COLOR_TYPE_GRAY, 0, 0, 0);
        say(png, info);
        png_write_info(png, info);
        std::vector<png_byte> row{0x12, 0x34, 0x56, 0x78};
        png_write_row(png, row.data());
        png_write_end(png, info);
    });
}

Say gamma_of(double gamma) {
    return [gamma](png_structp png, png_infop info) { png_set_gAMA(png, info, gamma); };
}

TEST_F(ImageFile, SixteenBitsAreNumbersUnlessTheFileSaysOtherwise) {
    const auto encoding_of = [&](const Say& say) {
        return read_image(write("a.png", png_that_says(16, say))).encoding;
    };
    EXPECT_EQ(encoding_of([](auto, auto) {}), numbers);
    EXPECT_EQ(encoding_of([](png_structp png, png_infop info) { png_set_sRGB(png, info, 0); }), stated_srgb);
    EXPECT_EQ(encoding_of(gamma_of(1 / 2.2)), stated_srgb);
    EXPECT_EQ(encoding_of(gamma_of(1)), stated_numbers);
    const Encoding power = encoding_of(gamma_of(1 / 1.8));
    EXPECT_EQ(power.curve, Curve::power);
    EXPECT_NEAR(power.exponent, 1.8, 1e-4);
    EXPECT_EQ(read_image(write("a.pgm", "P5 1 1 65535\n\x01\x02"s)).encoding, numbers);
    for (Sample sample : {Sample::u8, Sample::u16, Sample::f32, Sample::f64}) {
        save_image(path("a.npy"), noise({3, 2, 1}, sample).view());
        EXPECT_EQ(read_image(path("a.npy")).encoding, numbers);
    }
    save_image(path("a.hdr"), noise({3, 2, 3}, Sample::f32).view());
    EXPECT_EQ(read_image(path("a.hdr")).encoding.curve, Curve::light);
}

TEST_F(ImageFile, EightBitsAreSrgbUnlessTheFileSaysOtherwise) {
    EXPECT_EQ(read_image(write("a.png", png_that_says(8, [](auto, auto) {}))).encoding, srgb);
    EXPECT_EQ(read_image(write("a.png", png_that_says(8, gamma_of(1)))).encoding, stated_numbers);
    EXPECT_EQ(read_image(write("a.png", png_that_says(8, gamma_of(0.8)))).encoding.curve, Curve::power);
    for (const auto& [name, bytes] :
         {std::pair{"a.ppm", ppm}, {"a.bmp", bmp}, {"a.tga", tga}, {"a.gif", gif}})
        EXPECT_EQ(read_image(write(name, bytes)).encoding, srgb) << name;
    const FileImage absurd = read_image(write("a.png", png_that_says(8, gamma_of(20))));
    EXPECT_EQ(absurd.encoding, srgb);
    expect_contains(absurd.note, "gAMA of 20");
}

TEST_F(ImageFile, APngSaysHowItIsEncoded) {
    const Encoding power{Curve::power, 1.8, true};
    for (Sample sample : {Sample::u8, Sample::u16})
        for (const Encoding& encoding : {stated_numbers, stated_srgb, power}) {
            const Image image = noise({9, 7, 3}, sample);
            save_image(path("a.png"), image.view(), {}, encoding);
            const FileImage again = read_image(path("a.png"));
            EXPECT_EQ(again.encoding.curve, encoding.curve);
            EXPECT_NEAR(again.encoding.exponent, encoding.exponent, 1e-4);
            EXPECT_TRUE(again.encoding.stated);
            EXPECT_EQ(samples_of<std::uint8_t>(again.image), samples_of<std::uint8_t>(image));
        }
}

TEST(Decoding, IsWhatTheFileSaysUnlessTheUserSaysMore) {
    const Encoding light{Curve::light, 1, false};
    struct Case {
        Sample sample;
        Encoding file;
        std::optional<bool> linear;
        bool to_light;
        const char* text;
    };
    const Encoding power{Curve::power, 1.8, true};
    for (const Case& c : {Case{Sample::u8, srgb, {}, true, "8 bits, sRGB"},
                          {Sample::u8, srgb, true, true, "8 bits, sRGB"},
                          {Sample::u8, srgb, false, false, "8 bits, sRGB, filtered without decoding"},
                          {Sample::u8, power, {}, true, "8 bits, gamma 1.8 (file says so)"},
                          {Sample::u8, power, true, true, "8 bits, gamma 1.8 (file says so)"},
                          {Sample::u8, numbers, {}, false, "8 bits, as numbers"},
                          {Sample::u16, numbers, {}, false, "16 bits, as numbers"},
                          {Sample::u16, numbers, false, false, "16 bits, as numbers"},
                          {Sample::u16, numbers, true, true, "16 bits, sRGB (asked for)"},
                          {Sample::u16, stated_numbers, {}, false, "16 bits, as numbers (file says so)"},
                          {Sample::u16, stated_srgb, {}, true, "16 bits, sRGB (file says so)"},
                          {Sample::f32, numbers, true, false, "float32, as numbers"},
                          {Sample::f32, light, {}, false, "float32, linear light"}}) {
        EXPECT_EQ(decoding_of(c.sample, c.file, c.linear).to_light, c.to_light) << c.text;
        EXPECT_EQ(decoding_text(c.sample, c.file, c.linear), c.text);
    }
    EXPECT_FALSE(encoding_for_output(Sample::f32, numbers, {}).to_light);
    EXPECT_EQ(encoding_for_output(Sample::f32, numbers, true).stored, srgb);
    EXPECT_EQ(encoding_for_output(Sample::f32, light, {}).stored, srgb);
    EXPECT_EQ(encoding_for_output(Sample::f32, light, false).stored, numbers);
}

// Bytes come from a table of thresholds: they are what the curve gives, also beside each threshold.
TEST(Pixels, BytesAreTheCurveRounded) {
    for (const Encoding& encoding :
         {Encoding{Curve::srgb, 1, true}, Encoding{}, Encoding{Curve::power, 2.2, true},
          Encoding{Curve::power, least_exponent, true}, Encoding{Curve::power, most_exponent, true}}) {
        std::vector<float> light{0, 1, 1e-30f, 2, -1};
        for (int k = 0; k < 255; ++k) {
            const auto edge = float(light_of(encoding, (k + 0.5) / 255));
            for (const float x : {std::nextafter(edge, 0.0f), edge, std::nextafter(edge, 1.0f)})
                light.push_back(x);
        }
        for (int i = 0; i < 20000; ++i) light.push_back(float(i) / 20000);
        Image floats({int(light.size()), 1, 1}, Sample::f32);
        std::copy(light.begin(), light.end(), floats.data<float>());
        const Image bytes = to_display(floats.view(), Sample::u8, encoding);
        for (std::size_t i = 0; i < light.size(); ++i)
            ASSERT_EQ(bytes.data<std::uint8_t>()[i],
                      std::nearbyint(255 * sample_of(encoding, std::clamp(double(light[i]), 0.0, 1.0))))
                << light[i];
    }
}

TEST(Pixels, EveryWordComesBackThroughEveryCurve) {
    Image words({65536, 1, 1}, Sample::u16);
    for (int i = 0; i < 65536; ++i) words.data<std::uint16_t>()[i] = std::uint16_t(i);
    for (const double exponent : {least_exponent, 1 / 1.8, 1.8, 2.2, most_exponent}) {
        const Encoding power{Curve::power, exponent, true};
        const Image floats = to_float(words.view(), Sample::f32, power);
        EXPECT_NEAR(floats.data<float>()[32768], std::pow(32768 / 65535.0, exponent), 1e-7);
        EXPECT_EQ(samples_of<std::uint16_t>(to_display(floats.view(), Sample::u16, power)),
                  samples_of<std::uint16_t>(words))
            << exponent;
    }
}

}  // namespace
}  // namespace sweep::test
