#include "platform/folders.h"

#include <cstdlib>

namespace sweep::platform {
namespace {

std::optional<std::filesystem::path> folder_from(const char* variable) {
    const char* value = std::getenv(variable);
    // By the specification of XDG a path that is not absolute is to be ignored.
    if (!value || !std::filesystem::path(value).is_absolute()) return std::nullopt;
    return value;
}

std::optional<std::filesystem::path> folder_from(const char* variable, const char* within_home) {
    auto folder = folder_from(variable);
    if (!folder && (folder = folder_from("HOME"))) *folder /= within_home;
    return folder;
}

}  // namespace

std::filesystem::path program_file() {
    std::error_code nothing;
    return std::filesystem::read_symlink("/proc/self/exe", nothing);
}

std::optional<std::filesystem::path> home_folder() {
    const char* home = std::getenv("HOME");
    return home ? std::optional<std::filesystem::path>(home) : std::nullopt;
}

std::optional<std::filesystem::path> settings_folder() {
    return folder_from("XDG_CONFIG_HOME", ".config");
}

std::optional<std::filesystem::path> cache_folder() {
    return folder_from("XDG_CACHE_HOME", ".cache");
}

std::filesystem::path make_temporary_folder(const std::string& beginning) {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) return {};
    std::string name = (folder / (beginning + "XXXXXX")).string();
    return mkdtemp(name.data()) ? std::filesystem::path(name) : std::filesystem::path();
}

}  // namespace sweep::platform
