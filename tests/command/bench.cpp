// sweep bench: its lists and ranges, what it skips, its reports, its progress, and what Ctrl+C leaves.
#include <set>
#include <sstream>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/base/progress.h"
#include "app/work/options/filter_options.h"
#include "app/work/options/option_values.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "tests/support/command_line.h"
#include "tests/support/eventually.h"

namespace sweep::test {
namespace {

using app::parse_sizes;
using app::Progress;
using app::Size;

TEST(BenchSizes, AreSquaresRangesAndOthers) {
    EXPECT_EQ(parse_sizes("--size", "640x480"), (std::vector<Size>{{640, 480}}));
    EXPECT_EQ(parse_sizes("--size", "512"), (std::vector<Size>{{512, 512}}));
    EXPECT_EQ(parse_sizes("--size", "64:200:64"), (std::vector<Size>{{64, 64}, {128, 128}, {192, 192}}));
    EXPECT_EQ(parse_sizes("--size", "7:7:1"), (std::vector<Size>{{7, 7}}));
    EXPECT_EQ(parse_sizes("--size", "64:8192:64").size(), 128u);
    EXPECT_EQ(parse_sizes("--size", "1:16777216:16777216"), (std::vector<Size>{{1, 1}}));
    for (const char* text : {"", "0", "64:", "64:128", ":128:64", "64:128:", "64:128:0", "128:64:8",
                             "64:128:-8", "64:128:64:1", "1x2:64:8", "1:16777216:1", "99999999", "8x", "a"})
        EXPECT_THROW(parse_sizes("--size", text), Error) << text;
}

double sigma_of(const std::string& text, const Shape& shape) {
    app::FilterSettings settings;
    app::find_filter_option("sigma")->set(settings, text);
    return settings.problem(shape).filter.sigma;
}

TEST(BenchSigma, IsInPixelsOrAPartOfTheShorterSide) {
    EXPECT_EQ(sigma_of("2.5", {64, 64, 1}), 2.5);
    EXPECT_EQ(sigma_of("n/6", {600, 300, 1}), 50);
    for (const char* text : {"", "n", "n/", "n/0", "n/-2", "n*2", "6/n"})
        EXPECT_THROW(app::parse_sigma("--sigma", text), Error) << text;
}

// ---- progress ----------------------------------------------------------------------------------------

TEST(BenchProgress, SaysDurationsAsOneWould) {
    EXPECT_EQ(app::duration_text(0.2), "0 s");
    EXPECT_EQ(app::duration_text(59.6), "1 min 0 s");
    EXPECT_EQ(app::duration_text(80), "1 min 20 s");
    EXPECT_EQ(app::duration_text(7500), "2 h 5 min");
}

// Returns what a progress of ten equal pieces writes when each takes so many seconds.
std::string written(Progress::Style style, double seconds, const std::string& what = "gaussian ") {
    std::FILE* file = std::tmpfile();
    double now = 100;
    {
        Progress progress(file, style, 10, 10, [&] { return now; });
        for (int i = 0; i < 10; ++i) {
            progress.show(what + std::to_string(i));
            now += seconds;
            progress.advance(1);
        }
    }
    std::string text(std::size_t(std::ftell(file)), '\0');
    std::rewind(file);
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
}

TEST(BenchProgress, DrawsABarWithTheTimeThatIsLeft) {
    const std::string text = written(Progress::Style::bar, 3);
    expect_contains(text, "] 0/10  gaussian 0");
    expect_contains(text, "] 5/10, 15 s left  gaussian 5");
    expect_contains(text, "[############............] 5/10");
    EXPECT_TRUE(text.ends_with("\r\033[K")) << "the bar is taken away at the end";
    EXPECT_EQ(text.find('\n'), std::string::npos);
}

// Names of files stand in the bar.
TEST(BenchProgress, ObeysNoNameAndCutsBetweenCharacters) {
    expect_contains(written(Progress::Style::bar, 3, "a\x1b[2Jb\xff"), "] 0/10  a [2Jb\\xff0");
    for (int shift = 0; shift < 4; ++shift) {
        std::string name(std::size_t(shift), 'a');
        for (int i = 0; i < 5000; ++i) name += "\xf0\x9f\x98\x80";
        std::string text = written(Progress::Style::bar, 3, name);
        EXPECT_LT(text.size(), 11 * 100u);
        std::erase(text, '\r');
        std::erase(text, '\x1b');
        EXPECT_EQ(text, bounded(text)) << "half a character is left";
    }
}

TEST(BenchProgress, WritesALineNowAndThenWhereNobodyWatches) {
    EXPECT_EQ(written(Progress::Style::lines, 0.5), "");
    EXPECT_EQ(written(Progress::Style::lines, 4),
              "sweep: 3 of 10 measured, 28 s left\n"
              "sweep: 6 of 10 measured, 16 s left\n"
              "sweep: 9 of 10 measured, 4 s left\n");
    EXPECT_EQ(written(Progress::Style::none, 60), "");
}

// ---- the command -------------------------------------------------------------------------------------

class BenchCommand : public CommandLine {
  protected:
    static Arguments quick(Arguments options) {
        Arguments all{"bench", "--repeats", "2", "--warmup", "0", "--stage-repeats", "1"};
        all.insert(all.end(), options.begin(), options.end());
        return all;
    }
    nlohmann::json json() const { return nlohmann::json::parse(read("b.json")); }
    nlohmann::json measured(Arguments options) {
        options.insert(options.end(), {"--json", path("b.json")});
        const Outcome outcome = run(quick(options));
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_EQ(outcome.error, "");
        return json();
    }
};

TEST_F(BenchCommand, MeasuresEveryCombinationOfItsListsOnce) {
    const auto results = measured({"--engine", "cpu", "--size", "48,32:64:32,40x20", "--filter",
                                   "gaussian,exponential,sat", "--sigma", "2,n/6", "--alpha", "0.1,0.5,1",
                                   "--algorithm", "5,7,sat", "--boundary", "clamp,mirror"})["results"];
    // Each of 4 sizes has 2 x 2 x 2 cases of the Gaussian, 3 x 2 x 2 of the exponential, and one table.
    ASSERT_EQ(results.size(), 4u * (8 + 12 + 1));
    std::set<std::string> different;
    for (auto result : results) {
        std::string key;
        for (const char* name : {"filter", "algorithm", "boundary", "width", "height", "sigma", "alpha"})
            if (result.contains(name)) key += result[name].dump() + " ";
        different.insert(key);
        EXPECT_EQ(result.contains("sigma"), result["filter"] == "gaussian");
        EXPECT_EQ(result.contains("alpha"), result["filter"] == "exponential");
    }
    EXPECT_EQ(different.size(), results.size());
    EXPECT_EQ(results[0]["width"], 48);
    EXPECT_EQ(results.back()["width"], 40);
    EXPECT_EQ(results[0]["sigma"], 2);
    EXPECT_EQ(results[4]["sigma"], 8) << "a sixth of 48";
}

// A list has commas between its boundaries, and a pair of them a slash.
TEST_F(BenchCommand, MeasuresPairsOfBoundaries) {
    const auto report = measured({"--engine", "cpu", "--size", "48x32", "--filter", "gaussian,sat",
                                  "--algorithm", "7,fft,sat", "--boundary",
                                  "mirror,clamp/mirror,constant:1/repeat,clamp/constant:0.5,zero"});
    std::vector<std::string> boundaries;
    for (const auto& result : report["results"])
        if (result["filter"] == "gaussian" && result["algorithm"] == "7")
            boundaries.push_back(result["boundary"]);
    EXPECT_EQ(boundaries, (std::vector<std::string>{"mirror", "clamp,mirror", "constant:1,repeat",
                                                    "clamp,constant:0.5", "zero"}));
}

TEST_F(BenchCommand, ReportsTheSpreadTheMachineAndTheBuild) {
    const auto report =
        measured({"--size", "64", "--engine", "cpu", "--repeats", "7", "--csv", path("b.csv")});
    for (const char* key : {"name", "cpu", "build", "compiler", "version"})
        EXPECT_TRUE(report["device"].contains(key)) << key;
    EXPECT_EQ(report["date"].get<std::string>().size(), std::string("2026-11-20T12:00:00Z").size());
    EXPECT_EQ(report["command"],
              "sweep bench --repeats 2 --warmup 0 --stage-repeats 1 --size 64 --engine cpu "
              "--repeats 7");
    EXPECT_FALSE(report.contains("interrupted"));
    const auto& result = report["results"][0];
    EXPECT_EQ(result["repeats"], 7);
    EXPECT_LE(result["min_ms"], result["p5_ms"]);
    EXPECT_LE(result["p5_ms"], result["median_ms"]);
    EXPECT_LE(result["median_ms"], result["p95_ms"]);
    EXPECT_NEAR(result["gigabytes_per_second"].get<double>(),
                result["bytes"].get<double>() / (result["median_ms"].get<double>() * 1e6), 1e-9);
    EXPECT_NEAR(result["ratio_to_copy"].get<double>(),
                result["copy_ms"].get<double>() / result["median_ms"].get<double>(), 1e-9);
}

TEST_F(BenchCommand, MeasuresTheCopyOnceForEachSize) {
    const auto results =
        measured({"--engine", "cpu", "--size", "64,128", "--algorithm", "4,5,6,7"})["results"];
    ASSERT_EQ(results.size(), 8u);
    for (int i = 0; i < 8; ++i) EXPECT_EQ(results[i]["copy_ms"], results[i / 4 * 4]["copy_ms"]);
}

// Only CUDA has textures and float16, and only for pictures.
TEST_F(BenchCommand, RefusesTexturesAndFloat16WhereTheyAreNot) {
    const auto refusal = [&](Arguments options) {
        options.insert(options.begin(), {"bench", "--size", "32"});
        const Outcome outcome = run(options);
        EXPECT_EQ(outcome.code, 2);
        return outcome.error;
    };
    const Arguments texture{"--channels", "4", "--memory", "texture"},
        half{"--channels", "4", "--result", "half"};
    for (const char* engine : {"cpu", "reference"}) {
        const auto on = [&](Arguments options) {
            options.insert(options.end(), {"--engine", engine});
            return refusal(options);
        };
        EXPECT_EQ(on(texture),
                  fmt::format("sweep: error: the {} engine has no textures: use --engine cuda\n", engine));
        EXPECT_EQ(on(half),
                  fmt::format("sweep: error: the {} engine has no results in float16: use --engine cuda\n",
                              engine));
    }
    expect_contains(refusal({"--memory", "texture"}), "a texture has four channels, not 1");
    expect_contains(refusal({"--result", "half"}), "on four channels");
    expect_contains(refusal({"--result", "half", "--channels", "4", "--filter", "sat"}),
                    "of a recursive filter");
    expect_contains(refusal({"--memory", "textur"}), "did you mean texture?");
}

// Within the last pass, and in a pass of its own.
TEST_F(BenchCommand, ResultsBecomeSamplesOfAPicture) {
    for (const char* algorithm : {"7", "5"}) {
        const nlohmann::json report =
            measured({"--engine", "cpu", "--size", "64", "--algorithm", algorithm, "--codes", "u16"});
        ASSERT_EQ(report["results"].size(), 1u);
        EXPECT_GT(report["results"][0]["median_ms"], 0);
        expect_contains(report["command"].get<std::string>(), "--codes u16");
    }
    expect_contains(run({"bench", "--codes", "u8", "--channels", "4", "--result", "half"}).error,
                    "--codes is of results in float");
}

TEST_F(BenchCommand, CsvHasACellForEveryColumn) {
    const Outcome outcome = run(quick(
        {"--engine", "cpu", "--size", "32", "--filter", "gaussian,exponential,sat", "--csv", path("b.csv")}));
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    const std::string csv = read("b.csv");
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    expect_contains(line, "sigma");
    expect_contains(line, "alpha");
    const auto columns = std::count(line.begin(), line.end(), ',');
    int rows = 0;
    for (; std::getline(lines, line); ++rows)
        EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns) << csv;
    EXPECT_EQ(rows, 3);
}

TEST_F(BenchCommand, StagesHaveNoTimesWhenNoneAreAskedFor) {
    const auto report = measured({"--engine", "cpu", "--size", "64", "--stage-repeats", "0"});
    ASSERT_GT(report["results"][0]["stages"].size(), 1u);
    for (const auto& stage : report["results"][0]["stages"]) {
        EXPECT_TRUE(stage["median_ms"].is_null());
        EXPECT_GT(stage["bytes_read"], 0);
    }
}

TEST_F(BenchCommand, AnEngineThatIsNotHereIsSkippedInAList) {
    const char* no_gpu = "CUDA_VISIBLE_DEVICES=";
    const Outcome outcome =
        run(quick({"--engine", "cuda,cpu", "--size", "32,48", "--json", path("b.json")}), no_gpu);
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(json()["device"]["engine"], "cpu");
    EXPECT_EQ(json()["results"].size(), 2u);
    ASSERT_EQ(json()["skipped"].size(), 2u);
    EXPECT_EQ(json()["skipped"][0]["engine"], "cuda");
    expect_contains(outcome.out, "32x32 to 48x48 skipped: the engine cuda");
    EXPECT_EQ(run(quick({"--engine", "cuda", "--size", "32,48"}), no_gpu).code, 4) << "none is left";
}

TEST_F(BenchCommand, ASizeBeyondMemoryIsSkippedInAList) {
    const auto report = measured({"--engine", "cpu", "--size", "32,16000000"});
    EXPECT_EQ(report["results"].size(), 1u);
    ASSERT_EQ(report["skipped"].size(), 1u);
    expect_contains(report["skipped"][0]["reason"], "use a smaller image");
    expect_contains(refused(1, quick({"--engine", "cpu", "--size", "16000000"})), "of memory");
}

TEST_F(BenchCommand, ALimitOfTimeTakesFewerRuns) {
    const auto result = measured({"--engine", "cpu", "--size", "256", "--repeats", "1000000", "--warmup",
                                  "1000000", "--seconds", "0.05"})["results"][0];
    EXPECT_GE(result["repeats"], 3);
    EXPECT_LT(result["repeats"], 100000);
    const auto slow =
        measured({"--engine", "cpu", "--size", "512", "--repeats", "9", "--seconds", "1e-9"})["results"][0];
    EXPECT_EQ(slow["repeats"], 3);
}

TEST_F(BenchCommand, QuietLeavesTheFilesAlone) {
    const Outcome outcome =
        run(quick({"--engine", "cpu", "--size", "32", "--quiet", "--json", path("b.json")}));
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(json()["results"].size(), 1u);
    refused(2, quick({"--quiet"}));
}

TEST_F(BenchCommand, ListsAreForTheBenchmark) {
    save("in.npy", noise({8, 8, 1}, Sample::f32));
    for (const Arguments& option : {Arguments{"--order", "3,4"}, Arguments{"--alpha", "0.1,0.2"},
                                    Arguments{"--engine", "cpu,reference"}, Arguments{"--sigma", "n/6"},
                                    Arguments{"--size", "8"}, Arguments{"--size", "8:16:8"}}) {
        Arguments arguments{"filter", path("in.npy"), path("out.npy")};
        arguments.insert(arguments.end(), option.begin(), option.end());
        refused(2, arguments);
    }
    for (const Arguments& option :
         {Arguments{"--size", "64:32:8"}, Arguments{"--sigma", "n/0"}, Arguments{"--sigma", "2,,3"},
          Arguments{"--seconds", "0"}, Arguments{"--engine", "cpu,gpux"}})
        refused(2, quick(option));
}

// ---- Ctrl+C ------------------------------------------------------------------------------------------

class InterruptedBench : public BenchCommand {
  protected:
    // Starts it with its output in the file "stdout", waits until that has so many lines, sends the signal,
    // and returns the exit code.
    int interrupted(Arguments options, int signal, int lines) {
        Arguments arguments{SWEEP_PROGRAM, "bench", "--json", path("b.json")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        std::filesystem::remove(path("stdout"));  // from an earlier run
        const pid_t child = fork();
        if (child == 0) {
            ::signal(SIGINT, SIG_DFL);
            for (auto [name, stream] : {std::pair{"stdout", 1}, {"stderr", 2}})
                dup2(open(path(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), stream);
            std::vector<char*> words;
            for (std::string& argument : arguments) words.push_back(argument.data());
            words.push_back(nullptr);
            execv(words[0], words.data());
            _exit(127);
        }
        auto lines_of = [&] {
            const std::string text = read("stdout");
            return std::count(text.begin(), text.end(), '\n');
        };
        EXPECT_TRUE(eventually([&] { return lines_of() >= lines; })) << read("stderr");
        EXPECT_EQ(read("b.json"), old) << "the file is replaced at the end alone";
        kill(child, signal);
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    const std::string old = R"({"results": "of another day"})";
};

TEST_F(InterruptedBench, WritesWhatItMeasured) {
    for (int signal : {SIGINT, SIGTERM}) {
        write("b.json", old);
        EXPECT_EQ(interrupted({"--engine", "cpu", "--size", "256:4096:1", "--stage-repeats", "0"}, signal, 5),
                  1);
        EXPECT_EQ(json()["interrupted"], true);
        EXPECT_GE(json()["results"].size(), 3u);
        EXPECT_LT(json()["results"].size(), 3841u);
        EXPECT_TRUE(json()["results"].back().contains("ratio_to_copy"));
        const std::string error = read("stderr");
        expect_contains(error, fmt::format("sweep: error: interrupted, {} of 3841 combinations were measured",
                                           json()["results"].size()));
        EXPECT_EQ(count_files(), 3u) << "the report, and what was printed";
    }
}

TEST_F(InterruptedBench, LeavesTheOldFileWhenNothingWasMeasured) {
    write("b.json", old);
    EXPECT_EQ(interrupted({"--engine", "cpu", "--size", "64", "--repeats", "1000000", "--warmup", "1000000"},
                          SIGINT, 2),
              1);
    EXPECT_EQ(read("b.json"), old);
    expect_contains(read("stderr"), "nothing was written");
}

}  // namespace
}  // namespace sweep::test
