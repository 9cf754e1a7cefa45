// The command line, driven as a process: what it says, what it refuses, what it does to files.
#include "core/design/kinds.h"
#include "core/families/algorithms.h"
#include "core/plan/offers.h"
#include "gpu/engine.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

// ---- what is said ------------------------------------------------------------------------------------

TEST_F(CommandLine, VersionStandsAloneOnOneLine) {
    const Outcome outcome = run({"--version"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out, "sweep " SWEEP_VERSION "\n");
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(run({"--version", "filter"}).out, outcome.out);
}

TEST_F(CommandLine, HelpHasExamplesFirstAndEveryOption) {
    for (const Arguments& arguments : {Arguments{"--help"}, Arguments{"-h"}, Arguments{"help"}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0);
        EXPECT_LT(outcome.out.find("Examples:"), outcome.out.find("Usage: sweep"));
        for (const char* command : {"filter", "bench", "shot", "list", "doctor", "tune"})
            expect_contains(outcome.out, fmt::format("\n  {} ", command));
    }
    const std::string shared[] = {"--filter",    "--sigma",      "--order",       "--radius",
                                  "--causal",    "--anticausal", "--feedforward", "--anticausal-feedforward",
                                  "--cutoff",    "--ripple",     "--attenuation", "--band",
                                  "--alpha",     "--derivative", "--gain",        "--boundary",
                                  "--engine",    "--passes",     "--size",        "--algorithm",
                                  "--taps",      "--block",      "--precision",   "--realisation",
                                  "--no-linear", "--tuning"};
    for (const char* command : {"filter", "bench", "shot"}) {
        const Outcome long_form = run({command, "--help"}), short_form = run({"help", command});
        EXPECT_EQ(long_form.code, 0);
        EXPECT_EQ(long_form.out, short_form.out);
        for (const std::string& option : shared) expect_contains(long_form.out, option);
        std::istringstream options(long_form.out.substr(long_form.out.find("\nOptions:")));
        for (std::string line; std::getline(options, line);) EXPECT_LE(line.size(), 100u) << line;
    }
    expect_contains(run({"filter", "--help"}).out, "--dump-stages DIR");
    expect_contains(run({"bench", "--help"}).out, "--json FILE");
    expect_contains(run({"shot", "--help"}).out, "(default 24)");
    expect_contains(run({"filter", "--help"}).out, "--no-premultiply");
}

TEST_F(CommandLine, ListsSayWhatIsHere) {
    auto first_words = [&](const char* what) {
        const Outcome outcome = run({"list", what});
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        std::vector<std::string> words;
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);) words.push_back(line.substr(0, line.find(' ')));
        return words;
    };
    using Words = std::vector<std::string>;
    Words kinds, names;
    for (const KindInfo& kind : filter_kinds()) kinds.emplace_back(kind.word);
    EXPECT_EQ(first_words("filters"), kinds);
    for (const AlgorithmInfo& a : algorithms()) names.emplace_back(a.name);
    EXPECT_EQ(first_words("algorithms"), names);
    const std::string list = run({"list", "algorithms"}).out;
    for (const AlgorithmInfo& a : algorithms()) {
        expect_contains(list, std::string(a.text) + "\n");
        std::string those;
        for (const EngineKind engine : {EngineKind::cuda, EngineKind::opengl, EngineKind::cpu})
            if (has_algorithm(engine, a.algorithm))
                those += (those.empty() ? "" : ", ") + std::string(name_of(engine).word);
        expect_contains(list, fmt::format("{:<20} {:<17} ", a.name, those));
    }
    EXPECT_EQ(first_words("boundaries"),
              (Words{"none", "zero", "constant:V", "clamp", "repeat", "mirror", "reflect101"}));
    EXPECT_EQ(first_words("engines"), (Words{"auto", "cuda", "opengl", "cpu", "reference"}));
    expect_contains(refused(2, {"list", "filter"}), "did you mean filters?");
    refused(2, {"list"});
}

