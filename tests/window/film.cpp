// A film in the window: it plays by the window's clock, is filtered like a picture, stays in saved states,
// and is recorded.
#include <set>

#include "files/image_file.h"
#include "films/player.h"
#include "tests/films/made_film.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

const std::string x264 = "-c:v libx264 -preset ultrafast -qp 4 -g 12 -pix_fmt yuv420p";

class FilmFrames : public DemoFrames {
  protected:
    FilmFrames() : DemoFrames(640, 400) {}
    void SetUp() override {
        DemoFrames::SetUp();
        if (IsSkipped()) return;
        if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
        if (std::system("ffmpeg -version > /dev/null 2>&1") != 0)
            SKIP_WITHOUT("films", "the program ffmpeg, which makes the films, was not found");
    }
    // Each frame is one grey, 3 more than that of the frame before, from 20 on; `rate` frames a second.
    std::string film(const std::string& name, int frames, const std::string& size = "64x48",
                     int rate = 25) const {
        const std::string command = "ffmpeg -nostdin -loglevel error -y -f lavfi -i \"color=gray:s=" + size +
                                    ":r=" + std::to_string(rate) +
                                    ",format=gray,geq=lum='20+3*N'\" -frames:v " + std::to_string(frames) +
                                    " " + x264 + " '" + path(name) + "'";
        EXPECT_EQ(std::system(command.c_str()), 0) << command;
        return path(name);
    }
    WindowOptions options_for(const std::string& file) const {
        WindowOptions options;
        options.film = film_source(file);
        options.panels = options.captions = options.timings = options.vertical_sync = false;
        options.dither = false;
        options.filter.sigma = 2;
        return options;
    }
    // The number of the film's frame in the middle of the window.
    int number() {
        const Screen screen = frame();
        return int(std::lround((screen.at(320, 200)[1] - 20) / 3.0));
    }
};

TEST_F(FilmFrames, PlayByTheClockAndStandStill) {
    start(options_for(film("a.mp4", 40)), {}, 1);
    EXPECT_EQ(number(), 0);  // 0.02 s
    draw(9);                 // 0.2 s
    EXPECT_EQ(number(), 5);  // 0.22 s
    demo_->run_action("play");
    draw(20);
    EXPECT_EQ(number(), 5);
    demo_->run_action("film-on");
    EXPECT_EQ(number(), 6);
    demo_->run_action("film-back");
    EXPECT_EQ(number(), 5);
    demo_->set("film-time", "1");
    EXPECT_EQ(number(), 25);
    demo_->run_action("film-end");
    EXPECT_EQ(number(), 39);
    demo_->run_action("film-start");
    EXPECT_EQ(number(), 0);
}

// Beside the film, with the time of the frame, in the bits of a screen.
TEST_F(FilmFrames, AreSavedFilteredUnderTheirTime) {
    start(options_for(film("a.mp4", 40)), {}, 1);
    demo_->run_action("play");
    demo_->set("film-time", "1");
    EXPECT_EQ(number(), 25);
    demo_->set("sigma", "3");
    demo_->run_action("save-result");
    draw(2);
    demo_->finish_files();
    const Image saved = load_image(path("a-1.00s-sigma3.png"));
    EXPECT_EQ(saved.sample(), Sample::u8);
    EXPECT_EQ(saved.shape().channels, 3);
    const int middle =
        saved.view().row<std::uint8_t>(saved.shape().height / 2)[3 * (saved.shape().width / 2) + 1];
    EXPECT_NEAR((middle - 20) / 3.0, 25, 0.7) << "it is as bright as on the screen";
}

// While it plays: the film itself, every frame filtered, beside it. It can be stopped, and what is done stays.
TEST_F(FilmFrames, AreFilteredIntoAFileThatTheWindowSaves) {
    start(options_for(film("a.mp4", 12)), {}, 1);
    demo_->run_action("save-result");
    demo_->finish_files();
    EXPECT_EQ(demo_->messages().all().back().text.find("result saved as "), 0u)
        << demo_->messages().all().back().text;
    const auto saved = open_film({FilmKind::file, path("a-sigma2.mp4")});
    int frames = 0;
    while (saved->advance()) ++frames;
    EXPECT_EQ(frames, 12);

    start(options_for(film("long.mp4", 400, "320x240")), {}, 1);
    demo_->run_action("save-result");
    draw(2);
    demo_->run_action("save-result");
    demo_->finish_files();
    EXPECT_EQ(demo_->messages().all().back().text.find("stopped: the film is not written"), 0u)
        << demo_->messages().all().back().text;
    EXPECT_FALSE(std::filesystem::exists(path("long-sigma2.mp4")));
    demo_->set("filter", "sat");
    EXPECT_THROW(demo_->run_action("save-result"), Error);
}

TEST_F(FilmFrames, AreSaidByTheStateThatIsSaved) {
    const std::string file = film("a.mp4", 40, "64x48", 30);
    WindowOptions options = options_for(file);
    options.animate = false;
    options.Settings::film.time = 0.68;  // the frame began at 0.6666..
    start(options);
    EXPECT_EQ(number(), 20);
    const std::string line = demo_->state_line();
    test::expect_contains(line, file);
    test::expect_contains(line, "--film-time=0.667");
    // Another window takes it up.
    demo_.reset();
    start({});
    demo_->restore_state(line);
    draw(4);
    EXPECT_EQ(number(), 20);
    EXPECT_FALSE(demo_->settings().animate);
}

