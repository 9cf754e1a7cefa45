#include <string>

#include "core/base/error.h"
#include "gpu/device/cufft_library.h"

namespace sweep::gpu {

void check_cufft(cufftResult status, const char* file, int line) {
    if (status == CUFFT_SUCCESS) return;
    std::string what;
    switch (status) {
        case CUFFT_ALLOC_FAILED:
            what = "not enough GPU memory: use a smaller image, or --algorithm conv";
            break;
        case CUFFT_INVALID_SIZE:
            what = "it does not transform images of this size: use --algorithm conv";
            break;
        case CUFFT_SETUP_FAILED:
            what = "it could not start: its version may not fit the driver";
            break;
        case CUFFT_EXEC_FAILED:
            what = "it failed on the GPU";
            break;
        case CUFFT_INTERNAL_ERROR:
            what = "it failed inside";
            break;
        default:
            what = "error " + std::to_string(int(status));
    }
    throw Error(ExitCode::failed, "cuFFT: " + what + " (" + file + ":" + std::to_string(line) + ")");
}

CufftPlan::CufftPlan(cufftType type, int height, int width, int batch) {
    const CufftLibrary& cufft = CufftLibrary::get();
    check_cufft(cufft.create(&handle_));
    try {
        check_cufft(cufft.set_auto_allocation(handle_, 0));
        const long long spectrum_width = width / 2 + 1;
        long long size[] = {height, width}, samples[] = {height, 2 * spectrum_width},
                  spectrum[] = {height, spectrum_width};
        const bool is_forward = type == CUFFT_R2C;
        long long *from = is_forward ? samples : spectrum, *to = is_forward ? spectrum : samples;
        check_cufft(cufft.make_plan_many(handle_, 2, size, from, 1, from[0] * from[1], to, 1, to[0] * to[1],
                                         type, batch, &work_bytes_));
    } catch (...) {
        cufft.destroy(handle_);
        throw;
    }
}

CufftPlan::~CufftPlan() {
    if (handle_ != none) CufftLibrary::get().destroy(handle_);
}

}  // namespace sweep::gpu
