// The command line, driven as a process: what scripts depend on (DESIGN.md section 6).
#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/image_file.h"
#include "core/pixels.h"
#include "tests/cases.h"
#include "tests/scratch.h"

namespace sweep::test {
namespace {

struct Outcome {
    int code = -1;
    std::string out, error;
};

class CommandLine : public ScratchTest {
  protected:
    using Arguments = std::vector<std::string>;

    Outcome run(const Arguments& arguments, const std::string& environment = "") {
        std::string command = environment + " '" SWEEP_PROGRAM "'";
        for (const std::string& argument : arguments) command += " '" + argument + "'";
        command += " > '" + path("stdout") + "' 2> '" + path("stderr") + "' < /dev/null";
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout"), read("stderr")};
    }

    // Runs it, expects the code and exactly one line on stderr that begins as every error does; returns the
    // line.
    std::string refused(int code, const Arguments& arguments) {
        const Outcome outcome = run(arguments);
        const std::string what = fmt::format("sweep {}\n{}", fmt::join(arguments, " "), outcome.error);
        EXPECT_EQ(outcome.code, code) << what;
        EXPECT_TRUE(outcome.error.starts_with("sweep: error: ")) << what;
        EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << what;
        EXPECT_EQ(outcome.out, "") << what;
        return outcome.error;
    }

    // Runs sweep filter on the file, writes out.npy and reads it.
    Image filtered(const std::string& in, Arguments options, const std::string& out = "out.npy") {
        Arguments arguments{"filter", path(in), path(out)};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return load_image(path(out));
    }

