// The player of a student's run, and its blocks in the order in which they ran.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/lab/view.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/widgets.h"

namespace sweep::app {

void LabView::transport(const Area& area, TeachSettings& teach) const {
    begin_panel("lab transport", area, ImGuiWindowFlags_NoScrollbar);
    const double last = double(state_->phases()) - 1;
    const auto go = [&](double to) {
        teach.lab.step = std::clamp(std::floor(to), 0.0, last);
        teach.lab.plays = false;
    };
    if (const auto clicked = player_buttons(teach.lab.plays)) {
        if (clicked == Icon::play)
            teach.lab.plays = !teach.lab.plays;
        else
            go(clicked == Icon::first  ? 0
               : clicked == Icon::last ? last
                                       : teach.lab.step + (clicked == Icon::back ? -1 : 1));
    }
    ImGui::SameLine(0, 0.9f * ImGui::GetFontSize());
    ImGui::Checkbox("loop", &teach.loop);
    hint("Starts again at the end.");
    ImGui::SameLine(0, 0.9f * ImGui::GetFontSize());
    if (faulty_phase_) {
        if (ImGui::Button("to the fault")) go(*faulty_phase_);
        hint("Goes to the step that the verdict is about.");
        ImGui::SameLine(0, 0.9f * ImGui::GetFontSize());
    }
    ImGui::AlignTextToFramePadding();
    const int phase = step_of(teach);
    std::string text = phase_text(phase);
    if (state_->run().phases[std::size_t(phase)].block >= 0) {
        int read = 0, written = 0;
        for (const RunTouch& touch : state_->touched(phase))
            read += touch.is_read, written += touch.is_written;
        text += fmt::format(": {} elements read, {} written", read, written);
    }
    ImGui::TextColored(colours::accent, "%s", cut(text, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::End();
}

// All phases as boxes, those of a block together, with the kernels above. A click goes there.
void LabView::strip(const Area& area, TeachSettings& teach) const {
    begin_panel("lab strip", area, ImGuiWindowFlags_NoScrollbar);
    const RecordedRun& run = state_->run();
    const float em = ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x;
    const int count = state_->phases(), now = step_of(teach);
    const float wide = std::min(room / float(count), 5 * em), high = 2.6f * em, air = wide > 4 ? 1.0f : 0.0f;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float top = corner.y + 1.3f * em;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::SetCursorScreenPos({corner.x, top});
    if (ImGui::InvisibleButton("steps", {wide * float(count), high}) || ImGui::IsItemActive()) {
        teach.lab.step = std::clamp(int((ImGui::GetIO().MousePos.x - corner.x) / wide), 0, count - 1);
        teach.lab.plays = false;
    }
    hint("The blocks in the order in which they ran, cut at their barriers. Click one, or drag.");
    float free_from = corner.x;
    for (int i = 0; i < count;) {
        // The phases of a block that follow each other.
        const RunPhase& of = run.phases[std::size_t(i)];
        int end = i + 1;
        while (end < count && run.phases[std::size_t(end)].launch == of.launch &&
               run.phases[std::size_t(end)].block == of.block)
            ++end;
        const bool is_now = now >= i && now < end;
        const float x0 = corner.x + float(i) * wide, x1 = corner.x + float(end) * wide;
        for (int k = i; k < end; ++k) {
            const float a = corner.x + float(k) * wide, b = a + wide - (k + 1 < end ? 0.5f * air : air);
            list.AddRectFilled({a, top}, {std::max(b, a + 0.5f), top + high},
                               ImGui::GetColorU32(k == now  ? colours::accent
                                                  : k < now ? colours::accent_dim
                                                            : colours::control),
                               wide > 6 ? 0.15f * em : 0);
        }
        if (is_now && wide > 3)
            outline(list, {x0 - 1, top - 1}, {x1, top + high + 1}, ImGui::GetColorU32(colours::text),
                    0.15f * em, thick(1.5f));
        if (faulty_phase_ && *faulty_phase_ >= i && *faulty_phase_ < end) {
            const float at = corner.x + (float(*faulty_phase_) + 0.5f) * wide;
            list.AddTriangleFilled({at, top + high - 0.75f * em}, {at - 0.4f * em, top + high - 0.1f * em},
                                   {at + 0.4f * em, top + high - 0.1f * em},
                                   ImGui::GetColorU32(colours::bad));
        }
        const std::string name = of.block < 0 ? "host" : state_->block_name(of.launch, of.block);
        // In the first phase where there is room, or else over all of them.
        const ImVec2 size = ImGui::CalcTextSize(name.c_str());
        const bool is_one = size.x + 4 < wide || end - i == 1;
        const float to = is_one ? x0 + wide : x1;
        if (size.x + 4 < to - x0)
            list.AddText({0.5f * (x0 + to - air - size.x), top + 0.5f * (high - size.y)},
                         ImGui::GetColorU32(is_one && now == i ? colours::on_accent : colours::text),
                         name.c_str());
        const bool begins = i == 0 || run.phases[std::size_t(i) - 1].launch != of.launch;
        if (begins && of.launch >= 0 && of.launch < int(run.launches.size()) && x0 >= free_from) {
            const std::string kernel =
                run.launches[std::size_t(of.launch)].kernel + ": blocks in their order";
            const std::string shown = cut(
                of.launch == 0 ? kernel : run.launches[std::size_t(of.launch)].kernel, corner.x + room - x0);
            list.AddText({x0, corner.y}, ImGui::GetColorU32(colours::faint), shown.c_str());
            free_from = x0 + text_width(shown) + 0.4f * em;
        }
        i = end;
    }
    ImGui::SetCursorScreenPos({corner.x, top + high});
    ImGui::Dummy({1, 1});
    ImGui::End();
}

}  // namespace sweep::app
