// Letters of the last frame that are not whole on the screen.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

namespace sweep::test {

// Where what ImGui has drawn has a letter that its clip rectangle cuts: a list of places, in words. A letter that is
// wholly outside of the rectangle is not drawn, and in a text that is cut another one lies across the edge.
inline std::vector<std::string> cut_letters() {
    constexpr float air = 0.5f;  // pixels: the bitmap of a letter has a rim that is empty
    std::vector<std::string> found;
    const ImDrawData& drawn = *ImGui::GetDrawData();
#if IMGUI_VERSION_NUM < 19200
    const ImTextureID letters = ImGui::GetIO().Fonts->TexID;
#else
    const ImTextureID letters = ImGui::GetIO().Fonts->TexRef.GetTexID();
#endif
    for (int i = 0; i < drawn.CmdListsCount; ++i) {
        const ImDrawList& list = *drawn.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback || command.GetTexID() != letters) continue;
            const ImVec4& clip = command.ClipRect;
            // A letter is two triangles over four corners, one behind the other.
            for (unsigned at = 0; at + 6 <= command.ElemCount;) {
                const ImDrawIdx* const corner = list.IdxBuffer.Data + command.IdxOffset + at;
                const ImDrawVert* const first = list.VtxBuffer.Data + command.VtxOffset + corner[0];
                const bool is_rectangle = corner[1] == corner[0] + 1 && corner[2] == corner[0] + 2 &&
                                          corner[3] == corner[0] && corner[4] == corner[0] + 2 &&
                                          corner[5] == corner[0] + 3;
                if (!is_rectangle) {
                    at += 3;
                    continue;
                }
                at += 6;
                const ImVec2 a = first->pos, b = first[2].pos;
                // What is filled or a line takes one point, or one row, of the texture.
                const bool is_letter = std::abs(first[2].uv.x - first->uv.x) > 1e-6f &&
                                       std::abs(first[2].uv.y - first->uv.y) > 1e-6f;
                const bool is_seen = b.x > clip.x + air && a.x < clip.z - air && b.y > clip.y + air &&
                                     a.y<clip.w - air, is_whole = a.x> clip.x - air && b.x < clip.z + air &&
                                     a.y > clip.y - air && b.y < clip.w + air;
                if (is_letter && is_seen && !is_whole)
                    found.push_back(
                        fmt::format("a letter from ({:.0f}, {:.0f}) to ({:.0f}, {:.0f}), of '{}', clipped to "
                                    "({:.0f}, {:.0f}) .. ({:.0f}, {:.0f})",
                                    a.x, a.y, b.x, b.y,
#if IMGUI_VERSION_NUM < 18980
                                    list._OwnerName ? list._OwnerName : "",
#else
                                    "",
#endif
                                    clip.x, clip.y, clip.z, clip.w));
            }
        }
    }
    return found;
}

}  // namespace sweep::test
