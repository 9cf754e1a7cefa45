// The edge filter of the C interface.
#include "engines/edge.h"

#include <utility>

#include "core/base/copy_rows.h"
#include "core/base/memory.h"
#include "core/edge/tone_map.h"
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

namespace {

// What a request asks for, and the images that were given.
struct EdgeCall {
    EngineKind asked;
    EdgeFilter filter;
    BoundaryKind boundary;
    Sample sample;
    ConstImageView in, guide;
    ImageView out;

    EdgeRun start() const { return {asked, filter, boundary, in.shape, guide.shape.channels, sample}; }
};

EdgeCall call_of(const sweep_edge_request* request, const void* in, size_t in_pitch, const void* guide,
                 size_t guide_pitch, void* out, size_t out_pitch) {
    if (!request) refuse("request is NULL");
    const sweep_edge_request& r = *request;
    if (r.struct_size != sizeof r)
        refuse("the request was not set by sweep_edge_request_init() of this version");
    const Sample sample = sample_of(r.samples);
    if (sample != Sample::f32 && sample != Sample::f64) refuse("the edge filter takes samples of F32 or F64");
    const EdgeFilter filter{r.sigma, r.range, r.iterations};
    const BoundaryKind boundary = boundary_with(r.boundary);
    const Shape shape{r.width, r.height, r.channels},
        of_guide{r.width, r.height, guide ? r.guide_channels : r.channels};
    validate(filter, boundary, shape, of_guide);
    const EngineKind asked = engine_of(r.engine);
    edge_engine(asked, sample);
    const Images images = images_of(shape, sample, in, in_pitch, sample, out, out_pitch);
    const ConstImageView guiding = guide ? view_of(of_guide, sample, guide, guide_pitch, "guide") : images.in;
    return {asked, filter, boundary, sample, images.in, guiding, images.out};
}

}  // namespace

sweep_status sweep_edge_run(const sweep_edge_request* request, const void* in, size_t in_pitch,
                            const void* guide, size_t guide_pitch, void* out, size_t out_pitch) {
    return guarded([&] {
        EdgeCall call = call_of(request, in, in_pitch, guide, guide_pitch, out, out_pitch);
        Image copy;
        if (overlap(call.guide, call.out)) {
            copy = make_image(call.guide.shape, call.sample, "a copy of the guide");
            copy_rows(call.guide, copy.view());
            call.guide = std::as_const(copy).view();
        }
        call.start().run(call.in, call.guide, call.out);
    });
}

sweep_status sweep_edge_run_cuda(const sweep_edge_request* request, const void* in, size_t in_pitch,
                                 const void* guide, size_t guide_pitch, void* out, size_t out_pitch,
                                 void* stream) {
    return guarded([&] {
        const EdgeCall call = call_of(request, in, in_pitch, guide, guide_pitch, out, out_pitch);
        if (overlap(call.guide, call.out) && call.guide.data != call.out.data)
            refuse("guide and out overlap: give two that are apart");
        call.start().run_on_device(call.in, call.guide, call.out, stream);
    });
}

sweep_status sweep_edge_tone_map(const sweep_edge_request* request, double contrast, const void* in,
                                 size_t in_pitch, void* out, size_t out_pitch) {
    return guarded([&] {
        const EdgeCall call = call_of(request, in, in_pitch, nullptr, 0, out, out_pitch);
        if (!(contrast >= least_tone_map && contrast <= largest_tone_map))
            refuse("the contrast of a tone map is 1.1 to 1e6");
        EdgeRun edge(call.asked, call.filter, call.boundary, {call.in.shape.width, call.in.shape.height, 1},
                     1, call.sample);
        edge.map_tones(call.in, contrast, call.out);
    });
}
