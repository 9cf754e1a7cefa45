// Filters that are broken on purpose: each is held against a statement that does not know how it was broken.
#include <algorithm>
#include <cmath>

#include "app/lessons/broken/block_run.h"
#include "app/lessons/broken/faults.h"
#include "core/base/error.h"
#include "core/base/largest.h"
#include "core/problem/reference.h"
#include "tests/support/cases.h"

namespace sweep::app {
namespace {

using namespace sweep::test;

constexpr int b = 16;

Image picture(int width, int height) {
    return random_image({width, height, 4}, Sample::f32);
}

std::vector<FilterSpec> filters() {
    FilterSpec derivative = gaussian(4);
    derivative.derivative_x = 1;
    return {gaussian(3),
            gaussian(9, 4),
            gaussian(6, 5),
            of_kind(FilterKind::bspline3),
            unsymmetric(2),
            derivative,
            of_kind(FilterKind::butterworth)};
}

// Filters without closed forms for this boundary are left out.
template <class Check>
void for_all(int width, int height, Check check) {
    const Image X = picture(width, height);
    for (const FilterSpec& filter : filters())
        for (BoundaryKind kind : all_boundaries()) {
            Problem p = problem({width, height, 4}, filter, kind);
            if (kind == BoundaryKind::constant) p.boundary.value = {0.3};
            p.input = Sample::f32;
            SCOPED_TRACE(text(p));
            if (why_no_carries(p).empty()) check(p, X);
        }
}

// A part of an image.
Image cut(const Image& image, int x, int y, int width, int height) {
    Image part({width, height, 4}, image.sample());
    const std::size_t pixel = 4 * size_of(image.sample());
    for (int k = 0; k < height; ++k)
        std::memcpy(part.view().row<std::byte>(k),
                    image.view().row<std::byte>(y + k) + std::size_t(x) * pixel, std::size_t(width) * pixel);
    return part;
}

Image truth(Problem p, const Image& X) {
    p.shape = X.shape();
    p.method.algorithm = Algorithm::automatic;
    return reference(p, X.view());
}

double apart(const Image& a, const Image& other) {
    EXPECT_EQ(a.shape(), other.shape());
    return largest_difference(samples_of<double>(a), samples_of<double>(other));
}

// The parts into which the lines of an axis fall.
int parts(int n) {
    return (n + b - 1) / b;
}
int size_of_part(int n, int k) {
    return std::min(b, n - k * b);
}

TEST(Broken, WithoutCarriesEachBlockIsFilteredAlone) {
    for_all(37, 50, [](const Problem& p, const Image& X) {
        const Broken broken = break_filter(p, X.view(), Fault::no_carries, b);
        Problem alone = p;
        alone.boundary = {BoundaryKind::none, {}};
        for (int m = 0; m < parts(50); ++m)
            for (int n = 0; n < parts(37); ++n) {
                const int w = size_of_part(37, n), h = size_of_part(50, m);
                ASSERT_LT(
                    apart(cut(broken.wrong, n * b, m * b, w, h), truth(alone, cut(X, n * b, m * b, w, h))),
                    1e-9);
            }
    });
}

TEST(Broken, WithoutTheCarriesOfAnAxisStripsAreFilteredAlone) {
    for_all(37, 50, [](const Problem& p, const Image& X) {
        // The reference has no two different constants outside.
        if (p.boundary.kind == BoundaryKind::constant) return;
        Problem strip = p;
        strip.boundary_y = Boundary{BoundaryKind::none, {}};
        const Broken columns = break_filter(p, X.view(), Fault::no_column_carries, b);
        for (int m = 0; m < parts(50); ++m) {
            const int h = size_of_part(50, m);
            ASSERT_LT(apart(cut(columns.wrong, 0, m * b, 37, h), truth(strip, cut(X, 0, m * b, 37, h))),
                      1e-9);
        }
        strip = p;
        strip.boundary_y = p.boundary;
        strip.boundary = {BoundaryKind::none, {}};
        const Broken rows = break_filter(p, X.view(), Fault::no_row_carries, b);
        for (int n = 0; n < parts(37); ++n) {
            const int w = size_of_part(37, n);
            ASSERT_LT(apart(cut(rows.wrong, n * b, 0, w, 50), truth(strip, cut(X, n * b, 0, w, 50))), 1e-9);
        }
    });
}

// [N11] (9), (10).
TEST(Broken, BlocksAloneAndWhatCarriesAddAreTheResult) {
    for_all(37, 50, [](const Problem& p, const Image& X) {
        const Image want = truth(p, X);
        for (Fault fault : {Fault::no_carries, Fault::no_column_carries, Fault::no_row_carries}) {
            const Broken broken = break_filter(p, X.view(), fault, b);
            ASSERT_FALSE(broken.missing.empty());
            Image sum(X.shape(), Sample::f64);
            double missing = 0;
            for (std::size_t i = 0; i < X.shape().samples(); ++i) {
                sum.data<double>()[i] = broken.wrong.data<double>()[i] + broken.missing.data<double>()[i];
                missing = std::max(missing, std::abs(broken.missing.data<double>()[i]));
            }
            EXPECT_LT(apart(sum, want), 1e-9);
            EXPECT_GE(broken.control, apart(sum, want));
            EXPECT_GT(missing, 0.01) << "nothing is missing";
            EXPECT_GT(broken.off.largest, 0.01);
        }
    });
}

// In the first pass a block sees itself and the block before it, whose samples alone made the state that enters.
TEST(Broken, LateCarriesKnowNothingBeyondTheNeighbour) {
    for_all(21, 75, [](Problem p, const Image& X) {
        p.passes = 1;
        const Broken broken = break_filter(p, X.view(), Fault::late_carries, b);
        const Image want = truth(p, X);
        EXPECT_LT(apart(cut(broken.wrong, 0, 0, 21, b), cut(want, 0, 0, 21, b)), 1e-9) << "the first block";
        Problem two = p;
        two.boundary = {BoundaryKind::none, {}};
        for (int m = 1; m < parts(75); ++m) {
            const int h = size_of_part(75, m);
            const Image both = truth(two, cut(X, 0, (m - 1) * b, 21, b + h));
            ASSERT_LT(apart(cut(broken.wrong, 0, m * b, 21, h), cut(both, 0, b, 21, h)), 1e-9) << m;
        }
        if (p.filter.kind == FilterKind::gaussian) {
            EXPECT_GT(apart(cut(broken.wrong, 0, 2 * b, 21, b), cut(want, 0, 2 * b, 21, b)), 1e-6);
        }
        EXPECT_LT(broken.control, 1e-9);
    });
}

// Up and left the neighbour is the block behind.
TEST(Broken, LateCarriesComeFromBehindToo) {
    for (BoundaryKind kind : all_boundaries()) {
        Problem p = problem({75, 1, 4}, gaussian(7), kind);
        p.filter.axes = Axes::x;
        const Image X = picture(75, 1);
        const Broken broken = break_filter(p, X.view(), Fault::late_carries, b);
        p.passes = 3;
        const Broken right = break_filter(p, X.view(), Fault::late_carries, b);
        p.passes = 4;
        // Block n after the pass right, then block n + 1 alone: the pass left runs over both from zero.
        for (int n = 0; n + 1 < parts(75); ++n) {
            const int after = size_of_part(75, n + 1);
            Problem alone = p;
            alone.boundary = {BoundaryKind::none, {}};
            alone.passes = 3;
            const Image behind = truth(alone, cut(X, (n + 1) * b, 0, after, 1));
            std::vector<double> y;  // from behind, so that the pass left runs forwards
            for (int i = after - 1; i >= 0; --i) y.push_back(behind.data<double>()[i * 4]);
            for (int i = b - 1; i >= 0; --i) y.push_back(right.wrong.data<double>()[(n * b + i) * 4]);
            const PassDesign pass = design(p.filter).pass(3);
            for (std::size_t i = 0; i < y.size(); ++i) {
                y[i] *= pass.unit_gain;
                for (std::size_t k = 1; k <= pass.d.size() && k <= i; ++k) y[i] -= pass.d[k - 1] * y[i - k];
            }
            for (int i = 0; i < b; ++i)
                ASSERT_NEAR(broken.wrong.data<double>()[(n * b + i) * 4],
                            y[y.size() - 1 - std::size_t(i)] * pass.gain, 1e-9)
                    << n << " " << i;
        }
        if (kind != BoundaryKind::repeat) {
            EXPECT_GT(broken.off.largest, 1e-6);
        }
    }
}

TEST(Broken, TheWrongBoundaryIsAnother) {
    for_all(37, 50, [](const Problem& p, const Image& X) {
        const Broken broken = break_filter(p, X.view(), Fault::wrong_boundary, b);
        const bool dark = p.boundary.kind == BoundaryKind::none || p.boundary.kind == BoundaryKind::zero;
        Problem other = p;
        other.boundary = {dark ? BoundaryKind::clamp : BoundaryKind::zero, {}};
        EXPECT_EQ(apart(broken.wrong, truth(other, X)), 0);
        EXPECT_EQ(apart(broken.right, truth(p, X)), 0);
        if (p.filter.kind == FilterKind::gaussian) {
            EXPECT_GT(broken.off.largest, 0.01);
        }
    });
    EXPECT_EQ(wrong_boundary({BoundaryKind::constant, {0, 0, 0, 0}}).kind, BoundaryKind::clamp);
    Problem p = problem({20, 30, 4}, gaussian(3), BoundaryKind::repeat);
    p.boundary_y = Boundary{BoundaryKind::zero, {}};
    const Image X = picture(20, 30);
    Problem other = p;
    other.boundary = {BoundaryKind::zero, {}};
    other.boundary_y = Boundary{BoundaryKind::clamp, {}};
    EXPECT_EQ(apart(break_filter(p, X.view(), Fault::wrong_boundary, b).wrong, truth(other, X)), 0);
}

// The direct recurrence in float32, without blocks or levels.
std::vector<float> direct_in_float(const PassDesign& pass, const std::vector<float>& x) {
    std::vector<float> y(x.size());
    std::vector<float> d(pass.d.begin(), pass.d.end());
    for (std::size_t i = 0; i < x.size(); ++i) {
        y[i] = float(pass.unit_gain) * x[i];
        for (std::size_t k = 1; k <= d.size() && k <= i; ++k) y[i] -= d[k - 1] * y[i - k];
    }
    return y;
}

TEST(Broken, TheDirectFormLosesSlowFilters) {
    const Image X = picture(300, 40);
    double before = 0;
    for (double sigma : {4.0, 30.0, 120.0}) {
        const Broken broken = break_filter(problem({300, 40, 4}, gaussian(sigma), BoundaryKind::zero),
                                           X.view(), Fault::direct_form, b);
        EXPECT_LT(broken.control, 1e-5) << sigma << ": the form that the program has";
        EXPECT_GT(broken.off.largest, 3 * before) << sigma;
        EXPECT_EQ(broken.off.not_finite, 0u);
        before = broken.off.largest;
    }
    // As wrong as the recurrence that is written down, which is run here over one line and its truth.
    Problem p = problem({300, 1, 4}, gaussian(120), BoundaryKind::none);
    p.passes = 3;
    p.filter.axes = Axes::x;
    const Image line = cut(X, 0, 0, 300, 1), want = truth(p, line);
    const PassDesign pass = design(p.filter).pass(2);
    std::vector<float> x;
    for (int i = 0; i < 300; ++i) x.push_back(line.data<float>()[i * 4]);
    const std::vector<float> y = direct_in_float(pass, x);
    double plain = 0, scale = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        plain = std::max(plain, std::abs(double(y[i]) * pass.gain - want.data<double>()[i * 4]));
        scale = std::max(scale, std::abs(want.data<double>()[i * 4]));
    }
    const double engine = break_filter(p, line.view(), Fault::direct_form, b).off.largest;
    EXPECT_GT(plain, 1e-4 * scale);
    EXPECT_GT(engine, 1e-4 * scale);
    // A filter that feeds forward has no such form, and says so.
    EXPECT_THROW(break_filter(problem({300, 40, 4}, of_kind(FilterKind::butterworth)), X.view(),
                              Fault::direct_form, b),
                 Error);
}

TEST(Broken, AFloatTableLosesMoreBelowAndAtTheRight) {
    Image X = picture(700, 600);
    for (std::size_t i = 0; i < X.shape().samples(); ++i)
        X.data<float>()[i] = std::abs(X.data<float>()[i]) + 1;
    for (FilterKind kind : {FilterKind::box, FilterKind::gaussian}) {
        Problem p = problem({700, 600, 4}, of_kind(kind));
        p.filter.box_width = 5;
        const Broken broken = break_filter(p, X.view(), Fault::float_table, b);
        double corner[2] = {};
        Problem box = p;
        box.filter.kind = FilterKind::box;
        const Image want = truth(box, X);
        for (int y = 3; y < 597; ++y)
            for (int x = 3; x < 697; ++x) {
                // The mean as it is defined.
                if (y % 97 == 0 && x % 89 == 0) {
                    double sum = 0;
                    for (int v = -2; v <= 2; ++v)
                        for (int u = -2; u <= 2; ++u) sum += double(X.view().row<float>(y + v)[(x + u) * 4]);
                    ASSERT_NEAR(broken.right.view().row<double>(y)[x * 4], sum / 25, 1e-9);
                }
                const double off =
                    std::abs(broken.wrong.view().row<double>(y)[x * 4] - want.view().row<double>(y)[x * 4]);
                if (x < 150 && y < 150) corner[0] = std::max(corner[0], off);
                if (x >= 550 && y >= 450) corner[1] = std::max(corner[1], off);
            }
        EXPECT_GT(corner[1], 4 * corner[0]);
        EXPECT_GT(broken.off.largest, 1e-4);
        EXPECT_LT(broken.control, 1e-6);
    }
}

// A pass down with such a pole, as the recurrence is written, from zero.
TEST(Broken, AnUnstablePoleGrowsAsItsModulusSays) {
    for (const FilterSpec& filter :
         {gaussian(3), gaussian(10, 4), gaussian(5, 5), of_kind(FilterKind::bspline3)}) {
        for (BoundaryKind kind : all_boundaries()) {
            Problem p = problem({3, 200, 4}, filter, kind);
            Image X(p.shape, Sample::f32);
            std::fill_n(X.data<float>(), X.shape().samples(), 0.0f);
            for (int i = 0; i < 12; ++i) X.data<float>()[i] = 1;  // the first row
            if (kind == BoundaryKind::clamp)
                std::swap_ranges(X.data<float>(), X.data<float>() + 12, X.data<float>() + 12);
            const Broken broken = break_filter(p, X.view(), Fault::unstable_pole, b);
            SCOPED_TRACE(text(p));
            EXPECT_EQ(broken.passes, 1);
            EXPECT_LT(broken.control, 1e-9);
            EXPECT_EQ(broken.off.not_finite, 0u);
            // In the end the pole is all that is left. Of a pair y_i = 2 Re(p) y_{i-1} - |p|^2 y_{i-2}, so that
            // y_i y_{i+2} - y_{i+1}^2 grows by |p|^2 from sample to sample.
            const double modulus = std::pow(unstable_growth, 1.0 / 200);
            const auto y = [&](int i) { return broken.wrong.view().row<double>(i)[0]; };
            const auto pair = [&](int i) { return y(i) * y(i + 2) - y(i + 1) * y(i + 1); };
            if (filter.kind == FilterKind::gaussian)
                EXPECT_NEAR(pair(190) / pair(150) / std::pow(modulus, 80), 1, 0.02);
            else
                EXPECT_NEAR(y(190) / y(150) / std::pow(modulus, 40), 1, 1e-6);
            EXPECT_GT(std::abs(y(199)) + std::abs(y(190)), 4 * std::abs(y(60)));
        }
    }
    // Along the rows alone it is the pass right.
    Problem p = problem({60, 20, 4}, gaussian(3));
    p.filter.axes = Axes::x;
    const Image X = picture(60, 20);
    const Broken broken = break_filter(p, X.view(), Fault::unstable_pole, b);
    EXPECT_EQ(broken.passes, 3);
    EXPECT_GT(broken.off.at.x, 40);
    for (std::size_t i = 0; i < X.shape().samples(); ++i)
        ASSERT_TRUE(std::isfinite(broken.wrong.data<double>()[i]));
}

TEST(Broken, PartialBlocksAreWrongWhereTheSizeDoesNotDivide) {
    for_all(37, 50, [](const Problem& p, const Image& X) {
        // What the fault does, without blocks: the picture goes on with zeros up to a whole number of blocks.
        const Broken broken = break_filter(p, X.view(), Fault::odd_blocks, b);
        Image padded({48, 64, 4}, Sample::f32);
        std::fill_n(padded.data<float>(), padded.shape().samples(), 0.0f);
        for (int y = 0; y < 50; ++y) std::copy_n(X.view().row<float>(y), 37 * 4, padded.view().row<float>(y));
        EXPECT_LT(apart(broken.wrong, cut(truth(p, padded), 0, 0, 37, 50)), 1e-9);
        EXPECT_LT(broken.control, 1e-9) << "as the program does it";
        if (p.boundary.kind == BoundaryKind::clamp && p.filter.kind == FilterKind::gaussian) {
            EXPECT_GT(broken.off.largest, 0.01);
            EXPECT_TRUE(broken.off.at.x > 20 || broken.off.at.y > 30);
        }
    });
    for_all(32, 48, [](const Problem& p, const Image& X) {
        EXPECT_LT(break_filter(p, X.view(), Fault::odd_blocks, b).off.largest, 1e-9) << "the size divides";
    });
    for (int width : {1, 31, 32, 64, 96, 256, 1500})
        for (int height : {1, 33, 32, 700, 480}) {
            const int side = odd_block({width, height, 4}, 32);
            EXPECT_TRUE(side > 16 && side <= 32);
            if (width % 2 == 0 && width > 1 && height == 32) {
                EXPECT_NE(width % side, 0) << width;
            }
        }
}

TEST(Broken, NoFaultIsNoFault) {
    for_all(40, 33, [](const Problem& p, const Image& X) {
        EXPECT_EQ(break_filter(p, X.view(), Fault::none, b).off.largest, 0);
    });
}

// One pixel, one row, less than a block; and every fault that is refused says why in one line.
TEST(Broken, SmallPicturesAndWhatHasNoFault) {
    for (Shape shape : {Shape{1, 1, 4}, Shape{1, 40, 4}, Shape{70, 1, 4}, Shape{5, 6, 4}})
        for (const auto& [word, fault] : fault_words)
            for (BoundaryKind kind : all_boundaries()) {
                const Image X = picture(shape.width, shape.height);
                const Broken broken = break_filter(problem(shape, gaussian(2), kind), X.view(), fault, b);
                for (std::size_t i = 0; i < X.shape().samples(); ++i)
                    ASSERT_TRUE(std::isfinite(broken.wrong.data<double>()[i])) << word;
            }
    const Image X = picture(20, 20);
    Problem table = problem({20, 20, 4}, of_kind(FilterKind::box));
    EXPECT_THROW(break_filter(table, X.view(), Fault::no_carries, b), Error);
    Problem mirror = problem({20, 20, 4}, unsymmetric(2), BoundaryKind::mirror);
    EXPECT_THROW(break_filter(mirror, X.view(), Fault::late_carries, b), Error);
    // Blocks alone need no closed form.
    const Broken alone = break_filter(mirror, X.view(), Fault::no_carries, b);
    EXPECT_TRUE(alone.missing.empty());
    EXPECT_FALSE(alone.facts.empty());
}

TEST(Broken, EveryFaultIsSaidInSentences) {
    for (const auto& [word, fault] : fault_words) {
        const FaultWords& words = words_of(fault);
        EXPECT_NE(std::string(words.item), "");
        if (fault == Fault::none) continue;
        for (const std::string sentence : {words.lacks, words.looks})
            EXPECT_TRUE(sentence.ends_with('.')) << word;
        EXPECT_TRUE(std::string(words.source).starts_with("[N")) << word;
    }
}

}  // namespace
}  // namespace sweep::app
