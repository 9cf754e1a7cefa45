#include "app/views/compare/actions.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/work/request/settings.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

// Parses the coordinates of pixels: "x,y,x,y".
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

void set_gain(Settings& s, const std::string& text) {
    s.compare.fit_gain = text == "auto";
    if (s.compare.fit_gain) return;
    const double gain = parse_number_within("--difference-gain", text, 1, std::exp2(most_gain_steps));
    const double steps = std::round(std::log2(gain));
    if (std::exp2(steps) != gain)
        throw Error(ExitCode::usage,
                    fmt::format("--difference-gain '{}' is neither auto nor a power of two up to 2^{}", text,
                                most_gain_steps));
    s.compare.gain_steps = int(steps);
}

void set_wipe(Settings& s, const std::string& text) {
    const std::vector<double> numbers = parse_numbers("--wipe", text);
    if (numbers.size() > 2 || numbers[0] < 0 || numbers[0] > 1)
        throw Error(
            ExitCode::usage,
            fmt::format("--wipe '{}' is no place from 0 to 1, with or without an angle: write 0.5 or 0.5,90",
                        text));
    s.compare.wipe.position = float(numbers[0]);
    s.compare.wipe.angle = numbers.size() > 1 ? float(std::remainder(numbers[1], 360)) : 0;
}

}  // namespace

void add_compare_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands) {
    Settings* s = &settings;
    CompareSettings* compare = &settings.compare;
    const auto toggle = [](bool& flag) { return [&flag] { flag = !flag; }; };
    const auto on = [](const bool& flag) -> std::function<bool()> { return [&flag] { return flag; }; };
    const auto view = [s](View there) {
        return [=] { s->view = s->view == there ? View::filtered : there; };
    };
    const auto seen = [s](View there) -> std::function<bool()> { return [=] { return s->view == there; }; };
    const auto gain = [s, compare](int steps) {
        return [=] {
            s->view = View::difference;
            compare->fit_gain = false;
            compare->gain_steps = std::clamp(compare->gain_steps + steps, 0, most_gain_steps);
        };
    };
    const auto nudge = [compare](int dx, int dy) {
        return [=] {
            Pixel& pin = compare->pins.back();
            pin = {std::max(pin.x + dx, 0), std::max(pin.y + dy, 0)};
        };
    };
    const std::function<bool()> pinned = [compare] { return !compare->pins.empty(); };
    constexpr std::string_view gains = "less, more gain of the difference",
                               slots = "save the filter in slot 1, 2",
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
         "Wipe or halves: compare the slots, or not",
         {'W'},
         [s, compare] {
             const bool compares = s->view == View::wipe || s->view == View::side_by_side;
             compare->slots = !compares || !compare->slots;
             if (!compares) s->view = View::wipe;
         },
         on(compare->slots)},
        {"side-by-side",
         group::compare,
         "Side by side, and back",
         {'S'},
         view(View::side_by_side),
         seen(View::side_by_side)},
        {"swap-sides",
         group::compare,
         "Swap the two sides",
         {},
         toggle(compare->wipe.swapped),
         on(compare->wipe.swapped)},
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
         [s, compare] {
             if (s->view == View::difference)
                 compare->against = CompareTarget((int(compare->against) + 1) % comparisons);
             s->view = View::difference;
         }},
        {"gain-down", group::compare, "Less gain of the difference", {'['}, gain(-1), {}, {}, gains},
        {"gain-up", group::compare, "More gain of the difference", {']'}, gain(1), {}, {}, gains},
        {"gain-fit",
         group::compare,
         "Auto gain, from the largest difference",
         {'n'},
         toggle(compare->fit_gain),
         on(compare->fit_gain)},
        {"store-1",
         group::compare,
         "Save the filter in slot 1",
         {ctrl('1')},
         [s, compare] { compare->slot[0] = *s; },
         {},
         {},
         slots},
        {"store-2",
         group::compare,
         "Save the filter in slot 2",
         {ctrl('2')},
         [s, compare] { compare->slot[1] = *s; },
         {},
         {},
         slots},
        {"take-1",
         group::compare,
         "Load the filter of slot 1",
         {},
         [s, compare] { static_cast<FilterSettings&>(*s) = *compare->slot[0]; },
         {},
         [compare] { return compare->slot[0].has_value(); }},
        {"take-2",
         group::compare,
         "Load the filter of slot 2",
         {},
         [s, compare] { static_cast<FilterSettings&>(*s) = *compare->slot[1]; },
         {},
         [compare] { return compare->slot[1].has_value(); }},
        {"clear-slots", group::compare, "Clear both slots", {}, [compare] { compare->slot = {}; }},

        {"grid", group::picture, "Pixel grid", {'g'}, toggle(compare->grid), on(compare->grid)},
        {"values",
         group::picture,
         "Values in large pixels",
         {},
         toggle(compare->numbers),
         on(compare->numbers)},
        {"square-pixels",
         group::picture,
         "Square pixels from 2x on, or interpolated",
         {'i'},
         toggle(compare->nearest),
         on(compare->nearest)},
        {"clipping",
         group::picture,
         "Stripes where the screen clips",
         {'k'},
         toggle(compare->clipping),
         on(compare->clipping)},
        {"magnifier",
         group::picture,
         "Magnifier beside the pointer",
         {'z'},
         toggle(compare->magnifier),
         on(compare->magnifier)},
        {"magnifier-zoom",
         group::picture,
         "Magnifier: twice as large, then 4x again",
         {'Z'},
         [compare] {
             if (compare->magnifier)
                 compare->magnifier_zoom = compare->magnifier_zoom < most_magnifier_zoom
                                               ? 2 * compare->magnifier_zoom
                                               : least_magnifier_zoom;
             compare->magnifier = true;
         }},
        {"not-finite",
         group::picture,
         "Mark NaN and infinities",
         {},
         toggle(compare->not_finite),
         on(compare->not_finite)},
        {"pin", group::picture, "Pin the pixel under the pointer", {'p'}, commands.pin},
        {"unpin",
         group::picture,
         "Remove the last pin",
         {'P'},
         [compare] { compare->pins.pop_back(); },
         {},
         pinned},
        {"unpin-all",
         group::picture,
         "Remove all pins",
         {},
         [compare] { compare->pins.clear(); },
         {},
         pinned},
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

