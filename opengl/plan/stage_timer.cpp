#include "opengl/plan/stage_timer.h"

#include <utility>

namespace sweep::opengl {

void StageTimer::begin() {
    const Functions& gl = context_->gl();
    if (!asks_driver()) {
        gl.Finish();
        start_ = std::chrono::steady_clock::now();
        return;
    }
    if (used_ == queries_.size()) {
        Name name = 0;
        gl.CreateQueries(gl::time_elapsed, 1, &name);
        queries_.emplace_back(context_, name);
    }
    gl.BeginQuery(gl::time_elapsed, queries_[used_].name());
}

void StageTimer::end() {
    if (asks_driver()) {
        context_->gl().EndQuery(gl::time_elapsed);
        ++used_;
        return;
    }
    context_->gl().Finish();
    waited_.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count());
}

bool StageTimer::is_done() const {
    if (used_ == 0) return true;
    std::uint64_t done = 0;
    context_->gl().GetQueryObjectui64v(queries_[used_ - 1].name(), gl::query_result_available, &done);
    return done != 0;
}

std::vector<double> StageTimer::take() {
    std::vector<double> times = std::exchange(waited_, {});
    for (std::size_t i = 0; i < used_; ++i) {
        std::uint64_t nanoseconds = 0;
        context_->gl().GetQueryObjectui64v(queries_[i].name(), gl::query_result, &nanoseconds);
        times.push_back(double(nanoseconds) * 1e-6);
    }
    used_ = 0;
    return times;
}

}  // namespace sweep::opengl
