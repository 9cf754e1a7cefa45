// The figures of the papers: their numbers against closed forms and against the reference, and that each says in words
// what it cannot show.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <thread>

#include "app/lessons/figures/figure.h"
#include "core/base/random_image.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "core/problem/reference.h"
#include "tests/support/cases.h"
#include "tests/support/eventually.h"

namespace sweep::app {
namespace {

using namespace sweep::test;

FigureSubject subject_of(FilterSpec filter, Shape shape = {96, 80, 4}) {
    FigureSubject subject;
    subject.problem.shape = shape;
    subject.problem.filter = std::move(filter);
    subject.engine = EngineKind::cpu;
    subject.picture = std::make_shared<const Image>(random_image(shape, Sample::f32));
    return subject;
}

std::shared_ptr<const FigureContent> made(Figure figure, const FigureSubject& subject) {
    FigureSink sink;
    info(figure).make(subject, sink, {});
    return sink.newest();
}

double number(const FigureContent& content, const std::string& row, std::size_t column) {
    for (const FigureTable::Row& r : content.table.rows)
        if (r.name == row) return r.values.at(column);
    ADD_FAILURE() << "no row " << row;
    return NAN;
}

// The middle square of a picture of ones: what is outside is all that the edge can show. A constant passes where it
// goes on outside; under zero a Gaussian leaves half of it at a side and a quarter at a corner.
TEST(Figures, EdgesOfAConstantAreWhatTheBoundaryAssumes) {
    FigureSubject subject = subject_of(gaussian(4));
    Image ones(subject.problem.shape, Sample::f32);
    std::fill_n(ones.data<float>(), ones.shape().samples(), 1.0f);
    subject.picture = std::make_shared<const Image>(std::move(ones));
    const auto content = made(Figure::boundaries, subject);
    for (const char* name : {"repeat", "mirror", "clamp"})
        EXPECT_NEAR(number(*content, name, 0), 1, 1e-6) << name;
    // Pixel i of n has the part of the bell that lies over the picture.
    const auto part = [](int i, int n) {
        const auto below = [](double x) { return 0.5 * std::erfc(-x / (4 * std::sqrt(2.0))); };
        return below(i + 0.5) - below(i + 0.5 - n);
    };
    double ring = 0;
    for (int x = 0; x < 80; ++x) ring += 2 * part(x, 80) * part(0, 80);
    for (int y = 1; y < 79; ++y) ring += 2 * part(y, 80) * part(0, 80);
    EXPECT_NEAR(number(*content, "zero", 0), ring / (2 * 80 + 2 * 78), 0.005);
    EXPECT_LT(number(*content, "none", 0), number(*content, "zero", 0));
    ASSERT_EQ(content->pictures.size(), 3u);
    for (const FigureRow& row : content->pictures) EXPECT_EQ(row.tiles.size(), 5u);
}

TEST(Figures, MarginsAreTheExtensions) {
    const FigureSubject subject = subject_of(gaussian(4), {48, 48, 4});
    const auto content = made(Figure::boundaries, subject);
    const float* X = subject.picture->data<float>();
    // The samples two to the left of the picture's tenth row, by the definitions of [N16] section 4.
    for (const auto& [name, from] : {std::pair{"repeat", 46}, {"mirror", 1}, {"clamp", 0}})
        for (const FigureTile& tile : content->pictures[0].tiles) {
            if (tile.title != name) continue;
            const float* p = tile.picture->view().row<float>(tile.frame.y + 10) + 4 * (tile.frame.x - 2);
            EXPECT_EQ(p[0], X[(10 * 48 + from) * 4]) << name;
        }
    EXPECT_EQ(content->pictures[0].tiles[0].picture->data<float>()[3], 0) << "none assumes nothing";
    EXPECT_EQ(content->pictures[0].tiles[1].picture->data<float>()[3], 1) << "zero assumes black";
}

TEST(Figures, RepeatAloneHasNoSeam) {
    for (double sigma : {3.0, 8.0}) {
        const auto content = made(Figure::seam, subject_of(gaussian(sigma)));
        EXPECT_LE(number(*content, "repeat", 2), 1.2) << sigma;
        EXPECT_NEAR(number(*content, "repeat", 3), 1, 0.05) << sigma;
        for (const char* name : {"none", "clamp", "mirror"})
            EXPECT_GT(number(*content, name, 2), 1.5) << name << sigma;
        // Under zero both sides are equally dark, which is no jump.
        EXPECT_LT(number(*content, "zero", 3), 0.65) << sigma;
        EXPECT_EQ(content->pictures[0].tiles.size() + content->pictures[1].tiles.size(), 6u);
    }
}

// Whatever the filter and the boundary: there are numbers, or words that say why not.
TEST(Figures, EachIsMadeOrSaysWhyNot) {
    for (const KindInfo& kind : filter_kinds())
        for (BoundaryKind boundary : all_boundaries())
            for (const FigureInfo& figure : figures()) {
                if (kind.follows_picture) continue;  // no problem is of such a kind
                if (figure.figure == Figure::headline || figure.figure == Figure::throughput ||
                    figure.figure == Figure::costs || figure.figure == Figure::steps)
                    continue;  // they measure
                FilterSpec filter;
                filter.kind = kind.kind;
                filter.causal = {-0.5};
                FigureSubject subject = subject_of(filter, {40, 33, 4});
                subject.problem.boundary = {boundary, {}};
                if (boundary == BoundaryKind::constant) subject.problem.boundary.value = {0.5};
                SCOPED_TRACE(std::string(kind.word) + ", boundary " + std::to_string(int(boundary)) + ", " +
                             std::string(figure.title));
                std::shared_ptr<const FigureContent> content;
                ASSERT_NO_THROW(content = made(figure.figure, subject));
                ASSERT_TRUE(content);
                if (!content->why_not.empty()) {
                    EXPECT_NE(content->why_not.find("choose"), std::string::npos) << content->why_not;
                    continue;
                }
                EXPECT_FALSE(content->table.rows.empty());
                for (const FigureTable::Row& row : content->table.rows)
                    EXPECT_EQ(row.values.size(), content->table.columns.size()) << row.name;
                for (const FigureRow& row : content->pictures)
                    for (const FigureTile& tile : row.tiles) EXPECT_GT(tile.picture->shape().pixels(), 0u);
            }
}

// Asks to stop as soon as there are so many points of every curve.
class StoppingAfter {
  public:
    std::shared_ptr<const FigureContent> make(Figure figure, const FigureSubject& subject,
                                              std::size_t points) {
        std::stop_source stop;
        FigureSink sink;
        std::thread worker([&] { info(figure).make(subject, sink, stop.get_token()); });
        EXPECT_TRUE(test::eventually([&] { return has(sink.newest(), points); }));
        stop.request_stop();
        worker.join();
        return sink.newest();
    }

