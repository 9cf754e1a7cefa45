// The window without a window: the scene, depth of field and the whole frame, off screen through EGL.
#include "app/demo.h"
#include "app/depth_of_field.h"
#include "app/headless_egl.h"
#include "app/scene.h"
#include "app/texture_filter.h"
#include "app/timing.h"
#include "app/viewer.h"
#include "app/widgets.h"
#include "app/window.h"
#include "core/error.h"
#include "core/image_file.h"
#include "core/reference.h"
#include "tests/scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <random>
#include <set>
#include <stdexcept>

namespace sweep::app {
namespace {

// Tests that draw; skipped only where EGL gives no OpenGL at all.
class Offscreen : public test::ScratchTest {
  protected:
    void SetUp() override {
        try {
            context_ = std::make_unique<HeadlessContext>();
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
    }
    std::unique_ptr<HeadlessContext> context_;
};

std::vector<float> pixels_of(const Texture& texture, GLenum format, std::size_t channels) {
    std::vector<float> values(std::size_t(texture.width()) * std::size_t(texture.height()) * channels);
    texture.read(format, GL_FLOAT, values.size() * sizeof(float), values.data());
    return values;
}

// Reproducible HDR pixels: mostly dark, a few far above 1.
std::vector<float> random_light(int width, int height) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> uniform(0, 1);
    std::vector<float> light(std::size_t(width) * std::size_t(height) * 4);
    for (float& value : light)
        value = uniform(random) < 0.03f ? 12 * uniform(random) : 0.5f * uniform(random);
    return light;
}

TEST_F(Offscreen, SceneHasLightDepthAndDetail) {
    Scene scene;
    scene.draw(320, 200, 0);
    const std::vector<float> light = pixels_of(scene.colour(), GL_RGBA, 4);
    const std::vector<float> depth = pixels_of(scene.depth(), GL_DEPTH_COMPONENT, 1);
    EXPECT_TRUE(std::all_of(light.begin(), light.end(), [](float x) { return std::isfinite(x) && x >= 0; }));
    EXPECT_TRUE(std::all_of(depth.begin(), depth.end(), [](float d) { return d >= 0 && d <= 1; }));

    double sum = 0;
    for (float x : light) sum += double(x);
    EXPECT_GT(sum / double(light.size()), 0.05) << "the scene is dark";
    EXPECT_GT(*std::max_element(light.begin(), light.end()), 4.0f) << "no light is brighter than the screen";
    const auto distance = [](float d) {
        return 1 / std::lerp(1 / Scene::near_plane, 1 / Scene::far_plane, d);
    };
    EXPECT_LT(distance(*std::min_element(depth.begin(), depth.end())), 4.0f) << "nothing is near";
    EXPECT_GT(distance(*std::max_element(depth.begin(), depth.end())), 90.0f) << "nothing is far";
    // Row 0 is the top: the sky is farther away than the street.
    EXPECT_GT(depth[160], depth[std::size_t(199 * 320 + 160)]);
}

TEST_F(Offscreen, SceneMovesAndRepeatsItself) {
    Scene scene;
    scene.draw(160, 100, 3);
    const std::vector<float> first = pixels_of(scene.colour(), GL_RGBA, 4);
    scene.draw(160, 100, 9);
    EXPECT_NE(first, pixels_of(scene.colour(), GL_RGBA, 4));
    scene.draw(160, 100, 3);
    EXPECT_EQ(first, pixels_of(scene.colour(), GL_RGBA, 4));
}

// What shaders/dof.frag promises, from the pixels themselves: the mean of the box clipped to the picture,
// between two whole radii the blend of both.
float box_mean(const std::vector<float>& light, int width, int height, int x, int y, int channel,
               int radius) {
    double sum = 0;
    int count = 0;
    for (int row = std::max(y - radius, 0); row <= std::min(y + radius, height - 1); ++row)
        for (int column = std::max(x - radius, 0); column <= std::min(x + radius, width - 1);
             ++column, ++count)
            sum += double(light[std::size_t((row * width + column) * 4 + channel)]);
    return float(sum / count);
}

class Blur : public Offscreen, public testing::WithParamInterface<float> {};

TEST_P(Blur, IsTheMeanOfTheClippedBox) {
    constexpr int width = 97, height = 61;
    const std::vector<float> light = random_light(width, height);
    const Texture sharp(width, height, GL_RGBA32F);
    sharp.upload(GL_RGBA, GL_FLOAT, light.data());

    Problem problem;
    problem.shape = {width, height, 4};
    problem.filter.kind = FilterKind::sat;
    problem.fixed_point = DepthOfField::fixed_point;
    TextureFilter filter(EngineChoice::automatic);
    filter.run(sharp, problem, true);
    ASSERT_EQ(filter.result().format(), GLenum(GL_RGBA32UI));

    DepthOfField blur;
    FocusSettings focus;
    focus.constant = true;
    focus.constant_radius = GetParam();
    blur.draw(sharp, filter.result(), nullptr, 1, 1, focus);
    const std::vector<float> result = pixels_of(blur.result(), GL_RGBA, 4);

    const int whole = int(GetParam());
    const float part = GetParam() - float(whole);
    // Each pixel was rounded to 1/4096: the mean is off by half of that at most, and by float's last digits.
    const float tolerance = 0.5f / float(DepthOfField::fixed_point) + 2e-6f;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < 4; ++c) {
                const float expected = std::lerp(box_mean(light, width, height, x, y, c, whole),
                                                 box_mean(light, width, height, x, y, c, whole + 1), part);
                ASSERT_NEAR(result[std::size_t((y * width + x) * 4 + c)], expected, tolerance)
                    << "at " << x << ", " << y << " channel " << c;
            }
}
INSTANTIATE_TEST_SUITE_P(Radii, Blur, testing::Values(0.0f, 0.4f, 1.0f, 3.75f, 24.0f, 120.5f));

TEST_F(Offscreen, BlurFollowsTheDepth) {
    // Left half at 2 m, right half at 50 m, focused at 2 m: left stays sharp, right does not.
    constexpr int width = 64, height = 32;
    const std::vector<float> light = random_light(width, height);
    const Texture sharp(width, height, GL_RGBA32F);
    sharp.upload(GL_RGBA, GL_FLOAT, light.data());
    std::vector<float> depths(std::size_t(width) * height);
    const float near_plane = 1, far_plane = 100;
    for (int i = 0; i < width * height; ++i)
        depths[std::size_t(i)] =
            (1 / (i % width < width / 2 ? 2.0f : 50.0f) - 1 / near_plane) / (1 / far_plane - 1 / near_plane);
    const Texture depth(width, height, GL_DEPTH_COMPONENT32F);
    depth.upload(GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());

    Problem problem;
    problem.shape = {width, height, 4};
    problem.filter.kind = FilterKind::sat;
    problem.fixed_point = DepthOfField::fixed_point;
    TextureFilter filter(EngineChoice::automatic);
    filter.run(sharp, problem, true);
    DepthOfField blur;
    FocusSettings focus;
    focus.distance = 2;
    focus.range = 0.1f;
    focus.aperture = 0.5f;
    blur.draw(sharp, filter.result(), &depth, 1 / near_plane, 1 / far_plane, focus);
    const std::vector<float> result = pixels_of(blur.result(), GL_RGBA, 4);

    // 1/2 - 1/50, less what the range forgives, times half a picture height.
    const float radius = 0.5f * height * (0.48f - (0.5f - 1 / 2.1f));
    const auto at = [&](int x, int y) { return std::size_t((y * width + x) * 4); };
    EXPECT_NEAR(result[at(8, 16)], light[at(8, 16)], 1e-6f);
    const float expected =
        std::lerp(box_mean(light, width, height, 52, 16, 0, int(radius)),
                  box_mean(light, width, height, 52, 16, 0, int(radius) + 1), radius - std::floor(radius));
    EXPECT_NEAR(result[at(52, 16)], expected, 1e-3f);
    EXPECT_GT(std::abs(result[at(52, 16)] - light[at(52, 16)]), 1e-2f);
}

// Every engine that is here gives the reference's answer through the textures of the window.
struct EngineCase {
    const char* name;
    EngineChoice choice;
    bool share = true;
};
void PrintTo(const EngineCase& engine, std::ostream* out) {
    *out << engine.name;
}
class Engines : public Offscreen, public testing::WithParamInterface<EngineCase> {};

TEST_P(Engines, FilterTexturesAsTheReferenceDoes) {
    constexpr int width = 130, height = 67;
    const std::vector<float> light = random_light(width, height);
    const Texture source(width, height, GL_RGBA32F);
    source.upload(GL_RGBA, GL_FLOAT, light.data());
    Problem problem;
    problem.shape = {width, height, 4};
    problem.filter.sigma = 4;
    std::unique_ptr<TextureFilter> filter;
    try {
        filter = std::make_unique<TextureFilter>(GetParam().choice, GetParam().share);
    } catch (const Error& error) {
        GTEST_SKIP() << error.what();
    }
    filter->run(source, problem, true);
    if (!GetParam().share) {
        EXPECT_EQ(filter->path(), Path::cuda_copy);
    }
    const std::vector<float> result = pixels_of(filter->result(), GL_RGBA, 4);
    const Image truth = reference(problem, {light.data(), problem.shape, Sample::f32, width * 16});
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
        largest = std::max(largest, std::abs(truth.data<double>()[i]));
        error = std::max(error, std::abs(truth.data<double>()[i] - double(result[i])));
    }
    EXPECT_LT(error, 3e-6 * largest);
}
INSTANTIATE_TEST_SUITE_P(All, Engines,
                         testing::Values(EngineCase{"automatic", EngineChoice::automatic},
                                         EngineCase{"cuda", EngineChoice::cuda},
                                         EngineCase{"cuda_copy", EngineChoice::cuda, false},
                                         EngineCase{"cpu", EngineChoice::cpu},
                                         EngineCase{"reference", EngineChoice::reference}),
                         [](const auto& engine) { return std::string(engine.param.name); });

