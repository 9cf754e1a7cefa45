// What holds of every filter and table whatever its numbers: random problems on the CPU engine, in double.
#include "tests/support/properties.h"

#include <cstring>

#include "core/families/algorithms.h"
#include "cpu/engine.h"
#include "tests/support/cases.h"
#include "tests/support/generators.h"

namespace sweep::test {
namespace {

// The results of these filters are right to many digits in double, so that only wrong formulas can show.
rc::Gen<FilterSpec> tame_filters() {
    const auto is_tame = [](const FilterSpec& spec) {
        const FilterDesign filter = design(spec);
        for (const AxisDesign* axis : {&filter.columns, &filter.rows})
            for (const PassDesign* pass : {&axis->causal, &axis->anticausal})
                for (std::complex<double> pole : pass->poles)
                    if (std::abs(pole) > 0.98 || pole.real() < -0.8) return false;
        return true;
    };
    return rc::gen::suchThat(
        rc::gen::weightedOneOf<FilterSpec>(
            {{2, rc::gen::map(magnitude(0.3, 20), [](double sigma) { return gaussian(sigma); })},
             {2, classic_filters()},
             {3, iir_filters(1, 8)}}),
        is_tame);
}

Problem small_problem(FilterSpec filter, BoundaryKind boundary) {
    Problem p = problem({*sides(150), *sides(150), *integer(1, 4)}, std::move(filter), boundary);
    p.input = Sample::f64;
    return p;
}

BoundaryKind boundary_of(std::vector<BoundaryKind> kinds) {
    return *rc::gen::elementOf(std::move(kinds));
}

Image filtered(const Problem& p, const Image& in) {
    cpu::Engine engine;
    Image out(p.shape, output_sample(p));
    engine.prepare(p);
    engine.run(in.view(), out.view());
    return out;
}

// to(y, x) gets the pixel of `in` at (y, x).
template <class To>
Image moved(const Image& in, Shape shape, const To& to) {
    Image out(shape, in.sample());
    const std::size_t pixel = std::size_t(shape.channels) * size_of(in.sample());
    for (int y = 0; y < in.shape().height; ++y)
        for (int x = 0; x < in.shape().width; ++x) {
            const auto [row, column] = to(y, x);
            std::memcpy(out.data<std::byte>() +
                            (std::size_t(row) * std::size_t(shape.width) + std::size_t(column)) * pixel,
                        in.data<std::byte>() +
                            (std::size_t(y) * std::size_t(in.shape().width) + std::size_t(x)) * pixel,
                        pixel);
        }
    return out;
}

constexpr double digits = 1e-8;

// The samples are in [0, 1): where a filter suppresses almost everything, the result is as exact as the
// samples are.
void require_same(const Image& got, const Image& want) {
    double error = 0, largest = 1;
    for (std::size_t i = 0; i < want.shape().samples(); ++i) {
        error = std::max(error, std::abs(got.data<double>()[i] - want.data<double>()[i]));
        largest = std::max(largest, std::abs(want.data<double>()[i]));
    }
    RC_ASSERT(error <= digits * largest);
}

TEST(CpuProperties, FiltersAreLinear) {
    check_property([] {
        const Problem p = small_problem(*tame_filters(), boundary_of(boundaries_but(BoundaryKind::constant)));
        const Image a = random_image(p.shape, p.input, 1), b = random_image(p.shape, p.input, 2);
        Image sum(p.shape, p.input), want(p.shape, p.input);
        const Image of_a = filtered(p, a), of_b = filtered(p, b);
        for (std::size_t i = 0; i < p.shape.samples(); ++i) {
            sum.data<double>()[i] = 3 * a.data<double>()[i] - 0.5 * b.data<double>()[i];
            want.data<double>()[i] = 3 * of_a.data<double>()[i] - 0.5 * of_b.data<double>()[i];
        }
        require_same(filtered(p, sum), want);
    });
}

TEST(CpuProperties, TransposingThePictureTransposesTheResult) {
    check_property([] {
        FilterSpec filter = *tame_filters();
        Problem p = small_problem(filter, boundary_of(boundaries_but(BoundaryKind::constant)));
        const Image in = random_image(p.shape, p.input, 3), out = filtered(p, in);
        auto swap = [](int y, int x) { return std::pair{x, y}; };
        const Shape across{p.shape.height, p.shape.width, p.shape.channels};
        p.shape = across;
        std::swap(p.filter.derivative_x, p.filter.derivative_y);
        require_same(filtered(p, moved(in, across, swap)), moved(out, across, swap));
    });
}

TEST(CpuProperties, ShiftingAPeriodicPictureShiftsTheResult) {
    check_property([] {
        const Problem p = small_problem(*tame_filters(), BoundaryKind::repeat);
        const int down = *integer(0, p.shape.height), right = *integer(0, p.shape.width);
        auto shift = [&](int y, int x) {
            return std::pair{(y + down) % p.shape.height, (x + right) % p.shape.width};
        };
        const Image in = random_image(p.shape, p.input, 4);
        require_same(filtered(p, moved(in, p.shape, shift)), moved(filtered(p, in), p.shape, shift));
    });
}

// A pair of equal passes is the same filter when it runs from the other end.
TEST(CpuProperties, FlippingThePictureFlipsTheResultOfASymmetricPair) {
    check_property([] {
        FilterSpec filter = *tame_filters();
        filter.anticausal.clear();
        filter.anticausal_feedforward.clear();
        filter.derivative_x = filter.derivative_y = 0;
        const Problem p = small_problem(
            filter, boundary_of({BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror,
                                 BoundaryKind::reflect101, BoundaryKind::zero}));
        auto flip = [&](int y, int x) { return std::pair{p.shape.height - 1 - y, p.shape.width - 1 - x}; };
        const Image in = random_image(p.shape, p.input, 5);
        require_same(filtered(p, moved(in, p.shape, flip)), moved(filtered(p, in), p.shape, flip));
    });
}

// T(y, x) - T(y - 1, x) - T(y, x - 1) + T(y - 1, x - 1) is the pixel, modulo 2^32.
TEST(CpuProperties, TablesGiveTheirPixelsBack) {
    check_property([] {
        Problem p = problem(*shapes(), of_kind(FilterKind::sat));
        p.input = Sample::u8;
        p.method.algorithm = *rc::gen::element(Algorithm::sat, Algorithm::sat_one_pass);
        const Image in = random_image(p.shape, p.input, 6), table = filtered(p, in);
        const int c = p.shape.channels;
        auto sum = [&](int y, int x, int k) {
            return y < 0 || x < 0 ? 0u
                                  : table.data<std::uint32_t>()[(std::size_t(y) * std::size_t(p.shape.width) +
                                                                 std::size_t(x)) *
                                                                    std::size_t(c) +
                                                                std::size_t(k)];
        };
        for (int y = 0; y < p.shape.height; ++y)
            for (int x = 0; x < p.shape.width; ++x)
                for (int k = 0; k < c; ++k)
                    RC_ASSERT(sum(y, x, k) - sum(y - 1, x, k) - sum(y, x - 1, k) + sum(y - 1, x - 1, k) ==
                              in.view().row<std::uint8_t>(y)[x * c + k]);
    });
}

}  // namespace
}  // namespace sweep::test
