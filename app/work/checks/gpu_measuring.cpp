#include "app/work/checks/gpu_measuring.h"

#include <utility>

#include <fmt/format.h>

#include "app/screen/gl/timing.h"
#include "app/work/engines/tuning_choice.h"
#include "app/work/request/settings.h"

namespace sweep::app {

std::string unmeasured_gpu() {
    const gpu::Device device = gpu::probe();
    return device.usable && tuning_in_use().is_unmeasured ? device.name : std::string();
}

std::string GpuMeasuring::step() {
    constexpr double seconds = 0.05;
    std::unique_ptr<gpu::Tuner> tuner = std::move(tuner_);  // so that nothing runs after a throw
    for (const double end = wall_seconds() + seconds; !tuner->is_done() && wall_seconds() < end;)
        tuner->step();
    if (!tuner->is_done()) {
        tuner_ = std::move(tuner);
        return {};
    }
    return fmt::format("this GPU has been measured: the choices are in use, and stored in {}",
                       store_tuning(tuner->result()));
}

std::string GpuMeasuring::progress() const {
    return fmt::format("measuring this GPU: {} %, {}", 100 * tuner_->done() / tuner_->count(),
                       tuner_->next());
}

}  // namespace sweep::app
