// The figures, walks, charts and tables of the window that are written as SVG or PDF, by their names.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/vector/page.h"
#include "app/work/request/settings.h"

namespace sweep::app {

struct NamedFigure {
    std::string name, about;
    std::string source;  // "[N11] section 4"; empty: it is of no paper
    std::vector<std::pair<std::string_view, std::string_view>> options;  // of the window, that show it
    std::vector<std::string> windows;                                    // those of Dear ImGui that it is
    bool has_picture = false;  // pixels lie under these, and become a picture in the file
};

const std::vector<NamedFigure>& named_figures();
// Throws Error(usage) with the nearest name.
const NamedFigure& named_figure(std::string_view name);
// The figure that the settings show; null: none.
const NamedFigure* figure_shown(const Settings& settings);

// By the ending of the name. Throws Error(unwritable_output) for any other, and Error(failed) in a build without Cairo.
PageFormat page_format(const std::filesystem::path& file);

// What a file says of the figure: its caption, the source, and the command that makes it again. `state`: the command
// line of the window (Demo::state_line()).
std::string caption_of(const NamedFigure& figure, const std::filesystem::path& file,
                       const std::string& state);

// Writes what the last frame has drawn of the figure, and its caption beside it, NAME.txt. `under`: the pixels under
// its windows, which lie at `place` of the frame. Throws Error(failed) where nothing of it was drawn, and
// Error(unwritable_output).
void write_figure(const NamedFigure& figure, const std::filesystem::path& file, const std::string& state,
                  bool is_light, std::shared_ptr<const Image> under, ImVec4 place);

}  // namespace sweep::app