TEST_F(CommandLine, PicturesThatWereOpenAreListedAndMissingOnesRefused) {
    const std::string here = save("here.png", Image({2, 2, 3}, Sample::u8));
    std::filesystem::create_directories(path("config/sweep"));
    const std::string config = "XDG_CONFIG_HOME='" + path("config") + "'";
    EXPECT_EQ(run({"list", "recent"}, config).out, "");
    Outcome none = run({"--recent", "1"}, config);
    EXPECT_EQ(none.code, 2);
    EXPECT_EQ(none.error,
              "sweep: error: --recent 1: no picture was open before: name one, sweep photo.jpg\n");
    write("config/sweep/settings.json",
          R"({"recent": [{"picture": ")" + here + R"(", "depth": "/d.npy"}, "/gone.png"]})");
    const std::string listed = run({"list", "recent"}, config).out;
    EXPECT_EQ(listed, "1  " + here + ", depth map /d.npy (not there now)\n2  /gone.png (not there now)\n");
    EXPECT_EQ(run({"--recent", "3"}, config).code, 2);
    EXPECT_EQ(run({"--recent", "2"}, config).code, 6) << "it is gone";
    refused(2, {"--recent", "0"});
    refused(2, {"--recent", "1", here});
}

TEST_F(CommandLine, DoctorEndsWithZeroAndShowsEveryRung) {
    const Outcome outcome = run({"doctor"}, no_display);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.error, "");
    for (const char* part : {"Sweep " SWEEP_VERSION, "processor", "GPU", "CUDA", "OpenGL", "display", "font",
                             "  1. ", "  2. ", "  3. yes", "  4. no ", "  5. ", "Sweep would use"})
        expect_contains(outcome.out, part);
}

TEST_F(CommandLine, TuneSaysThatThereIsNoGpuToMeasure) {
    if (gpu::probe().usable) GTEST_SKIP() << "there is one";
    expect_contains(refused(4, {"tune"}), "no GPU to measure");
    const std::string png = path("in.png");
    save_image(png, noise({8, 8, 3}, Sample::u8).view());
    const Outcome outcome = run({"filter", png, path("out.png"), "--tuning", "measured"});
    EXPECT_EQ(outcome.code, 0);
    expect_contains(outcome.error, "--tuning has no effect");
    expect_contains(refused(2, {"bench", "--tuning="}), "--tuning needs a value");
}

// ---- usage -------------------------------------------------------------------------------------------

TEST_F(CommandLine, TheNearestSpellingIsSuggested) {
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--sigm", "3"}),
                    "unknown option '--sigm': did you mean --sigma?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--sgima=3"}), "did you mean --sigma?");
    expect_contains(refused(2, {"bench", "--repeat", "3"}), "did you mean --repeats?");
    expect_contains(refused(2, {"--fliter", "sat"}), "did you mean --filter?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--xyzzy"}), "sweep filter --help");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "-s", "3"}), "unknown option '-s'");
    expect_contains(refused(2, {"filer", "a.png", "b.png"}), "'");
    expect_contains(refused(2, {"benhc"}), "did you mean bench?");
    expect_contains(refused(2, {"help", "dcotor"}), "did you mean doctor?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--filter", "gausian"}),
                    "did you mean gaussian?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--boundary", "clmap"}), "did you mean clamp?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--engine", "cdua"}), "did you mean cuda?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--passes", "down,upp"}), "did you mean up?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--algorithm", "99"}), "one of auto, ");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--algorithm", "sat-1pas"}),
                    "did you mean sat-1pass?");
    for (const char* cascade : {"9_1+4_2", "5_1+", "5_9+5_1", "0x5_1", "2y5_1"})
        expect_contains(refused(2, {"filter", "a.png", "b.png", "--algorithm", cascade}), "--algorithm '");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--filter", "butterwort"}),
                    "did you mean butterworth?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--filter", "cauer"}), "did you mean elliptic?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--band", "lwo"}), "did you mean low?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--cutof", "0.1"}), "did you mean --cutoff?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--precision", "flaot"}), "did you mean float?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--engine", "gpu"}), "did you mean cuda?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--boundary", "wrap"}), "did you mean repeat?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--filter", "iri"}), "did you mean iir?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--filter", "ga"}), "did you mean gaussian?");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--filter", "fat"}), "one of gaussian, ");
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--filter", "bspline"}),
                    "did you mean bspline2?");
}

