// The command line, driven as a process: engines, results and reports.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "files/pixels.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

TEST_F(CommandLine, AnEngineThatIsNotHereEndsWithFour) {
    constexpr const char* no_gpu = "CUDA_VISIBLE_DEVICES=";
    const std::string in = save("in.npy", noise({8, 8, 1}, Sample::f32));
    for (const Arguments& arguments : {Arguments{"filter", in, path("out.npy"), "--engine", "cuda"},
                                       Arguments{"bench", "--size", "8x8", "--engine", "cuda"}}) {
        const Outcome outcome = run(arguments, no_gpu);
        EXPECT_EQ(outcome.code, 4) << outcome.error;
        EXPECT_TRUE(outcome.error.starts_with("sweep: error: the engine cuda: ")) << outcome.error;
    }
    expect_contains(run({"bench", "--engine", "cuda"}, no_gpu).error, "use --engine cpu");
    const Outcome automatic = run({"filter", in, path("out.npy"), "--engine", "auto"}, no_gpu);
    EXPECT_EQ(automatic.code, 0);
    expect_contains(automatic.out, "; no CUDA: ");
    EXPECT_EQ(automatic.out.find("use --engine cpu"), std::string::npos) << "it does already";
    expect_contains(run({"list", "engines"}, no_gpu).out, "cuda         not usable: ");
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

    Problem of_bytes = problem(bytes.shape(), usual_gaussian(2));
    of_bytes.input = Sample::u8;
    EXPECT_LE(error_of(filtered("b.png", {"--sigma", "2", "--no-premultiply"}), of_bytes, bytes),
              float_tolerance);
    of_bytes.linear = false;
    EXPECT_LE(
        error_of(filtered("b.png", {"--sigma", "2", "--no-linear", "--no-premultiply"}), of_bytes, bytes),
        float_tolerance);
}

// Every filter runs by its word and its options, on the CPU engine and by the reference.
TEST_F(CommandLine, EveryFilterIsReached) {
    const Image in = noise({70, 90, 1}, Sample::f32);
    save("in.npy", in);
    struct Filter {
        Arguments options;
        FilterSpec spec;
    };
    std::vector<Filter> filters;
    auto add = [&](Arguments options, FilterKind kind, const std::function<void(FilterSpec&)>& set = {}) {
        FilterSpec spec = of_kind(kind);
        if (set) set(spec);
        options.insert(options.begin(), "--filter");
        filters.push_back({std::move(options), spec});
    };
    add({"gaussian", "--derivative", "1,2", "--sigma", "2"}, FilterKind::gaussian, [](FilterSpec& f) {
        f.sigma = 2;
        f.derivative_x = 1;
        f.derivative_y = 2;
        f.accuracy = usual_accuracy;
    });
    add({"butterworth"}, FilterKind::butterworth);
    add({"butterworth", "--order", "8", "--cutoff", "0.05", "--band", "high"}, FilterKind::butterworth,
        [](FilterSpec& f) {
            f.order = 8;
            f.cutoff = 0.05;
            f.band = Band::high;
        });
    add({"chebyshev1", "--order", "1", "--ripple", "0.5"}, FilterKind::chebyshev1, [](FilterSpec& f) {
        f.order = 1;
        f.ripple = 0.5;
    });
    add({"chebyshev2", "--order=5", "--attenuation=60"}, FilterKind::chebyshev2, [](FilterSpec& f) {
        f.order = 5;
        f.attenuation = 60;
    });
    add({"elliptic", "--order", "4", "--ripple", "2", "--attenuation", "50", "--cutoff", ".2"},
        FilterKind::elliptic, [](FilterSpec& f) {
            f.order = 4;
            f.ripple = 2;
            f.attenuation = 50;
            f.cutoff = 0.2;
        });
    add({"exponential", "--alpha", "0.03"}, FilterKind::exponential, [](FilterSpec& f) { f.alpha = 0.03; });
    add({"iir", "--causal", "-0.5", "--feedforward", "-1,2.5,0.25"}, FilterKind::iir, [](FilterSpec& f) {
        f.causal = {-0.5};
        f.feedforward = {-1, 2.5, 0.25};
    });
    add({"iir", "--causal", "-0.5,0.1", "--feedforward", "1,2", "--anticausal-feedforward", "-3,1", "--gain",
         "2,0.5"},
        FilterKind::iir, [](FilterSpec& f) {
            f.causal = {-0.5, 0.1};
            f.feedforward = {1, 2};
            f.anticausal_feedforward = {-3, 1};
            f.causal_gain = 2;
            f.anticausal_gain = 0.5;
        });
    for (auto& [options, spec] : filters) {
        SCOPED_TRACE(fmt::format("{}", fmt::join(options, " ")));
        const Problem p = problem(in.shape(), spec);
        for (const char* engine : {"reference", "cpu"}) {
            Arguments with_engine = options;
            with_engine.insert(with_engine.end(), {"--engine", engine});
            const double error = error_of(filtered("in.npy", with_engine), p, in);
            if (engine == std::string("reference"))
                EXPECT_EQ(error, 0);
            else
                EXPECT_LE(error, 3 * float_tolerance);
        }
    }
}

