// Below the engine: the building blocks of gpu/ on the emulated GPU, each against its formula in double. What these
// tests share: kernels that are lambdas, and lines of which all states are known.
#pragma once

#include <random>
#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "core/blocks/extension.h"
#include "gpu/device/device_buffer.h"
#include "tests/support/comparison.h"
#include "tests/support/problems.h"

namespace sweep::test {

// Runs kernel() by every thread.
template <class Kernel>
void on_gpu(dim3 blocks, dim3 threads, std::size_t shared_bytes, Kernel kernel) {
    emulated::run_grid(blocks, threads, shared_bytes, false, kernel);
}
// The shared memory of the thread block.
template <class T = float>
T* shared() {
    return reinterpret_cast<T*>(emulated::dynamic_shared("shared"));
}

template <class T>
std::vector<double> numbers(const gpu::DeviceBuffer<T>& buffer) {
    return {buffer.data(), buffer.data() + buffer.size()};
}

// Uniform in [-1, 1), the same on every machine.
class Random {
  public:
    explicit Random(unsigned seed) : generator_(seed) {}
    double operator()() { return double(generator_()) / 2147483648.0 - 1; }
    std::vector<float> floats(std::size_t count) {
        std::vector<float> all(count);
        for (float& x : all) x = float((*this)());
        return all;
    }

  private:
    std::mt19937 generator_;
};

// A filter of one axis, as gpu/scan/segment_algebra.cuh asks for it.
template <int R>
struct LineFilter {
    AxisDesign axis;
    Recurrence<double, R, Realisation::delta> F, Rv;

    explicit LineFilter(const FilterSpec& spec)
        : axis(design(spec).columns),
          F(make_recurrence<double, R, Realisation::delta>(axis.causal)),
          Rv(make_recurrence<double, R, Realisation::delta>(axis.anticausal)) {}
    CarryMatrices<double, R> matrices(int length) const { return carry_matrices(F, Rv, length); }
    BlockWeights<double, R> weights(int length) const { return block_weights(F, Rv, length); }
    Extension<double, R> extended(BoundaryKind boundary, int length) const {
        return extension(axis, F, Rv, boundary, length);
    }
};

// What a scan of a line is asked: a filter's order and how the line goes on.
struct LineCase {
    int order;
    BoundaryKind boundary;

    template <int R>
    LineFilter<R> filter() const {
        FilterSpec spec = unsymmetric(order);
        if (runs_back(boundary)) spec.anticausal.clear();  // both ways the same
        return LineFilter<R>(spec);
    }
    static std::string name(const testing::TestParamInfo<LineCase>& of) {
        std::string word(info(of.param.boundary).word);
        word[0] = char(std::toupper(word[0]));
        return word + "Order" + std::to_string(of.param.order);
    }
};

// act<R>() of the orders that are tested.
template <class Act>
void with_order(int order, Act act) {
    switch (order) {
        case 1:
            return act.template operator()<1>();
        case 2:
            return act.template operator()<2>();
        case 3:
            return act.template operator()<3>();
        case 5:
            return act.template operator()<5>();
        case 8:
            return act.template operator()<8>();
        default:
            FAIL() << "no test of order " << order;
    }
}

// Random samples in blocks of b, with the numbers of each block, P before the others: what it does by itself, of
// which a scan makes what enters it. The latter as its definition has it, by running F and then R over the line and
// what it is continued by, as far as they remember.
template <int R>
struct KnownLine {
    int blocks, last;  // how many, and the length of the last one
    std::vector<float> own;
    std::vector<double> entering;
    float c_first = 0, c_last = 0;  // what the line is continued by, where these are constants

    // weights(length): of what a block of that length does by itself.
    template <class Weights>
    KnownLine(const LineFilter<R>& filter, BoundaryKind boundary, int n, int b, Weights weights)
        : blocks((n + b - 1) / b), last(n - (blocks - 1) * b) {
        constexpr double beyond = 0.75;
        const std::vector<float> x = Random(unsigned(n)).floats(std::size_t(n));
        if (boundary == BoundaryKind::constant) c_first = c_last = float(beyond);
        if (continues_by_edge(boundary) || turns_on_sample(boundary)) c_first = x.front(), c_last = x.back();

        const BlockWeights<double, R> of_blocks = weights(b), of_last = weights(last);
        for (int m = 0; m < blocks; ++m)
            for (int k = 0; k < 2 * R; ++k) {
                double sum = 0;
                for (int i = 0; i < (m < blocks - 1 ? b : last); ++i)
                    sum += (m < blocks - 1 ? of_blocks : of_last)[std::size_t(i)][k] *
                           double(x[std::size_t(m * b + i)]);
                own.push_back(float(sum));
            }

        const int remembered = is_extended(boundary) ? 1500 : 0;
        const auto sample = [&](int i) {
            const int from = continued(boundary, i, n);
            return from >= 0 ? double(x[std::size_t(from)]) : boundary == BoundaryKind::constant ? beyond : 0;
        };
        entering.resize(own.size());
        const auto keep = [&](int i, int first, const Vec<double, R>& s) {
            for (int k = 0; k < R; ++k) entering[std::size_t(i / b * 2 * R + first + k)] = s[k];
        };
        Vec<double, R> P{}, E{};
        std::vector<double> y;
        for (int i = -remembered; i < n + remembered; ++i) {
            if (i >= 0 && i < n && i % b == 0) keep(i, 0, P);
            y.push_back(filter.F.step(P, sample(i)));
        }
        for (int i = n + remembered - 1; i >= 0; --i) {
            if (i < n && (i == n - 1 || i % b == b - 1)) keep(i, R, E);
            filter.Rv.step(E, y[std::size_t(i + remembered)]);
        }
    }

    // Of the states that a scan has found. Those of F and of R are not of one size.
    void expect_found(const std::vector<double>& found, double tolerance) const {
        ASSERT_EQ(found.size(), entering.size());
        for (int back = 0; back < 2; ++back) {
            std::vector<double> got, want;
            for (std::size_t i = 0; i < found.size(); ++i)
                if (int(i) % (2 * R) / R == back) got.push_back(found[i]), want.push_back(entering[i]);
            expect_close(got, want, tolerance);
        }
    }
};

}  // namespace sweep::test
