// What numbers of a walk are made of: shares that add up, the same forwards and backwards, for every algorithm.
#include "app/lessons/walk/lineage.h"

#include <algorithm>
#include <cmath>

#include "app/lessons/walk/view/marks.h"
#include "app/lessons/walk/view/sum_table.h"
#include "core/base/error.h"
#include "core/base/random_image.h"
#include "tests/support/cases.h"

namespace sweep::app {
namespace {

using namespace sweep::test;

constexpr Algorithm recursive[] = {Algorithm::rt,   Algorithm::alg2, Algorithm::alg4, Algorithm::alg5,
                                   Algorithm::alg6, Algorithm::alg7, Algorithm::alg8};
constexpr Algorithm tables[] = {
    Algorithm::sat,           Algorithm::sat_one_pass,        Algorithm::sat_doubling,
    Algorithm::sat_multiwave, Algorithm::sat_multiwave_fused, Algorithm::sat_transpose,
    Algorithm::sat_ha};

Walk walk_of(const FilterSpec& filter, Algorithm algorithm) {
    const Image X = random_image({8, 12, 1}, Sample::f64);
    Problem p = problem(X.shape(), filter, BoundaryKind::clamp);
    p.method.algorithm = algorithm;
    p.input = Sample::f64;
    return make_walk(p, X, 4);
}

template <class F>
void for_walks(F check) {
    for (const Algorithm algorithm : recursive)
        for (const FilterSpec& filter : {of_kind(FilterKind::bspline3), gaussian(2)}) {
            SCOPED_TRACE(int(algorithm));
            check(walk_of(filter, algorithm));
        }
    for (const Algorithm algorithm : tables) {
        SCOPED_TRACE(int(algorithm));
        check(walk_of(of_kind(FilterKind::sat), algorithm));
    }
}

TEST(Lineage, SharesOfANumberAddUpToOne) {
    for_walks([](const Walk& walk) {
        const WalkLineage lineage(walk);
        int made = 0;
        for (int id = 0; id < lineage.size(); ++id) {
            if (lineage.sources(id).empty()) continue;
            double all = 0;
            for (const WalkLineage::Link& link : lineage.sources(id)) all += link.share;
            // Terms that are zero have no share, and what only the boundary gives has no number.
            EXPECT_LE(all, 1 + 1e-12) << lineage.sum(id).name;
            made += std::abs(all - 1) < 1e-12;
        }
        EXPECT_GT(made, int(walk.values[0].size()));
    });
}

TEST(Lineage, IsTheSameForwardsAndBackwards) {
    for_walks([](const Walk& walk) {
        const WalkLineage lineage(walk);
        const int step = lineage.size() / 7;
        for (int from = 0; from < lineage.size(); from += step) {
            const std::vector<double> of = lineage.shares_of(from);
            for (int to = 3; to < lineage.size(); to += step)
                EXPECT_NEAR(of[std::size_t(to)], lineage.shares_in(to)[std::size_t(from)], 1e-12);
        }
    });
}

// Everything comes from the pixels and from what the boundary says of them.
TEST(Lineage, GivenNumbersMakeEveryResult) {
    for (const Algorithm algorithm : recursive) {
        const Walk walk = walk_of(of_kind(FilterKind::bspline3), algorithm);
        const WalkLineage lineage(walk);
        const WalkLineage::Array& V = *lineage.pixels(Plane::V);
        for (int id = V.first; id < V.first + V.count; id += 5) {
            const std::vector<double> shares = lineage.shares_in(id);
            double given = 0;
            for (int other = 0; other < lineage.size(); ++other)
                if (lineage.sources(other).empty()) given += shares[std::size_t(other)];
            EXPECT_NEAR(given, 1, 1e-9) << lineage.sum(id).name;
        }
    }
}

TEST(Lineage, PlacesAreThoseOfTheNumbers) {
    int transposed = 0;
    for_walks([&](const Walk& walk) {
        const WalkLineage lineage(walk);
        for (int step = 0; step < int(walk.steps.size()); ++step) {
            const WalkStep& shown = walk.steps[std::size_t(step)];
            if (shown.transposed) {
                // What lies in row 5 and column 2 of it is in row 2 and column 5 of the picture.
                const int first = lineage.pixels(shown.shown)->first;
                EXPECT_EQ(lineage.id_of(step, pick_of("5,2")), first + 5 * walk.width + 2);
                ++transposed;
                continue;
            }
            for (const WalkLineage::Array* array :
                 {lineage.pixels(shown.shown), lineage.states_in(step, 0), lineage.states_in(step, 3)})
                for (int id = array ? array->first : 0; array && id < array->first + array->count; ++id) {
                    ASSERT_EQ(lineage.id_of(step, lineage.place(id)), id);
                    ASSERT_EQ(sum_of(walk, shown, lineage.place(id)).name, lineage.sum(id).name);
                }
        }
    });
    EXPECT_GT(transposed, 0);
}

// A sum that is unfolded far enough ends in pixels, and every number in it is that of its terms.
TEST(Lineage, SumsUnfoldDownToPixels) {
    const Walk walk = walk_of(of_kind(FilterKind::bspline3), Algorithm::alg5);
    const WalkLineage lineage(walk);
    for (const auto& [step, text] : {std::pair{4, "1,5"}, {5, "E 1,0,1"}, {12, "E 1,0,1"}, {20, "6,9"}}) {
        const WalkSum sum = sum_of(walk, walk.steps[std::size_t(step)], pick_of(text));
        const std::vector<SumLine> own = unfolded(lineage, sum, 0), once = unfolded(lineage, sum, 1);
        EXPECT_EQ(own.size(), sum.terms.size());
        EXPECT_GT(once.size(), own.size()) << text;
        const std::vector<SumLine> all = unfolded(lineage, sum, 12, 100000);
        const auto is_pixel = [](const SumLine& line) { return line.what.starts_with("X("); };
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), is_pixel)) << text;
        for (const SumLine& line : all) EXPECT_TRUE(!line.number || *line.number < lineage.size());
        EXPECT_EQ(unfolded(lineage, sum, 12, 20).back().what, "and more");
        EXPECT_EQ(unfolded(lineage, sum, 12, 20).size(), 21u);
    }
}