TEST_F(CommandLine, BadUsageEndsWithTwo) {
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32)), out = path("out.npy");
    auto filter = [&](Arguments options) {
        options.insert(options.begin(), {"filter", in, out});
        return refused(2, options);
    };
    refused(2, {"filter"});
    refused(2, {"filter", in});
    refused(2, {"filter", in, out, "third"});
    refused(2, {"shot"});
    expect_contains(refused(2, {"flter", "in.png", "out.png"}), "did you mean filter?");
    expect_contains(refused(2, {"shot", path("out.png"), "--depth", "map.npy"}), "map.npy");
    filter({"--sigma"});
    filter({"--sigma", "--order", "3"});
    filter({"--sigma="});
    filter({"--sigma=", "--order", "3"});
    filter({"--linear=1"});
    for (const char* sigma :
         {"0", "-1", "nan", "inf", "1e9", "1e999", "abc", "3,5,7", "3,0", "3,", "3,nan", "3px", ""})
        filter({"--sigma", sigma});
    for (const char* order : {"0", "2", "6", "9", "3.5", "99999999999"}) filter({"--order", order});
    for (const char* radius : {"-1", "1.5", "30001", "1,", "1,2,3"})
        filter({"--filter", "box", "--radius", radius});
    for (const char* size : {"0", "2,0", "1.5", "60002", "1,2,3"})
        filter({"--filter", "box", "--box-size", size});
    for (const char* origin : {"3", "0,-3", "x", "1,1,1"})
        filter({"--filter", "box", "--box-size", "4,5", "--box-origin", origin});
    for (const char* size : {"10", "10x", "x10", "0x5", "-3x5", "10x10x3", "999999999x1"})
        filter({"--size", size});
    for (const char* boundary :
         {"constant", "constant:", "constant:x", "clamp:1", "constant:1,2", "constant:nan", "none,clamp,zero",
          "zero,constant:1", "constant:1,constant:2", "clamp,constant:nan", "clamp,"})
        filter({"--boundary", boundary});
    for (const char* passes : {"up", "down,right", "down,up,right,left,down", "down,", ""})
        filter({"--passes", passes});
    filter({"--filter", "box", "--passes", "down"});
    filter({"--filter", "iir"});
    filter({"--causal", "-0.5"});
    filter({"--filter", "iir", "--causal", "-0.5,x"});
    filter({"--filter", "iir", "--causal", "nan"});
    filter({"--filter", "iir", "--causal", "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.1"});
    filter({"--filter", "iir", "--causal", "0.1", "--feedforward", "1,1,1,1,1,1,1,1,1,1"});
    filter({"--filter", "iir", "--feedforward", "1,1"});
    filter({"--filter", "iir", "--causal", "0.1", "--feedforward", "1,x"});
    filter({"--feedforward", "1,1"});
    filter({"--anticausal-feedforward", "1,1"});
    for (const char* kind : {"butterworth", "chebyshev1", "chebyshev2", "elliptic"}) {
        filter({"--filter", kind, "--order", "9"});
        for (const char* cutoff : {"0", "0.5", "-0.1", "1", "nan", "inf", "x"})
            filter({"--filter", kind, "--cutoff", cutoff});
        filter({"--filter", kind, "--band", "middle"});
    }
    for (const char* ripple : {"0", "-1", "1e9"}) {
        expect_contains(filter({"--filter", "chebyshev1", "--ripple", ripple}), "ripple must be");
        expect_contains(filter({"--filter", "elliptic", "--ripple", ripple}), "ripple must be");
    }
    expect_contains(filter({"--filter", "chebyshev2", "--attenuation", "0"}), "attenuation must be");
    expect_contains(filter({"--filter", "elliptic", "--ripple", "20", "--attenuation", "10"}),
                    "more than the ripple");
    for (const char* alpha : {"0", "1.1", "-0.5", "nan"})
        filter({"--filter", "exponential", "--alpha", alpha});
    for (const char* orders : {"1", "3,0", "0,-1", "1,1,1", "x,0", ""}) filter({"--derivative", orders});
    for (const char* taps : {"0", "4", "-3", "2.5"}) filter({"--algorithm", "7", "--taps", taps});
    filter({"--block", "0"});
    filter({"--algorithm", "7,sat"});
    filter({"--filter", "iir", "--causal", "-0.5", "--gain", "1,2,3"});
    filter({"--filter", "gaussian,sat"});
    filter({"--filter", "gaussian", "--algorithm", "sat"});
    expect_contains(filter({"--algorithm", "7", "--boundary", "mirror", "--filter", "iir", "--causal", "-0.5",
                            "--anticausal", "-0.6"}),
                    "same causal and anticausal");
    EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(CommandLine, UnstableCoefficientsNameThePole) {
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32));
    auto refusal = [&](const char* causal, Arguments more = {}) {
        more.insert(more.begin(), {"filter", in, path("out.npy"), "--filter", "iir", "--causal", causal});
        return refused(2, more);
    };
    expect_contains(refusal("-1.5"), "pole 1.5");
    expect_contains(refusal("-1"), "pole 1,");
    expect_contains(refusal("0,1.21"), "1.1i");  // z^2 + 1.21
    expect_contains(refusal("-0.5", {"--anticausal", "2"}), "anticausal filter is not stable: pole -2");
}

