// sweep filter --derive: what is made of filtered pictures and the original. The truth is each kind's formula on
// results of the reference.
#include <cmath>
#include <functional>

#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

class Derive : public CommandLine {
  protected:
    static FilterSpec derivative(FilterSpec filter, int x, int y) {
        filter.derivative_x = x;
        filter.derivative_y = y;
        return filter;
    }

    // The largest difference of `got` from f(sample of the picture, of the first and of the second filter's result).
    static double error_from(const Image& got, const Image& in, const FilterSpec& first,
                             const FilterSpec& second,
                             const std::function<double(double, double, double)>& f) {
        const auto result = [&](const FilterSpec& filter) {
            const auto boundary = is_recursive(filter.kind) ? BoundaryKind::mirror : BoundaryKind::none;
            return reference(problem(in.shape(), filter, boundary), in.view());
        };
        const Image one = result(first), two = result(second);
        double error = got.shape() == in.shape() ? 0 : 1e9;
        for (std::size_t i = 0; error < 1e9 && i < in.shape().samples(); ++i)
            error = std::max(error, std::abs(double(got.data<float>()[i]) - f(double(in.data<float>()[i]),
                                                                              one.data<double>()[i],
                                                                              two.data<double>()[i])));
        return error;
    }
};

TEST_F(Derive, EveryKindIsItsFormula) {
    const Image in = noise({61, 47, 3}, Sample::f32);
    save("in.npy", in);
    const FilterSpec blur = usual_gaussian(3), box = of_kind(FilterKind::box);
    FilterSpec wide = usual_gaussian(6), uneven = usual_gaussian(3), flat = usual_gaussian(3);
    uneven.sigma_y = 1.5;
    flat.axes = Axes::x;
    struct Case {
        const char* derive;
        Arguments options;
        FilterSpec first, second;
        std::function<double(double, double, double)> formula;
    };
    const Arguments gauss{"--sigma=3", "--boundary=mirror"};
    const std::vector<Case> cases{
        {"unsharp", gauss, blur, blur, [](double x, double b, double) { return x + (x - b); }},
        {"unsharp:2.5", gauss, blur, blur, [](double x, double b, double) { return x + 2.5 * (x - b); }},
        {"unsharp:2.5,0.2", gauss, blur, blur,
         [](double x, double b, double) { return std::abs(x - b) > 0.2 ? x + 2.5 * (x - b) : x; }},
        {"high-pass",
         {"--filter=box", "--radius=4"},
         box,
         box,
         [](double x, double b, double) { return x - b; }},
        {"dog:2", gauss, blur, wide, [](double, double b, double c) { return b - c; }},
        {"log", gauss, derivative(blur, 2, 0), derivative(blur, 0, 2),
         [](double, double a, double b) { return 9 * (a + b); }},
        {"log:0", gauss, derivative(blur, 2, 0), derivative(blur, 0, 2),
         [](double, double a, double b) { return a + b; }},
        {"log",
         {"--sigma=3,1.5", "--boundary=mirror"},
         derivative(uneven, 2, 0),
         derivative(uneven, 0, 2),
         [](double, double a, double b) { return 9 * a + 2.25 * b; }},
        {"log:0.5",
         {"--sigma=3", "--boundary=mirror", "--axes=x"},
         derivative(flat, 2, 0),
         blur,
         [](double, double a, double) { return 3 * a; }},
        {"gradient", gauss, derivative(blur, 1, 0), derivative(blur, 0, 1),
         [](double, double a, double b) { return std::hypot(a, b); }},
        {"gradient",
         {"--sigma=3", "--boundary=mirror", "--axes=x"},
         derivative(flat, 1, 0),
         blur,
         [](double, double a, double) { return std::abs(a); }},
    };
    for (const Case& c : cases) {
        Arguments options{"--engine=cpu", "--check", std::string("--derive=") + c.derive};
        options.insert(options.end(), c.options.begin(), c.options.end());
        SCOPED_TRACE(fmt::format("{}", options));
        EXPECT_LT(error_from(filtered("in.npy", options), in, c.first, c.second, c.formula), 2e-5);
    }
}

