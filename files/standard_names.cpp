#include "files/standard_names.h"

#include <string>

namespace sweep {

std::filesystem::path standard_input() {
    return "/dev/stdin";
}

bool is_standard_input(const std::filesystem::path& path) {
    return path == standard_input();
}

std::filesystem::path standard_output(std::string_view ending) {
    return "/dev/stdout" + std::string(ending.starts_with('.') ? "" : ".") + std::string(ending);
}

bool is_standard_output(const std::filesystem::path& path) {
    return path.parent_path() == "/dev" && path.stem() == "stdout" && path.has_extension();
}

}  // namespace sweep
