// Depth of field: shapes from a table, circles of confusion, layers, spreading.
#include "app/views/focus/depth_of_field.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "app/work/checks/table_error.h"
#include "core/problem/reference.h"
#include "files/pixels.h"
#include "tests/support/eventually.h"
#include "tests/support/focus_picture.h"

namespace sweep::app {
namespace {

float box_mean(const Pixels& light, int x, int y, int channel, int radius) {
    double sum = 0;
    int count = 0;
    for (int row = std::max(y - radius, 0); row <= std::min(y + radius, height - 1); ++row)
        for (int column = std::max(x - radius, 0); column <= std::min(x + radius, width - 1);
             ++column, ++count)
            sum += double(light[index(column, row) + std::size_t(channel)]);
    return float(sum / count);
}

// Each pixel is rounded to 1/4096: a mean is off by half of that at most, and by float's last digits.
constexpr float tolerance = 0.5f / float(DepthOfField::fixed_point) + 3e-6f;

TEST_F(Dof, BoxIsTheMeanOfTheClippedBox) {
    const Pixels light = random_light();
    const Texture sharp = texture_of(light);
    for (const float asked : {2.0f, 3.75f, 24.0f, 31.25f, 120.5f}) {
        const Pixels result = run(sharp, nullptr, constant(asked));
        const float radius = asked > 24 ? std::floor(asked + 0.5f) : asked;  // large radii are whole
        const int whole = int(radius);
        for (int y = 0; y < height; y += 3)
            for (int x = 0; x < width; x += 2) {
                const float expected = std::lerp(box_mean(light, x, y, 1, whole),
                                                 box_mean(light, x, y, 1, whole + 1), radius - float(whole));
                ASSERT_NEAR(result[index(x, y) + 1], expected, tolerance)
                    << radius << " at " << x << ", " << y;
            }
    }
}

TEST_F(Dof, UpToOnePixelTheSharpPicturePasses) {
    const Pixels light = random_light();
    const Texture sharp = texture_of(light);
    for (const float radius : {0.0f, 0.4f, 1.0f})
        for (const Bokeh bokeh : {Bokeh::box, Bokeh::disc})
            EXPECT_EQ(run(sharp, nullptr, constant(radius, bokeh)), light) << radius;
    EXPECT_NE(run(sharp, nullptr, constant(1.2f)), light);
}

TEST_F(Dof, FractionalRadiiLieBetweenTheWholeOnes) {
    const Texture sharp = texture_of(random_light());
    for (const Bokeh bokeh : {Bokeh::box, Bokeh::three_boxes, Bokeh::disc, Bokeh::smooth})
        for (const float whole : {1.0f, 5.0f}) {
            const Pixels low = run(sharp, nullptr, constant(whole, bokeh));
            const Pixels high = run(sharp, nullptr, constant(whole + 1, bokeh));
            const Pixels part = run(sharp, nullptr, constant(whole + 0.25f, bokeh));
            for (std::size_t i = 0; i < part.size(); ++i)
                ASSERT_NEAR(part[i], std::lerp(low[i], high[i], 0.25f), 1e-4f) << int(bokeh);
        }
}

TEST_F(Dof, ConstantStaysConstantWhateverTheCircles) {
    Pixels light(std::size_t(width) * height * 4, 0.37f);
    const Texture sharp = texture_of(light);
    // Circles of every size lie on both sides of the focus, mixed.
    const Texture depth =
        depth_of([](int x, int y) { return 1.2f + 30 * float((x * 7 + y * 13) % 50) / 50; });
    FocusSettings focus;
    focus.distance = 4;
    focus.aperture = 1;
    for (const Bokeh bokeh : {Bokeh::box, Bokeh::three_boxes, Bokeh::disc, Bokeh::smooth})
        for (const FocusMethod method : {FocusMethod::gather, FocusMethod::layers, FocusMethod::spread})
            for (const Precision precision : focus_precisions) {
                focus.bokeh = bokeh;
                focus.method = method;
                focus.precision = precision;
                const Pixels result = run(sharp, &depth, focus);
                float worst = 0;
                for (std::size_t i = 0; i < result.size(); i += 4)
                    worst = std::max(worst, std::abs(result[i] - 0.37f));
                // A weight of 1/128 leaves a colour 32 steps of fixed point.
                EXPECT_LT(worst, method == FocusMethod::gather ? 2e-4f : 4e-3f)
                    << focus_method_names[std::size_t(method)] << " " << int(bokeh) << " " << int(precision);
            }
}

// Every method, bokeh and precision runs on a picture with circles of all sizes; run() compares shaders and
// CPU.
TEST_F(Dof, ShadersAndCpuAgree) {
    const Texture sharp = texture_of(random_light());
    const Texture depth = depth_of([](int x, int y) {
        return x < 30 ? 1.3f : x < 60 ? 2.0f + 0.05f * float(y) : 3.9f + 0.4f * float(x - 60);
    });
    FocusSettings focus;
    focus.distance = 4;
    focus.aperture = 0.5f;
    std::set<Pixels> pictures;
    for (const FocusMethod method : {FocusMethod::gather, FocusMethod::layers, FocusMethod::spread})
        for (const Bokeh bokeh : {Bokeh::box, Bokeh::three_boxes, Bokeh::disc, Bokeh::smooth})
            for (const Precision precision : focus_precisions) {
                focus.method = method;
                focus.bokeh = bokeh;
                focus.precision = precision;
                SCOPED_TRACE(testing::Message() << focus_method_names[std::size_t(method)] << ", "
                                                << bokeh_names[std::size_t(bokeh)] << ", " << int(precision));
                pictures.insert(run(sharp, &depth, focus));
            }
    EXPECT_GE(pictures.size(), 2u * 4 * 3 + 1) << "they differ from each other";
    focus.method = FocusMethod::diffusion;
    focus.aperture = 8;
    for (const float radius : {1.5f, 20.0f, 127.0f}) {
        SCOPED_TRACE(testing::Message() << "diffusion, " << radius);
        focus.max_radius = radius;
        EXPECT_TRUE(pictures.insert(run(sharp, &depth, focus)).second);
    }
}

TEST_F(Dof, PointBecomesADiscOfTheSizeOfItsCircle) {
    Pixels light(std::size_t(width) * height * 4, 0.0f);
    light[index(48, 30)] = 16;
    const Texture sharp = texture_of(light);
    const auto moments = [&](Bokeh bokeh, float radius) {
        const Pixels result = run(sharp, nullptr, constant(radius, bokeh));
        double sum = 0, second = 0, corner = result[index(48 + int(radius), 30 + int(radius))];
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                sum += double(result[index(x, y)]);
                second += double(result[index(x, y)]) * (x - 48) * (x - 48);
            }
        EXPECT_NEAR(sum, 16, 0.1) << "energy of " << int(bokeh);
        return std::pair(std::sqrt(second / sum), corner);
    };
    const auto [box_sigma, box_corner] = moments(Bokeh::box, 15);
    const auto [disc_sigma, disc_corner] = moments(Bokeh::disc, 15);
    EXPECT_NEAR(box_sigma, std::sqrt((31.0 * 31 - 1) / 12), 0.02);
    EXPECT_NEAR(disc_sigma, 15.5 * 1.13 / 2, 0.6) << "a disc of the box's area has sigma = radius / 2";
    EXPECT_GT(box_corner, 0);
    EXPECT_EQ(disc_corner, 0) << "a disc has no corners";
    EXPECT_LT(moments(Bokeh::smooth, 15).second, 0.5 * box_corner) << "a dome falls off";

