// The view of the four passes: its images are the engine's, its numbers add up, and keys and clicks control
// it.
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "app/lessons/passes/line.h"
#include "app/lessons/teach/input.h"
#include "app/lessons/teach/view.h"
#include "core/problem/reference.h"
#include "tests/support/boundaries.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

constexpr int picture_width = 60, picture_height = 45;

Image random_picture() {
    Image image({picture_width, picture_height, 4}, Sample::f32);
    std::mt19937 random(5);
    std::uniform_real_distribution<float> uniform(0, 1);
    std::generate_n(image.data<float>(), image.shape().samples(), [&] { return uniform(random); });
    return image;
}

Problem problem_of(FilterKind kind, BoundaryKind boundary = BoundaryKind::clamp) {
    Problem problem;
    problem.shape = {picture_width, picture_height, 4};
    problem.filter.kind = kind;
    problem.filter.sigma = 3;
    problem.filter.causal = {-1.2, 0.5};
    problem.boundary.kind = boundary;
    return problem;
}

std::vector<float> floats_of(const Texture& texture) {
    std::vector<float> values(std::size_t(texture.width()) * std::size_t(texture.height()) * 4);
    texture.read(GL_RGBA, GL_FLOAT, values.size() * sizeof(float), values.data());
    return values;
}

class Teach : public Offscreen {
  protected:
    void SetUp() override {
        Offscreen::SetUp();
        if (IsSkipped()) return;
        input_ =
            Texture(picture_width, picture_height, GL_RGBA32F, mip_levels(picture_width, picture_height));
        input_.upload(GL_RGBA, GL_FLOAT, picture_.data<void>());
    }
    PassImages::Subject subject(const Problem& problem) {
        return {input_.name(), ++version_, problem, EngineKind::cpu};
    }
    // Returns the line when the probe has it.
    static std::optional<ImageLines> read_line(const PassImages& images, bool column, int index) {
        LineProbe probe;
        probe.ask(images, column, index);
        for (int tries = 0; tries < 1000; ++tries) {
            glFinish();
            if (auto lines = probe.answer()) return lines;
        }
        return std::nullopt;
    }
    // Returns what the stage draws, as bytes; rows from the lowest.
    std::vector<std::uint8_t> drawn(const PassStage& stage, const PassImages& images, double progress,
                                    int alone = -1) {
        const Area area{0, 0, picture_width, picture_height};
        const Texture colour(picture_width, picture_height, GL_RGBA8);
        const Framebuffer target({&colour}, nullptr);
        Viewer viewer;
        viewer.place(area, picture_width, picture_height);
        const StageLight light{0, false, false};
        if (alone >= 0)
            stage.draw_image(images, alone, viewer, area, light, target.name(), picture_height);
        else
            stage.draw(images, place_of(progress, picture_width, picture_height), viewer, area, light, 1, 0,
                       target.name(), picture_height);
        std::vector<std::uint8_t> bytes(std::size_t(picture_width) * picture_height * 4);
        colour.read(GL_RGBA, GL_UNSIGNED_BYTE, bytes.size(), bytes.data());
        return bytes;
    }

    Image picture_ = random_picture();
    Texture input_;
    std::uint64_t version_ = 0;
};

TEST_F(Teach, ImagesAreWhatTheEnginesPassesLeave) {
    PassImages images;
    for (FilterKind kind : {FilterKind::gaussian, FilterKind::bspline3, FilterKind::butterworth}) {
        Problem problem = problem_of(kind);
        ASSERT_TRUE(images.update(input_, subject(problem)));
        for (int k = 0; k <= all_passes; ++k) {
            const std::vector<float> seen = floats_of(images.image(k));
            if (k == 0) {
                EXPECT_TRUE(std::equal(seen.begin(), seen.end(), picture_.data<float>()));
                continue;
            }
            problem.passes = k;
            const Image truth = reference(problem, std::as_const(picture_).view());
            for (std::size_t i = 0; i < seen.size(); ++i)
                ASSERT_NEAR(seen[i], truth.data<double>()[i], 2e-5) << "image " << k << " at " << i;
        }
    }
}

TEST_F(Teach, ImagesAreComputedOncePerChange) {
    PassImages images;
    PassImages::Subject same = subject(problem_of(FilterKind::gaussian));
    EXPECT_TRUE(images.update(input_, same));
    EXPECT_FALSE(images.update(input_, same));
    same.problem.filter.sigma = 4;
    EXPECT_TRUE(images.update(input_, same));
    same.problem.filter.kind = FilterKind::box;
    EXPECT_THROW(images.update(input_, same), Error);
    EXPECT_FALSE(images.ready());
    EXPECT_THROW(images.update(input_, same), Error);
}

