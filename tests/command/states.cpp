// Texts that somebody else may have written: labels of pictures, pasted lines, slots, scripts. They set how a
// picture is seen, and nothing that reads, writes or runs, whatever their length.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/script.h"
#include "app/command_line/window_request.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

namespace sweep::app {
namespace {

using test::refusal;
using Files = test::ScratchTest;

TEST(Labels, SayHowAPictureIsSeenAndFiltered) {
    const SavedState saved = read_state(
        "sweep '/a b.png' --depth=/d.npy --size=320x200 --sigma=7 --order=4 --no-linear --view=wipe "
        "--wipe=0.25,90 "
        "'--slot1=sigma=3 order=5' --engine=cpu --zoom=2 --at=3,4");
    EXPECT_EQ(saved.note, "");
    EXPECT_EQ(saved.options.in, "/a b.png");
    EXPECT_EQ(saved.options.depth, "/d.npy");
    EXPECT_EQ(saved.options.size, (Size{320, 200}));
    EXPECT_EQ(saved.options.request.filter.sigma, 7);
    EXPECT_EQ(saved.options.request.linear, false);
    EXPECT_EQ(saved.options.view.view, View::wipe);
    ASSERT_TRUE(saved.options.view.compare.slot[0]);
    EXPECT_EQ(saved.options.view.compare.slot[0]->filter.order, 5);
    EXPECT_EQ(saved.arguments.front(), "--size=320x200");
    EXPECT_EQ(saved.arguments.size(), 10u) << "the picture and its depth map are not among them";
}

// The command line knows each of these options, and a label must not set it.
TEST(Labels, SayNothingThatReadsWritesOrRuns) {
    for (const std::string option : {"--script=/s.txt",
                                     "--record=/folder",
                                     "--keys=q",
                                     "--frames=3",
                                     "--watch",
                                     "--print-state",
                                     "--recent=1",
                                     "--camera=1",
                                     "--camera",
                                     "--stream=rtmp://host/live",
                                     "--record=/f.mp4",
                                     "--remote",
                                     "--remote=0.0.0.0:80",
                                     "--presenter",
                                     "--full-screen=1",
                                     "--state-of=/b.png",
                                     "--help",
                                     "--help-keys",
                                     "--version",
                                     "-h"}) {
        const std::string name = option.substr(0, option.find('='));
        const SavedState saved = read_state("sweep /a.png --sigma=9 " + option + " --order=4");
        EXPECT_EQ(saved.note.substr(0, saved.note.find(':')), name);
        EXPECT_EQ(saved.arguments, (std::vector<std::string>{"--sigma=9", "--order=4"})) << option;
        const WindowRequest& options = saved.options;
        EXPECT_FALSE(options.script || options.record || options.camera || options.stream || options.recent ||
                     options.remote || options.presenter || options.full_screen || options.state_of ||
                     options.print_state || options.view.watch)
            << option;
        EXPECT_TRUE(options.keys.empty() && options.frames == 0) << option;
    }
    // The value stands apart from its option: an option that is left out takes its value along.
    const SavedState saved = read_state("sweep --script /s.txt --record /folder --sigma 9 /a.png");
    EXPECT_EQ(saved.options.in, "/a.png");
    EXPECT_EQ(saved.options.request.filter.sigma, 9);
    EXPECT_EQ(saved.note.find("--script, --record: "), 0u) << saved.note;
    // Nothing behind "--" is an option: it would end the options of the command line beside the label, too.
    EXPECT_EQ(read_state("sweep -- --sigma=9").arguments, std::vector<std::string>{"--sigma=9"});
}

TEST(Labels, OpenNeitherStreamsNorStandardInput) {
    for (const char* state :
         {"sweep rtsp://host/film", "sweep http://host/film.mp4", "sweep -", "sweep udp://127.0.0.1:9"}) {
        const SavedState saved = read_state(state);
        const std::string line =
            refusal([&] { require_pictures_of(saved.options); }, ExitCode::unreadable_input);
        EXPECT_NE(line.find("open it yourself"), std::string::npos) << line;
    }
    refusal([&] { require_pictures_of(read_state("sweep /dev/zero.mp4").options); },
            ExitCode::unreadable_input);
}

TEST(Labels, OfOtherCommandsAreNone) {
    for (const char* state :
         {"sweep filter /a.png /b.png", "sweep shot /b.png", "sweep bench", "sweep help", "sweep list recent",
          "sweep doctor", "sweep /a.png /b.png", "sweep --timings=/t.json", "sweep --dump-stages=/d",
          "sweep --json=/j", "sweep --of-tomorrow=1", "sweep /a.png --sigma", "sweep --depth=/d.npy"})
        EXPECT_NE(refusal([&] { read_state(state); }), "") << state;
}

TEST(Labels, HaveALength) {
    const std::string state = "sweep --sigma=3 --pin=";
    std::string pins = "1,2";
    while (state.size() + pins.size() + 4 <= longest_state) pins += ",3,4";
    EXPECT_TRUE(is_state(state + pins));
    EXPECT_EQ(read_state(state + pins).options.view.compare.pins.size(), (pins.size() + 1) / 4);
    EXPECT_FALSE(is_state(state + pins + ",3,4"));
    for (const char* none : {"", "sweeper", "swee", "a sweep", "'", "\\"})
        EXPECT_FALSE(is_state(none)) << none;
    for (const char* one : {"sweep", "sweep ", "'sweep' a", " sweep\n"}) EXPECT_TRUE(is_state(one)) << one;
}

// Slots that contain slots must not recurse: a parser on the stack for each level overflows it.
TEST(Slots, HoldFiltersAndNoSlots) {
    std::string nested;
    for (int i = 0; i < 5000; ++i) nested += "slot1=";
    for (const std::string& value :
         {nested, std::string("slot2=sigma=3"), std::string("--slot1=sigma=3"), std::string("view=wipe"),
          std::string("script=/s.txt"), std::string("help"), std::string("sigma=3 watch"),
          std::string("state-of=/a.png")})
        EXPECT_EQ(
            refusal([&] { parse_options({"--slot1=" + value}); }).find("--slot1: a slot holds a filter"), 0u);
    EXPECT_TRUE(parse_options({"--slot1=--sigma=3  order=4 no-linear"}).view.compare.slot[0]);
    EXPECT_EQ(parse_options({"--slot1=sigma=8,2"}).view.compare.slot[0]->filter.sigma_y, 2);
}

TEST_F(Files, PicturesThatLabelsNameAreFilesOfThisMachine) {
    const std::string pipe = path("pipe.png"), folder = path("folder.png");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::filesystem::create_directory(folder);
    const std::string picture = write("a.png", "");
    const auto named = [](const std::string& in, const std::string& depth = "") {
        WindowRequest options;
        options.in = in;
        if (!depth.empty()) options.depth = depth;
        return options;
    };
    EXPECT_NO_THROW(require_pictures_of(named(picture)));
    EXPECT_NO_THROW(require_pictures_of(named(picture, picture)));
    EXPECT_NO_THROW(require_pictures_of(WindowRequest()));
    for (const std::string& other :
         {pipe, folder, std::string("/dev/zero"), std::string("/dev/stdin"),
          std::string("/proc/self/environ"), path("none.png"), path("."), std::string("//host/share/a.png"),
          std::string("\\\\host\\share\\a.png")}) {
        refusal([&] { require_pictures_of(named(other)); }, ExitCode::unreadable_input);
        refusal([&] { require_pictures_of(named(picture, other)); }, ExitCode::unreadable_input);
    }
}

TEST_F(Files, ScriptsAreFilesOfSomeLength) {
    EXPECT_NE(refusal([&] { read_script(path(".")); }, ExitCode::unreadable_input).find("it is a folder"),
              std::string::npos);
    refusal([&] { read_script(path("none.txt")); }, ExitCode::unreadable_input);
    ASSERT_EQ(::mkfifo(path("pipe.txt").c_str(), 0600), 0);
    for (const std::string& other : {path("pipe.txt"), std::string("/dev/zero")})
        EXPECT_NE(refusal([&] { read_script(other); }, ExitCode::unreadable_input).find("no regular file"),
                  std::string::npos);
    EXPECT_NE(refusal([&] { read_script(write("long.txt", std::string(longest_script + 1, '#'))); },
                      ExitCode::unreadable_input)
                  .find("longer"),
              std::string::npos);
    std::string most = "frames 2\n";
    most.resize(longest_script, '#');
    EXPECT_EQ(read_script(write("most.txt", most)).lines.size(), 1u);
    EXPECT_EQ(read_script(write("empty.txt", "")).lines.size(), 0u);
}

TEST(Scripts, LastWordsHoldSpaces) {
    const Script script = parse_script(
        "s", "shot  a  b.png \nset slot1 sigma=3 order=4\ntype it's  two\tthings  \r\nclick shift 1 2\n");
    ASSERT_EQ(script.lines.size(), 4u);
    EXPECT_EQ(script.lines[0].words, std::vector<std::string>{"a  b.png"});
    EXPECT_EQ(script.lines[1].words, (std::vector<std::string>{"slot1", "sigma=3 order=4"}));
    EXPECT_EQ(script.lines[2].words, std::vector<std::string>{"it's  two\tthings"});
    EXPECT_EQ(script.lines[3].words, (std::vector<std::string>{"shift", "1", "2"}));
    for (const char* line : {"frames 1 2", "click 1 2 3 4", "move 1 2 3", "set sigma", "set sigma 1 2"})
        refusal([&] { parse_script("s", line); });
}

}  // namespace
}  // namespace sweep::app
