// The edge filter of the CPU, beside its definition (core/edge/edge_reference.h) and facts from outside.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/edge/edge_reference.h"
#include "core/edge/segment.h"
#include "core/problem/problem.h"
#include "cpu/edge/edge_filter.h"
#include "cpu/edge/edge_passes.h"
#include "cpu/engine.h"
#include "tests/support/guided_images.h"
#include "tests/support/instruction_sets.h"

namespace sweep::test {
namespace {

Image filtered(const EdgeFilter& filter, BoundaryKind boundary, const Image& in, const Image& guide) {
    Image out(in.shape(), in.sample());
    cpu::EdgeFilterRun(filter, boundary, in.shape(), guide.shape().channels, in.sample())
        .run(in.view(), guide.view(), out.view());
    return out;
}

template <class T>
double error(const EdgeFilter& filter, BoundaryKind boundary, const Image& in, const Image& guide) {
    return largest_error<T>(filtered(filter, boundary, in, guide),
                            edge_reference(filter, boundary, in.view(), guide.view()));
}

template <class T>
void expect_truth(const EdgeFilter& filter, const Image& in, const Image& guide) {
    for (BoundaryKind boundary : guided_boundaries)
        EXPECT_LE(error<T>(filter, boundary, in, guide), sample_of<T>() == Sample::f64 ? 1e-13 : 1e-6)
            << in.shape().width << " x " << in.shape().height << " x " << in.shape().channels << ", guide x "
            << guide.shape().channels << ", sigma " << filter.sigma << ", range " << filter.range << ", "
            << info(boundary).word;
}

// One pixel, lines, around a block, parts of blocks in both directions.
constexpr Shape shapes[] = {{1, 1}, {1, 200}, {200, 1}, {63, 64}, {65, 66}, {17, 31}, {130, 150}, {300, 70}};

TEST(CpuEdge, IsTheDefinitionAtEverySize) {
    for (const Shape& shape : shapes) {
        const Image in = noise<float>(shape), wide = noise<double>(shape);
        expect_truth<float>({12, 0.5, 3}, in, in);
        expect_truth<double>({12, 0.5, 2}, wide, wide);
    }
}
TEST(CpuEdge, IsTheDefinitionOfEveryChannelAndGuide) {
    for (int channels = 1; channels <= 4; ++channels)
        for (int of_guide = 1; of_guide <= 4; ++of_guide)
            expect_truth<float>({20, 0.7, 2}, noise<float>({80, 70, channels}, 3),
                                discs<float>({80, 70, of_guide}));
}
TEST(CpuEdge, IsTheDefinitionAtEverySigmaAndRange) {
    const Image in = discs<float>({100, 140});
    for (double sigma : {0.3, 3.0, 40.0, 300.0})
        for (double range : {1e-30, 0.02, 0.3, 1e30}) expect_truth<float>({sigma, range, 3}, in, in);
}
TEST(CpuEdge, HolesStayAndAreReadByNobody) {
    const Shape shape{130, 100};
    const Image depth = depth_with_holes<float>(shape), picture = noise<float>(shape);
    expect_truth<float>({10, 0.3, 3}, depth, depth);
    expect_truth<float>({10, 0.3, 3}, picture, depth);
    const Image result = filtered({10, 0.3, 3}, BoundaryKind::clamp, depth, depth);
    for (std::size_t i = 0; i < shape.samples(); ++i)
        EXPECT_EQ(std::isnan(at<float>(result, i)), std::isnan(at<float>(depth, i)));
}

// A hole of the guide is no neighbour of what lies beyond an edge either, and what goes around a mirrored line is not
// of it.
template <class T>
void expect_holes_stay(const Shape& shape, BoundaryKind boundary) {
    const Image picture = noise<T>(shape);
    Image guide = depth_with_holes<T>(shape);
    T* const row = guide.view().template row<T>(0);
    row[0] = row[shape.width - 1] = std::numeric_limits<T>::quiet_NaN();
    T* const last = guide.view().template row<T>(shape.height - 1);
    last[0] = last[shape.width / 2] = std::numeric_limits<T>::quiet_NaN();
    const Image result = filtered({10, 0.3, 3}, boundary, picture, guide),
                truth = edge_reference({10, 0.3, 3}, boundary, picture.view(), guide.view());
    for (std::size_t i = 0; i < shape.samples(); ++i)
        if (std::isnan(at<T>(guide, i))) {
            ASSERT_EQ(at<T>(result, i), at<T>(picture, i)) << info(boundary).word << i;
            ASSERT_EQ(at<double>(truth, i), at<T>(picture, i)) << info(boundary).word << i;
        }
}
TEST(CpuEdge, HolesStayToTheLastBit) {
    for (const BoundaryKind boundary : guided_boundaries)
        for (const Shape& shape : {Shape{130, 100}, Shape{64, 33}, Shape{1, 40}, Shape{200, 1}}) {
            expect_holes_stay<float>(shape, boundary);
            expect_holes_stay<double>(shape, boundary);
            expect_truth<double>({10, 0.3, 2}, noise<double>(shape), depth_with_holes<double>(shape));
        }
}

TEST(CpuEdge, IsTheDefinitionOnEveryInstructionSet) {
    const Image in = noise<float>({75, 90}), wide = noise<double>({75, 90}),
                depth = depth_with_holes<float>({75, 90});
    on_every_other_instruction_set([&] {
        expect_truth<float>({12, 0.5, 1}, in, depth);
        expect_truth<double>({12, 0.5, 1}, wide, wide);
    });
}

// A guide without edges: the filter of one pole, which algorithm 7 has.
TEST(CpuEdge, WithConstantWeightsIsAlgorithm7) {
    const Shape shape{150, 210};
    const Image in = noise<float>(shape), flat = image_of<float>(shape, [](int, int, int) { return 0.5; });
    for (BoundaryKind boundary : guided_boundaries) {
        const double sigma = 9;
        Problem problem;
        problem.shape = shape;
        problem.filter.kind = FilterKind::exponential;
        problem.filter.alpha = 1 - std::exp(-std::sqrt(2.0) / sigma);
        problem.boundary = {boundary, {}};
        problem.method.algorithm = Algorithm::alg7;
        Image recursive(shape, Sample::f32);
        cpu::Engine engine;
        engine.prepare(problem);
        engine.run(in.view(), recursive.view());
        const Image result = filtered({sigma, 1, 1}, boundary, in, flat);
        for (std::size_t i = 0; i < shape.samples(); ++i)
            ASSERT_NEAR(at<float>(result, i), at<float>(recursive, i), 1e-6) << info(boundary).word;
    }
}

TEST(CpuEdge, WhatIsFlatStaysToTheLastBit) {
    const Shape shape{200, 150};
    const Image flat = image_of<float>(shape, [](int, int, int) { return 0.3; });
    for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror}) {
        const Image result = filtered({25, 0.2, 3}, boundary, flat, noise<float>(shape));
        for (std::size_t i = 0; i < shape.samples(); ++i) ASSERT_EQ(at<float>(result, i), 0.3f);
    }
}

