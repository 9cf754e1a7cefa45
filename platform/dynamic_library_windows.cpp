#include <filesystem>
#include <system_error>

#include <windows.h>

#include "platform/dynamic_library.h"

namespace sweep::platform {

DynamicLibrary::DynamicLibrary(const std::string& name)
    : handle_(LoadLibraryW(std::filesystem::path(name).c_str())) {}

void* DynamicLibrary::address(const char* name) const {
    if (!handle_) return nullptr;
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), name));
}

std::string DynamicLibrary::why_not() {
    return std::system_category().message(int(GetLastError()));
}

}  // namespace sweep::platform
