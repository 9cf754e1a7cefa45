#include "core/engine/engine_state.h"

namespace sweep {

void PreparedProblem::begin_report() {
    report.stages.clear();
    for (const Stage& stage : job.stages) report.stages.push_back({stage, 0});
}

void PreparedProblem::require_images(const ConstImageView& in, const ImageView& out) const {
    if (!problem)
        throw Error(ExitCode::failed, "the " + report.engine + " engine was not prepared for this image");
    if (in.shape != problem->shape || in.sample != problem->input || out.shape != problem->shape ||
        out.sample != output_sample(*problem))
        throw Error(ExitCode::failed,
                    "the image is not the one that the " + report.engine + " engine was prepared for");
}

}  // namespace sweep