TEST_F(CommandLine, ValuesMayBeginWithAMinusSign) {
    const Image in = noise({40, 30, 1}, Sample::f32);
    save("in.npy", in);
    Problem p = problem(in.shape(), of_kind(FilterKind::iir));
    p.filter.causal = {-1.8, 0.83};
    for (const Arguments& form : {Arguments{"--causal", "-1.8,0.83"}, Arguments{"--causal=-1.8,0.83"}}) {
        Arguments options{"--filter", "iir"};
        options.insert(options.end(), form.begin(), form.end());
        EXPECT_LE(error_of(filtered("in.npy", options), p, in), 1e-5);
    }
    p.filter.causal = {-0.5};
    p.filter.anticausal = {0.25};
    p.filter.causal_gain = -2;
    p.filter.anticausal_gain = 0.75;
    EXPECT_LE(error_of(filtered("in.npy", {"--filter", "iir", "--causal", "-.5", "--anticausal", "+.25",
                                           "--gain", "-2,.75"}),
                       p, in),
              1e-5);
}

TEST_F(CommandLine, NumbersAreReadWhateverTheLocale) {
    const Image in = noise({20, 20, 1}, Sample::f32);
    save("in.npy", in);
    for (const char* locale : {"LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8", "LC_NUMERIC=fr_FR.UTF-8", "LC_ALL=C"}) {
        const Outcome outcome =
            run({"filter", path("in.npy"), path("out.npy"), "--sigma", "2.5", "--timings", path("t.json")},
                locale);
        ASSERT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_LE(error_of(load_image(path("out.npy")), problem(in.shape(), usual_gaussian(2.5)), in),
                  float_tolerance);
        EXPECT_GT(nlohmann::json::parse(read("t.json"))["total_ms"].get<double>(), 0);
    }
}

TEST_F(CommandLine, OptionsWithoutEffectAreNoted) {
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32));
    auto note = [&](Arguments options) {
        options.insert(options.begin(), {"filter", in, path("out.npy")});
        const Outcome outcome = run(options);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.error;
    };
    EXPECT_EQ(note({"--filter", "sat", "--sigma", "9"}), "sweep: note: --sigma has no effect on sat\n");
    EXPECT_EQ(note({"--radius", "3"}), "sweep: note: --radius has no effect on gaussian\n");
    EXPECT_EQ(note({"--filter", "box", "--boundary", "clamp", "--order", "3", "--radius", "3"}),
              "sweep: note: --order has no effect on box\n");
    EXPECT_EQ(note({"--filter", "exponential", "--cutoff", "0.1", "--order", "4", "--band", "high"}),
              "sweep: note: --order, --band, --cutoff have no effect on exponential\n");
    EXPECT_EQ(note({"--filter", "butterworth", "--ripple", "2", "--attenuation", "2", "--alpha", "0.1"}),
              "sweep: note: --ripple, --attenuation, --alpha have no effect on butterworth\n");
    EXPECT_EQ(note({"--algorithm", "6", "--taps", "5", "--block", "16", "--precision", "double"}),
              "sweep: note: --taps, --block, --precision have no effect on gaussian\n");
    EXPECT_EQ(note({"--block", "64"}), "");
    EXPECT_EQ(note({"--filter", "elliptic", "--cutoff", "0.2", "--order", "8", "--band", "low", "--ripple",
                    "0.5", "--attenuation", "60"}),
              "");
    EXPECT_EQ(note({"--sigma", "2", "--order", "4", "--gain", "1", "--boundary", "zero", "--realisation",
                    "direct"}),
              "");
    EXPECT_EQ(
        run({"bench", "--size", "8x8", "--filter", "sat,gaussian", "--sigma", "2", "--repeats", "1"}).error,
        "");
    // An error stays one line.
    refused(2, {"filter", in, path("out.png"), "--filter", "sat", "--sigma", "9"});
}

