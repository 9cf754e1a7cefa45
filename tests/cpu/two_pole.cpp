// Filters with poles all over the unit disc, on the CPU engine.
#include "tests/support/two_pole.h"

#include "cpu/engine.h"

namespace sweep::test {
namespace {

void expect_of(Sample sample) {
    cpu::Engine engine;
    expect_two_poles(
        [&](const Problem& p, ConstImageView in, ImageView out) {
            engine.prepare(p);
            engine.run(in, out);
        },
        sample);
}

TEST(CpuTwoPoles, InFloat32) {
    expect_of(Sample::f32);
}
TEST(CpuTwoPoles, InFloat64) {
    expect_of(Sample::f64);
}

}  // namespace
}  // namespace sweep::test
