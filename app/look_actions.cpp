#include "app/look_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/options.h"
#include "app/settings.h"
#include "core/error.h"

namespace sweep::app {
namespace {

// "x,y,x,y": pairs of pixels.
std::vector<Pixel> parse_pixels(const std::string& option, const std::string& text) {
    std::vector<Pixel> pixels;
    if (text.empty()) return pixels;
    const std::vector<std::string_view> numbers = split(text);
    if (numbers.size() % 2)
        throw Error(ExitCode::usage,
                    fmt::format("{} '{}' is no list of pixels: write it like 12,34,56,78", option, text));
    for (std::size_t i = 0; i < numbers.size(); i += 2)
        pixels.push_back({parse_integer(option, numbers[i], 0, 1 << 24),
                          parse_integer(option, numbers[i + 1], 0, 1 << 24)});
    return pixels;
}

std::string pixels_text(const std::vector<Pixel>& pixels) {
    std::string text;
    for (const Pixel& pixel : pixels)
        text += fmt::format("{}{},{}", text.empty() ? "" : ",", pixel.x, pixel.y);
    return text;
}

// The filter of a slot, as options of a command line, with or without their dashes: "sigma=12 boundary=mirror". Others are
// refused before anything is parsed: a slot in a slot would be parsed inside the parsing of the first, and so on.
FilterSettings parse_slot(const std::string& option, const std::string& text) {
    std::vector<std::string> arguments;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find(' ', from), text.size());
        std::string argument = text.substr(from, to - from);
        from = to + 1;
        if (argument.empty()) continue;
        if (argument.starts_with("--")) argument.erase(0, 2);
        const std::string name = argument.substr(0, argument.find('='));
        if (!is_filter_option(name))
            throw Error(ExitCode::usage,
                        fmt::format("{}: a slot holds a filter, and '{}' is no option of one: leave it out",
                                    option, name.substr(0, 40)));
        arguments.push_back("--" + argument);
    }
    return settings_of(parse_options(arguments));
}

std::string slot_text(const std::optional<FilterSettings>& slot) {
    if (!slot) return "";
    Settings settings;
    static_cast<FilterSettings&>(settings) = *slot;
    std::string text;
    for (const std::string& argument : state_arguments(settings))
        text += (text.empty() ? "" : " ") + argument.substr(2);
    return text.empty() ? "filter=gaussian" : text;
}

ViewOption slot_option(std::size_t index) {
    const std::string name = fmt::format("slot{}", index + 1);
    return {name, "'OPTIONS'",
            fmt::format("The filter of slot {}, as options: 'sigma=12 order=4'", index + 1),
            [index, option = "--" + name](Settings& s, const std::string& text) {
                s.look.slot[index].reset();
                if (!text.empty()) s.look.slot[index] = parse_slot(option, text);
            },
            [index](const Settings& s) { return slot_text(s.look.slot[index]); }};
}

void set_gain(Settings& s, const std::string& text) {
    s.look.fit_gain = text == "auto";
    if (s.look.fit_gain) return;
    const double gain = parse_number_within("--difference-gain", text, 1, std::exp2(most_gain_steps));
    const double steps = std::round(std::log2(gain));
    if (std::exp2(steps) != gain)
        throw Error(ExitCode::usage,
                    fmt::format("--difference-gain '{}' is neither auto nor a power of two up to 2^{}", text,
                                most_gain_steps));
    s.look.gain_steps = int(steps);
}

void set_wipe(Settings& s, const std::string& text) {
    const std::vector<double> numbers = parse_numbers("--wipe", text);
    if (numbers.size() > 2 || numbers[0] < 0 || numbers[0] > 1)
        throw Error(
            ExitCode::usage,
            fmt::format("--wipe '{}' is no place from 0 to 1, with or without an angle: write 0.5 or 0.5,90",
                        text));
    s.look.wipe.position = float(numbers[0]);
    s.look.wipe.angle = numbers.size() > 1 ? float(std::remainder(numbers[1], 360)) : 0;
}

}  // namespace

