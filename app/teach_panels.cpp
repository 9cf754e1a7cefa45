// The panels around the picture of the passes: the numbers at the front, the transport, the strip of images.
#include "app/teach_view.h"

#include "app/gui.h"
#include "app/plot.h"
#include "app/teach_input.h"
#include "app/teach_words.h"
#include "app/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sweep::app {
namespace {

constexpr ImGuiWindowFlags panel_flags =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

bool begin_panel(const char* name, const Area& area, ImGuiWindowFlags more = 0) {
    ImGui::SetNextWindowPos({float(area.x), float(area.y)});
    ImGui::SetNextWindowSize({float(area.width), float(area.height)});
    return ImGui::Begin(name, nullptr, panel_flags | more);
}

// Text with subscripts, "y_{i-1}", on one line of the panel.
void formula(const std::string& text, const ImVec4& colour) {
    ImFont* font = ImGui::GetFont();
    const float em = ImGui::GetFontSize(), small = 0.74f * em;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = corner.x;
    for (std::size_t i = 0; i < text.size();) {
        const bool below = text.compare(i, 2, "_{") == 0;
        const std::size_t begin = below ? i + 2 : i;
        std::size_t end = text.find(below ? "}" : "_{", begin);
        if (end == std::string::npos) end = text.size();
        const float size = below ? small : em, y = corner.y + (below ? 0.42f * em : 0);
        list.AddText(font, size, {x, y}, ImGui::GetColorU32(colour), text.c_str() + begin,
                     text.c_str() + end);
        x += font->CalcTextSizeA(size, 1e9f, 0, text.c_str() + begin, text.c_str() + end).x;
        i = below ? std::min(end + 1, text.size()) : end;
    }
    ImGui::Dummy({x - corner.x, 1.15f * em});
}

// "i-2" or "i+2": the samples behind an anticausal front have larger numbers.
std::string index_text(int back, bool forward) {
    return back == 0 ? "i" : fmt::format("i{}{}", (back > 0) == forward ? '-' : '+', std::abs(back));
}

// Six letters, whatever the size.
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
    const int level = int(255 * linear_to_srgb(std::min(value, 1.0)) + 0.5);
    return value > 1.02 && marks_beyond ? IM_COL32(255, 176, 60, 255) : IM_COL32(level, level, level, 255);
}

enum class Icon { play, pause, back, forward, first, last };

bool icon_button(const char* id, Icon icon, const char* tip) {
    const float em = ImGui::GetFontSize(), side = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(id, {1.3f * side, side});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + 1.3f * side, at.y + side},
                       ImGui::GetColorU32(ImGui::IsItemActive()    ? colours::accent_dim
                                          : ImGui::IsItemHovered() ? colours::hovered
                                                                   : colours::control),
                       0.3f * em);
    const ImU32 ink = ImGui::GetColorU32(colours::text);
    const ImVec2 middle{at.x + 0.65f * side, at.y + 0.5f * side};
    const float s = 0.34f * em;
    const auto triangle = [&](float x, float way) {
        list.AddTriangleFilled({middle.x + x + way * s, middle.y},
                               {middle.x + x - way * 0.6f * s, middle.y - s},
                               {middle.x + x - way * 0.6f * s, middle.y + s}, ink);
    };
    const auto bar = [&](float x) {
        list.AddRectFilled({middle.x + x - 0.18f * s, middle.y - s}, {middle.x + x + 0.3f * s, middle.y + s},
                           ink);
    };
    switch (icon) {
        case Icon::play:
            triangle(0, 1);
            break;
        case Icon::pause:
            bar(-0.55f * s);
            bar(0.45f * s);
            break;
        case Icon::back:
            triangle(0.1f * s, -1);
            bar(0.9f * s);
            break;
        case Icon::forward:
            triangle(-0.1f * s, 1);
            bar(-1.0f * s);
            break;
        case Icon::first:
            triangle(0.3f * s, -1);
            bar(-1.0f * s);
            break;
        case Icon::last:
            triangle(-0.3f * s, 1);
            bar(0.9f * s);
            break;
    }
    hint(tip);
    return clicked;
}