// At every place of the front, the image of the previous pass lies before it, and that of this pass behind
// it.
TEST_F(Teach, FrontDividesOneImageFromTheNext) {
    PassImages images;
    images.update(input_, subject(problem_of(FilterKind::gaussian)));
    const PassStage stage;
    std::vector<std::vector<std::uint8_t>> alone;
    for (int k = 0; k <= all_passes; ++k) alone.push_back(drawn(stage, images, 0, k));
    for (int k = 0; k < all_passes; ++k) ASSERT_NE(alone[std::size_t(k)], alone[std::size_t(k + 1)]);
    for (double progress : {0.0, 0.2, 0.7, 1.3, 1.95, 2.5, 3.0, 3.6, 4.0}) {
        const SweepPlace place = place_of(progress, picture_width, picture_height);
        const std::vector<std::uint8_t> seen = drawn(stage, images, progress);
        int done = 0;
        for (int row = 0; row < picture_height; ++row)
            for (int x = 0; x < picture_width; ++x) {
                const int y = picture_height - 1 - row, along = place.columns() ? y : x;
                const bool swept =
                    place.forward() ? along < place.lines : along >= place.length - place.lines;
                const auto& expected = alone[std::size_t(place.pass + (swept ? 1 : 0))];
                const std::size_t at = std::size_t(row * picture_width + x) * 4;
                ASSERT_TRUE(std::equal(&seen[at], &seen[at + 3], &expected[at]))
                    << progress << " at " << x << ", " << y;
                done += swept ? 1 : 0;
            }
        const double part = progress >= 4 ? 1 : progress - int(progress);
        EXPECT_NEAR(double(done) / (picture_width * picture_height), part, 0.03) << progress;
    }
}

