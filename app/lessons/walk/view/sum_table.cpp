#include "app/lessons/walk/view/sum_table.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/ui/gui.h"
#include "app/ui/plots/formula.h"
#include "app/ui/plots/number_table.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// A number with nine characters, and 0 for what would be printed as a zero with a sign.
std::string sum_text(double value) {
    if (std::abs(value) < 5e-8) return "0";
    if (value == std::round(value) && std::abs(value) < 1e13) return fmt::format("{:.0f}", value);
    return std::abs(value) >= 1000 ? fmt::format("{:.7g}", value) : fmt::format("{:.6f}", value);
}

void draw_terms(const WalkSum& sum) {
    using Look = NumberTable::Look;
    NumberTable table;
    for (const WalkTerm& term : sum.terms) {
        table.row();
        table.cell(term.what, colours::faint, Look::formula);
        const bool plain = term.factor == 1;
        table.cell(
            plain ? "" : fmt::format("{:>10} \xC3\x97 {:>9}", sum_text(term.factor), sum_text(term.value)),
            colours::text, Look::mono);
        table.cell(fmt::format("{:>11}", sum_text(term.product())), colours::text, Look::mono);
    }
    table.row();
    table.cell(sum.terms.empty() ? "value" : "sum", colours::faint);
    table.cell("", colours::faint);
    table.cell(fmt::format("{:>11}", sum_text(sum.terms.empty() ? sum.value : sum.sum())), colours::good,
               Look::mono);
    table.draw();
}

// A factor that heads can multiply by: "1/4".
std::string factor_text(double factor) {
    for (const int below : {2, 4, 8, 16})
        if (const double above = factor * below;
            std::abs(above - std::round(above)) < 1e-9 && std::abs(above) > 0.5 && std::abs(above) < below)
            return fmt::format("{:.0f}/{}", above, below);
    return large_text(factor);
}

}  // namespace

std::string large_text(double value) {
    if (std::abs(value) < 5e-8) return "0";
    if (std::abs(value) < 1e-3) return short_exponent(value);
    if (value == std::round(value) && std::abs(value) < 1e7) return fmt::format("{:.0f}", value);
    return fmt::format("{:.{}f}", value, std::abs(value) < 100 ? 4 : 2);
}

void draw_sum_table(const WalkSum& sum) {
    formula(sum.name, colours::accent);
    wrapped_formula(sum.formula, colours::text);
    draw_terms(sum);
}

void draw_large_sum(const WalkSum& sum, bool hides) {
    const float gap = 0.7f * ImGui::GetFontSize();
    push_face(Face::title);
    ImFont* const font = ImGui::GetFont();
    const float title = ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x;
    wrapped_formula(sum.name, colours::accent);
    wrapped_formula(sum.formula, colours::text);
    ImGui::Dummy({0, 0.4f * title});
    struct Row {
        std::string factors, product;
    };
    std::vector<Row> rows;
    float names = 0, factors = 0, products = 0;
    for (const WalkTerm& term : sum.terms) {
        rows.push_back({term.factor == 1 ? std::string()
                                         : factor_text(term.factor) + " \xC3\x97 " + large_text(term.value),
                        hides && term.factor != 1 ? "?" : large_text(term.product())});
        names = std::max(names, formula(term.what, colours::faint, title, false));
        factors = std::max(factors, text_width(font, title, rows.back().factors));
        products = std::max(products, text_width(font, title, rows.back().product));
    }
    names = std::max(names, formula(rows.empty() ? "value" : "sum", colours::faint, title, false));
    const std::string whole = hides ? "?" : large_text(sum.terms.empty() ? sum.value : sum.sum());
    products = std::max(products, text_width(font, title, whole));
    // Where not all digits fit, all rows are smaller: a number that is cut is another number.
    const float size = title * std::min(1.0f, (room - 2 * gap) / std::max(names + factors + products, 1.0f)),
                part = size / title, high = 1.3f * size;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float factors_end = corner.x + part * (names + factors) + gap,
                end = factors_end + gap + part * products;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto right = [&](float x, float y, const std::string& text, const ImVec4& colour) {
        list.AddText(font, size, {x - text_width(font, size, text), y}, ImGui::GetColorU32(colour),
                     text.c_str());
    };
    float y = corner.y;
    for (std::size_t i = 0; i < rows.size(); ++i, y += high) {
        ImGui::SetCursorScreenPos({corner.x, y});
        formula(sum.terms[i].what, colours::faint, size);
        right(factors_end, y, rows[i].factors, colours::text);
        right(end, y, rows[i].product, colours::text);
    }
    if (!rows.empty()) list.AddLine({corner.x, y}, {end, y}, ImGui::GetColorU32(colours::faint));
    ImGui::SetCursorScreenPos({corner.x, y});
    formula(sum.terms.empty() ? "value" : "sum", colours::faint, size);
    right(end, y, whole, colours::good);
    ImGui::SetCursorScreenPos({corner.x, y + high});
    ImGui::Dummy({1, 1});
    pop_face();
}

