// The edge filter of the C interface.
#include "engines/edge.h"

#include <utility>

#include "core/base/copy_rows.h"
#include "core/base/memory.h"
#include "lib/guarded.h"
#include "lib/request.h"
#include "lib/run.h"

using namespace sweep;
using namespace sweep::library;

sweep_status sweep_edge_request_init(sweep_edge_request* request) {
    return guarded([&] {
        if (!request) refuse("request is NULL");
        const EdgeFilter usual;
        *request = {};
        request->struct_size = sizeof *request;
        request->channels = request->guide_channels = 1;
        request->samples = SWEEP_F32;
        request->sigma = usual.sigma;
        request->range = usual.range;
        request->iterations = usual.iterations;
        request->boundary = SWEEP_BOUNDARY_CLAMP;
    });
}

sweep_status sweep_edge_run(const sweep_edge_request* request, const void* in, size_t in_pitch,
                            const void* guide, size_t guide_pitch, void* out, size_t out_pitch) {
    return guarded([&] {
        if (!request) refuse("request is NULL");
        const sweep_edge_request& r = *request;
        if (r.struct_size != sizeof r)
            refuse("the request was not set by sweep_edge_request_init() of this version");
        const Sample sample = sample_of(r.samples);
        if (sample != Sample::f32 && sample != Sample::f64)
            refuse("the edge filter takes samples of F32 or F64");
        const EdgeFilter filter{r.sigma, r.range, r.iterations};
        const BoundaryKind boundary = boundary_with(r.boundary);
        const Shape shape{r.width, r.height, r.channels},
            of_guide{r.width, r.height, guide ? r.guide_channels : r.channels};
        validate(filter, boundary, shape, of_guide);
        const EngineKind engine = edge_engine(engine_of(r.engine));
        const ConstImageView input = view_of(shape, sample, in, in_pitch, "in");
        const ImageView output{out, shape, sample, view_of(shape, sample, out, out_pitch, "out").stride};
        ConstImageView guiding = guide ? view_of(of_guide, sample, guide, guide_pitch, "guide") : input;
        const bool in_place = in == out && input.stride == output.stride;
        if (!in_place && overlap(input, output))
            refuse("in and out overlap: give the same image twice, or two that are apart");
        Image copy;
        if (overlap(guiding, output)) {
            copy = make_image(of_guide, sample, "a copy of the guide");
            copy_rows(guiding, copy.view());
            guiding = std::as_const(copy).view();
        }
        EdgeRun(engine, filter, boundary, shape, of_guide.channels, sample).run(input, guiding, output);
    });
}
