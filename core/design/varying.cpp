#include "core/design/varying.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sweep {
namespace {

// Runs both substitutions over `count` samples from sample `first` on.
struct Run {
    double P = 0, E = 0;                          // the states on entering, then on leaving
    std::array<double, varying_block> samples{};  // x, then z
};

void run(const VaryingPair& pair, int first, int count, Run& r) {
    for (int i = 0; i < count; ++i)
        r.samples[std::size_t(i)] = r.P += pair.g(first + i) * (r.samples[std::size_t(i)] - r.P);
    for (int i = count - 1; i >= 0; --i)
        r.samples[std::size_t(i)] = r.E += pair.k(first + i) * (r.samples[std::size_t(i)] - r.E);
}

VaryingBlock block_of(const VaryingPair& pair, int first, int count) {
    VaryingBlock b{};
    Run from_P{1, 0, {}}, from_E{0, 1, {}};
    run(pair, first, count, from_P);
    run(pair, first, count, from_E);
    b.kept = std::max(std::abs(from_P.P), std::abs(from_E.E)) < 0.125 ? 0 : 1;
    b.A_F_rest = float(from_P.P - double(b.kept));
    b.A_R_rest = float(from_E.E - double(b.kept));
    b.head_A_RB_A_FP = float(from_P.E);
    for (int i = 0; i < count; ++i) {
        const std::size_t at = std::size_t(i);
        Run from_sample{};
        from_sample.samples[at] = 1;
        run(pair, first, count, from_sample);
        b.g[i] = float(pair.g(first + i));
        b.k[i] = float(pair.k(first + i));
        b.tail_A_FB[i] = float(from_sample.P);
        b.head_A_RB_A_FB[i] = float(from_sample.E);
        b.A_RE[i] = float(from_E.samples[at]);
        b.A_RB_A_FP[i] = float(from_P.samples[at]);
    }
    return b;
}

}  // namespace

VaryingPair::VaryingPair(const PassDesign& pass, int length)
    : one_less_p_(pass.unit_gain),
      log_p_(pass.poles[0].real() > 0 ? std::log1p(-pass.unit_gain) : std::log(-pass.poles[0].real())),
      negative_(pass.poles[0].real() < 0),
      length_(length) {
    const double last_bit = -54 * std::log(2.0);
    varying_ = int(std::clamp(std::ceil((last_bit / log_p_ - 1) / 2), 0.0, double(length)));
}

double VaryingPair::one_plus(int exponent) const {
    return negative_ ? one_less(exponent) : 1 + std::exp(exponent * log_p_);
}

double VaryingPair::one_less(int exponent) const {
    return -std::expm1(exponent * log_p_);
}

double VaryingPair::g(int i) const {
    return i >= varying_ ? one_less_p_ : one_less_p_ * one_plus(2 * i + 1) / one_less(2 * i + 2);
}

double VaryingPair::k(int i) const {
    if (i == length_ - 1) return 1;
    return i >= varying_ ? one_less_p_ : one_less_p_ * one_less(2 * i + 2) / one_plus(2 * i + 3);
}

std::vector<VaryingBlock> varying_blocks(const PassDesign& pass, int length) {
    const VaryingPair pair(pass, length);
    const int blocks = (length + varying_block - 1) / varying_block,
              varying = std::min((pair.varying() + varying_block - 1) / varying_block, blocks - 1);
    std::vector<VaryingBlock> list;
    list.reserve(std::size_t(varying) + 2);
    for (int m = 0; m < varying; ++m) list.push_back(block_of(pair, m * varying_block, varying_block));
    // The block with constant coefficients, from a line on which it lies far enough from the end.
    const VaryingPair endless(pass, (varying + 2) * varying_block);
    list.push_back(block_of(endless, varying * varying_block, varying_block));
    const int first = (blocks - 1) * varying_block;
    list.push_back(block_of(pair, first, length - first));
    return list;
}

}  // namespace sweep
