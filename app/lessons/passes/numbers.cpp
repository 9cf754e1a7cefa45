// The panel of the numbers at the front: the last samples of the line with the state marked, and the equation
// of the newest sample.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/passes/passes.h"
#include "app/lessons/passes/words.h"
#include "app/lessons/walk/view/sum_table.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/plots/formula.h"
#include "app/ui/plots/number_table.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// The value, with 0 for what would be printed as a zero with a sign.
double unsigned_zero(double value) {
    return std::abs(value) < 5e-7 ? 0 : value;
}

// "i-2" or "i+2": past samples of an anticausal pass have larger indices.
std::string index_text(int back, bool forward) {
    return back == 0 ? "i" : fmt::format("i{}{}", (back > 0) == forward ? '-' : '+', std::abs(back));
}

// About six characters for any magnitude.
std::string short_number(double value) {
    const double size = std::abs(value);
    if (size != 0 && size < 0.001) return fmt::format("{:.0e}", value);
    return size < 10 ? fmt::format("{:.4f}", value) : fmt::format("{:.4g}", value);
}

ImU32 swatch(double value, bool marks_beyond) {
    if (value < 0) {
        const int depth = int(60 + 195 * std::min(std::sqrt(-value), 1.0));
        return IM_COL32(depth / 6, depth * 2 / 5, depth, 255);
    }
    const int level = int(std::lround(255 * linear_to_srgb(std::min(value, 1.0))));
    return value > 1.02 && marks_beyond ? IM_COL32(255, 176, 60, 255) : IM_COL32(level, level, level, 255);
}

std::string equals(double value) {
    return fmt::format("= {:10.6f}", unsigned_zero(value));
}

// The terms of the equation below each other, their sum, and what the engine has.
void draw_terms(const Equation& equation, const LineTrace& trace, char in, char out, double engine) {
    using Look = NumberTable::Look;
    NumberTable table;
    for (const EquationTerm& term : equation.terms) {
        table.row();
        const std::string name = term.symbol == 'y'    ? fmt::format("-d_{{{}}}", term.back)
                                 : trace.b.size() == 1 ? "g"
                                                       : fmt::format("b_{{{}}}", term.back);
        table.cell(fmt::format("{} {}_{{{}}}", name, term.symbol == 'x' ? in : out,
                               index_text(term.back, trace.forward)),
                   colours::faint, Look::formula);
        table.cell(fmt::format("{:11.6f}", term.coefficient), colours::text, Look::mono);
        table.cell(fmt::format("\xC3\x97 {:10.6f}", unsigned_zero(term.value)), colours::text, Look::mono);
        table.cell(equals(term.product()), colours::text, Look::mono);
    }
    const auto total = [&](const std::string& name, double value, const ImVec4& colour, const char* words) {
        table.row();
        table.cell(name, colour, Look::formula);
        table.cell("", colour);
        table.cell(words, colours::faint);
        table.cell(equals(value), colour, Look::mono);
    };
    total(fmt::format("{}_{{i}}", out), equation.sum, colours::text, "sum");
    total("", engine, colours::good, "engine");
    table.draw();
}

// The letter of a sample of the image after so many passes.
char letter_of(int passes) {
    return char(pass_letters[std::size_t(passes)][0] - 'A' + 'a');
}

std::string equation_text(const LineTrace& trace, char in, char out) {
    std::string text = fmt::format("{}_{{i}} =", out);
    for (std::size_t j = 0; j < trace.b.size(); ++j)
        text += fmt::format("{} {} {}_{{{}}}", j ? " +" : "",
                            trace.b.size() == 1 ? "g" : fmt::format("b_{{{}}}", j), in,
                            index_text(int(j), trace.forward));
    for (int k = 1; k <= std::min(trace.order, 3); ++k)
        text += fmt::format(" - d_{{{}}} {}_{{{}}}", k, out, index_text(k, trace.forward));
    if (trace.order > 3) text += " - ..";
    return text;
}

}  // namespace