  private:
    static bool has(const std::shared_ptr<const FigureContent>& content, std::size_t points) {
        if (!content) return false;
        if (!content->why_not.empty()) return true;
        for (const FigureCurve& curve : content->plots.at(0).curves)
            if (curve.x.size() < points) {
                EXPECT_EQ(content->headline, "") << "not all that it compares is measured";
                return false;
            }
        return true;
    }
};

// The direct sum has as many terms as sigma is large; the recursive filter does the same work.
TEST(Figures, HeadlineIsMeasured) {
    const auto content = StoppingAfter().make(Figure::headline, subject_of(gaussian(5), {512, 512, 4}), 7);
    const std::vector<FigureCurve>& curves = content->plots.at(0).curves;
    // The least of some, because other programs disturb times.
    const auto least = [](const FigureCurve& curve, std::size_t from, std::size_t to) {
        return *std::min_element(curve.y.begin() + std::ptrdiff_t(from),
                                 curve.y.begin() + std::ptrdiff_t(to));
    };
    EXPECT_GT(least(curves[1], 5, 7), 3 * least(curves[1], 0, 3)) << "sigma 32 and 64 against 1 to 4, direct";
    EXPECT_LT(least(curves[0], 5, 7), 4 * least(curves[0], 0, 3))
        << "sigma 32 and 64 against 1 to 4, recursive";
    EXPECT_NE(content->headline.find("x as fast"), std::string::npos) << content->headline;
    EXPECT_NE(content->below.find("at sigma "), std::string::npos) << content->below;
    const double faster = number(*content, "64", 2);
    EXPECT_NEAR(faster, curves[1].y[6] / curves[0].y[6], 1e-9);
    EXPECT_NE(
        made(Figure::headline, subject_of(of_kind(FilterKind::bspline3)))->why_not.find("choose gaussian"),
        std::string::npos);
}

TEST(Figures, ThroughputHasEveryAlgorithmThatSolvesTheProblem) {
    for (FilterSpec filter : {gaussian(5), of_kind(FilterKind::bspline3), of_kind(FilterKind::sat)}) {
        FigureSubject subject = subject_of(filter);
        subject.problem.boundary = {BoundaryKind::mirror, {}};
        const auto content = StoppingAfter().make(Figure::throughput, subject, 1);
        std::set<std::string> want, got;
        for (const AlgorithmInfo& algorithm : algorithms()) {
            Problem p = subject.problem;
            p.shape = {64, 64, 1};
            p.method.algorithm = algorithm.algorithm;
            if (algorithm.algorithm != Algorithm::automatic && algorithm.algorithm != Algorithm::cascade &&
                why_not(p, EngineKind::cpu).empty())
                want.insert(std::string(algorithm.name));
        }
        for (const FigureTable::Row& row : content->table.rows) {
            got.insert(row.name);
            EXPECT_NEAR(row.values[1] * row.values[2] / 1000 * (1 << 20), row.values[0] * row.values[0],
                        1e-3);
        }
        EXPECT_EQ(got, want);
        EXPECT_GT(got.size(), 1u);
    }
    FigureSubject by_reference = subject_of(gaussian(5));
    by_reference.engine = EngineKind::reference;
    EXPECT_NE(made(Figure::throughput, by_reference)->why_not, "");
}

// [N11] table 1 at order 3 and b = 32; what is counted is what the stages of this engine move.
TEST(Figures, CostsAreThoseOfTheTable) {
    const auto content = StoppingAfter().make(Figure::costs, subject_of(gaussian(5)), 1);
    EXPECT_NEAR(number(*content, "rt", 0), 12, 1e-12);
    EXPECT_NEAR(number(*content, "rt", 2), 8, 1e-12);
    EXPECT_NEAR(number(*content, "2", 2), 9 + 48 / 32., 1e-12);
    EXPECT_NEAR(number(*content, "4", 0), 24 + 72 / 32., 1e-12);
    EXPECT_NEAR(number(*content, "5", 0), 24 + 192 / 32., 1e-12);
    EXPECT_NEAR(number(*content, "5", 2), 3 + 66 / 32., 1e-12);
    EXPECT_TRUE(std::isnan(number(*content, "2", 4))) << "the CPU engine has no algorithm 2";
    EXPECT_NEAR(number(*content, "rt", 3), 8, 1e-12);
    EXPECT_GT(number(*content, "7", 4), 0);
    EXPECT_NEAR(number(*content, "7", 3) * 4 * 2048 * 2048 / number(*content, "7", 4) / 1e6,
                number(*content, "7", 5), 1e-6);
    const auto table = StoppingAfter().make(Figure::costs, subject_of(of_kind(FilterKind::sat)), 1);
    EXPECT_NEAR(number(*table, "sat", 2), 3 + 8 / 32. + 2 / 1024., 1e-12);
    EXPECT_NE(made(Figure::costs, subject_of(of_kind(FilterKind::box)))->why_not.find("choose"),
              std::string::npos);
}

TEST(Figures, StepsAddUpToTheirAlgorithms) {
    const auto content = StoppingAfter().make(Figure::steps, subject_of(gaussian(5)), 2);
    std::set<std::string> names;
    for (const FigureTable::Row& row : content->table.rows) {
        names.insert(row.name);
        EXPECT_GT(row.values[0], 0) << row.name;
    }
    for (const char* step : {"4.1 ", "5.3 ", "6.4 ", "7.4 "})
        EXPECT_TRUE(std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return name.starts_with(step);
        })) << step;
    EXPECT_EQ(content->plots[0].curves.size(), 4u);
}

