// The filter `none`: samples are decoded and copied.
#include "core/base/error.h"
#include "opengl/plan/picture.h"
#include "opengl/plan/plan.h"

namespace sweep::opengl {
namespace {

class ConversionPlan final : public Plan {
  public:
    ConversionPlan(const Job& job, Shaders& shaders)
        : shaders_(shaders),
          shape_(job.problem.shape),
          problem_(job.problem),
          picture_(shaders.context(), job.problem) {
        PictureNumbers numbers;
        numbers.size = {shape_.width, shape_.height, shape_.height, shape_.width};
        picture_.set(numbers);
    }
    std::size_t working_bytes() const override { return picture_.bytes(); }
    void make_ready(const Images& images) override {
        // It has no blocks.
        program_ = &shaders_.program({"picture.glsl", "convert.comp"},
                                     Picture::definitions(problem_, images) + "#define T 1\n");
    }
    void start(const Stage&) override {
        constexpr int pixels_a_group = 1024;
        picture_.bind();
        shaders_.dispatch(*program_,
                          {(shape_.width + pixels_a_group - 1) / pixels_a_group, shape_.height, 1});
    }

  private:
    Shaders& shaders_;
    const Shape shape_;
    const Problem problem_;
    const Picture picture_;
    const Program* program_ = nullptr;
};

}  // namespace

void bind(const Context& context, Enum target, unsigned binding, Name buffer) {
    context.gl().BindBufferBase(target, binding, buffer);
}

Carries Plan::carries() const {
    throw Error(ExitCode::failed, "this algorithm has no carries of blocks: 7 has");
}

TableCarries Plan::table_carries() const {
    throw Error(ExitCode::failed, "this algorithm keeps no carries of a table: sat does");
}

std::unique_ptr<Plan> conversion_plan(const Job& job, Shaders& shaders) {
    return std::make_unique<ConversionPlan>(job, shaders);
}

}  // namespace sweep::opengl
