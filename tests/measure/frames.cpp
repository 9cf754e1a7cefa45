// Measuring in the window, and results that it saves.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/window_request.h"
#include "app/commands/commands.h"
#include "app/views/measure/view.h"
#include "app/window/panels/notices.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

class Measuring : public DemoFrames {
  protected:
    Measuring() : DemoFrames(1000, 700) {}

    void open(const std::string& file, const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{file, "--animate=off"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        WindowOptions options;
        static_cast<Settings&>(options) = settings_of(parse_options(arguments));
        options.image = file;
        start(options, {}, 2);
        for (int i = 0; i < 400 && !demo_->settled(); ++i) draw(1);
        ASSERT_TRUE(demo_->settled());
    }
    // Noise of 12 bits in 16.
    std::string twelve_bits(const char* name, Shape shape = {97, 61, 1}) {
        Image image = test::noise(shape, Sample::u16, 3);
        for (std::size_t i = 0; i < image.shape().samples(); ++i) image.data<std::uint16_t>()[i] &= 4095;
        save_image(path(name), image.view());
        return path(name);
    }
};

TEST_F(Measuring, ValuesAreCountsOfTheFile) {
    const std::string file = twelve_bits("cells.png");
    const Image image = load_image(file);
    open(file, {"--sigma=2", "--measure=on", "--pin=5,7"});
    const MeasureView::Measured* m = demo_->measure().measured();
    ASSERT_TRUE(m);
    for (int y = 0; y < 61; ++y)
        for (int x = 0; x < 97; ++x)
            ASSERT_EQ(m->before.at(x, y), float(image.view().row<std::uint16_t>(y)[x]));
    EXPECT_LT(m->after.most, 4095);
    const PixelValues& pin = demo_->compare().pins().at(0);
    EXPECT_EQ(float(pin.before[0] * 65535), float(image.view().row<std::uint16_t>(7)[5]));
}

TEST_F(Measuring, AMovingSceneIsMeasuredAsItGoes) {
    WindowOptions options;
    static_cast<Settings&>(options) = settings_of(parse_options({"--measure=on", "--display-range=auto"}));
    start(options, {}, 2);
    for (int i = 0; i < 400 && !demo_->settled(); ++i) draw(1);
    EXPECT_TRUE(demo_->settled()) << "a saved picture would wait until it loses patience";
    EXPECT_TRUE(demo_->measure().measured());
    EXPECT_TRUE(demo_->settings().measure.range) << "auto contrast";
}

// Counts of 16 bits open with their range, which is said, and undone by a key; a choice of one's own holds.
TEST_F(Measuring, NumbersOpenWithTheirRange) {
    const auto said = [&] {
        return demo_->messages().all().empty() ? "" : demo_->messages().all().back().text;
    };
    const std::string cells = twelve_bits("cells.png");
    open(cells, {"--view=original"});
    ASSERT_TRUE(demo_->settings().measure.range);
    EXPECT_LE(demo_->settings().measure.range->white, 4095);
    EXPECT_GT(demo_->settings().measure.range->white, 4000);
    EXPECT_NE(said().find("values from "), std::string::npos) << said();
    EXPECT_NE(said().find("Shift+C (auto contrast) undoes it"), std::string::npos) << said();
    demo_->run_action("auto-contrast");
    EXPECT_FALSE(demo_->settings().measure.range);
    save_image(path("photo.png"), test::noise({40, 30, 3}, Sample::u8).view());
    const auto shows = [&](const char* name, bool fits) {
        demo_->open(path(name));
        return draw_until([&] {
            return demo_->state_line().find(name) != std::string::npos && demo_->settled() &&
                   demo_->settings().measure.range.has_value() == fits;
        });
    };
    EXPECT_TRUE(shows("photo.png", false));
    EXPECT_TRUE(shows("cells.png", true)) << "each file anew";
    EXPECT_TRUE(shows("photo.png", false)) << "it is of numbers alone";
    for (const char* range : {"auto", "0,60000", "full"}) {
        open(cells, {std::string("--display-range=") + range});
        EXPECT_TRUE(demo_->messages().all().empty()) << range;
        EXPECT_NE(demo_->state_line().find(std::string("--display-range=") + range), std::string::npos);
    }
    EXPECT_FALSE(demo_->settings().measure.range) << "the full range was asked for";
    EXPECT_TRUE(shows("photo.png", false) && shows("cells.png", false)) << "for all files";
}

// Whoever compares two views sees them in one range.
TEST_F(Measuring, AutoContrastHoldsUntilItIsAskedForAgain) {
    const auto settle = [&] {
        draw(3);
        for (int i = 0; i < 400 && !demo_->settled(); ++i) draw(1);
    };
    open(twelve_bits("cells.png"), {"--sigma=3", "--display-range=auto"});
    const auto filtered = demo_->settings().measure.range;
    ASSERT_TRUE(filtered);
    demo_->set("view", "original");
    settle();
    EXPECT_EQ(demo_->settings().measure.range, filtered);
    demo_->set("view", "wipe");
    demo_->set("sigma", "1");
    settle();
    EXPECT_EQ(demo_->settings().measure.range, filtered);
    EXPECT_NE(demo_->state_line().find("--display-range=auto"), std::string::npos);

    demo_->set("view", "original");
    demo_->set("display-range", "auto");
    settle();
    const auto original = demo_->settings().measure.range;
    ASSERT_TRUE(original);
    EXPECT_LT(original->black, 100);
    EXPECT_GT(original->white, 4000);
    EXPECT_LE(original->white, 4095);
    EXPECT_GT(filtered->black, original->black + 500) << "noise is narrower when it is filtered";
    EXPECT_LT(filtered->white, original->white - 500);
    // Another picture has a range of its own.
    Image dark = test::noise({97, 61, 1}, Sample::u16, 4);
    for (std::size_t i = 0; i < dark.shape().samples(); ++i) dark.data<std::uint16_t>()[i] &= 255;
    save_image(path("dark.png"), dark.view());
    demo_->open(path("dark.png"));
    EXPECT_TRUE(draw_until([&] { return demo_->settled() && demo_->settings().measure.range->white < 256; }));
}

TEST_F(Measuring, OneChannelOfAPictureInColoursIsMeasured) {
    const Image image = test::noise({40, 30, 3}, Sample::u8);
    save_image(path("photo.png"), image.view());
    open(path("photo.png"), {"--view=original", "--measure=on", "--measure-channel=green"});
    const MeasureView::Measured* m = demo_->measure().measured();
    ASSERT_TRUE(m);
    EXPECT_TRUE(m->before.is_whole);
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x)
            ASSERT_EQ(m->before.at(x, y), float(image.view().row<std::uint8_t>(y)[3 * x + 1]));
}