    // The disc is round: few of its pixels lie outside of the circle of equal area, and few of the circle's
    // are missing.
    const Pixels disc = run(sharp, nullptr, constant(22, Bokeh::disc));
    double area = 0, wrong = 0;
    for (int i = 0; i < width * height; ++i) area += disc[std::size_t(i) * 4] > 1e-3f;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool inside = 3.14159 * ((x - 48) * (x - 48) + (y - 30) * (y - 30)) < area;
            wrong += inside != (disc[index(x, y)] > 1e-3f);
        }
    EXPECT_NEAR(area, 45 * 45, 60) << "that of the box";
    EXPECT_LT(wrong / area, 0.08);
}

TEST(Circles, FollowTheThinLens) {
    FocusSettings focus;
    focus.photographic = true;
    focus.focal_length = 50;
    focus.f_number = 2;
    focus.sensor_width = 36;
    focus.distance = 2;
    focus.max_radius = 127;
    // c = f^2 |d - s| / (N (s - f) d): 0.05^2 (10 - 2) / (2 (2 - 0.05) 10) = 0.5128 mm of 36 mm.
    EXPECT_NEAR(circle_of_confusion(focus, 10, 3600, 2400), 0.5 * 51.28, 0.01);
    EXPECT_NEAR(circle_of_confusion(focus, 1e9f, 3600, 2400), 0.5 * 64.10, 0.01);
    EXPECT_NEAR(circle_of_confusion(focus, 1.5f, 3600, 2400), -0.5 * 21.37, 0.01);
    EXPECT_NEAR(circle_of_confusion(focus, 2, 3600, 2400), 0, 1e-4);
    focus.f_number = 4;
    EXPECT_NEAR(circle_of_confusion(focus, 10, 3600, 2400), 0.25 * 51.28, 0.01);
    // The plain lens: half a picture height for 1 / m, less the range that counts as sharp.
    focus.photographic = false;
    focus.aperture = 0.5f;
    focus.range = 0.1f;
    EXPECT_NEAR(circle_of_confusion(focus, 50, 64, 32), 0.5f * 32 * (0.48f - (0.5f - 1 / 2.1f)), 1e-4);
    EXPECT_EQ(circle_of_confusion(focus, 2.05f, 64, 32), 0);
    focus.max_radius = 3;
    EXPECT_EQ(circle_of_confusion(focus, 1, 64, 32), -3);
}

