// Compares all recursive algorithms of an engine, at every order and boundary: the largest error against the
// double reference, and the throughput beside that of a copy in the same run. Prints a table in Markdown.
//
//   algorithm_table [cuda|cpu] [SIDE...]        sides of the timed images; 2048 8192 when not given
//
// Orders 1 and 2 are the inverses of the cubic and the quintic B-spline, 3 to 5 Gaussians of sigma 5, 6 and 8
// filters with real poles from 0.2 up. The error is that of a random image in [0, 1) of 517 x 389 pixels,
// relative to the largest output. Times are medians of whole runs over data that stays where the engine
// works.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/largest.h"
#include "core/base/random_image.h"
#include "core/methods/algorithms.h"
#include "core/plan/planner.h"
#include "core/problem/reference.h"
#include "cpu/engine.h"
#include "gpu/engine.h"

namespace {

using namespace sweep;

FilterSpec filter_of_order(int order) {
    FilterSpec filter;
    if (order == 1) filter.kind = FilterKind::bspline3;
    if (order == 2) filter.kind = FilterKind::bspline5;
    if (order >= 3 && order <= 5) filter.order = order;
    if (order > 5) {
        filter.kind = FilterKind::iir;
        std::vector<double> polynomial{1};
        for (int i = 0; i < order; ++i) {
            polynomial.push_back(0);
            for (std::size_t k = polynomial.size() - 1; k > 0; --k)
                polynomial[k] -= (0.2 + 0.07 * i) * polynomial[k - 1];
        }
        filter.causal.assign(polynomial.begin() + 1, polynomial.end());
    }
    return filter;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

std::unique_ptr<Engine> start(EngineKind kind) {
    if (kind == EngineKind::cuda) return std::make_unique<gpu::Engine>();
    return std::make_unique<cpu::Engine>();
}

// Relative to the largest sample.
double largest_error(const Image& got, const Image& want) {
    const std::span<const double> truth = samples_of<double>(want);
    return largest_difference(samples_of<float>(got), truth) / largest_magnitude(truth);
}

// Cascades of terms of orders 1 and 2, as in [N11] section 8.
std::vector<CascadeTerm> cascade_of_order(int order) {
    constexpr const char* names[] = {"", "", "2x5_1", "5_1+4_2", "2x5_2", "5_1+2x4_2", "3x5_2", "", "4x5_2"};
    return parse_cascade(names[order]).value_or(std::vector<CascadeTerm>{});
}

int print_table(EngineKind engine, const std::vector<int>& sides) {
    const std::unique_ptr<Engine> runner = start(engine);
    const bool is_cuda = engine == EngineKind::cuda;
    std::vector<Image> in, out;
    std::vector<double> copies;
    std::printf("| algorithm | order | boundary | largest error |");
    for (int side : sides) {
        in.push_back(random_image({side, side, 1}, Sample::f32));
        out.emplace_back(in.back().shape(), Sample::f32);
        copies.push_back(is_cuda ? gpu::measure_copy_ms(in.back().bytes(), 30)
                                 : cpu::measure_copy_ms(in.back().bytes()));
        std::printf(" %d^2, GiP/s (of copy) |", side);
    }
    std::printf("\n|---|---|---|---|");
    for (std::size_t i = 0; i < sides.size(); ++i) std::printf("---|");
    std::printf("\n");

    const Image small = random_image({517, 389, 1}, Sample::f32);
    Image result(small.shape(), Sample::f32);
    for (const AlgorithmInfo& algorithm : algorithms())
        for (int order : {1, 2, 3, 4, 5, 6, 8})
            for (const BoundaryInfo& boundary : boundary_table) {
                Problem problem;
                problem.algorithm = algorithm.algorithm;
                problem.filter = filter_of_order(order);
                problem.boundary = {boundary.kind, {}};
                if (problem.boundary.kind == BoundaryKind::constant) problem.boundary.value = {0.5};
                problem.shape = small.shape();
                if (algorithm.algorithm == Algorithm::cascade) problem.cascade = cascade_of_order(order);
                if (algorithm.makes_tables || algorithm.algorithm == Algorithm::automatic ||
                    !why_not(problem, engine).empty())
                    continue;
                runner->prepare(problem);
                runner->run(small.view(), result.view());
                std::printf("| %s | %d | %s%s | %.1e |", algorithm_name(problem).c_str(), order,
                            boundary.word.data(), problem.boundary.value.empty() ? "" : ":0.5",
                            largest_error(result, reference(problem, small.view())));
                for (std::size_t i = 0; i < sides.size(); ++i) {
                    problem.shape = in[i].shape();
                    try {  // whether an image stays on the chip, as algorithm 8 needs, only the device knows
                        require_support(problem, engine);
                        runner->prepare(problem);
                        runner->run(in[i].view(), out[i].view());
                        if (is_cuda) runner->time_runs(in[i].view(), out[i].view(), 5);
                        const double ms =
                            median(runner->time_runs(in[i].view(), out[i].view(), is_cuda ? 30 : 5));
                        std::printf(" %.1f (%.2f) |", double(problem.shape.pixels()) / 0x1p30 / (ms * 1e-3),
                                    copies[i] / ms);
                    } catch (const Error& error) {
                        if (error.code() != ExitCode::usage) throw;
                        std::printf(" too large |");
                    }
                }
                std::printf("\n");
                std::fflush(stdout);
            }
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    const std::string engine = count > 1 ? arguments[1] : gpu::probe().usable ? "cuda" : "cpu";
    std::vector<int> sides;
    for (int i = 2; i < count; ++i) sides.push_back(std::atoi(arguments[i]));
    if (sides.empty()) sides = {2048, 8192};
    if ((engine != "cuda" && engine != "cpu") || *std::min_element(sides.begin(), sides.end()) < 1) {
        std::fprintf(stderr, "algorithm_table: error: usage: algorithm_table [cuda|cpu] [SIDE...]\n");
        return 2;
    }
    try {
        return print_table(engine == "cuda" ? EngineKind::cuda : EngineKind::cpu, sides);
    } catch (const Error& error) {
        std::fprintf(stderr, "algorithm_table: error: %s\n", error.what());
        return int(error.code());
    }
}