// A double has 16 digits, and padding does not end before they are right;
// the first order's error falls as the pole does.
TEST(Figures, PaddingErrorFallsWithThePole) {
    FilterSpec filter = of_kind(FilterKind::exponential);
    filter.alpha = 0.2;  // pole 0.8
    FigureSubject subject = subject_of(filter);
    for (BoundaryKind boundary : boundaries_where(keeps_constants)) {
        subject.problem.boundary = {boundary, {}};
        const auto content = made(Figure::padding, subject);
        const std::vector<FigureTable::Row>& rows = content->table.rows;
        ASSERT_GT(rows.size(), 4u);
        for (std::size_t i = 1; i < rows.size(); ++i)
            EXPECT_LT(rows[i].values[1], rows[i - 1].values[1]) << i;
        EXPECT_LT(content->plots[0].curves[0].y.back(), 1e-9);
        const double k = rows[3].values[0] - rows[2].values[0], fell = rows[3].values[1] / rows[2].values[1];
        if (boundary == BoundaryKind::clamp) {
            EXPECT_NEAR(fell, std::pow(0.8, k), 0.25 * std::pow(0.8, k));
        }
        EXPECT_NEAR(rows[1].values[2], 100 * ((96 + 2 * k) * (80 + 2 * k) / (96.0 * 80) - 1), 1e-9);
    }
}