// A box is cut off at the edges unless a boundary is said.
TEST_F(CommandLine, BoxesHaveTheBoundaryThatIsSaid) {
    const Image in = noise({70, 90, 1}, Sample::f32);
    save("in.npy", in);
    const auto error = [&](Arguments options, BoundaryKind kind, Axes axes = Axes::both) {
        options.insert(options.end(), {"--filter", "box", "--radius", "11"});
        Problem p = problem(in.shape(), box(11), kind);
        if (kind == BoundaryKind::constant) p.boundary.value = {2};
        p.filter.axes = axes;
        return error_of(filtered("in.npy", options), p, in);
    };
    EXPECT_LE(error({}, BoundaryKind::none), float_tolerance);
    for (const BoundaryInfo& boundary : boundary_table) {
        const std::string word(boundary.word);
        EXPECT_LE(error({"--boundary", boundary.kind == BoundaryKind::constant ? "constant:2" : word},
                        boundary.kind),
                  float_tolerance)
            << word;
    }
    EXPECT_LE(error({"--axes", "x", "--boundary=clamp"}, BoundaryKind::clamp, Axes::x), float_tolerance);
    EXPECT_LE(error({"--axes", "y"}, BoundaryKind::none, Axes::y), float_tolerance);
}

TEST_F(CommandLine, BoxesHaveTheSizesThatAreSaid) {
    const Image in = noise({40, 50, 3}, Sample::f32);
    save("in.npy", in);
    const auto error = [&](Arguments options, int width, int height, int origin_x = 0, int origin_y = 0) {
        options.insert(options.end(), {"--filter", "box", "--boundary=mirror"});
        Problem p = problem(in.shape(), box(0), BoundaryKind::mirror);
        p.filter.box_width = width;
        p.filter.box_height = height;
        p.filter.box_origin_x = origin_x;
        p.filter.box_origin_y = origin_y;
        return error_of(filtered("in.npy", options), p, in);
    };
    EXPECT_LE(error({}, 9, 9), float_tolerance);
    EXPECT_LE(error({"--radius=3,1"}, 7, 3), float_tolerance);
    EXPECT_LE(error({"--box-size=4"}, 4, 4), float_tolerance);
    EXPECT_LE(error({"--box-size=4,7", "--box-origin=1,-3"}, 4, 7, 1, -3), float_tolerance);
    EXPECT_LE(error({"--box-size=5,6", "--box-origin=-2"}, 5, 6, -2, -2), float_tolerance);
}

// Nothing is left of a constant.
TEST_F(CommandLine, HighPassOfAConstantIsZero) {
    Image in({40, 30, 1}, Sample::f32);
    std::fill_n(in.data<float>(), in.shape().samples(), 3.7f);
    save("in.npy", in);
    for (const char* engine : {"reference", "cpu"}) {
        const Image out = filtered(
            "in.npy", {"--filter", "butterworth", "--band", "high", "--order", "5", "--engine", engine});
        for (std::size_t i = 0; i < in.shape().samples(); ++i)
            ASSERT_NEAR(out.sample() == Sample::f64 ? out.data<double>()[i] : double(out.data<float>()[i]), 0,
                        1e-12);
    }
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
    expect_contains(outcome.error, ".npy keeps them");
}

TEST_F(CommandLine, WhatAFileCannotHoldIsNoted) {
    Image in({2, 2, 4}, Sample::f32);
    std::fill_n(in.data<float>(), 16, 0.5f);
    in.data<float>()[0] = -1;
    in.data<float>()[3] = 2;  // of the last channel, which .hdr and .jpg drop, and which does not count
    in.data<float>()[5] = 7;
    save("in.npy", in);
    auto notes = [&](const char* out) {
        const Outcome outcome = run({"filter", path("in.npy"), path(out), "--filter", "none"});
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.error;
    };
    EXPECT_EQ(notes("out.npy"), "");
    expect_contains(notes("out.png"), "3 of 16 samples were outside [0, 1]");
    expect_contains(notes("out.jpg"), "2 of 12 samples were outside [0, 1]");
    expect_contains(notes("out.hdr"), "1 of 12 samples were below 0");
    for (const char* out : {"out.jpg", "out.hdr"})
        expect_contains(notes(out), "the last channel is dropped in '");
    EXPECT_EQ(load_image(path("out.hdr")).shape(), (Shape{2, 2, 3}));
}

