// The tools of a presenter: actions by name, scripts, the view as a command line, the palette.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/script.h"
#include "app/command_line/view_options.h"
#include "app/command_line/window_request.h"
#include "app/commands/window.h"
#include "app/lessons/teach/lessons.h"
#include "app/screen/gl/frame_grabber.h"
#include "app/ui/gui.h"
#include "app/ui/overlays.h"
#include "app/ui/palette.h"
#include "app/window/demo.h"
#include "app/window/sigma_sweep.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "tests/support/offscreen.h"
#include "tests/support/refusal.h"

namespace sweep::app {
namespace {

using test::refusal;

TEST(Actions, NamesAndChordsAreUniqueAndGroupsKnown) {
    std::set<std::string> names, chords;
    for (const Action& action : all_actions()) {
        EXPECT_TRUE(names.insert(std::string(action.name)).second) << action.name;
        EXPECT_EQ(action.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos)
            << action.name;
        EXPECT_FALSE(action.what.empty()) << action.name;
        EXPECT_TRUE(action.run) << action.name;
        EXPECT_NE(std::find(std::begin(group::all), std::end(group::all), action.group), std::end(group::all))
            << action.name;
        for (const Chord& chord : action.chords)
            EXPECT_TRUE(chords.insert(text_of(chord)).second) << text_of(chord) << " of " << action.name;
    }
    EXPECT_GT(names.size(), 40u);
}

TEST(Actions, KeysAreWrittenAsOnTheKeyboard) {
    EXPECT_EQ(text_of('x'), "X");
    EXPECT_EQ(text_of('X'), "Shift+X");
    EXPECT_EQ(text_of(' '), "Space");
    EXPECT_EQ(text_of(ctrl_shift('P')), "Ctrl+Shift+P");
    EXPECT_EQ(text_of(Chord(Key::tab, false, true)), "Shift+Tab");
    EXPECT_EQ(text_of(Key::f12), "F12");
    EXPECT_EQ(text_of(Key::down), "Down");
}

TEST(Actions, ListOfKeysHasEveryChord) {
    const std::string text = sheet_text(all_actions());
    for (const Action& action : all_actions()) {
        EXPECT_NE(text.find("`" + std::string(action.name) + "`"), std::string::npos) << action.name;
        for (const Chord& chord : action.chords)
            EXPECT_NE(text.find("`" + text_of(chord) + "`"), std::string::npos) << text_of(chord);
    }
}

TEST(Scripts, AreReadLineByLine) {
    const Script script =
        parse_script("talk.txt",
                     "# a comment\n\n  sigma-up\nset sigma 12\r\nset boundary constant:0.5,1,0\n"
                     "frames 3\nwait 0.5\nshot a.png\nclick 10 20\ndrag 1 2 3 4\ntype two words");
    ASSERT_EQ(script.lines.size(), 9u);
    EXPECT_EQ(script.lines[0].number, 3);
    EXPECT_EQ(script.lines[0].command, "sigma-up");
    EXPECT_EQ(script.lines[1].words, (std::vector<std::string>{"sigma", "12"}));
    EXPECT_EQ(script.lines.back().number, 11);
}

TEST(Scripts, ErrorsNameFileAndLine) {
    const auto error_of = [](const std::string& line) {
        return refusal([&] { parse_script("talk.txt", "sigma-up\n" + line + "\n"); });
    };
    for (const char* line : {"sigma-upp", "set sigma", "set sigma large", "set sgima 3", "set size 3x3",
                             "frames 0", "wait long", "shot a.jpg", "click 1", "click left 1 2", "drag 1 2 3",
                             "sigma-up 3", "set zoom -1", "set view nothing", "set frames 3"})
        EXPECT_TRUE(error_of(line).starts_with("talk.txt:2: ")) << line << ": " << error_of(line);
    EXPECT_NE(error_of("sigma-upp").find("did you mean sigma-up"), std::string::npos)
        << error_of("sigma-upp");
    refusal([] { read_script("/does/not/exist"); }, ExitCode::unreadable_input);
}

TEST(Scripts, SetChangesOneThing) {
    Settings settings;
    settings.filter.kind = FilterKind::box;
    settings.filter.box_width = 15;
    settings.exposure = 1.5f;
    settings.palette = true;
    Settings changed = with_option(settings, "boundary", "mirror");
    EXPECT_EQ(changed.boundary.kind, BoundaryKind::mirror);
    EXPECT_EQ(changed.filter, settings.filter);
    EXPECT_EQ(changed.exposure, 1.5f);
    EXPECT_TRUE(changed.palette);
    changed = with_option(changed, "exposure", "-2");
    EXPECT_EQ(changed.exposure, -2);
    EXPECT_EQ(changed.boundary.kind, BoundaryKind::mirror);
    for (const char* name : {"tuning", "size", "watch", "help", "record"})
        EXPECT_EQ(refusal([&] { with_option(settings, name, "x"); }),
                  std::string("set cannot change ") + name + ": it is for the command line");
    changed = with_option(changed, "linear", "off");
    EXPECT_EQ(changed.linear, false);
}

// The script runs without a program, and the test notes what it asks for.
TEST(Scripts, RunAsWritten) {
    ScriptRunner runner(parse_script("s", "sigma-up\nframes 2\nset sigma 9\nshot a.png\nclick 5 6"), 0.1);
    std::string log;
    const ScriptHost host{
        [&](std::string_view action) { log += std::string(action) + ";"; },
        [&](const std::string& name, const std::string& value) { log += name + "=" + value + ";"; },
        [&](const std::string& file) { log += file + ";"; }};
    std::vector<std::string> frames;
    while (runner.step(host)) {
        frames.push_back(log + (runner.mouse().down ? "down" : ""));
        log.clear();
    }
    EXPECT_TRUE(runner.done());
    EXPECT_EQ(frames, (std::vector<std::string>{"sigma-up;", "", "sigma=9;", "", "a.png;", "down", ""}));
    EXPECT_EQ(runner.mouse().x, 5);

    ScriptRunner waits(parse_script("s", "wait 0.95"), 0.1);
    int count = 0;
    while (waits.step(host)) ++count;
    EXPECT_EQ(count, 10);
}

// Returns values of the option that differ from the one at the start.
std::vector<std::string> other_values(const ViewOption& row) {
    std::vector<std::string> values;
    const std::string start = row.get(Settings{});
    for (std::size_t from = 0; from <= row.value.size();) {
        const std::size_t end = std::min(row.value.find('|', from), row.value.size());
        values.push_back(row.value.substr(from, end - from));
        from = end + 1;
    }
    for (const char* number : {"1", "2", "0.75", "3,4", "10,20,30,40", "0.1,0.2,0.5,0.75", "0.5,0.25", "12",
                               "64", "256", "--sigma=3", "no-carries", "rt", "0.75:10,20,30,40;0:5,6"})
        values.push_back(number);
    std::erase(values, start);
    return values;
}

TEST(State, ParsesBackToTheSameSettings) {
    std::vector<Settings> all(1);
    for (const ViewOption& row : view_options()) {
        Settings settings;
        bool changed = false;
        for (const std::string& value : other_values(row)) {
            try {
                row.set(settings, value);
                changed = true;
                break;
            } catch (const Error&) {
            }
        }
        EXPECT_TRUE(changed) << row.name << " takes none of the values tried";
        all.push_back(settings);
    }
    const auto filter = [&](auto change) {
        Settings settings;
        change(settings);
        all.push_back(settings);
    };
    filter([](Settings& s) { s.filter.sigma = 12.34; });
    filter([](Settings& s) { s.filter.sigma = 0.1 + 0.2; });
    filter([](Settings& s) { s.filter.order = 5, s.filter.derivative_x = 1, s.filter.derivative_y = 2; });
    filter([](Settings& s) {
        s.filter.kind = FilterKind::elliptic;
        s.filter.band = Band::high;
        s.filter.cutoff = 0.07;
        s.filter.ripple = 0.3;
        s.filter.attenuation = 51;
    });
    filter([](Settings& s) { s.filter.kind = FilterKind::box, s.filter.box_width = 19; });
    filter([](Settings& s) {
        s.filter.kind = FilterKind::iir;
        s.filter.causal = {-1.6, 0.8};
        s.filter.anticausal = {-0.5};
        s.filter.causal_gain = 0.2, s.filter.anticausal_gain = -0.3;
    });
    filter([](Settings& s) { s.boundary = {BoundaryKind::constant, {-0.5, 0.25, 1}}; });
    filter([](Settings& s) { s.method.algorithm = Algorithm::cascade, s.method.cascade = {{5, 1}, {4, 2}}; });
    filter([](Settings& s) { s.method.algorithm = Algorithm::alg6; });
    filter([](Settings& s) { s.passes = 3, s.linear = false, s.method.realisation = Realisation::direct; });
    filter([](Settings& s) { s.engine = EngineKind::reference; });
    filter([](Settings& s) { s.method.half_result = true; });
    filter([](Settings& s) { s.derived = {.kind = DerivedKind::unsharp, .amount = 2.5, .threshold = 0.02}; });
    filter([](Settings& s) { s.derived = {.kind = DerivedKind::gradient}; });
    filter([](Settings& s) {
        s.filter.kind = FilterKind::edge;
        s.filter.sigma = 3, s.filter.range = 0.7, s.filter.iterations = 2, s.filter.tone_map = 50;
    });
    filter([](Settings& s) {
        s.filter.kind = FilterKind::diffusion;
        s.filter.contrast = 0.1, s.filter.time = 7, s.filter.steps = 3, s.filter.noise = 0;
    });
    filter([](Settings& s) {
        s.filter.kind = FilterKind::bilateral;
        s.filter.sigma = 3, s.filter.range = 0.7;
    });
    filter([](Settings& s) { s.exposure = -1.25f, s.framing = {2.5f, false, 100.5f, 33}; });
    for (const Settings& settings : all) {
        const std::vector<std::string> arguments = state_arguments(settings);
        const Settings back = settings_of(parse_options(arguments));
        std::string line;
        for (const std::string& argument : arguments) line += " " + argument;
        EXPECT_EQ(back.filter, settings.filter) << line;
        EXPECT_EQ(back.boundary, settings.boundary) << line;
        EXPECT_EQ(back.method, settings.method) << line;
        EXPECT_EQ(back.passes, settings.passes) << line;
        EXPECT_EQ(back.linear, settings.linear) << line;
        EXPECT_EQ(back.engine, settings.engine) << line;
        EXPECT_EQ(back.derived, settings.derived) << line;
        for (const ViewOption& row : view_options())
            EXPECT_EQ(row.get(back), row.get(settings)) << row.name << line;
    }
    EXPECT_TRUE(state_arguments(Settings{}).empty());
    Settings watching;
    watching.watch = true;
    EXPECT_TRUE(state_arguments(watching).empty()) << "whether files are read again is nothing that is seen";
}

TEST(State, WordsAreQuotedForAShell) {
    EXPECT_EQ(shell_word("--sigma=12"), "--sigma=12");
    EXPECT_EQ(shell_word("it's a.png"), "'it'\\''s a.png'");
    EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
    EXPECT_EQ(shell_word(""), "''");
    const std::vector<std::string> words{"sweep", "it's a.png", "$HOME", "", "--slot1=sigma=3 order=4", "\\"};
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : "  ") + shell_word(word);
    EXPECT_EQ(shell_words(line + "\n"), words);
    EXPECT_TRUE(shell_words("  ").empty());
}

TEST(Palette, FindsByBeginningsOfWordsAndByUse) {
    EXPECT_TRUE(fuzzy_score("", "anything"));
    EXPECT_TRUE(fuzzy_score("SUP", "sigma-up"));
    EXPECT_FALSE(fuzzy_score("pus", "sigma-up"));
    EXPECT_GT(*fuzzy_score("su", "sigma up"), *fuzzy_score("su", "resum up"));
    const auto first = [](std::string_view query, std::vector<std::string> recent = {}) {
        const auto found = found_actions(all_actions(), query, recent);
        return found.empty() ? std::string() : std::string(found.front()->name);
    };
    EXPECT_EQ(first("full"), "full-screen");
    EXPECT_EQ(first("dof"), "depth-of-field");
    EXPECT_EQ(first("vsync"), "vertical-sync");
    EXPECT_EQ(first("present"), "present");
    EXPECT_EQ(first("qqqq"), "");
    EXPECT_EQ(first("", {"record", "box"}), "record");
    EXPECT_EQ(found_actions(all_actions(), "", {}).size(), all_actions().size());
}

TEST(Sweep, GoesUpAndDownAndStartsWhereSigmaIs) {
    Settings settings;
    settings.filter.sigma = 5;
    SigmaSweep sweep;
    sweep.step(settings, 0.01);
    EXPECT_EQ(settings.filter.sigma, 5) << "it is off";
    settings.sweep_sigma = true;
    sweep.step(settings, 0.01);
    EXPECT_NEAR(settings.filter.sigma, 5, 0.1);
    double least = 1e9, most = 0, largest_step = 0, last = settings.filter.sigma;
    for (double t = 0; t < SigmaSweep::period; t += 0.02) {
        sweep.step(settings, 0.02);
        least = std::min(least, settings.filter.sigma);
        most = std::max(most, settings.filter.sigma);
        largest_step = std::max(largest_step, std::abs(std::log(settings.filter.sigma / last)));
        last = settings.filter.sigma;
    }
    EXPECT_NEAR(least, SigmaSweep::least, 0.02);
    EXPECT_NEAR(most, SigmaSweep::most, 0.1);
    EXPECT_LT(largest_step, 0.03) << "it jumps";
    settings.filter.kind = FilterKind::box;
    sweep.step(settings, 1);
    EXPECT_EQ(settings.filter.sigma, last);
}

// Draws a frame of the palette into which `typed` and then, if so, Enter comes.
Requests draw_palette(Gui& gui, Palette& palette, Settings& settings, const std::vector<Action>& actions,
                      const std::string& typed, bool enter) {
    ScriptedMouse mouse;
    mouse.typed = typed;
    gui.point(&mouse);
    if (enter) palette.press(Key::enter);
    gui.begin(800, 600, 0.1);
    Requests requests;
    palette.draw(settings, actions, requests);
    ImGui::EndFrame();
    gui.point(nullptr);
    return requests;
}

// What cannot be done now is not done, and the list does not close as if it were.
TEST_F(Offscreen, ThePaletteStaysOpenForWhatCannotBeDone) {
    Gui gui(nullptr, 1);
    Settings settings;
    Viewer viewer;
    TuneView tuning;
    const std::vector<Action> actions = make_actions(settings, viewer, tuning, {});
    Palette palette;
    settings.palette = true;
    const auto chosen = [&](const std::string& typed, bool enter) {
        return draw_palette(gui, palette, settings, actions, typed, enter).actions;
    };
    chosen("", false);
    chosen("", false);
    chosen("pass-back", false);
    ASSERT_FALSE(find_action(actions, "pass-back")->available());
    EXPECT_EQ(find_action(actions, "pass-back")->needs, "the view of the passes");
    EXPECT_TRUE(chosen("", true).empty());
    EXPECT_TRUE(settings.palette);
    settings.view = View::passes;
    EXPECT_EQ(chosen("", true), std::vector<std::string>{"pass-back"});
    EXPECT_FALSE(settings.palette);
}

TEST(Actions, LessonsOfThePassesGoThere) {
    Settings settings;
    Viewer viewer;
    TuneView tuning;
    const std::vector<Action> actions = make_actions(settings, viewer, tuning, {});
    for (const LessonInfo* lesson : lessons()) {
        if (lesson->action.empty()) continue;
        const Action* action = find_action(actions, lesson->action);
        if (!action) continue;
        settings.view = View::filtered;
        ASSERT_TRUE(action->available()) << lesson->action;
        action->run();
        EXPECT_EQ(settings.view, View::passes) << lesson->action;
        EXPECT_TRUE(action->is_on()) << lesson->action;
    }
    EXPECT_NE(settings.teach.lesson, Lesson::passes);
}

TEST(Actions, ThePageOfKeysIsSearched) {
    const auto found = [](std::string_view text) {
        std::size_t lines = 0;
        for (const SheetGroup& group : found_lines(sheet(all_actions()), text)) lines += group.lines.size();
        return lines;
    };
    EXPECT_EQ(found("MAGNIFIER"), found("magnifier"));
    EXPECT_GE(found("magnifier"), 2u);
    EXPECT_LT(found("magnifier"), 6u);
    EXPECT_GE(found("f12"), 1u) << "a key is found, too";
    EXPECT_EQ(found("no such words"), 0u);
    EXPECT_GT(found(""), 60u);
}

TEST_F(Offscreen, ThePaletteOpensAPictureAgain) {
    Gui gui(nullptr, 1);
    Settings settings;
    settings.recent = {{path("gone.png"), ""}, {write("meadow.png", ""), ""}};
    Palette palette;
    settings.palette = true;
    const auto chosen = [&](const std::string& typed, bool enter) {
        const Requests requests = draw_palette(gui, palette, settings, all_actions(), typed, enter);
        EXPECT_TRUE(requests.actions.empty());
        return requests.picture;
    };
    chosen("", false);
    chosen("", false);
    chosen("recent meadow", false);
    EXPECT_EQ(chosen("", true), settings.recent[1]);
    // A picture that is gone is not opened.
    settings.palette = true;
    chosen("", false);
    chosen("", false);
    chosen("recent gone", false);
    EXPECT_FALSE(chosen("", true));
}

TEST_F(Offscreen, ScriptsRunInAShot) {
    context_.reset();
    WindowOptions options;
    options.width = 320;
    options.height = 200;
    options.output = path("last.png");
    options.record = path("frames");
    options.script = parse_script("talk", "captions\nplay\nno-filter\nset exposure 0\nshot " + path("a.png") +
                                              "\nset exposure -3\nshot " + path("b.png") +
                                              "\nset exposure 0\nshot " + path("c.png") + "\nframes 2");
    shot(options);
    const Image a = load_image(path("a.png")), b = load_image(path("b.png")), c = load_image(path("c.png"));
    EXPECT_EQ(a.shape(), (Shape{320, 200, 3}));
    EXPECT_EQ(test::samples_of<std::uint8_t>(a), test::samples_of<std::uint8_t>(c));
    EXPECT_NE(test::samples_of<std::uint8_t>(a), test::samples_of<std::uint8_t>(b));
    EXPECT_TRUE(std::filesystem::exists(path("frames/000001.png")));
    EXPECT_TRUE(std::filesystem::exists(path("frames/000009.png")));
    options.record.reset();
    EXPECT_EQ(refusal([&] {
                  options.script = parse_script("talk", "frames 1\nquit");
                  shot(options);
              }).substr(0, 7),
              "talk:2:");
}

// The view comes back from its command line: zoom, place, exposure.
TEST_F(Offscreen, StateShowsTheSameAgain) {
    const Texture colour(320, 200, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    WindowOptions options;
    options.animate = options.captions = options.panels = false;
    const auto picture = [&](Demo& demo) {
        for (int i = 0; i < 2; ++i) demo.frame(gui, 320, 200, 1, target.name());
        return test::samples_of<std::uint8_t>(read_frame(target.name(), 0, 0, 320, 200));
    };
    std::string line;
    std::vector<std::uint8_t> seen;
    {
        Demo demo(options);
        picture(demo);
        demo.set("zoom", "3");
        demo.set("at", "90,70");
        demo.set("exposure", "0.5");
        demo.run_action("gaussian-5");
        seen = picture(demo);
        line = demo.state_line();
        gui.point(nullptr);
    }
    std::vector<std::string> arguments;
    std::istringstream words(line);
    for (std::string word; words >> word;) arguments.push_back(word);
    ASSERT_EQ(arguments.front(), "sweep");
    arguments.erase(arguments.begin());
    WindowOptions again;
    static_cast<Settings&>(again) = settings_of(parse_options(arguments));
    EXPECT_EQ(parse_options(arguments).size, (Size{320, 200}));
    Demo demo(again);
    EXPECT_EQ(picture(demo), seen) << line;
}

}  // namespace
}  // namespace sweep::app
