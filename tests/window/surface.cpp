// Frames by compute shaders against frames by fragment shaders; and the layer of the panels that lies over
// the former.
#include <array>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "app/screen/canvas/panel_layer.h"
#include "files/image_file.h"
#include "tests/support/demo_frames.h"
#include "tests/support/eventually.h"
#include "tests/support/image_bytes.h"

namespace sweep::app {
namespace {

// Groups of threads do not divide these sizes.
constexpr int width = 907, height = 503;

class Surfaces : public DemoFrames {
  protected:
    Surfaces() : DemoFrames(width, height) {}

    // The picture is smooth in one channel, sharp in another, and noise in the third.
    std::string picture() const {
        Image image({333, 207, 3}, Sample::u8);
        for (int y = 0; y < 207; ++y)
            for (int x = 0; x < 333; ++x) {
                std::uint8_t* pixel = image.data<std::uint8_t>() + std::size_t(y * 333 + x) * 3;
                pixel[0] = std::uint8_t(x * 255 / 332);
                pixel[1] = (x / 20 + y / 20) % 2 ? 255 : 10;
                pixel[2] = std::uint8_t(x * 37 + y * 91);
            }
        const std::string file = path("picture.png");
        save_image(file, image.view());
        return file;
    }
    WindowOptions still() const {
        WindowOptions options;
        options.image = picture();
        options.timings = options.animate = false;
        options.compare.fit_gain = false;
        return options;
    }
    // The texts of the panels come from workers, at a time that differs from run to run.
    void draw_until_all_is_said(const Target& target) {
        const auto frames = [&](int count) {
            for (; count > 0; --count) demo_->frame(*gui_, width, height, seconds_ += 0.02, target);
        };
        const auto waits = [this] {
            return !demo_->compare().settled() || demo_->accuracy().state == AccuracyReport::State::checking;
        };
        frames(3);
        EXPECT_TRUE(test::eventually([&] {
            if (!waits()) return true;
            frames(1);
            return false;
        })) << "it does not come";
        frames(1);
    }
    Screen drawn(const WindowOptions& options, Scene::Painting painting) {
        demo_.emplace(options, Commands{}, painting);
        draw_until_all_is_said(target_.name());
        return frame();
    }
};

int largest_difference(const Screen& a, const Screen& b) {
    int largest = 0;
    for (std::size_t i = 0; i < a.bytes.size(); ++i)
        largest = std::max(largest, std::abs(int(a.bytes[i]) - int(b.bytes[i])));
    return largest;
}

// Translucent colours are rounded once more in the layer.
constexpr int tolerance = 2;

TEST_F(Surfaces, ComputeShadersDrawWhatFragmentShadersDo) {
    for (const View view :
         {View::original, View::filtered, View::wipe, View::side_by_side, View::difference, View::passes}) {
        WindowOptions options = still();
        options.view = view;
        options.teach.playing = false;
        options.compare.magnifier = view == View::wipe;
        options.compare.clipping = view == View::filtered;
        const Screen fragments = drawn(options, Scene::Painting::fragments);
        const Screen compute = drawn(options, Scene::Painting::compute);
        if (view == View::passes)  // the view shows how long its passes take
            EXPECT_LT(differing(fragments, compute), 1000);
        else
            EXPECT_LE(largest_difference(fragments, compute), tolerance) << "view " << int(view);
    }
}

TEST_F(Surfaces, ComputeShadersDrawAnyPartOfAPicture) {
    for (const float zoom : {0.3f, 1.0f, 5.0f}) {
        WindowOptions options = still();
        options.view = View::original;
        options.panels = options.captions = zoom == 1;
        options.framing = {zoom, false, 60, 207};  // the lower part of the window shows nothing
        const Screen fragments = drawn(options, Scene::Painting::fragments);
        const Screen compute = drawn(options, Scene::Painting::compute);
        EXPECT_LE(largest_difference(fragments, compute), tolerance) << "zoom " << zoom;
        EXPECT_EQ(int(compute.at(3, height - 3)[0]), 10) << "the background";
    }
}

TEST_F(Surfaces, TheImageOfTheCallerIsTheFrame) {
    const Screen copied = drawn(still(), Scene::Painting::compute);
    demo_.emplace(still(), Commands{}, Scene::Painting::compute);
    draw_until_all_is_said({target_.name(), &colour_});
    Screen direct{width, height, std::vector<std::uint8_t>(copied.bytes.size())};
    colour_.read(GL_RGBA, GL_UNSIGNED_BYTE, direct.bytes.size(), direct.bytes.data());
    Screen turned{width, height, {}};
    for (int y = height - 1; y >= 0; --y)
        turned.bytes.insert(turned.bytes.end(), direct.at(0, y), direct.at(0, y) + std::ptrdiff_t(width) * 4);
    EXPECT_EQ(differing(copied, turned), 0);
}

TEST_F(Surfaces, FilesHaveThePanelsOrNot) {
    WindowOptions options = still();
    options.view = View::original;
    std::array<std::array<Image, 2>, 2> files;
    for (const bool compute : {false, true}) {
        demo_.emplace(options, Commands{}, compute ? Scene::Painting::compute : Scene::Painting::fragments);
        demo_->let_panels_lag();
        draw(2);
        for (const bool panels : {false, true}) {
            const std::string file = path(compute ? "compute.png" : "fragments.png");
            demo_->save_frame(file, panels);
            draw(1);
            demo_->finish_files();
            files[compute][panels] = load_image(file);
        }
    }
    for (const bool panels : {false, true}) {
        const Image &a = files[0][panels], &b = files[1][panels];
        ASSERT_EQ(a.shape(), b.shape());
        EXPECT_EQ(a.shape().width == width, panels);
        int largest = 0;
        for (std::size_t i = 0; i < a.bytes(); ++i)
            largest = std::max(largest, std::abs(int(a.data<std::uint8_t>()[i]) - b.data<std::uint8_t>()[i]));
        // The second file shows the message of the first.
        EXPECT_LE(largest, panels ? 255 : tolerance);
    }
}

class Layers : public DemoFrames {
  protected:
    Layers() : DemoFrames(64, 48) {}