    std::string save(const std::string& name, const Image& image) {
        save_image(path(name), image.view());
        return path(name);
    }
};

// Without a display, and without the leak checker: the drivers of OpenGL leak.
constexpr const char* no_display = "env -u DISPLAY -u WAYLAND_DISPLAY ASAN_OPTIONS=detect_leaks=0";

void expect_contains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "in: " << text << "\nmissing: " << part;
}

double error_of(const Image& got, const Problem& p, const Image& in) {
    return largest_error(got.view(), reference(p, in.view()).view());
}

// ---- what is said ------------------------------------------------------------------------------------

TEST_F(CommandLine, VersionStandsAloneOnOneLine) {
    const Outcome outcome = run({"--version"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out, "sweep " SWEEP_VERSION "\n");
    EXPECT_EQ(outcome.error, "");
}

TEST_F(CommandLine, HelpHasExamplesFirstAndEveryOption) {
    for (const Arguments& arguments : {Arguments{"--help"}, Arguments{"-h"}, Arguments{"help"}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0);
        EXPECT_LT(outcome.out.find("Examples:"), outcome.out.find("Usage: sweep"));
        for (const char* command : {"filter", "bench", "shot", "list", "doctor"})
            expect_contains(outcome.out, fmt::format("\n  {} ", command));
    }
    const std::string shared[] = {"--filter",     "--sigma",     "--order",       "--radius",   "--causal",
                                  "--anticausal", "--gain",      "--boundary",    "--engine",   "--passes",
                                  "--size",       "--algorithm", "--realisation", "--no-linear"};
    for (const char* command : {"filter", "bench", "shot"}) {
        const Outcome long_form = run({command, "--help"}), short_form = run({"help", command});
        EXPECT_EQ(long_form.code, 0);
        EXPECT_EQ(long_form.out, short_form.out);
        for (const std::string& option : shared) expect_contains(long_form.out, option);
    }
    expect_contains(run({"filter", "--help"}).out, "--dump-stages DIR");
    expect_contains(run({"bench", "--help"}).out, "--json FILE");
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
    EXPECT_EQ(first_words("filters"),
              (Words{"gaussian", "bspline3", "bspline5", "box", "sat", "iir", "none"}));
    EXPECT_EQ(first_words("algorithms"), (Words{"auto", "7", "sat"}));
    EXPECT_EQ(first_words("boundaries"), (Words{"none", "zero", "constant:V", "clamp", "repeat", "mirror"}));
    EXPECT_EQ(first_words("engines"), (Words{"auto", "cuda", "cpu", "reference"}));
    expect_contains(refused(2, {"list", "filter"}), "did you mean filters?");
    refused(2, {"list"});
}

TEST_F(CommandLine, DoctorEndsWithZeroAndShowsEveryRung) {
    const Outcome outcome = run({"doctor"}, no_display);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    for (const char* part : {"Sweep " SWEEP_VERSION, "processor", "GPU", "CUDA", "OpenGL", "display", "font",
                             "  1. ", "  2. ", "  3. yes", "  4. no ", "  5. ", "Sweep would use"})
        expect_contains(outcome.out, part);
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
    expect_contains(refused(2, {"filter", "a.png", "b.png", "--algorithm", "99"}), "auto, 7, sat");
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
    filter({"--sigma"});
    filter({"--sigma", "--order", "3"});
    filter({"--sigma="});
    filter({"--sigma=", "--order", "3"});
    filter({"--linear=1"});
    for (const char* sigma : {"0", "-1", "nan", "inf", "1e9", "1e999", "abc", "3,5", "3px", ""})
        filter({"--sigma", sigma});
    for (const char* order : {"0", "2", "6", "3.5", "99999999999"}) filter({"--order", order});
    for (const char* radius : {"-1", "1.5", "30001"}) filter({"--filter", "box", "--radius", radius});
    for (const char* size : {"10", "10x", "x10", "0x5", "-3x5", "10x10x3", "999999999x1"})
        filter({"--size", size});
    for (const char* boundary :
         {"constant", "constant:", "constant:x", "clamp:1", "constant:1,2", "constant:nan", "none,clamp"})
        filter({"--boundary", boundary});
    for (const char* passes : {"up", "down,right", "down,up,right,left,down", "down,", ""})
        filter({"--passes", passes});
    filter({"--filter", "box", "--passes", "down"});
    filter({"--filter", "iir"});
    filter({"--causal", "-0.5"});
    filter({"--filter", "iir", "--causal", "-0.5,x"});
    filter({"--filter", "iir", "--causal", "nan"});
    filter({"--filter", "iir", "--causal", "0.1,0.1,0.1,0.1,0.1,0.1"});
    filter({"--filter", "iir", "--causal", "-0.5", "--gain", "1,2,3"});
    filter({"--filter", "gaussian,sat"});
    filter({"--filter", "gaussian", "--algorithm", "sat"});
    expect_contains(
        filter({"--boundary", "mirror", "--filter", "iir", "--causal", "-0.5", "--anticausal", "-0.6"}),
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
        EXPECT_LE(error_of(load_image(path("out.npy")), problem(in.shape(), gaussian(2.5)), in),
                  float_tolerance);
        EXPECT_GT(nlohmann::json::parse(read("t.json"))["total_ms"].get<double>(), 0);
    }
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
    const std::string table = save("table.npy", noise({4, 4, 1}, Sample::u32));
    expect_contains(refused(6, {"filter", table, path("out.npy")}), "uint32");
    EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(CommandLine, WhatCannotBeWrittenEndsWithSeven) {
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32));
    refused(7, {"filter", in, path("none/out.npy")});
    refused(7, {"filter", in, in + "/out.npy"});
    expect_contains(refused(7, {"filter", in, path("out.gif")}), ".png .jpg .hdr .npy");
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
    // A disk on which no file may have more than 100 blocks of 512 bytes.
    const std::string large = save("large.npy", noise({300, 300, 1}, Sample::f32));
    const Outcome full = run({"filter", large, out}, "ulimit -f 100; trap '' XFSZ;");
    EXPECT_EQ(full.code, 7) << full.error;
    EXPECT_EQ(count_files(), files + 1) << "a temporary file is left";
    EXPECT_EQ(read("out.npy"), before);
}

TEST_F(CommandLine, TheOutputMayBeTheInput) {
    const Image in = noise({30, 20, 1}, Sample::f32);
    const std::string file = save("a.npy", in);
    ASSERT_EQ(run({"filter", file, file}).code, 0);
    EXPECT_LE(error_of(load_image(file), problem(in.shape(), gaussian(5)), in), float_tolerance);
}

TEST_F(CommandLine, SizesBeyondMemoryAreSaidBeforeAllocating) {
    const std::string line =
        refused(1, {"bench", "--size", "16000000x16000000", "--engine", "cpu"}).substr(0, 400);
    expect_contains(line, "memory");
}

TEST_F(CommandLine, NotFiniteSamplesAreNotedAndFiltered) {
    Image in = noise({8, 8, 1}, Sample::f32);
    in.data<float>()[3] = std::numeric_limits<float>::quiet_NaN();
    in.data<float>()[9] = std::numeric_limits<float>::infinity();
    save("in.npy", in);
    const Outcome outcome = run({"filter", path("in.npy"), path("out.npy")});
    EXPECT_EQ(outcome.code, 0);
    expect_contains(outcome.error, "1 NaN and 1 infinite samples became 0");
    EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1);
    in.data<float>()[3] = in.data<float>()[9] = 0;
    EXPECT_LE(error_of(load_image(path("out.npy")), problem(in.shape(), gaussian(5)), in), float_tolerance);
}

// ---- engines and results -----------------------------------------------------------------------------

