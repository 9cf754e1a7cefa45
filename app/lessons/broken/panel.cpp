// What stands around a broken picture: the fault in words, its numbers, the switches, and three pictures beside each
// other.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/broken/view.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {

std::string BrokenView::state_text(const TeachSettings& teach) const {
    if (!why_not().empty()) return why_not();
    if (!result()) return "computing what it would be ..";
    return teach.fault.stays ? "stays broken"
                             : fmt::format("repaired in {:.0f} s", std::ceil(std::max(seconds_left(), 0.0)));
}

void BrokenView::panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) {
    TeachSettings& teach = settings.teach;
    over_picture(layout.stage, viewer, teach);
    if (layout.panel.width > 0) panel(layout.panel, teach);
    if (layout.transport.height > 0) switches(layout.transport, teach);
    if (layout.strip.height > 0) row(layout.strip, teach);
}

// The edges of the blocks, and a ring around the largest difference.
void BrokenView::over_picture(const Area& stage, const Viewer& viewer, const TeachSettings& teach) const {
    const float em = ImGui::GetFontSize();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({float(stage.x), float(stage.y)},
                      {float(stage.x + stage.width), float(stage.y + stage.height)});
    if (!result() && stands_alone())
        list.AddRectFilled({float(stage.x), float(stage.y)},
                           {float(stage.x + stage.width), float(stage.y + stage.height)},
                           ImGui::GetColorU32(colours::stage));
    if (const Broken* broken = result()) {
        const Point corner = viewer.origin();
        const float zoom = viewer.zoom();
        const float right = corner.x + zoom * float(wrong().width()),
                    low = corner.y + zoom * float(wrong().height());
        const ImU32 ink = IM_COL32(255, 255, 255, 26);
        const float side = zoom * float(broken->block);
        for (float y = corner.y + side; side > 0 && y < low; y += side)
            list.AddLine({corner.x, y}, {right, y}, ink);
        for (float x = corner.x + side; side > 0 && x < right; x += side)
            list.AddLine({x, corner.y}, {x, low}, ink);
        if (broken->off.largest > 0) {
            const ImVec2 at{corner.x + zoom * (float(broken->off.at.x) + 0.5f),
                            corner.y + zoom * (float(broken->off.at.y) + 0.5f)};
            const float radius = std::max(0.7f * em, 1.2f * zoom);
            list.AddCircle(at, radius, IM_COL32(0, 0, 0, 200), 0, thick(4));
            list.AddCircle(at, radius, ImGui::GetColorU32(colours::amber), 0, thick(2));
        }
    }
    const std::string text = fmt::format("{}: {}", words_of(teach.fault.shown).title, state_text(teach));
    plate(list, {float(stage.x) + 0.6f * em, float(stage.y) + 0.4f * em},
          cut(text, float(stage.width) - 3 * em).c_str(), colours::accent);
    list.PopClipRect();
}

std::vector<BrokenView::Fact> BrokenView::facts() const {
    const Broken& broken = *result();
    std::vector<Fact> facts{{"largest difference", fmt::format("{:.3g}", broken.off.largest), 1}};
    if (broken.off.largest > 0)
        facts.push_back({"at the ring", fmt::format("column {}, row {}", broken.off.at.x, broken.off.at.y)});
    facts.push_back({"root mean square", fmt::format("{:.2g}", broken.off.root_mean_square)});
    if (broken.control >= 0)
        facts.push_back({shown_->adds_up ? "error of the sum" : "without the fault",
                         fmt::format("{:.1g}", broken.control), -1});
    for (const auto& [name, value] : broken.facts) facts.push_back({name, value});
    if (shown_->clipped) facts.push_back({"clipped", fmt::format("{} samples", shown_->clipped)});
    return facts;
}

void BrokenView::numbers() const {
    if (!ImGui::BeginTable("broken numbers", 2, ImGuiTableFlags_SizingStretchSame)) return;
    for (const auto& [name, value, verdict] : facts()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(colours::faint, "%s", name.c_str());
        ImGui::PopTextWrapPos();
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(verdict > 0   ? colours::accent
                           : verdict < 0 ? colours::good
                                         : colours::text,
                           "%s", value.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::EndTable();
}

void BrokenView::panel(const Area& area, const TeachSettings& teach) const {
    begin_panel("broken", area);
    const float em = ImGui::GetFontSize();
    const FaultWords& words = words_of(teach.fault.shown);
    ImGui::PushTextWrapPos(0);
    push_face(Face::title);
    ImGui::TextUnformatted(words.title);
    pop_face();
    ImGui::TextColored(colours::accent, "%s", state_text(teach).c_str());
    ImGui::Dummy({0, 0.15f * em});
    ImGui::TextUnformatted(words.lacks);
    ImGui::Dummy({0, 0.15f * em});
    ImGui::TextUnformatted(words.looks);
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, 0.3f * em});
    if (result()) numbers();
    ImGui::Dummy({0, 0.3f * em});
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(colours::faint, "%s. Right: the reference, in double. %s.", words.by, words.source);
    ImGui::PopTextWrapPos();
    ImGui::End();
}

