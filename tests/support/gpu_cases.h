// What the tests of the CUDA engine share.
#pragma once

#include <cmath>
#include <cstring>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/families/algorithms.h"
#include "core/families/chip/resident.h"
#include "core/families/published/published.h"
#include "core/plan/planner.h"
#include "gpu/engine.h"
#include "tests/support/cases.h"
#include "tests/support/required.h"

namespace sweep::test {

class GpuCases : public testing::Test {
  protected:
    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        emulated_ = device.name == "emulated";
        engine_ = std::make_unique<gpu::Engine>();
    }
    test::Run on() const { return on(*engine_); }
    static test::Run on(gpu::Engine& engine) {
        return [&engine](const Problem& p, ConstImageView in, ImageView out) {
            engine.prepare(p);
            engine.run(in, out);
        };
    }
    void expect(Problem p, Algorithm algorithm, double tolerance = float_tolerance) {
        p.method.algorithm = algorithm;
        expect_matches({text(p), p, tolerance}, on());
    }
    // Expects NaN in any corner to stay where it is, while the middle, which the filter does not carry it to, is
    // finite: NaN is no datum, which would make all samples NaN.
    void expect_nan_stays_in_corners(const Problem& p) {
        const std::size_t width = std::size_t(p.shape.width), height = std::size_t(p.shape.height);
        for (std::size_t corner : {std::size_t(0), width - 1, (height - 1) * width, height * width - 1}) {
            Image in = random_image(p.shape, p.input), out(p.shape, Sample::f32);
            in.data<float>()[corner] = std::nanf("");
            on()(p, in.view(), out.view());
            EXPECT_TRUE(std::isnan(out.data<float>()[corner])) << corner;
            EXPECT_TRUE(std::isfinite(out.data<float>()[height / 2 * width + width / 2])) << corner;
        }
    }
    // Expects the same bits after `runs` more runs.
    void expect_same_bits(const Problem& p, int runs) {
        const Image in = random_image(p.shape, p.input);
        Image first(p.shape, Sample::f32), again(p.shape, Sample::f32);
        engine_->prepare(p);
        engine_->run(in.view(), first.view());
        engine_->time_runs(runs);
        engine_->run(in.view(), again.view());
        EXPECT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
    }
    // Tells whether algorithm 8 has room for the problem, and prepares the engine for it then. Images of 16 tiles
    // must fit.
    static bool fits(gpu::Engine& engine, const Problem& p) {
        try {
            engine.prepare(p);
            return true;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::usage) << error.what();
            EXPECT_NE(std::string(error.what()).find("--algorithm 7"), std::string::npos) << error.what();
            const auto tiles = [](int n, int side) { return (n + side - 1) / side; };
            EXPECT_GT(tiles(p.shape.height, resident_tile_rows) *
                          tiles(p.shape.width, resident_tile_columns) * p.shape.channels,
                      16)
                << error.what();
            return false;
        }
    }

    std::unique_ptr<gpu::Engine> engine_;  // where there is a device
    bool emulated_ = false;                // slow: large cases are left to devices
};

// The algorithms that [N11] and [N16] have beside 7, in blocks of 32.
constexpr Algorithm published_algorithms[] = {Algorithm::alg2, Algorithm::alg4, Algorithm::alg5,
                                              Algorithm::alg6, Algorithm::alg6b};

// Padding makes a small image with a slow filter huge: 6b is for filters that forget.
inline bool pads_too_far(const Problem& p) {
    if (p.method.algorithm != Algorithm::alg6b) return false;
    const Padding pad = padding({p, design(p.filter)}, 32);
    return (p.shape.width + 64.0 * pad.block_columns) * (p.shape.height + 64.0 * pad.block_rows) > 2e6;
}

// Returns a solver by one of the algorithms, for the cases that it has. 6b leaves out those that it pads too
// far.
inline Solver by_algorithm(Algorithm algorithm, Run run) {
    return {std::move(run), [algorithm](Case& c) {
                c.problem.method.algorithm = algorithm;
                return why_not(c.problem, EngineKind::cuda).empty() && !pads_too_far(c.problem);
            }};
}

}  // namespace sweep::test