// What is pointed at is marked with the terms of its sum, and every mark is a place that the lineage reaches.
TEST(Lineage, MarksHaveTheTermsAndWhatComesOfThem) {
    const Walk walk = walk_of(of_kind(FilterKind::bspline3), Algorithm::alg5);
    const WalkLineage lineage(walk);
    const WalkPick picked = pick_of("P 1,0,2");
    const WalkMarks marks = marks_of(lineage, walk, 11, picked);
    const auto at = [&](const WalkPick& pick) {
        const auto found = std::find_if(marks.marks.begin(), marks.marks.end(),
                                        [&](const WalkMark& mark) { return mark.at == pick; });
        return found == marks.marks.end() ? nullptr : &*found;
    };
    const WalkMark *above = at(pick_of("P 0,0,2")), *pixel = at(pick_of("2,7")), *below = at(pick_of("2,8"));
    ASSERT_TRUE(above && pixel && below);
    EXPECT_EQ(above->kinship, Kinship::source);
    EXPECT_EQ(pixel->kinship, Kinship::has_made_it);
    EXPECT_GT(pixel->share, above->share) << "of what is above little is left after four rows";
    EXPECT_EQ(below->kinship, Kinship::is_made_of_it) << "the finished Y below takes it in";
    EXPECT_FALSE(at(picked));
    EXPECT_FALSE(at(pick_of("7,0"))) << "the columns know nothing of each other yet";
    for (std::size_t i = 1; i < marks.arrows.size(); ++i)
        EXPECT_TRUE(marks.arrows[i].share >= marks.arrows[i - 1].share ||
                    marks.arrows[i].is_ahead != marks.arrows[i - 1].is_ahead);
}

TEST(Lineage, NumbersAreNamedAsTheyLie) {
    EXPECT_EQ(pick_of("5,2"), (WalkPick{false, false, 5, 2}));
    EXPECT_EQ(pick_of("E^T 1,0,2"), (WalkPick{true, false, 0, 0, Border::E_rows, 1, 0, 2, 0}));
    EXPECT_EQ(pick_of("P 0,1,6,2"), (WalkPick{true, false, 0, 0, Border::P, 0, 1, 6, 2}));
    for (const char* text : {"", "5", "5,2,1", "P 1,0", "Q 1,0,2", "P1,0,2", "P 1,0,2,0,0", "5,-2", "5,x",
                             "P 1,0,", "1e9,2", "100000000000,2"})
        EXPECT_THROW(pick_of(text), Error) << text;
    const Walk walk = walk_of(of_kind(FilterKind::bspline3), Algorithm::alg5);
    const auto shown = [&](const char* text) { return is_shown(walk, walk.steps[11], pick_of(text)); };
    EXPECT_TRUE(shown("P 2,1,7"));
    EXPECT_FALSE(shown("P 3,1,7")) << "there are three rows of blocks";
    EXPECT_FALSE(shown("P 2,0,7")) << "the column is another block's";
    EXPECT_FALSE(shown("P 2,1,7,1")) << "of order 1";
}

}  // namespace
}  // namespace sweep::app
