// Results as bytes and words: the codes that rounding in double gives, from every algorithm that writes them.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/plan/planner.h"
#include "cpu/base/encoder.h"
#include "cpu/engine.h"
#include "tests/support/cases.h"
#include "tests/support/instruction_sets.h"

namespace sweep {
namespace {

using namespace sweep::test;

int largest_code(Sample code) {
    return code == Sample::u8 ? 255 : 65535;
}

int code_of(double x, Sample code, bool as_srgb) {
    const double light = std::isnan(x) ? 0 : std::clamp(x, 0.0, 1.0);
    return int(std::nearbyint(largest_code(code) * (as_srgb ? linear_to_srgb(light) : light)));
}

int code_at(const Image& image, std::size_t i) {
    return image.sample() == Sample::u8 ? image.data<std::uint8_t>()[i] : image.data<std::uint16_t>()[i];
}

// The first float of each code, by halving: codes grow with floats, and these with their bits.
std::vector<float> first_floats(Sample code, bool as_srgb) {
    std::vector<float> first;
    for (int k = 1; k <= largest_code(code); ++k) {
        std::uint32_t below = 0, at = std::bit_cast<std::uint32_t>(1.f);
        while (at - below > 1) {
            const std::uint32_t middle = below + (at - below) / 2;
            (code_of(double(std::bit_cast<float>(middle)), code, as_srgb) < k ? below : at) = middle;
        }
        first.push_back(std::bit_cast<float>(at));
    }
    return first;
}

// Where codes change, where the encoder's places do, and what is no number from 0 to 1.
std::vector<float> floats_to_encode(Sample code, bool as_srgb) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    std::vector<float> all{
        -0.f,      -1e-20f, -0.3f,     -1e30f,      1.5f,
        1e-42f,    1e30f,   infinity,  -infinity,   std::numeric_limits<float>::quiet_NaN(),
        0x1p-126f, 0.f,     0x1p-149f, 1 + 0x1p-23f};
    const auto around = [&](float x) {
        all.insert(all.end(), {std::nextafter(x, 0.f), x, std::nextafter(x, 2.f)});
    };
    for (const float x : first_floats(code, as_srgb)) around(x);
    for (std::uint32_t bits = 1 << 16; bits <= std::bit_cast<std::uint32_t>(1.f); bits += 1 << 16)
        around(std::bit_cast<float>(bits));
    return all;
}

void expect_exact_codes(Sample code, bool as_srgb) {
    const std::vector<float> all = floats_to_encode(code, as_srgb);
    const cpu::Encoder encoder({code, as_srgb}, 1);
    Image codes({int(all.size()), 1, 1}, code);
    encoder.encode(all.data(), 0, codes.view(), {0, 0, 1, int(all.size())});
    Misfits expected;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto x = double(all[i]);
        ASSERT_EQ(code_at(codes, i), code_of(x, code, as_srgb)) << x << " as " << largest_code(code);
        const Held held = held_by(code);
        expected.not_finite += !std::isfinite(x);
        expected.outside += std::isfinite(x) && (x < held.least || x > held.most);
    }
    const WrittenCodes written = encoder.written();
    EXPECT_EQ(written.misfits.outside, expected.outside);
    EXPECT_EQ(written.misfits.not_finite, expected.not_finite);
    EXPECT_EQ(written.largest, std::numeric_limits<float>::infinity());
}

void expect_exact_codes() {
    for (const Sample code : {Sample::u8, Sample::u16})
        for (const bool as_srgb : {true, false}) expect_exact_codes(code, as_srgb);
}

TEST(Codes, AreThoseOfRoundingInDouble) {
    expect_exact_codes();
    on_every_other_instruction_set([] { expect_exact_codes(); });
}