void BrokenView::switches(const Area& area, TeachSettings& teach) const {
    begin_panel("broken switches", area, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize();
    if (ImGui::Button("repair")) teach.fault.shown = Fault::none;
    hint("Shows the filter as it is.");
    ImGui::SameLine(0, 0.9f * em);
    ImGui::Checkbox("show the difference", &teach.fault.difference);
    tip("broken-difference", "Wrong less right: grey where nothing differs.");
    ImGui::SameLine(0, 0.9f * em);
    ImGui::Checkbox("keep it", &teach.fault.stays);
    tip("broken-stays", "Otherwise it is repaired after some seconds.");
    const std::string text =
        !result()                                      ? state_text(teach)
        : !teach.fault.difference && teach.fault.stays ? ""
        : !teach.fault.difference                      ? state_text(teach)
        : gain_ < 1 ? fmt::format("grey: none; {:.0f} times weaker than it is", 1 / double(gain_))
                    : fmt::format("grey: none; {:.0f} times as strong as it is", double(gain_));
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(colours::accent, "%s", cut(text, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::End();
}

void BrokenView::row(const Area& area, TeachSettings& teach) const {
    begin_panel("broken pictures", area, ImGuiWindowFlags_NoScrollbar);
    if (!result()) return ImGui::End();
    const float em = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float words = 1.25f * em, gap = 2.2f * em;
    const float aspect = float(wrong().width()) / float(wrong().height());
    const float wide = std::min(0.22f * room.x, (room.y - words) * aspect), high = wide / aspect;
    const float step = std::max(wide, 7.5f * em) + gap;
    const bool adds = shown_->adds_up;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto shown = side_by_side();
    for (int k = 0; k < pictures; ++k) {
        const Picture& picture = shown[std::size_t(k)];
        const ImVec2 a{corner.x + float(k) * step, corner.y + 0.5f * (room.y - words - high)},
            b{a.x + wide, a.y + high};
        ImGui::SetCursorScreenPos(a);
        ImGui::PushID(k);
        if (ImGui::InvisibleButton("picture", {std::max(wide, 1.0f), std::max(high, 1.0f)}))
            teach.fault.difference = picture.is_difference;
        hint(picture.is_difference ? "The difference. Click to enlarge." : "Click for the wrong picture.");
        ImGui::PopID();
        list.AddImage(texture_id(small_.name()), a, b, {float(k) / pictures, 1},
                      {float(k + 1) / pictures, 0});
        const bool large = teach.fault.difference ? picture.is_difference : picture.image == &wrong();
        outline(list, {a.x - 1, a.y - 1}, {b.x + 1, b.y + 1},
                ImGui::GetColorU32(large ? colours::accent : colours::faint), 2, thick(2));
        list.AddText({a.x, b.y + 0.1f * em}, ImGui::GetColorU32(large ? colours::accent : colours::faint),
                     picture.label);
        if (k == pictures - 1) continue;
        const char* sign = adds ? (k == 0 ? "+" : "=") : "";
        list.AddText(nullptr, 1.5f * em,
                     {a.x + 0.5f * (wide + step) - 0.4f * em, 0.5f * (a.y + b.y) - 0.75f * em},
                     ImGui::GetColorU32(colours::text), sign);
    }
    ImGui::SetCursorScreenPos({corner.x + float(pictures) * step, corner.y});
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(0);
    const std::string said =
        adds ? fmt::format(
                   "Superposition: the blocks alone and what the carries add give the result. Largest "
                   "error of the sum: {:.1g}",
                   result()->control)
             : fmt::format("Largest difference {:.3g}, at column {}, row {}.", result()->off.largest,
                           result()->off.at.x, result()->off.at.y);
    ImGui::TextColored(colours::good, "%s", said.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    ImGui::End();
}

}  // namespace sweep::app
