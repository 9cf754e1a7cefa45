// The window without a display: whole frames, the effect of keys, how frames are divided, and shots.
#include <algorithm>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "app/base/number_text.h"
#include "app/commands/window.h"
#include "app/screen/canvas/viewer.h"
#include "app/screen/gl/timing.h"
#include "app/ui/widgets.h"
#include "app/views/tune/actions.h"
#include "app/work/options/size_number.h"
#include "core/base/error.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "files/image_file.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

TEST_F(Offscreen, ShotHasTheSizeAskedForAndShowsSomething) {
    context_.reset();  // the shot makes its own context
    WindowOptions options;
    options.width = 900;
    options.height = 506;
    options.frames = 2;
    options.output = path("shot.png");
    shot(options);
    const Image image = load_image(options.output);
    EXPECT_EQ(image.shape(), (Shape{900, 506, 3}));
    const std::set<std::uint8_t> values(image.data<std::uint8_t>(),
                                        image.data<std::uint8_t>() + image.bytes());
    EXPECT_GT(values.size(), 200u) << "hardly any colours: nothing was drawn";
}

TEST_F(Offscreen, ShotsOfAnySizeAreDrawn) {
    context_.reset();
    WindowOptions options;
    options.frames = 2;
    options.output = path("shot.png");
    for (const auto& [width, height] : {std::pair{1, 1}, {7, 300}, {300, 5}, {160, 120}}) {
        options.width = width;
        options.height = height;
        shot(options);
        EXPECT_EQ(load_image(options.output).shape(), (Shape{width, height, 3}));
    }
}

TEST_F(Offscreen, KeysChangeWhatTheShotShows) {
    context_.reset();
    WindowOptions options;
    options.width = 640;
    options.height = 400;
    options.frames = 2;
    std::set<std::string> pictures;
    // The keys give the filtered picture, more blur, the original, depth of field, box, table, no times, and
    // help.
    for (const char* keys : {"", "++++", "0", "o", "6", "7", "t", "?"}) {
        options.keys = keys;
        options.output = path("keys.png");
        shot(options);
        const Image image = load_image(options.output);
        // This part shows the picture in all of them, and no caption and no times.
        std::string part;
        for (int y = 70; y < 180; ++y) part.append(image.view().row<char>(y), std::size_t(250) * 3);
        EXPECT_TRUE(pictures.insert(part).second) << "the keys '" << keys << "' changed nothing";
    }
}

// The fixture draws frames of the program, of which a part shows the picture and nothing else.
class Frames : public DemoFrames {
  protected:
    static constexpr int width = 640, height = 400;
    Frames() : DemoFrames(width, height) {}

    void SetUp() override {
        DemoFrames::SetUp();
        if (IsSkipped()) return;
        WindowOptions options;
        options.keys = " 0";  // the scene stands still, no filter
        options.timings = false;
        start(options);
    }
    // Returns a part of the next frame: between the captions, unless told otherwise.
    Screen picture(const Region& part = {0, 80, 250, 120}) { return frame().part(part); }
};

TEST_F(Frames, KeepsTheLastGoodPictureWhenOneCannotBeRead) {
    picture();
    const Screen before = picture();
    demo_->open(path("missing.png"));
    EXPECT_TRUE(picture() == before);
    demo_->open(write("broken.png", "no picture at all"));
    EXPECT_TRUE(picture() == before);

    save_image(path("good.png"), test::noise({40, 30, 3}, Sample::u8).view());
    demo_->open(path("good.png"));
    const Screen good = picture();
    EXPECT_FALSE(good == before);
    demo_->open(path("missing.png"));
    EXPECT_TRUE(picture() == good);
    demo_->press({'s'});
    EXPECT_TRUE(picture() == before) << "the built-in scene does not come back";
}

TEST_F(Offscreen, ProgramOutlivesItsBrokenShader) {
    const std::string red =
        "#version 450 core\nout vec4 colour;\nvoid main() { colour = vec4(1, 0, 0, 1); }\n";
    const std::string file = write("test.frag", red);
    Program program({"fullscreen.vert", file});
    const GLuint name = program.name();

    write("test.frag", red + "no such thing;\n");
    EXPECT_NE(program.reload().find("test.frag"), std::string::npos);
    std::filesystem::remove(file);
    EXPECT_NE(program.reload().find("test.frag"), std::string::npos);
    EXPECT_EQ(program.name(), name);
    EXPECT_TRUE(glIsProgram(name));

    write("test.frag", red);
    EXPECT_EQ(program.reload(), "");
    EXPECT_EQ(Program().reload(), "") << "one that was not needed so far";
    std::filesystem::remove(file);
    EXPECT_THROW(Program({"fullscreen.vert", file}), Error);
}

