#include "app/base/files/data_file.h"

#include <vector>

#include "core/base/error.h"
#include "platform/folders.h"

namespace sweep::app {
namespace {

std::filesystem::path find_data_folder() {
    namespace fs = std::filesystem;
    std::error_code nothing;
    std::vector<fs::path> candidates;
    const fs::path program = platform::program_file();
    if (!program.empty()) candidates.push_back((program.parent_path() / SWEEP_DATA_DIR).lexically_normal());
    candidates.push_back(SWEEP_SOURCE_DIR);
    for (const fs::path& folder : candidates)
        if (fs::exists(folder / "shaders/fullscreen.vert", nothing)) return folder;
    throw Error(ExitCode::failed, "cannot find the folder shaders/ in " + candidates.front().string() +
                                      " or " + candidates.back().string() + ": reinstall Sweep");
}

}  // namespace

std::filesystem::path data_file(const std::string& relative) {
    static const std::filesystem::path folder = find_data_folder();
    return folder / relative;
}

}  // namespace sweep::app
