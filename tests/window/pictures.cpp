// What the window filters: pictures with their depth maps, folders, the scene; and the options of the focus.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "app/command_line/view_options.h"
#include "app/commands/window.h"
#include "app/views/focus/options.h"
#include "app/views/focus/pull.h"
#include "app/views/scene/orbit.h"
#include "app/work/pictures/gallery.h"
#include "app/work/pictures/picture.h"
#include "core/base/error.h"
#include "core/problem/problem.h"
#include "files/image_file.h"
#include "tests/support/offscreen.h"
#include "tests/support/page_bytes.h"
#include "tests/support/required.h"

namespace sweep::app {
namespace {

using Files = test::ScratchTest;

Image two_planes(int columns, int rows, Sample sample) {
    Image depth({columns, rows, 1}, sample);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const double value = y < rows / 2 ? 0.25 : 1;  // row 0 is the top
            if (sample == Sample::u8) depth.view().row<std::uint8_t>(y)[x] = std::uint8_t(255 * value);
            if (sample == Sample::u16) depth.view().row<std::uint16_t>(y)[x] = std::uint16_t(65535 * value);
            if (sample == Sample::f32) depth.view().row<float>(y)[x] = float(40 * value);
        }
    return depth;
}

TEST_F(Offscreen, DepthMapIsFoundReadAndTheRightWayUp) {
    save_image(path("photo.png"), test::noise({40, 30, 3}, Sample::u8).view());
    EXPECT_FALSE(depth_beside(path("photo.png")));
    EXPECT_TRUE(load_picture(path("photo.png")).depth.empty());
    struct File {
        const char* name;
        Sample sample;
        float top;  // white of integers is 1; floats are spread over their range
    };
    for (const File& file : {File{"photo_depth.png", Sample::u8, 0.25f},
                             {"photo.depth.png", Sample::u16, 0.25f},
                             {"any.npy", Sample::f32, 0.0f}}) {
        save_image(path(file.name), two_planes(20, 15, file.sample).view());
        const bool beside = std::string_view(file.name).starts_with("photo");
        Picture picture(beside ? load_picture(path("photo.png"))
                               : load_picture(path("photo.png"), path(file.name)));
        ASSERT_TRUE(picture.depth()) << file.name;
        EXPECT_EQ(picture.depth_path().filename(), file.name);
        ASSERT_TRUE(picture.depth()->is(40, 30)) << "depth has the picture's size";
        std::vector<float> depth(1200);
        picture.depth()->read(GL_RED, GL_FLOAT, depth.size() * sizeof(float), depth.data());
        EXPECT_NEAR(depth[5 * 40 + 20], file.top, 0.005f) << file.name;
        EXPECT_NEAR(depth[25 * 40 + 20], 1.0f, 0.005f) << file.name;
    }
    save_image(path("tall.png"), two_planes(10, 30, Sample::u8).view());
    EXPECT_THROW(load_picture(path("photo.png"), path("tall.png")), Error);
}

TEST_F(Files, InfiniteSamplesOfADepthMapDoNotFlattenIt) {
    save_image(path("photo.png"), test::noise({20, 15, 3}, Sample::u8).view());
    Image map = two_planes(20, 15, Sample::f32);
    map.data<float>()[0] = std::numeric_limits<float>::infinity();
    save_image(path("map.npy"), map.view());
    const Image depth = load_picture(path("photo.png"), path("map.npy")).depth;
    EXPECT_EQ(depth.data<float>()[0], 1);
    EXPECT_EQ(depth.data<float>()[10], 0);
    EXPECT_EQ(depth.data<float>()[12 * 20 + 10], 1);
}

TEST(Pictures, SayWhereTheirValuesLieIfTheyAreHardlySeen) {
    const auto said = [](double low, double high, Sample sample, Curve curve = Curve::numbers) {
        Image image({100, 50, 4}, sample);
        for (std::size_t i = 0; i < image.shape().samples(); ++i) {
            const double value = low + (high - low) * double(i / 4) / 4999;
            if (sample == Sample::u16)
                image.data<std::uint16_t>()[i] = std::uint16_t(value);
            else
                image.data<float>()[i] = float(value);
        }
        return unseen_values(image, {curve, 1, false});
    };
    EXPECT_EQ(said(0, 4095, Sample::u16), "values from 4 to 4090 of 65535");
    EXPECT_EQ(said(1000000, 1001000, Sample::f32), "values from 1000001 to 1000999");
    EXPECT_EQ(said(-3, -2, Sample::f32), "values from -2.999 to -2.001");
    EXPECT_EQ(said(0, 4095, Sample::u16, Curve::srgb), "") << "its darkness is meant";
    EXPECT_EQ(said(0, 60000, Sample::u16), "");
    EXPECT_EQ(said(-0.1, 1.2, Sample::f32), "");
    EXPECT_EQ(said(7, 7, Sample::f32), "") << "a constant has no contrast";
}

// The samples that the engine reads and the light that the eye sees, for one grey sample in the middle of the
// range.
TEST_F(Offscreen, SamplesAreWhatTheFileSaysUnlessTheUserSaysMore) {
    const Encoding power{Curve::power, 1.8, true};
    const double grey = 128 / 255.0, light = srgb_to_linear(grey);
    struct Case {
        const char* name;
        Sample sample;
        std::optional<Encoding> said;
        Sample source;  // what the engine reads
        double usual, linear, not_linear;
        const char* text;
        bool is_encoded;
    };
    for (const Case& c :
         {Case{"a.png", Sample::u8, {}, Sample::u8, light, light, grey, "8 bits, sRGB", true},
          {"b.npy", Sample::u8, {}, Sample::u8, grey, light, grey, "8 bits, as numbers", false},
          {"c.png", Sample::u16, {}, Sample::f32, grey, light, grey, "16 bits, as numbers", false},
          {"d.png", Sample::u16, Encoding{Curve::srgb, 1, true}, Sample::f32, light, light, grey,
           "16 bits, sRGB (file says so)", true},
          {"e.png", Sample::u8, power, Sample::f32, std::pow(grey, 1.8), std::pow(grey, 1.8), grey,
           "8 bits, gamma 1.8 (file says so)", true}}) {
        SCOPED_TRACE(c.name);
        Image image({5, 4, 1}, c.sample);
        for (std::size_t i = 0; i < 20; ++i)
            if (c.sample == Sample::u8)
                image.data<std::uint8_t>()[i] = 128;
            else
                image.data<std::uint16_t>()[i] = 128 * 257;
        save_image(path(c.name), image.view(), {}, c.said);
        Picture picture(load_picture(path(c.name)));
        EXPECT_EQ(picture.sample(), c.source);
        EXPECT_EQ(picture.is_encoded(), c.is_encoded);
        EXPECT_EQ(picture.decoding_text({}), c.text);
        const auto seen = [&](std::optional<bool> linear) {
            picture.decode(linear, true);
            std::vector<float> pixels(5 * 4 * 4);
            picture.light().read(GL_RGBA, GL_FLOAT, pixels.size() * sizeof(float), pixels.data());
            EXPECT_EQ(pixels[3], 1) << "alpha";
            return pixels[0];
        };
        EXPECT_NEAR(seen({}), c.usual, 1e-5);
        EXPECT_NEAR(seen(true), c.linear, 1e-5);
        EXPECT_NEAR(seen(false), c.not_linear, 1e-5);
        EXPECT_NEAR(seen({}), c.usual, 1e-5);
    }
}

// They are refused before any of their pixels is used: there are none here.
TEST_F(Files, PicturesThatCannotBeShownAreRefusedByTheirHeader) {
    const auto refusal = [&](const std::string& file) -> std::string {
        try {
            load_picture(file, std::nullopt, 16384);
        } catch (const Error& error) {
            return error.what();
        }
        return "not refused";
    };
    std::string png = "\x89PNG\r\n\x1a\n" + std::string("\0\0\0\x0dIHDR", 8);
    for (const int side : {17000, 400}) png += {0, 0, char(side >> 8), char(side & 255)};
    png += std::string("\1\0\0\0\0\0\0\0", 8);
    test::expect_contains(refusal(write("wide.png", png)),
                          "it is 17000 x 400, larger than a texture of this GPU (16384 pixels a side)");
    // The file has no blocks on the disk: its samples would take 2 TiB on the screen.
    std::string npy = "{'descr': '|u1', 'fortran_order': False, 'shape': (262144, 262144)}";
    npy = std::string("\x93NUMPY\1\0", 8) + char(npy.size()) + '\0' + npy;
    const std::uintmax_t bytes = npy.size() + (std::uintmax_t(1) << 36);
    std::filesystem::resize_file(write("large.npy", npy), bytes);
    try {
        load_picture(path("large.npy"));
        ADD_FAILURE() << "it was read";
    } catch (const Error& error) {
        test::expect_contains(error.what(), "showing a picture of 262144 x 262144 needs");
    }
}

TEST_F(Offscreen, ShotTakesADepthMap) {
    context_.reset();
    save_image(path("photo.png"), test::noise({120, 80, 3}, Sample::u8).view());
    save_image(path("far.png"), two_planes(120, 80, Sample::u8).view());
    WindowOptions options;
    options.width = 640;
    options.height = 400;
    options.frames = 2;
    options.keys = "tot";
    options.image = path("photo.png");
    std::set<std::string> pictures;
    for (const bool depth : {false, true})
        for (const bool white : {true, false}) {
            if (depth) options.depth = path("far.png");
            options.focus.near_is_white = white;
            options.focus.distance = 1;
            options.output = path("shot.png");
            shot(options);
            const Image image = load_image(options.output);
            pictures.insert(std::string(image.view().row<char>(150), std::size_t(250) * 3));
        }
    EXPECT_EQ(pictures.size(), 3u) << "without a map there is no near and far; with one, both ends differ";
}

TEST_F(Offscreen, TiltShiftStandsInForADepthMap) {
    save_image(path("photo.png"), test::noise({40, 30, 3}, Sample::u8).view());
    Picture picture(load_picture(path("photo.png")));
    EXPECT_FALSE(picture.depth());
    const Texture* depth = picture.depth(true);
    ASSERT_TRUE(depth && depth->is(40, 30));
    std::vector<float> values(1200);
    depth->read(GL_RED, GL_FLOAT, values.size() * sizeof(float), values.data());
    EXPECT_NEAR(values[7], 0.5f / 30, 1e-6f) << "the top is far";
    EXPECT_NEAR(values[1199], 29.5f / 30, 1e-6f) << "the bottom is near";
}

TEST_F(Offscreen, FolderIsSteppedThrough) {
    for (const char* name : {"b.png", "a.png", "c.png"})
        save_image(path(name), test::noise({8, 6, 3}, Sample::u8).view());
    save_image(path("a_depth.png"), two_planes(8, 6, Sample::u8).view());
    write("notes.txt", "no picture");
    Gallery gallery;
    gallery.open(std::filesystem::path(path("a.png")).parent_path());
    const auto name = [&] {
        const auto data = gallery.finished(true);
        return data ? data->path.filename().string() + (data->depth.empty() ? "" : " with depth") : "nothing";
    };
    EXPECT_EQ(name(), "a.png with depth");
    EXPECT_EQ(gallery.place(), "1 of 3");
    gallery.step(-1);
    EXPECT_EQ(name(), "c.png");
    gallery.step(1);
    EXPECT_EQ(name(), "a.png with depth");
    gallery.step(1);
    gallery.step(1);  // while the picture before is being read
    EXPECT_EQ(name(), "c.png");

    // A dropped depth map belongs to the picture that is open.
    save_image(path("far.depth.png"), two_planes(8, 6, Sample::u8).view());
    gallery.open(path("far.depth.png"));
    EXPECT_EQ(name(), "c.png with depth");

    // Both are dropped at once: the map waits for its picture.
    gallery.open(path("b.png"));
    gallery.open(path("far.depth.png"));
    EXPECT_EQ(name(), "b.png with depth");
    gallery.open(path("c.png"));
    EXPECT_EQ(name(), "c.png");

    write("broken.png", "no picture at all");
    gallery.open(path("broken.png"));
    try {
        gallery.finished(true);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("broken.png"), std::string::npos) << error.what();
    }
    EXPECT_FALSE(gallery.finished(true));
    gallery.step(1);
    EXPECT_NE(name(), "nothing") << "a broken picture ends the walk";
}

