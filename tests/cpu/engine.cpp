// The CPU engine: every named case against the reference, and what must hold whatever the reference says.
#include "cpu/engine.h"

#include <atomic>
#include <cstdlib>
#include <new>
#include <random>

#include "core/base/error.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "tests/support/cases.h"
#include "tests/support/instruction_sets.h"

namespace sweep {
namespace {

using namespace sweep::test;

Run with(cpu::Engine& engine) {
    return [&engine](const Problem& p, ConstImageView in, ImageView out) {
        engine.prepare(p);
        engine.run(in, out);
    };
}

Image filtered(const Problem& p, const Image& in, int threads = 0) {
    cpu::Engine engine(threads);
    Image out(p.shape, output_sample(p));
    engine.prepare(p);
    engine.run(in.view(), out.view());
    return out;
}

bool same_bits(const Image& a, const Image& b) {
    return a.bytes() == b.bytes() && std::memcmp(a.data<std::byte>(), b.data<std::byte>(), a.bytes()) == 0;
}

void check_group(const std::string& name) {
    cpu::Engine engine;
    expect_group_matches(name, with(engine));
}

class CpuGroups : public testing::TestWithParam<const char*> {};
TEST_P(CpuGroups, MatchTheReference) {
    check_group(GetParam());
}
INSTANTIATE_TEST_SUITE_P(, CpuGroups,
                         testing::Values("sizes", "orders", "feedforward", "sigmas", "channels", "passes",
                                         "periodic", "two boundaries", "direct", "bytes", "doubles", "tables",
                                         "boxes"),
                         [](const testing::TestParamInfo<const char*>& group) {
                             return in_one_word(group.param);
                         });

// Beside its carries a thread has a band of the image: the more threads, the more memory.
TEST(CpuEngine, TakesLittleMemory) {
    cpu::Engine engine(2);
    expect_little_working_memory(engine);
}

TEST(EveryInstructionSet, MatchesTheReference) {
    on_every_other_instruction_set([] {
        for (const char* group : {"orders", "channels", "passes", "bytes", "doubles", "tables", "boxes"})
            check_group(group);
    });
}

// `auto` takes bands for larger images than those of the groups.
TEST(EveryInstructionSet, BandsMatchTheReference) {
    cpu::Engine engine;
    on_every_other_instruction_set([&] {
        std::vector<Solver> bands{{with(engine), [](Case& c) {
                                       if (!is_recursive(c.problem.filter.kind) ||
                                           c.problem.method.algorithm != Algorithm::automatic)
                                           return false;
                                       c.problem.method.algorithm = Algorithm::bands;
                                       return why_not(c.problem, EngineKind::cpu).empty();
                                   }}};
        for (const char* group : {"orders", "channels", "passes", "bytes", "doubles"})
            expect_group_matches(group, bands);
        EXPECT_GT(bands[0].done, 20);
    });
}

TEST(CpuEngine, TableOfOnesIsExact) {
    for (Sample sample : {Sample::u8, Sample::f32, Sample::f64})
        for (int channels : {1, 3}) {
            Problem p = problem({1000, 517, channels}, of_kind(FilterKind::sat));
            p.input = sample;
            Image ones(p.shape, sample);
            for (std::size_t i = 0; i < p.shape.samples(); ++i) {
                if (sample == Sample::u8) ones.data<std::uint8_t>()[i] = 1;
                if (sample == Sample::f32) ones.data<float>()[i] = 1;
                if (sample == Sample::f64) ones.data<double>()[i] = 1;
            }
            const Image table = filtered(p, ones);
            long wrong = 0;
            for (int y = 0; y < p.shape.height; ++y)
                for (int i = 0; i < p.shape.width * channels; ++i)
                    wrong += sample_at(table.view(), y, i) != double(i / channels + 1) * (y + 1);
            EXPECT_EQ(wrong, 0);
        }
}

// The sums of the whole table pass 2^32 twice; every box of up to 2^32 / 255 pixels must come out exactly.
TEST(CpuEngine, BoxSumsOfBytesAreExact) {
    constexpr int n = 8192;
    Problem p = problem({n, n, 1}, of_kind(FilterKind::sat));
    p.input = Sample::u8;
    Image in(p.shape, Sample::u8);
    std::uint64_t state = 88172645463325252u;
    for (std::size_t i = 0; i < in.bytes(); i += 8) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        std::memcpy(in.data<std::byte>() + i, &state, 8);
    }
    const Image table = filtered(p, in);
    const auto* sums = table.data<std::uint32_t>();
    const auto* bytes = in.data<std::uint8_t>();
    std::vector<std::uint32_t> column(n, 0);
    long wrong = 0;
    for (std::size_t y = 0, i = 0; y < n; ++y) {
        std::uint32_t row = 0;
        for (std::size_t x = 0; x < n; ++x, ++i) wrong += sums[i] != (row += column[x] += bytes[i]);
    }
    EXPECT_EQ(wrong, 0) << "the table differs from sums modulo 2^32";

