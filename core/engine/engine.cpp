#include "core/engine/engine.h"

#include <chrono>

#include "core/base/error.h"

namespace sweep {

Trace Engine::trace(ConstImageView, ImageView) {
    throw Error(ExitCode::usage, "only the cpu engine says when its blocks ran: use --engine cpu");
}

TableCarries Engine::table_carries() const {
    throw Error(ExitCode::failed, "the reference has no carries of a table: it does not add up blocks");
}

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