TEST_F(Offscreen, PagesAreSteppedThroughBeforeTheFolderGoesOn) {
    if (image_libraries()[2].version.empty()) SKIP_WITHOUT("formats", "this build has no libtiff");
    save_image(path("a.png"), test::noise({8, 6, 3}, Sample::u8).view());
    write("b.tif", test::tiff_of_pages({{1, 2}, {3, 4, 5}, {6}}));
    save_image(path("c.png"), test::noise({8, 6, 3}, Sample::u8).view());
    Gallery gallery;
    gallery.open(path("b.tif"), std::nullopt, 2);
    const auto shown = [&] {
        const auto data = gallery.finished(true);
        return data ? data->path.filename().string() + " " + std::to_string(data->image.shape().width)
                    : "nothing";
    };
    EXPECT_EQ(shown(), "b.tif 3");
    EXPECT_EQ(gallery.place(), "page 2 of 3");
    gallery.step(1);
    EXPECT_EQ(shown(), "b.tif 1");
    gallery.step(1);
    EXPECT_EQ(shown(), "c.png 8");
    EXPECT_EQ(gallery.place(), "3 of 3");
    gallery.step(-1);
    EXPECT_EQ(shown(), "b.tif 2");
    gallery.step(-1);
    EXPECT_EQ(shown(), "a.png 8");
    gallery.step(1);
    gallery.finished(true);
    gallery.step(1);
    gallery.step(1);  // while the page before is being read
    EXPECT_EQ(shown(), "b.tif 1");

    std::filesystem::create_directory(path("alone"));
    write("alone/d.tif", test::tiff_of_pages({{1, 2}, {3, 4, 5}}));
    Gallery alone;
    alone.open(path("alone/d.tif"));
    ASSERT_TRUE(alone.finished(true));
    alone.step(-1);
    EXPECT_EQ(alone.finished(true)->page, 2) << "alone in its folder, its pages go round";
    alone.step(1);
    EXPECT_EQ(alone.finished(true)->page, 1);
}

