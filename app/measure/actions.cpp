#include "app/measure/actions.h"

#include <cmath>

#include <fmt/format.h>

#include "app/ui/action_rows.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

using Ends = std::array<Pixel, 2>;

// "X,Y,X,Y"; an empty text is none.
std::optional<Ends> parse_ends(const std::string& option, const std::string& text) {
    if (text.empty()) return {};
    const std::vector<std::string_view> numbers = split(text);
    if (numbers.size() != 4)
        throw Error(ExitCode::usage,
                    fmt::format("{} '{}' is not two pixels: write it like 12,34,56,78", option, text));
    int at[4];
    for (std::size_t i = 0; i < 4; ++i) at[i] = parse_integer(option, numbers[i], 0, 1 << 24);
    return Ends{Pixel{at[0], at[1]}, Pixel{at[2], at[3]}};
}

std::string ends_text(const std::optional<Ends>& ends) {
    if (!ends) return "";
    const auto& [a, b] = *ends;
    return fmt::format("{},{},{},{}", a.x, a.y, b.x, b.y);
}

void set_range(Settings& s, const std::string& text) {
    MeasureSettings& measure = s.measure;
    if (text == "full" || text == "auto") {
        measure.range.reset();
        measure.fit_range = text == "auto";
        return;
    }
    constexpr double most = 1e30;  // a float can hold it, and its reciprocal
    const std::vector<double> numbers = parse_numbers("--display-range", text);
    if (numbers.size() != 2 || !(numbers[0] < numbers[1]) || numbers[0] < -most || numbers[1] > most ||
        numbers[1] - numbers[0] < 1 / most)
        throw Error(
            ExitCode::usage,
            fmt::format("--display-range '{}' is neither full nor auto nor black and white: write 0,4095",
                        text));
    measure.range = ValueRange{numbers[0], numbers[1]};
    measure.fit_range = false;
}

}  // namespace

void add_measure_actions(std::vector<Action>& actions, Settings& settings) {
    MeasureSettings* measure = &settings.measure;
    ActionRows row(actions, group::picture);
    row("measure", "Histogram, profile, statistics", {'H'}, measure->panel);
    row("auto-contrast", "Auto contrast: black and white from the values", {'C'}, [measure] {
        measure->fit_range = !measure->fit_range;
        if (!measure->fit_range) measure->range.reset();
    }).marked(measure->fit_range);
    row("full-range", "The full range of the file, black to white", {}, [measure] {
        measure->range.reset();
        measure->fit_range = false;
    }).when([measure] { return measure->range.has_value(); });
    row("colour-map", "Next colour map: grey, viridis, magma, cividis", {'N'},
        [measure] { measure->map = ColourMap((int(measure->map) + 1) % colour_maps); });
    row("measure-tool", "Drag draws: nothing, a profile's line, a box", {'M'}, [measure] {
        measure->tool = MeasureTool((int(measure->tool) + 1) % 3);
        measure->panel = true;
    });
}

void add_measure_options(std::vector<ViewOption>& rows) {
    constexpr std::array<std::pair<std::string_view, ColourMap>, colour_maps> colours{
        {{"grey", ColourMap::grey},
         {"viridis", ColourMap::viridis},
         {"magma", ColourMap::magma},
         {"cividis", ColourMap::cividis}}};
    constexpr std::array<std::pair<std::string_view, MeasureTool>, 3> tools{
        {{"off", MeasureTool::off}, {"line", MeasureTool::line}, {"box", MeasureTool::box}}};
    for (ViewOption row : {
             switch_option(
                 "measure", "Show histogram, profile and statistics of the values (default off)",
                 [](auto&s) -> auto& { return s.measure.panel; }),
             ViewOption{"display-range", "full|auto|BLACK,WHITE",
                        "The values shown as black and white, in the unit of the file; auto: all but one in "
                        "a thousand at each end (default full)",
                        set_range,
                        [](const Settings&s) {
                            const MeasureSettings& m = s.measure;
                            return m.fit_range ? std::string("auto")
                                   : !m.range
                                       ? std::string("full")
                                       : number_text(m.range->black) + "," + number_text(m.range->white);
                        }},
             word_option(
                 "colour-map", "The colours of a picture of one channel (default grey)", colours,
                 [](auto&s) -> auto& { return s.measure.map; }),
             word_option(
                 "measure-tool", "With --measure: what a drag over the picture draws (default off)", tools,
                 [](auto&s) -> auto& { return s.measure.tool; }),
             ViewOption{
                 "profile", "X,Y,X,Y", "With --measure: the line whose values are plotted",
                 [](Settings&s, const std::string&text) { s.measure.line = parse_ends("--profile", text); },
                 [](const Settings&s) { return ends_text(s.measure.line); }},
             ViewOption{
                 "statistics", "X,Y,X,Y", "With --measure: two corners of the box whose statistics are shown",
                 [](Settings&s, const std::string&text) { s.measure.box = parse_ends("--statistics", text); },
                 [](const Settings&s) { return ends_text(s.measure.box); }},
         })
        rows.push_back(std::move(row));
}

}  // namespace sweep::app
