// The strip of the images X, Y, Z, U, V below the picture, and the filter's response with the ideal one.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/lessons/passes/passes.h"
#include "app/lessons/passes/words.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/plots/plot.h"
#include "app/ui/widgets.h"
#include "core/filter/memory.h"

namespace sweep::app {

void PassesView::strip(const Over& over) const {
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
        hint(fmt::format(
                 "{}: {}. Click to enlarge, and again for the passes.{}", pass_letters[std::size_t(k)],
                 image_words(k),
                 k > 0 ? " In its corner: what the passes so far make of one pixel, not to scale." : "")
                 .c_str());
        ImGui::PopID();
        const float count = all_passes + 1;
        list.AddImage(texture_id(stage_.thumbnails().name()), a, b, {float(k) / count, 1},
                      {float(k + 1) / count, 0});
        const float inset = 0.5f * std::min(tile_width, tile_height);
        if (k > 0 && inset > em) draw_inset(b.x - inset, b.y - inset, inset, k);
        const bool is_output = k == (teach.lesson == Lesson::blocks ? all_passes : over.place.pass + 1),
                   is_input = k == (teach.lesson == Lesson::blocks ? 0 : over.place.pass);
        const bool large = teach.enlarged == k;
        if (large || is_output || is_input || hovered)
            outline(list, {a.x - 1, a.y - 1}, {b.x + 1, b.y + 1},
                    large || is_output ? ImGui::GetColorU32(colours::accent)
                                       : ImGui::GetColorU32(hovered ? colours::text : colours::faint),
                    2, thick(large ? 3 : 2));
        const std::string label =
            k == 0 ? "X"
                   : fmt::format("{}: {}", pass_letters[std::size_t(k)], pass_names[std::size_t(k - 1)]);
        list.AddText({a.x, b.y + 0.1f * em}, ImGui::GetColorU32(is_output ? colours::accent : colours::faint),
                     label.c_str());
        if (k == all_passes) continue;
        // An arrow shows the pass that leads to the next image.
        const float middle = a.y + 0.5f * tile_height, x = a.x + tile_width + 0.5f * (step - tile_width),
                    s = 0.34f * em;
        const int pass = k;
        const ImU32 ink = ImGui::GetColorU32(
            pass == over.place.pass && teach.lesson != Lesson::blocks ? colours::accent : colours::faint);
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

const PassesView::Curves& PassesView::curves(const Over& over) const {
    const FilterSpec& spec = images_.problem().filter;
    const bool columns = over.place.columns();
    if (curves_ && curves_->filter == spec && curves_->columns == columns) return *curves_;
    Curves fresh;
    fresh.filter = spec;
    fresh.columns = columns;
    const AxisDesign& axis = columns ? images_.design().columns : images_.design().rows;
    const bool runs = spec.axes != (columns ? Axes::x : Axes::y),
               gaussian = spec.kind == FilterKind::gaussian && runs;
    const double sigma = columns ? spec.sigma_of_columns() : spec.sigma;
    fresh.half =
        gaussian ? int(std::ceil(4.5 * sigma)) + 2 : int(std::clamp(decay_length(axis, 7) + 3, 4.0, 4000.0));
    fresh.one = response_of(axis, 1, fresh.half);
    fresh.both = response_of(axis, 2, fresh.half);
    fresh.peak = 1e-12;
    for (double value : fresh.both) fresh.peak = std::max(fresh.peak, std::abs(value));
    if (gaussian) {
        fresh.ideal = ideal_response(sigma, columns ? spec.derivative_y : spec.derivative_x, fresh.half);
        for (std::size_t i = 0; i < fresh.ideal.size(); ++i) {
            fresh.error.push_back(fresh.both[i] - fresh.ideal[i]);
            fresh.largest_error = std::max(fresh.largest_error, std::abs(fresh.error.back()) / fresh.peak);
        }
    }
    curves_ = std::move(fresh);
    return *curves_;
}

void PassesView::response(const Over& over, float width, float height) const {
    TeachSettings& teach = over.settings.teach;
    const Curves& c = curves(over);
    const float em = ImGui::GetFontSize();
    ImGui::BeginGroup();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float button = ImGui::CalcTextSize("linear").x + em, gap = 0.6f * em;
    const std::string off =
        c.ideal.empty() ? ""
                        : fmt::format("{} % error", plain_number(std::round(1e4 * c.largest_error) / 100));
    const char* title = "Impulse response";
    if (text_width(title) + gap + text_width(off) > width - button - gap) title = "Response";
    ImGui::TextColored(colours::accent, "%s", title);
    hint(c.columns
             ? "The response to an impulse along a column: of the pass down, of both, and of a Gaussian."
             : "The response to an impulse along a row: of the pass right, of both, and of a Gaussian.");
    if (!off.empty()) {
        ImGui::SameLine(0, gap);
        ImGui::TextColored(colours::faint, "%s", off.c_str());
        hint("The largest difference from the Gaussian, relative to the peak.");
    }
    const char* scale = teach.logarithmic ? "log" : "linear";
    ImGui::SetCursorScreenPos({at.x + width - button, at.y - 0.1f * em});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {2, 1});
    if (ImGui::Button(scale, {button, 0})) teach.logarithmic = !teach.logarithmic;
    hint("The scale of the response: linear, or logarithmic, which shows its tails.");
    ImGui::PopStyleVar();
    ImGui::SetCursorScreenPos({at.x, at.y + 1.35f * em});
    const std::vector<double>* all[] = {&c.one, &c.both, &c.ideal};
    double low = 0, high = 0;
    for (const auto* values : all)
        for (double value : *values) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    // The causal pass alone may be far higher than both together; the scale cuts it off.
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
    // The plot has one name for both scales.
    const std::string error_name = factor > 1 ? fmt::format("error \xC3\x97 {:.0f}", factor) : "error";
    Plot plot("response", {width, height - 1.35f * em}, {-double(c.half), double(c.half)}, y);
    plot.horizontal(0, {"", {1, 1, 1, 0.12f}});
    plot.curve(-c.half, 1, one,
               {c.columns ? "down" : "right", {0.55f, 0.58f, 0.64f, 0.8f}, Stroke::solid, Mark::disc, 1.2f});
    if (!error.empty())
        plot.curve(-c.half, 1, error, {error_name.c_str(), {0.95f, 0.45f, 0.42f, 1}, Stroke::dotted});
    plot.curve(-c.half, 1, both, {"filter", colours::accent, Stroke::solid, Mark::disc, 2.2f});
    if (!ideal.empty()) plot.curve(-c.half, 1, ideal, {"Gaussian", colours::good, Stroke::dashed});
    ImGui::EndGroup();
}

}  // namespace sweep::app