TEST_F(Offscreen, ShotHasTheSizeAskedForAndShowsSomething) {
    context_.reset();  // the shot makes its own
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
    // Filtered, more of it, original, depth of field, box, table, no panels (by 't': no times), help.
    for (const char* keys : {"", "++++", "o", "d", "6", "7", "t", "?"}) {
        options.keys = keys;
        options.output = path("keys.png");
        shot(options);
        const Image image = load_image(options.output);
        // This part shows the picture, no caption and no times, in all of them.
        std::string part;
        for (int y = 70; y < 180; ++y) part.append(image.view().row<char>(y), std::size_t(250) * 3);
        EXPECT_TRUE(pictures.insert(part).second) << "the keys '" << keys << "' changed nothing";
    }
}

// A frame of the program, and the part of it that shows the picture and nothing else.
class Frames : public Offscreen {
  protected:
    static constexpr int width = 640, height = 400;

    void SetUp() override {
        Offscreen::SetUp();
        if (IsSkipped()) return;
        colour_ = Texture(width, height, GL_RGBA8);
        target_ = Framebuffer({&colour_}, nullptr);
        gui_.emplace(nullptr, 1.0f);
        WindowOptions options;
        options.keys = " 0t";  // the scene stands still, no filter, no times
        demo_.emplace(options);
        picture();  // ImGui puts back the program that was current: let it be one that lives on
    }
    // Rows counted from the lowest: between the captions, unless told otherwise.
    std::string picture(int first_row = 200, int end_row = 320) {
        demo_->frame(*gui_, width, height, seconds_ += 0.02, target_.name());
        std::vector<char> frame(std::size_t(width) * height * 4);
        colour_.read(GL_RGBA, GL_UNSIGNED_BYTE, frame.size(), frame.data());
        std::string part;
        for (int y = first_row; y < end_row; ++y)
            part.append(&frame[std::size_t(y) * width * 4], std::size_t(250) * 4);
        return part;
    }

