#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/families/published/published.h"
#include "core/filter/dispatch.h"

namespace sweep {
namespace {

constexpr double negligible = 3e-8;  // relative to the image's largest sample: half of what float32 rounds by
constexpr int largest_side = 1 << 20;

// The number of samples of zero after which a pass has forgotten the state that a constant 1 leaves. v of a pair
// counts 1 / |1 - pole| times, as much as it can add to y: a ringing filter whose y passes through zero has
// not forgotten.
int padding_of(const PassDesign& pass) {
    return dispatch_order(pass.order(), [&]<int R>() {
        const auto F = make_recurrence<double, R, Realisation::delta>(pass);
        Vec<double, R> s = F.steady();
        auto size = [&] {
            double largest = R % 2 == 1 ? std::abs(s[0]) : 0;
            for (int k = 0; k < R / 2; ++k) {
                const double y = s[2 * k + R % 2], v = s[2 * k + R % 2 + 1];
                largest = std::max({largest, std::abs(y), std::abs(v) / std::sqrt(F.g[k])});
            }
            return largest;
        };
        int length = 0;
        for (; length < largest_side && size() >= negligible; ++length) F.step(s, 0.0);
        return length;
    });
}

int blocks_for(const AxisDesign& axis, int length, int block) {
    const int pad = std::max(padding_of(axis.causal), padding_of(axis.anticausal));
    const long long blocks = (pad + block - 1) / block;
    if (length + 2 * blocks * block > largest_side)
        throw Error(ExitCode::usage, "algorithm 6b would pad this image by " +
                                         std::to_string(blocks * block) + " pixels on each side");
    return int(blocks);
}

}  // namespace

Padding padding(const DesignedProblem& asked, int block) {
    const auto& [p, filter] = asked;
    if (p.method.algorithm != Algorithm::alg6b || !is_extended(p.boundary.kind)) return {};
    return {blocks_for(filter.columns, p.shape.height, block),
            p.passes > 2 ? blocks_for(filter.rows, p.shape.width, block) : 0};
}

}  // namespace sweep
