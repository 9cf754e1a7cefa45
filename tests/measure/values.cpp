// Values in the unit of their file, and what is measured of them.
#include "app/views/measure/values.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "app/base/colour_maps.h"
#include "app/ui/plots/plot.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

const ValueKind data{Content::light, {1, {}, true, true}, false};

ValueUnit counts(double most, Curve curve = Curve::numbers) {
    return {most, {curve, 1, false}, curve == Curve::numbers, true};
}

// A picture of one channel, four times over as textures have it.
ValuePlane plane(int width, int height, const std::vector<float>& values, const ValueKind& kind = data) {
    Image image({width, height, 4}, Sample::f32);
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t c = 0; c < 4; ++c) image.data<float>()[4 * i + c] = c < 3 ? values[i] : 1;
    return plane_of(std::as_const(image).view(), {0, 0, width, height}, kind);
}

struct Truth {
    double mean = 0, deviation = 0, least = INFINITY, most = -INFINITY;
};
Truth truth_of(const ValuePlane& p, const Region& box) {
    Truth t;
    const double n = double(box.width) * box.height;
    const auto each = [&](auto f) {
        for (int y = box.y; y < box.y + box.height; ++y)
            for (int x = box.x; x < box.x + box.width; ++x) f(double(p.at(x, y)));
    };
    each([&](double v) { t.mean += v / n, t.least = std::min(t.least, v), t.most = std::max(t.most, v); });
    each([&](double v) { t.deviation += (v - t.mean) * (v - t.mean) / n; });
    t.deviation = std::sqrt(t.deviation);
    return t;
}

TEST(BoxStatistics, AreThoseOfThePixelsAddedUpInDouble) {
    const int width = 301, height = 203;
    std::mt19937 random(5);
    struct Case {
        const char* name;
        double mean, deviation;
        bool is_whole;
    };
    for (const Case& c : {Case{"12 bits in 16", 400, 90, true},
                          {"16 bits", 40000, 9000, true},
                          {"around 1e-4", 1e-4, 1e-5, false},
                          {"around 1e6", 1e6, 2, false}}) {
        std::normal_distribution<double> bell(c.mean, c.deviation);
        std::vector<float> values;
        for (int i = 0; i < width * height; ++i) {
            const double v = bell(random);
            values.push_back(float(c.is_whole ? std::clamp(std::round(v), 0.0, 65535.0) / 65535 : v));
        }
        const ValuePlane p =
            plane(width, height, values, c.is_whole ? ValueKind{Content::light, counts(65535), true} : data);
        const auto table = table_of(p);
        ASSERT_TRUE(table);
        for (int i = 0; i < 200; ++i) {
            const auto place = [&](int side) { return int(random() % unsigned(side)); };
            const Region box =
                box_between({Pixel{place(width), place(height)}, Pixel{place(width), place(height)}});
            const auto found = statistics_of(p, *table, box);
            ASSERT_TRUE(found);
            const Truth truth = truth_of(p, box);
            EXPECT_EQ(found->count, std::size_t(box.width) * std::size_t(box.height));
            // What the tables add up is rounded to float32 relative to the spread, not to the mean.
            EXPECT_NEAR(found->mean, truth.mean, 1e-7 * c.deviation) << c.name;
            EXPECT_NEAR(found->deviation, truth.deviation,
                        (box.width * box.height > 1 ? 1e-6 : 1e-4) * c.deviation)
                << c.name << " " << box.width << " x " << box.height;
            EXPECT_EQ(double(found->least), truth.least);
            EXPECT_EQ(double(found->most), truth.most);
        }
    }
}

TEST(BoxStatistics, KeepToThePicture) {
    const ValuePlane p = plane(3, 2, {1, 2, 3, 4, 5, 6});
    const auto table = table_of(p);
    const auto part = statistics_of(p, *table, {2, 1, 10, 10});
    ASSERT_TRUE(part);
    EXPECT_EQ(part->count, 1u);
    EXPECT_EQ(part->mean, 6);
    EXPECT_EQ(part->deviation, 0);
    EXPECT_FALSE(statistics_of(p, *table, {5, 5, 2, 2}));
}

TEST(BoxStatistics, LeaveOutWhatHasNoValue) {
    const ValuePlane p = plane(4, 1, {1, NAN, 5, INFINITY});
    const auto table = table_of(p);
    const auto all = statistics_of(p, *table, {0, 0, 4, 1});
    ASSERT_TRUE(all);
    EXPECT_EQ(all->count, 2u);
    EXPECT_EQ(all->mean, 3);
    EXPECT_EQ(all->deviation, 2);
    EXPECT_EQ(double(all->most), 5);
    EXPECT_FALSE(statistics_of(p, *table, {1, 0, 1, 1}));
    EXPECT_FALSE(table_of(plane(2, 1, {NAN, NAN})));
}

