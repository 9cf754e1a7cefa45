// Nonlinear diffusion of the C interface.
#include "engines/diffusion.h"

#include "lib/guarded.h"
#include "lib/request.h"
#include "lib/run.h"

using namespace sweep;
using namespace sweep::library;

sweep_status sweep_diffusion_request_init(sweep_diffusion_request* request) {
    return guarded([&] {
        if (!request) refuse("request is NULL");
        const DiffusionFilter usual;
        *request = {};
        request->struct_size = sizeof *request;
        request->channels = 1;
        request->samples = SWEEP_F32;
        request->contrast = usual.contrast;
        request->time = usual.time;
        request->steps = usual.steps;
        request->noise = usual.noise;
    });
}

sweep_status sweep_diffusion_run(const sweep_diffusion_request* request, const void* in, size_t in_pitch,
                                 void* out, size_t out_pitch) {
    return guarded([&] {
        if (!request) refuse("request is NULL");
        const sweep_diffusion_request& r = *request;
        if (r.struct_size != sizeof r)
            refuse("the request was not set by sweep_diffusion_request_init() of this version");
        const Sample sample = sample_of(r.samples);
        if (sample != Sample::f32 && sample != Sample::f64) refuse("diffusion takes samples of F32 or F64");
        const Shape shape{r.width, r.height, r.channels};
        if (shape.width < 1 || shape.height < 1 || shape.channels < 1 || shape.channels > 4)
            refuse("diffusion takes images of 1 to 4 channels that are not empty");
        const Images images = images_of(shape, sample, in, in_pitch, sample, out, out_pitch);
        DiffusionRun run(engine_of(r.engine), {r.contrast, r.time, r.steps, r.noise}, shape);
        run.run(images.in, images.out);
    });
}