TEST_F(Offscreen, TheChannelZIsTheDepthMap) {
    if (image_libraries()[3].version.empty()) SKIP_WITHOUT("formats", "this build has no OpenEXR");
    const std::vector<float> grey(4, 0.5f);
    write("a.exr", test::exr_of(2, 2, {{"B", grey}, {"G", grey}, {"R", grey}, {"Z", {2, 3, 6, 1e10f}}}));
    const PictureData data = load_picture(path("a.exr"));
    EXPECT_TRUE(data.depth_path.empty());
    const auto expect_depth = [](const Image& depth) {
        const float expected[] = {1, 0.5f, 0, 0};
        for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(depth.data<float>()[i], expected[i], 1e-6) << i;
    };
    expect_depth(data.depth);  // near is white, and 1 / distance is linear
    ASSERT_TRUE(data.metres);
    EXPECT_EQ(data.metres->nearest, 2);
    EXPECT_EQ(data.metres->farthest, 6);
    Picture picture(load_picture(path("a.exr")));
    EXPECT_TRUE(picture.has_depth_map());
    // As the map of another picture, and below a map that is beside the picture.
    save_image(path("b.png"), test::noise({2, 2, 3}, Sample::u8).view());
    expect_depth(load_picture(path("b.png"), path("a.exr")).depth);
    save_image(path("a.depth.png"), two_planes(2, 2, Sample::u8).view());
    EXPECT_EQ(load_picture(path("a.exr")).depth_path.filename(), "a.depth.png");
}

