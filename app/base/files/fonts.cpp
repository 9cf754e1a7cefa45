#include "app/base/files/fonts.h"

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/base/files/data_file.h"
#include "core/base/error.h"
#include "platform/folders.h"

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
    // An installed program has its fonts beside its shaders; one that was built has them beside itself, wherever
    // the build folder was moved or copied to.
    std::vector<std::filesystem::path> places{
        data_file("fonts"), platform::program_file().parent_path() / "fonts", SWEEP_FONTS_DIR};
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

void require_fonts() {
    for (FontFace face : {FontFace::sans, FontFace::bold, FontFace::mono})
        if (!find_font(face))
            throw Error(
                ExitCode::failed,
                "no font is here to draw with: install DejaVu (fonts-dejavu-core), or let SWEEP_FONTS name "
                "a folder that has its .ttf files");
}

}  // namespace sweep::app