    Texture colour_;
    Framebuffer target_;
    std::optional<Gui> gui_;
    std::optional<Demo> demo_;
    double seconds_ = 0;
};

TEST_F(Frames, KeepsTheLastGoodPictureWhenOneCannotBeRead) {
    picture();
    const std::string before = picture();
    demo_->open(path("missing.png"));
    EXPECT_EQ(picture(), before);
    demo_->open(write("broken.png", "no picture at all"));
    EXPECT_EQ(picture(), before);

    save_image(path("good.png"), test::noise({40, 30, 3}, Sample::u8).view());
    demo_->open(path("good.png"));
    const std::string good = picture();
    EXPECT_NE(good, before);
    demo_->open(path("missing.png"));
    EXPECT_EQ(picture(), good);
    demo_->press({'s'});
    EXPECT_EQ(picture(), before) << "the built-in scene does not come back";
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
    std::filesystem::remove(file);
    EXPECT_THROW(Program({"fullscreen.vert", file}), Error);
}

TEST_F(Frames, KeyThatFailsSaysSoAndGoesOn) {
    demo_.emplace(WindowOptions{},
                  Commands{.quit = {},
                           .full_screen = [] { throw std::runtime_error(std::string(60, 'x')); },
                           .show_scene = {},
                           .reload_shaders = {}});
    demo_->press({' '});
    demo_->press({'t'});
    const auto message = [this] { return picture(50, 120); };
    const std::string before = message();
    EXPECT_NO_THROW(demo_->press({int(Key::f11)}));
    EXPECT_TRUE(message() != before) << "it is not shown";
}

