// The panels of the lesson on tables: the box as an equation with its numbers, and the kinds of numbers with what each
// loses.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/lessons/table/view.h"
#include "app/lessons/table/words.h"
#include "app/ui/gui.h"
#include "app/ui/plots/formula.h"
#include "app/ui/plots/number_table.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr double two_to_32 = 4294967296.0;

// A number with seven digits, and 0 for what is none.
std::string number_of(double value) {
    return value == 0 ? "0" : fmt::format("{:.7g}", value);
}

std::string small_number(double value) {
    return value == 0 ? "0" : fmt::format("{:.1e}", value);
}

const char* minus_or_plus(int k) {
    return corner_signs[std::size_t(k)] > 0 ? "+" : "-";
}

}  // namespace

const char* precision_name(Precision precision) {
    switch (precision) {
        case Precision::f32:
            return "float";
        case Precision::f32_less_mean:
            return "float, mean-subtracted";
        case Precision::fixed_point:
            return "fixed point, 16.16";
        case Precision::uint32:
            return "bytes in uint32";
        default:
            return "double";
    }
}

std::string entry_text(const BoxTable& table, double value) {
    if (value == 0) return "0";
    return table.sums.sample() == Sample::u32 ? fmt::format("{:.0f}", value) : fmt::format("{:#.9g}", value);
}

std::string error_text(double steps) {
    return steps == 0 ? "exact" : fmt::format("{:.2g} steps", steps);
}

void TableView::box_panel() const {
    const BoxSums& s = *sums_;
    const float em = ImGui::GetFontSize();
    push_face(Face::title);
    ImGui::TextUnformatted("Four corners");
    const float tall = ImGui::GetTextLineHeight();
    pop_face();
    ImGui::SameLine(0, 0.9f * em);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5f * (tall - ImGui::GetTextLineHeight()));
    ImGui::TextColored(colours::faint, "Crow 1984, [N11]");
    ImGui::TextColored(
        colours::accent, "%s",
        fmt::format("a table in {}, by the CPU engine", precision_name(table_->precision)).c_str());
    large_formula("s = A - B - C + D");
    corner_rows();
    ImGui::TextColored(colours::faint, "%s",
                       fmt::format("n = {} x {} = {} pixels", s.box.width, s.box.height,
                                   std::int64_t(s.box.width) * s.box.height)
                           .c_str());
    ImGui::Dummy({0, 0.3f * em});
    NumberTable results;
    results.row();
    for (const char* title : {"", "the table", "all pixels", "error"}) results.cell(title, colours::faint);
    const auto row = [&](const char* name, double found, double truth) {
        results.row();
        results.cell(name, colours::text);
        results.cell(number_of(found), colours::good, NumberTable::Look::mono);
        results.cell(number_of(truth), colours::text, NumberTable::Look::mono);
        results.cell(small_number(found - truth), colours::accent, NumberTable::Look::mono);
    };
    row("sum s", s.sum, s.true_sum);
    row("mean m", s.mean, s.true_mean);
    row("variance", s.variance, s.true_variance);
    results.draw();
    if (table_->sums.sample() == Sample::u32) integer_lines();
    ImGui::Dummy({0, 0.3f * em});
    faint_line(
        "m = s / n. The variance is q / n - m m, with q the same box of a second table, of x x. All pixels "
        "are added in double. Point at a corner for all that its entry is the sum of.");
}

// The corners under each other, and their sum; of a table of integers also what they would be without a limit.
void TableView::corner_rows() const {
    const BoxSums& s = *sums_;
    const bool integers = table_->sums.sample() == Sample::u32;
    NumberTable table;
    const auto cell = [&](const ImVec4& colour, std::string text) {
        table.cell(std::move(text), colour, NumberTable::Look::mono);
    };
    const auto row = [&](const std::string& name, const std::string& what, const std::string& number,
                         const ImVec4& colour) {
        table.row();
        cell(colour, name);
        cell(colours::faint, what);
        cell(colour, fmt::format("{:>12}", number));
    };
    const auto unlimited = [&](std::uint64_t whole) {
        cell(whole >> 32 ? colours::accent : colours::faint, fmt::format("{:>13}", whole));
    };
    if (integers) {
        row("", "", "modulo 2^32", colours::faint);
        cell(colours::faint, "without limit");
    }
    for (int k = 0; k < 4; ++k) {
        const auto [x, y] = s.corners[std::size_t(k)];
        row(fmt::format("{} {}", minus_or_plus(k), corner_letters[std::size_t(k)]),
            x < 0 || y < 0 ? "outside" : fmt::format("V({}, {})", x, y),
            entry_text(*table_, s.entries[std::size_t(k)]),
            corner_signs[std::size_t(k)] > 0 ? colours::good : colours::accent);
        if (integers) unlimited(s.whole_entries[std::size_t(k)]);
    }
    if (integers) {
        row("=", table_->scale == 1 ? "s" : "", fmt::format("{}", s.difference), colours::text);
        unlimited(s.whole);
    }
    if (table_->mean[0] != 0)
        row("+", fmt::format("n x {:.6g}", table_->mean[0]),
            number_of(table_->mean[0] * double(s.box.width) * double(s.box.height)), colours::good);
    if (!integers) row("=", "s", number_of(s.sum), colours::text);
    if (table_->scale != 1)
        row("=", fmt::format("s, / {:.0f}", table_->scale), number_of(s.sum), colours::text);
    table.draw();
}