TEST_F(Frames, KeyThatFailsSaysSoAndGoesOn) {
    start({}, {.full_screen = [] { throw std::runtime_error(std::string(60, 'x')); }}, 0);
    demo_->press({' '});
    demo_->set("times", "off");
    const auto message = [this] { return picture({0, 280, 250, 70}); };
    const Screen before = message();
    EXPECT_NO_THROW(demo_->press({int(Key::f11)}));
    EXPECT_FALSE(message() == before) << "it is not shown";
}

TEST_F(Frames, EveryChordHasOneMeaning) {
    std::set<std::string> seen;
    for (const Action& action : demo_->actions())
        for (const Chord& chord : action.chords)
            EXPECT_TRUE(seen.insert(text_of(chord)).second) << text_of(chord) << ": " << action.what;
    EXPECT_GT(seen.size(), 20u);
}

TEST_F(Frames, HoldingTheKeyShowsTheOriginal) {
    const Screen unfiltered = picture();
    demo_->press({'1'});
    const Screen filtered = picture();
    EXPECT_FALSE(filtered == unfiltered);
    demo_->hold_original(true);
    EXPECT_TRUE(picture() == unfiltered);
    demo_->hold_original(false);
    EXPECT_TRUE(picture() == filtered);
}

TEST_F(Frames, BoundaryMayHaveAValueForEachChannelOfThePicture) {
    WindowOptions options;
    options.image = path("colours.png");
    save_image(*options.image, test::noise({40, 30, 3}, Sample::u8).view());
    options.timings = false;
    start(options, {}, 0);
    demo_->press({'0'});
    const Screen original = picture();
    options.boundary = {BoundaryKind::constant, {0.5, 0.25, 1}};
    start(options, {}, 0);
    EXPECT_FALSE(picture() == original) << "the filter was refused";
}

TEST_F(Frames, EveryFilterIsShown) {
    const Screen original = picture();
    using enum FilterKind;
    for (FilterKind kind :
         {gaussian, bspline3, butterworth, chebyshev1, chebyshev2, elliptic, exponential, iir, box})
        for (Band band : {Band::low, Band::high}) {
            WindowOptions options;
            options.filter.kind = kind;
            options.filter.causal = {-1.6, 0.8};
            options.filter.band = band;
            options.filter.derivative_x = band == Band::high ? 1 : 0;
            options.keys = " ";
            options.timings = false;
            start(options, {}, 0);
            const Screen filtered = picture();
            EXPECT_FALSE(filtered == original) << "kind " << int(kind) << " was refused";
            if (!is_signed(options.filter)) continue;
            // Differences lie around the grey in the middle.
            double sum = 0;
            for (std::size_t i = 0; i < filtered.bytes.size(); i += 4) sum += filtered.bytes[i];
            EXPECT_NEAR(sum / (double(filtered.bytes.size()) / 4), 127.5, 25) << "kind " << int(kind);
        }
}

// An algorithm that an engine does not have gives way to auto, and the panel says so.
TEST_F(Frames, AlgorithmThatCannotGivesWayToAuto) {
    WindowOptions options;
    options.engine = EngineKind::cpu;
    options.keys = " 1";
    options.timings = false;
    start(options, {}, 0);
    const Screen automatic = picture();
    for (const AlgorithmInfo& a : algorithms()) {
        if (a.makes_tables || a.algorithm == Algorithm::cascade) continue;
        options.method.algorithm = a.algorithm;
        start(options, {}, 0);
        const Screen shown = picture();
        Problem problem;
        problem.shape = {64, 64, 4};
        problem.method.algorithm = a.algorithm;
        const bool possible = why_not(problem, EngineKind::cpu).empty();
        EXPECT_EQ(demo_->settings().method.algorithm, possible ? a.algorithm : Algorithm::automatic)
            << a.name;
        if (!possible) {
            EXPECT_TRUE(shown == automatic) << a.name;
        }
    }
    // An algorithm of tables waits for a table.
    options.method.algorithm = Algorithm::sat;
    start(options, {}, 0);
    EXPECT_TRUE(picture() == automatic);
    EXPECT_EQ(demo_->settings().method.algorithm, Algorithm::sat);
}

TEST_F(Frames, EveryEngineShowsTheSame) {
    demo_->press({'1'});
    const Screen first = picture();
    for (int i = 0; i < 3; ++i) {
        demo_->press({'e'});
        const Screen next = picture();
        int largest = 0;
        for (std::size_t k = 0; k < next.bytes.size(); ++k)
            largest = std::max(largest, std::abs(int(next.bytes[k]) - int(first.bytes[k])));
        EXPECT_LE(largest, 1);  // one step of the screen, by rounding
    }
}