// A line of numbers in a table of four columns.
void term_row(const std::string& symbol, double coefficient, double value, double product) {
    ImGui::TableNextColumn();
    formula(symbol, colours::faint);
    push_face(Face::mono);
    ImGui::TableNextColumn();
    ImGui::Text("%11.6f", coefficient);
    ImGui::TableNextColumn();
    ImGui::Text("\xC3\x97 %10.6f", value);
    ImGui::TableNextColumn();
    ImGui::Text("= %10.6f", product);
    pop_face();
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

// The last samples of the line: what the pass reads above, what it leaves below.
void TeachView::cells(const Over& over, int sample) const {
    const LineTrace& trace = *trace_;
    const float em = ImGui::GetFontSize();
    const int back = std::clamp(trace.order + 1, 4, 7), count = back + 2;  // up to one sample ahead
    const float label = 1.4f * em, cell = (ImGui::GetContentRegionAvail().x - label) / float(count);
    const float high = 1.9f * em, gap = 1.5f * em;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const int pass = over.place.pass;
    push_face(Face::mono);
    ImFont* mono = ImGui::GetFont();
    pop_face();
    const float small = std::min(0.80f * em, cell / 3.7f);
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
            if (row && behind < 0) {  // not there yet
                list.AddRect(a, b, ImGui::GetColorU32(colours::control), 3);
                continue;
            }
            const double value = row ? trace.y(i) : trace.x(i);
            const double seen = value * double(images_.gain(row ? pass + 1 : pass)) *
                                    std::exp2(double(over.settings.exposure)) +
                                (images_.is_signed(row ? pass + 1 : pass) ? 0.5 : 0);
            list.AddRectFilled(a, {b.x, y + 0.75f * em}, swatch(seen, !rolls_off), 3,
                               ImDrawFlags_RoundCornersTop);
            list.AddRectFilled({a.x, y + 0.75f * em}, b, IM_COL32(24, 27, 33, 255), 3,
                               ImDrawFlags_RoundCornersBottom);
            centred(x, y + 0.95f * em, short_number(value), words);
            if (outside) list.AddLine({a.x, b.y}, {b.x, a.y}, IM_COL32(255, 255, 255, 50));
            const bool state = row && behind >= 1 && behind <= trace.order;
            const bool read = !row && behind >= 0 && behind < int(trace.b.size());
            if (state) list.AddRect(a, b, ImGui::GetColorU32(colours::accent), 3, 0, 2);
            if (read || (row && behind == 0)) list.AddRect(a, b, IM_COL32(255, 255, 255, 230), 3, 0, 2);
        }
    }
    // From what is read, and from the feedback window, into the new sample.
    const float x_now = corner.x + label + (float(back) + 0.5f) * cell;
    const ImU32 ink = IM_COL32(255, 255, 255, 220), loop = ImGui::GetColorU32(colours::accent);
    list.AddLine({x_now, in_y + high + 2}, {x_now, out_y - 0.35f * em}, ink, 1.6f);
    list.AddTriangleFilled({x_now, out_y - 1}, {x_now - 0.28f * em, out_y - 0.45f * em},
                           {x_now + 0.28f * em, out_y - 0.45f * em}, ink);
    const float left = corner.x + label + float(back - std::min(trace.order, back)) * cell + 2,
                right = corner.x + label + float(back) * cell - 2, under = out_y + high + 0.35f * em;
    list.AddLine({left, under}, {x_now, under}, loop, 1.6f);
    list.AddLine({left, under}, {left, under - 0.25f * em}, loop, 1.6f);
    list.AddLine({right, under}, {right, under - 0.25f * em}, loop, 1.6f);
    list.AddLine({x_now, under}, {x_now, out_y + high + 2}, loop, 1.6f);
    list.AddTriangleFilled({x_now, out_y + high + 1}, {x_now - 0.22f * em, under - 0.0f * em},
                           {x_now + 0.22f * em, under - 0.0f * em}, loop);
    list.AddText(ImGui::GetFont(), 0.86f * em, {left, under + 0.1f * em}, loop,
                 trace.order == 1 ? "the state: the last output"
                                  : fmt::format("the state: the last {} outputs", trace.order).c_str());
    // The front.
    list.AddLine({front, in_y - 2}, {front, out_y + high + 2}, IM_COL32(255, 255, 255, 160), 1.5f);
    ImGui::Dummy({0, out_y + high + 1.3f * em - corner.y});
}

