// The command line, driven as a process: `sweep bench` and `sweep shot`.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iterator>

#include "tests/support/command_line.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

TEST_F(CommandLine, BenchWritesTheSchemaThatScriptsRead) {
    const Outcome outcome = run(
        {"bench",      "--size",     "96x64,64x33", "--filter", "gaussian,sat", "--order", "3,5",
         "--boundary", "clamp,none", "--channels",  "2",        "--repeats",    "3",       "--warmup",
         "0",          "--engine",   "cpu",         "--json",   path("b.json"), "--csv",   path("b.csv")});
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    const auto json = nlohmann::json::parse(read("b.json"));
    EXPECT_EQ(json["device"]["engine"], "cpu");
    for (const char* key : {"name", "cpu", "build", "version"})
        EXPECT_TRUE(json["device"].contains(key)) << key;
    ASSERT_EQ(json["results"].size(), 2u * 2 * 2 + 2u)
        << "Gaussians: sizes x orders x boundaries; tables: sizes";
    for (const auto& result : json["results"]) {
        for (const char* key :
             {"filter", "algorithm", "order", "boundary", "engine", "width", "height", "channels",
              "median_ms", "p95_ms", "gips", "bytes", "copy_ms", "ratio_to_copy", "stages"})
            EXPECT_TRUE(result.contains(key)) << key;
        expect_stages(result, "median_ms");
        const double pixels = result["width"].get<double>() * result["height"].get<double>();
        EXPECT_NEAR(result["gips"].get<double>(),
                    pixels / 0x1p30 / (result["median_ms"].get<double>() * 1e-3), 1e-9);
        EXPECT_GE(result["p95_ms"], result["median_ms"]);
        if (result["filter"] == "sat") {
            EXPECT_EQ(result["boundary"], "none");
        }
        EXPECT_GT(result["copy_ms"], 0);
    }
    const std::string csv = read("b.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 11);
    EXPECT_TRUE(csv.starts_with("filter,algorithm,order,")) << csv;
    expect_contains(outcome.out, "median ms");
}

TEST_F(CommandLine, BenchSaysHowFarResultsAreFromTheTruth) {
    const Outcome outcome = run({"bench",
                                 "--size",
                                 "96x64",
                                 "--filter",
                                 "gaussian,box,sat",
                                 "--realisation",
                                 "direct",
                                 "--sigma",
                                 "300",
                                 "--repeats",
                                 "1",
                                 "--warmup",
                                 "0",
                                 "--engine",
                                 "cpu,reference",
                                 "--check",
                                 "--json",
                                 path("b.json"),
                                 "--csv",
                                 path("b.csv")});
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    expect_contains(outcome.out, "     error\n");
    expect_contains(read("b.csv"), ",error,local_error,tolerance");
    const auto json = nlohmann::json::parse(read("b.json"));
    ASSERT_EQ(json["results"].size(), 6u);
    for (const auto& result : json["results"]) {
        const bool is_off = result["filter"] == "gaussian" && result["engine"] == "cpu";
        EXPECT_EQ(result["error"].get<double>() > result["tolerance"].get<double>(), is_off)
            << "direct feedback in float32 loses the digits of this filter";
    }
}

// In a product of lists an impossible case is listed as skipped; alone, it is an error.
TEST_F(CommandLine, BenchSkipsWhatIsNotPossible) {
    const Arguments common{"bench", "--size", "64x48", "--repeats", "1", "--warmup", "0", "--engine", "cpu"};
    auto with = [&](Arguments options) {
        options.insert(options.begin(), common.begin(), common.end());
        return options;
    };
    const Outcome outcome = run(with({"--algorithm", "7,sat", "--filter", "gaussian,butterworth,sat",
                                      "--order", "3,8", "--json", path("b.json")}));
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    const auto json = nlohmann::json::parse(read("b.json"));
    // Algorithm 7 runs Gaussian 3, Butterworth 3 and 8; sat runs a table.
    ASSERT_EQ(json["results"].size(), 4u);
    EXPECT_EQ(json["skipped"].size(), 6u);
    for (const auto& skipped : json["skipped"]) EXPECT_NE(skipped["reason"], "");
    EXPECT_EQ(json["results"][0]["algorithm"], "7");
    EXPECT_EQ(json["results"][3]["algorithm"], "sat");
    expect_contains(outcome.out, "skipped: algorithm sat makes tables");
    expect_contains(outcome.out, "skipped: the Gaussian has order 3, 4 or 5, not 8");

    refused(2, with({"--algorithm", "sat"}));
    refused(2, with({"--order", "8"}));
    expect_contains(refused(2, with({"--order", "7,8"})), "none of these combinations is possible");
    expect_contains(refused(2, with({"--algorithm", "sat,sat-1pass"})),
                    "none of these combinations is possible");
}

TEST_F(CommandLine, BenchRunsOnTheReferenceAndOnBytes) {
    EXPECT_EQ(run({"bench", "--size", "32x32", "--engine", "reference", "--repeats", "1"}).code, 0);
    EXPECT_EQ(
        run({"bench", "--size", "32x32", "--sample", "u8", "--filter", "sat,box,none", "--repeats", "1"})
            .code,
        0);
    EXPECT_EQ(run({"bench", "--size", "32x32", "--sample", "f64", "--repeats", "1"}).code, 0);
}

TEST_F(CommandLine, ShotDrawsTheWindowWithoutADisplay) {
    const Outcome outcome = run({"shot", path("shot.png"), "--size", "640x400", "--frames", "2"}, no_display);
    if (outcome.code == 1 && outcome.error.find("EGL") != std::string::npos)
        SKIP_WITHOUT("window", outcome.error);
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(outcome.error.find("OpenGL:"), std::string::npos) << outcome.error;
    const Image shot = load_image(path("shot.png"));
    EXPECT_EQ(shot.shape().width, 640);
    EXPECT_EQ(shot.shape().height, 400);
}

TEST_F(CommandLine, AShotIsDrawnAgainFromItself) {
    const std::string in = save("in.png", noise({64, 48, 3}, Sample::u8));
    const auto shot = [&](const std::string& name, Arguments more) {
        Arguments arguments{"shot", path(name)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run(arguments, no_display);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return load_image(path(name));
    };
    const Image first = shot(
        "first.png", {in, "--size=400x300", "--panels=off", "--captions=off", "--sigma=3", "--frames=2"});
    const Image again = shot("again.png", {"--state-of", path("first.png"), "--frames=2"});
    EXPECT_EQ(samples_of<std::uint8_t>(again), samples_of<std::uint8_t>(first));
    EXPECT_EQ(label_of(path("again.png")), label_of(path("first.png")));
    // An option beside --state-of overrides the state.
    const Image other = shot("other.png", {"--sigma=9", "--state-of", path("first.png"), "--frames=2"});
    EXPECT_EQ(other.shape(), first.shape());
    EXPECT_NE(samples_of<std::uint8_t>(other), samples_of<std::uint8_t>(first));
    expect_contains(label_of(path("other.png")), "--sigma=9");
    expect_contains(label_of(path("other.png")), "--panels=off");
    const std::string mine = save("mine.png", noise({64, 48, 3}, Sample::u8, 2));
    shot("mine_too.png", {mine, "--state-of", path("first.png"), "--frames=2"});
    expect_contains(label_of(path("mine_too.png")), mine);

    expect_contains(refused(6, {"shot", path("x.png"), "--state-of", in}), "holds no state");
    refused(6, {"shot", path("x.png"), "--state-of", path("none.png")});
    save_image(path("newer.png"), first.view(), "sweep --of-tomorrow=1");
    expect_contains(refused(2, {"shot", path("x.png"), "--state-of", path("newer.png")}), "--of-tomorrow");
}

// A lesson reads its pixels before it shows their numbers.
TEST_F(CommandLine, APictureOfAScriptWaitsForItsLesson) {
    write("script.txt", "set view passes\nset walk on\nset walk-step 3\nshot " + path("first.png") +
                            "\nframes 30\nshot " + path("later.png") + "\n");
    const Outcome outcome = run({"shot", path("last.png"), "--size=640x400", "--engine=cpu", "--panels=off",
                                 "--captions=off", "--script", path("script.txt")},
                                no_display);
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(path("first.png"))),
              samples_of<std::uint8_t>(load_image(path("later.png"))));
}

