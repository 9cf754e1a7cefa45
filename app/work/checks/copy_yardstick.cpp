#include "app/work/checks/copy_yardstick.h"

#include <algorithm>
#include <exception>

#include "app/screen/gl/timing.h"
#include "gpu/engine.h"
#include "opengl/engine.h"

namespace sweep::app {
namespace {

constexpr std::size_t usual_bytes = std::size_t(1) << 28, least_bytes = std::size_t(1) << 25;
constexpr double seconds_a_frame = 0.01;
constexpr int repeats = 8;

std::string short_of_memory(std::size_t bytes) {
    return "of only " + memory_text(bytes) + ", because memory is short: caches may have helped";
}

const std::string not_measured = "not measured, because memory is short";

// Copies on a GPU take less than a frame, so they are measured at once.
void measure_on_gpu(EngineKind engine, double& gb_per_s, std::string& note) {
    const std::size_t usual = std::max(usual_bytes, 4 * gpu::probe().l2_bytes);
    for (std::size_t bytes = usual; bytes >= least_bytes; bytes /= 2) {
        try {
            const double ms = engine == EngineKind::cuda ? gpu::measure_copy_ms(bytes, repeats)
                                                         : opengl::measure_copy_ms(bytes);
            if (ms > 0) gb_per_s = 2 * double(bytes) * 1e-6 / ms;
            if (bytes < usual) note = short_of_memory(bytes);
            return;
        } catch (const std::exception&) {
            // A smaller copy may fit.
        }
    }
    note = not_measured;
}

}  // namespace

double CopyYardstick::step(EngineKind engine) {
    Speed& speed = speeds_[place(engine)];
    if (speed.known) return 0;
    const double start = wall_seconds();
    if (place(engine) != 0) {
        measure_on_gpu(engine, speed.gb_per_s, speed.note);
        speed.known = true;
    } else {
        step_on_cpu(speed);
    }
    return (wall_seconds() - start) * 1000;
}

void CopyYardstick::step_on_cpu(Speed& speed) {
    if (!running_) {
        // The copy takes at most a quarter of the free memory, because others need some, too.
        std::size_t bytes = usual_bytes;
        while (bytes >= least_bytes && bytes > available_() / 4) bytes /= 2;
        try {
            if (bytes >= least_bytes) running_ = std::make_unique<cpu::CopySpeed>(bytes);
        } catch (const std::bad_alloc&) {
            // There is no yardstick then.
        }
        if (!running_) {
            speed.known = true;
            speed.note = not_measured;
            return;
        }
        if (bytes < usual_bytes) speed.note = short_of_memory(bytes);
    }
    const double start = wall_seconds();
    do running_->step();
    while (!running_->done() && wall_seconds() - start < seconds_a_frame);
    if (!running_->done()) return;
    speed.gb_per_s = running_->gb_per_s();
    speed.known = true;
    running_.reset();
}

}  // namespace sweep::app
