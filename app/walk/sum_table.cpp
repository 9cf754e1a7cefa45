#include "app/walk/sum_table.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "app/ui/formula.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// A number with nine characters, and 0 for what would be printed as a zero with a sign.
std::string sum_text(double value) {
    if (std::abs(value) < 5e-8) return "0";
    if (value == std::round(value) && std::abs(value) < 1e13) return fmt::format("{:.0f}", value);
    return std::abs(value) >= 1000 ? fmt::format("{:.7g}", value) : fmt::format("{:.6f}", value);
}

constexpr int letters_of_product = 22, letters_of_sum = 11;

void draw_terms(const WalkSum& sum) {
    if (!ImGui::BeginTable("sum", 3, ImGuiTableFlags_SizingFixedFit)) return;
    const auto cell = [](const std::string& text, const ImVec4& colour) {
        ImGui::TableNextColumn();
        push_face(Face::mono);
        ImGui::TextColored(colour, "%s", text.c_str());
        pop_face();
    };
    for (const WalkTerm& term : sum.terms) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        formula(term.what, colours::faint);
        const bool plain = term.factor == 1;
        cell(plain ? "" : fmt::format("{:>10} \xC3\x97 {:>9}", sum_text(term.factor), sum_text(term.value)),
             colours::text);
        cell(fmt::format("{:>11}", sum_text(term.product())), colours::text);
    }
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(colours::faint, sum.terms.empty() ? "value" : "sum");
    ImGui::TableNextColumn();
    cell(fmt::format("{:>11}", sum_text(sum.terms.empty() ? sum.value : sum.sum())), colours::good);
    ImGui::EndTable();
}

}  // namespace

void draw_sum_table(const WalkSum& sum) {
    formula(sum.name, colours::accent);
    if (!sum.formula.empty()) {
        const float em = ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x;
        const float width = formula(sum.formula, colours::text, em, false);
        formula(sum.formula, colours::text, std::min(em, em * room / std::max(width, 1.0f)));
    }
    // Where not all digits fit, all of the table is smaller: a number that is cut is another number.
    push_face(Face::mono);
    const float letter = ImGui::CalcTextSize("0").x;
    pop_face();
    float needed = 0;
    for (const WalkTerm& term : sum.terms)
        needed = std::max(needed, formula(term.what, colours::faint, ImGui::GetFontSize(), false));
    needed += letter * float(letters_of_product + letters_of_sum) + 4 * ImGui::GetStyle().CellPadding.x;
    ImGui::SetWindowFontScale(std::clamp(ImGui::GetContentRegionAvail().x / needed, 0.6f, 1.0f));
    draw_terms(sum);
    ImGui::SetWindowFontScale(1);
}

}  // namespace sweep::app
