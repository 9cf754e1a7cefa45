// Algorithm `halo`: its numbers and its one dispatch. opengl/shaders/halo.comp has the step.
#include "opengl/plan/plan.h"

#include <array>
#include <tuple>
#include <vector>

#include "core/families/family.h"
#include "core/families/halo.h"
#include "opengl/halo/reach.h"
#include "opengl/plan/picture.h"

namespace sweep::opengl {
namespace {

// Of halo.comp.
constexpr int threads = 128;
constexpr int rows_of_tile(int channels) {
    return channels <= 2 ? 16 : 8;
}
constexpr std::size_t most_fours = most_reach / 2 + 1;

struct HaloNumbers {
    std::array<int, 4> halo{};
    std::array<float, 8 * most_fours> taps{};
};

int what_is_beyond(BoundaryKind kind) {
    return continues_by_edge(kind) ? 0 : !is_periodic(kind) ? 1 : runs_back(kind) ? 3 : 2;
}

class HaloPlan final : public Plan {
  public:
    HaloPlan(const Job& job, Shaders& shaders)
        : shaders_(shaders),
          job_(job),
          picture_(shaders.context(), job.problem),
          numbers_(shaders.context(), sizeof(HaloNumbers), "the taps of this filter") {
        put_numbers();
    }

    std::size_t working_bytes() const override { return picture_.bytes() + numbers_.bytes(); }
    bool adopt(const Job& job) override;
    void make_ready(const Images& images) override {
        program_ = &shaders_.program({"picture.glsl", "datum.glsl", "halo.comp"},
                                     Picture::definitions(job_.problem, images) + "#define T 1\n");
    }
    void start(const Stage&) override {
        picture_.bind();
        bind(*shaders_.context(), gl::uniform_buffer, taps_binding, numbers_.name());
        shaders_.dispatch(*program_, {tiles_.x, tiles_.y, 1});
    }

  private:
    void put_numbers();

    Shaders& shaders_;
    Job job_;
    const Picture picture_;
    const Buffer numbers_;
    Groups tiles_;
    const Program* program_ = nullptr;
};

void HaloPlan::put_numbers() {
    const Problem& p = job_.problem;
    const HaloTaps taps = halo_taps(job_.design, p.passes);
    const int A = reach_in_fours(taps.columns), B = reach_in_fours(taps.rows);
    HaloNumbers numbers{
        {A, B, what_is_beyond(p.boundary_of_columns().kind), what_is_beyond(p.boundary.kind)}};
    const auto put = [&](const Taps& of_axis, int reach, std::size_t at) {
        for (std::size_t i = 0; i < of_axis.weights.size(); ++i)
            numbers.taps[at + std::size_t(of_axis.first + reach) + i] = float(of_axis.weights[i]);
    };
    put(taps.columns, A, 0);
    put(taps.rows, B, 4 * most_fours);
    numbers_.write(&numbers, sizeof numbers);

    PictureNumbers all;
    const auto& [width, height, channels] = p.shape;
    tiles_ = {divided(width, threads - 2 * B), divided(height, rows_of_tile(channels))};
    all.size = {width, height, tiles_.y, tiles_.x};
    put_outside(p, all);
    all.result[1] = float(taps.columns.response * taps.rows.response);
    all.result[2] = float(taps.columns.response);
    picture_.set(all);
}

bool HaloPlan::adopt(const Job& job) {
    const auto programs_of = [](const Problem& p) { return std::tuple(p.shape, p.input, p.linear); };
    if (&family_of(job.problem) != &families::halo || programs_of(job.problem) != programs_of(job_.problem))
        return false;
    job_ = job;
    put_numbers();
    return true;
}

}  // namespace

std::unique_ptr<Plan> halo_plan(const Job& job, Shaders& shaders) {
    return std::make_unique<HaloPlan>(job, shaders);
}

}  // namespace sweep::opengl