TEST_F(CommandLine, ResultsThatAreNotFiniteAreNoted) {
    Image floats({8, 8, 3}, Sample::f32), doubles({8, 8, 3}, Sample::f64);
    std::fill_n(floats.data<float>(), 192, 3e38f);
    std::fill_n(doubles.data<double>(), 192, 1e308);
    save("float32.npy", floats);
    save("float64.npy", doubles);
    for (const std::string in : {"float32", "float64"})
        for (const char* out : {"out.npy", "out.png", "out.jpg", "out.hdr"}) {
            const Outcome outcome =
                run({"filter", path(in + ".npy"), path(out), "--gain", "1e4", "--engine", "cpu"});
            EXPECT_EQ(outcome.code, 0) << outcome.error;
            expect_contains(outcome.error,
                            "of 192 samples of the result are NaN or infinite: it outgrows " + in);
        }
}

TEST_F(CommandLine, TimingsAndDumpsHoldWhatTheySay) {
    const Image in = noise({64, 96, 1}, Sample::f32);
    save("in.npy", in);
    filtered("in.npy",
             {"--sigma", "3", "--engine", "cpu", "--timings", path("t.json"), "--dump-stages", path("dump")});
    const auto timings = nlohmann::json::parse(read("t.json"));
    EXPECT_EQ(timings["engine"], "cpu");
    EXPECT_EQ(timings["parameters"]["sigma"], 3);
    EXPECT_EQ(timings["parameters"]["accuracy"], usual_accuracy);
    EXPECT_EQ(timings["coefficients"]["rows"]["causal"]["d"].size(), 5u);
    ASSERT_FALSE(timings["stages"].empty());
    expect_stages(timings, "ms");

    Problem p = problem(in.shape(), usual_gaussian(3));
    for (const char* name : {"Y", "Z", "U", "V"}) {
        p.passes = name[0] == 'Y' ? 1 : name[0] == 'Z' ? 2 : name[0] == 'U' ? 3 : 4;
        EXPECT_LE(error_of(load_image(path("dump/" + std::string(name) + ".npy")), p, in), float_tolerance)
            << name;
    }
    const auto dump = nlohmann::json::parse(read("dump/stages.json"));
    EXPECT_EQ(dump["files"].size(), 4u);
    EXPECT_EQ(dump["files"][1]["after"], "up");
}

// Units as W/m^2/Hz make pictures of 1e-26, and of less than the least normal float.
TEST_F(CommandLine, SmallNumbersKeepTheirDigits) {
    const Image unit = noise({90, 70, 1}, Sample::f32, 3);
    for (const int exponent : {-30, -86, -100, -120}) {
        Image in(unit.shape(), Sample::f32);
        for (std::size_t i = 0; i < in.shape().samples(); ++i)
            in.data<float>()[i] = std::ldexp(unit.data<float>()[i], exponent);
        save("small.npy", in);
        for (const double sigma : {3.0, 300.0}) {
            const Problem p = problem(in.shape(), usual_gaussian(sigma), BoundaryKind::mirror);
            const Image out = filtered("small.npy", {fmt::format("--sigma={}", sigma), "--boundary=mirror"});
            EXPECT_LE(error_of(out, p, in), float_tolerance) << exponent << " " << sigma;
        }
        Problem down = problem(in.shape(), gaussian(3), BoundaryKind::mirror);
        down.passes = 1;
        filtered("small.npy", {"--sigma=3", "--order=3", "--boundary=mirror", "--algorithm=7",
                               "--dump-stages", path("dump")});
        EXPECT_LE(error_of(load_image(path("dump/Y.npy")), down, in), float_tolerance) << exponent;
        for (const FilterKind kind : {FilterKind::box, FilterKind::sat}) {
            const Problem p = problem(in.shape(), of_kind(kind), BoundaryKind::none);
            const Image out = filtered("small.npy", {fmt::format("--filter={}", info(kind).word)});
            EXPECT_LE(error_of(out, p, in), float_tolerance) << exponent << " " << info(kind).word;
        }
        Problem outside = problem(in.shape(), usual_gaussian(20), BoundaryKind::constant);
        outside.boundary.value = {std::ldexp(0.5, exponent)};
        const Image out = filtered(
            "small.npy", {"--sigma=20", fmt::format("--boundary=constant:{}", outside.boundary.value[0])});
        EXPECT_LE(error_of(out, outside, in), float_tolerance) << exponent;
    }
}

