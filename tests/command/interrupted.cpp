// Whatever ends the program while it writes, the file that was there is whole, old or new; of a film what there is lies
// beside it, and nothing else does.
#include <csignal>
#include <optional>
#include <regex>
#include <set>

#include <sys/resource.h>
#include <sys/stat.h>

#include "films/film.h"
#include "films/writer.h"
#include "tests/support/command_line.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

const std::string old_file = "what was here before";

class Interrupted : public CommandLine {
  protected:
    using Names = std::set<std::string>;

    Interrupted() {
        std::filesystem::create_directory(path("out"));
        // Who starts the tests may have these ignored, which the program would inherit.
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    }
    // Runs it with signals at these moments (tests/support/signal_at.cpp).
    Outcome run_with_signal(const Arguments& arguments, const std::string& moments) {
        return run(
            arguments,
            fmt::format("exec env LD_PRELOAD='{}' ASAN_OPTIONS=verify_asan_link_order=0 SIGNAL_AT='{}'",
                        SWEEP_SIGNAL_AT, moments));
    }
    Names outputs() const {
        Names names;
        for (const auto& file : std::filesystem::directory_iterator(path("out")))
            names.insert(file.path().filename().string());
        return names;
    }
    mode_t rights(const std::string& name) const {
        struct stat facts {};
        EXPECT_EQ(stat(path(name).c_str(), &facts), 0) << name;
        return facts.st_mode & 0777;
    }
};

// ---- pictures ------------------------------------------------------------------------------------------

class InterruptedPicture : public Interrupted, public testing::WithParamInterface<const char*> {
  protected:
    void SetUp() override {
        // The noise is more than a block of `ulimit -f` in every format.
        in_ = save("in.png", noise({64, 48, 3}, Sample::u8));
        if (const Outcome outcome = run({"filter", in_, out_}); outcome.code != 0)
            SKIP_WITHOUT("formats", outcome.error);
        fresh_ = read("out/" + name_);
    }
    std::string in_, fresh_;
    const std::string name_ = std::string("a") + GetParam(), out_ = path("out/" + name_);
};

TEST_P(InterruptedPicture, IsOldOrNewAndNothingElseIsLeft) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        for (const std::string moment : {"open", "fsync", "rename", "renamed"}) {
            SCOPED_TRACE(fmt::format("{} at {}", signal, moment));
            write("out/" + name_, old_file);
            const Outcome outcome =
                run_with_signal({"filter", in_, out_}, fmt::format("{} 1 {}", moment, signal));
            EXPECT_EQ(outputs(), Names{name_});
            // A signal waits while a file gets its name, and may then find the program at its end.
            const bool is_new = moment.starts_with("rename");
            EXPECT_TRUE(outcome.signal == signal || (is_new && outcome.code == 0)) << outcome.error;
            EXPECT_TRUE(read("out/" + name_) == (is_new ? fresh_ : old_file));
        }
}

TEST_P(InterruptedPicture, ThatIsKilledLeavesWhatWasThere) {
    write("out/" + name_, old_file);
    EXPECT_EQ(run_with_signal({"filter", in_, out_}, "fsync 1 9").signal, SIGKILL);
    EXPECT_TRUE(read("out/" + name_) == old_file);
}

TEST_P(InterruptedPicture, ThatTheDiskDoesNotTakeIsOneLine) {
    write("out/" + name_, old_file);
    const Outcome outcome = run({"filter", in_, out_}, "ulimit -f 1;");
    EXPECT_EQ(outcome.code, 7);
    EXPECT_EQ(outcome.error, fmt::format("sweep: error: cannot write '{}': File too large; what was there "
                                         "before is untouched\n",
                                         out_));
    EXPECT_EQ(outputs(), Names{name_});
    EXPECT_TRUE(read("out/" + name_) == old_file);
}

TEST_P(InterruptedPicture, KeepsRightsAndLinks) {
    std::filesystem::create_directory(path("far"));
    write("far/target", old_file);
    ASSERT_EQ(chmod(path("far/target").c_str(), 0600), 0);
    std::filesystem::remove(out_);
    std::filesystem::create_symlink("../far/target", out_);
    EXPECT_EQ(run({"filter", in_, out_}).code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(out_));
    EXPECT_TRUE(read("far/target") == fresh_);
    EXPECT_EQ(rights("far/target"), 0600u);
}