TEST_F(Dof, ShaderHasTheSameCircles) {
    const Pixels light = random_light();
    const Texture sharp = texture_of(light);
    const Texture depth = depth_of([](int x, int) { return x < 48 ? 2.0f : 50.0f; });
    FocusSettings focus;
    focus.distance = 2;
    focus.range = 0.1f;
    focus.method = FocusMethod::gather;
    focus.bokeh = Bokeh::box;
    for (const bool photographic : {false, true}) {
        focus.photographic = photographic;
        const float radius = circle_of_confusion(focus, 50, width, height);
        ASSERT_GT(radius, 2) << "nothing to see";
        const Pixels result = run(sharp, &depth, focus);
        EXPECT_NEAR(result[index(8, 16)], light[index(8, 16)], 1e-6f);
        const int whole = int(radius);
        EXPECT_NEAR(result[index(80, 30)],
                    std::lerp(box_mean(light, 80, 30, 0, whole), box_mean(light, 80, 30, 0, whole + 1),
                              radius - float(whole)),
                    2e-3f);
    }
}

// On the left is a bright plane in focus, on the right a dark one far behind it.
TEST_F(Dof, SharpForegroundBleedsOnlyWithoutLayers) {
    Pixels light;
    for (int i = 0; i < width * height; ++i)
        for (const float value : {i % width < 48 ? 1.0f : 0.1f, 0.0f, 0.0f, 1.0f}) light.push_back(value);
    const Texture sharp = texture_of(light);
    const Texture depth = depth_of([](int x, int) { return x < 48 ? 2.0f : 60.0f; });
    FocusSettings focus;
    focus.distance = 2;
    focus.aperture = 0.4f;
    const auto beside_edge = [&](FocusMethod method) {
        focus.method = method;
        return run(sharp, &depth, focus)[index(50, 30)];
    };
    EXPECT_GT(beside_edge(FocusMethod::gather), 0.3f) << "what the layers are there for does not happen";
    EXPECT_NEAR(beside_edge(FocusMethod::layers), 0.1f, 0.02f);
    EXPECT_NEAR(beside_edge(FocusMethod::spread), 0.1f, 0.04f);
    EXPECT_NEAR(beside_edge(FocusMethod::diffusion), 0.1f, 1e-6f);
    // The sharp plane stays sharp up to its edge.
    focus.method = FocusMethod::layers;
    EXPECT_NEAR(run(sharp, &depth, focus)[index(47, 30)], 1.0f, 1e-3f);
}

// On the left is a bright plane, near and blurred, on the right a dark one in focus.
TEST_F(Dof, NearObjectIsSoftOverWhatIsBehind) {
    Pixels light;
    for (int i = 0; i < width * height; ++i)
        for (const float value : {i % width < 48 ? 1.0f : 0.1f, 0.0f, 0.0f, 1.0f}) light.push_back(value);
    const Texture sharp = texture_of(light);
    const Texture depth = depth_of([](int x, int) { return x < 48 ? 1.5f : 20.0f; });
    FocusSettings focus;
    focus.distance = 20;
    focus.aperture = 0.3f;
    focus.bokeh = Bokeh::box;
    const float radius = -circle_of_confusion(focus, 1.5f, width, height);
    ASSERT_GT(radius, 8);
    focus.method = FocusMethod::gather;
    EXPECT_EQ(run(sharp, &depth, focus)[index(50, 30)], 0.1f) << "gathering alone has a hard silhouette";
    for (const FocusMethod method : {FocusMethod::layers, FocusMethod::spread}) {
        focus.method = method;
        const Pixels result = run(sharp, &depth, focus);
        const auto at = [&](int x) { return result[index(x, 30)]; };
        const char* name = focus_method_names[std::size_t(method)];
        EXPECT_NEAR(at(48), 0.55f, 0.08f) << name;
        for (int x = 48 - int(radius); x < 48 + int(radius); ++x)
            EXPECT_LE(at(x + 1), at(x) + 5e-3f) << name << ": not soft at " << x;
        EXPECT_NEAR(at(2), 1.0f, 0.02f) << name;
        EXPECT_NEAR(at(48 + int(radius) + 3), 0.1f, 2e-3f) << name << ": reaches too far";
    }
}

