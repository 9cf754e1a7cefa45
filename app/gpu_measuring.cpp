#include "app/gpu_measuring.h"

#include <fmt/format.h>

#include <utility>

#include "app/settings.h"
#include "app/timing.h"
#include "app/tuning_choice.h"

namespace sweep::app {

std::string unmeasured_gpu() {
    const gpu::Device device = gpu::probe();
    return device.usable && tuning_in_use().is_unmeasured ? device.name : std::string();
}

std::string GpuMeasuring::step() {
    constexpr double seconds = 0.05;
    std::unique_ptr<gpu::Tuner> tuner = std::move(tuner_);  // not ours where it throws
    for (const double end = wall_seconds() + seconds; !tuner->is_done() && wall_seconds() < end;)
        tuner->step();
    if (!tuner->is_done()) {
        tuner_ = std::move(tuner);
        return {};
    }
    return fmt::format("this GPU is measured, and what was found is used from now on: kept in {}",
                       store_tuning(tuner->result()));
}

std::string GpuMeasuring::progress() const {
    return fmt::format("measuring this GPU: {} %, {}", 100 * tuner_->done() / tuner_->count(),
                       tuner_->next());
}

}  // namespace sweep::app