INSTANTIATE_TEST_SUITE_P(Formats, InterruptedPicture,
                         testing::Values(".png", ".jpg", ".tif", ".exr", ".hdr", ".pfm", ".npy"),
                         [](const auto& format) { return std::string(format.param + 1); });

// ---- what is written beside them -------------------------------------------------------------------------

TEST_F(Interrupted, TimesAndStagesAreOldOrNew) {
    const std::string in = save("in.npy", noise({32, 24, 1}, Sample::f32));
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        for (int file = 1; file <= 7; ++file) {  // times, Y, Z, U, V, stages.json and OUT
            SCOPED_TRACE(fmt::format("{} at file {}", signal, file));
            const Names names{"a.npy", "t.json"};
            std::filesystem::create_directory(path("stages"));
            for (const std::string& name : names) write("out/" + name, old_file);
            const Outcome outcome =
                run_with_signal({"filter", in, path("out/a.npy"), "--algorithm", "rt", "--timings",
                                 path("out/t.json"), "--dump-stages", path("stages")},
                                fmt::format("fsync {} {}", file, signal));
            EXPECT_EQ(outcome.signal, signal) << outcome.error;
            EXPECT_EQ(outputs(), names);
            EXPECT_TRUE(read("out/a.npy") == old_file);
            for (const auto& stage : std::filesystem::directory_iterator(path("stages")))
                EXPECT_FALSE(stage.path().filename().string().starts_with(".")) << stage;
        }
}

// The first signal lets the files that are being made become whole, and the second one ends that.
TEST_F(Interrupted, ManyFilesAtATimeAreOldOrNew) {
    Arguments arguments{"filter"};
    Names names;
    for (int i = 1; i <= 8; ++i) {
        arguments.push_back(save(fmt::format("{}.npy", i), noise({300, 200, 3}, Sample::f32)));
        names.insert(fmt::format("{}.npy", i));
    }
    arguments.insert(arguments.end(), {"--out", path("out") + "/{name}.npy"});
    ASSERT_EQ(run(arguments).code, 0);
    const std::uintmax_t size = std::filesystem::file_size(path("out/1.npy"));
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        for (const int count : {1, 4}) {
            for (const std::string& name : names) write("out/" + name, old_file);
            const Outcome outcome = run_with_signal(arguments, fmt::format("fsync 1 {} {}", signal, count));
            if (count == 1)
                expect_contains(outcome.error, "sweep: error: interrupted: ");
            else
                EXPECT_TRUE(outcome.signal == signal || outcome.code == 1) << outcome.error;
            EXPECT_EQ(outputs(), names);
            for (const std::string& name : names) {
                const std::string now = read("out/" + name);
                EXPECT_TRUE(now == old_file || now.size() == size) << name;
            }
        }
}

// ---- films -----------------------------------------------------------------------------------------------

class InterruptedFilm : public Interrupted, public testing::WithParamInterface<const char*> {
  protected:
    static constexpr int frames = 48;
    // Matroska is written in clusters of five seconds, of which there are four. A write of a film is 16 KiB.
    void SetUp() override {
        if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
        const auto writer = open_film_writer({path("in.mkv"), false, 160, 120, 2});
        for (int i = 0; i < frames; ++i) writer->add(noise({160, 120, 3}, Sample::u8, unsigned(i)).view());
        writer->finish();
        write("out/" + name_, old_file);
    }
    // The film shows next to nothing but noise.
    Arguments command() const { return {"filter", path("in.mkv"), out_, "--sigma", "0.5"}; }
    // The frames of a film that is whole; those of a GIF, which is read as a picture, are not counted.
    std::optional<int> frames_of(const std::string& name) {
        if (name.ends_with(".gif")) {
            EXPECT_TRUE(read(name).starts_with("GIF89a") && read(name).ends_with(";"));
            return std::nullopt;
        }
        const auto film = open_film({FilmKind::file, path(name)});
        int count = 0;
        while (film->advance()) ++count;
        EXPECT_EQ(film->damaged(), 0);
        return count;
    }
    // Expects the old film, and a part beside it that has as many frames as the line says, some but not all.
    void expect_part(const Outcome& outcome, const std::string& part) {
        EXPECT_EQ(outputs(), (Names{part, name_}));
        EXPECT_TRUE(read("out/" + name_) == old_file);
        std::smatch said;
        const std::regex pattern("sweep: error: .*'([^']*)' has ([0-9]+) frames\n");
        ASSERT_TRUE(std::regex_match(outcome.error, said, pattern)) << outcome.error;
        EXPECT_EQ(said[1], path("out/" + part));
        EXPECT_EQ(frames_of("out/" + part).value_or(std::stoi(said[2])), std::stoi(said[2]));
        EXPECT_GT(std::stoi(said[2]), 0);
        EXPECT_LT(std::stoi(said[2]), frames);
    }
    const std::string name_ = std::string("a") + GetParam(), out_ = path("out/" + name_),
                      part_ = std::string("a.interrupted") + GetParam();
};