// Other programs read what is measured: a line of titles, and the file's own numbers.
TEST_F(Measuring, ProfileHistogramStatisticsAndPinsAreSavedAsTables) {
    const std::string file = twelve_bits("cells.png");
    const Image image = load_image(file);
    open(file, {"--sigma=2", "--measure=on", "--profile=3,5,20,5", "--statistics=2,3,11,9", "--pin=5,7"});
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(path("."));
    demo_->run_action("save-values");
    EXPECT_TRUE(draw_until([&] { return std::filesystem::exists(path("sweep-pins-001.csv")); }));
    std::filesystem::current_path(before);

    const std::string profile = read("sweep-profile-001.csv");
    EXPECT_TRUE(profile.starts_with("distance,x,y,original,filtered\n0,3,5," +
                                    std::to_string(image.view().row<std::uint16_t>(5)[3]) + ","))
        << profile;
    EXPECT_EQ(std::count(profile.begin(), profile.end(), '\n'), 1 + 18);
    const std::string statistics = read("sweep-statistics-001.csv");
    EXPECT_TRUE(statistics.starts_with(
        "side,x,y,width,height,pixels,mean,deviation,least,most\noriginal,2,3,10,7,70,"))
        << statistics;
    EXPECT_NE(statistics.find("\nfiltered,2,3,10,7,70,"), std::string::npos);
    EXPECT_TRUE(read("sweep-pins-001.csv")
                    .starts_with("pin,x,y,original,filtered\n1,5,7," +
                                 std::to_string(image.view().row<std::uint16_t>(7)[5]) + ","));
    // All pixels are counted.
    std::istringstream histogram(read("sweep-histogram-001.csv"));
    std::string line;
    std::getline(histogram, line);
    EXPECT_EQ(line, "from,to,original,filtered");
    int pixels = 0;
    for (double from = 0, to = 0, count = 0, other = 0; std::getline(histogram, line);) {
        ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf", &from, &to, &count, &other), 4) << line;
        pixels += int(count);
    }
    EXPECT_EQ(pixels, 97 * 61);
}