void TeachView::numbers(const Over& over) const {
    begin_panel("numbers", over.layout.numbers);
    const SweepPlace& place = over.place;
    push_face(Face::title);
    ImGui::TextUnformatted(pass_title(place.pass));
    const float tall = ImGui::GetTextLineHeight();
    pop_face();
    ImGui::SameLine(0, 0.9f * ImGui::GetFontSize());
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5f * (tall - ImGui::GetTextLineHeight()));
    ImGui::TextColored(colours::accent, "%s", pass_formula(place.pass));
    const bool is_line_there = trace_ && traced_pass_ == place.pass;
    if (!is_line_there) {
        ImGui::TextDisabled("reading the line ..");
        ImGui::End();
        return;
    }
    const LineTrace& trace = *trace_;
    const int sample = std::clamp(place.lines - 1, 0, trace.length - 1), index = trace.index(sample);
    ImGui::TextColored(
        colours::faint, "%s",
        fmt::format("{}: column {}, row {}", pass_words(place.pass), place.columns() ? lines_->index : index,
                    place.columns() ? index : lines_->index)
            .c_str());
    hint("Grey: the mean of red, green and blue. Point at the picture for another line.");
    ImGui::Dummy({0, 0.15f * ImGui::GetFontSize()});
    cells(over, sample);

    const Equation equation = equation_at(trace, sample);
    const char in = char(pass_letters[std::size_t(place.pass)][0] - 'A' + 'a'),
               out = char(pass_letters[std::size_t(place.pass + 1)][0] - 'A' + 'a');
    formula(equation_text(trace, in, out), colours::text);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {3, 0});
    if (ImGui::BeginTable("terms", 4, ImGuiTableFlags_SizingFixedFit)) {
        for (const EquationTerm& term : equation.terms) {
            ImGui::TableNextRow();
            const std::string name = term.symbol == 'y'    ? fmt::format("-d_{{{}}}", term.back)
                                     : trace.b.size() == 1 ? "g"
                                                           : fmt::format("b_{{{}}}", term.back);
            term_row(name + " " + (term.symbol == 'x' ? in : out) + "_{" +
                         index_text(term.back, trace.forward) + "}",
                     term.coefficient, term.value, term.product());
        }
        const double engine = engine_line_[std::size_t(index)];
        const auto total = [&](const std::string& name, double value, const ImVec4& colour,
                               const char* words) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            formula(name, colour);
            ImGui::TableNextColumn();
            ImGui::TableNextColumn();
            ImGui::TextColored(colours::faint, "%s", words);
            ImGui::TableNextColumn();
            push_face(Face::mono);
            ImGui::TextColored(colour, "= %10.6f", value);
            pop_face();
        };
        total(fmt::format("{}_{{i}}", out), equation.sum, colours::text, "adds up to");
        total("", engine, colours::good, "the engine");
        ImGui::EndTable();
    }
    ImGui::Dummy({0, 0.2f * ImGui::GetFontSize()});
    if (trace.plain) {
        ImGui::TextColored(colours::accent, "The same in delta form");
        hint(
            "What the engine computes: small corrections to what it holds. In float32 this stays right for "
            "slow "
            "filters, where the direct form loses everything.");
        if (ImGui::BeginTable("delta", 3, ImGuiTableFlags_SizingFixedFit)) {
            for (const DeltaStep& step : delta_steps(trace, sample)) {
                ImGui::TableNextRow();
                ImGui::TableNextColumn();
                ImGui::TextColored(colours::faint, "%s", step.name.c_str());
                ImGui::TableNextColumn();
                ImGui::TextUnformatted(("= " + step.formula).c_str());
                hint(step.numbers.c_str());
                ImGui::TableNextColumn();
                push_face(Face::mono);
                ImGui::Text("= %10.6f", step.value);
                pop_face();
            }
            ImGui::EndTable();
        }
    } else {
        ImGui::TextDisabled("This filter feeds forward: %d zeros beside its poles.", int(trace.b.size()) - 1);
    }
    ImGui::PopStyleVar();
    ImGui::End();
}