// Each output is a mean; rounding may be beyond the extremes by a few units in the last place.
TEST(CpuEdge, NothingLeavesTheRangeOfTheInput) {
    const Image in = discs<float>({300, 200});
    const auto [least, most] = std::minmax_element(in.data<float>(), in.data<float>() + 300 * 200);
    for (double range : {0.01, 0.1, 10.0}) {
        const Image result = filtered({40, range, 3}, BoundaryKind::mirror, in, in);
        for (std::size_t i = 0; i < in.shape().samples(); ++i) {
            ASSERT_GE(at<float>(result, i), double(*least) - 1e-6);
            ASSERT_LE(at<float>(result, i), double(*most) + 1e-6);
        }
    }
}

// Light of 1e4 beside darkness of 1: none of it is behind the edge, whatever the bright side is.
TEST(CpuEdge, NothingLeaksOverAnEdge) {
    const Shape shape{200, 150};
    const auto inside = [](int x, int y) { return x > 61 && x < 140 && y > 50 && y < 97; };
    const Image in = image_of<float>(shape, [&](int x, int y, int) { return inside(x, y) ? 1e4 : 1.0; });
    for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror}) {
        const Image result = filtered({60, 0.5, 3}, boundary, in, in);
        for (int y = 0; y < shape.height; ++y)
            for (int x = 0; x < shape.width; ++x)
                ASSERT_NEAR(result.view().row<float>(y)[x] / (inside(x, y) ? 1e4 : 1), 1, 1e-6)
                    << x << " " << y;
    }
}

