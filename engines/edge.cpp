#include "engines/edge.h"

#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/edge/edge_reference.h"
#include "cpu/edge/edge_filter.h"

namespace sweep {

EngineKind edge_engine(EngineKind asked) {
    if (asked == EngineKind::automatic) return EngineKind::cpu;
    if (asked != EngineKind::cpu && asked != EngineKind::reference)
        throw Error(ExitCode::usage, "the edge filter is not on " + std::string(name_of(asked).title) +
                                         ": use the engine auto, cpu or reference");
    return asked;
}

EdgeRun::EdgeRun(EngineKind asked, const EdgeFilter& filter, BoundaryKind boundary, const Shape& image,
                 int guide_channels, Sample sample)
    : filter_(filter), boundary_(boundary) {
    if (edge_engine(asked) == EngineKind::reference)
        validate(filter, boundary, image, {image.width, image.height, guide_channels});
    else
        cpu_ = std::make_unique<cpu::EdgeFilterRun>(filter, boundary, image, guide_channels, sample);
}

EdgeRun::~EdgeRun() = default;

void EdgeRun::run(ConstImageView in, ConstImageView guide, ImageView out) {
    if (cpu_) return cpu_->run(in, guide, out);
    const Image truth = edge_reference(filter_, boundary_, in, guide);
    for (int y = 0; y < out.shape.height; ++y) {
        const double* const from = truth.view().row<double>(y);
        for (int i = 0; i < out.shape.width * out.shape.channels; ++i)
            if (out.sample == Sample::f64)
                out.row<double>(y)[i] = from[i];
            else
                out.row<float>(y)[i] = float(from[i]);
    }
}

}  // namespace sweep