void add_look_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands) {
    Settings* s = &settings;
    LookSettings* look = &settings.look;
    const auto toggle = [](bool& flag) { return [&flag] { flag = !flag; }; };
    const auto on = [](const bool& flag) -> std::function<bool()> { return [&flag] { return flag; }; };
    const auto view = [s](View there) {
        return [=] { s->view = s->view == there ? View::filtered : there; };
    };
    const auto seen = [s](View there) -> std::function<bool()> { return [=] { return s->view == there; }; };
    const auto gain = [s, look](int steps) {
        return [=] {
            s->view = View::difference;
            look->fit_gain = false;
            look->gain_steps = std::clamp(look->gain_steps + steps, 0, most_gain_steps);
        };
    };
    const auto nudge = [look](int dx, int dy) {
        return [=] {
            Pixel& pin = look->pins.back();
            pin = {std::max(pin.x + dx, 0), std::max(pin.y + dy, 0)};
        };
    };
    const std::function<bool()> pinned = [look] { return !look->pins.empty(); };
    constexpr std::string_view gains = "less, more gain of the difference",
                               slots = "keep the filter in slot 1, 2",
                               nudges = "move the last pin by a pixel";

    const std::vector<Action> rows{
        {"wipe",
         group::compare,
         "Wipe between two pictures, and back",
         {'w'},
         view(View::wipe),
         seen(View::wipe)},
        {"wipe-slots",
         group::compare,
         "Wipe or halves: slots 1 and 2, or not",
         {'W'},
         [s, look] {
             const bool compares = s->view == View::wipe || s->view == View::side_by_side;
             look->slots = !compares || !look->slots;
             if (!compares) s->view = View::wipe;
         },
         on(look->slots)},
        {"side-by-side",
         group::compare,
         "Side by side, and back",
         {'S'},
         view(View::side_by_side),
         seen(View::side_by_side)},
        {"swap-sides",
         group::compare,
         "Swap the sides of what is compared",
         {},
         toggle(look->wipe.swapped),
         on(look->wipe.swapped)},
        {"difference",
         group::compare,
         "Difference, and back",
         {'d'},
         view(View::difference),
         seen(View::difference)},
        {"difference-next",
         group::compare,
         "Difference to: original, reference, Gaussian, slot",
         {'D'},
         [s, look] {
             if (s->view == View::difference) look->against = Against((int(look->against) + 1) % comparisons);
             s->view = View::difference;
         }},
        {"gain-down", group::compare, "Less gain of the difference", {'['}, gain(-1), {}, {}, gains},
        {"gain-up", group::compare, "More gain of the difference", {']'}, gain(1), {}, {}, gains},
        {"gain-fit",
         group::compare,
         "Fit the gain to the largest difference",
         {'n'},
         toggle(look->fit_gain),
         on(look->fit_gain)},
        {"store-1",
         group::compare,
         "Keep the filter in slot 1",
         {ctrl('1')},
         [s, look] { look->slot[0] = *s; },
         {},
         {},
         slots},
        {"store-2",
         group::compare,
         "Keep the filter in slot 2",
         {ctrl('2')},
         [s, look] { look->slot[1] = *s; },
         {},
         {},
         slots},
        {"take-1",
         group::compare,
         "Take the filter of slot 1",
         {},
         [s, look] { static_cast<FilterSettings&>(*s) = *look->slot[0]; },
         {},
         [look] { return look->slot[0].has_value(); }},
        {"take-2",
         group::compare,
         "Take the filter of slot 2",
         {},
         [s, look] { static_cast<FilterSettings&>(*s) = *look->slot[1]; },
         {},
         [look] { return look->slot[1].has_value(); }},
        {"clear-slots", group::compare, "Empty both slots", {}, [look] { look->slot = {}; }},

        {"grid", group::picture, "Lines between large pixels", {'g'}, toggle(look->grid), on(look->grid)},
        {"values", group::picture, "Values in large pixels", {}, toggle(look->numbers), on(look->numbers)},
        {"square-pixels",
         group::picture,
         "Square pixels from 2x on, or interpolated",
         {'i'},
         toggle(look->nearest),
         on(look->nearest)},
        {"clipping",
         group::picture,
         "Stripes where the screen clips",
         {'k'},
         toggle(look->clipping),
         on(look->clipping)},
        {"magnifier",
         group::picture,
         "Magnifier beside the pointer",
         {'z'},
         toggle(look->magnifier),
         on(look->magnifier)},
        {"magnifier-zoom",
         group::picture,
         "Magnifier: twice as large, then 4x again",
         {'Z'},
         [look] {
             if (look->magnifier)
                 look->magnifier_zoom = look->magnifier_zoom < most_magnifier_zoom ? 2 * look->magnifier_zoom
                                                                                   : least_magnifier_zoom;
             look->magnifier = true;
         }},
        {"not-finite",
         group::picture,
         "Mark NaN and infinities",
         {},
         toggle(look->not_finite),
         on(look->not_finite)},
        {"pin", group::picture, "Pin the pixel under the pointer", {'p'}, commands.pin},
        {"unpin",
         group::picture,
         "Take the last pin away",
         {'P'},
         [look] { look->pins.pop_back(); },
         {},
         pinned},
        {"unpin-all", group::picture, "Take all pins away", {}, [look] { look->pins.clear(); }, {}, pinned},
        {"pin-left",
         group::picture,
         "Last pin: left",
         {{Key::left, false, true}},
         nudge(-1, 0),
         {},
         pinned,
         nudges},
        {"pin-right",
         group::picture,
         "Last pin: right",
         {{Key::right, false, true}},
         nudge(1, 0),
         {},
         pinned,
         nudges},
        {"pin-up",
         group::picture,
         "Last pin: up",
         {{Key::up, false, true}},
         nudge(0, -1),
         {},
         pinned,
         nudges},
        {"pin-down",
         group::picture,
         "Last pin: down",
         {{Key::down, false, true}},
         nudge(0, 1),
         {},
         pinned,
         nudges},
        {"go-to-pixel", group::picture, "Go to a pixel", {ctrl('G')}, commands.go_to_pixel},
    };
    for (const Action& row : rows)
        if (row.run) actions.push_back(row);
}

