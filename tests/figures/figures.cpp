// The figures of the papers: their numbers against closed forms and against the reference, and that each says in words
// what it cannot show.
#include <cmath>
#include <string>

#include "app/figures/figure.h"
#include "core/base/random_image.h"
#include "core/filter/design.h"
#include "core/problem/reference.h"
#include "tests/support/cases.h"

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

FilterSpec gaussian(double sigma, int order = 3) {
    FilterSpec filter;
    filter.sigma = sigma;
    filter.order = order;
    return filter;
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

// A picture of ones: what is outside is all that the edge can show. A constant passes where it goes on outside; under
// zero a Gaussian leaves half of it at a side and a quarter at a corner.
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
    for (int x = 0; x < 96; ++x) ring += 2 * part(x, 96) * part(0, 80);
    for (int y = 1; y < 79; ++y) ring += 2 * part(y, 80) * part(0, 96);
    EXPECT_NEAR(number(*content, "zero", 0), ring / (2 * 96 + 2 * 78), 0.005);
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
        for (BoundaryKind boundary : {BoundaryKind::none, BoundaryKind::zero, BoundaryKind::constant,
                                      BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror})
            for (const FigureInfo& figure : figures()) {
                if (!figure.needs_picture) continue;  // measurements: tested below
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

TEST(Figures, StandInTheirOrder) {
    for (std::size_t i = 0; i < figures().size(); ++i) EXPECT_EQ(figures()[i].figure, Figure(i));
}

}  // namespace
}  // namespace sweep::app