TEST_F(Offscreen, PictureMayHaveALongName) {
    context_.reset();
    WindowOptions options;
    options.image = path(std::string(200, 'n') + ".png");
    save_image(*options.image, test::noise({40, 30, 3}, Sample::u8).view());
    options.frames = 2;
    options.width = 900;
    options.height = 500;
    options.output = path("shot.png");
    EXPECT_NO_THROW(shot(options));
}

TEST_F(Frames, LongTextGivesWayInTheMiddle) {
    gui_->begin(width, height, 0.02);
    std::string name = "begin";
    for (int i = 0; i < 100; ++i) name += "\u0436";
    name += "end.png";
    const std::string shorter = shortened(name, 200);
    EXPECT_LE(ImGui::CalcTextSize(shorter.c_str()).x, 200);
    EXPECT_GT(ImGui::CalcTextSize(shorter.c_str()).x, 170);
    EXPECT_TRUE(shorter.starts_with("begin") && shorter.ends_with("end.png")) << shorter;
    EXPECT_EQ(shortened("short", 200), "short");
    EXPECT_EQ(shortened(name, 0), "");

    // Sentences end between words, so that no number becomes another one.
    const std::string words = "order 3, sigma 1250, boundary clamp";
    EXPECT_EQ(cut(words, 1000), words);
    std::set<std::string> seen;
    for (float room = 0; room < ImGui::CalcTextSize(words.c_str()).x; ++room) {
        seen.insert(cut(words, room));
        EXPECT_LE(ImGui::CalcTextSize(cut(words, room).c_str()).x, room);
    }
    for (const char* text : {"order ..", "order 3 ..", "order 3, sigma ..", "order 3, sigma 1250 ..",
                             "order 3, sigma 1250, boundary .."})
        EXPECT_TRUE(seen.contains(text)) << text;
    EXPECT_FALSE(seen.contains("order 3, sigma 125 ..") || seen.contains("order 3, sigma 12 .."));
    gui_->end();
}

// A number is never parted.
TEST_F(Frames, LinesEndAtSpacesAlone) {
    gui_->begin(width, height, 0.02);
    const std::string words = "sigma by 0.1, radius by 1,\ncutoff by 0.001, or 1/2";
    const auto without_ends = [](std::string text) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        return text;
    };
    std::set<std::string> seen;
    for (float room = 0; room <= ImGui::CalcTextSize(words.c_str()).x; ++room) {
        const std::string lines = in_lines(words, room);
        seen.insert(lines);
        EXPECT_EQ(without_ends(lines), without_ends(words));
        if (lines.find("by 0.001,") != std::string::npos) {
            EXPECT_LE(ImGui::CalcTextSize(lines.c_str()).x, room + 1) << lines;
        }
    }
    EXPECT_TRUE(seen.contains(words));
    EXPECT_TRUE(seen.contains("sigma by\n0.1,\nradius by\n1,\ncutoff by\n0.001, or\n1/2"));
    EXPECT_EQ(in_lines("", 10), "");
    gui_->end();
}

TEST_F(Frames, NarrowWindowHasItsControlsOverThePicture) {
    const auto layout = [this](int window_width, bool drawer) {
        Settings settings;
        settings.drawer = drawer;
        gui_->begin(window_width, height, 0.02);
        const Layout divided = divide(window_width, height, settings);
        gui_->end();
        return divided;
    };
    const Layout wide = layout(1000, false), closed = layout(640, false), open = layout(640, true);
    EXPECT_EQ(wide.picture.width, wide.controls.x);
    EXPECT_EQ(wide.picture.width + wide.controls.width, 1000);
    EXPECT_EQ(closed.picture.width, 640);
    EXPECT_LE(closed.controls.width, 1);
    EXPECT_EQ(open.picture, closed.picture) << "the picture is computed anew";
    EXPECT_GT(open.controls.width, 200);
    EXPECT_EQ(open.captions.width, open.controls.x) << "the captions run under the controls";
}