TEST_F(FilmFrames, OfAnotherSizeTakeTheirPlace) {
    film("a.ts", 10);
    film("b.ts", 10, "96x48");
    std::ofstream(path("both.ts"), std::ios::binary) << read("a.ts") << read("b.ts");
    WindowOptions options = options_for(path("both.ts"));
    options.Settings::film.loops = false;
    start(options);
    for (int i = 0; i < 60; ++i) draw(1);
    EXPECT_EQ(number(), 9);
    EXPECT_EQ(demo_->messages().all().size(), 0u);
}

TEST_F(FilmFrames, OfABrokenFileStayAndTheMessageSaysWhy) {
    start(options_for(film("a.mp4", 10)));
    EXPECT_EQ(number(), 0);
    std::ofstream(path("bad.mkv")) << "no film";
    demo_->open(path("bad.mkv"));
    for (int i = 0; i < 200 && demo_->messages().all().empty(); ++i) draw(1, 0);
    ASSERT_FALSE(demo_->messages().all().empty());
    test::expect_contains(demo_->messages().all().back().text, "cannot open 'bad.mkv'");
    EXPECT_EQ(number(), 1);  // what was seen before is still there, and plays
    test::expect_contains(demo_->state_line(), "a.mp4");
}

TEST_F(FilmFrames, AreRecordedAsAFilmOfTheWindow) {
    start(options_for(film("a.mp4", 40)), {}, 1);
    demo_->record(path("window.mkv"));
    for (int i = 0; i < 30; ++i) draw(1, 1 / 60.0);
    EXPECT_EQ(demo_->recording().frames(), 30);
    EXPECT_FALSE(std::filesystem::exists(path("window.mkv")));
    demo_->record({});
    EXPECT_FALSE(demo_->recording().running());
    const auto recorded = open_film({FilmKind::file, path("window.mkv")}, {}, false);
    EXPECT_NEAR(recorded->facts().rate.value(), 60, 0.01);
    int frames = 0, last = -1;
    Image image;
    for (; recorded->advance(); ++frames) {
        recorded->convert(image);
        ASSERT_EQ(image.shape(), (Shape{640, 400, 4}));
        const int shown = int(std::lround((image.view().row<std::uint8_t>(200)[4 * 320] - 20) / 3.0));
        EXPECT_GE(shown, last);
        last = shown;
        EXPECT_NEAR(recorded->seconds(), frames / 60.0, 1.1e-3);
    }
    EXPECT_EQ(frames, 30);
    EXPECT_NEAR(last, 12, 1);  // half a second at 25 frames a second; H.264 may be a level off

    demo_->record(path("gone.mp4"));
    draw(3);
    demo_->run_action("discard-recording");
    EXPECT_FALSE(std::filesystem::exists(path("gone.mp4")));
}

TEST_F(FilmFrames, ThatCannotBeRecordedLeaveTheWindowAlone) {
    start(options_for(film("a.mp4", 40)));
    EXPECT_THROW(demo_->record(path("missing/a.mp4")), Error);
    std::filesystem::create_directory(path("soon"));
    demo_->record(path("soon/a.mp4"));
    std::filesystem::remove(path("soon"));
    for (int i = 0; i < 200 && demo_->recording().running(); ++i) draw(1);
    EXPECT_FALSE(demo_->recording().running());
    test::expect_contains(demo_->unwritten(), "soon/a.mp4");
    draw(3);
    EXPECT_GE(number(), 0);
}

// An animated PNG, as a picture that is named, opened, and named by a state.
TEST_F(FilmFrames, OfAnAnimationPlayAsThoseOfAFilm) {
    film("a.mp4", 6);
    test::run_ffmpeg("-i '" + path("a.mp4") + "' -c:v apng -pix_fmt gray -f apng", path("a.png"));
    WindowOptions options = options_for(path("a.png"));
    ASSERT_FALSE(options.film);
    options.image = path("a.png");
    start(options, {}, 1);
    EXPECT_EQ(number(), 0);
    demo_->run_action("play");
    for (const int next : {1, 2, 3}) {
        demo_->run_action("film-on");
        EXPECT_EQ(number(), next);
    }
    const std::string line = demo_->state_line();
    demo_.reset();
    start({});
    demo_->restore_state(line);
    for (int i = 0; i < 200 && demo_->state_line() != line; ++i) draw(1);
    EXPECT_EQ(demo_->state_line(), line);
    EXPECT_EQ(number(), 3);
    demo_->open(path("a.png"));
    for (int i = 0; i < 200 && number() != 0; ++i) draw(1, 0);
    EXPECT_EQ(number(), 0);
    EXPECT_EQ(demo_->messages().all().size(), 0u);
}

// Its colours do not bleed, and the checkerboard shines through it.
TEST_F(FilmFrames, WithAlphaAreOverTheCheckerboard) {
    const std::string source =
        "-f lavfi -i \"color=red:s=64x48:r=25,format=bgra,geq=r=255:g=0:b='255*lt(X,32)':a='255*gte(X,32)'\" ";
    test::run_ffmpeg(source + "-frames:v 3 -c:v ffv1", path("a.mkv"));
    WindowOptions options = options_for(path("a.mkv"));
    options.animate = false;
    start(options);
    const Screen screen = frame();
    std::set<int> greys;
    for (int x = 100; x < 140; ++x) {
        const auto at = screen.at(x, 200);
        EXPECT_EQ(at[0], at[2]);
        greys.insert(at[0]);
    }
    EXPECT_EQ(greys.size(), 2u);
    // Nothing of the blue that is transparent is seen at the edge of the red.
    for (int x = 320; x < 420; ++x) EXPECT_LE(screen.at(x, 200)[2], screen.at(x, 200)[0]) << x;
    EXPECT_GE(screen.at(500, 200)[0], 250);
    EXPECT_LE(screen.at(500, 200)[2], 5);
}

}  // namespace
}  // namespace sweep::app