    template <class F>
    void render(F&& paint) {
        gui_->begin(64, 48, 0.02);
        paint(*ImGui::GetBackgroundDrawList());
        gui_->end();
    }
    void render_box(ImU32 colour) {
        render([&](ImDrawList& list) { list.AddRectFilled({8, 8}, {40, 40}, colour); });
    }
    // Returns a colour inside the box.
    std::array<int, 4> after_update(bool at_once, double now) {
        const Texture& texture = layer_.update(64, 48, at_once, now);
        std::vector<std::uint8_t> bytes(64 * 48 * 4);
        texture.read(GL_RGBA, GL_UNSIGNED_BYTE, bytes.size(), bytes.data());
        const std::uint8_t* pixel = &bytes[(24 * 64 + 20) * 4];
        return {pixel[0], pixel[1], pixel[2], pixel[3]};
    }
    PanelLayer layer_;
};

using Pixel4 = std::array<int, 4>;

TEST_F(Layers, AreDrawnAgainWhenTheyChangeButNotAllTheTime) {
    const ImU32 red = IM_COL32(255, 0, 0, 255), green = IM_COL32(0, 255, 0, 102);
    render_box(red);
    EXPECT_EQ(after_update(false, 10), (Pixel4{255, 0, 0, 255})) << "the first is drawn";
    render_box(red);
    after_update(false, 10.001);
    EXPECT_FALSE(layer_.is_behind()) << "the same again";
    render_box(green);
    EXPECT_EQ(after_update(false, 10.002), (Pixel4{255, 0, 0, 255})) << "too soon";
    EXPECT_TRUE(layer_.is_behind());
    render_box(green);
    EXPECT_EQ(after_update(false, 10.02), (Pixel4{0, 102, 0, 102})) << "premultiplied, over nothing";
    EXPECT_FALSE(layer_.is_behind());
    render_box(red);
    EXPECT_EQ(after_update(true, 10.021), (Pixel4{255, 0, 0, 255})) << "at once";
    render([](ImDrawList&) {});
    EXPECT_EQ(after_update(true, 10.022), (Pixel4{0, 0, 0, 0}));
}

TEST_F(Layers, FollowThePicturesInThem) {
    const Texture picture(1, 1, GL_RGBA8);
    const auto render_picture = [&](std::array<std::uint8_t, 4> colour) {
        picture.upload(GL_RGBA, GL_UNSIGNED_BYTE, colour.data());
        render([&](ImDrawList& list) { list.AddImage(texture_id(picture.name()), {8, 8}, {40, 40}); });
    };
    render_picture({1, 2, 3, 255});
    EXPECT_EQ(after_update(false, 10), (Pixel4{1, 2, 3, 255}));
    render_picture({200, 100, 50, 255});
    EXPECT_EQ(after_update(false, 10.001), (Pixel4{200, 100, 50, 255}));
}

}  // namespace
}  // namespace sweep::app
