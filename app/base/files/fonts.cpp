#include "app/base/files/fonts.h"

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/base/files/data_file.h"

namespace sweep::app {
namespace {

struct Candidate {
    std::array<const char*, 3> files;  // by FontFace
};

// Debian and Ubuntu, Fedora, Arch keep DejaVu in different folders.
constexpr std::array<const char*, 7> folders{"/usr/share/fonts/truetype/dejavu",
                                             "/usr/share/fonts/dejavu-sans-fonts",
                                             "/usr/share/fonts/dejavu",
                                             "/usr/share/fonts/dejavu-sans-mono-fonts",
                                             "/usr/share/fonts/TTF",
                                             "/usr/share/fonts/truetype/liberation",
                                             "/usr/share/fonts/truetype/noto"};
constexpr std::array<Candidate, 3> candidates{
    Candidate{{"DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf"}},
    Candidate{{"NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "NotoSansMono-Regular.ttf"}},
    Candidate{{"LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", "LiberationMono-Regular.ttf"}}};

}  // namespace

std::optional<std::filesystem::path> find_font(FontFace face) {
    // An installed program has its fonts beside its shaders, a built one in the build folder.
    std::vector<std::filesystem::path> places{data_file("fonts"), SWEEP_FONTS_DIR};
    places.insert(places.end(), folders.begin(), folders.end());
    if (const char* theirs = std::getenv("SWEEP_FONTS")) places = {theirs};
    for (const Candidate& candidate : candidates) {
        for (const std::filesystem::path& folder : places) {
            const auto path = folder / candidate.files[std::size_t(face)];
            std::error_code nothing;
            if (std::filesystem::is_regular_file(path, nothing)) return path;
        }
    }
    return std::nullopt;
}

}  // namespace sweep::app