TEST(Values, AreWholeAgainAsInTheirFile) {
    for (const auto& [most, curve] : {std::pair{255, Curve::srgb},
                                      {255, Curve::numbers},
                                      {65535, Curve::srgb},
                                      {65535, Curve::numbers}}) {
        const ValueUnit unit = counts(most, curve);
        std::vector<float> values;
        for (int k = 0; k <= most; ++k) values.push_back(float(light_of(unit.decoded, double(k) / most)));
        const ValuePlane p = plane(most + 1, 1, values, {Content::light, unit, true});
        for (int k = 0; k <= most; ++k) {
            ASSERT_EQ(p.at(k, 0), float(k)) << most;
            ASSERT_EQ(short_number(double(values[std::size_t(k)]), {Content::light, unit, true}),
                      std::to_string(k));
        }
        EXPECT_NEAR(unit.value_of(unit.of(0.3)), 0.3, 1e-12);
        EXPECT_NEAR(unit.value_of(unit.of(-0.3)), -0.3, 1e-12);
    }
}

TEST(Values, AreWrittenInTheirUnit) {
    const ValueKind filtered{Content::light, counts(65535), false};
    EXPECT_EQ(short_number(4012.34 / 65535, filtered), "4012.3");
    EXPECT_EQ(short_number(31234.5678 / 65535, filtered), "31235");
    EXPECT_EQ(short_number(7.256 / 65535, filtered), "7.26");
    EXPECT_EQ(short_number(0, filtered), "0");
    EXPECT_EQ(steady_number(4012.346 / 65535, filtered), "   4012.35");
    EXPECT_EQ(short_number(1.234e-4, data), "1.23e-4");
    EXPECT_EQ(steady_number(1.236e-4, data), "  1.236e-4");
    EXPECT_EQ(short_number(1000123.4, data), "1000123.4");
    EXPECT_EQ(steady_number(1000123.25, data), "1000123.25");
    EXPECT_EQ(short_number(0.25, data), "0.250");
    EXPECT_EQ(short_number(NAN, data), "NaN");
    EXPECT_EQ(short_number(-INFINITY, data), "-inf");
    EXPECT_EQ(short_number(-1.5 / 65535, {Content::comparison, counts(65535), false}), "-1.50");
    // Steps of sRGB are uneven, so a difference of light has no counts.
    EXPECT_EQ(short_number(0.25, {Content::comparison, counts(255, Curve::srgb), false}), "+0.250");
    EXPECT_EQ(short_number(4294967295.0, {Content::integer_table, counts(255, Curve::srgb), false}),
              "4294967295");
}

TEST(Histograms, HaveEveryValueOnce) {
    std::vector<float> values;
    for (int k = 0; k < 256; ++k)
        for (int i = 0; i <= k % 3; ++i) values.push_back(float(k) / 255);
    const ValuePlane p = plane(int(values.size()), 1, values, {Content::light, counts(255), true});
    const Histogram h = histogram_of(p, 0, 255, 256);
    ASSERT_EQ(h.counts.size(), 256u);
    for (std::size_t k = 0; k < 256; ++k) EXPECT_EQ(h.counts[k], k % 3 + 1) << k;
    // With 4096 integers each step has 16 of them: a picture that has each once is flat.
    std::vector<float> all;
    for (int k = 0; k < 4096; ++k) all.push_back(float(k) / 65535);
    for (const std::size_t count :
         histogram_of(plane(4096, 1, all, {Content::light, counts(65535), true}), 0, 4095, 256).counts)
        EXPECT_EQ(count, 16u);
    const Histogram constant = histogram_of(plane(2, 1, {3, 3}), 3, 3, 256);
    std::size_t sum = 0;
    for (const std::size_t count : constant.counts) sum += count;
    EXPECT_EQ(sum, 2u);
}

TEST(Percentiles, LeaveOneInAThousandOutAtEachEnd) {
    std::vector<float> values;
    for (int k = 0; k <= 10000; ++k) values.push_back(float((k * 7919) % 10001));  // in another order
    values.push_back(NAN);
    const ValuePlane p = plane(int(values.size()), 1, values);
    EXPECT_EQ(p.low, 10);
    EXPECT_EQ(p.high, 9990);
    EXPECT_EQ(p.least, 0);
    EXPECT_EQ(p.most, 10000);
    EXPECT_EQ(p.not_finite, 1u);
}