TEST_F(Measuring, AutoContrastNeedsNoFilter) {
    open(twelve_bits("cells.png"), {"--view=original", "--display-range=auto", "--measure=on"});
    const MeasureView::Measured* m = demo_->measure().measured();
    ASSERT_TRUE(m);
    EXPECT_TRUE(m->after.values.empty());
    EXPECT_EQ(demo_->settings().measure.range, (ValueRange{double(m->before.low), double(m->before.high)}));
}

TEST_F(Measuring, ADragDrawsTheLineAndTheBox) {
    open(twelve_bits("cells.png"),
         {"--panels=off", "--captions=off", "--zoom=4", "--sigma=2", "--measure=on", "--measure-tool=box"});
    const auto drag = [&](float x0, float y0, float x1, float y1) {
        for (const auto& [x, y, down] :
             {std::tuple{x0, y0, false}, {x0, y0, true}, {x1, y1, true}, {x1, y1, false}}) {
            mouse(x, y, down);
            draw(1);
        }
    };
    // The picture's middle (48.5, 30.5) is in that of the window (500, 350).
    drag(500 + 4 * -8.5f + 2, 350 + 4 * -10.5f + 2, 500 + 4 * 1.5f + 2, 350 + 4 * 9.5f + 2);
    ASSERT_TRUE(demo_->settings().measure.box);
    EXPECT_EQ(box_between(*demo_->settings().measure.box), (Region{40, 20, 11, 21}));
    demo_->set("measure-tool", "line");
    drag(500 + 2, 350 + 2, 100, 350 + 2);
    ASSERT_TRUE(demo_->settings().measure.line);
    EXPECT_EQ((*demo_->settings().measure.line)[1], (Pixel{0, 31})) << "it ends at the edge of the picture";
    EXPECT_TRUE(demo_->settings().framing.zoom == 4 || demo_->state().framing.zoom == 4);
    EXPECT_NE(demo_->state_line().find("--statistics=40,20,50,40"), std::string::npos) << demo_->state_line();
}

// What `sweep filter` with the same settings writes, in this file.
std::string filtered_by_command(const std::string& in, const std::string& out,
                                std::vector<std::string> options) {
    // The window's Gaussian has order 3 where nothing is said, and the command's an accuracy; its box clamp, and the
    // command's is cut off at the edges.
    const auto says = [&](std::string_view start) {
        return std::any_of(options.begin(), options.end(),
                           [&](const std::string& option) { return option.starts_with(start); });
    };
    if (!says("--order") && !says("--filter")) options.push_back("--order=3");
    if (!says("--boundary")) options.push_back("--boundary=clamp");
    options.insert(options.begin(), {"filter", in, out});
    read_command_line(options).run();
    return out;
}

TEST_F(Measuring, TheSavedResultIsWhatTheCommandWrites) {
    const auto same = [&](const std::string& in, const std::string& saved,
                          const std::vector<std::string>& options) {
        SCOPED_TRACE(saved);
        open(in, options);
        demo_->run_action("save-result");
        demo_->finish_files();
        ASSERT_TRUE(std::filesystem::exists(saved));
        const std::string other = filtered_by_command(
            in, path("command" + std::filesystem::path(saved).extension().string()), options);
        const FileImage a = read_image(saved), b = read_image(other);
        ASSERT_EQ(a.image.sample(), b.image.sample());
        ASSERT_EQ(a.image.shape(), b.image.shape());
        EXPECT_EQ(a.encoding, b.encoding);
        EXPECT_EQ(std::memcmp(a.image.data<void>(), b.image.data<void>(), a.image.bytes()), 0);
        EXPECT_EQ(is_state(label_of(saved)), saved.ends_with(".png")) << "whether it says how it was made";
    };
    const std::string cells = twelve_bits("cells.png");
    same(cells, path("cells-sigma5.png"), {"--sigma=5"});
    same(cells, path("cells-sigma5-2.png"), {"--sigma=5", "--boundary=mirror", "--order=5"});
    save_image(path("photo.png"), test::noise({50, 40, 3}, Sample::u8).view());
    same(path("photo.png"), path("photo-box7.png"), {"--filter=box", "--radius=7"});
    save_image(path("photo.jpg"), test::noise({50, 40, 3}, Sample::u8).view());
    same(path("photo.jpg"), path("photo-sigma2.png"), {"--sigma=2"});
    save_image(path("alpha.png"), test::noise({50, 40, 4}, Sample::u8).view());
    same(path("alpha.png"), path("alpha-sigma2.png"), {"--sigma=2", "--no-linear"});
    save_image(path("data.npy"), test::noise({50, 40, 1}, Sample::f64).view());
    same(path("data.npy"), path("data-sigma8x2.npy"), {"--sigma=8,2"});
    same(path("photo.png"), path("photo-sat.npy"), {"--filter=sat"});
}