    std::mt19937 random(7);
    auto at = [&](int y, int x) { return y < 0 || x < 0 ? 0 : sums[std::size_t(y) * n + std::size_t(x)]; };
    for (int trial = 0; trial < 40; ++trial) {
        const int height = 1 + int(random() % 4000), width = 1 + int(random() % 4000),
                  top = int(random() % unsigned(n - height + 1)),
                  left = int(random() % unsigned(n - width + 1));
        std::uint64_t sum = 0;
        for (int y = top; y < top + height; ++y)
            for (int x = left; x < left + width; ++x) sum += bytes[std::size_t(y) * n + std::size_t(x)];
        ASSERT_LT(sum, 1ull << 32);
        const int bottom = top + height - 1, right = left + width - 1;
        EXPECT_EQ(at(bottom, right) - at(top - 1, right) - at(bottom, left - 1) + at(top - 1, left - 1), sum);
    }
}

// Outputs from 16 MiB on are written past the caches where their rows are aligned, as rows of 2112 samples
// are.
TEST(CpuEngine, LargeOutputs) {
    for (int width : {2112, 2113})
        for (const FilterSpec& filter : {gaussian(5), of_kind(FilterKind::sat), of_kind(FilterKind::none)})
            for (int passes : {2, 4}) {
                Problem p = problem({width, 2050, 1}, filter);
                if (is_recursive(filter.kind))
                    p.passes = passes;
                else if (passes < all_passes)
                    continue;
                const Image in = random_image(p.shape, Sample::f32);
                EXPECT_LE(largest_error(filtered(p, in).view(), reference(p, in.view()).view()),
                          float_tolerance)
                    << text(p);
            }
}

// All four passes give the same result whether columns or rows come first.
TEST(CpuEngine, FilteringCommutesWithTransposition) {
    for (BoundaryKind boundary : {BoundaryKind::none, BoundaryKind::zero, BoundaryKind::clamp}) {
        const Problem wide = problem({333, 100, 1}, unsymmetric(3), boundary),
                      tall = problem({100, 333, 1}, unsymmetric(3), boundary);
        const Image x = random_image(wide.shape, Sample::f32);
        Image turned(tall.shape, Sample::f32), back(wide.shape, Sample::f32);
        auto turn = [](const Image& from, Image& to) {
            for (int y = 0; y < from.shape().height; ++y)
                for (int i = 0; i < from.shape().width; ++i)
                    to.view().row<float>(i)[y] = from.view().row<float>(y)[i];
        };
        turn(x, turned);
        turn(filtered(tall, turned), back);
        EXPECT_LE(largest_error(back.view(), filtered(wide, x).view()), float_tolerance);
    }
}

TEST(CpuEngine, FilteringIsLinear) {
    for (BoundaryKind boundary : {BoundaryKind::none, BoundaryKind::zero, BoundaryKind::clamp}) {
        const Problem p = problem({150, 201, 1}, gaussian(9, 5), boundary);
        const Image x = random_image(p.shape, Sample::f32, 1), y = random_image(p.shape, Sample::f32, 2);
        Image both(p.shape, Sample::f32), sum(p.shape, Sample::f32);
        const Image fx = filtered(p, x), fy = filtered(p, y);
        for (std::size_t i = 0; i < p.shape.samples(); ++i) {
            both.data<float>()[i] = 2 * x.data<float>()[i] - 0.5f * y.data<float>()[i];
            sum.data<float>()[i] = 2 * fx.data<float>()[i] - 0.5f * fy.data<float>()[i];
        }
        EXPECT_LE(largest_error(filtered(p, both).view(), sum.view()), 2 * float_tolerance);
    }
}

// Under clamp a constant keeps its value to the last bit, however slow the filter is. Under constant:V the
// constant V does.
TEST(CpuEngine, ConstantStaysConstant) {
    for (float value : {0.1f, 1.0f, -123.456f, 1e-30f})
        for (const FilterSpec& filter : {gaussian(0.8), gaussian(5, 4), gaussian(340, 5), gaussian(8192),
                                         of_kind(FilterKind::bspline3), unsymmetric(5)})
            for (Realisation realisation : {Realisation::delta, Realisation::direct})
                for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::constant}) {
                    // Direct feedback this slow is not stable, even in double.
                    if (realisation == Realisation::direct && design(filter).columns.causal.unit_gain < 1e-4)
                        continue;
                    Problem p = problem({200, 131, 1}, filter, boundary);
                    p.method.realisation = realisation;
                    p.boundary.value = {double(value)};
                    Image in(p.shape, Sample::f32);
                    std::fill_n(in.data<float>(), p.shape.samples(), value);
                    EXPECT_TRUE(same_bits(filtered(p, in), in)) << text(p) << " value " << value;
                }
}

