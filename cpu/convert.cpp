// The filter `none`: samples are decoded and copied.
#include <cstring>

#include "cpu/base/steps.h"

namespace sweep::cpu {
namespace {

class ConvertSteps final : public Steps {
  public:
    ConvertSteps(const Problem& problem, Threads& threads)
        : problem_(problem),
          threads_(threads),
          colour_(byte_to_float(problem.linear)),
          alpha_(byte_to_float(false)) {}

    void run(const Stage&, const ConstImageView& in, const ImageView& out) override {
        constexpr int rows_at_a_time = 16;
        threads_.for_each(problem_.shape.height, rows_at_a_time,
                          [&](std::ptrdiff_t y) { row(in, out, int(y)); });
    }

  private:
    void row(const ConstImageView& in, const ImageView& out, int y) const {
        const int c = problem_.shape.channels, samples = problem_.shape.width * c;
        if (in.sample != Sample::u8) {
            std::memcpy(out.row<std::byte>(y), in.row<std::byte>(y),
                        std::size_t(samples) * size_of(in.sample));
            return;
        }
        const auto* from = in.row<std::uint8_t>(y);
        auto* to = out.row<float>(y);
        for (int i = 0; i < samples; ++i) to[i] = colour_[from[i]];
        if (c % 2 == 0)
            for (int i = c - 1; i < samples; i += c) to[i] = alpha_[from[i]];
    }

    const Problem problem_;
    Threads& threads_;
    const std::array<float, 256> colour_, alpha_;
};

}  // namespace

std::unique_ptr<Steps> convert_steps(const DesignedProblem& asked, Threads& threads) {
    return std::make_unique<ConvertSteps>(asked.problem, threads);
}

}  // namespace sweep::cpu
