// The texts and controls of comparing.
#include "app/views/compare/panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/views/compare/text.h"
#include "app/views/compare/view.h"
#include "app/work/options/describe.h"

namespace sweep::app {
namespace {

constexpr std::string_view truth_names[] = {"original", "reference in double", "true Gaussian", "slot 1"};

// The values of a pixel: one number where the file has one channel, otherwise three.
std::string all_of(const std::array<double, 4>& values, const ValueKind& kind) {
    std::string text = steady_number(values[0], kind);
    if (kind.unit.one_channel && are_alike(values)) return text;
    return text + " " + steady_number(values[1], kind) + " " + steady_number(values[2], kind);
}

// The difference of a pin beside its values: in their unit, also where that has uneven steps.
struct PixelDifference {
    std::array<double, 4> values;
    ValueKind kind;
};
PixelDifference pin_difference(const PixelValues& pin, const ShownImages& shown) {
    const ValueUnit& unit = shown.before.unit;
    PixelDifference difference{pin.difference, shown.difference_kind()};
    if (unit.is_even()) return difference;
    for (std::size_t c = 0; c < 4; ++c)
        difference.values[c] = (unit.of(pin.after[c]) - unit.of(pin.before[c])) / unit.counts;
    difference.kind.unit.decoded = {};
    return difference;
}

// The bytes that the screen shows of light; a table has none.
std::string bytes(const std::array<double, 4>& values, bool encoded) {
    const std::array<int, 3> b{screen_byte(values[0], encoded), screen_byte(values[1], encoded),
                               screen_byte(values[2], encoded)};
    if (std::max({b[0], b[1], b[2]}) > 255) return "above white";
    return fmt::format("sRGB {:>3} {:>3} {:>3}", b[0], b[1], b[2]);
}

}  // namespace

std::string CompareView::status_of(const ShownImages& shown, const CompareSettings& settings,
                                   const Viewer& viewer) const {
    if (!hovered_) return "";
    std::string text = fmt::format("({}, {})", hovered_->x, hovered_->y);
    text.resize(std::max<std::size_t>(text.size(), 12), ' ');
    if (!hovered_values_ || !hovered_values_->known || hovered_values_->at != *hovered_) return text;
    const PixelValues& pixel = *hovered_values_;
    if (shown_difference_)
        return text + " difference " + all_of(pixel.difference, shown.difference_kind()) + "   result " +
               all_of(pixel.after, shown.after.kind());
    if (shown.view == View::side_by_side && shown.after.texture) {
        const std::string before = all_of(pixel.before, shown.before.kind()),
                          after = all_of(pixel.after, shown.after.kind());
        const bool swapped = settings.wipe.swapped;
        return text + " " + (swapped ? after : before) + "  | " + (swapped ? before : after);
    }
    const Point corner = viewer.origin();
    const Pane pane{viewer, Shows::as_viewed, after_side(settings.wipe, box_)};
    const bool before = shows_before(shown, pane, corner.x + (float(pixel.at.x) + 0.5f) * viewer.zoom(),
                                     corner.y + (float(pixel.at.y) + 0.5f) * viewer.zoom());
    const ShownImage& image = before ? shown.before : shown.after;
    const std::array<double, 4>& values = before ? pixel.before : pixel.after;
    const ValueUnit& unit = image.unit;
    text += " " + unit.name() + " " + all_of(values, image.kind());
    if (image.content != Content::light) return text;
    // Of counts that stand for light, the light itself is worth knowing; other counts and data are no light.
    if (unit.is_whole())
        return unit.is_even()
                   ? text
                   : text + "   linear " + all_of(values, {image.content, unit.of_differences(), false});
    return unit.is_data ? text : text + "   " + bytes(values, shown.encoded);
}

// `brief`: writes three digits and no names, for a narrow half.
std::string CompareView::magnifier_text(const ShownImages& shown, const Pane& pane, bool brief) const {
    std::string text =
        fmt::format("{}x  ({}, {})", plain_number(double(pane.viewer.zoom())), magnified_->x, magnified_->y);
    if (!hovered_values_ || !hovered_values_->known || hovered_values_->at != *magnified_) return text;
    const PixelValues& pixel = *hovered_values_;
    const auto row = [&](std::string_view name, const std::array<double, 4>& values, const ValueKind& kind) {
        if (!brief || (kind.unit.one_channel && are_alike(values)))
            text += fmt::format("\n{:<7}{}", name, all_of(values, kind));
        else
            text += fmt::format("\n{} {} {}", short_number(values[0], kind), short_number(values[1], kind),
                                short_number(values[2], kind));
    };
    const bool after = shown.after.texture && pane.shows != Shows::before;
    if (!shown_difference_ && (!after || pane.shows != Shows::after))
        row("before", pixel.before, shown.before.kind());
    if (after) row("after", pixel.after, shown.after.kind());
    if (shown_difference_) row("differ", pixel.difference, shown.difference_kind());
    return text;
}

std::string CompareView::caption_of(const ShownImages& shown, const CompareSettings& settings) const {
    if (!shown.after.texture) return "";
    if (shown.view == View::side_by_side || shown.view == View::wipe) {
        // Each half shows its full name, so these are short.
        const std::string before = settings.slots ? "slot 1" : "original",
                          after = settings.slots ? "slot 2" : "result";
        return settings.wipe.swapped ? after + " | " + before : before + " | " + after;
    }
    if (shown.view != View::difference) return "";
    const std::string_view other = truth_names[std::size_t(settings.against)];
    std::string text = settings.against == CompareTarget::slot
                           ? shown.after.name + " minus " + shown.before.name
                           : fmt::format("result minus {}", other);
    if (!note_.empty()) return text + "\n" + note_;
    if (!statistics_) return text + (computing_ ? "\ncomputing the truth in double .." : "\n..");
    const Statistics& s = *statistics_;
    if (s.largest == 0 && s.not_finite == 0) {
        text += "\nno difference   PSNR infinite";
    } else {
        const ValueKind kind = shown.difference_kind();
        text += fmt::format("\nlargest {:.4g}{} at ({}, {})   RMS {:.4g}   PSNR {:.1f} dB (peak {})",
                            kind.of(s.largest), kind.unit.of_differences().is_whole() ? " counts" : "",
                            s.at.x, s.at.y, kind.of(s.root_mean_square), s.psnr(), kind.of(1));
        if (s.not_finite) text += fmt::format("   {} samples not finite", s.not_finite);
    }
    text += fmt::format("\ngain x{:.0f}{}", double(settings.gain()), settings.fit_gain ? " (auto)" : "");
    const Region& part = statistics_region_;
    const Texture& picture = *shown.before.texture;
    if (part != whole(picture)) text += fmt::format("   central {} x {} only", part.width, part.height);
    if (computing_) text += "   computing the new one ..";
    return text;
}

CompareReport CompareView::report(const ShownImages& shown, const CompareSettings& settings,
                                  const Viewer& viewer) const {
    return {caption_of(shown, settings), status_of(shown, settings, viewer), note_, computing_, pins_};
}

// The list of pins, with `before`, `after` and difference of each, in the lower right corner above the scale
// of colours.
void CompareView::pin_list(const ShownImages& shown, const Area& captions, CompareSettings& settings) {
    if (pins_.empty()) return;
    const float em = ImGui::GetFontSize();
    push_face(Face::mono);
    const bool colours_fit = float(captions.width) > 92 * ImGui::CalcTextSize("0").x + 4 * em;
    ImGui::SetNextWindowPos(
        {float(captions.x + captions.width) - 0.8f * em, float(captions.y + captions.height) - 4.8f * em},
        ImGuiCond_Always, {1, 1});
    ImGui::SetNextWindowSizeConstraints({0, 0},
                                        {float(captions.width) - 1.6f * em, 0.5f * float(captions.height)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.4f * em);
    ImGui::Begin("pins", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    std::optional<std::size_t> unpinned;
    if (ImGui::BeginTable("pins", 6, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg)) {
        const bool slots = shown.other_problem != nullptr;
        for (const char* title :
             {"", "pixel", slots ? "slot 1" : "before", slots ? "slot 2" : "after", "difference", ""}) {
            ImGui::TableNextColumn();
            ImGui::TextColored(colours::faint, "%s", title);
        }
        for (std::size_t i = 0; i < pins_.size(); ++i) {
            const PixelValues& pin = pins_[i];
            ImGui::PushID(int(i));
            ImGui::TableNextColumn();
            ImGui::TextColored(colours::accent, "%zu", i + 1);
            ImGui::TableNextColumn();
            ImGui::Text("%d,%d", pin.at.x, pin.at.y);
            // If there is no room for three channels, the one that differs most is shown.
            PixelDifference difference = pin_difference(pin, shown);
            std::size_t channel = 0;
            for (std::size_t c = 1; c < 3; ++c)
                if (std::abs(difference.values[c]) > std::abs(difference.values[channel])) channel = c;
            for (const auto& [values, kind] : {std::pair{&pin.before, shown.before.kind()},
                                               {&pin.after, shown.after.kind()},
                                               {&difference.values, difference.kind}}) {
                ImGui::TableNextColumn();
                const std::string text = !pin.known                                ? ".."
                                         : !pin.has_after && values != &pin.before ? "no filter"
                                         : colours_fit                             ? all_of(*values, kind)
                                                       : steady_number((*values)[channel], kind);
                ImGui::TextUnformatted(text.c_str());
            }
            ImGui::TableNextColumn();
            if (ImGui::SmallButton("x")) unpinned = i;
            ImGui::PopID();
        }
        ImGui::EndTable();
    }
    ImGui::End();
    ImGui::PopStyleVar();
    pop_face();
    if (unpinned && *unpinned < settings.pins.size())
        settings.pins.erase(settings.pins.begin() + std::ptrdiff_t(*unpinned));
}

// The field for a pixel to go to, which Ctrl+G opens.
void CompareView::where_window(const Area& area, Viewer& viewer, CompareSettings& settings) {
    constexpr const char* name = "go to";
    if (asks_where_) ImGui::OpenPopup(name);
    ImGui::SetNextWindowPos(
        {float(area.x) + 0.5f * float(area.width), float(area.y) + 0.4f * float(area.height)},
        ImGuiCond_Always, {0.5f, 0.5f});
    if (!ImGui::BeginPopup(name)) return;
    ImGui::TextUnformatted("Go to the pixel x, y");
    if (asks_where_) {
        where_.fill(0);
        ImGui::SetKeyboardFocusHere();
    }
    asks_where_ = false;
    ImGui::SetNextItemWidth(12 * ImGui::GetFontSize());
    if (ImGui::InputText("##where", where_.data(), where_.size(), ImGuiInputTextFlags_EnterReturnsTrue)) {
        int x = 0, y = 0;
        if (std::sscanf(where_.data(), "%d%*[ ,;]%d", &x, &y) == 2) {
            viewer.show(std::max(viewer.zoom(), smallest_zoom_for_numbers()),
                        Point{float(x) + 0.5f, float(y) + 0.5f});
            settings.pins.push_back({x, y});
            ImGui::CloseCurrentPopup();
        }
    }
    ImGui::TextDisabled("Enter goes there and pins it.");
    ImGui::EndPopup();
}

void wipe_section(Settings& settings) {
    CompareSettings& compare = settings.compare;
    const bool wipes = settings.view == View::wipe;
    heading(wipes ? "WIPE" : "SIDE BY SIDE");
    constexpr std::array<const char*, 2> sides{"original | result", "slot 1 | slot 2"};
    if (const int clicked = choice("sides", sides, compare.slots ? 1 : 0); clicked >= 0)
        compare.slots = clicked == 1;
    tip("wipe-slots", "What the two sides show. An empty slot means the current filter.");
    if (!settings.more) return;
    if (wipes) {
        float position = 100 * compare.wipe.position;
        if (slider("line", position, 0, 100, "%.0f %%")) compare.wipe.position = position / 100;
        hint("Place of the line. It can be dragged in the picture.");
        slider("angle", compare.wipe.angle, -180, 180, "%.0f deg");
        hint("Ctrl+drag turns the line in the picture.");
    }
    ImGui::Checkbox("swap the sides", &compare.wipe.swapped);
    tip("swap-sides", wipes ? "Also Shift+click on the line." : "Zoom and pan are those of both halves.");
}

void slots_section(Settings& settings) {
    CompareSettings& compare = settings.compare;
    for (std::size_t i = 0; i < compare.slot.size(); ++i) {
        ImGui::PushID(int(i));
        if (i > 0) join_next();
        line_name(i == 0 ? "slot 1" : "slot 2");
        if (ImGui::Button("save")) compare.slot[i] = settings;
        tip(i == 0 ? "store-1" : "store-2");
        ImGui::SameLine();
        if (compare.slot[i]) {
            if (ImGui::Button("load")) static_cast<FilterSettings&>(settings) = *compare.slot[i];
            tip(i == 0 ? "take-1" : "take-2");
            ImGui::SameLine();
            if (ImGui::Button("x")) {
                compare.slot[i].reset();
                ImGui::PopID();
                continue;
            }
            hint("Clears the slot.");
            ImGui::SameLine();
        }
        // There is little room, so what differs is said alone, and the whole of it under the pointer.
        const std::optional<FilterSettings>&mine = compare.slot[i], &other = compare.slot[1 - i];
        std::string what = "empty";
        if (mine) what = beside_text(*mine, other ? *other : settings);
        if (what.empty()) what = other ? "the same" : "as it is now";
        ImGui::TextDisabled("%s", cut(what, ImGui::GetContentRegionAvail().x).c_str());
        if (mine)
            hint((info(mine->filter.kind).follows_picture ? smoothing_text(*mine) : filter_text(mine->filter))
                     .c_str());
        ImGui::PopID();
    }
}

void difference_section(Settings& settings, const CompareReport& report) {
    CompareSettings& compare = settings.compare;
    heading("DIFFERENCE");
    constexpr std::array<const char*, comparisons> others{"original", "reference", "Gaussian", "slot"};
    if (const int clicked = choice("against", others, int(compare.against)); clicked >= 0)
        compare.against = CompareTarget(clicked);
    tip("difference-next",
        "The result minus one of these: the original; the same filter in double; the true Gaussian by direct "
        "convolution; the filter of slot 1.");
    float gain = float(compare.gain());
    if (slider("gain", gain, 1, std::exp2(float(most_gain_steps)), "x%.0f", true)) {
        compare.gain_steps =
            std::clamp(int(std::lround(std::log2(std::max(gain, 1.0f)))), 0, most_gain_steps);
        compare.fit_gain = false;
    }
    tip({"gain-up", "gain-down"}, "The difference is shown times the gain. Also Alt+wheel.");
    if (settings.more || compare.against != CompareTarget::slot) {
        join_next();
        ImGui::Checkbox("auto gain", &compare.fit_gain);
        tip("gain-fit");
    }
    if (report.computing) {
        ImGui::SameLine();
        ImGui::TextColored(colours::accent, "computing ..");
    }
}

void pixels_section(Settings& settings) {
    CompareSettings& compare = settings.compare;
    if (!ImGui::BeginTable("marks", 2, ImGuiTableFlags_SizingStretchSame)) return;
    const auto line = [](const char* name, bool& flag, std::string_view action, const char* what) {
        ImGui::TableNextColumn();
        ImGui::Checkbox(name, &flag);
        tip(action, what);
    };
    line("values", compare.numbers, "values", "Printed in pixels that are large enough: zoom in.");
    line("grid", compare.grid, "grid", "");
    line("square pixels", compare.nearest, "square-pixels", "From 2x on; otherwise they are interpolated.");
    line("clipping", compare.clipping, "clipping",
         "Stripes where the screen is too dark (blue) or too bright (orange).");
    line("magnifier", compare.magnifier, "magnifier",
         "It stays when the pointer leaves the picture. Shift+wheel zooms it.");
    ImGui::EndTable();
    if (!compare.magnifier) return;
    constexpr std::array<const char*, 6> zooms{"4x", "8x", "16x", "32x", "64x", "128x"};
    int chosen = 0;
    while (least_magnifier_zoom << chosen < compare.magnifier_zoom) ++chosen;
    if (const int clicked = choice("magnifier zoom", zooms, chosen); clicked >= 0)
        compare.magnifier_zoom = least_magnifier_zoom << clicked;
    tip("magnifier-zoom", "Window pixels per picture pixel. From 64x on values are printed in them.");
}

}  // namespace sweep::app