// Draws the last samples of the line: the pass's input above, its output below.
void PassesView::cells(const Over& over, int sample) const {
    const LineTrace& trace = *trace_;
    const float em = ImGui::GetFontSize();
    const int back = std::clamp(trace.order + 1, 4, 7), count = back + 2;  // the last one is still to come
    const float label = 1.4f * em, cell = (ImGui::GetContentRegionAvail().x - label) / float(count);
    const float high = 1.9f * em, gap = 1.5f * em;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const int pass = over.place.pass;
    push_face(Face::mono);
    ImFont* mono = ImGui::GetFont();
    pop_face();
    const float small = std::min(0.92f * em, cell / 3.8f);
    const auto centred = [&](float x, float y, const std::string& text, ImU32 colour) {
        const float width = mono->CalcTextSizeA(small, 1e9f, 0, text.c_str()).x;
        list.AddText(mono, small, {x + 0.5f * (cell - width), y}, colour, text.c_str());
    };
    const float index_y = corner.y, in_y = corner.y + 1.15f * em, out_y = in_y + high + gap;
    const char* letters[] = {pass_letters[std::size_t(pass)], pass_letters[std::size_t(pass + 1)]};
    list.AddText({corner.x, in_y + 0.4f * em}, ImGui::GetColorU32(colours::faint), letters[0]);
    list.AddText({corner.x, out_y + 0.4f * em}, ImGui::GetColorU32(colours::accent), letters[1]);
    const bool rolls_off = over.settings.soft_highlights && over.settings.teach.input == TestInput::none;
    const float front = corner.x + label + float(back + 1) * cell;
    for (int k = 0; k < count; ++k) {
        const int i = sample - back + k, behind = back - k;
        const float x = corner.x + label + float(k) * cell;
        const bool outside = i < 0 || i >= trace.length;
        const ImU32 words = ImGui::GetColorU32(outside ? colours::faint : colours::text);
        centred(x, index_y, index_text(behind, trace.forward), ImGui::GetColorU32(colours::faint));
        for (int row = 0; row < 2; ++row) {
            const float y = row ? out_y : in_y;
            const ImVec2 a{x + 1, y}, b{x + cell - 1, y + high};
            if (row && behind < 0) {  // this output does not exist yet
                list.AddRect(a, b, ImGui::GetColorU32(colours::control), 3);
                continue;
            }
            const double value = row ? trace.y(i) : trace.x(i);
            const double seen = value * double(images_.gain(row ? pass + 1 : pass)) *
                                    std::exp2(double(over.settings.exposure)) +
                                (images_.is_signed(row ? pass + 1 : pass) ? 0.5 : 0);
            list.AddRectFilled(a, {b.x, y + 0.75f * em}, swatch(seen, !rolls_off), 3,
                               ImDrawFlags_RoundCornersTop);
            list.AddRectFilled({a.x, y + 0.75f * em}, b, ImGui::GetColorU32(colours::control), 3,
                               ImDrawFlags_RoundCornersBottom);
            centred(x, y + 0.95f * em, short_number(value), words);
            if (outside) list.AddLine({a.x, b.y}, {b.x, a.y}, colours::line(50));
            const bool state = row && behind >= 1 && behind <= trace.order;
            const bool read = !row && behind >= 0 && behind < int(trace.b.size());
            if (state) outline(list, a, b, ImGui::GetColorU32(colours::accent), 3, thick(2));
            if (read || (row && behind == 0)) outline(list, a, b, colours::line(230), 3, thick(2));
        }
    }
    // Arrows lead from the input, and from the feedback window, to the new sample.
    const float x_now = corner.x + label + (float(back) + 0.5f) * cell;
    const ImU32 ink = colours::line(220), loop = ImGui::GetColorU32(colours::accent);
    list.AddLine({x_now, in_y + high + 2}, {x_now, out_y - 0.35f * em}, ink, thick(1.6f));
    list.AddTriangleFilled({x_now, out_y - 1}, {x_now - 0.28f * em, out_y - 0.45f * em},
                           {x_now + 0.28f * em, out_y - 0.45f * em}, ink);
    const float left = corner.x + label + float(back - std::min(trace.order, back)) * cell + 2,
                right = corner.x + label + float(back) * cell - 2, under = out_y + high + 0.35f * em;
    list.AddLine({left, under}, {x_now, under}, loop, thick(1.6f));
    list.AddLine({left, under}, {left, under - 0.25f * em}, loop, thick(1.6f));
    list.AddLine({right, under}, {right, under - 0.25f * em}, loop, thick(1.6f));
    list.AddLine({x_now, under}, {x_now, out_y + high + 2}, loop, thick(1.6f));
    list.AddTriangleFilled({x_now, out_y + high + 1}, {x_now - 0.22f * em, under - 0.0f * em},
                           {x_now + 0.22f * em, under - 0.0f * em}, loop);
    list.AddText(ImGui::GetFont(), 0.86f * em, {left, under + 0.1f * em}, loop,
                 trace.order == 1 ? "the state: the last output"
                                  : fmt::format("the state: the last {} outputs", trace.order).c_str());
    // The front.
    list.AddLine({front, in_y - 2}, {front, out_y + high + 2}, colours::line(160), thick(1.5f));
    ImGui::Dummy({0, out_y + high + 1.3f * em - corner.y});
}

