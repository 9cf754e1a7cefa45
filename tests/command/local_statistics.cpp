// sweep filter --derive with local means and deviations. The truth is sums over windows in double.
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/problem/problem.h"
#include "tests/support/command_line.h"
#include "tests/support/local_windows.h"

namespace sweep::test {
namespace {

class LocalStatistics : public CommandLine {
  protected:
    static constexpr Shape shape{37, 26, 1};
    static constexpr std::size_t count = std::size_t(shape.width) * shape.height;

    // Boxes of 7 x 7 pixels, which end at the edges.
    static LocalWindows windows_of(std::vector<double> x) {
        return {shape.width,
                shape.height,
                std::move(x),
                std::vector<double>(7, 1.0 / 7),
                {BoundaryKind::none, {}}};
    }
    static Arguments box(const std::string& derive) {
        return {"--filter=box", "--radius=3", "--engine=cpu", "--check", "--derive=" + derive};
    }
    std::vector<double> samples_of_result(const Arguments& options, const std::string& in = "in.npy") {
        const Image out = filtered(in, options);
        std::vector<double> samples;
        for (std::size_t i = 0; i < out.shape().samples(); ++i)
            samples.push_back(out.sample() == Sample::f64 ? out.data<double>()[i]
                                                          : double(out.data<float>()[i]));
        return samples;
    }
};

TEST_F(LocalStatistics, EveryKindIsItsFormulaAndPassesItsCheck) {
    const Image floats = noise(shape, Sample::f32), doubles = noise(shape, Sample::f64);
    for (const Image* in : {&floats, &doubles}) {
        save("in.npy", *in);
        const bool is_double = in->sample() == Sample::f64;
        std::vector<double> x;
        for (std::size_t i = 0; i < count; ++i)
            x.push_back(is_double ? in->data<double>()[i] : double(in->data<float>()[i]));
        const LocalWindows windows = windows_of(x);
        const std::vector<double> mean = windows.means(), deviation = windows.deviations(),
                                  guided = windows.guided(0.05), usual = windows.guided(0.01);
        const auto above = [](double sample, double threshold) { return sample > threshold ? 1.0 : 0.0; };
        struct Case {
            const char* derive;
            std::function<double(double x, double m, double s, std::size_t i)> right;
        };
        const std::vector<Case> cases{
            {"deviation", [](double, double, double s, std::size_t) { return s; }},
            {"normalize",
             [](double v, double m, double s, std::size_t) { return (v - m) / std::max(s, 0.02); }},
            {"normalize:0.3",
             [](double v, double m, double s, std::size_t) { return (v - m) / std::max(s, 0.3); }},
            {"bradley", [&](double v, double m, double, std::size_t) { return above(v, m * 0.85); }},
            {"bradley:0.4", [&](double v, double m, double, std::size_t) { return above(v, m * 0.6); }},
            {"niblack", [&](double v, double m, double s, std::size_t) { return above(v, m - 0.2 * s); }},
            {"niblack:-1", [&](double v, double m, double s, std::size_t) { return above(v, m + s); }},
            {"sauvola", [&](double v, double m, double s,
                            std::size_t) { return above(v, m * (1 + 0.2 * (s / 0.5 - 1))); }},
            {"sauvola:0.5,0.3", [&](double v, double m, double s,
                                    std::size_t) { return above(v, m * (1 + 0.5 * (s / 0.3 - 1))); }},
            {"guided", [&](double, double, double, std::size_t i) { return usual[i]; }},
            {"guided:0.05", [&](double, double, double, std::size_t i) { return guided[i]; }},
        };
        for (const Case& c : cases) {
            SCOPED_TRACE(c.derive);
            const std::vector<double> got = samples_of_result(box(c.derive));
            EXPECT_EQ(load_image(path("out.npy")).sample(), in->sample());
            for (std::size_t i = 0; i < count; ++i)
                ASSERT_NEAR(got[i], c.right(x[i], mean[i], deviation[i], i), is_double ? 1e-11 : 3e-7) << i;
        }
    }
}

// Bytes are decoded to light, of which a mean with an offset takes no digits.
TEST_F(LocalStatistics, OfBytesAndOfLargeOffsets) {
    const Image bytes = noise(shape, Sample::u8);
    save("in.png", bytes);
    std::vector<double> x;
    for (std::size_t i = 0; i < count; ++i)
        x.push_back(srgb_to_linear(bytes.data<std::uint8_t>()[i] / 255.0));
    std::vector<double> right = windows_of(x).deviations(),
                        got = samples_of_result(box("deviation"), "in.png");
    for (std::size_t i = 0; i < count; ++i) ASSERT_NEAR(got[i], right[i], 1e-7) << i;

    Image far = noise(shape, Sample::f32);
    for (std::size_t i = 0; i < count; ++i) {
        far.data<float>()[i] = 1e4f + 0.035f * far.data<float>()[i];
        x[i] = double(far.data<float>()[i]);
    }
    save("in.npy", far);
    right = windows_of(x).deviations();
    got = samples_of_result(box("deviation"));
    for (std::size_t i = 0; i < count; ++i) ASSERT_NEAR(got[i], right[i], 1e-6 * right[i]) << i;
}

// What is missing has no weight in means; what is filled is its mean.
TEST_F(LocalStatistics, HolesHaveNoPart) {
    Image in = noise(shape, Sample::f32);
    std::vector<double> x, there;
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_hole = i % 7 == 3;
        x.push_back(is_hole ? 0 : double(in.data<float>()[i]));
        there.push_back(is_hole ? 0 : 1);
        if (is_hole) in.data<float>()[i] = std::nanf("");
    }
    save("in.npy", in);
    const LocalWindows windows = windows_of(x);
    std::vector<double> mean, deviation;
    for (int v = 0; v < shape.height; ++v)
        for (int u = 0; u < shape.width; ++u) {
            double sum = 0, squares = 0, weights = 0;
            windows.each(there, 0, u, v, [&](double is, double) { weights += is; });
            windows.each(x, 0, u, v, [&](double value, double) { sum += value, squares += value * value; });
            mean.push_back(sum / weights);
            deviation.push_back(std::sqrt(squares / weights - mean.back() * mean.back()));
        }
    for (const char* how : {"keep", "fill"})
        for (const std::string derive : {"deviation", "normalize:0.05", "niblack"}) {
            SCOPED_TRACE(derive + " " + how);
            Arguments options = box(derive);
            options.push_back(std::string("--missing=") + how);
            filtered("in.npy", options);
            const FileImage out = read_image(path("out.npy"));
            for (std::size_t i = 0; i < count; ++i) {
                const bool is_hole = there[i] == 0,
                           is_missing = !out.missing.empty() && out.missing.data<std::uint8_t>()[i];
                ASSERT_EQ(is_missing, is_hole && how[0] == 'k') << i;
                if (is_missing) continue;
                const double at = is_hole ? mean[i] : x[i],
                             right = derive[0] == 'd'   ? deviation[i]
                                     : derive[1] == 'o' ? (at - mean[i]) / std::max(deviation[i], 0.05)
                                                        : double(at > mean[i] - 0.2 * deviation[i]);
                ASSERT_NEAR(out.image.data<float>()[i], right, 1e-6) << i;
            }
        }
    const Outcome guided =
        run({"filter", path("in.npy"), path("out.npy"), "--filter=box", "--derive=guided"});
    EXPECT_EQ(guided.code, 0);
    expect_contains(guided.error, "became 0");
}

// Colours are taken as they are, and alpha stays.
TEST_F(LocalStatistics, ThresholdsAreNotDividedByAlpha) {
    Image in({24, 20, 4}, Sample::f32);
    const Image random = noise(in.shape(), Sample::f32, 5);
    for (std::size_t i = 0; i < in.shape().samples(); ++i)
        in.data<float>()[i] = 0.25f + 0.5f * random.data<float>()[i];
    save("in.tif", in);
    const Image out =
        filtered("in.tif", {"--filter=box", "--radius=3", "--derive=niblack", "--engine=cpu"}, "out.tif");
    for (std::size_t i = 0; i < in.shape().samples(); ++i) {
        const float sample = out.data<float>()[i];
        ASSERT_TRUE(i % 4 == 3 ? sample == in.data<float>()[i] : sample == 0 || sample == 1) << i;
    }
}

TEST_F(LocalStatistics, ACheckFindsWhatIsWrong) {
    Image in = noise({70, 50, 1}, Sample::f32);
    save("in.npy", in);
    const Arguments arguments{"filter",      path("in.npy"),         path("no.npy"),
                              "--sigma=300", "--realisation=direct", "--engine=cpu",
                              "--check",     "--derive=deviation"};
    expect_contains(refused(1, arguments), "the result is wrong: largest error ");
    EXPECT_FALSE(std::filesystem::exists(path("no.npy")));
}

TEST_F(LocalStatistics, WhatMakesNoSenseIsRefused) {
    const std::string in = save("in.npy", noise({20, 20, 1}, Sample::f32));
    const auto expect_refusal = [&](const Arguments& options, const std::string& text) {
        Arguments arguments{"filter", in, path("no.npy"), "--filter=box"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        expect_contains(refused(2, arguments), text);
        EXPECT_FALSE(std::filesystem::exists(path("no.npy")));
    };
    expect_refusal(
        {"--derive=bradley", "--engine=cuda"},
        "--derive bradley is computed in float64, which the engine cuda does not have: leave --engine "
        "out, or take --engine cpu");
    expect_refusal({"--derive=deviation:1"}, "deviation has no values");
    expect_refusal({"--derive=sauvola:1,2,3"}, "sauvola has two values");
    expect_refusal({"--derive=sauvola:1,0"},
                   "r of the threshold of Sauvola is more than 0, and finite, not 0");
    expect_refusal({"--derive=guided:0"}, "eps of the guided filter is more than 0, and finite, not 0");
    expect_refusal({"--derive=bradley:1.5"}, "t of the threshold of Bradley and Roth is -1 to 1, not 1.5");
    expect_refusal({"--derive=niblack", "--filter=none"}, "and none is none");
    expect_refusal({"--derive=niblack", "--filter=exponential", "--boundary=none"},
                   "is of means, and the boundary none leaves none at the edges: take another");
    expect_refusal({"--derive=guided", "--precision=float"},
                   "is computed in float64: leave the precision auto");
}

}  // namespace
}  // namespace sweep::test
