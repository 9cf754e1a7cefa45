#include "platform/dynamic_library.h"

#include <dlfcn.h>

namespace sweep::platform {

DynamicLibrary::DynamicLibrary(const std::string& name)
    : handle_(dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL)) {}

void* DynamicLibrary::address(const char* name) const {
    return handle_ ? dlsym(handle_, name) : nullptr;
}

std::string DynamicLibrary::why_not() {
    const char* reason = dlerror();
    return reason ? reason : "";
}

}  // namespace sweep::platform