TEST_F(Teach, WhatIsNotSweptIsDarkerWhenAskedFor) {
    PassImages images;
    images.update(input_, subject(problem_of(FilterKind::gaussian)));
    const PassStage stage;
    const Texture colour(picture_width, picture_height, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Viewer viewer;
    const Area area{0, 0, picture_width, picture_height};
    viewer.place(area, picture_width, picture_height);
    stage.draw(images, {0, picture_height / 2, picture_height}, viewer, area, {0, false, false}, 0.5f, 0,
               target.name(), picture_height);
    std::vector<std::uint8_t> bytes(std::size_t(picture_width) * picture_height * 4);
    colour.read(GL_RGBA, GL_UNSIGNED_BYTE, bytes.size(), bytes.data());
    double below = 0, above = 0;
    for (std::size_t i = 0; i < bytes.size() / 2; ++i) below += bytes[i];
    for (std::size_t i = bytes.size() / 2; i < bytes.size(); ++i) above += bytes[i];
    EXPECT_GT(above, 1.3 * below);
}

// The printed numbers are right: each sample of each pass is the sum of its equation, in both realisations,
// and equals the engine's.
TEST_F(Teach, EquationsAddUpToWhatTheEngineHas) {
    PassImages images;
    for (FilterKind kind :
         {FilterKind::gaussian, FilterKind::bspline5, FilterKind::iir, FilterKind::butterworth})
        for (BoundaryKind boundary : test::all_boundaries()) {
            // A pair with feedforward has no exact mirror.
            if (kind == FilterKind::butterworth && runs_back(boundary)) continue;
            Problem problem = problem_of(kind, boundary);
            if (boundary == BoundaryKind::constant) problem.boundary.value = {0.4};
            images.update(input_, subject(problem));
            for (int pass = 0; pass < all_passes; ++pass) {
                const SweepPlace place{pass, 0, length_of_pass(pass, picture_width, picture_height)};
                const auto lines = read_line(images, place.columns(), 17);
                ASSERT_TRUE(lines);
                const AxisDesign& axis = place.columns() ? images.design().columns : images.design().rows;
                double outside = problem.boundary.outside(0);
                if (!place.columns())
                    outside *= images.design().gain_after(2) * images.design().response_after(2);
                const LineTrace trace =
                    trace_line(axis, problem.boundary, outside, !place.forward(), lines->samples[0]);
                ASSERT_EQ(trace.length, place.length);
                for (int i = 0; i < trace.length; ++i) {
                    const double engine =
                        lines->samples[place.forward() ? 1 : 2][std::size_t(trace.index(i))];
                    const Equation equation = equation_at(trace, i);
                    EXPECT_NEAR(equation.sum, trace.y(i), 1e-9);
                    ASSERT_NEAR(equation.sum, engine, 2e-5)
                        << "filter " << int(kind) << " boundary " << int(boundary) << " pass " << pass
                        << " sample " << i;
                    if (trace.plain) {
                        EXPECT_NEAR(delta_steps(trace, i).back().value * trace.pass.gain, trace.y(i), 1e-12);
                    }
                }
            }
        }
}

TEST_F(Teach, EquationSaysTheFiltersOwnCoefficients) {
    const FilterDesign filter = design(FilterSpec{});
    const std::vector<double> ones(50, 1.0);
    const LineTrace trace = trace_line(filter.columns, {}, 0, false, ones);
    const Equation equation = equation_at(trace, 20);
    ASSERT_EQ(equation.terms.size(), 4u);
    EXPECT_EQ(equation.terms[0].symbol, 'x');
    EXPECT_DOUBLE_EQ(equation.terms[0].coefficient, filter.columns.causal.unit_gain);
    for (int k = 1; k <= 3; ++k)
        EXPECT_DOUBLE_EQ(equation.terms[std::size_t(k)].coefficient,
                         -filter.columns.causal.d[std::size_t(k - 1)]);
    EXPECT_NEAR(equation.sum, 1, 1e-12) << "a constant stays itself";
}

TEST_F(Teach, ThumbnailsShowAllFiveImages) {
    PassImages images;
    images.update(input_, subject(problem_of(FilterKind::gaussian)));
    PassStage stage;
    stage.draw_thumbnails(images, 30, {0, false, false});
    const Texture& thumbnails = stage.thumbnails();
    ASSERT_EQ(thumbnails.width(), 150);
    ASSERT_EQ(thumbnails.height(), 23);
    std::vector<std::uint8_t> bytes(150 * 23 * 4);
    thumbnails.read(GL_RGBA, GL_UNSIGNED_BYTE, bytes.size(), bytes.data());
    // Detail decreases: neighbours differ less from image to image.
    double last = 1e9;
    for (int k = 0; k <= all_passes; ++k) {
        double detail = 0;
        for (int y = 1; y < 23; ++y)
            for (int x = 1; x < 30; ++x) {
                const std::size_t at = std::size_t(y * 150 + k * 30 + x) * 4;
                detail += std::abs(bytes[at] - bytes[at - 4]) + std::abs(bytes[at] - bytes[at - 600]);
            }
        EXPECT_GT(detail, 0) << k;
        EXPECT_LT(detail, last) << k;
        last = detail;
    }
}

// An input changed by one changes an output by what the shares say; nothing outside takes part where there is nothing.
TEST(TeachLineage, SharesAreWhatAChangeOfTheInputDoes) {
    std::vector<double> line(40);
    for (std::size_t k = 0; k < line.size(); ++k) line[k] = double((7 * k + 3) % 11) / 8 - 0.4;
    const auto trace_of = [](const std::vector<double>& samples, FilterKind kind) {
        const FilterDesign filter = design(problem_of(kind).filter);
        return trace_line(filter.columns, {BoundaryKind::zero, {}}, 0, false, samples);
    };
    for (const FilterKind kind : {FilterKind::bspline3, FilterKind::gaussian, FilterKind::butterworth}) {
        const LineTrace trace = trace_of(line, kind);
        constexpr int i = 25;
        const LineLineage lineage = lineage_at(trace, i);
        EXPECT_NEAR(lineage.outside, 0, 1e-9);
        std::vector<double> parts;
        double all = 0;
        for (int j = 0; j <= i; ++j) {
            std::vector<double> changed = line;
            changed[std::size_t(i - j)] = 0;
            parts.push_back(std::abs(trace.y(i) - trace_of(changed, kind).y(i)));
            all += parts.back();
        }
        ASSERT_GT(lineage.made_of.size(), 2u);
        for (std::size_t j = 0; j < lineage.made_of.size(); ++j)
            EXPECT_NEAR(lineage.made_of[j], parts[j] / all, 1e-9) << "of x_{i-" << j << "}";
    }
    // Of a filter of order 1 an output is in the next ones with the powers of its pole.
    const LineLineage lineage = lineage_at(trace_of(line, FilterKind::bspline3), 10);
    ASSERT_GE(lineage.makes.size(), 3u);
    for (std::size_t j = 0; j < lineage.makes.size(); ++j)
        EXPECT_NEAR(lineage.makes[j], std::pow(2 - std::sqrt(3.0), double(j)), 1e-12);
}

TEST(TeachLineage, KnowsWhatComesFromBeyondTheEdge) {
    const FilterDesign filter = design(problem_of(FilterKind::gaussian).filter);
    const LineTrace trace =
        trace_line(filter.columns, {BoundaryKind::clamp, {}}, 0, false, std::vector<double>(30, 0.5));
    EXPECT_GT(lineage_at(trace, 0).outside, 0.9);
    EXPECT_LT(lineage_at(trace, 29).outside, 1e-3);
}

TEST(TeachPlace, StepsGoThroughAllPassesAndBack) {
    double progress = 0;
    int steps = 0;
    for (; progress < all_passes && steps < 1000; ++steps) progress = advanced(progress, 1, 30, 20);
    EXPECT_EQ(steps, 100);  // twice 20 rows, twice 30 columns
    progress = advanced(advanced(1.9, 5, 30, 20), -5, 30, 20);
    EXPECT_NEAR(progress, 1.9, 1e-12);
    const SweepPlace up = place_of(1.5, 30, 20);
    EXPECT_EQ(up.pass, 1);
    EXPECT_EQ(up.lines, 10);
    EXPECT_EQ(up.newest(), 10);
    EXPECT_EQ(place_of(4, 30, 20).lines, 30);
}

TEST(TeachPlace, SlowDownIsTheRatioOfTwoTimes) {
    TeachSettings teach;
    EXPECT_DOUBLE_EQ(slow_down(teach, 300, 200, 8), 12000.0 / 8);  // four passes in 12 s
    teach.rows_per_second = 100;                                   // 1000 rows in 10 s
    EXPECT_DOUBLE_EQ(slow_down(teach, 300, 200, 8), 10000.0 / 8);
    EXPECT_EQ(slow_down(teach, 300, 200, 0), 0) << "not known yet";
}

TEST(TeachInput, IsWhatItsNameSays) {
    constexpr int n = 16;
    const auto at = [](const Image& image, int x, int y) { return image.view().row<float>(y)[4 * x]; };
    const Image impulse = test_image(TestInput::impulse, n, 3, 5),
                ones = test_image(TestInput::ones, n, 0, 0), ramp = test_image(TestInput::ramp, n, 0, 0),
                noise = test_image(TestInput::noise, n, 0, 0);
    float sum = 0;
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            sum += at(impulse, x, y);
            EXPECT_EQ(at(ones, x, y), 1);
            EXPECT_FLOAT_EQ(at(ramp, x, y), float(x + y) / (2 * n - 2));
        }
    EXPECT_EQ(sum, 1);
    EXPECT_EQ(at(impulse, 3, 5), 1);
    EXPECT_NE(at(noise, 1, 1), at(noise, 2, 1));
    EXPECT_LT(at(test_image(TestInput::step, n, 0, 0), 0, 0),
              at(test_image(TestInput::step, n, 0, 0), n - 1, n - 1));
    const Image checker = test_image(TestInput::checker, n, 0, 0);
    EXPECT_NE(at(checker, 0, 0), at(checker, 2, 0));
    EXPECT_EQ(at(checker, 0, 0), at(checker, 2, 2));
}

TEST(TeachResponse, IsThatOfTheGaussian) {
    FilterSpec spec;
    spec.sigma = 4;
    const double tolerances[] = {0.02, 0.08, 0.16};  // for the accuracy of order 3
    for (int derivative : {0, 1, 2}) {
        spec.derivative_y = derivative;
        const FilterDesign filter = design(spec);
        const std::vector<double> both = response_of(filter.columns, 2, 20),
                                  ideal = ideal_response(4, derivative, 20);
        const double peak = std::abs(*std::max_element(
            ideal.begin(), ideal.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
        for (std::size_t i = 0; i < both.size(); ++i)
            EXPECT_NEAR(both[i], ideal[i], tolerances[derivative] * peak) << derivative << " at " << i;
    }
    spec.derivative_y = 0;
    const std::vector<double> one = response_of(design(spec).columns, 1, 20);
    EXPECT_EQ(one[19], 0) << "a causal pass knows nothing of what comes";
    EXPECT_GT(one[20], 0);
}

}  // namespace
}  // namespace sweep::app
