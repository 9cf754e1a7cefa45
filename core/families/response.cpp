// Filters by their response: convolution and the Fourier transform.
#include "core/families/response.h"

#include <array>

#include "core/design/taps.h"
#include "core/families/row_refusals.h"
#include "core/families/traffic.h"

namespace sweep {
namespace {

constexpr std::array convolution_rows{
    AlgorithmInfo{.algorithm = Algorithm::convolution,
                  .name = "conv",
                  .text = "direct separable convolution with the filter's own response (Podlozhnyuk 2007)",
                  .boundaries = extending_boundaries,
                  .by_axis = true,
                  .feeds_forward = true},
};

constexpr std::array fft_rows{
    AlgorithmInfo{.algorithm = Algorithm::fft,
                  .name = "fft",
                  .text = "in the frequency domain, through cuFFT: exact, mirror by doubling",
                  .boundaries = periodic_boundaries,
                  .feeds_forward = true},
};

std::string convolution_refusal(const DesignedProblem& asked) {
    if (std::string reason = row_refusal(asked); !reason.empty()) return reason;
    const auto& [p, filter] = asked;
    const std::string down = taps_refusal(filter.columns, p.passes >= 2, p.method.taps);
    return down.empty() && p.passes > 2 ? taps_refusal(filter.rows, p.passes >= 4, p.method.taps) : down;
}

// The image in and out twice: 4 h w.
std::vector<Stage> convolution_stages(const DesignedProblem& asked, int) {
    const Problem& p = asked.problem;
    const ImageBytes image(p);
    if (p.passes <= 2) return {{Step::convolve_columns, "columns", "C.1", image.in, image.out}};
    const std::uint64_t between = 4 * p.shape.samples();
    return {{Step::convolve_columns, "columns", "C.1", image.in, between},
            {Step::convolve_rows, "rows", "C.2", between, image.out}};
}

// Each transform counts as reading its input and writing its output once; what the library moves beyond is
// not known.
std::vector<Stage> fft_stages(const DesignedProblem& asked, int) {
    const Problem& p = asked.problem;
    const ImageBytes image(p);
    const Shape t = transform_shape(p);
    const std::uint64_t lines = std::uint64_t(t.height) * std::uint64_t(t.channels),
                        extended = 4 * t.samples(), spectrum = 8 * lines * std::uint64_t(t.width / 2 + 1);
    return {{Step::fft_extend, "extend", "F.1", image.in, extended},
            {Step::fft_forward, "forward", "F.2", extended, spectrum},
            {Step::fft_multiply, "multiply", "F.3", spectrum, spectrum},
            {Step::fft_inverse, "inverse", "F.4", spectrum, extended},
            {Step::fft_crop, "crop", "F.5", 4 * p.shape.samples(), image.out}};
}

}  // namespace

Shape transform_shape(const Problem& p) {
    auto length = [&](int n) { return n == 1 ? 2 : line_period(p.boundary.kind, n); };
    return {length(p.shape.width), length(p.shape.height), p.shape.channels};
}

constinit const Family families::convolution{
    .algorithms = convolution_rows, .refusal = convolution_refusal, .stages = convolution_stages};
constinit const Family families::fft{.algorithms = fft_rows, .refusal = row_refusal, .stages = fft_stages};

}  // namespace sweep