TEST(Figures, PaddingReachesFarBelowFloat32) {
    FigureSubject subject = subject_of(gaussian(3));
    for (BoundaryKind boundary :
         {BoundaryKind::zero, BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror}) {
        subject.problem.boundary = {boundary, {}};
        const auto content = made(Figure::padding, subject);
        EXPECT_LT(content->plots[0].curves[0].y.back(), 1e-10) << int(boundary);
        EXPECT_GT(content->table.rows.front().values[1], 1e-3) << int(boundary);
    }
    subject.problem.boundary = {BoundaryKind::none, {}};
    EXPECT_NE(made(Figure::padding, subject)->why_not.find("choose clamp"), std::string::npos);
}

// A picture of slow waves, even around its edges, so that the boundary mirror goes on with it.
Image waves(Shape shape) {
    Image X(shape, Sample::f32);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            for (int c = 0; c < 4; ++c)
                X.view().row<float>(y)[4 * x + c] =
                    float(0.5 + 0.2 * std::cos(std::numbers::pi * (x + 0.5) * 6 / shape.width) +
                          0.2 * std::cos(std::numbers::pi * (y + 0.5) * (4 + c) / shape.height));
    return X;
}

TEST(Figures, PrefilteredSplinesComeClosest) {
    FigureSubject subject = subject_of(gaussian(5), {128, 96, 4});
    subject.picture = std::make_shared<const Image>(waves({128, 96, 4}));
    subject.problem.boundary = {BoundaryKind::mirror, {}};
    const auto content = made(Figure::resampling, subject);
    const auto psnr = [&](const char* name) { return number(*content, name, 0); };
    EXPECT_LT(psnr("nearest"), psnr("linear"));
    EXPECT_LT(psnr("plain cubic"), psnr("cubic") - 10);
    EXPECT_LT(psnr("linear"), psnr("cubic") - 10);
    EXPECT_LT(psnr("cubic"), psnr("quintic"));
}

TEST(Figures, ResamplingKeepsAConstant) {
    for (BoundaryKind boundary :
         {BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror, BoundaryKind::constant}) {
        FigureSubject subject = subject_of(gaussian(5), {64, 48, 4});
        subject.problem.boundary = {boundary, {}};
        if (boundary == BoundaryKind::constant) subject.problem.boundary.value = {0.25};
        Image X(subject.problem.shape, Sample::f32);
        std::fill_n(X.data<float>(), X.shape().samples(), 0.25f);
        subject.picture = std::make_shared<const Image>(std::move(X));
        const auto content = made(Figure::resampling, subject);
        for (const FigureTable::Row& row : content->table.rows)
            EXPECT_LT(row.values[1], 1e-6) << row.name << " " << int(boundary);
    }
}

const FigureMatrix& matrix(const FigureContent& content, const std::string& name) {
    for (const FigureEquation& equation : content.equations)
        for (const FigureEquation::Term& term : equation.terms)
            if (term.matrix.name == name) return term.matrix;
    throw std::logic_error("no matrix " + name);
}