// A design does not depend on what solves it, nor on the image.
TEST_F(CommandLine, OptionsWithoutEffectOnADesignAreNoted) {
    auto note = [&](Arguments options) {
        options.insert(options.begin(), "design");
        const Outcome outcome = run(options);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.error;
    };
    EXPECT_EQ(note({"--engine", "cpu"}), "sweep: note: --engine has no effect on sweep design\n");
    EXPECT_EQ(
        note({"--size", "64x64", "--no-linear", "--algorithm", "7", "--tuning", "built-in", "--block", "64",
              "--precision", "double", "--realisation", "direct", "--passes", "down", "--taps", "5"}),
        "sweep: note: --algorithm, --taps, --block, --precision, --realisation, --passes, --linear, "
        "--tuning, "
        "--size have no effect on sweep design\n");
    EXPECT_EQ(note({"--filter", "exponential", "--order", "4", "--engine", "cpu"}),
              "sweep: note: --order has no effect on exponential; --engine has no effect on sweep design\n");
    EXPECT_EQ(note({"--sigma", "2,3", "--order", "4", "--derivative", "1,0", "--boundary", "clamp,mirror",
                    "--axes", "both", "--gain", "1", "--as", "json"}),
              "");
}

// ---- files -------------------------------------------------------------------------------------------

TEST_F(CommandLine, WhatCannotBeReadEndsWithSix) {
    const std::string out = path("out.png");
    expect_contains(refused(6, {"filter", path("none.png"), out}), "no such file");
    expect_contains(refused(6, {path("none.png")}), "no such file");
    expect_contains(refused(6, {"filter", write("empty.png", ""), out}), "empty");
    expect_contains(refused(6, {"filter", write("text.png", "text, not pixels"), out}), "cannot read");
    expect_contains(refused(6, {"filter", write("a.xyz", "text"), out}), ".npy");
    expect_contains(refused(6, {"filter", path(""), out}), "cannot read");
    const std::string png = path("a.png");
    save_image(png, noise({64, 64, 3}, Sample::u8).view());
    expect_contains(refused(6, {"filter", write("cut.png", read("a.png").substr(0, 312)), out}),
                    "truncated: it ends after 312 bytes");
    expect_contains(refused(6, {"filter", png, out, "--size", "32x64"}), "64 x 64");
    expect_contains(refused(6, {"filter", png, out, "--page", "2"}), "it has 1 page, and no page 2");
    EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(CommandLine, WhatCannotBeWrittenEndsWithSeven) {
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32));
    refused(7, {"filter", in, path("none/out.npy")});
    refused(7, {"filter", in, in + "/out.npy"});
    expect_contains(refused(7, {"filter", in, path("out.gif")}), ".png .jpg .tif .exr .hdr .pfm ");
    refused(7, {"filter", in, path("out")});
    refused(7, {"filter", in, path("out.npy"), "--timings", path("none/t.json")});
    refused(7, {"filter", in, path("out.npy"), "--dump-stages", in});
    refused(7, {"shot", path("out.jpg")});
    refused(7, {"shot", path("none/out.png")});
    refused(7, {"bench", "--size", "32x32", "--json", path("none/b.json")});
    EXPECT_EQ(run({"list", "filters"}).code, 0);
}

