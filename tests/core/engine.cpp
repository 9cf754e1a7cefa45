// What every engine promises to its callers, of the two that every machine has; and the tables of a request.
#include "cpu/engine.h"

#include <memory>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/bilateral/bilateral_filter.h"
#include "core/design/design.h"
#include "core/diffusion/diffusion_filter.h"
#include "core/edge/edge_filter.h"
#include "core/engine/reference_engine.h"
#include "core/plan/offers.h"
#include "core/problem/reference.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

std::unique_ptr<Engine> engine_of(EngineKind kind) {
    if (kind == EngineKind::reference) return std::make_unique<ReferenceEngine>();
    return std::make_unique<cpu::Engine>();
}

TEST(Offers, EveryAlgorithmIsOfferedAndNoneTwice) {
    std::set<Algorithm> offered;
    for (const EngineOffers* engine : engines()) {
        std::set<Algorithm> own;
        for (const Offer& offer : engine->offers) {
            EXPECT_TRUE(own.insert(offer.algorithm).second)
                << name_of(engine->engine).word << ": " << info(offer.algorithm).name;
            EXPECT_EQ(info(offer.algorithm).algorithm, offer.algorithm) << "it has no row";
            EXPECT_EQ(find_offer(*engine, offer.algorithm), &offer);
        }
        offered.merge(own);
        for (const Preference& one : engine->preferences) EXPECT_TRUE(find_offer(*engine, one.algorithm));
        for (const Alternative& one : engine->alternatives) {
            EXPECT_TRUE(find_offer(*engine, one.usual));
            EXPECT_TRUE(find_offer(*engine, one.algorithm));
        }
        EXPECT_EQ(&offers_of(engine->engine), engine);
    }
    for (const AlgorithmInfo& a : algorithms())
        EXPECT_EQ(offered.contains(a.algorithm), a.algorithm != Algorithm::automatic) << a.name;
}

class Engines : public testing::TestWithParam<EngineKind> {};

TEST_P(Engines, RunsAndReportsTheStagesOfItsJob) {
    const std::unique_ptr<Engine> engine = engine_of(GetParam());
    EXPECT_EQ(engine->kind(), GetParam());
    const Problem p = problem({70, 50, 3}, gaussian(4));
    engine->prepare(p);
    EXPECT_NE(engine->resolved().method.algorithm, Algorithm::automatic);
    const Image in = random_image(p.shape, p.input);
    for (const Sample sample : {output_sample(p), engine->best_sample(p)}) {
        Image out(p.shape, sample);
        engine->run(in.view(), out.view());
        const Image truth = reference(p, in.view());
        for (std::size_t i = 0; i < p.shape.samples(); ++i) {
            const double got = sample == Sample::f64 ? out.data<double>()[i] : double(out.data<float>()[i]);
            ASSERT_NEAR(got, truth.data<double>()[i], sample == Sample::f64 ? 0 : 1e-6) << i;
        }
    }
    const Job& job = engine->job();
    ASSERT_EQ(engine->report().stages.size(), job.stages.size());
    for (std::size_t i = 0; i < job.stages.size(); ++i)
        EXPECT_EQ(engine->report().stages[i].stage, job.stages[i]);
    Image out(p.shape, output_sample(p));
    EXPECT_EQ(engine->time_runs(in.view(), out.view(), 3).size(), 3u);
}

TEST_P(Engines, RefusesImagesOfAnotherProblem) {
    const std::unique_ptr<Engine> engine = engine_of(GetParam());
    const Problem p = problem({20, 10, 1}, gaussian(2));
    const Image in = random_image(p.shape, p.input), other = random_image({10, 20, 1}, p.input);
    Image out(p.shape, Sample::f32), bytes(p.shape, Sample::u8);
    EXPECT_THROW(engine->run(in.view(), out.view()), Error) << "nothing is prepared";
    engine->prepare(p);
    EXPECT_THROW(engine->run(other.view(), out.view()), Error);
    EXPECT_THROW(engine->run(in.view(), bytes.view()), Error);
    EXPECT_NO_THROW(engine->run(in.view(), out.view()));
    EXPECT_THROW(engine->prepare(problem({0, 10, 1}, gaussian(2))), Error);
}

INSTANTIATE_TEST_SUITE_P(All, Engines, testing::Values(EngineKind::cpu, EngineKind::reference),
                         [](const auto& one) { return one.param == EngineKind::cpu ? "cpu" : "reference"; });

