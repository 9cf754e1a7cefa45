#include "app/window/named_figures.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/lower_case.h"
#include "app/command_line/view_options.h"
#include "app/lessons/figures/figure.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "files/output_file.h"

namespace sweep::app {
namespace {

constexpr float margin = 8;  // pixels around a figure

using Options = std::vector<std::pair<std::string_view, std::string_view>>;

// The options of a lesson, which stands still.
Options lesson(std::string_view option, Options more = {}) {
    Options all{{"view", "passes"}, {"play", "off"}, {"loop", "off"}, {option, "on"}};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::vector<NamedFigure> make_figures() {
    std::vector<NamedFigure> all;
    for (const FigureInfo& each : figures()) {
        const std::string word(word_for(figure_words, each.figure));
        const Options shows = lesson("figure", {{"figure-shown", word_for(figure_words, each.figure)}});
        const std::string source(each.source);
        all.push_back({word, std::string(each.title), source, shows, {"figure"}});
        all.push_back({word + "-table",
                       std::string(each.title) + ": words and numbers",
                       source,
                       shows,
                       {"figure panel"}});
    }
    const std::string blocks = "[N11] section 4 and 5", passes = "[N11] section 3",
                      tables = "Crow 1984, [N11] section 6";
    const std::string under = under_windows;
    const Options tables_shown = lesson("table");
    const std::vector<NamedFigure> others{
        {"walk",
         "A step of the walk: the blocks of a small picture (--walk-step K)",
         blocks,
         lesson("walk"),
         {under}},
        {"walk-sum",
         "The walk: its words, and the traffic of the algorithms",
         blocks,
         lesson("walk"),
         {"walk"}},
        {"walk-steps", "The walk: the row of its steps", blocks, lesson("walk"), {"walk strip"}},
        {"passes",
         "The four passes over the picture (--progress P)",
         passes,
         lesson("blocks", {{"blocks", "off"}}),
         {under},
         true},
        {"passes-numbers",
         "The passes: the recurrence with its numbers",
         passes,
         lesson("blocks", {{"blocks", "off"}}),
         {"numbers"}},
        {"passes-line",
         "The passes: the line that is filtered",
         passes,
         lesson("blocks", {{"blocks", "off"}}),
         {"strip"}},
        {"blocks",
         "The stages of the block algorithm (--block-progress P)",
         blocks,
         lesson("blocks"),
         {under},
         true},
        {"blocks-numbers",
         "The block algorithm: its steps, and the traffic",
         blocks,
         lesson("blocks"),
         {"block numbers"}},
        {"glass",
         "A block with what enters and leaves it (--glass M,N)",
         blocks,
         lesson("blocks", {{"glass", "1,1"}}),
         {"glass"}},
        {"replay",
         "A real run: when and where each block ran (--replay-beside)",
         "",
         lesson("replay", {{"replay-plays", "off"}, {"replay-at", "1"}}),
         {"replay chart"}},
        {"replay-table",
         "A real run: its stages and times",
         "",
         lesson("replay", {{"replay-plays", "off"}, {"replay-at", "1"}}),
         {"replay"}},
        {"table",
         "Sums over boxes from a summed-area table (--table-shows)",
         tables,
         tables_shown,
         {under},
         true},
        {"table-numbers", "The summed-area table: its sums and numbers", tables, tables_shown, {"table"}},
        {"springs",
         "A row with weights as springs, and its carries (--springs-step K)",
         "",
         lesson("springs"),
         {"springs"}},
        {"springs-table", "The springs: words and numbers", "", lesson("springs"), {"springs panel"}},
        {"poles", "Poles, and the responses of the filter", "", {{"tune-panel", "poles"}}, {"tune"}},
        {"algorithm-times", "The algorithms' times on this machine", "", {{"tune-panel", "times"}}, {"tune"}},
        {"times",
         "The stages of the filter and their times",
         "",
         {{"times", "on"}, {"times-table", "on"}},
         {"times"}},
        {"measure", "Histogram, profile and statistics of the values", "", {{"measure", "on"}}, {"measure"}},
    };
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

bool are_same(const ImVec4& a, const ImVec4& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

// Whether the settings have all of its options.
bool is_shown(const NamedFigure& figure, const Settings& settings) {
    for (const auto& [name, value] : figure.options) {
        if (name == "play" || name == "loop" || name == "glass" || name.ends_with("-plays") ||
            name == "replay-at")
            continue;
        for (const ViewOption& row : view_options())
            if (row.name == name && row.get(settings) != value) return false;
    }
    return std::all_of(figure.windows.begin(), figure.windows.end(), has_window);
}

}  // namespace

const std::vector<NamedFigure>& named_figures() {
    static const std::vector<NamedFigure> all = make_figures();
    return all;
}

const NamedFigure& named_figure(std::string_view name) {
    std::vector<std::string_view> names;
    for (const NamedFigure& figure : named_figures()) {
        if (figure.name == name) return figure;
        names.push_back(figure.name);
    }
    refuse_word("the figure", name, names);
}

const NamedFigure* figure_shown(const Settings& settings) {
    const auto& all = named_figures();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const NamedFigure& figure) { return is_shown(figure, settings); });
    return found == all.end() ? nullptr : &*found;
}

PageFormat page_format(const std::filesystem::path& file) {
    const std::string ending = lower_case(file.extension().string());
    if (ending != ".svg" && ending != ".pdf")
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': a figure is a .svg or a .pdf", printable(file.string())));
    if (const std::string why = why_no_pages(); !why.empty()) throw Error(ExitCode::failed, why);
    return ending == ".svg" ? PageFormat::svg : PageFormat::pdf;
}

std::string caption_of(const NamedFigure& figure, const std::filesystem::path& file,
                       const std::string& state) {
    std::string text = figure.about + ".\n";
    for (const FigureInfo& each : figures())
        if (word_for(figure_words, each.figure) == figure.name) text += std::string(each.text) + "\n";
    text += "\nSource: Sweep " SWEEP_VERSION;
    if (!figure.source.empty()) text += ", after " + figure.source + " (ARCHITECTURE.md names the papers)";
    // The line begins with the name of the program.
    const std::string options = state.substr(std::min(state.find(' '), state.size()));
    return text +
           fmt::format("\nMade by: sweep figure {} {}{}\n", figure.name, file.filename().string(), options);
}

void write_figure(const NamedFigure& figure, const std::filesystem::path& file, const std::string& state,
                  bool is_light, std::shared_ptr<const Image> under, ImVec4 place) {
    const PageFormat format = page_format(file);
    std::vector<DrawnShape> shapes = shapes_of(figure.windows);
    // What a window begins with, and is as large as all of it, is its ground: the paper is in its place.
    ImU32 ground = 0;
    if (!shapes.empty() && shapes[0].kind == DrawnShape::Kind::area &&
        are_same(extent_of({shapes.data(), 1}), extent_of(shapes))) {
        ground = shapes[0].colour;
        shapes.erase(shapes.begin());
    }
    Page page;
    page.part = extent_of(shapes);
    if (page.part.x >= page.part.z || page.part.y >= page.part.w)
        throw Error(ExitCode::failed,
                    fmt::format("there is nothing of the figure '{}' to write", figure.name));
    if (under)
        page.part = place;
    else
        page.part = {std::floor(page.part.x - margin), std::floor(page.part.y - margin),
                     std::ceil(page.part.z + margin), std::ceil(page.part.w + margin)};
    page.paper = is_light ? 0 : ground;
    page.title = figure.about;
    page.under = std::move(under);
    const std::string bytes = page_of(shapes, page, format);
    write_file(file, {bytes_of(bytes)});
    const std::string caption = caption_of(figure, file, state);
    write_file(std::filesystem::path(file).replace_extension(".txt"), {bytes_of(caption)});
}

}  // namespace sweep::app