TEST_P(InterruptedFilm, LeavesTheOldOneAndAPartBesideIt) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        for (const int call : {1, 2, 5}) {
            SCOPED_TRACE(fmt::format("{} at write {}", signal, call));
            const Outcome outcome = run_with_signal(command(), fmt::format("write {} {}", call, signal));
            EXPECT_EQ(outcome.code, 1) << outcome.error;
            expect_part(outcome, part_);
            std::filesystem::remove(path("out/" + part_));
        }
}

TEST_P(InterruptedFilm, BeforeItsFirstFrameIsOpenedLeavesTheOldOneAlone) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        SCOPED_TRACE(signal);
        const Outcome outcome = run_with_signal(command(), fmt::format("open 1 {}", signal));
        EXPECT_EQ(outcome.code, 1) << outcome.error;
        EXPECT_TRUE(read("out/" + name_) == old_file);
        for (const std::string& name : outputs()) EXPECT_TRUE(name == name_ || name == part_) << name;
        std::filesystem::remove(path("out/" + part_));
    }
}

TEST_P(InterruptedFilm, TwiceEndsAtOnceAndLeavesNoPart) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        SCOPED_TRACE(signal);
        EXPECT_EQ(run_with_signal(command(), fmt::format("write 2 {} 2", signal)).signal, signal);
        EXPECT_EQ(outputs(), Names{name_});
        EXPECT_TRUE(read("out/" + name_) == old_file);
    }
}

TEST_P(InterruptedFilm, ThatIsKilledLeavesWhatWasThere) {
    for (const char* moment : {"write 1 9", "write 3 9", "fsync 1 9", "rename 1 9"}) {
        EXPECT_EQ(run_with_signal(command(), moment).signal, SIGKILL);
        EXPECT_TRUE(read("out/" + name_) == old_file) << moment;
    }
}

TEST_P(InterruptedFilm, NeverReplacesAnotherPart) {
    write("out/" + part_, "a part of yesterday");
    write("victim", old_file);
    const std::string second = std::string("a.interrupted-2") + GetParam(),
                      third = std::string("a.interrupted-3") + GetParam();
    std::filesystem::create_symlink(path("victim"), path("out/" + second));
    expect_contains(run_with_signal(command(), "write 2 15").error, "'" + path("out/" + third) + "' has ");
    EXPECT_EQ(read("out/" + part_), "a part of yesterday");
    EXPECT_EQ(read("victim"), old_file);
    EXPECT_EQ(outputs(), (Names{second, third, part_, name_}));
}

TEST_P(InterruptedFilm, ThatMayNotGrowIsAPart) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{400000, before.rlim_max};  // the film is longer; half of that is kept free for its end
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const Outcome outcome = run(command());
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(outcome.code, 7) << outcome.error;
    expect_contains(outcome.error, "cannot write '" + out_ + "': no file may be longer (ulimit -f); ");
    expect_part(outcome, part_);
}

TEST_P(InterruptedFilm, ThatMayNotGrowAtAllIsOneLine) {
    const Outcome outcome = run(command(), "ulimit -f 1;");
    EXPECT_EQ(outcome.code, 7) << outcome.error;
    EXPECT_TRUE(outcome.error.starts_with("sweep: error: cannot write '" + out_ + "': ")) << outcome.error;
    EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
    EXPECT_EQ(outputs(), Names{name_});
    EXPECT_TRUE(read("out/" + name_) == old_file);
}