// Where the integers have wrapped around, and why the box does not care.
void TableView::integer_lines() const {
    const BoxSums& s = *sums_;
    ImGui::Dummy({0, 0.3f * ImGui::GetFontSize()});
    const auto turns = [](std::uint64_t whole) { return whole >> 32; };
    ImGui::PushTextWrapPos(0);
    if (turns(s.whole) > 0) {
        ImGui::TextUnformatted(
            "The box itself has 2^32 or more: no table of 32 bits can hold its sum. Draw a smaller one.");
    } else if (turns(s.whole_entries[0]) > 0) {
        ImGui::TextUnformatted(fmt::format("Corners have wrapped around: A = {} - {} x 2^32. The box is "
                                           "right all the same: what is lost are "
                                           "multiples of 2^32, and s is below that.",
                                           s.whole_entries[0], turns(s.whole_entries[0]))
                                   .c_str());
    } else if (picture_.bytes) {
        ImGui::TextUnformatted(
            "No corner has reached 2^32 = 4294967296: bytes do so only after 16.8 million white "
            "pixels. Fixed point gets there far sooner.");
    } else {
        ImGui::TextUnformatted(
            "No corner has reached 2^32 = 4294967296. Draw a box further down and right, or take a "
            "larger or brighter picture.");
    }
    const double pixels = double(s.box.width) * double(s.box.height),
                 squares = pixels * (s.true_variance + s.true_mean * s.true_mean);
    if (table_->scale > 1 && squares * table_->scale >= two_to_32)
        ImGui::TextColored(
            colours::accent, "%s",
            fmt::format("The squares of this box add up to {:.6g}, and 16.16 holds sums below 65536: its "
                        "variance is wrong.",
                        squares)
                .c_str());
    ImGui::PopTextWrapPos();
}

void TableView::error_panel() const {
    const float em = ImGui::GetFontSize();
    push_face(Face::title);
    ImGui::TextUnformatted("Where a table loses");
    pop_face();
    ImGui::TextColored(colours::accent, "%s",
                       fmt::format("a table in {}", precision_name(table_->precision)).c_str());
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        fmt::format("The mean over a box of {} x {} pixels, at each place of the picture, against a "
                    "table in double.",
                    sums_->box.width, sums_->box.height)
            .c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, 0.4f * em});
    if (!map_) {
        ImGui::TextDisabled(drags_ ? "let go to measure" : "measuring ..");
        return;
    }
    // The scale of the map.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, high = 0.8f * em;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    constexpr std::array<ImU32, 5> colours_of_map{IM_COL32(0, 0, 0, 255), IM_COL32(142, 0, 0, 255),
                                                  IM_COL32(255, 93, 0, 255), IM_COL32(255, 209, 43, 255),
                                                  IM_COL32(255, 255, 255, 255)};
    for (std::size_t k = 0; k < 4; ++k)
        list.AddRectFilledMultiColor({at.x + 0.25f * float(k) * room, at.y},
                                     {at.x + 0.25f * float(k + 1) * room, at.y + high}, colours_of_map[k],
                                     colours_of_map[k + 1], colours_of_map[k + 1], colours_of_map[k]);
    outline(list, at, {at.x + room, at.y + high}, ImGui::GetColorU32(colours::faint), 0, 1);
    ImGui::Dummy({room, high});
    ImGui::TextColored(colours::faint, "0");
    const std::string largest = error_text(map_->largest);
    ImGui::SameLine(room - ImGui::CalcTextSize(largest.c_str()).x + ImGui::GetStyle().WindowPadding.x);
    ImGui::TextColored(colours::good, "%s", largest.c_str());
    ImGui::Dummy({0, 0.2f * em});
    ImGui::PushTextWrapPos(0);
    faint_line("A step is 1/255, what an 8-bit screen can show.");
    ImGui::Dummy({0, 0.3f * em});
    const char* const why = [&] {
        switch (table_->precision) {
            case Precision::f32:
                return "The entries grow down and right, and a float keeps 24 bits of each: the small "
                       "difference of four large numbers has the rounding of the large ones. The smaller the "
                       "box, the worse its mean.";
            case Precision::f32_less_mean:
                return "Less the picture's mean, the samples are of both signs and their sums stay small: "
                       "the same float has digits left. The mean is put back at the end, n times.";
            case Precision::fixed_point:
                return "Each sample is rounded once, to 1/65536; from there on integers add without any "
                       "error, and wrapping around does no harm.";
            case Precision::uint32:
                return "Bytes are integers: nothing is rounded, whatever the size. What overflows wraps "
                       "around, and wraps back in the difference.";
            default:
                return "A double keeps 53 bits: its rounding is far below what can be seen, at twice the "
                       "memory.";
        }
    }();
    ImGui::TextUnformatted(why);
    ImGui::PopTextWrapPos();
}