TEST_F(Offscreen, PicturesWithoutADepthMapHaveARamp) {
    save_image(path("photo.png"), test::noise({8, 4, 3}, Sample::u8).view());
    Picture picture(load_picture(path("photo.png")));
    EXPECT_FALSE(picture.depth(false));
    const auto values = [&](const Picture::Ramp& ramp) {
        std::vector<float> depth(32);
        picture.depth(true, ramp)->read(GL_RED, GL_FLOAT, depth.size() * sizeof(float), depth.data());
        return depth;
    };
    const std::vector<float> up = values({});
    EXPECT_EQ(up[0], 0.125f) << "the top is far";
    EXPECT_EQ(up[31], 0.875f) << "the bottom is near";
    const std::vector<float> across = values({{{{1, 0}, {5, 0}}}});
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 8; ++x)
            EXPECT_EQ(across[std::size_t(8 * y + x)], std::clamp(1 - float(x - 1) / 4, 0.0f, 1.0f))
                << x << " " << y;
    EXPECT_EQ(values({}), up);
}

// Two clicks say what is near and what is far, and the next ones do so again.
TEST(FocusPull, TakesBothEndsOfARamp) {
    FocusSettings focus;
    EXPECT_TRUE(focus.tilt_shift) << "a photo has a depth of field at once";
    focus.tilt_shift = false;
    FocusPull pull;
    pull.set_end(focus, {1, 2});
    EXPECT_TRUE(focus.tilt_shift);
    pull.set_end(focus, {30, 4});
    EXPECT_EQ(focus.ramp, (std::array<Pixel, 2>{{{1, 2}, {30, 4}}}));
    pull.set_end(focus, {5, 6});
    pull.set_end(focus, {7, 8});
    EXPECT_EQ(focus.ramp, (std::array<Pixel, 2>{{{5, 6}, {7, 8}}}));
}