TEST_F(Frames, EveryChordHasOneMeaning) {
    std::set<std::pair<int, bool>> seen;
    for (const Action& action : demo_->actions())
        for (const Chord& chord : action.chords)
            EXPECT_TRUE(seen.insert({chord.key, chord.control}).second) << action.what;
    EXPECT_GT(seen.size(), 20u);
}

TEST_F(Frames, HoldingTheKeyShowsTheOriginal) {
    const std::string unfiltered = picture();
    demo_->press({'1'});
    const std::string filtered = picture();
    EXPECT_NE(filtered, unfiltered);
    demo_->hold_original(true);
    EXPECT_EQ(picture(), unfiltered);
    demo_->hold_original(false);
    EXPECT_EQ(picture(), filtered);
}

TEST_F(Frames, EveryEngineShowsTheSame) {
    demo_->press({'1'});
    const std::string first = picture();
    for (int i = 0; i < 3; ++i) {
        demo_->press({'e'});
        const std::string next = picture();
        ASSERT_EQ(next.size(), first.size());
        int largest = 0;
        for (std::size_t k = 0; k < next.size(); ++k)
            largest = std::max(largest, std::abs(int(std::uint8_t(next[k])) - int(std::uint8_t(first[k]))));
        EXPECT_LE(largest, 1);  // one step of the screen: rounding
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

TEST(Sizes, KeysLeaveALargerOneAlone) {
    Settings settings;
    settings.filter.sigma = 3000;
    change_size(settings, 1);
    EXPECT_EQ(settings.filter.sigma, 3000);
    change_size(settings, -1);
    EXPECT_EQ(settings.filter.sigma, 2999);
    settings.filter.sigma = largest_sigma;
    change_size(settings, 1);
    EXPECT_EQ(settings.filter.sigma, largest_sigma);
    settings.filter.kind = FilterKind::box;
    settings.filter.radius = 1000;
    change_size(settings, 0.1);
    EXPECT_EQ(settings.filter.radius, 1000);
    change_size(settings, -0.1);
    EXPECT_EQ(settings.filter.radius, 999);
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
        // The picture lies on whole window pixels: half of one may be lost before, half after.
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
    }
    timings.begin_frame();
    const auto& rows = timings.rows(1, true);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].name, "a");
    EXPECT_EQ(rows[1].name, "c");
    EXPECT_EQ(rows[1].median_ms, 4);
}

}  // namespace
}  // namespace sweep::app