TEST_P(InterruptedFilm, KeepsRightsAndLinks) {
    std::filesystem::create_directory(path("far"));
    write("far/target", old_file);
    ASSERT_EQ(chmod(path("far/target").c_str(), 0600), 0);
    std::filesystem::remove(out_);
    std::filesystem::create_symlink("../far/target", out_);
    EXPECT_EQ(run(command()).code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(out_));
    EXPECT_TRUE(read("far/target") != old_file);
    EXPECT_EQ(rights("far/target"), 0600u);
    EXPECT_EQ(outputs(), Names{name_});
}

TEST_P(InterruptedFilm, DoesNotFollowALinkWhoseNameIsTheProcess) {
    write("victim", old_file);
    const std::string plant =
        fmt::format("for f in .{0}.$$.part .{0}.part {0}.part; do ln -s '{1}' '{2}'/$f; done; exec", name_,
                    path("victim"), path("out"));
    EXPECT_EQ(run(command(), plant).code, 0);
    EXPECT_EQ(read("victim"), old_file);
    EXPECT_TRUE(read("out/" + name_) != old_file);
}

TEST_P(InterruptedFilm, TwoWritersAtATimeAreNotMixed) {
    const std::string one =
        fmt::format("'{}' filter '{}' '{}' --sigma 0.5 > /dev/null &", SWEEP_PROGRAM, path("in.mkv"), out_);
    ASSERT_EQ(
        std::system(
            ("a=0; " + one + " p=$!; " + one + " q=$!; wait $p || a=1; wait $q || a=1; exit $a").c_str()),
        0);
    EXPECT_EQ(outputs(), Names{name_});
    EXPECT_EQ(frames_of("out/" + name_).value_or(frames), frames);
}

INSTANTIATE_TEST_SUITE_P(Formats, InterruptedFilm, testing::Values(".mp4", ".mov", ".mkv", ".webm", ".gif"),
                         [](const auto& format) { return std::string(format.param + 1); });

// ---- the rest --------------------------------------------------------------------------------------------

TEST_F(Interrupted, AHangUpThatIsIgnoredStaysSo) {
    const std::string in = save("in.npy", noise({32, 24, 1}, Sample::f32));
    std::signal(SIGHUP, SIG_IGN);
    EXPECT_EQ(run_with_signal({"filter", in, path("out/a.npy")}, "fsync 1 1").code, 0);
    EXPECT_EQ(outputs(), Names{"a.npy"});
}

TEST_F(Interrupted, ADeviceIsNoOutput) {
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32));
    std::filesystem::create_symlink("/dev/full", path("full.npy"));
    std::filesystem::create_symlink("/dev/full", path("full.mp4"));
    expect_contains(refused(7, {"filter", in, path("full.npy")}), "it is not a regular file");
    if (!has_films()) return;
    const auto writer = open_film_writer({path("in.mkv"), false, 16, 16, 25});
    writer->add(noise({16, 16, 3}, Sample::u8).view());
    writer->finish();
    expect_contains(refused(7, {"filter", path("in.mkv"), path("full.mp4")}), "it is not a regular file");
}

TEST_F(Interrupted, ARecordingOffScreenIsAPart) {
    if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
    write("out/a.mkv", old_file);
    write("out/a.png", old_file);
    const Outcome outcome = run_with_signal(
        {"shot", path("out/a.png"), "--size", "320x200", "--frames", "400", "--record", path("out/a.mkv")},
        "write 1 15");
    if (outcome.code == 1 && outcome.error.find("EGL") != std::string::npos)
        SKIP_WITHOUT("window", outcome.error);
    EXPECT_EQ(outcome.code, 1) << outcome.error;
    expect_contains(outcome.error, "interrupted: '" + path("out/a.png") + "' is not written, and '" +
                                       path("out/a.interrupted.mkv") + "' has ");
    EXPECT_EQ(outputs(), (Names{"a.interrupted.mkv", "a.mkv", "a.png"}));
    EXPECT_EQ(read("out/a.mkv"), old_file);
    EXPECT_EQ(read("out/a.png"), old_file);
}

}  // namespace
}  // namespace sweep::test
