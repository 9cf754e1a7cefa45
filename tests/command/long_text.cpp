// Whatever strings files bring to the program, it answers in short lines of UTF-8.
#include "tests/support/long_text.h"

#include <sstream>

#include "core/base/printable.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

class LongTexts : public CommandLine {
  protected:
    // Runs the program, expects an exit code that is no crash, and lines that a terminal shows; returns the code.
    int run_short(const Arguments& arguments, const std::string& environment = "") {
        const Outcome outcome = run(arguments, environment);
        const std::string what = fmt::format("sweep {}", fmt::join(arguments, " "));
        EXPECT_TRUE(outcome.code >= 0 && outcome.code <= 7) << what << "\n" << outcome.code << outcome.error;
        constexpr std::size_t beside = 100;  // "sweep: error: " and what is printed beside a name
        for (const std::string& text : {outcome.out, outcome.error}) {
            std::istringstream lines(text);
            for (std::string line; std::getline(lines, line);) {
                EXPECT_LE(line.size(), longest_message + beside) << what;
                if (line.size() <= longest_message) {
                    EXPECT_EQ(line, printable(line)) << what;
                }
            }
        }
        return outcome.code;
    }
};

TEST_F(LongTexts, OfPicturesAreAnsweredInShortLines) {
    for (const std::string letter : {"a", "\xff\x9b"})
        for (const auto& [name, bytes] : pictures_with(repeated(letter, mebibyte))) {
            const std::string file = write(name, bytes);
            const int code = run_short({"filter", file, path("out.npy"), "--sigma", "1", "--engine", "cpu"});
            EXPECT_TRUE(code == 0 || code == 6) << name;
            EXPECT_NE(run_short({"--state-of", file}, no_display), 0) << name;
        }
    for (const std::string letter : {"a", "\xff"}) {
        const std::string name = path(repeated(letter, 200));
        EXPECT_EQ(run_short({"filter", write(repeated(letter, 200) + ".png", "none"), path("out.png")}), 6);
        EXPECT_EQ(run_short({"filter", name, path("out.png")}), 6);
        EXPECT_EQ(
            run_short({"filter", path("comment.ppm"), name + ".png", "--sigma", "1", "--engine", "cpu"}), 0);
        const std::string damaged = write(repeated(letter, 200) + ".bmp", "none");
        EXPECT_EQ(run_short({"filter", path("comment.ppm"), damaged, "--out", path("{name}.npy")}), 1);
    }
}

// What stands on the command line is at most 128 KiB.
TEST_F(LongTexts, OfOptionsAreRefusedInAShortLine) {
    for (const std::string letter : {"a", "\xff", "1,"}) {
        const std::string text = repeated(letter, 60000);
        for (const std::string& argument :
             {"--" + text, "--filter=" + text, "--sigma=" + text, "--poles=" + text,
              "--boundary=constant:" + text, "--slot1=" + text, text})
            EXPECT_NE(run_short({"filter", "a.png", "b.png", argument}), 0);
        EXPECT_EQ(run_short({text}), 2);
    }
}

TEST_F(LongTexts, OfScriptsAndLecturesAreRefusedInAShortLine) {
    for (const std::string letter : {"a", "\xff"}) {
        const std::string text = repeated(letter, mebibyte - 100);
        for (const std::string& line : {text, "set " + text + " 1", "set filter " + text, "set zoom " + text,
                                        "shot " + text, "click " + text + " 1", "quit " + text})
            EXPECT_EQ(run_short({"shot", path("o.png"), "--script", write("s.txt", line)}), 2)
                << line.substr(0, 20);
        for (const char* part : {"title", "step", "caption", "notes", "state", "action", "other"}) {
            const std::string file = write("l.cues", "step: a\n" + std::string(part) + ": " + text);
            EXPECT_EQ(run_short({"rehearse", file}), 2) << part;
            EXPECT_EQ(run_short({"shot", path("o.png"), "--lecture", file, "--frames", "2"}), 2) << part;
        }
    }
}

// A name that no file system takes is that of a file that is not there.
TEST_F(LongTexts, OfNamesAreRefusedAsFilesThatAreNotThere) {
    const std::string name = repeated("a", 256), picture = path(name + ".png");
    EXPECT_EQ(run_short({"shot", path("o.png"), picture, "--frames", "2"}), 6);
    EXPECT_EQ(run_short({"shot", path("o.png"), path(name) + "/a.png", "--frames", "2"}), 6);
    EXPECT_EQ(run_short({"shot", path("o.png"), "--script", picture}), 6);
    EXPECT_EQ(run_short({"rehearse", picture}), 6);
    EXPECT_EQ(run_short({"filter", picture, path("o.png")}), 6);
}

TEST_F(LongTexts, OfKeptSettingsAreLeftOut) {
    std::filesystem::create_directories(path("config/sweep"));
    const std::string config = "XDG_CONFIG_HOME='" + path("config") + "'",
                      text = repeated("/a", mebibyte - 200);
    for (const std::string& said :
         {"{\"recent\": [\"" + text + "\", \"/gone\\u001b[31m.png\"]}",
          "{\"recent\": [{\"picture\": \"/gone.png\", \"depth\": \"" + text + "\"}]}",
          "{\"theme\": \"" + text + "\"}", "{\"measuring_offered\": \"" + text + "\"}",
          "{\"" + text + "\": 1}", "{" + text, text}) {
        write("config/sweep/settings.json", said);
        EXPECT_EQ(run_short({"list", "recent"}, config), 0);
    }
    write("config/sweep/settings.json", "{\"recent\": [\"" + text + "\", \"/gone\\u001b[31m.png\"]}");
    EXPECT_EQ(run({"list", "recent"}, config).out, "1  /gone [31m.png (not there now)\n");
}

}  // namespace
}  // namespace sweep::test