// A command line can set all that the panel sets.
TEST(FocusOptions, TakeWhatTheyWrite) {
    const std::vector<std::pair<const char*, const char*>> values{
        {"focus-view", "coc"},    {"focus-method", "spread"}, {"bokeh", "smooth"},
        {"focus", "3.5"},         {"lens", "camera"},         {"range", "2"},
        {"aperture", "0.5"},      {"focal-length", "135"},    {"f-number", "2.8"},
        {"sensor", "24"},         {"largest-circle", "100"},  {"circle", "12.5"},
        {"focus-table", "float"}, {"table-error", "on"},      {"depth-near", "black"},
        {"tilt-shift", "off"},    {"depth-ramp", "1,2,3,4"},  {"depth-strokes", "0.75:10,20,30,40;0:5,6"},
        {"depth-brush", "0.25"},  {"nearest", "0.5"},         {"farthest", "300"}};
    Settings settings;
    for (const auto& [name, value] : values) {
        const auto row =
            std::find_if(view_options().begin(), view_options().end(),
                         [&, wanted = name](const ViewOption& option) { return option.name == wanted; });
        ASSERT_NE(row, view_options().end()) << name;
        EXPECT_NE(row->get(settings), value) << name << ": is the default";
        row->set(settings, value);
        EXPECT_EQ(row->get(settings), value) << name;
    }
    EXPECT_EQ(settings.focus.method, FocusMethod::spread);
    EXPECT_EQ(settings.focus.constant_radius, 12.5f);
    EXPECT_FALSE(settings.focus.near_is_white);
}

TEST(FocusOptions, TakeTheWordsOfOlderStates) {
    std::vector<ViewOption> rows;
    add_focus_options(rows);
    struct Case {
        const char *option, *older, *word;
    };
    for (const Case& c : {Case{"focus-view", "circle", "coc"}, Case{"focus-view", "methods", "compare"},
                          Case{"focus-table", "float-less-mean", "float-mean"}})
        for (const ViewOption& row : rows)
            if (row.name == c.option) {
                Settings settings;
                row.set(settings, c.older);
                EXPECT_EQ(row.get(settings), c.word);
            }
}

TEST(Orbit, ComesBackByItself) {
    Orbit orbit;
    orbit.drag(200, 100, 720);
    const float yaw = orbit.yaw;
    EXPECT_NE(yaw, 0);
    orbit.rest(1);
    EXPECT_EQ(orbit.yaw, yaw) << "it stays for a moment";
    for (int i = 0; i < 600; ++i) orbit.rest(1 / 60.0);
    EXPECT_LT(std::abs(orbit.yaw), 1e-3f);
    orbit.drag(1e6f, 1e6f, 720);
    EXPECT_LT(std::abs(orbit.yaw), 1.0f);
}

}  // namespace
}  // namespace sweep::app