// An image of one byte has one number everywhere, to the last bit, and it is the byte's.
TEST(CpuEngine, BytesOfOneCodeStayThatCode) {
    for (const Algorithm algorithm :
         {Algorithm::halo, Algorithm::bands, Algorithm::alg7, Algorithm::box_lines})
        for (const Shape shape : {Shape{45, 19, 4}, Shape{21, 9, 3}, Shape{13, 5, 2}, Shape{70, 67, 1}})
            for (const bool linear : {true, false}) {
                Problem p = problem(shape, algorithm == Algorithm::box_lines ? box(3) : gaussian(0.8));
                p.input = Sample::u8, p.linear = linear, p.method.algorithm = algorithm;
                SCOPED_TRACE(text(p));
                cpu::Engine engine;
                engine.prepare(p);
                Image in(shape, Sample::u8), out(shape, Sample::f32);
                for (int code = 0; code < 256; ++code) {
                    std::fill_n(in.data<std::uint8_t>(), shape.samples(), std::uint8_t(code));
                    engine.run(in.view(), out.view());
                    for (std::size_t i = 0; i < shape.samples(); ++i) {
                        const std::size_t channel = i % std::size_t(shape.channels);
                        const bool is_alpha =
                            shape.channels % 2 == 0 && channel + 1 == std::size_t(shape.channels);
                        const double x = double(out.data<float>()[i]);
                        ASSERT_EQ(out.data<float>()[i], out.data<float>()[channel]) << code;
                        ASSERT_NEAR(255 * (linear && !is_alpha ? linear_to_srgb(x) : x), code, 1e-3);
                    }
                }
            }
}

TEST(CpuEngine, SameBitsOnAnyNumberOfThreads) {
    for (const FilterSpec& filter : {gaussian(20, 4), of_kind(FilterKind::sat), box(9)}) {
        const Problem p = problem({1234, 567, 2}, filter);
        const Image in = random_image(p.shape, Sample::f32), once = filtered(p, in, 1);
        for (int threads : {1, 2, 3, 7}) EXPECT_TRUE(same_bits(filtered(p, in, threads), once)) << threads;
    }
}

TEST(CpuEngine, SameBitsWhenRunAgain) {
    const Problem p = problem({333, 555, 1}, gaussian(3, 5)), other = problem({40, 50, 3}, gaussian(9));
    const Image in = random_image(p.shape, Sample::f32), between = random_image(other.shape, Sample::f32);
    Image first(p.shape, Sample::f32), second(p.shape, Sample::f32), unused(other.shape, Sample::f32);
    cpu::Engine engine;
    engine.prepare(p);
    engine.run(in.view(), first.view());
    engine.run(in.view(), second.view());
    EXPECT_TRUE(same_bits(first, second));
    engine.prepare(other);
    engine.run(between.view(), unused.view());
    engine.prepare(p);
    engine.run(in.view(), second.view());
    EXPECT_TRUE(same_bits(first, second));
}