TEST_F(Derive, ACheckFindsWhatIsWrong) {
    const std::string in = save("in.npy", noise({70, 50, 1}, Sample::f32));
    const Outcome good = run({"filter", in, path("out.npy"), "--sigma", "40", "--derive", "dog:3", "--engine",
                              "cpu", "--check", "--timings", path("t.json")});
    EXPECT_EQ(good.code, 0) << good.error;
    expect_contains(good.out, "gaussian (accuracy 0.0003), dog:3, ");
    const auto report = nlohmann::json::parse(read("t.json"));
    EXPECT_EQ(report["derive"], "dog:3");
    expect_stages(report, "ms");
    run({"filter", in, path("one.npy"), "--sigma", "40", "--engine", "cpu", "--timings", path("one.json")});
    EXPECT_EQ(report["stages"].size(), 2 * nlohmann::json::parse(read("one.json"))["stages"].size());

    // Of two runs the wider one loses digits by direct feedback.
    const Arguments direct{"filter",        in,       path("out.npy"), "--sigma", "5",
                           "--realisation", "direct", "--engine",      "cpu"};
    Arguments wider = direct;
    wider.insert(wider.end(), {"--derive", "dog:60"});
    expect_contains(run(direct).error, "by direct feedback may be off by 2e-04 of the largest output");
    expect_contains(run(wider).error, "by direct feedback may be off by more than the largest output");

    std::filesystem::remove(path("out.npy"));
    expect_contains(refused(1, {"filter", in, path("out.npy"), "--sigma", "300", "--derive", "high-pass",
                                "--realisation", "direct", "--engine", "cpu", "--check"}),
                    "the result is wrong: largest error ");
    EXPECT_FALSE(std::filesystem::exists(path("out.npy")));
}

// Colours are multiplied by alpha, and divided by it in the end; alpha is that of the picture.
TEST_F(Derive, AlphaStays) {
    Image in({24, 20, 4}, Sample::u8);
    const Image random = noise(in.shape(), Sample::u8, 5);
    std::copy_n(random.data<std::uint8_t>(), in.shape().samples(), in.data<std::uint8_t>());
    for (std::size_t i = 0; i < in.shape().pixels(); ++i) in.data<std::uint8_t>()[4 * i + 3] |= 128;
    save("in.png", in);
    Image associated(in.shape(), Sample::f32);
    for (std::size_t i = 0; i < in.shape().samples(); ++i) {
        const double alpha = in.data<std::uint8_t>()[i / 4 * 4 + 3] / 255.0,
                     x = in.data<std::uint8_t>()[i] / 255.0;
        associated.data<float>()[i] = float(i % 4 == 3 ? alpha : alpha * srgb_to_linear(x));
    }
    for (const char* derive : {"unsharp:0.5", "high-pass"}) {
        const Image exr =
            filtered("in.png", {"--sigma=2", std::string("--derive=") + derive, "--engine=cpu"}, "out.exr");
        const Image blurred = reference(problem(in.shape(), usual_gaussian(2)), associated.view());
        for (std::size_t i = 0; i < in.shape().samples(); ++i) {
            const double x = double(associated.data<float>()[i]), fine = x - blurred.data<double>()[i],
                         right = i % 4 == 3         ? x
                                 : derive[0] == 'u' ? x + 0.5 * fine
                                                    : fine;
            ASSERT_NEAR(exr.data<float>()[i], right, 2e-5) << derive << i;
        }
    }
    const Image png = filtered("in.png", {"--sigma=2", "--derive=unsharp"}, "out.png");
    ASSERT_EQ(png.sample(), Sample::u8);
    for (std::size_t i = 3; i < in.shape().samples(); i += 4)
        ASSERT_EQ(png.data<std::uint8_t>()[i], in.data<std::uint8_t>()[i]) << i;
}

// Where samples are missing the blurs are quotients of the reference's means of samples and of weights; what is
// filled is such a mean itself.
TEST_F(Derive, HolesHaveNoPartInBlurs) {
    Image in = noise({61, 47, 1}, Sample::f32), zeros = noise({61, 47, 1}, Sample::f32),
          there(in.shape(), Sample::f32);
    for (std::size_t i = 0; i < in.shape().samples(); ++i) {
        const bool is_hole = i % 7 == 3;
        there.data<float>()[i] = is_hole ? 0.0f : 1.0f;
        if (is_hole) in.data<float>()[i] = std::nanf(""), zeros.data<float>()[i] = 0;
    }
    save("in.npy", in);
    const auto mean = [&](double sigma) {
        const Problem p = problem(in.shape(), usual_gaussian(sigma));
        Image sum = reference(p, zeros.view());
        const Image weight = reference(p, there.view());
        for (std::size_t i = 0; i < in.shape().samples(); ++i)
            sum.data<double>()[i] /= weight.data<double>()[i];
        return sum;
    };
    const Image soft = mean(2), wide = mean(4);
    for (const char* how : {"keep", "fill"})
        for (const char* derive : {"unsharp:1.5", "high-pass", "dog:2"}) {
            const std::string options = fmt::format("--derive={} --missing={}", derive, how);
            SCOPED_TRACE(options);
            filtered("in.npy", {"--sigma=2", std::string("--derive=") + derive, "--missing", how, "--check",
                                "--engine=cpu"});
            const FileImage out = read_image(path("out.npy"));
            for (std::size_t i = 0; i < in.shape().samples(); ++i) {
                const bool is_hole = i % 7 == 3,
                           is_missing = !out.missing.empty() && out.missing.data<std::uint8_t>()[i];
                ASSERT_EQ(is_missing, is_hole && how[0] == 'k') << i;
                if (is_missing) continue;
                const double b = soft.data<double>()[i], x = is_hole ? b : double(in.data<float>()[i]),
                             right = derive[0] == 'u'   ? x + 1.5 * (x - b)
                                     : derive[0] == 'h' ? x - b
                                                        : b - wide.data<double>()[i];
                ASSERT_NEAR(out.image.data<float>()[i], right, 2e-5) << i;
            }
        }
    const Outcome outcome = run({"filter", path("in.npy"), path("out.npy"), "--derive", "log", "--sigma=2"});
    EXPECT_EQ(outcome.code, 0);
    expect_contains(outcome.error, "became 0");
}

