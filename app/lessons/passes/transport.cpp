// The controls for play, pause, step, scrub and speed; and how much slower than the engine this is.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/lessons/passes/passes.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// How much slower than the engine the passes are shown, in as many words as there is room for. The factor has
// two digits, because more would change from one measurement to the next.
std::string slow_down_text(double factor, const PassImages& images, double seconds_here, float room) {
    if (!images.why_not_timed().empty()) return cut("not timed: " + images.why_not_timed(), room);
    if (factor <= 0) return cut("timing the engine ..", room);
    const std::string fast = fmt::format("{} takes {:.3g} ms for four channels (measured)",
                                         images.timed_name(), images.engine_ms());
    const double unit = std::pow(10, std::max(std::floor(std::log10(factor)) - 1, 0.0));
    const double times = unit * std::round(factor / unit);
    const std::string whole = factor < 1 ? "faster than the engine: " + fast
                                         : fmt::format("slowed down {:.0f} times: {}, here {} s", times, fast,
                                                       plain_number(std::round(seconds_here * 10) / 10));
    const std::string less =
        factor < 1 ? "faster than the engine" : fmt::format("slowed down {:.0f} times", times);
    const std::string least = factor < 1 ? "faster" : fmt::format("{:.0f} x slower", times);
    for (const std::string& text : {whole, less})
        if (ImGui::CalcTextSize(text.c_str()).x <= room) return text;
    return cut(least, room);
}

}  // namespace

void PassesView::transport(const Over& over) {
    TeachSettings& teach = over.settings.teach;
    begin_panel("transport", over.layout.transport, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize();
    const int width = images_.width(), height = images_.height();
    double& progress = progress_of(teach);
    if (const auto clicked = player_buttons(teach.playing)) {
        if (clicked == Icon::play) {
            teach.playing = !teach.playing;
            if (teach.playing && progress >= all_passes) progress = 0;
        } else if (clicked == Icon::first) {
            progress = 0;
        } else {
            teach.playing = false;
            if (clicked == Icon::last)
                progress = all_passes;
            else
                step(clicked == Icon::back ? -1 : 1, teach);
        }
    }
    ImGui::SameLine(0, 0.7f * em);

    const bool blocks = teach.lesson == Lesson::blocks;
    constexpr std::array<const char*, all_passes> stage_names{"7.1 perimeters", "7.2 columns", "7.3 rows",
                                                              "7.4 filter"};
    std::array<PlayerPart, all_passes> parts{};
    for (int k = 0; k < all_passes; ++k)
        parts[std::size_t(k)] = {blocks ? stage_names[std::size_t(k)] : pass_names[std::size_t(k)].data(),
                                 blocks ? 1.0 : double(length_of_pass(k, width, height))};
    if (const auto dragged = scrub_bar(parts, progress)) {
        progress = *dragged;
        teach.enlarged = -1;
    }

    // The speed, and how slow that is.
    ImGui::Checkbox("loop", &teach.loop);
    hint("Starts again at the end.");
    ImGui::SameLine(0, 0.9f * em);
    auto speed = float(rows_per_second(teach, width, height));
    ImGui::SetNextItemWidth(4.6f * em);
    if (ImGui::SliderFloat("##speed", &speed, float(slowest_rows), float(fastest_rows), "",
                           ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput))
        teach.rows_per_second = double(speed);
    hint("The speed of the front in rows or columns per second.");
    ImGui::SameLine(0, 0.5f * em);
    const double here = all_rows(width, height) / rows_per_second(teach, width, height);
    if (blocks)  // a stage takes a quarter of the time of the four passes
        ImGui::Text("a stage in %s s", plain_number(std::round(2.5 * here) / 10).c_str());
    else
        ImGui::Text(speed < 10 ? "%4.1f rows/s" : "%4.0f rows/s", double(speed));
    ImGui::SameLine(0, 0.9f * em);
    const std::string text = slow_down_text(slow_down(teach, width, height, images_.engine_ms()), images_,
                                            here, ImGui::GetContentRegionAvail().x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(colours::accent, "%s", text.c_str());
    ImGui::End();
}

}  // namespace sweep::app