TEST(CpuEngine, ChannelsAreFilteredAsIfAlone) {
    for (int channels : {2, 3, 4}) {
        const Problem p = problem({130, 77, channels}, gaussian(6, 5)),
                      alone = problem({130, 77, 1}, gaussian(6, 5));
        const Image in = random_image(p.shape, Sample::f32), out = filtered(p, in);
        for (int k = 0; k < channels; ++k) {
            Image one(alone.shape, Sample::f32);
            for (std::size_t i = 0; i < alone.shape.samples(); ++i)
                one.data<float>()[i] = in.data<float>()[i * std::size_t(channels) + std::size_t(k)];
            const Image result = filtered(alone, one);
            long different = 0;
            for (std::size_t i = 0; i < alone.shape.samples(); ++i)
                different +=
                    result.data<float>()[i] != out.data<float>()[i * std::size_t(channels) + std::size_t(k)];
            EXPECT_EQ(different, 0);
        }
    }
}

TEST(CpuEngine, ReportsTheStagesOfTheList) {
    for (const FilterSpec& filter :
         {gaussian(5), of_kind(FilterKind::sat), box(50), of_kind(FilterKind::none)}) {
        const Problem p = problem({300, 200, 1}, filter);
        cpu::Engine engine;
        const Image in = random_image(p.shape, Sample::f32);
        Image out(p.shape, output_sample(p));
        engine.prepare(p);
        engine.run(in.view(), out.view());
        const std::vector<Stage> list = stages(resolved(p, EngineKind::cpu), engine.block());
        ASSERT_EQ(engine.report().stages.size(), list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            EXPECT_EQ(engine.report().stages[i].stage.step, list[i].step);
            EXPECT_EQ(engine.report().stages[i].stage.bytes(), list[i].bytes());
        }
        EXPECT_GT(engine.report().total_ms(), 0);
        EXPECT_EQ(engine.report().engine, "cpu");
    }
}

ExitCode code_of(const std::function<void()>& f) {
    try {
        f();
    } catch (const Error& e) {
        return e.code();
    }
    return ExitCode::done;
}

TEST(CpuEngine, RefusesWhatItCannotDo) {
    cpu::Engine engine;
    const Problem small = problem({8, 8, 1}, gaussian(5));
    const Image in = random_image(small.shape, Sample::f32);
    Image out(small.shape, Sample::f32);
    EXPECT_EQ(code_of([&] { engine.run(in.view(), out.view()); }), ExitCode::failed) << "not prepared";
    EXPECT_EQ(code_of([&] {
                  Problem p = problem({8, 8, 1}, unsymmetric(2), BoundaryKind::mirror);
                  p.method.algorithm = Algorithm::alg7;
                  engine.prepare(p);
              }),
              ExitCode::usage);
    EXPECT_EQ(code_of([&] { engine.prepare(problem({0, 8, 1}, gaussian(5))); }), ExitCode::usage);
    EXPECT_EQ(code_of([&] {
                  Problem p = problem({8, 8, 1}, of_kind(FilterKind::sat));
                  p.method.algorithm = Algorithm::sat_doubling;
                  engine.prepare(p);
              }),
              ExitCode::usage);
    // Workspaces of hundreds of gigabytes are refused before anything is allocated, and the engine stays
    // usable.
    EXPECT_EQ(code_of([&] {
                  engine.prepare(problem({2000000, 2000000, 4}, gaussian(5)));
              }),
              ExitCode::failed);
    EXPECT_EQ(code_of([&] {
                  Problem p = problem({2000000, 2000000, 4}, box(1));
                  p.method.algorithm = Algorithm::sat_one_pass;
                  engine.prepare(p);
              }),
              ExitCode::failed);
    engine.prepare(small);
    Image wrong({8, 9, 1}, Sample::f32);
    EXPECT_EQ(code_of([&] { engine.run(wrong.view(), out.view()); }), ExitCode::failed);
    engine.run(in.view(), out.view());
    EXPECT_LE(largest_error(out.view(), reference(small, in.view()).view()), float_tolerance);
}

}  // namespace
}  // namespace sweep
