// Depth of field: nothing shows where layers meet, light stays where a lens would leave it, and every method has
// the same bokeh.
#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "cpu/effects/depth_reference.h"
#include "tests/support/focus_picture.h"

namespace sweep::app {
namespace {

constexpr std::array<FocusMethod, 3> all_methods{FocusMethod::gather, FocusMethod::layers,
                                                 FocusMethod::spread};
constexpr std::array<Bokeh, 4> all_shapes{Bokeh::box, Bokeh::three_boxes, Bokeh::disc, Bokeh::smooth};

Pixels picture_of(const std::function<float(int, int)>& value) {
    Pixels light;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const float scale : {1.0f, 0.5f, 0.25f}) {
                light.push_back(scale * value(x, y));
                if (scale == 0.25f) light.push_back(1);
            }
    return light;
}

// The focus at 4 m, and the distance at which the circle has this radius; negative: in front of the focus.
FocusSettings focused_at_4_metres() {
    FocusSettings focus;
    focus.distance = 4;
    focus.range = 0;
    focus.aperture = 1;
    return focus;
}
float distance_of(float circle) {
    return 1 / (0.25f - circle / float(height));
}

class Seams : public Dof {};

// A floor goes from far in front of the focus to far behind it. Its colour is dark and changes evenly, so any
// blur leaves it nearly as it is: what jumps is a seam.
TEST_F(Seams, FloorThroughTheFocusStaysSmooth) {
    const Pixels light = picture_of([](int, int y) { return 0.02f + 0.001f * float(y); });
    const Texture sharp = texture_of(light);
    for (const float slope : {0.2f, 0.45f}) {
        const Texture depth =
            depth_of([&](int, int y) { return distance_of(slope * float(y - height / 2)); });
        for (const FocusMethod method : all_methods)
            for (const Bokeh bokeh : all_shapes) {
                FocusSettings focus = focused_at_4_metres();
                focus.method = method;
                focus.bokeh = bokeh;
                const Pixels result = run(sharp, &depth, focus);
                float along = 0, across = 0, off = 0;
                for (int y = 1; y + 1 < height; ++y)
                    for (int x = 0; x + 1 < width; ++x) {
                        const auto at = [&](int i, int j) { return result[index(x + i, y + j)]; };
                        along = std::max(along, std::abs(at(1, 0) - at(0, 0)));
                        across = std::max(across, std::abs(at(0, 1) - 2 * at(0, 0) + at(0, -1)));
                        off = std::max(off, std::abs(at(0, 0) - light[index(x, y)]));
                    }
                SCOPED_TRACE(testing::Message() << focus_method_names[std::size_t(method)] << ", "
                                                << bokeh_names[std::size_t(bokeh)] << ", " << slope);
                // Half as much again as the worst of them has; the picture's values go up to 0.08.
                EXPECT_LT(along, 0.004f);
                EXPECT_LT(across, 0.004f);
                EXPECT_LT(off, 0.009f);
            }
    }
}

// Near light lies in the lowest rows. A table of both layers must not carry it into the other layer.
TEST_F(Seams, LightAtTheLowerEdgeStaysThere) {
    const auto is_light = [](int y) { return y >= height - 3; };
    const Texture sharp = texture_of(picture_of([&](int, int y) { return is_light(y) ? 12.0f : 0.1f; }));
    const Texture depth = depth_of([&](int, int y) { return distance_of(is_light(y) ? -6.0f : 5.0f); });
    for (const FocusMethod method : all_methods) {
        FocusSettings focus = focused_at_4_metres();
        focus.method = method;
        const Pixels result = run(sharp, &depth, focus);
        for (int y = 0; y < height - 12; ++y)
            for (int x = 0; x < width; ++x)
                ASSERT_NEAR(result[index(x, y)], 0.1f, 1e-3f)
                    << focus_method_names[std::size_t(method)] << " at " << x << ", " << y;
    }
}

// A lamp before a wall that is before the focus, too, becomes one even disc: nothing of the lamp itself is seen
// in it.
TEST_F(Seams, ALampBeforeANearWallIsOneDisc) {
    const auto is_lamp = [](int x, int y) { return std::abs(x - 48) <= 1 && std::abs(y - 30) <= 1; };
    const Texture sharp = texture_of(picture_of([&](int x, int y) { return is_lamp(x, y) ? 12.0f : 0.02f; }));
    const Texture depth = depth_of([&](int x, int y) { return distance_of(is_lamp(x, y) ? -12.0f : -6.0f); });
    FocusSettings focus = focused_at_4_metres();
    focus.method = FocusMethod::layers;
    const Pixels result = run(sharp, &depth, focus);
    const float beside = result[index(51, 30)];
    EXPECT_GT(beside, 0.3f) << "it is in the disc";
    for (int x = 46; x <= 50; ++x) EXPECT_NEAR(result[index(x, 30)], beside, 0.1f * beside) << x;
}

// One point of light over a dark plane at the same distance: both sides of `methods` must show one shape.
TEST_F(Seams, APointBecomesTheSameBokehByEveryMethod) {
    const Texture sharp =
        texture_of(picture_of([](int x, int y) { return x == 48 && y == 30 ? 12.0f : 0.0f; }));
    for (const float circle : {-9.0f, 9.0f}) {
        const Texture depth = depth_of([&](int, int) { return distance_of(circle); });
        for (const Bokeh bokeh : all_shapes) {
            FocusSettings focus = focused_at_4_metres();
            focus.bokeh = bokeh;
            focus.method = FocusMethod::gather;
            const Pixels expected = run(sharp, &depth, focus);
            for (const FocusMethod method : {FocusMethod::layers, FocusMethod::spread}) {
                focus.method = method;
                const Pixels result = run(sharp, &depth, focus);
                for (int y = 10; y < height - 10; ++y)
                    for (int x = 10; x < width - 10; ++x)
                        ASSERT_NEAR(result[index(x, y)], expected[index(x, y)], 4e-3f)
                            << focus_method_names[std::size_t(method)] << ", "
                            << bokeh_names[std::size_t(bokeh)] << ", " << circle << " at " << x << ", " << y;
            }
        }
    }
}

}  // namespace
}  // namespace sweep::app
