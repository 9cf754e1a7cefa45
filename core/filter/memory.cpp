#include "core/filter/memory.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sweep {

int memory(const PassDesign& pass, int most) {
    // Behind `most` samples stand more, so that a response that is longer shows.
    std::vector<double> h(4 * std::size_t(most) + 64, 0.0);
    for (std::size_t i = 0; i < h.size(); ++i) {
        h[i] = i == 0 ? 1 : 0;
        for (std::size_t k = 0; k < pass.d.size() && k < i; ++k) h[i] -= pass.d[k] * h[i - 1 - k];
    }
    for (double& y : h) y = std::abs(y);
    const double all = std::accumulate(h.begin(), h.end(), 0.0);
    if (!std::isfinite(all)) return most;
    std::size_t n = h.size();
    for (double left = 0; n > 0 && (left += h[n - 1]) <= 0x1p-22 * all;) --n;
    return int(std::min(n, std::size_t(most)));
}

int memory(const FilterDesign& filter, int passes, int most) {
    int longest = 0;
    for (int i = 0; i < passes; ++i) longest = std::max(longest, memory(filter.pass(i), most));
    return longest;
}

}  // namespace sweep
