// Right or refused on the GPU: whole lines in double (rt64), and what --algorithm auto makes of filters of which
// float32 blocks lose digits.
#include "tests/support/accuracy.h"

#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

class GpuAccuracy : public GpuCases {
  protected:
    double error_of(const Problem& p, unsigned seed) {
        return error_on(p, seed, [&](ConstImageView in, ImageView out) { on()(p, in, out); });
    }
};

TEST_F(GpuAccuracy, WholeLinesTakeOrdersBeyondThoseOfBlocks) {
    for (int order : {9, 12, 15, 16})
        for (BoundaryKind boundary : all_boundaries()) {
            std::vector<std::complex<double>> poles;
            for (int k = 0; k < order / 2; ++k) poles.push_back(std::polar(0.5 + 0.05 * k, 0.3 + 0.35 * k));
            if (order % 2 == 1) poles.push_back(-0.4);
            expect(problem({70, 45, 1}, of_poles(poles), boundary), Algorithm::automatic);
        }
}

TEST_F(GpuAccuracy, WholeLinesInTexturesAreThoseOfLinearMemory) {
    for (Sample sample : {Sample::u8, Sample::f32})
        for (bool half : {false, true})
            for (int passes : {1, 2, 3, 4}) {
                Problem p =
                    problem({65, 33, 4}, of_poles({std::polar(0.999, 1.0), 0.3}), BoundaryKind::mirror);
                p.method.algorithm = Algorithm::rt64;
                p.input = sample;
                p.passes = passes;
                p.method.half_result = half;
                SCOPED_TRACE(text(p));
                const Image in = random_image(p.shape, sample, 3);
                Image linear(p.shape, output_sample(p)), texture(p.shape, output_sample(p));
                on()(p, in.view(), linear.view());
                p.method.memory = Memory::texture;
                on()(p, in.view(), texture.view());
                EXPECT_EQ(std::memcmp(linear.data<void>(), texture.data<void>(), linear.bytes()), 0);
            }
}

// More lines than are under way together.
TEST_F(GpuAccuracy, WholeLinesInSeveralLaunches) {
    if (emulated_) GTEST_SKIP() << "too large for the emulator";
    for (Shape shape : {Shape{3000, 40000, 1}, Shape{40000, 3000, 1}})
        expect(problem(shape, gaussian(20), BoundaryKind::mirror), Algorithm::rt64);
}

TEST_F(GpuAccuracy, ResonantPolesAreRightOnLinesOfAnyLength) {
    for (int n : {2, 17, 100, 333})
        for (double radius : {0.99, 0.9995})
            for (double angle : {0.1, 1.0, 2.5})
                for (BoundaryKind boundary : all_boundaries()) {
                    if (emulated_ && n > 100) continue;
                    const Problem p =
                        problem({n, n / 2 + 1, 1},
                                of_poles({std::polar(radius, angle), std::polar(0.99, 0.7), 0.3}), boundary);
                    SCOPED_TRACE(text(p) + " radius " + std::to_string(radius) + " angle " +
                                 std::to_string(angle));
                    // On two samples a plain recurrence loses as much.
                    EXPECT_LE(error_of(p, 6), n > 2 ? float32_tolerance : 4 * float32_tolerance);
                }
}

TEST_F(GpuAccuracy, ResonantFiltersAreRightOnSmoothImages) {
    expect_smooth_images_right(
        emulated_ ? Shape{70, 60, 1} : Shape{256, 200, 1}, [&](const Problem& p, const Image& in) {
            return error_on(p, in, [&](ConstImageView from, ImageView to) { on()(p, from, to); });
        });
}

TEST_F(GpuAccuracy, EveryFilterIsRightOrRefused) {
    expect_right_or_refused({Sample::f32}, emulated_ ? 20 : 400,
                            [&](const Problem& p, unsigned seed) { return error_of(p, seed); });
}

}  // namespace
}  // namespace sweep::test
