#include "gpu/device/cufft_library.h"

#include <cstdlib>
#include <string>

#include "core/base/error.h"
#include "platform/dynamic_library.h"

namespace sweep::gpu {
namespace {

const std::string file_name = "libcufft.so." + std::to_string(CUFFT_VER_MAJOR);

[[noreturn]] void not_here() {
    throw Error(ExitCode::no_engine, "algorithm fft needs cuFFT of the CUDA Toolkit (" + file_name +
                                         "), which is not here: install it, or use --algorithm conv");
}

// Looks where the system looks, then in the toolkit's usual folders.
platform::DynamicLibrary open_library() {
    if (const platform::DynamicLibrary library(file_name); library.is_loaded()) return library;
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* home = std::getenv(name))
            if (const platform::DynamicLibrary library(std::string(home) + "/lib64/" + file_name);
                library.is_loaded())
                return library;
    return platform::DynamicLibrary("/usr/local/cuda/lib64/" + file_name);
}

template <class Function>
void find(const platform::DynamicLibrary& library, const char* name, Function& function) {
    function = library.function<Function>(name);
    if (!function) not_here();
}

}  // namespace

CufftLibrary::CufftLibrary() {
    const platform::DynamicLibrary library = open_library();
    find(library, "cufftCreate", create);
    find(library, "cufftDestroy", destroy);
    find(library, "cufftSetStream", set_stream);
    find(library, "cufftSetAutoAllocation", set_auto_allocation);
    find(library, "cufftSetWorkArea", set_work_area);
    find(library, "cufftMakePlanMany64", make_plan_many);
    find(library, "cufftExecR2C", forward);
    find(library, "cufftExecC2R", inverse);
}

const CufftLibrary& CufftLibrary::get() {
    static const CufftLibrary library;
    return library;
}

}  // namespace sweep::gpu
