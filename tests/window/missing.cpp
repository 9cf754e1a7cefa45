// Pictures with missing samples in the window: they are seen, and weighed, as `sweep filter` saves them.
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "files/image_file.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

constexpr int side = 48;
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// Heights near 1000 with a hole in the middle.
Image heights() {
    Image image({side, side, 1}, Sample::f32);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            const bool is_hole = x >= 16 && x < 32 && y >= 16 && y < 32;
            image.view().row<float>(y)[x] = is_hole ? nan : 1000 + 3 * float(x) + float((x * y) % 7);
        }
    return image;
}

class MissingSamples : public DemoFrames {
  protected:
    MissingSamples() : DemoFrames(320, 200) {}

    WindowOptions picture() {
        WindowOptions options;
        options.image = path("heights.npy");
        save_image(*options.image, heights().view());
        options.engine = EngineKind::cpu;
        options.filter.sigma = 3;
        options.panels = options.captions = options.dither = options.soft_highlights = false;
        options.measure.panel = options.panels = true;
        options.measure.box = {{{0, 0}, {side - 1, side - 1}}};
        return options;
    }
    // What the window shows of these settings, and what its Ctrl+S saves.
    void expect_seen_as_saved(const WindowOptions& options, double tolerance) {
        demo_.reset();
        start(options, {}, 4);
        ASSERT_TRUE(draw_until([&] { return demo_->settled() && demo_->measure().measured(); }));
        const ValuePlane seen = demo_->measure().measured()->after;
        demo_->run_action("save-result");
        draw(2);
        demo_->finish_files();
        bool is_saved = false;
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(path("heights.npy")).parent_path()))
            if (entry.path().filename() != "heights.npy") {
                is_saved = true;
                const FileImage file = read_image(entry.path());
                for (int y = 0; y < side; ++y)
                    for (int x = 0; x < side; ++x) {
                        const bool is_missing =
                            !file.missing.empty() && file.missing.view().row<std::uint8_t>(y)[x];
                        ASSERT_EQ(std::isnan(seen.at(x, y)), is_missing) << x << ", " << y;
                        if (is_missing) continue;
                        ASSERT_NEAR(double(seen.at(x, y)), double(file.image.view().row<float>(y)[x]),
                                    tolerance)
                            << x << ", " << y;
                    }
                std::filesystem::remove(entry.path());
            }
        ASSERT_TRUE(is_saved);
    }
};

TEST_F(MissingSamples, AreSeenAsTheyAreSaved) {
    WindowOptions options = picture();
    expect_seen_as_saved(options, 1e-3);
    const MeasureView::Measured& m = *demo_->measure().measured();
    EXPECT_EQ(m.before.not_finite, 256u);
    EXPECT_GT(m.after.least, 990.0f) << "nothing of the hole's zeros";
    EXPECT_TRUE(statistics_of(m.after, *m.table_after, {0, 0, side, side}));

    options.missing = Missing::fill;
    expect_seen_as_saved(options, 1e-3);
    options.missing = Missing::keep;
    options.derived.kind = DerivedKind::unsharp;
    expect_seen_as_saved(options, 2e-3);
    options.derived = {};
    options.boundary = {BoundaryKind::zero, {}};
    expect_seen_as_saved(options, 1e-3);
    options.filter.derivative_x = 1;  // no mean: they count as 0
    expect_seen_as_saved(options, 1e-2);
}

// An eighth of the size, where each pixel of the screen stands for some that are missing and some that are not.
TEST_F(MissingSamples, AreHatchedAndHideNoNeighbours) {
    WindowOptions options = picture();
    options.panels = options.measure.panel = false;
    options.view = View::original;
    options.measure.range = ValueRange{900, 1200};
    Image dotted = heights();
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < side; x += 8) dotted.view().row<float>(y)[x] = nan;
    save_image(*options.image, dotted.view());
    start(options, {}, 4);
    const Screen whole = frame();
    mouse(160, 100);
    wheel(-16);
    const Screen small = frame();
    const std::uint8_t* hole = whole.at(160, 100);
    EXPECT_LT(int(hole[0]), 70) << "a hatch of dark greys";
    int light = 0;
    for (int x = 150; x < 170; ++x) light += small.at(x, 96)[0] > 90;
    EXPECT_GE(light, 6) << "means of what is there";
}

TEST_F(MissingSamples, AreAnnouncedInANoteThatIsNoError) {
    start(picture(), {}, 2);
    ASSERT_FALSE(demo_->messages().all().empty());
    const Message& said = demo_->messages().all().back();
    EXPECT_TRUE(said.text.starts_with("256 NaN samples are missing: hatched, and without weight in a mean"))
        << said.text;
    EXPECT_FALSE(said.trouble);
}

}  // namespace
}  // namespace sweep::app
