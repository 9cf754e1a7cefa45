// sweep filter with pictures that are larger than memory, as a process:
// in strips of rows they become what they become at once.
#include <cmath>
#include <csignal>

#include <sys/resource.h>
#include <unistd.h>

#include "files/rows/row_file.h"
#include "tests/support/command_line.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class Strips : public CommandLine {
  protected:
    // The result with 3 MiB of memory, and with all there is; what is said must be the same.
    std::pair<Image, Image> both(const std::string& in, const Arguments& options,
                                 const std::string& ending = ".npy") {
        const auto result = [&](const std::string& out, const std::string& environment) {
            Arguments arguments{"filter", path(in), path(out), "--engine=cpu"};
            arguments.insert(arguments.end(), options.begin(), options.end());
            const Outcome outcome = run(arguments, environment);
            EXPECT_EQ(outcome.code, 0) << outcome.error;
            EXPECT_EQ(outcome.out.find(" strips, ") != std::string::npos, !environment.empty())
                << outcome.out;
            said_.push_back(outcome.error);
            return load_image(path(out));
        };
        std::filesystem::create_directory(path("strips"));
        Image whole = result("out" + ending, ""), strips = result("strips/out" + ending, "SWEEP_MEMORY=3");
        std::string& again = said_.back();
        if (const std::size_t at = again.find("/strips/"); at != std::string::npos) again.erase(at, 7);
        EXPECT_EQ(said_.back(), said_[said_.size() - 2]);
        return {std::move(whole), std::move(strips)};
    }
    void expect_same(const std::string& in, const Arguments& options, double tolerance) {
        SCOPED_TRACE(fmt::format("{} {}", in, fmt::join(options, " ")));
        const auto [whole, strips] = both(in, options);
        ASSERT_EQ(whole.shape(), strips.shape());
        ASSERT_EQ(whole.sample(), strips.sample());
        double worst = 0, largest = 0;
        for (std::size_t i = 0; i < whole.shape().samples(); ++i) {
            const auto of = [&](const Image& image) {
                return image.sample() == Sample::f64   ? image.data<double>()[i]
                       : image.sample() == Sample::u32 ? double(image.data<std::uint32_t>()[i])
                                                       : double(image.data<float>()[i]);
            };
            worst = std::max(worst, std::abs(of(whole) - of(strips)));
            largest = std::max(largest, std::abs(of(whole)));
        }
        EXPECT_LE(worst, tolerance * largest);
    }

  private:
    std::vector<std::string> said_;
};

TEST_F(Strips, AreTheWholeUnderEveryBoundary) {
    save("in.npy", noise({500, 900, 1}, Sample::f32));
    for (const char* boundary :
         {"none", "zero", "constant:0.3", "clamp", "repeat", "mirror", "reflect101", "clamp,mirror",
          "none,clamp", "constant:0.3,repeat", "repeat,constant:0.3"}) {
        const std::string option = std::string("--boundary=") + boundary;
        expect_same("in.npy", {"--sigma=5", option}, 1e-6);
        expect_same("in.npy", {"--filter=box", "--radius=7", option}, 1e-6);
    }
}

TEST_F(Strips, AreTheWholeOfEachFilter) {
    save("in.npy", noise({500, 900, 1}, Sample::f32));
    for (const Arguments& options :
         std::vector<Arguments>{{"--sigma=90", "--order=4"},
                                {"--sigma=3", "--axes=x"},
                                {"--sigma=3", "--axes=y"},
                                {"--filter=bspline3"},
                                {"--filter=butterworth", "--order=3"},
                                {"--filter=none"},
                                {"--filter=box", "--radius=3,20"},
                                {"--filter=box", "--box-size=9,21", "--box-origin=0,9"},
                                {"--filter=box", "--box-size=9,21", "--box-origin=0,-9"}})
        expect_same("in.npy", options, 1e-6);
    // What a derivative leaves is the float32 of the engine to 1e-6.
    expect_same("in.npy", {"--sigma=3", "--derivative=1,0"}, 3e-6);
}

TEST_F(Strips, TablesGoOnFromStripToStrip) {
    save("float.npy", noise({500, 900, 1}, Sample::f32));
    save("bytes.npy", noise({900, 700, 1}, Sample::u8));
    save("words.npy", noise({400, 700, 1}, Sample::u16));
    expect_same("bytes.npy", {"--filter=sat"}, 0);
    expect_same("bytes.npy", {"--filter=sat", "--precision=double"}, 0);
    expect_same("words.npy", {"--filter=sat"}, 0);
    expect_same("float.npy", {"--filter=sat"}, 1e-6);
}

TEST_F(Strips, PicturesKeepTheirSamples) {
    if (!output_format("a.tif").why_not.empty()) SKIP_WITHOUT("formats", "this build has no libtiff");
    save("bytes.tif", noise({900, 1100, 1}, Sample::u8));
    save("words.tif", noise({200, 900, 3}, Sample::u16));
    for (const auto& [in, options] : std::vector<std::pair<std::string, Arguments>>{
             {"bytes.tif", {"--sigma=4"}},
             {"bytes.tif", {"--sigma=4", "--linear"}},
             {"words.tif", {"--sigma=4"}},
             {"bytes.tif", {"--filter=bspline3"}}}) {  // which leaves [0, 1]: a note says how often
        SCOPED_TRACE(in + options.front());
        const auto [whole, strips] = both(in, options, ".tif");
        ASSERT_EQ(whole.shape(), strips.shape());
        ASSERT_EQ(whole.sample(), strips.sample());
        int worst = 0;
        for (std::size_t i = 0; i < whole.shape().samples(); ++i)
            worst = std::max(
                worst, whole.sample() == Sample::u8
                           ? std::abs(whole.data<std::uint8_t>()[i] - strips.data<std::uint8_t>()[i])
                           : std::abs(whole.data<std::uint16_t>()[i] - strips.data<std::uint16_t>()[i]));
        EXPECT_LE(worst, 1);
    }
}

