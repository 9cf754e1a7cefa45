// The errors of box sums from a summed-area table, for each kind of number in which the table adds up: the
// largest error over all boxes inside a random image, of 24-bit fractions in [0, 1), or of bytes for uint32.
// The truth is a table of 64-bit integers.
//
//   table_errors [SIDE]        side of the image; 4096 when not given
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/methods/algorithms.h"
#include "core/plan/planner.h"
#include "cpu/engine.h"
#include "gpu/engine.h"

namespace {

using namespace sweep;

constexpr int radii[] = {1, 4, 64};
constexpr double one = 0x1p24;  // the integer that stands for 1 in a float image

// A table of integers, and the image that they stand for.
struct Source {
    std::vector<std::uint64_t> table;  // (side + 1)^2; the first row and column are zero
    Image image;
};

Source random_source(int side, Sample sample) {
    Source s{std::vector<std::uint64_t>(std::size_t(side + 1) * std::size_t(side + 1)),
             random_image({side, side, 1}, sample)};
    for (std::size_t y = 0; y < std::size_t(side); ++y) {
        std::uint64_t row = 0;
        for (std::size_t x = 0; x < std::size_t(side); ++x) {
            const std::size_t i = y * std::size_t(side) + x, at = (y + 1) * std::size_t(side + 1) + x + 1;
            row += sample == Sample::u8 ? s.image.data<std::uint8_t>()[i]
                                        : std::uint64_t(double(s.image.data<float>()[i]) * one);
            s.table[at] = s.table[at - std::size_t(side + 1)] + row;
        }
    }
    return s;
}

// The largest error over all boxes of a radius. A box is a difference of four entries of the table: integers
// wrap around, floats are subtracted in double.
template <class T, class Difference>
double largest_error(const Source& s, const T* table, int radius, double unit, double mean) {
    const std::size_t side = std::size_t(s.image.shape().width), box = std::size_t(2 * radius + 1);
    const double area = double(box * box), truth_unit = s.image.sample() == Sample::u8 ? 1 : one;
    double error = 0;
    for (std::size_t y = 0; y + box <= side; ++y)
        for (std::size_t x = 0; x + box <= side; ++x) {
            auto entry = [&](std::size_t u, std::size_t v) {
                return u == 0 || v == 0 ? Difference(0) : Difference(table[(v - 1) * side + u - 1]);
            };
            auto truth = [&](std::size_t u, std::size_t v) { return s.table[v * (side + 1) + u]; };
            const Difference sum = Difference(entry(x + box, y + box) - entry(x, y + box)) -
                                   Difference(entry(x + box, y) - entry(x, y));
            const std::uint64_t want =
                truth(x + box, y + box) - truth(x, y + box) - truth(x + box, y) + truth(x, y);
            error = std::max(error, std::abs(double(sum) / unit + area * mean - double(want) / truth_unit));
        }
    return error;
}

void print_errors(Engine& engine, int side) {
    const struct {
        const char* name;
        Precision precision;
        Sample input;
    } rows[] = {{"uint32 (bytes)", Precision::uint32, Sample::u8},
                {"float", Precision::f32, Sample::f32},
                {"float-mean", Precision::f32_less_mean, Sample::f32},
                {"fixed (16.16)", Precision::fixed_point, Sample::f32},
                {"double", Precision::f64, Sample::f32}};
    for (const auto& [name, precision, input] : rows) {
        const Source source = random_source(side, input);
        Problem problem;
        problem.shape = source.image.shape();
        problem.input = input;
        problem.filter.kind = FilterKind::sat;
        problem.precision = precision;
        const double unit = quantisation(problem).scale > 0 ? double(quantisation(problem).scale) : 1;
        for (Algorithm algorithm : {Algorithm::sat, Algorithm::sat_one_pass}) {
            problem.algorithm = algorithm;
            if (!why_not(problem, engine.kind()).empty()) continue;
            Image table(problem.shape, output_sample(problem));
            engine.prepare(problem);
            engine.run(source.image.view(), table.view());
            const std::vector<double> means = engine.table_mean();
            const double mean = means.empty() ? 0 : means[0];
            std::printf("%-4s  %-9s  %-14s", engine.kind() == EngineKind::cuda ? "cuda" : "cpu",
                        algorithm_name(problem).c_str(), name);
            for (int radius : radii) {
                double error = 0;
                switch (table.sample()) {
                    case Sample::u32:
                        error = largest_error<std::uint32_t, std::uint32_t>(
                            source, table.data<std::uint32_t>(), radius, unit, mean);
                        break;
                    case Sample::f64:
                        error =
                            largest_error<double, double>(source, table.data<double>(), radius, unit, mean);
                        break;
                    default:
                        error = largest_error<float, double>(source, table.data<float>(), radius, unit, mean);
                }
                std::printf("  %11.3g", error);
            }
            std::printf("\n");
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int side = argc > 1 ? std::atoi(argv[1]) : 4096;
    if (side < 2 * radii[2] + 1 || side > 16384) {
        std::fprintf(stderr, "table_errors: error: the side of the image is 129 to 16384\n");
        return int(ExitCode::usage);
    }
    try {
        std::printf("%d x %d, largest error of a box sum\n", side, side);
        std::printf("engine  table    sums in           radius 1     radius 4    radius 64\n");
        cpu::Engine cpu;
        print_errors(cpu, side);
        if (!gpu::probe().usable) return 0;
        gpu::Engine gpu;
        print_errors(gpu, side);
    } catch (const Error& error) {
        std::fprintf(stderr, "table_errors: error: %s\n", error.what());
        return int(error.code());
    }
}