TEST(Axes, AreWiderThanAConstantAndItsRounding) {
    EXPECT_EQ(axis_between(154, 1543, true), (std::array{154.0, 1543.0}));
    EXPECT_EQ(axis_between(999990, 1000010, false), (std::array{999990.0, 1000010.0}));
    EXPECT_EQ(axis_between(42, 42, true), (std::array{41.0, 43.0}));
    const auto rounded = axis_between(42.5, 42.500004, false);
    EXPECT_LT(rounded[0], 42.4999);
    EXPECT_GT(rounded[1], 42.5001);
    const auto zero = axis_between(0, 0, false);
    EXPECT_LT(zero[0], zero[1]);
}

TEST(Profiles, FollowTheLine) {
    std::vector<float> values;
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 50; ++x) values.push_back(float(3 * x - 2 * y));
    const ValuePlane p = plane(50, 40, values);
    const Profile along = profile_of(p, {Pixel{10, 7}, Pixel{30, 7}});
    ASSERT_EQ(along.values.size(), 21u);
    EXPECT_EQ(along.step, 1);
    for (int i = 0; i <= 20; ++i) EXPECT_EQ(along.values[std::size_t(i)], 3 * (10 + i) - 14);
    const Profile across = profile_of(p, {Pixel{49, 39}, Pixel{0, 0}});  // a plane is interpolated exactly
    const std::size_t last = across.values.size() - 1;
    EXPECT_NEAR(across.step * double(last), std::hypot(49, 39), 1e-9);
    EXPECT_LE(across.step, 1);
    for (std::size_t i = 0; i <= last; ++i)
        EXPECT_NEAR(across.values[i], (3 * 49 - 2 * 39) * (1 - double(i) / double(last)), 1e-6);
    EXPECT_EQ(profile_of(p, {Pixel{3, 3}, Pixel{3, 3}}).values.front(), 3);
    EXPECT_TRUE(std::isnan(profile_of(p, {Pixel{45, 0}, Pixel{60, 0}}).values.back()));
}

TEST(Ticks, OfLargeValuesWithASmallRangeDiffer) {
    const std::vector<PlotTick> ticks = plot_ticks({999990, 1000010}, 5);
    ASSERT_GE(ticks.size(), 4u);
    for (std::size_t i = 1; i < ticks.size(); ++i) EXPECT_NE(ticks[i].text, ticks[i - 1].text);
    EXPECT_EQ(ticks[0].text, "999990");
}

// CIE lightness of an sRGB colour, from its relative luminance.
double lightness(const std::array<float, 3>& c) {
    const auto light = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    const double y =
        0.2126 * light(double(c[0])) + 0.7152 * light(double(c[1])) + 0.0722 * light(double(c[2]));
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

TEST(ColourMaps, HaveALightnessThatRisesEvenly) {
    for (const ColourMap map : {ColourMap::viridis, ColourMap::magma, ColourMap::cividis}) {
        constexpr int steps = 32;
        const double first = lightness(map_colour(map, 0)), last = lightness(map_colour(map, 1));
        EXPECT_GT(last - first, 70) << int(map);
        for (int i = 0; i <= steps; ++i)
            EXPECT_NEAR(lightness(map_colour(map, float(i) / steps)), first + (last - first) * i / steps, 2)
                << int(map) << " at " << i;
    }
    EXPECT_EQ(map_colour(ColourMap::grey, 0.25f), (std::array<float, 3>{0.25f, 0.25f, 0.25f}));
    EXPECT_EQ(map_colour(ColourMap::magma, NAN), map_colour(ColourMap::magma, 0));
    EXPECT_EQ(map_colour(ColourMap::magma, 7), map_colour(ColourMap::magma, 1));
}

// Whoever lacks the cones for red or green sees blue against yellow. Cividis has nothing else: red and green do not
// differ by more than what yellow itself needs.
TEST(ColourMaps, CividisIsBlueAndYellow) {
    for (int i = 0; i <= 32; ++i) {
        const auto [r, g, b] = map_colour(ColourMap::cividis, float(i) / 32);
        EXPECT_LT(std::abs(r - g), 0.16f) << i;
    }
    const auto low = map_colour(ColourMap::cividis, 0.1f), high = map_colour(ColourMap::cividis, 0.95f);
    EXPECT_GT(low[2], low[0] + 0.2f);
    EXPECT_LT(high[2], high[0] - 0.3f);
}

}  // namespace
}  // namespace sweep::app
