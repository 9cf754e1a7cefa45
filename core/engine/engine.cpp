#include "core/engine/engine.h"

#include <chrono>

namespace sweep {

std::vector<double> Engine::time_runs(ConstImageView in, ImageView out, int repeats) {
    using Clock = std::chrono::steady_clock;
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const Clock::time_point start = Clock::now();
        run(in, out);
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    }
    return times;
}

}  // namespace sweep
