// Properties of designs that hold of every filter.
#include "tests/support/properties.h"

#include "tests/support/generators.h"

namespace sweep::test {
namespace {

// The poles lie inside the unit circle, and every number is finite.
void require_sound(const FilterDesign& filter) {
    for (int i = 0; i < all_passes; ++i) {
        const PassDesign& pass = filter.pass(i);
        RC_ASSERT(std::isfinite(pass.gain));
        for (std::complex<double> pole : pass.poles) RC_ASSERT(std::abs(pole) < 1);
        for (double b : pass.numerator) RC_ASSERT(std::isfinite(b));
    }
}

TEST(Properties, EveryParameterWithinItsRangeMakesAFilter) {
    check_property([] { require_sound(design(*rc::gen::oneOf(gaussians(), exponentials()))); }, 1000);
}

// Some designs cannot be stable in double: the elliptic high-pass of order 5 with cutoff 1e-5, ripple 0.098
// dB and attenuation 0.1 dB has a pole that rounds to 1.
TEST(Properties, ClassicFiltersAreStableOrRefused) {
    int refused = 0, all = 0;
    check_property(
        [&] {
            const FilterSpec spec = *classic_parameters();
            ++all;
            try {
                require_sound(design(spec));
            } catch (const Error& error) {
                RC_ASSERT(error.code() == ExitCode::usage);
                ++refused;
            }
        },
        2000);
    EXPECT_LT(20 * refused, all);
}

TEST(Properties, DesignsOfOnesOwnHaveTheCoefficientsThatAreGiven) {
    check_property(
        [] {
            const FilterSpec spec = *iir_filters();
            const FilterDesign filter = design(spec);
            const std::vector<double>& d = filter.columns.causal.d;
            RC_ASSERT(d.size() >= spec.causal.size());
            RC_ASSERT(std::equal(spec.causal.begin(), spec.causal.end(), d.begin()));
            for (std::complex<double> pole : filter.columns.causal.poles) RC_ASSERT(std::abs(pole) < 1);
        },
        500);
}

TEST(Properties, GeneratedProblemsAreValid) {
    check_property(
        [] {
            const Problem problem = *problems();
            validate(problem);
            RC_ASSERT(problem.boundary.value.size() <= std::size_t(problem.shape.channels));
        },
        500);
}

}  // namespace
}  // namespace sweep::test