TEST(CpuEdge, RunsInPlaceBesideItsGuide) {
    const Shape shape{150, 100, 3};
    const Image guide = discs<float>({150, 100});
    Image image = noise<float>(shape);
    const Image apart = filtered({8, 0.4, 3}, BoundaryKind::clamp, image, guide);
    cpu::EdgeFilterRun({8, 0.4, 3}, BoundaryKind::clamp, shape, 1, Sample::f32)
        .run(std::as_const(image).view(), guide.view(), image.view());
    EXPECT_TRUE(std::equal(image.data<float>(), image.data<float>() + shape.samples(), apart.data<float>()));
}

// Three reads of picture and guide and one write, a block by itself each time, as a GPU has them (ARCHITECTURE.md):
// the first for the columns' segments, the second for those of the rows of what the columns' passes make,
// the third for the result.
class ThreeReads {
  public:
    static constexpr int side = cpu::block_size, lines = side;
    ThreeReads(const EdgeFilter& filter, const Image& in, const Image& guide)
        : exponent_(exponent_of(filter, 0)),
          in_(in),
          guide_(guide),
          M_(in.shape().height / side),
          N_(in.shape().width / side) {
        for (auto* all : {&columns_, &rows_}) all->resize(std::size_t(M_ * N_) * side);
    }

    Image run() {
        const double a = std::exp2(-exponent_.step);
        for_each_block([&](int m, int n) { keep(load(m, n), false, columns_, m, n); });
        for (int n = 0; n < N_; ++n)
            scan(columns_, n * side, N_ * side, M_, a, [&](int j, bool last) {
                return in_.view().row<double>(last ? in_.shape().height - 1 : 0)[n * side + j];
            });
        std::vector<double> first(std::size_t(M_ * side)), last = first;
        for_each_block([&](int m, int n) {
            Block block = columns_of(m, n);
            for (int i = 0; i < side; ++i) {
                if (n == 0) first[std::size_t(m * side + i)] = block.samples[i * side];
                if (n == N_ - 1) last[std::size_t(m * side + i)] = block.samples[i * side + side - 1];
            }
            transpose(block);
            keep(block, true, rows_, m, n);
        });
        for (int m = 0; m < M_; ++m)
            scan(rows_, m * N_ * side, side, N_, a,
                 [&](int j, bool is_last) { return (is_last ? last : first)[std::size_t(m * side + j)]; });
        Image out(in_.shape(), Sample::f64);
        for_each_block([&](int m, int n) {
            Block block = columns_of(m, n);
            transpose(block);
            passes(block, rows_, m, n);
            for (int i = 0; i < side; ++i)
                for (int j = 0; j < side; ++j)
                    out.view().row<double>(m * side + i)[n * side + j] = block.samples[j * side + i];
        });
        return out;
    }

  private:
    struct Line {
        Segment segment;
        double P = 0, E = 0;
    };
    struct Block {
        std::vector<double> samples, guide, weights_down, weights_right;
    };

    void for_each_block(const auto& body) {
        for (int m = 0; m < M_; ++m)
            for (int n = 0; n < N_; ++n) body(m, n);
    }
    double guide_at(int y, int x) const { return guide_.view().row<double>(y)[x]; }

    Block load(int m, int n) const {
        Block block;
        block.samples.resize(side * side);
        block.weights_down.resize(side * (side + 1));
        block.weights_right = block.weights_down;
        std::vector<double> down(side * side), across(side * side), next[4];
        for (auto& line : next) line.resize(side);
        const int y = m * side, x = n * side;
        for (int i = 0; i < side; ++i) {
            for (int j = 0; j < side; ++j) {
                block.samples[std::size_t(i * side + j)] = in_.view().row<double>(y + i)[x + j];
                down[std::size_t(i * side + j)] = guide_at(y + i, x + j);
                across[std::size_t(j * side + i)] = guide_at(y + i, x + j);
            }
            if (m > 0) next[0][std::size_t(i)] = guide_at(y - 1, x + i);
            if (m + 1 < M_) next[1][std::size_t(i)] = guide_at(y + side, x + i);
            if (n > 0) next[2][std::size_t(i)] = guide_at(y + i, x - 1);
            if (n + 1 < N_) next[3][std::size_t(i)] = guide_at(y + i, x + side);
        }
        cpu::edge_weights(exponent_, down.data(), 1, m > 0 ? next[0].data() : nullptr,
                          m + 1 < M_ ? next[1].data() : nullptr, side, lines, block.weights_down.data(),
                          nothing_);
        cpu::edge_weights(exponent_, across.data(), 1, n > 0 ? next[2].data() : nullptr,
                          n + 1 < N_ ? next[3].data() : nullptr, side, lines, block.weights_right.data(),
                          nothing_);

        return block;
    }