// The engine's floats, encoded, are what it writes into a picture whose rows have gaps.
void expect_codes_of_floats(const Problem& p, Sample code, bool as_srgb) {
    cpu::Engine engine(2);
    engine.prepare(p);
    ASSERT_NE(engine.on_codes(), nullptr);
    Image in = random_image(p.shape, p.input);
    if (p.input == Sample::f32)  // what is clipped, too
        for (std::size_t i = 0; i < p.shape.samples(); ++i) in.data<float>()[i] = 3 * in.data<float>()[i] - 1;
    Image floats(p.shape, Sample::f32), wide({p.shape.width + 3, p.shape.height, p.shape.channels}, code);
    engine.run(std::as_const(in).view(), floats.view());
    ImageView out = wide.view();
    out.shape = p.shape;
    const WrittenCodes written =
        engine.on_codes()->run_to_codes(std::as_const(in).view(), out, {code, as_srgb});

    const int c = p.shape.channels;
    const Held held = held_by(code);
    std::size_t outside = 0;
    double largest = 0;
    for (int y = 0; y < p.shape.height; ++y)
        for (int i = 0; i < p.shape.width * c; ++i) {
            const double x = double(std::as_const(floats).view().row<float>(y)[i]);
            const bool is_alpha = c % 2 == 0 && i % c == c - 1;
            const std::size_t at = std::size_t(y) * std::size_t(wide.shape().width * c) + std::size_t(i);
            ASSERT_EQ(code_at(wide, at), code_of(x, code, as_srgb && !is_alpha))
                << x << " at " << i << ", " << y;
            outside += x < held.least || x > held.most;
            largest = std::max(largest, std::abs(x));
        }
    EXPECT_EQ(written.misfits.outside, outside);
    EXPECT_EQ(double(written.largest), largest);
}

void expect_codes_of_algorithms() {
    for (const Algorithm algorithm :
         {Algorithm::alg7, Algorithm::bands, Algorithm::halo, Algorithm::box_lines})
        for (int channels = 1; channels <= 4; ++channels)
            for (const Sample input : {Sample::u8, Sample::f32}) {
                Problem p;
                p.shape = {331, 141, channels};
                p.input = input;
                p.boundary.kind = BoundaryKind::clamp;
                p.filter.sigma = algorithm == Algorithm::halo ? 0.8 : 3;
                if (algorithm == Algorithm::box_lines) p.filter.kind = FilterKind::box;
                p.method.algorithm = algorithm;
                ASSERT_EQ(why_not(p, EngineKind::cpu), "");
                SCOPED_TRACE(text(p));
                expect_codes_of_floats(p, input == Sample::u8 ? Sample::u8 : Sample::u16, channels != 3);
            }
}

TEST(Codes, AreThoseOfTheFloatsOfEachAlgorithm) {
    expect_codes_of_algorithms();
    on_every_other_instruction_set([] { expect_codes_of_algorithms(); });
}

TEST(Codes, AreWrittenOfRowsAndColumnsAlone) {
    for (const Axes axes : {Axes::x, Axes::y}) {
        Problem p;
        p.shape = {200, 130, 4};
        p.input = Sample::u8;
        p.boundary.kind = BoundaryKind::mirror;
        p.filter.axes = axes;
        for (const Algorithm algorithm : {Algorithm::alg7, Algorithm::bands}) {
            p.method.algorithm = algorithm;
            expect_codes_of_floats(p, Sample::u8, true);
        }
    }
}

TEST(Codes, AreNotWrittenByOtherAlgorithms) {
    cpu::Engine engine(1);
    EXPECT_EQ(engine.on_codes(), nullptr);
    Problem p;
    p.shape = {64, 64, 1};
    p.method.algorithm = Algorithm::alg5;
    engine.prepare(p);
    EXPECT_EQ(engine.on_codes(), nullptr);
    p.method.algorithm = Algorithm::alg7;
    engine.prepare(p);
    Image in(p.shape, Sample::f32), out(p.shape, Sample::u16);
    EXPECT_THROW(engine.run_to_codes(std::as_const(in).view(), out.view(), {Sample::u8}), Error)
        << "the image has other samples";
}

}  // namespace
}  // namespace sweep