TEST_F(Derive, FilesOfIntegersClipAsTheyDoDerivatives) {
    const std::string in = save("in.png", noise({40, 30, 1}, Sample::u8));
    for (const char* derive : {"high-pass", "log", "unsharp:9"}) {
        const Outcome outcome = run({"filter", in, path("out.png"), "--sigma", "2", "--derive", derive});
        EXPECT_EQ(outcome.code, 0);
        expect_contains(outcome.error, "of 1200 samples were outside [0, 1] and are clipped in '");
    }
}

// A threshold is in units of the samples, also where these are so small that the filter works on multiples of them.
TEST_F(Derive, AThresholdIsThatOfTheSamples) {
    Image in = noise({30, 20, 1}, Sample::f32);
    for (std::size_t i = 0; i < in.shape().samples(); ++i) in.data<float>()[i] *= 0x1p-100f;
    save("in.npy", in);
    const auto changed = [&](const std::string& threshold) {
        const Image out = filtered("in.npy", {"--sigma=2", "--derive=unsharp:1," + threshold});
        int count = 0;
        for (std::size_t i = 0; i < in.shape().samples(); ++i)
            count += out.data<float>()[i] != in.data<float>()[i];
        return count;
    };
    EXPECT_EQ(changed("1e-29"), 0);
    EXPECT_EQ(changed("0"), 600);
    EXPECT_GT(changed("1e-31"), 100);
    EXPECT_LT(changed("1e-31"), 600);
}

TEST_F(Derive, WhatMakesNoSenseIsRefused) {
    const std::string in = save("in.npy", noise({20, 20, 1}, Sample::f32));
    const auto expect_refusal = [&](const Arguments& options, const std::string& text) {
        Arguments arguments{"filter", in, path("no.npy")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        expect_contains(refused(2, arguments), text);
    };
    expect_refusal({"--derive", "sharpen"}, "--derive");
    expect_refusal({"--derive", "dogs"}, "did you mean dog?");
    expect_refusal({"--derive", "unsharp:"}, "--derive");
    expect_refusal({"--derive", "unsharp:1,2,3"}, "unsharp has two values");
    expect_refusal({"--derive", "gradient:1"}, "gradient has no values");
    expect_refusal({"--derive", "dog:x"}, "--derive");
    expect_refusal({"--derive", "dog:0.5"}, "ratio of the difference of Gaussians is 1 to 8192, not 0.5");
    expect_refusal({"--derive", "unsharp:-1"}, "amount of the unsharp mask is 0 to 100, not -1");
    expect_refusal({"--derive", "unsharp:1,-1"}, "threshold of the unsharp mask is 0 or more");
    expect_refusal({"--derive", "dog:1000", "--sigma", "50"}, "sigma");
    expect_refusal({"--derive", "dog", "--filter", "box"}, "is of the filter gaussian, not of box");
    expect_refusal({"--derive", "log", "--derivative", "1,0"}, "leave the derivative out");
    expect_refusal({"--derive", "unsharp", "--filter", "bspline3"}, "and bspline3 is none");
    expect_refusal({"--derive", "unsharp", "--filter", "butterworth", "--band", "high"},
                   "of the high band is none");
    for (const char* degree : {"bspline2", "bspline3", "bspline4", "bspline5"})
        expect_refusal({"--derive", "unsharp", "--filter", degree}, "is none");
    expect_refusal(
        {"--derive", "unsharp", "--filter", "butterworth", "--band", "stop", "--cutoff", "0.1,0.2"},
        "of a band with two edges is none");
    expect_refusal({"--derive", "high-pass", "--passes", "down,up"}, "all passes have to run");
    expect_refusal({"--derive", "dog", "--trace", path("t.json")}, "--trace is of one run of a filter");
    expect_refusal({"--derive", "dog", "--dump-stages", path("d")},
                   "--dump-stages is of one run of a filter");
    EXPECT_FALSE(std::filesystem::exists(path("no.npy")));
    const Outcome bench = run({"bench", "--derive", "dog"});
    EXPECT_EQ(bench.code, 2);
    expect_contains(bench.error, "unknown option '--derive'");
}

}  // namespace
}  // namespace sweep::test