    void keep(const Block& block, bool is_row, std::vector<Line>& all, int m, int n) const {
        cpu::BlockSums<double> sums;
        cpu::BlockWeights<double> weights;
        cpu::edge_segments(block.samples.data(), (is_row ? block.weights_right : block.weights_down).data(),
                           side, lines, false, sums, weights, nothing_);
        for (int j = 0; j < side; ++j)
            all[std::size_t((m * N_ + n) * side + j)].segment = {
                sums.r[j], sums.r[j], sums.Y[j], weights.W[j], sums.Z[j], weights.H[j], weights.U[j]};
    }

    // The lines of `count` blocks, a `step` apart, from the first on.
    static void scan(std::vector<Line>& all, int first, int step, int count, double a, const auto& end) {
        for (int j = 0; j < side; ++j) {
            const auto line = [&](int i) -> Line& { return all[std::size_t(first + i * step + j)]; };
            double P = end(j, false);
            for (int i = 0; i < count; ++i) {
                line(i).P = P;
                P = line(i).segment.behind(P);
            }
            double E = behind_last(P, end(j, true), a);
            for (int i = count - 1; i >= 0; --i) {
                line(i).E = E;
                E = line(i).segment.in_front(line(i).P, E);
            }
        }
    }

    void passes(Block& block, const std::vector<Line>& all, int m, int n) const {
        std::vector<double> P(side), E(side);
        for (int j = 0; j < side; ++j) {
            P[std::size_t(j)] = all[std::size_t((m * N_ + n) * side + j)].P;
            E[std::size_t(j)] = all[std::size_t((m * N_ + n) * side + j)].E;
        }
        const double* const weights = (&all == &rows_ ? block.weights_right : block.weights_down).data();
        cpu::edge_pass(block.samples.data(), weights, side, lines, P.data(), false, nothing_);
        cpu::edge_pass(block.samples.data(), weights, side, lines, E.data(), true, nothing_);
    }

    Block columns_of(int m, int n) const {
        Block block = load(m, n);
        passes(block, columns_, m, n);
        return block;
    }
    static void transpose(Block& block) {
        for (int i = 0; i < side; ++i)
            for (int j = 0; j < i; ++j)
                std::swap(block.samples[std::size_t(i * side + j)], block.samples[std::size_t(j * side + i)]);
    }

    mutable cpu::Ahead nothing_;
    const EdgeExponent exponent_;
    const Image &in_, &guide_;
    const int M_, N_;
    std::vector<Line> columns_, rows_;
};

TEST(CpuEdge, ThreeReadsAndOneWriteAreTheDefinition) {
    const Image in = noise<double>({192, 256}), guide = discs<double>({192, 256});
    const EdgeFilter filter{30, 0.5, 1};
    const Image truth = edge_reference(filter, BoundaryKind::clamp, in.view(), guide.view()),
                result = ThreeReads(filter, in, guide).run();
    for (std::size_t i = 0; i < in.shape().samples(); ++i)
        ASSERT_NEAR(at<double>(result, i), at<double>(truth, i), 1e-13);
}

TEST(CpuEdge, RefusesWhatMakesNoSense) {
    const auto refuses = [](EdgeFilter filter, BoundaryKind boundary, int channels) {
        EXPECT_THROW(cpu::EdgeFilterRun(filter, boundary, {8, 8, 1}, channels, Sample::f32), Error);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (double sigma : {0.0, -1.0, 1e6, nan}) refuses({sigma, 1, 1}, BoundaryKind::clamp, 1);
    for (double range : {0.0, -1.0, nan}) refuses({1, range, 1}, BoundaryKind::clamp, 1);
    for (int iterations : {0, 11}) refuses({1, 1, iterations}, BoundaryKind::clamp, 1);
    refuses({}, BoundaryKind::repeat, 1);
    refuses({}, BoundaryKind::clamp, 5);
}

}  // namespace
}  // namespace sweep::test