TEST_F(CommandLine, AFailureLeavesTheOutputAsItWas) {
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32));
    const std::string out = save("out.npy", noise({5, 5, 1}, Sample::f32));
    const std::string before = read("out.npy");
    refused(2, {"filter", in, out, "--sigma", "0"});
    refused(6, {"filter", write("cut.npy", read("in.npy").substr(0, 200)), out});
    refused(6, {"filter", path("none.npy"), out});
    refused(2, {"filter", in, out, "--boundary", "edge"});
    const std::size_t files = count_files();
    // No file on this disk may have more than 100 blocks of 512 bytes.
    const std::string large = save("large.npy", noise({300, 300, 1}, Sample::f32));
    const Outcome full = run({"filter", large, out}, "ulimit -f 100; trap '' XFSZ;");
    EXPECT_EQ(full.code, 7) << full.error;
    EXPECT_EQ(count_files(), files + 1) << "a temporary file is left";
    EXPECT_EQ(read("out.npy"), before);
}

TEST_F(CommandLine, NoTwoFilesThatAreWrittenMayBeOne) {
    namespace fs = std::filesystem;
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32)), out = path("out.npy");
    const std::string before = read("in.npy");
    fs::create_directory(path("folder"));
    fs::create_symlink("out.npy", path("link.json"));  // the link leads to a file that is not there
    expect_contains(refused(2, {"filter", in, out, "--timings", out}), "OUT and --timings are the same file");
    refused(2, {"filter", in, out, "--timings", path("folder/../out.npy")});
    refused(2, {"filter", in, out, "--timings", path("link.json")});
    expect_contains(refused(2, {"filter", in, out, "--timings", in}), "IN and --timings");
    refused(2, {"filter", in, path("folder/V.npy"), "--dump-stages", path("folder")});
    refused(2, {"filter", in, out, "--dump-stages", path("new"), "--timings", path("new/stages.json")});
    refused(2, {"bench", "--size", "8x8", "--json", path("b"), "--csv", path("./b")});
    EXPECT_FALSE(fs::exists(out));
    EXPECT_FALSE(fs::exists(path("new")));
    EXPECT_EQ(read("in.npy"), before);
}

TEST_F(CommandLine, ADumpThatFailsLeavesTheOutputAsItWas) {
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32)), out = path("out.npy");
    refused(7, {"filter", in, out, "--dump-stages", in});
    refused(7, {"filter", in, out, "--dump-stages", in + "/folder"});
    refused(7, {"filter", in, out, "--dump-stages", "/proc/no/folder"});
    std::filesystem::create_directories(path("dump/Z.npy"));
    refused(7, {"filter", in, out, "--dump-stages", path("dump")});
    EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(CommandLine, TheOutputMayBeTheInput) {
    const Image in = noise({30, 20, 1}, Sample::f32);
    const std::string file = save("a.npy", in);
    ASSERT_EQ(run({"filter", file, file}).code, 0);
    EXPECT_LE(error_of(load_image(file), problem(in.shape(), usual_gaussian(5)), in), float_tolerance);
}

TEST_F(CommandLine, SizesBeyondMemoryAreSaidBeforeAllocating) {
    const std::string line =
        refused(1, {"bench", "--size", "16000000x16000000", "--engine", "cpu"}).substr(0, 400);
    expect_contains(line, "memory");
}

TEST_F(CommandLine, NotFiniteSamplesAreNotedAndFiltered) {
    Image in = noise({8, 8, 1}, Sample::f32);
    in.data<float>()[3] = std::numeric_limits<float>::quiet_NaN();
    in.data<float>()[9] = std::numeric_limits<float>::quiet_NaN();
    save("in.npy", in);
    const Outcome outcome = run({"filter", path("in.npy"), path("out.npy"), "--missing=zero"});
    EXPECT_EQ(outcome.code, 0);
    expect_contains(outcome.error, "2 NaN samples became 0");
    EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1);
    in.data<float>()[3] = in.data<float>()[9] = 0;
    EXPECT_LE(error_of(load_image(path("out.npy")), problem(in.shape(), usual_gaussian(5)), in),
              float_tolerance);
}

}  // namespace
}  // namespace sweep::test