// The name of a term, "u_{i-1}".
static std::string name_of(const EquationTerm& term, const LineTrace& trace, int pass) {
    return fmt::format("{}_{{{}}}", letter_of(term.symbol == 'x' ? pass : pass + 1),
                       index_text(term.back, trace.forward));
}

// The sum of a sample as the panels of the walk show theirs.
WalkSum PassesView::sum_of(int sample) const {
    WalkSum sum;
    sum.formula = equation_text(*trace_, letter_of(traced_pass_), letter_of(traced_pass_ + 1));
    for (const EquationTerm& term : equation_at(*trace_, sample).terms)
        sum.terms.push_back({name_of(term, *trace_, traced_pass_), term.coefficient, term.value});
    sum.value = engine_line_[std::size_t(trace_->index(sample))];
    return sum;
}

// The terms of a sample, and under each output before it the terms of that. What went into the second pass of an axis
// is an output of the first one along the same line. What went into that is a pixel or, of the rows, an output of
// another column, which was not read back.
void PassesView::unfold_sample(std::vector<SumLine>& lines, const LineTrace& trace, int pass, int sample,
                               int depth) const {
    constexpr std::size_t most_lines = 200;
    const auto name = [&](int passes, int i) {
        const int at = trace.index(i), other = lines_->index;
        return fmt::format("{}({}, {})", pass_letters[std::size_t(passes)], lines_->column ? other : at,
                           lines_->column ? at : other);
    };
    const Equation equation = equation_at(trace, sample);
    for (std::size_t k = 0; k < equation.terms.size() && lines.size() < most_lines; ++k) {
        const EquationTerm& term = equation.terms[k];
        const int from = sample - term.back;
        lines.push_back({depth, name_of(term, trace, pass),
                         large_text(term.coefficient) + " \xC3\x97 " + large_text(term.value),
                         large_text(term.product())});
        if (depth >= 2 * levels_) continue;
        const bool inside = from >= 0 && from < trace.length, is_output = term.symbol == 'y',
                   is_of_pass_before = !is_output && !trace.forward && before_.has_value(),
                   unfolds = inside && (is_output || is_of_pass_before);
        lines.push_back({depth + 1,
                         !inside ? "beyond the edge, given by the boundary"
                                 : name(pass + (is_output ? 1 : 0), from) + (unfolds ? " =" : ""),
                         "", large_text(term.value)});
        if (!unfolds) continue;
        if (is_output)
            unfold_sample(lines, trace, pass, from, depth + 2);
        else
            unfold_sample(lines, *before_, pass - 1, trace.index(from), depth + 2);
    }
}

// The sum of the pixel that is kept, unfolded.
void PassesView::kept_sum(int sample) const {
    const WalkSum sum = sum_of(sample);
    draw_sum_table(sum);
    ImGui::TextColored(colours::good, "%s",
                       fmt::format("the engine has {:.6f}", unsigned_zero(sum.value)).c_str());
    const LineLineage all = lineage_at(*trace_, sample);
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(
        colours::faint, "%s",
        fmt::format("Red: what has made it along this line{}; blue: what it makes. Another click, or "
                    "Enter, unfolds once more; Esc lets it go.",
                    all.outside > 5e-4 ? fmt::format(", {:.1f} % from beyond the edge", 100 * all.outside)
                                       : std::string())
            .c_str());
    ImGui::PopTextWrapPos();
    draw_sum_tree(unfolded(sample), ImGui::GetContentRegionAvail().y);
}

