#include "app/views/derived/smoothing_flow.h"

#include <utility>

#include "app/screen/gl/timing.h"

namespace sweep::app {
namespace {

// A result comes as often as this, and a frame waits for so long, so that what takes less is there in the frame that
// asks for it.
constexpr double seconds_of_steps = 0.1, seconds_of_frame = 0.05;

}  // namespace

void SmoothingFlow::begin(MakeSmoothing make, Image light) {
    next_ = std::make_unique<State>(State{std::move(make), std::move(light)});
    failure_ = {};
    steps_ = 0;
}

void SmoothingFlow::advance(State& state, bool to_the_end, const std::stop_token& stop) {
    const double start = wall_seconds();
    if (!state.run) {
        state.run = state.make();
        state.run->begin(std::as_const(state.light).view());
    }
    do {
        state.run->step();
        ++state.done;
    } while (state.done < state.run->steps() && !stop.stop_requested() &&
             (to_the_end || wall_seconds() - start < seconds_of_steps));
    state.smooth = &state.run->smooth();
    state.seconds += wall_seconds() - start;
}

void SmoothingFlow::start(bool to_the_end) {
    if (next_) last_ = std::move(next_);
    task_.start([state = std::move(last_), to_the_end](const std::stop_token& stop) mutable {
        advance(*state, to_the_end, stop);
        return std::move(state);
    });
}

bool SmoothingFlow::go_on(bool waits) {
    if (is_done()) return false;
    bool is_new = false;
    do {
        if (failure_) std::rethrow_exception(failure_);
        if (!task_.running()) start(waits);
        waits ? task_.wait() : task_.wait_for(seconds_of_frame);
        try {
            if (auto state = task_.take(); state && !std::exchange(is_forgotten_, false)) {
                last_ = *std::move(state);
                steps_ = last_->done;
                part_ = last_->run->part();
                milliseconds_ = 1000 * last_->seconds;
                is_new = true;
            }
        } catch (...) {
            if (!std::exchange(is_forgotten_, false) && !next_) failure_ = std::current_exception();
        }
    } while (failure_ || (waits && !is_done()));
    return is_new;
}

void SmoothingFlow::forget() {
    next_.reset();
    last_.reset();
    failure_ = {};
    part_ = {};
    if (!task_.running()) return;
    is_forgotten_ = true;
    task_.request_stop();
    try {
        if (task_.take()) is_forgotten_ = false;
    } catch (...) {
        is_forgotten_ = false;
    }
}

bool SmoothingFlow::is_done() const {
    return last_ && !next_ && !task_.running() && last_->done == last_->run->steps();
}

}  // namespace sweep::app