void TeachView::transport(const Over& over) const {
    TeachSettings& teach = over.settings.teach;
    begin_panel("transport", over.layout.transport, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize();
    const int width = images_.width(), height = images_.height();
    double& progress = teach.blocks ? teach.block_progress : teach.progress;
    if (icon_button("first", Icon::first, "Home: the beginning")) progress = 0;
    ImGui::SameLine(0, 3);
    if (icon_button("back", Icon::back, "Comma: a row or column back")) {
        teach.playing = false;
        teach.pending_rows -= 1;
    }
    ImGui::SameLine(0, 3);
    if (icon_button("play", teach.playing ? Icon::pause : Icon::play, "Space: play, pause")) {
        teach.playing = !teach.playing;
        if (teach.playing && progress >= all_passes) progress = 0;
    }
    ImGui::SameLine(0, 3);
    if (icon_button("forward", Icon::forward, "Full stop: a row or column on")) {
        teach.playing = false;
        teach.pending_rows += 1;
    }
    ImGui::SameLine(0, 3);
    if (icon_button("last", Icon::last, "End: the result")) {
        progress = all_passes;
        teach.playing = false;
    }
    ImGui::SameLine(0, 0.7f * em);

    // Four parts, as long as their passes.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = std::max(ImGui::GetContentRegionAvail().x, 4.0f), high = ImGui::GetFrameHeight();
    ImGui::InvisibleButton("scrub", {room, high});
    const double all = teach.blocks ? 4 : all_rows(width, height);
    const auto part = [&](int k) { return teach.blocks ? 1.0 : double(length_of_pass(k, width, height)); };
    const auto scrub_place = [&](double p) {
        double before = 0;
        int k = 0;
        for (; k < std::min(int(p), 3); ++k) before += part(k);
        return at.x + room * float((before + (p - k) * part(k)) / all);
    };
    if (ImGui::IsItemActive()) {
        double rest = std::clamp(double((ImGui::GetIO().MousePos.x - at.x) / room), 0.0, 1.0) * all;
        int k = 0;
        while (k < 3 && rest > part(k)) rest -= part(k++);
        progress = std::min(k + rest / part(k), double(all_passes));
        teach.enlarged = -1;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    constexpr std::array<const char*, 4> stage_names{"7.1 perimeters", "7.2 columns", "7.3 rows",
                                                     "7.4 filter"};
    for (int k = 0; k < all_passes; ++k) {
        const float x0 = scrub_place(k) + (k ? 1.5f : 0), x1 = scrub_place(k + 1) - (k < 3 ? 1.5f : 0);
        const float done = std::clamp(scrub_place(progress), x0, x1);
        const bool now = std::min(int(progress), 3) == k;
        list.AddRectFilled({x0, at.y}, {x1, at.y + high}, ImGui::GetColorU32(colours::control), 0.25f * em);
        if (done > x0 + 1)
            list.AddRectFilled({x0, at.y}, {done, at.y + high}, ImGui::GetColorU32(colours::accent_dim),
                               0.25f * em);
        const char* name = teach.blocks ? stage_names[std::size_t(k)] : pass_names[std::size_t(k)].data();
        const ImVec2 size = ImGui::CalcTextSize(name);
        if (size.x < x1 - x0)
            list.AddText({0.5f * (x0 + x1 - size.x), at.y + 0.5f * (high - size.y)},
                         ImGui::GetColorU32(now ? colours::text : colours::faint), name);
    }
    const float head = scrub_place(progress);
    list.AddRectFilled({head - 1.5f, at.y - 3}, {head + 1.5f, at.y + high + 3}, IM_COL32(255, 255, 255, 255),
                       1.5f);

    // Speed, and what it means.
    ImGui::Checkbox("loop", &teach.loop);
    ImGui::SameLine(0, 0.9f * em);
    auto speed = float(rows_per_second(teach, width, height));
    ImGui::SetNextItemWidth(4.6f * em);
    if (ImGui::SliderFloat("##speed", &speed, float(slowest_rows), float(fastest_rows), "",
                           ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput))
        teach.rows_per_second = double(speed);
    hint("How many rows or columns the front takes in a second.");
    ImGui::SameLine(0, 0.5f * em);
    ImGui::Text(speed < 10 ? "%4.1f rows/s" : "%4.0f rows/s", double(speed));
    ImGui::SameLine(0, 0.9f * em);
    const double factor = slow_down(teach, width, height, images_.engine_ms());
    const double here = all_rows(width, height) / rows_per_second(teach, width, height);
    std::string text;
    if (factor > 0) {
        const std::string fast =
            fmt::format("the engine takes {:.3g} ms for all four passes", images_.engine_ms());
        text = factor >= 1 ? fmt::format("slowed down {:.0f} times: {}, here {} s", factor, fast,
                                         plain_number(std::round(here * 10) / 10))
                           : fmt::format("faster than the engine: {}", fast);
    } else {
        text = "the engine is being timed ..";
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(colours::accent, "%s", shortened(text, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::End();
}

void TeachView::strip(const Over& over) const {
    TeachSettings& teach = over.settings.teach;
    begin_panel("strip", over.layout.strip, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, high = ImGui::GetContentRegionAvail().y;
    const float plot = std::clamp(0.32f * room, 13.5f * em, 30 * em);
    const float gap = 1.2f * em, words = 1.25f * em;
    const float aspect = float(images_.width()) / float(images_.height());
    const float widest = (room - plot - 5 * gap) / 5, tallest = high - words;
    const float tile_width = std::min(widest, tallest * aspect), tile_height = tile_width / aspect;
    const float step = std::max(tile_width, std::min(widest, 6.2f * em)) + gap;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int k = 0; k <= all_passes; ++k) {
        const ImVec2 a{corner.x + float(k) * step, corner.y + 0.5f * (tallest - tile_height)},
            b{a.x + tile_width, a.y + tile_height};
        ImGui::SetCursorScreenPos(a);
        ImGui::PushID(k);
        if (ImGui::InvisibleButton("tile", {std::max(tile_width, 1.0f), std::max(tile_height, 1.0f)}))
            teach.enlarged = teach.enlarged == k ? -1 : k;
        const bool hovered = ImGui::IsItemHovered();
        hint(fmt::format("{}: {}. Click to enlarge, and again for the sweep.", pass_letters[std::size_t(k)],
                         image_words(k))
                 .c_str());
        ImGui::PopID();
        const auto texture = reinterpret_cast<ImTextureID>(std::uintptr_t(stage_.thumbnails().name()));
        const float count = all_passes + 1;
        list.AddImage(texture, a, b, {float(k) / count, 1}, {float(k + 1) / count, 0});
        const bool is_output = k == (teach.blocks ? all_passes : over.place.pass + 1),
                   is_input = k == (teach.blocks ? 0 : over.place.pass);
        const bool large = teach.enlarged == k;
        if (large || is_output || is_input || hovered)
            list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1},
                         large || is_output ? ImGui::GetColorU32(colours::accent)
                                            : ImGui::GetColorU32(hovered ? colours::text : colours::faint),
                         2, 0, large ? 3.0f : 2.0f);
        const std::string label =
            k == 0 ? "X"
                   : fmt::format("{}: {}", pass_letters[std::size_t(k)], pass_names[std::size_t(k - 1)]);
        list.AddText({a.x, b.y + 0.1f * em}, ImGui::GetColorU32(is_output ? colours::accent : colours::faint),
                     label.c_str());
        if (k == all_passes) continue;
        // The pass that leads to the next one.
        const float middle = a.y + 0.5f * tile_height, x = a.x + tile_width + 0.5f * (step - tile_width),
                    s = 0.34f * em;
        const int pass = k;
        const ImU32 ink =
            ImGui::GetColorU32(pass == over.place.pass && !teach.blocks ? colours::accent : colours::faint);
        const bool along_columns = pass < 2;
        const float way = pass % 2 == 0 ? 1.0f : -1.0f;
        const auto at = [&](float along, float across) {
            return along_columns ? ImVec2{x + across, middle + way * along}
                                 : ImVec2{x + way * along, middle + across};
        };
        list.AddTriangleFilled(at(1.1f * s, 0), at(-0.1f * s, s), at(-0.1f * s, -s), ink);
        list.AddLine(at(-1.3f * s, 0), at(0, 0), ink, 0.14f * em);
    }
    ImGui::SetCursorScreenPos({corner.x + room - plot, corner.y});
    response(over, plot, high);
    ImGui::End();
}

const TeachView::Curves& TeachView::curves(const Over& over) const {
    const FilterSpec& spec = images_.problem().filter;
    const bool columns = over.place.columns();
    if (curves_ && curves_->filter == spec && curves_->columns == columns) return *curves_;
    Curves fresh;
    fresh.filter = spec;
    fresh.columns = columns;
    const AxisDesign& axis = columns ? images_.design().columns : images_.design().rows;
    double slowest = 0;
    for (const PassDesign* pass : {&axis.causal, &axis.anticausal})
        for (const auto& pole : pass->poles) slowest = std::max(slowest, std::abs(pole));
    const bool gaussian = spec.kind == FilterKind::gaussian;
    fresh.half = gaussian ? int(std::ceil(4.5 * spec.sigma)) + 2
                          : int(slowest > 0 ? std::min(7 / -std::log(slowest) + 3, 4000.0) : 4);
    fresh.one = response_of(axis, 1, fresh.half);
    fresh.both = response_of(axis, 2, fresh.half);
    fresh.peak = 1e-12;
    for (double value : fresh.both) fresh.peak = std::max(fresh.peak, std::abs(value));
    if (gaussian) {
        fresh.ideal = ideal_response(spec.sigma, columns ? spec.derivative_y : spec.derivative_x, fresh.half);
        for (std::size_t i = 0; i < fresh.ideal.size(); ++i) {
            fresh.error.push_back(fresh.both[i] - fresh.ideal[i]);
            fresh.largest_error = std::max(fresh.largest_error, std::abs(fresh.error.back()) / fresh.peak);
        }
    }
    curves_ = std::move(fresh);
    return *curves_;
}

void TeachView::response(const Over& over, float width, float height) const {
    TeachSettings& teach = over.settings.teach;
    const Curves& c = curves(over);
    const float em = ImGui::GetFontSize();
    ImGui::BeginGroup();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::TextColored(colours::accent, "%s", c.columns ? "Response down, up" : "Response right, left");
    hint("What becomes of a single one: of the pass forward, of both, and what a Gaussian would be.");
    if (!c.ideal.empty()) {
        ImGui::SameLine(0, 0.6f * em);
        ImGui::TextColored(colours::faint, "off %s %%",
                           plain_number(std::round(1e4 * c.largest_error) / 100).c_str());
        hint("The largest difference from the Gaussian, in parts of the peak.");
    }
    const char* scale = teach.logarithmic ? "log" : "linear";
    const float button = ImGui::CalcTextSize("linear").x + em;
    ImGui::SetCursorScreenPos({at.x + width - button, at.y - 0.1f * em});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {2, 1});
    if (ImGui::Button(scale, {button, 0})) teach.logarithmic = !teach.logarithmic;
    ImGui::PopStyleVar();
    ImGui::SetCursorScreenPos({at.x, at.y + 1.35f * em});
    const std::vector<double>* all[] = {&c.one, &c.both, &c.ideal};
    double low = 0, high = 0;
    for (const auto* values : all)
        for (double value : *values) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    // The causal pass alone may tower above both together.
    high = std::min(high, 1.6 * c.peak);
    low = std::max(low, -1.6 * c.peak);
    PlotAxis y{low * 1.1, high * 1.08};
    std::vector<double> one = c.one, both = c.both, ideal = c.ideal, error = c.error;
    double factor = 1;
    if (teach.logarithmic) {
        y = {c.peak * 1e-6, 2 * c.peak, true};
        for (auto* values : {&one, &both, &ideal, &error})
            for (double& value : *values) value = std::abs(value);
    } else if (c.largest_error > 0) {
        factor = std::clamp(std::pow(10, std::floor(std::log10(0.6 / c.largest_error))), 1.0, 1e4);
        for (double& value : error) value *= factor;
        y.low = std::min(y.low, -0.62 * c.peak);
    }
    // One plot keeps its curves to itself: its name is of both scales.
    const std::string error_name = factor > 1 ? fmt::format("error \xC3\x97 {:.0f}", factor) : "error";
    Plot plot("response", {width, height - 1.35f * em}, {-double(c.half), double(c.half)}, y);
    plot.horizontal(0, {"", {1, 1, 1, 0.12f}});
    plot.curve(-c.half, 1, one, {"", {0.55f, 0.58f, 0.64f, 0.8f}, Line::solid, Mark::disc, 1.2f});
    if (!error.empty())
        plot.curve(-c.half, 1, error, {error_name.c_str(), {0.95f, 0.45f, 0.42f, 1}, Line::dotted});
    plot.curve(-c.half, 1, both, {"filter", colours::accent, Line::solid, Mark::disc, 2.2f});
    if (!ideal.empty()) plot.curve(-c.half, 1, ideal, {"Gaussian", colours::good, Line::dashed});
    ImGui::EndGroup();
}

void teach_section(TeachSettings& teach) {
    heading("INPUT");
    constexpr std::array<const char*, 4> first{"as it is", "impulse", "step", "checker"};
    constexpr std::array<const char*, 3> second{"ramp", "ones", "noise"};
    if (const int clicked = choice("input", first, int(teach.input)); clicked >= 0)
        teach.input = TestInput(clicked);
    if (const int clicked = choice("input 2", second, int(teach.input) - 4); clicked >= 0)
        teach.input = TestInput(clicked + 4);
    if (teach.input != TestInput::none) {
        constexpr std::array<const char*, 5> sizes{"32", "64", "128", "256", "512"};
        const int chosen = int(std::log2(double(teach.input_size) / 32) + 0.5);
        const bool is_offered = 32 << std::clamp(chosen, 0, 4) == teach.input_size;
        if (const int clicked = choice("size", sizes, is_offered ? chosen : -1); clicked >= 0)
            teach.input_size = 32 << clicked;
        hint("Pixels of each side.");
        if (teach.input == TestInput::impulse) ImGui::TextDisabled("Click the picture to move it.");
    }
    heading("SHOWN");
    constexpr std::array<const char*, 2> modes{"sweeps", "blocks"};
    if (const int clicked = choice("mode", modes, teach.blocks ? 1 : 0); clicked >= 0) {
        teach.blocks = clicked == 1;
        teach.enlarged = -1;
    }
    hint("The passes one after the other, or the four stages in which a GPU does them at once.");
    ImGui::Checkbox("dim what is not swept yet", &teach.dims);
}

}  // namespace sweep::app