// The sum in digits that the last row reads, and the traffic of the passes as they go, beside that of other
// algorithms; or, of a pixel that is kept, its sum unfolded.
void PassesView::numbers_on_stage(const Over& over, int sample) const {
    const int pass = over.place.pass;
    const WalkSum sum = sum_of(sample);
    draw_large_sum(sum);
    ImGui::TextColored(colours::good, "%s",
                       fmt::format("the engine has {:.6f}", unsigned_zero(sum.value)).c_str());
    if (kept_) {
        draw_sum_tree(unfolded(sample), ImGui::GetContentRegionAvail().y);
        return;
    }
    std::vector<TrafficRow> rows = traffic_;
    const double done = double(over.place.lines) / double(over.place.length);
    for (TrafficRow& row : rows)
        if (row.algorithm == Algorithm::rt) row.now = TrafficPlace{std::size_t(pass), done, done};
    const float high = traffic_height(rows),
                end = float(over.layout.panel.height) - ImGui::GetStyle().WindowPadding.y;
    if (ImGui::GetCursorPosY() + high > end) return;
    ImGui::SetCursorPosY(end - high);
    draw_traffic(rows);
}

void PassesView::numbers(const Over& over) const {
    begin_panel("numbers", over.layout.panel);
    const SweepPlace& place = over.place;
    push_face(Face::title);
    ImGui::TextUnformatted(pass_title(place.pass));
    const float tall = ImGui::GetTextLineHeight();
    pop_face();
    ImGui::SameLine(0, 0.9f * ImGui::GetFontSize());
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5f * (tall - ImGui::GetTextLineHeight()));
    formula(pass_formula(place.pass), colours::accent);
    const bool is_line_there = trace_ && traced_pass_ == place.pass;
    if (!is_line_there) {
        ImGui::TextDisabled("reading the line ..");
        ImGui::End();
        return;
    }
    const LineTrace& trace = *trace_;
    const int sample = shown_sample(place), index = trace.index(sample);
    ImGui::TextColored(
        colours::faint, "%s",
        fmt::format("{}: column {}, row {}", pass_words(place.pass), place.columns() ? lines_->index : index,
                    place.columns() ? index : lines_->index)
            .c_str());
    hint(
        "Grey: the mean of red, green and blue. Point at the picture for another line; a click keeps a finished "
        "pixel and unfolds its sum.");
    ImGui::Dummy({0, 0.15f * ImGui::GetFontSize()});
    cells(over, sample);

    if (over.layout.on_stage) {
        numbers_on_stage(over, sample);
        ImGui::End();
        return;
    }
    if (kept_) {
        kept_sum(sample);
        ImGui::End();
        return;
    }
    const Equation equation = equation_at(trace, sample);
    const char in = letter_of(place.pass), out = letter_of(place.pass + 1);
    large_formula(equation_text(trace, in, out));
    draw_terms(equation, trace, in, out, engine_line_[std::size_t(index)]);
    ImGui::Dummy({0, 0.2f * ImGui::GetFontSize()});
    if (trace.plain) {
        ImGui::TextColored(colours::accent, "Delta realisation");
        hint(
            "The same sample as the engine computes it: small corrections to the state. In float32 this "
            "stays accurate for slow filters, where the direct realisation loses all digits.");
        NumberTable table;
        for (const DeltaStep& step : delta_steps(trace, sample)) {
            table.row();
            table.cell(step.name, colours::faint);
            table.cell("= " + step.formula, colours::text, NumberTable::Look::text, step.numbers);
            table.cell(equals(step.value), colours::text, NumberTable::Look::mono);
        }
        table.draw();
    } else {
        ImGui::TextDisabled("This filter has feedforward: %d zeros and its poles.", int(trace.b.size()) - 1);
    }
    ImGui::End();
}

}  // namespace sweep::app