// The rows of T(A_FP) = A_F^b by powers of the companion matrix, in long double ([N11] (14)); the tails of the others.
TEST(Figures, MatricesAreThoseOfThePaper) {
    for (const FilterSpec& filter :
         {gaussian(2), gaussian(4, 5), of_kind(FilterKind::bspline3), unsymmetric(2)}) {
        const auto content = made(Figure::matrices, subject_of(filter));
        const AxisDesign axis = design(filter).columns;
        const int r = axis.order(), b = 8;
        const FigureMatrix &A_FB = matrix(*content, "A_{FB}"), &A_FP = matrix(*content, "A_{FP}"),
                           &T_FB = matrix(*content, "T(A_{FB})"), &T_FP = matrix(*content, "T(A_{FP})");
        // y_i = g x_i - sum_k d_k y_{i-k}, the newest of the state last.
        std::vector<std::vector<long double>> power(std::size_t(r),
                                                    std::vector<long double>(std::size_t(r), 0));
        for (int j = 0; j < r; ++j) {
            std::vector<long double> y(std::size_t(r), 0);
            y[std::size_t(j)] = 1;
            for (int i = 0; i < b; ++i) {
                long double next = 0;
                for (int k = 1; k <= r; ++k)
                    next -= static_cast<long double>(axis.causal.d[std::size_t(k - 1)]) *
                            y[y.size() - std::size_t(k)];
                y.push_back(next);
                EXPECT_NEAR(A_FP.at(i, j), double(next), 1e-9);
            }
            for (int k = 0; k < r; ++k) EXPECT_NEAR(T_FP.at(k, j), double(y[std::size_t(b + k)]), 1e-9);
        }
        for (int k = 0; k < r; ++k)
            for (int i = 0; i < b; ++i) EXPECT_NEAR(T_FB.at(k, i), A_FB.at(b - r + k, i), 1e-9);
        for (int i = 0; i < b; ++i)
            for (int j = 0; j < b; ++j)
                EXPECT_NEAR(A_FB.at(i, j), i < j ? 0 : A_FB.at(i - j, 0), 1e-12)
                    << "shifted impulse responses";
    }
}

// The equations themselves: a line of three blocks, filtered whole, against the sums of products of its middle block.
TEST(Figures, EquationsOfMatricesHold) {
    const FilterSpec filter = gaussian(3);
    const auto content = made(Figure::matrices, subject_of(filter));
    const AxisDesign axis = design(filter).columns;
    const int r = axis.order(), b = 8, n = 3 * b;
    const Image noise = random_image({n, 1, 1}, Sample::f64);
    const double* x = noise.data<double>();
    const auto run = [&](const PassDesign& pass, std::vector<double> line) {
        for (int i = 0; i < n; ++i) {
            double sum = pass.unit_gain * line[std::size_t(i)];
            for (int k = 1; k <= std::min(r, i); ++k)
                sum -= pass.d[std::size_t(k - 1)] * line[std::size_t(i - k)];
            line[std::size_t(i)] = sum;
        }
        return line;
    };
    const std::vector<double> y = run(axis.causal, {x, x + n});
    std::vector<double> z = run(axis.anticausal, {y.rbegin(), y.rend()});
    std::reverse(z.begin(), z.end());
    const auto product = [&](const char* name, int row, auto&& vector) {
        const FigureMatrix& m = matrix(*content, name);
        double sum = 0;
        for (int j = 0; j < m.columns; ++j) sum += m.at(row, j) * vector(j);
        return sum;
    };
    const auto block_x = [&](int j) { return x[b + j]; };
    const auto prologue = [&](int j) { return y[std::size_t(b - r + j)]; };
    const auto epilogue = [&](int j) { return z[std::size_t(2 * b + j)]; };
    for (int i = 0; i < b; ++i)
        EXPECT_NEAR(y[std::size_t(b + i)], product("A_{FB}", i, block_x) + product("A_{FP}", i, prologue),
                    1e-12);
    for (int k = 0; k < r; ++k) {
        EXPECT_NEAR(y[std::size_t(2 * b - r + k)],
                    product("T(A_{FB})", k, block_x) + product("T(A_{FP})", k, prologue), 1e-12);
        EXPECT_NEAR(z[std::size_t(b + k)],
                    product("H(A_{RB}A_{FB})", k, block_x) + product("H(A_{RB}A_{FP})", k, prologue) +
                        product("H(A_{RE})", k, epilogue),
                    1e-12);
    }
}

TEST(Figures, StandInTheirOrder) {
    for (std::size_t i = 0; i < figures().size(); ++i) EXPECT_EQ(figures()[i].figure, Figure(i));
}

}  // namespace
}  // namespace sweep::app