void add_look_options(std::vector<ViewOption>& rows) {
    constexpr std::array<std::pair<std::string_view, Against>, comparisons> others{{
        {"original", Against::original},
        {"reference", Against::reference},
        {"gaussian", Against::gaussian},
        {"slot", Against::slot},
    }};
    constexpr std::array<std::pair<std::string_view, bool>, 2> sides{{{"original", false}, {"slots", true}}};
    constexpr std::array<std::pair<std::string_view, int>, 6> magnifications{
        {{"4", 4}, {"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}, {"128", 128}}};
    for (ViewOption row : {
             word_option(
                 "difference", "What --view difference subtracts (default original)", others,
                 [](auto&s) -> auto& { return s.look.against; }),
             ViewOption{
                 "difference-gain", "auto|G", "1, 2, 4, .. 2^24 (default auto: what fits the largest)",
                 set_gain,
                 [](const Settings&s) { return s.look.fit_gain ? "auto" : number_text(s.look.gain()); }},
             ViewOption{"wipe", "P[,DEGREES]",
                        "The line of --view wipe, from 0 to 1, and how far it is turned", set_wipe,
                        [](const Settings&s) {
                            const Wipe& wipe = s.look.wipe;
                            return number_text(wipe.position) +
                                   (wipe.angle == 0 ? "" : "," + number_text(wipe.angle));
                        }},
             word_option(
                 "wipe-sides",
                 "Of a wipe or side by side: original and result, or slots 1 and 2 (default original)", sides,
                 [](auto&s) -> auto& { return s.look.slots; }),
             switch_option(
                 "wipe-swapped", "The sides change places (default off)",
                 [](auto&s) -> auto& { return s.look.wipe.swapped; }),
             slot_option(0),
             slot_option(1),
             ViewOption{"pin", "X,Y[,X,Y..]", "Pixels whose values are listed",
                        [](Settings&s, const std::string&text) { s.look.pins = parse_pixels("--pin", text); },
                        [](const Settings&s) { return pixels_text(s.look.pins); }},
             switch_option(
                 "magnifier", "Beside the pointer (default off)",
                 [](auto&s) -> auto& { return s.look.magnifier; }),
             word_option(
                 "magnifier-zoom", "Window pixels for one of the picture (default 16)", magnifications,
                 [](auto&s) -> auto& { return s.look.magnifier_zoom; }),
             ViewOption{"magnifier-at", "X,Y",
                        "Where it is until the pointer is over the picture (default: the middle)",
                        [](Settings&s, const std::string&text) {
                            const std::vector<Pixel> at = parse_pixels("--magnifier-at", text);
                            if (at.size() > 1)
                                throw Error(ExitCode::usage,
                                            fmt::format("--magnifier-at '{}' is more than one pixel", text));
                            s.look.magnifier_at.reset();
                            if (!at.empty()) s.look.magnifier_at = at[0];
                        },
                        [](const Settings&s) {
                            return s.look.magnifier_at ? pixels_text({*s.look.magnifier_at}) : "";
                        }},
             switch_option(
                 "values", "Printed in the pixels from 40x on (default on)",
                 [](auto&s) -> auto& { return s.look.numbers; }),
             switch_option(
                 "grid", "Lines between large pixels (default on)",
                 [](auto&s) -> auto& { return s.look.grid; }),
             switch_option(
                 "square-pixels", "From 2x on; otherwise interpolated (default on)",
                 [](auto&s) -> auto& { return s.look.nearest; }),
             switch_option(
                 "clipping", "Stripes where the screen clips (default off)",
                 [](auto&s) -> auto& { return s.look.clipping; }),
             switch_option(
                 "not-finite", "NaN and infinities are marked (default on)",
                 [](auto&s) -> auto& { return s.look.not_finite; }),
         })
        rows.push_back(std::move(row));
}

}  // namespace sweep::app