// The sun of a picture from a camera without a limit: bright, and no end of the picture around it.
TEST_F(CommandLine, InfiniteSamplesStayBrightAndDoNotDrownThePicture) {
    Image in({80, 60, 1}, Sample::f32);
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 80; ++x)
            in.view().row<float>(y)[x] = (x - 40) * (x - 40) + (y - 30) * (y - 30) < 100
                                             ? std::numeric_limits<float>::infinity()
                                             : 0.5f;
    save("sun.npy", in);
    for (const char* sigma : {"--sigma=2", "--sigma=30"}) {
        const Outcome outcome = run({"filter", path("sun.npy"), path("out.npy"), sigma, "--check"});
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_GT(load_image(path("out.npy")).view().row<float>(30)[40], 1e3f);
        EXPECT_LT(std::ranges::max(samples_of<float>(load_image(path("out.npy")))), 65505);
    }
    EXPECT_EQ(filtered("sun.npy", {"--sigma=2"}).view().row<float>(30)[0], 0.5f);
}

// Where a wide mean leaves little of the samples, float32 has the rounding of what is added up: that of the samples
// where they cancel, and that of the datum where this is large. Whatever is more than 1e-5 off is noted, with a bound.
TEST_F(CommandLine, SaysWhatFloat32IsRightToWhereLittleIsLeft) {
    Image zero_mean = noise({300, 200, 1}, Sample::f32), corners({400, 300, 1}, Sample::f32),
          impulse({400, 300, 1}, Sample::f32), usual = noise({300, 200, 1}, Sample::f32);
    double sum = 0;
    for (const float sample : samples_of<float>(zero_mean)) sum += sample;
    for (std::size_t i = 0; i < zero_mean.shape().samples(); ++i)
        zero_mean.data<float>()[i] -= float(sum / double(zero_mean.shape().samples()));
    for (Image* image : {&corners, &impulse})
        std::fill_n(image->data<float>(), image->shape().samples(), 0.0f);
    for (const int y : {0, 299})
        for (const int x : {0, 399}) corners.view().row<float>(y)[x] = 1000;
    impulse.view().row<float>(100)[150] = 1000;
    // A word of what is said, or "" where nothing is, and the result is right to 1e-5.
    const auto expect_said = [&](const Image& in, const Arguments& options, const std::string& word) {
        save("in.npy", in);
        Arguments arguments{"filter", path("in.npy"), path("out.npy")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        Arguments on_cpu = arguments, true_one = arguments;
        on_cpu.push_back("--engine=cpu");
        true_one.push_back("--engine=reference");
        const Outcome outcome = run(on_cpu);
        ASSERT_EQ(outcome.code, 0) << outcome.error;
        const Image got = load_image(path("out.npy"));
        EXPECT_EQ(run(true_one).error, "");
        const Image expected = load_image(path("out.npy"));
        double error = 0, largest = 0;
        for (std::size_t i = 0; i < got.shape().samples(); ++i) {
            const double value = expected.data<double>()[i];
            largest = std::max(largest, std::abs(value));
            error = std::max(error, std::abs(double(got.data<float>()[i]) - value));
        }
        SCOPED_TRACE(outcome.error);
        if (word.empty()) {
            EXPECT_EQ(outcome.error, "");
            EXPECT_LT(error, float_tolerance * largest);
            return;
        }
        expect_contains(outcome.error, "sweep: note: little is left of the samples: the largest result is ");
        expect_contains(outcome.error, word);
        if (const std::size_t at = outcome.error.find("is right to about "); at != std::string::npos) {
            const double right_to = std::strtod(outcome.error.c_str() + at + 18, nullptr);
            EXPECT_LT(error, right_to * largest);
            EXPECT_GT(error, 1e-3 * right_to * largest) << "it says something";
        }
    };
    for (const char* boundary : {"--boundary=mirror", "--boundary=repeat", "--boundary=zero"}) {
        expect_said(zero_mean, {"--sigma=60", "--order=3", boundary}, "is right to about ");
        expect_said(zero_mean, {"--sigma=2", boundary}, "");
        expect_said(usual, {"--sigma=100", boundary}, "");
        for (const Image* zeros_beside : {&corners, &impulse})
            expect_said(*zeros_beside, {"--sigma=60", "--order=3", boundary}, "");
    }
    expect_said(zero_mean, {"--sigma=1000", "--boundary=repeat"}, "may have none of its digits");
    expect_said(zero_mean, {"--sigma=60", "--boundary=repeat", "--algorithm=rt64"}, "");
}

}  // namespace
}  // namespace sweep::test