// While slots are compared, the filter of the controls is not what is seen.
TEST(Sizes, AreThoseOfTheSlotThatIsEdited) {
    Settings settings;
    FilterSettings slot;
    slot.filter.sigma = 3;
    settings.compare.slot[0] = slot;
    slot.filter.sigma = 8;
    settings.compare.slot[1] = slot;
    settings.view = View::wipe;
    change_size(settings, true, true);
    EXPECT_EQ(settings.filter.sigma, 6) << "original and result are compared";
    settings.compare.slots = true;
    change_size(settings, true, true);
    EXPECT_EQ(settings.compare.slot[1]->filter.sigma, 9);
    settings.compare.edited_slot = 1;
    scale_size(settings, 1);
    EXPECT_NEAR(settings.compare.slot[0]->filter.sigma, 3.3, 1e-9);
    settings.compare.slot[0].reset();
    change_size(settings, true, true);
    EXPECT_EQ(settings.filter.sigma, 7) << "an empty slot is the filter of the controls";
}

TEST(Sizes, KeysLeaveALargerOneAlone) {
    Settings settings;
    settings.filter.sigma = 3000;
    change_size(settings, true, true);
    EXPECT_EQ(settings.filter.sigma, 3000);
    change_size(settings, false, true);
    EXPECT_EQ(settings.filter.sigma, 2999);
    settings.filter.sigma = size_number(Parameter::sigma).most;
    change_size(settings, true, true);
    EXPECT_EQ(settings.filter.sigma, size_number(Parameter::sigma).most);
    settings.filter.kind = FilterKind::box;
    settings.filter.box_width = 2001;
    change_size(settings, true, false);
    EXPECT_EQ(settings.filter.box_width, 2001);
    change_size(settings, false, false);
    EXPECT_EQ(settings.filter.box_width, 1999);
    settings.filter.kind = FilterKind::elliptic;
    settings.filter.cutoff = 0.1;
    change_size(settings, true, false);
    EXPECT_DOUBLE_EQ(settings.filter.cutoff, 0.101);
    change_size(settings, false, true);
    EXPECT_DOUBLE_EQ(settings.filter.cutoff, 0.091);
    settings.filter.order = 8;
    choose_kind(settings.filter, FilterKind::gaussian);
    EXPECT_EQ(settings.filter.order, 5);
}

TEST(Sizes, AreWrittenWithoutExponents) {
    EXPECT_EQ(plain_number(5), "5");
    EXPECT_EQ(plain_number(0.75), "0.75");
    EXPECT_EQ(plain_number(67500), "67500");
}

TEST_F(Offscreen, MissingPictureIsAnError) {
    context_.reset();
    WindowOptions options;
    options.image = "/does/not/exist.png";
    options.frames = 1;
    options.output = "unused.png";
    try {
        shot(options);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::unreadable_input);
    }
}

TEST(Viewer, ZoomKeepsThePointUnderThePointer) {
    Viewer viewer;
    viewer.place({10, 20, 800, 600}, 1600, 1200);
    EXPECT_FLOAT_EQ(viewer.zoom(), 0.5f);
    const Point before = viewer.picture_at(210, 170);
    for (int i = 0; i < 7; ++i) {
        viewer.zoom_at(210, 170, 1.3f);
        viewer.place({10, 20, 800, 600}, 1600, 1200);
        const Point after = viewer.picture_at(210, 170);
        // The picture lies on whole window pixels: up to half of one is lost before, and half after.
        EXPECT_NEAR(after.x, before.x, 0.5f / viewer.zoom() + 1);
        EXPECT_NEAR(after.y, before.y, 0.5f / viewer.zoom() + 1);
    }
    viewer.fit();
    viewer.place({10, 20, 800, 600}, 1600, 1200);
    EXPECT_FLOAT_EQ(viewer.zoom(), 0.5f);
    viewer.one_to_one();
    EXPECT_FLOAT_EQ(viewer.zoom(), 1);
}

TEST(History, KnowsItsQuantiles) {
    History history;
    EXPECT_EQ(history.quantile(0.5), 0);
    for (int i = 0; i < 1000; ++i) history.add(i);  // the last 120: 880 .. 999
    EXPECT_EQ(history.count(), history_length);
    EXPECT_EQ(history.quantile(0.5), 940);
    EXPECT_EQ(history.quantile(0.95), 994);
    EXPECT_EQ(history.values().front(), 880);
    EXPECT_EQ(history.values().back(), 999);
}

TEST(Timings, RowsThatAreNotAddedDisappear) {
    Timings timings;
    for (int frame = 0; frame < 3; ++frame) {
        timings.begin_frame();
        timings.add("a", "1", 8, 2);
        if (frame < 1) timings.add("b", "2", 8, 3);
        timings.add("c", "3", 8, 4);
        timings.end_frame();
    }
    const auto& rows = timings.rows(1, true);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].name, "a");
    EXPECT_EQ(rows[1].name, "c");
    EXPECT_EQ(rows[1].median_ms, 4);
}

}  // namespace
}  // namespace sweep::app