// A small bright thing is a little behind the focus, before a dark plane far behind it: the wide blur of the
// plane must not take its light.
TEST_F(Dof, WideBlurTakesNoLightFromWhatIsSharper) {
    Pixels light;
    for (int i = 0; i < width * height; ++i) {
        const bool bulb = std::abs(i % width - 48) <= 3 && std::abs(i / width - 30) <= 3;
        for (const float value : {bulb ? 10.0f : 0.1f, 0.0f, 0.0f, 1.0f}) light.push_back(value);
    }
    const Texture sharp = texture_of(light);
    const Texture depth =
        depth_of([](int x, int y) { return std::abs(x - 48) <= 3 && std::abs(y - 30) <= 3 ? 2.2f : 100.0f; });
    FocusSettings focus;
    focus.distance = 2;
    focus.range = 0;
    focus.aperture = 0.7f;
    ASSERT_NEAR(circle_of_confusion(focus, 2.2f, width, height), 1.94f, 0.1f);
    ASSERT_GT(circle_of_confusion(focus, 100, width, height), 18);
    const auto beside = [&](FocusMethod method) {
        focus.method = method;
        return run(sharp, &depth, focus)[index(48 + 12, 30)];
    };
    EXPECT_GT(beside(FocusMethod::gather), 0.3f) << "what the layers are there for does not happen";
    EXPECT_LT(beside(FocusMethod::layers), 0.13f);
    EXPECT_LT(beside(FocusMethod::spread), 0.13f);
}

// Diffusion has no table: other shaders mark the plane in focus, and draw the maps.
TEST_F(Dof, DiffusionFollowsTheCirclesOfTheOtherMethods) {
    const Pixels light = random_light();
    const Texture sharp = texture_of(light);
    const Texture depth = depth_of([](int x, int) { return x < 48 ? 2.0f : 20.0f; });
    FocusSettings focus;
    focus.distance = 2;
    focus.range = 0.1f;
    focus.method = FocusMethod::diffusion;
    const Pixels result = run(sharp, &depth, focus);
    double before = 0, behind = 0;  // deviations of what is far
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            if (x < 48) {
                ASSERT_EQ(result[index(x, y)], light[index(x, y)]) << x << ", " << y;
            } else {
                before += std::pow(light[index(x, y)] - 0.42, 2);
                behind += std::pow(result[index(x, y)] - 0.42, 2);
            }
        }
    EXPECT_LT(behind, 0.1 * before);
    focus.view = FocusView::circle;
    const Pixels circles = run(sharp, &depth, focus);
    focus.method = FocusMethod::gather;
    EXPECT_EQ(run(sharp, &depth, focus), circles);
    // Without a depth map there is a table, as for every method.
    focus.constant = true;
    const Pixels boxes = run(sharp, nullptr, focus);
    focus.method = FocusMethod::diffusion;
    EXPECT_EQ(run(sharp, nullptr, focus), boxes);
}

// Spreading neither adds nor loses light.
TEST_F(Dof, SpreadKeepsAPointsLight) {
    Pixels light(std::size_t(width) * height * 4, 0.0f);
    light[index(48, 30)] = 8;
    const Texture sharp = texture_of(light);
    const Texture depth = depth_of([](int, int) { return 1.5f; });
    FocusSettings focus;
    focus.distance = 20;
    focus.aperture = 0.3f;
    focus.method = FocusMethod::spread;
    const Pixels result = run(sharp, &depth, focus);
    double sum = 0;
    for (std::size_t i = 0; i < result.size(); i += 4) sum += double(result[i]);
    EXPECT_NEAR(sum, 8, 0.1);
    EXPECT_LT(*std::max_element(result.begin(), result.end() - 3), 1.01f);
}

TEST_F(Dof, ErrorOfTheTableIsWhatPrecisionPromises) {
    const Texture sharp = texture_of(random_light());
    const auto errors = [&](Precision precision) {
        FocusSettings focus = constant(4);
        focus.precision = precision;
        run(sharp, nullptr, focus);
        TableError error;
        const TableSource source = blur_->prepare(sharp, nullptr, planes, focus, *filter_, false);
        double now = 100;
        EXPECT_TRUE(test::eventually([&] {
            error.update(source, {width, height, 4}, *filter_, DepthOfField::fixed_point, now++);
            return error.newest().has_value();
        }));
        return error.newest().value_or(BoxErrors{-1, -1, -1});
    };
    const BoxErrors fixed = errors(Precision::fixed_point), floats = errors(Precision::f32),
                    less = errors(Precision::f32_less_mean);
    EXPECT_GT(fixed[0], 0.001);
    EXPECT_LT(fixed[0], 255 * 0.5 / 4096);
    EXPECT_LT(fixed[2], fixed[0]);
    EXPECT_GT(floats[0], 0);
    EXPECT_LT(floats[0], 0.2);
    EXPECT_LT(less[0], floats[0]);
    EXPECT_GE(less[0], 0);
}

}  // namespace
}  // namespace sweep::app