// Without the protection, the picture would run the script and replace the files that are there.
TEST_F(CommandLine, WhatAPictureSaysRunsAndWritesNothing) {
    std::filesystem::create_directory(path("mine"));
    write("mine/000001.png", "mine");
    write("mine/script.txt", "shot " + path("mine/owned.png") + "\n");
    const Image any = noise({64, 48, 3}, Sample::u8);
    save_image(path("evil.png"), any.view(),
               "sweep --record=" + path("mine") + " --script " + path("mine/script.txt") +
                   " --keys=q --frames=2 --watch --print-state --recent=3 --size=320x200 --sigma=9");
    const Outcome outcome =
        run({"shot", path("o.png"), "--state-of", path("evil.png"), "--frames=2"}, no_display);
    if (outcome.code == 1 && outcome.error.find("EGL") != std::string::npos)
        SKIP_WITHOUT("window", outcome.error);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(
        outcome.error.find("sweep: note: --state-of '" + path("evil.png") +
                           "': --record, --script, --keys, --frames, --watch, --print-state, --recent: "),
        0u)
        << outcome.error;
    EXPECT_EQ(read("mine/000001.png"), "mine");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("mine")), {}), 2);
    EXPECT_EQ(load_image(path("o.png")).shape(), (Shape{320, 200, 3}));
    expect_contains(label_of(path("o.png")), "--sigma=9");

    for (const std::string& picture : {std::string("/dev/zero"), path("mine"), std::string("//host/a.png")}) {
        save_image(path("evil.png"), any.view(), "sweep " + picture);
        refused(6, {"shot", path("x.png"), "--state-of", path("evil.png")});
    }
    save_image(path("evil.png"), any.view(), "sweep --\x1b]0;evil\a=1");
    EXPECT_EQ(refused(2, {"shot", path("x.png"), "--state-of", path("evil.png")}).find('\x1b'),
              std::string::npos);
}

TEST_F(CommandLine, KeysChangeTheShotAndUnknownOnesDoNot) {
    if (const Outcome outcome =
            run({"shot", path("plain.png"), "--size", "640x400", "--frames", "1"}, no_display);
        outcome.code == 1 && outcome.error.find("EGL") != std::string::npos)
        SKIP_WITHOUT("window", outcome.error);
    // Returns how much the middle of the picture differs from the plain shot; the times beside it always
    // differ.
    auto difference = [&](const char* keys) {
        const Outcome outcome =
            run({"shot", path("keys.png"), "--size", "640x400", "--frames", "1", "--keys", keys}, no_display);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        const Image plain = load_image(path("plain.png")), shot = load_image(path("keys.png"));
        int differing = 0;
        for (int y = 150; y < 250; ++y)
            for (int x = 250; x < 350; ++x)
                differing += std::memcmp(plain.view().row<std::uint8_t>(y) + 3 * x,
                                         shot.view().row<std::uint8_t>(y) + 3 * x, 3) != 0;
        return differing;
    };
    EXPECT_GT(difference("o"), 1000);
    EXPECT_GT(difference("d"), 1000);
    EXPECT_EQ(difference("~\xc3\xa9"), 0);
}

}  // namespace
}  // namespace sweep::test
