// Stage lists of filters by their response: convolution and the Fourier transform.
#include "core/methods/lists.h"

namespace sweep {
namespace {

struct Ends {
    std::uint64_t in, out;  // bytes of the image as input and as result
};

Ends ends(const Problem& p) {
    return {p.shape.samples() * size_of(p.input), p.shape.samples() * size_of(output_sample(p))};
}

}  // namespace

// The image in and out twice: 4 h w.
std::vector<Stage> convolution_stages(const Problem& p) {
    const auto [in, out] = ends(p);
    if (p.passes <= 2) return {{Step::convolve_columns, "columns", "C.1", in, out}};
    const std::uint64_t between = 4 * p.shape.samples();
    return {{Step::convolve_columns, "columns", "C.1", in, between},
            {Step::convolve_rows, "rows", "C.2", between, out}};
}

Shape transform_shape(const Problem& p) {
    const bool mirror = p.boundary.kind == BoundaryKind::mirror;
    auto length = [mirror](int n) { return mirror || n == 1 ? 2 * n : n; };
    return {length(p.shape.width), length(p.shape.height), p.shape.channels};
}

// Each transform counts as reading its input and writing its output once; what the library moves beyond is
// not known.
std::vector<Stage> fft_stages(const Problem& p) {
    const auto [in, out] = ends(p);
    const Shape t = transform_shape(p);
    const std::uint64_t lines = std::uint64_t(t.height) * std::uint64_t(t.channels),
                        extended = 4 * t.samples(), spectrum = 8 * lines * std::uint64_t(t.width / 2 + 1);
    return {{Step::fft_extend, "extend", "F.1", in, extended},
            {Step::fft_forward, "forward", "F.2", extended, spectrum},
            {Step::fft_multiply, "multiply", "F.3", spectrum, spectrum},
            {Step::fft_inverse, "inverse", "F.4", spectrum, extended},
            {Step::fft_crop, "crop", "F.5", 4 * p.shape.samples(), out}};
}

}  // namespace sweep
