#include "app/views/measure/actions.h"

#include <cmath>

#include <fmt/format.h>

#include "app/ui/action_rows.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

void set_range(Settings& s, const std::string& text) {
    MeasureSettings& measure = s.measure;
    if (text == "usual" || text == "full" || text == "auto") {
        measure.show_full_range();
        measure.fit_range = text == "auto";
        measure.range_chosen = text != "usual";
        return;
    }
    constexpr double most = 1e30;  // a float can hold it, and its reciprocal
    const std::vector<double> numbers = parse_numbers("--display-range", text);
    if (numbers.size() != 2 || !(numbers[0] < numbers[1]) || numbers[0] < -most || numbers[1] > most ||
        numbers[1] - numbers[0] < 1 / most)
        throw Error(
            ExitCode::usage,
            fmt::format(
                "--display-range '{}' is no range: write 0,4095 (black and white), full, auto or usual",
                text));
    measure.range = ValueRange{numbers[0], numbers[1]};
    measure.fit_range = false;
    measure.range_chosen = true;
}

}  // namespace

void add_measure_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands) {
    MeasureSettings* measure = &settings.measure;
    ActionRows row(actions, group::picture);
    row("measure", "Histogram, profile, statistics", {'H'}, measure->panel);
    row("auto-contrast", "Auto contrast: black and white from what is seen", {'C'}, [measure] {
        measure->fit_range = !measure->fit_range;
        if (!measure->fit_range) measure->show_full_range();
    }).marked(measure->fit_range);
    row("full-range", "The full range of the file, black to white", {}, [measure] {
        measure->show_full_range();
    }).when([measure] { return measure->range.has_value(); });
    row("colour-map", "Next colour map: grey, viridis, magma, cividis", {'N'},
        [measure] { measure->map = ColourMap((int(measure->map) + 1) % colour_maps); });
    row("measure-tool", "Drag draws: nothing, a profile's line, a box", {'M'}, [measure] {
        measure->tool = MeasureTool((int(measure->tool) + 1) % 3);
        measure->panel = true;
    });
    row("save-values", "Save profile, histogram, statistics and pins as CSV", {}, commands.save_values);
}

void add_measure_options(std::vector<ViewOption>& rows) {
    constexpr std::array<std::pair<std::string_view, ColourMap>, colour_maps> colours{
        {{"grey", ColourMap::grey},
         {"viridis", ColourMap::viridis},
         {"magma", ColourMap::magma},
         {"cividis", ColourMap::cividis}}};
    constexpr std::array<std::pair<std::string_view, MeasureTool>, 3> tools{
        {{"off", MeasureTool::off}, {"line", MeasureTool::line}, {"box", MeasureTool::box}}};
    constexpr std::array<std::pair<std::string_view, MeasuredChannel>, 4> channels{
        {{"mean", MeasuredChannel::mean},
         {"red", MeasuredChannel::red},
         {"green", MeasuredChannel::green},
         {"blue", MeasuredChannel::blue}}};
    for (
        ViewOption row : {
            switch_option(
                "measure", "Show histogram, profile and statistics of the values (default off)",
                [](auto& s) -> auto& { return s.measure.panel; }),
            ViewOption{
                "display-range", "usual|full|auto|BLACK,WHITE",
                "The values shown as black and white, in the unit of the file. auto: all but one in a thousand at each "
                "end. usual (default): auto for 16-bit numbers, full for others",
                set_range,
                [](const Settings& s) {
                    const MeasureSettings& m = s.measure;
                    return m.fit_range ? std::string("auto")
                           : !m.range  ? std::string(m.range_chosen ? "full" : "usual")
                                       : number_text(m.range->black) + "," + number_text(m.range->white);
                }},
            word_option(
                "colour-map", "The colours of a picture of one channel (default grey)", colours,
                [](auto& s) -> auto& { return s.measure.map; }),
            word_option(
                "measure-tool", "With --measure: what a drag over the picture draws (default off)", tools,
                [](auto& s) -> auto& { return s.measure.tool; }),
            pixels_option(
                "profile", "With --measure: the line whose values are plotted",
                [](auto& s) -> auto& { return s.measure.line; }),
            pixels_option(
                "statistics", "With --measure: two corners of the box whose statistics are shown",
                [](auto& s) -> auto& { return s.measure.box; }),
            word_option(
                "measure-channel", "With --measure: the values of a picture in colours (default mean)",
                channels, [](auto& s) -> auto& { return s.measure.channel; }),
        })
        rows.push_back(std::move(row));
}

}  // namespace sweep::app