TEST_F(CommandLine, AnEngineThatIsNotHereEndsWithFour) {
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32));
    if (run({"list", "engines"}).out.find("cuda         usable") != std::string::npos)
        GTEST_SKIP() << "there is a CUDA device";
    const Outcome outcome = run({"filter", in, path("out.npy"), "--engine", "cuda"});
    EXPECT_TRUE(outcome.code == 4 || outcome.code == 5) << outcome.code << outcome.error;
    expect_contains(outcome.error, "sweep: error: ");
    EXPECT_EQ(run({"bench", "--engine", "cuda", "--size", "8x8"}).code, outcome.code);
}

TEST_F(CommandLine, AWindowWithoutADisplayEndsWithThree) {
    const Outcome outcome = run({}, no_display);
    EXPECT_EQ(outcome.code, 3) << outcome.error;
    expect_contains(outcome.error, "sweep shot");
    EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1);
}

TEST_F(CommandLine, ResultsAreTheReferencesOnEveryPath) {
    const Image floats = noise({97, 65, 3}, Sample::f32), doubles = noise({65, 33, 2}, Sample::f64),
                bytes = noise({70, 40, 4}, Sample::u8);
    save("f.npy", floats);
    save("d.npy", doubles);
    save("b.png", bytes);

    Problem p = problem(floats.shape(), gaussian(3.5, 4), BoundaryKind::constant);
    p.boundary.value = {0.25, -1, 2};
    const Arguments options{"--sigma", "3.5", "--order", "4", "--boundary", "constant:0.25,-1,2"};
    const Image on_cpu = filtered("f.npy", [&] {
        Arguments o = options;
        o.insert(o.end(), {"--engine", "cpu"});
        return o;
    }());
    EXPECT_EQ(on_cpu.sample(), Sample::f32);
    EXPECT_LE(error_of(on_cpu, p, floats), float_tolerance);
    const Image exact = filtered("f.npy", [&] {
        Arguments o = options;
        o.insert(o.end(), {"--engine=reference"});
        return o;
    }());
    EXPECT_EQ(exact.sample(), Sample::f64);
    EXPECT_EQ(error_of(exact, p, floats), 0);

    Problem in_double = problem(doubles.shape(), of_kind(FilterKind::bspline5));
    in_double.input = Sample::f64;
    const Image result = filtered("d.npy", {"--filter", "bspline5", "--engine", "cpu"});
    EXPECT_EQ(result.sample(), Sample::f64);
    EXPECT_LE(error_of(result, in_double, doubles), double_tolerance);

    Problem of_bytes = problem(bytes.shape(), gaussian(2));
    of_bytes.input = Sample::u8;
    EXPECT_LE(error_of(filtered("b.png", {"--sigma", "2"}), of_bytes, bytes), float_tolerance);
    of_bytes.linear = false;
    EXPECT_LE(error_of(filtered("b.png", {"--sigma", "2", "--no-linear"}), of_bytes, bytes), float_tolerance);
}

TEST_F(CommandLine, PassesStopWhereTheySay) {
    const Image in = noise({50, 45, 1}, Sample::f32);
    save("in.npy", in);
    std::string list;
    for (int passes = 1; passes <= all_passes; ++passes) {
        list += (list.empty() ? "" : ",") + std::string(pass_names[std::size_t(passes - 1)]);
        Problem p = problem(in.shape(), gaussian(4));
        p.passes = passes;
        EXPECT_LE(error_of(filtered("in.npy", {"--sigma", "4", "--passes", list}), p, in), float_tolerance)
            << list;
    }
}

TEST_F(CommandLine, TablesOfBytesComeOutAsUint32) {
    const Image bytes = noise({90, 51, 3}, Sample::u8);
    save("in.png", bytes);
    Problem p = problem(bytes.shape(), of_kind(FilterKind::sat));
    p.input = Sample::u8;
    const Image table = filtered("in.png", {"--filter", "sat"});
    ASSERT_EQ(table.sample(), Sample::u32);
    EXPECT_EQ(error_of(table, p, bytes), 0);
    expect_contains(refused(2, {"filter", path("in.png"), path("table.png"), "--filter", "sat"}),
                    "write .npy");

    const Image words = noise({90, 51, 1}, Sample::u16);
    save("words.png", words);
    p = problem(words.shape(), of_kind(FilterKind::sat));
    p.input = Sample::f64;
    EXPECT_EQ(error_of(filtered("words.png", {"--filter", "sat", "--engine", "cpu"}), p,
                       to_number(words.view(), Sample::f64)),
              0);
}