// What the mouse does, where nothing plays.
void TableView::mouse_line(const Area& area) const {
    begin_panel("table mouse", area, ImGuiWindowFlags_NoScrollbar);
    ImGui::AlignTextToFramePadding();
    faint_line(
        "Drag over the picture to draw a box: from any corner to the opposite one, and beyond the picture if "
        "you like. The wheel zooms, the middle button moves the picture.");
    ImGui::End();
}

// A row for each kind of numbers, with its largest error on a logarithmic scale. A click chooses the kind.
void TableView::precisions(const Area& area, TeachSettings& teach) const {
    begin_panel("table precisions", area, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float row =
        std::max((ImGui::GetContentRegionAvail().y - 2.6f * em) / float(table_precisions.size()), 0.9f * em);
    const float left = corner.x + 11.5f * em, wide = std::max(room - 19.5f * em, 2 * em);
    constexpr double least = -12, most = 2;  // powers of ten
    const auto x_of = [&](double steps) {
        const double part = (std::log10(std::max(steps, 1e-30)) - least) / (most - least);
        return left + wide * float(std::clamp(part, 0.0, 1.0));
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(
        corner, ImGui::GetColorU32(colours::accent),
        cut("The largest error of such a box's mean anywhere, in steps of a screen of 8 bits (1/255)", room)
            .c_str());
    const float top = corner.y + 1.4f * em;
    for (std::size_t k = 0; k < table_precisions.size(); ++k) {
        const Precision precision = table_precisions[k];
        const float y = top + float(k) * row, text_y = y + 0.5f * (row - 1.05f * em);
        ImGui::SetCursorScreenPos({corner.x, y});
        ImGui::PushID(int(k));
        if (ImGui::InvisibleButton("kind", {room, row})) teach.table.precision = precision;
        const bool hovered = ImGui::IsItemHovered(), chosen = table_->precision == precision;
        hint(fmt::format("Makes the table in {}.", precision_name(precision)).c_str());
        ImGui::PopID();
        if (chosen || hovered)
            list.AddRectFilled({corner.x, y}, {corner.x + room, y + row - 1},
                               ImGui::GetColorU32(chosen ? colours::control : colours::hovered), 0.2f * em);
        list.AddText({corner.x + 0.4f * em, text_y},
                     ImGui::GetColorU32(chosen ? colours::accent : colours::text), precision_name(precision));
        const auto& error = largest_[k];
        if (error && *error > 0)
            list.AddRectFilled({left, y + 0.2f * row}, {std::max(x_of(*error), left + 2), y + 0.8f * row},
                               ImGui::GetColorU32(*error >= 0.5 ? colours::accent : colours::good),
                               0.15f * em);
        list.AddText({left + wide + 0.6f * em, text_y}, ImGui::GetColorU32(colours::text),
                     error ? error_text(*error).c_str() : "..");
    }
    const float bottom = top + row * float(table_precisions.size());
    const auto tick = [&](double steps, const char* words, ImU32 colour) {
        const float x = x_of(steps), half = 0.5f * ImGui::CalcTextSize(words).x;
        list.AddLine({x, top}, {x, bottom}, colour);
        list.AddText({x - half, bottom + 0.1f * em}, ImGui::GetColorU32(colours::faint), words);
    };
    for (const auto& [steps, words] :
         {std::pair{1e-12, "1e-12"}, {1e-9, "1e-9"}, {1e-6, "1e-6"}, {1e-3, "1e-3"}})
        tick(steps, words, colours::line(30));
    // From half a step on an 8-bit screen shows the error.
    tick(0.5, "0.5: visible", colours::line(120));
    ImGui::End();
}

}  // namespace sweep::app