namespace {

class Unfolder {
  public:
    Unfolder(const WalkLineage& lineage, int levels, std::size_t most)
        : lineage_(lineage), levels_(levels), most_(most) {}

    void add(const WalkSum& sum) {
        if (sum.copy_of.empty())
            add(sum, 0);
        else if (levels_ > 0)
            add_numbers(sum.copy_of, 1);
    }
    std::vector<SumLine> take() {
        if (lines_.size() >= most_) {
            lines_.resize(most_);
            lines_.push_back({0, "and more", "", ""});
        }
        return std::move(lines_);
    }

  private:
    void add(const WalkSum& sum, int depth) {
        for (const WalkTerm& term : sum.terms) {
            if (lines_.size() >= most_) return;
            const bool is_plain = term.factor == 1;
            put({depth, term.what,
                 is_plain ? std::string() : large_text(term.factor) + " \xC3\x97 " + large_text(term.value),
                 large_text(term.product()),
                 term.of.size() == 1 ? std::optional(lineage_.id_of(term.of.front())) : std::nullopt});
            if (depth < 2 * levels_) add_numbers(term.of, depth + 1);
        }
    }
    // A copy is the number that it is copied from.
    void add_numbers(const std::vector<WalkNumber>& numbers, int depth) {
        constexpr std::size_t most_of_term = 4;
        for (std::size_t i = 0; i < std::min(numbers.size(), most_of_term); ++i) {
            int id = lineage_.id_of(numbers[i]);
            WalkSum sum = lineage_.sum(id);
            while (!sum.copy_of.empty()) sum = lineage_.sum(id = lineage_.id_of(sum.copy_of.front()));
            put({depth, sum.name + (sum.terms.empty() ? ", given" : " ="), "", large_text(sum.value), id});
            add(sum, depth + 1);
        }
        if (numbers.size() > most_of_term)
            put({depth, fmt::format("and {} more", numbers.size() - most_of_term), "", ""});
    }
    void put(SumLine line) { lines_.push_back(std::move(line)); }

    const WalkLineage& lineage_;
    int levels_;
    std::size_t most_;
    std::vector<SumLine> lines_;
};

}  // namespace

std::vector<SumLine> unfolded(const WalkLineage& lineage, const WalkSum& sum, int levels, std::size_t most) {
    Unfolder unfolder(lineage, levels, most);
    unfolder.add(sum);
    return unfolder.take();
}

std::optional<int> draw_sum_tree(const std::vector<SumLine>& lines, float height) {
    std::optional<int> pointed;
    const float em = ImGui::GetFontSize(), indent = 0.75f * em, gap = 0.6f * em;
    push_face(Face::mono);
    ImFont* const mono = ImGui::GetFont();
    pop_face();
    float words = 0, factors = 0, values = 0;
    for (const SumLine& line : lines) {
        words = std::max(words, indent * float(line.depth) + formula(line.what, colours::text, em, false));
        factors = std::max(factors, text_width(mono, em, line.factors));
        values = std::max(values, text_width(mono, em, line.value));
    }
    if (ImGui::BeginChild("unfolded", {0, height})) {
        // Where not all digits fit, all lines are smaller: a number that is cut is another number.
        const float part =
                        std::clamp((ImGui::GetContentRegionAvail().x - 2 * gap) / (words + factors + values),
                                   0.5f, 1.0f),
                    size = part * em, high = 1.3f * size;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const float factors_end = corner.x + part * (words + factors) + gap,
                    end = factors_end + gap + part * values;
        float y = corner.y;
        for (const SumLine& line : lines) {
            const bool is_number = line.depth % 2 == 1;
            const float x = corner.x + part * indent * float(line.depth);
            ImGui::SetCursorScreenPos({corner.x, y});
            ImGui::Dummy({end - corner.x, high});
            if (line.number && ImGui::IsItemHovered()) {
                pointed = line.number;
                list.AddRectFilled({corner.x, y}, {end, y + high}, ImGui::GetColorU32(colours::control));
            }
            for (int i = 1; i <= line.depth; ++i) {
                const float at = corner.x + part * indent * (float(i) - 0.6f);
                list.AddLine({at, y}, {at, y + high}, ImGui::GetColorU32(colours::control));
            }
            ImGui::SetCursorScreenPos({x, y});
            formula(line.what, is_number ? colours::accent : colours::faint, size);
            const auto right = [&](float at, const std::string& text, const ImVec4& colour) {
                list.AddText(mono, size, {at - text_width(mono, size, text), y}, ImGui::GetColorU32(colour),
                             text.c_str());
            };
            right(factors_end, line.factors, colours::text);
            right(end, line.value, is_number ? colours::good : colours::text);
            y += high;
        }
    }
    ImGui::EndChild();
    return pointed;
}

}  // namespace sweep::app
