#include "app/derived/smoothing_steps.h"

#include "core/base/memory.h"
#include "engines/diffusion.h"

namespace sweep::app {
namespace {

class DiffusionSteps final : public SmoothingSteps {
  public:
    DiffusionSteps(const DiffusionFilter& filter, EngineKind engine, ConstImageView light)
        : count_(filter.steps),
          run_(engine, filter, light.shape),
          smooth_(make_image(light.shape, Sample::f32, "the smooth picture")) {
        run_.begin(light);
    }
    int count() const override { return count_; }
    void step() override { run_.step(); }
    const Image& smooth() override {
        run_.store(smooth_.view());
        return smooth_;
    }

  private:
    const int count_;
    DiffusionRun run_;
    Image smooth_;
};

}  // namespace

MakeSteps diffusion_steps(const DiffusionFilter& filter, EngineKind engine) {
    return [=](ConstImageView light) { return std::make_unique<DiffusionSteps>(filter, engine, light); };
}

}  // namespace sweep::app
