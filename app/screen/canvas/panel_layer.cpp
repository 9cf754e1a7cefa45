#include "app/screen/canvas/panel_layer.h"

#include <cstring>
#include <span>

#include <imgui.h>
#include <imgui_impl_opengl3.h>

namespace sweep::app {
namespace {

constexpr double least_seconds = 1.0 / 60;

// True where ImGui draws textures other than its font atlas, whose contents may change unnoticed, or where
// the atlas itself is being changed.
bool has_other_pictures(const ImDrawData& data) {
    const ImFontAtlas& letters = *ImGui::GetIO().Fonts;
#if IMGUI_VERSION_NUM < 19200
    const auto is_other = [&](const ImDrawCmd& command) { return command.GetTexID() != letters.TexID; };
#else
    const auto is_other = [&](const ImDrawCmd& command) {
        return command.TexRef._TexData != letters.TexData || letters.TexData->Status != ImTextureStatus_OK;
    };
#endif
    for (int i = 0; i < data.CmdListsCount; ++i)
        for (const ImDrawCmd& command : data.CmdLists[i]->CmdBuffer)
            if (is_other(command)) return true;
    return false;
}

// Calls f with the bytes of all draw lists, part by part, until it returns false. Returns true when it never
// does.
template <class F>
bool for_all_of(const ImDrawData& data, F&& f) {
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        const int counts[] = {list.CmdBuffer.Size, list.IdxBuffer.Size, list.VtxBuffer.Size};
        if (!f(std::as_bytes(std::span(counts))) ||
            !f(std::as_bytes(std::span(list.CmdBuffer.Data, std::size_t(counts[0])))) ||
            !f(std::as_bytes(std::span(list.IdxBuffer.Data, std::size_t(counts[1])))) ||
            !f(std::as_bytes(std::span(list.VtxBuffer.Data, std::size_t(counts[2])))))
            return false;
    }
    return true;
}

}  // namespace

const Texture& PanelLayer::update(int width, int height, bool at_once, double now) {
    ImDrawData& data = *ImGui::GetDrawData();
    const bool is_new = !texture_.is(width, height);
    if (is_new) {
        Texture fresh(width, height, GL_RGBA8);
        target_ = Framebuffer({&fresh}, nullptr);
        texture_ = std::move(fresh);
    }
    const bool pictures = has_other_pictures(data);
    is_behind_ = is_new || pictures || !is_drawn(data);
    if (is_behind_ && (is_new || pictures || at_once || now - drawn_at_ >= least_seconds)) {
        draw(data);
        drawn_at_ = now;
        is_behind_ = false;
    }
    return texture_;
}

bool PanelLayer::is_drawn(const ImDrawData& data) const {
    std::span<const std::byte> left = drawn_;
    const bool same = for_all_of(data, [&](std::span<const std::byte> part) {
        if (part.size() > left.size()) return false;
        const bool equal = part.empty() || std::memcmp(part.data(), left.data(), part.size()) == 0;
        left = left.subspan(part.size());
        return equal;
    });
    return same && left.empty();
}

void PanelLayer::draw(ImDrawData& data) {
    drawn_.clear();
    for_all_of(data, [&](std::span<const std::byte> part) {
        drawn_.insert(drawn_.end(), part.begin(), part.end());
        return true;
    });
    if (!clear_) clear_ = Program({"canvas/clear.comp"});
    clear_.use();
    glBindImageTexture(0, texture_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glDispatchCompute(GLuint(texture_.width() + 15) / 16, GLuint(texture_.height() + 7) / 8, 1);
    glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    // ImGui's blending accumulates opacities as premultiplied colours need it.
    ImGui_ImplOpenGL3_RenderDrawData(&data);
}

}  // namespace sweep::app