TEST(Jobs, AreEqualWhereNothingDiffers) {
    const Problem p = problem({64, 64, 1}, gaussian(4));
    const Job job = plan(p, EngineKind::cpu, 32);
    EXPECT_EQ(job, plan(p, EngineKind::cpu, 32));
    EXPECT_NE(job, plan(p, EngineKind::cpu, 64));
    EXPECT_NE(job, plan(problem({64, 64, 1}, gaussian(5)), EngineKind::cpu, 32));
    // Once its algorithm is known, a job's problem is that of the same job.
    EXPECT_EQ(job, plan(job.problem, EngineKind::cpu, 32));
}

TEST(Kinds, HaveNamesOfTheirOwnAndDesigns) {
    std::set<std::string_view> words, labels;
    for (const KindInfo& kind : filter_kinds()) {
        EXPECT_TRUE(words.insert(kind.word).second) << kind.word;
        EXPECT_TRUE(labels.insert(kind.label).second) << kind.label;
        EXPECT_TRUE(kind.size == Parameter::none || reads(kind.kind, kind.size)) << kind.word;
        FilterSpec spec = of_kind(kind.kind);
        if (kind.kind == FilterKind::iir) spec.causal = {-0.5};
        if (!is_recursive(kind.kind)) {
            EXPECT_THROW(design(spec), Error) << kind.word;
            continue;
        }
        for (int order = kind.least_order; order <= kind.most_order && reads(kind.kind, Parameter::order);
             ++order) {
            spec.order = order;
            EXPECT_EQ(design(spec).order(), order) << kind.word;
        }
        EXPECT_GE(design(spec).order(), 1) << kind.word;
    }
}

// Requests and the filters themselves begin with the same numbers.
TEST(Kinds, ThatFollowThePictureHaveOneSetOfUsualNumbers) {
    const EdgeFilter edge = edge_filter(FilterSpec());
    EXPECT_EQ(edge.range, EdgeFilter().range);
    EXPECT_EQ(edge.iterations, EdgeFilter().iterations);
    EXPECT_EQ(bilateral_filter(FilterSpec()), BilateralFilter());
    EXPECT_EQ(diffusion_filter(FilterSpec()), DiffusionFilter());
}

TEST(Kinds, ThatFollowThePictureAreNoProblems) {
    for (const KindInfo& kind : filter_kinds()) {
        FilterSpec spec = of_kind(kind.kind);
        spec.sigma = 7, spec.range = 0.3, spec.iterations = 2, spec.tone_map = 50;
        spec.contrast = 0.1, spec.time = 4, spec.steps = 3, spec.noise = 2;
        EXPECT_EQ(following_part(spec).has_value(), kind.follows_picture) << kind.word;
        if (!kind.follows_picture) {
            EXPECT_EQ(solved_part(spec).kind, kind.kind) << kind.word;
            continue;
        }
        FilterSpec only = of_kind(FilterKind::none);
        only.sigma = 7;
        EXPECT_EQ(solved_part(spec), only) << kind.word;
        const FilterSpec part = *following_part(spec);
        EXPECT_EQ(part.range, kind.takes_guide ? 0.3 : FilterSpec().range) << kind.word;
        EXPECT_EQ(part.steps, kind.kind == FilterKind::diffusion ? 3 : FilterSpec().steps) << kind.word;
        EXPECT_EQ(maps_tones(part), kind.kind == FilterKind::edge) << kind.word;
        EXPECT_THROW(validate(problem({4, 4, 1}, spec)), Error) << kind.word;
    }
}

TEST(Axes, HaveSigmasOfTheirOwnOrStayAsTheyAre) {
    FilterSpec spec = gaussian(8, 4);
    spec.sigma_y = 2;
    const FilterDesign both = design(spec);
    EXPECT_EQ(both.rows.causal.d, design(gaussian(8, 4)).rows.causal.d);
    EXPECT_EQ(both.columns.causal.d, design(gaussian(2, 4)).columns.causal.d);
    spec.axes = Axes::x;
    const FilterDesign along_x = design(spec);
    EXPECT_EQ(along_x.rows.causal.d, both.rows.causal.d);
    EXPECT_EQ(along_x.columns.causal.d, std::vector<double>(4, 0.0));
    EXPECT_EQ(along_x.order(), 4);
    // The reference keeps what is along the other axis to the last bits.
    const Problem p = problem({9, 40, 1}, spec);
    Image rows(p.shape, Sample::f32);
    const Image noise = random_image({1, 40, 1}, Sample::f32);
    for (int y = 0; y < 40; ++y) std::fill_n(rows.view().row<float>(y), 9, noise.data<float>()[y]);
    const Image out = reference(p, rows.view());
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 9; ++x)
            EXPECT_NEAR(out.view().row<double>(y)[x], double(noise.data<float>()[y]), 1e-13);
}

}  // namespace
}  // namespace sweep::test
