#include <cstdlib>
#include <string>

#include <windows.h>

#include "platform/folders.h"

namespace sweep::platform {
namespace {

std::optional<std::filesystem::path> folder_from(const wchar_t* variable) {
    const wchar_t* value = _wgetenv(variable);
    if (!value || !std::filesystem::path(value).is_absolute()) return std::nullopt;
    return value;
}

}  // namespace

std::filesystem::path program_file() {
    // The system does not say how long the name is, only that it did not fit.
    for (std::wstring name(MAX_PATH, L'\0');; name.resize(2 * name.size())) {
        const DWORD length = GetModuleFileNameW(nullptr, name.data(), DWORD(name.size()));
        if (length == 0) return {};
        if (length < name.size()) return name.substr(0, length);
    }
}

std::optional<std::filesystem::path> home_folder() {
    return folder_from(L"USERPROFILE");
}

std::optional<std::filesystem::path> settings_folder() {
    return folder_from(L"APPDATA");
}

std::optional<std::filesystem::path> cache_folder() {
    return folder_from(L"LOCALAPPDATA");
}

}  // namespace sweep::platform