TEST_F(Strips, AreOfOpenExr) {
    if (!output_format("a.exr").why_not.empty()) SKIP_WITHOUT("formats", "this build has no OpenEXR");
    save("grey.exr", noise({500, 900, 1}, Sample::f32));
    save("colours.exr", noise({300, 700, 3}, Sample::f32));
    Image opaque = noise({300, 600, 4}, Sample::f32);
    for (std::size_t i = 3; i < opaque.shape().samples(); i += 4) opaque.data<float>()[i] = 1;
    save("opaque.exr", opaque);
    for (const char* in : {"grey.exr", "colours.exr", "opaque.exr"})
        for (const Arguments& options :
             {Arguments{"--sigma=4"}, Arguments{"--filter=box", "--boundary=repeat"},
              Arguments{"--sigma=4", "--derivative=0,1"}}) {
            SCOPED_TRACE(in);
            const auto [whole, strips] = both(in, options, ".exr");
            ASSERT_EQ(whole.shape(), strips.shape());
            for (std::size_t i = 0; i < whole.shape().samples(); ++i)
                ASSERT_NEAR(whole.data<float>()[i], strips.data<float>()[i], 1e-6);
        }
    opaque.data<float>()[400'003] = 0.5f;
    save("glass.exr", opaque);
    const Outcome outcome =
        run({"filter", path("glass.exr"), path("out.exr"), "--engine=cpu"}, "SWEEP_MEMORY=3");
    EXPECT_EQ(outcome.code, 6);
    expect_contains(outcome.error, "transparent");
}

TEST_F(Strips, WhatNeedsTheWholePictureIsRefused) {
    Image holes = noise({500, 900, 1}, Sample::f32);
    save("in.npy", holes);
    holes.data<float>()[250'000] = std::nanf("");
    save("holes.npy", holes);
    write("out.npy", "what was here before");
    const auto refused_with = [&](const Arguments& arguments, int code, const std::string& words) {
        const Outcome outcome = run(arguments, "SWEEP_MEMORY=3");
        EXPECT_EQ(outcome.code, code);
        expect_contains(outcome.error, words);
        EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
        EXPECT_EQ(read("out.npy"), "what was here before");
        EXPECT_EQ(count_files(), 5u);  // the three, and what the program said
    };
    refused_with({"filter", path("in.npy"), path("out.npy"), "--derive=unsharp:1"}, 1, "as --derive asks");
    refused_with({"filter", path("in.npy"), path("out.npy"), "--check"}, 1, "as --check asks");
    refused_with({"filter", path("in.npy"), path("out.npy"), "--page=2"}, 6, "no page 2");
    refused_with({"filter", path("holes.npy"), path("out.npy")}, 6, "1 NaN samples");
    refused_with({"filter", path("in.npy"), path("out.npy"), "--filter=iir", "--causal=-1,0.25"}, 2,
                 "repeats one");
}

TEST_F(Strips, ASignalLeavesWhatWasThere) {
    save("in.npy", noise({500, 900, 1}, Sample::f32));
    write("out.npy", "what was here before");
    std::signal(SIGINT, SIG_DFL);
    const Outcome outcome = run(
        {"filter", path("in.npy"), path("out.npy")},
        fmt::format(
            "exec env LD_PRELOAD='{}' ASAN_OPTIONS=verify_asan_link_order=0 SWEEP_MEMORY=3 SIGNAL_AT='fsync 1 {}'",
            SWEEP_SIGNAL_AT, SIGINT));
    EXPECT_EQ(outcome.signal, SIGINT) << outcome.error;
    EXPECT_EQ(read("out.npy"), "what was here before");
    EXPECT_EQ(count_files(), 4u);
}

// 81 million bytes, whose floats alone would be 324 MB, in a file that has next to none of them.
TEST_F(Strips, ALargePictureTakesLittleMemory) {
    constexpr int side = 9000;
    const std::string in = path("in.npy"), out = path("out.tif");
    if (!output_format(out).why_not.empty()) SKIP_WITHOUT("formats", "this build has no libtiff");
    {
        std::string header =
            fmt::format("{{'descr': '|u1', 'fortran_order': False, 'shape': ({}, {}), }}", side, side);
        header.append(117 - header.size(), ' ') += '\n';
        write("in.npy", std::string("\x93NUMPY\x01\x00", 8) + char(header.size()) + '\0' + header +
                            std::string(side, '\xff'));
        std::filesystem::resize_file(in, 128 + std::uint64_t(side) * side);
    }
    const pid_t child = fork();
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stderr)) _exit(126);
        setenv("SWEEP_MEMORY", "32", 1);
        if (!std::freopen(path("said").c_str(), "w", stdout)) _exit(126);
        execl(SWEEP_PROGRAM, SWEEP_PROGRAM, "filter", in.c_str(), out.c_str(), "--engine=cpu", "--sigma=8",
              "--linear", nullptr);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    ASSERT_EQ(wait4(child, &status, 0, &usage), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    expect_contains(read("said"), "strips");
    EXPECT_LT(usage.ru_maxrss, 160 * 1024);  // KiB, the program's own included
    const std::unique_ptr<RowFile> result = RowFile::open(out);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->shape(), (Shape{side, side, 1}));
    // The white line is far from the last rows, and clamp makes half of a plane of it.
    EXPECT_GT(result->read(0, 1).image.data<std::uint8_t>()[side / 2], 128);
    EXPECT_EQ(result->read(side - 1, 1).image.data<std::uint8_t>()[side / 2], 0);
}

}  // namespace
}  // namespace sweep::test