// What `sweep filter` refuses, the window refuses, in the same words, and what one notes, the other does, in its own.
TEST_F(Measuring, TheSavedResultIsRefusedAndNotedAsTheCommandDoes) {
    const auto said_by_both = [&](const std::string& in, const std::vector<std::string>& options,
                                  bool is_refused, const std::string& part) {
        SCOPED_TRACE(part);
        std::string words = "result saved as ", refusal;
        testing::internal::CaptureStderr();
        try {
            filtered_by_command(in, path("command.npy"), options);
        } catch (const Error& error) {
            refusal = error.what();
        }
        std::string notes = testing::internal::GetCapturedStderr();
        EXPECT_EQ(!refusal.empty(), is_refused) << refusal;
        EXPECT_NE((refusal + notes).find(part), std::string::npos) << refusal << notes;
        const std::string mark = "sweep: note: ";
        for (std::size_t at; (at = notes.find(mark)) != std::string::npos;) notes.erase(at, mark.size());

        std::string in_window;
        for (std::istringstream lines(notes); std::getline(lines, notes);)
            in_window += note_in_window(notes) + "\n";
        open(in, options);
        demo_->run_action("save-result");
        demo_->finish_files();
        const std::string text = demo_->messages().all().back().text;
        if (is_refused)
            EXPECT_EQ(text, refusal);
        else
            EXPECT_EQ(text.substr(std::min(text.find('\n'), text.size() - 1) + 1) + "\n", in_window) << text;
    };
    const auto constant = [&](const char* name, Shape shape, float value) {
        Image image(shape, Sample::f32);
        std::fill_n(image.data<float>(), shape.samples(), value);
        save_image(path(name), image.view());
        return path(name);
    };
    const std::string large = constant("large.npy", {129, 65, 1}, 1000);
    said_by_both(large, {"--filter=box", "--radius=31", "--precision=fixed"}, true,
                 "may not fit into sums of 32 bits: use --precision auto or double");
    said_by_both(constant("negative.npy", {40, 30, 1}, -1), {"--filter=sat", "--precision=fixed"}, false,
                 "1200 of 1200 samples are outside [0, 32767.998] and are clamped by --precision fixed");
    said_by_both(large, {"--sigma=300", "--realisation=direct"}, false, "by direct feedback may be off by");
    said_by_both(twelve_bits("cells.png"), {"--sigma=5"}, false, "cells.png': ");
}

TEST_F(Measuring, ADepthOfFieldIsSavedAtItsFullSize) {
    save_image(path("street.png"), test::noise({150, 140, 3}, Sample::u8).view());
    save_image(path("street.depth.png"), test::noise({150, 140, 1}, Sample::u8).view());
    open(path("street.png"), {"--view=depth-of-field"});
    demo_->run_action("save-result");
    draw(1);
    demo_->finish_files();
    const Image saved = load_image(path("street-depth-of-field.png"));
    EXPECT_EQ(saved.shape(), (Shape{150, 140, 3}));
    EXPECT_EQ(saved.sample(), Sample::u8);
}

TEST_F(Measuring, AResultOfASlotIsNamedByIt) {
    open(twelve_bits("cells.png"), {"--sigma=3"});
    demo_->run_action("store-1");
    demo_->set("sigma", "8");
    demo_->run_action("store-2");
    demo_->set("sigma", "5");
    demo_->set("view", "wipe");
    demo_->set("wipe-sides", "slots");
    demo_->run_action("save-result");
    demo_->finish_files();
    EXPECT_TRUE(std::filesystem::exists(path("cells-slot2-sigma8.png")));
}

TEST_F(Measuring, ResultsOverwriteNothingAndRefusalsAreALine) {
    const std::string cells = twelve_bits("cells.png");
    open(cells, {"--sigma=5"});
    write("cells-sigma5.png", "mine");
    demo_->run_action("save-result");
    demo_->finish_files();
    EXPECT_EQ(read("cells-sigma5.png"), "mine");
    EXPECT_TRUE(std::filesystem::exists(path("cells-sigma5-2.png")));
    EXPECT_NE(demo_->messages().all().back().text.find("result saved as"), std::string::npos);
    std::filesystem::remove(cells);
    demo_->run_action("save-result");
    demo_->finish_files();
    EXPECT_NE(demo_->messages().all().back().text.find("cells.png"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path("cells-sigma5-3.png")));
}

}  // namespace
}  // namespace sweep::app
