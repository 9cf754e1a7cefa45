#include "gpu/device/cufft_library.h"

#include <cstdlib>
#include <string>

#include "core/base/error.h"

#if __has_include(<dlfcn.h>)
#include <dlfcn.h>
#endif

namespace sweep::gpu {
namespace {

const std::string file_name = "libcufft.so." + std::to_string(CUFFT_VER_MAJOR);

[[noreturn]] void not_here() {
    throw Error(ExitCode::no_engine, "algorithm fft needs cuFFT of the CUDA Toolkit (" + file_name +
                                         "), which is not here: install it, or use --algorithm conv");
}

#if __has_include(<dlfcn.h>)
// Looks where the system looks, then in the toolkit's usual folders. The library is never closed, because its
// own threads and caches may live on.
void* open_library() {
    std::string folders[] = {"", "", "/usr/local/cuda/lib64/"};
    const char* const names[] = {"CUDA_HOME", "CUDA_PATH"};
    void* library = dlopen(file_name.c_str(), RTLD_NOW | RTLD_LOCAL);
    for (int i = 0; i < 3 && !library; ++i) {
        if (i < 2) {
            const char* home = std::getenv(names[i]);
            if (!home) continue;
            folders[i] = std::string(home) + "/lib64/";
        }
        library = dlopen((folders[i] + file_name).c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    return library;
}

void* symbol(void* library, const char* name) {
    return dlsym(library, name);
}
#else
void* open_library() {
    return nullptr;
}
void* symbol(void*, const char*) {
    return nullptr;
}
#endif

template <class Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(symbol(library, name));
    if (!function) not_here();
}

}  // namespace

CufftLibrary::CufftLibrary() {
    void* library = open_library();
    if (!library) not_here();
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