void add_compare_options(std::vector<ViewOption>& rows, const std::array<ViewOption, 2>& slots) {
    constexpr std::array<std::pair<std::string_view, CompareTarget>, comparisons> others{{
        {"original", CompareTarget::original},
        {"reference", CompareTarget::reference},
        {"gaussian", CompareTarget::gaussian},
        {"slot", CompareTarget::slot},
    }};
    constexpr std::array<std::pair<std::string_view, bool>, 2> sides{{{"original", false}, {"slots", true}}};
    constexpr std::array<std::pair<std::string_view, int>, 6> magnifications{
        {{"4", 4}, {"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}, {"128", 128}}};
    for (ViewOption row : {
             word_option(
                 "difference", "What --view difference subtracts (default original)", others,
                 [](auto&s) -> auto& { return s.compare.against; }),
             ViewOption{"difference-gain", "auto|G",
                        "1, 2, 4, .. 2^24 (default auto: from the largest difference)", set_gain,
                        [](const Settings&s) {
                            return s.compare.fit_gain ? "auto" : number_text(s.compare.gain());
                        }},
             ViewOption{"wipe", "P[,DEGREES]",
                        "The place of the line of --view wipe, from 0 to 1, and its angle", set_wipe,
                        [](const Settings&s) {
                            const Wipe& wipe = s.compare.wipe;
                            return number_text(wipe.position) +
                                   (wipe.angle == 0 ? "" : "," + number_text(wipe.angle));
                        }},
             word_option(
                 "wipe-sides",
                 "The two sides of wipe and side-by-side: original and result, or slots 1 and 2 (default "
                 "original)",
                 sides, [](auto&s) -> auto& { return s.compare.slots; }),
             switch_option(
                 "wipe-swapped", "Swap the two sides (default off)",
                 [](auto&s) -> auto& { return s.compare.wipe.swapped; }),
             slots[0],
             slots[1],
             integer_option(
                 "edited-slot", "1|2",
                 "Whose filter the controls change while slots are compared (default 2)", 1, 2,
                 [](auto&s) -> auto& { return s.compare.edited_slot; }),
             ViewOption{
                 "pin", "X,Y[,X,Y..]", "Pixels whose values are listed",
                 [](Settings&s, const std::string&text) { s.compare.pins = parse_pixels("--pin", text); },
                 [](const Settings&s) { return pixels_text(s.compare.pins); }},
             switch_option(
                 "magnifier", "Show it beside the pointer (default off)",
                 [](auto&s) -> auto& { return s.compare.magnifier; }),
             word_option(
                 "magnifier-zoom", "Its zoom, in window pixels per picture pixel (default 16)",
                 magnifications, [](auto&s) -> auto& { return s.compare.magnifier_zoom; }),
             ViewOption{"magnifier-at", "X,Y",
                        "Its place until the pointer is over the picture (default: the middle)",
                        [](Settings&s, const std::string&text) {
                            const std::vector<Pixel> at = parse_pixels("--magnifier-at", text);
                            if (at.size() > 1)
                                throw Error(ExitCode::usage,
                                            fmt::format("--magnifier-at '{}' is more than one pixel", text));
                            s.compare.magnifier_at.reset();
                            if (!at.empty()) s.compare.magnifier_at = at[0];
                        },
                        [](const Settings&s) {
                            return s.compare.magnifier_at ? pixels_text({*s.compare.magnifier_at}) : "";
                        }},
             switch_option(
                 "values", "Print values in the pixels from 40x on (default on)",
                 [](auto&s) -> auto& { return s.compare.numbers; }),
             switch_option(
                 "grid", "Pixel grid between large pixels (default on)",
                 [](auto&s) -> auto& { return s.compare.grid; }),
             switch_option(
                 "square-pixels", "Show squares from 2x on; off: interpolated (default on)",
                 [](auto&s) -> auto& { return s.compare.nearest; }),
             switch_option(
                 "clipping", "Stripes where the screen clips (default off)",
                 [](auto&s) -> auto& { return s.compare.clipping; }),
             switch_option(
                 "not-finite", "Mark NaN and infinities (default on)",
                 [](auto&s) -> auto& { return s.compare.not_finite; }),
         })
        rows.push_back(std::move(row));
}

}  // namespace sweep::app
