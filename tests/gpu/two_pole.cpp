// Poles all over the unit disc, on the CUDA engine, with blocks of 32 and of 64.
#include "tests/support/two_pole.h"

#include "gpu/engine.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class GpuTwoPoles : public testing::TestWithParam<int> {
  protected:
    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
    }
};

TEST_P(GpuTwoPoles, InFloat32) {
    gpu::Engine engine(GetParam());
    expect_two_poles(
        [&](const Problem& p, ConstImageView in, ImageView out) {
            engine.prepare(p);
            engine.run(in, out);
        },
        Sample::f32, gpu::probe().name == "emulated" ? 192 : 512);
}

INSTANTIATE_TEST_SUITE_P(Blocks, GpuTwoPoles, testing::Values(32, 64),
                         [](const testing::TestParamInfo<int>& blocks) {
                             return "Of" + std::to_string(blocks.param);
                         });

}  // namespace
}  // namespace sweep::test