TEST_F(CommandLine, PicturesKeepTheirBits) {
    for (Sample sample : {Sample::u8, Sample::u16})
        for (const char* linear : {"--linear", "--no-linear"}) {
            const Image picture = noise({31, 17, 4}, sample);
            save("in.png", picture);
            const Image same = filtered("in.png", {"--filter", "none", linear}, "out.png");
            ASSERT_EQ(same.sample(), sample);
            EXPECT_EQ(std::memcmp(same.view().data, picture.view().data, picture.bytes()), 0) << linear;
        }
    const Image floats = noise({31, 17, 3}, Sample::f32);
    save("in.npy", floats);
    EXPECT_EQ(filtered("in.npy", {"--filter", "none"}, "out.png").sample(), Sample::u16);
    const Image linear = filtered("in.npy", {"--filter", "none"}, "out.hdr");
    EXPECT_NEAR(linear.data<float>()[0], floats.data<float>()[0], 0.01);
}

TEST_F(CommandLine, ClippedSamplesAreNoted) {
    save("in.npy", noise({8, 8, 1}, Sample::f32));
    const Outcome outcome = run({"filter", path("in.npy"), path("out.png"), "--gain", "3,1", "--sigma", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    expect_contains(outcome.error, "of 64 samples were outside [0, 1]");
}

TEST_F(CommandLine, TimingsAndDumpsHoldWhatTheySay) {
    const Image in = noise({64, 96, 1}, Sample::f32);
    save("in.npy", in);
    filtered("in.npy",
             {"--sigma", "3", "--engine", "cpu", "--timings", path("t.json"), "--dump-stages", path("dump")});
    const auto timings = nlohmann::json::parse(read("t.json"));
    EXPECT_EQ(timings["engine"], "cpu");
    ASSERT_FALSE(timings["stages"].empty());
    std::uint64_t bytes = 0;
    for (const auto& stage : timings["stages"]) {
        for (const char* key : {"name", "step", "ms", "bytes_read", "bytes_written"})
            EXPECT_TRUE(stage.contains(key)) << key;
        bytes += stage["bytes_read"].get<std::uint64_t>() + stage["bytes_written"].get<std::uint64_t>();
    }
    EXPECT_EQ(timings["bytes"], bytes);

    Problem p = problem(in.shape(), gaussian(3));
    for (const char* name : {"Y", "Z", "U", "V"}) {
        p.passes = name[0] == 'Y' ? 1 : name[0] == 'Z' ? 2 : name[0] == 'U' ? 3 : 4;
        EXPECT_LE(error_of(load_image(path("dump/" + std::string(name) + ".npy")), p, in), float_tolerance)
            << name;
    }
    const auto dump = nlohmann::json::parse(read("dump/stages.json"));
    EXPECT_EQ(dump["files"].size(), 4u);
    EXPECT_EQ(dump["files"][1]["after"], "up");
}

// ---- bench -------------------------------------------------------------------------------------------

TEST_F(CommandLine, BenchWritesTheSchemaThatScriptsRead) {
    const Outcome outcome = run(
        {"bench",      "--size",     "96x64,64x33", "--filter", "gaussian,sat", "--order", "3,5",
         "--boundary", "none,clamp", "--channels",  "2",        "--repeats",    "3",       "--warmup",
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
        std::uint64_t bytes = 0;
        for (const auto& stage : result["stages"]) {
            for (const char* key : {"name", "step", "median_ms", "bytes_read", "bytes_written"})
                EXPECT_TRUE(stage.contains(key)) << key;
            bytes += stage["bytes_read"].get<std::uint64_t>() + stage["bytes_written"].get<std::uint64_t>();
        }
        EXPECT_EQ(result["bytes"], bytes);
        const double pixels = result["width"].get<double>() * result["height"].get<double>();
        EXPECT_NEAR(result["gips"].get<double>(),
                    pixels / 0x1p30 / (result["median_ms"].get<double>() * 1e-3), 1e-9);
        EXPECT_GE(result["p95_ms"], result["median_ms"]);
        EXPECT_GT(result["copy_ms"], 0);
    }
    const std::string csv = read("b.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 11);
    EXPECT_TRUE(csv.starts_with("filter,algorithm,order,")) << csv;
    expect_contains(outcome.out, "median ms");
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
    if (outcome.code == 1 && outcome.error.find("EGL") != std::string::npos) GTEST_SKIP() << outcome.error;
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(outcome.error.find("OpenGL:"), std::string::npos) << outcome.error;
    const Image shot = load_image(path("shot.png"));
    EXPECT_EQ(shot.shape().width, 640);
    EXPECT_EQ(shot.shape().height, 400);
}

}  // namespace
}  // namespace sweep::test
