#include "app/ui/vector/shapes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include <imgui_internal.h>

#include "app/ui/vector/outline.h"

namespace sweep::app {
namespace {

ImVec2 middle(ImVec2 a, ImVec2 b) {
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

float distance(ImVec2 a, ImVec2 b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

// The letters of the atlas, by the place of their pictures in it.
struct Letter {
    const ImFont* font;
    float size, ascent;  // of the font
    ImFontGlyph glyph;
};

#if IMGUI_VERSION_NUM >= 19200
// The member has another name in later versions.
template <class Baked>
const ImFont* font_of(const Baked& baked) {
    if constexpr (requires { baked.OwnerFont; })
        return baked.OwnerFont;
    else
        return baked.ContainerFont;
}
#endif

std::vector<Letter> letters_of(const ImFontAtlas& atlas) {
    std::vector<Letter> letters;
#if IMGUI_VERSION_NUM < 19200
    for (const ImFont* font : atlas.Fonts)
        for (const ImFontGlyph& glyph : font->Glyphs)
            letters.push_back({font, font->FontSize, font->Ascent, glyph});
#else  // pictures of letters are made for each size that is drawn
    for (int i = 0; i < atlas.Builder->BakedPool.Size; ++i) {
        const ImFontBaked& baked = atlas.Builder->BakedPool[i];
        if (!font_of(baked) || baked.WantDestroy) continue;
        for (const ImFontGlyph& glyph : baked.Glyphs)
            letters.push_back({font_of(baked), baked.Size, baked.Ascent, glyph});
    }
#endif
    std::sort(letters.begin(), letters.end(),
              [](const Letter& a, const Letter& b) { return a.glyph.V0 < b.glyph.V0; });
    return letters;
}

class Recorder {
  public:
    Recorder(const ImFontAtlas& atlas, std::vector<DrawnShape>& shapes)
        : white_(atlas.TexUvWhitePixel), letters_(letters_of(atlas)), shapes_(shapes) {}

    void add(const ImDrawList& list, const ImDrawCmd& command, bool of_atlas) {
        clip_ = command.ClipRect;
        const ImDrawIdx* const index = list.IdxBuffer.Data + command.IdxOffset;
        const auto corner = [&](unsigned i) -> const ImDrawVert& {
            return list.VtxBuffer[int(index[i] + command.VtxOffset)];
        };
        for (unsigned i = 0; i + 2 < command.ElemCount;) {
            // Four corners in a row, as two triangles.
            const bool is_quad = i + 5 < command.ElemCount && index[i + 1] == index[i] + 1 &&
                                 index[i + 2] == index[i] + 2 && index[i + 3] == index[i] &&
                                 index[i + 4] == index[i] + 2 && index[i + 5] == index[i] + 3;
            const ImDrawVert &a = corner(i), &b = corner(i + 1), &c = corner(i + 2);
            const bool is_plain = of_atlas && is_white(a) && is_white(b) && is_white(c);
            if (is_plain && is_quad && a.col != b.col) {
                add_gradient(a, c, b.col);
            } else if (is_plain && is_quad) {
                add_quad(a.pos, b.pos, c.pos, corner(i + 5).pos, a.col);
            } else if (is_plain) {
                use_colour(a.col);
                end_line();
                area_.add(a.pos, b.pos, c.pos);
            } else if (is_quad) {
                flush();
                of_atlas ? add_letter(a, c) : add_picture(a, c, command);
            }
            i += is_quad ? 6 : 3;
        }
        flush();
    }

  private:
    bool is_white(const ImDrawVert& v) const {
        return std::abs(v.uv.x - white_.x) < 1e-6f && std::abs(v.uv.y - white_.y) < 1e-6f;
    }
    DrawnShape& push(DrawnShape::Kind kind, ImU32 colour) {
        DrawnShape& shape = shapes_.emplace_back();
        shape.kind = kind;
        shape.colour = colour;
        shape.clip = clip_;
        return shape;
    }
    void use_colour(ImU32 colour) {
        if (colour != colour_) flush();
        colour_ = colour;
    }
    // A line is drawn as a quad for each of its parts, which meet where the line bends.
    void add_quad(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d, ImU32 colour) {
        constexpr float widest = 6, same = 0.02f;
        use_colour(colour);
        const ImVec2 from = middle(a, d), to = middle(b, c);
        const float width = distance(a, d);
        const bool goes_on =
            !line_.empty() && distance(line_.back(), from) < same && std::abs(width - width_) < same;
        if (!goes_on) end_line();
        if (width > widest || width <= 0) {
            area_.add(a, b, c);
            area_.add(a, c, d);
            return;
        }
        if (line_.empty()) line_.push_back(from);
        line_.push_back(to);
        width_ = width;
    }
    void end_line() {
        if (line_.empty()) return;
        DrawnShape& shape = push(DrawnShape::Kind::line, colour_);
        shape.width = width_;
        shape.closed = line_.size() > 3 && distance(line_.front(), line_.back()) < 0.02f;
        if (shape.closed) line_.pop_back();
        shape.points.push_back(std::exchange(line_, {}));
    }
    void flush() {
        end_line();
        if (area_.empty()) return;
        DrawnShape& shape = push(DrawnShape::Kind::area, colour_);
        shape.points = area_.take();
    }
    void add_gradient(const ImDrawVert& a, const ImDrawVert& c, ImU32 right) {
        flush();
        DrawnShape& shape = push(DrawnShape::Kind::gradient, a.col);
        shape.right_colour = right;
        shape.points = {{a.pos, c.pos}};
    }
    void add_picture(const ImDrawVert& a, const ImDrawVert& c, const ImDrawCmd& command) {
        DrawnShape& shape = push(DrawnShape::Kind::picture, a.col);
        shape.texture = command.GetTexID();
        shape.points = {{a.pos, c.pos}};
        shape.uv0 = a.uv, shape.uv1 = c.uv;
    }
    // The letter whose picture it is; the quad may show a part of it, where a text is cut off.
    void add_letter(const ImDrawVert& a, const ImDrawVert& c) {
        const ImVec2 in = middle(a.uv, c.uv);
        for (const Letter& letter : letters_) {
            const ImFontGlyph& g = letter.glyph;
            if (g.V0 > in.y) break;
            if (!g.Visible || in.x < g.U0 || in.x > g.U1 || in.y > g.V1) continue;
            const float scale_x = (c.pos.x - a.pos.x) / (c.uv.x - a.uv.x),
                        scale_y = (c.pos.y - a.pos.y) / (c.uv.y - a.uv.y);
            const float left = a.pos.x + (g.U0 - a.uv.x) * scale_x, top = a.pos.y + (g.V0 - a.uv.y) * scale_y;
            const float scale = (g.U1 - g.U0) * scale_x / (g.X1 - g.X0);
            DrawnShape& shape = push(DrawnShape::Kind::letter, a.col);
            shape.points = {{a.pos, c.pos}};
            shape.font = letter.font;
            shape.codepoint = g.Codepoint;
            shape.size = letter.size * scale;
            shape.at = {left - g.X0 * scale, top + (std::round(letter.ascent) - g.Y0) * scale};
            return;
        }
    }

    ImVec2 white_;
    std::vector<Letter> letters_;
    std::vector<DrawnShape>& shapes_;
    ImVec4 clip_{};
    ImU32 colour_ = 0;
    Outline area_;
    std::vector<ImVec2> line_;
    float width_ = 0;
};

// Windows in a window have its name and more behind a slash.
bool is_of(const char* owner, const std::string& window) {
    return owner && std::strncmp(owner, window.c_str(), window.size()) == 0 &&
           (owner[window.size()] == 0 || owner[window.size()] == '/');
}

}  // namespace

std::vector<DrawnShape> shapes_of(std::span<const std::string> windows) {
    std::vector<DrawnShape> shapes;
    const ImDrawData* const frame = ImGui::GetDrawData();
    if (!frame) return shapes;
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    Recorder recorder(atlas, shapes);
#if IMGUI_VERSION_NUM < 19200
    const ImTextureID letters = atlas.TexID;
#else
    const ImTextureID letters = atlas.TexRef.GetTexID();
#endif
    for (const std::string& window : windows)
        for (int i = 0; i < frame->CmdListsCount; ++i) {
            const ImDrawList& list = *frame->CmdLists[i];
            if (!is_of(list._OwnerName, window)) continue;
            for (const ImDrawCmd& command : list.CmdBuffer)
                if (!command.UserCallback && command.ElemCount > 0)
                    recorder.add(list, command, command.GetTexID() == letters);
        }
    return shapes;
}

bool has_window(const std::string& name) {
    const ImDrawData* const frame = ImGui::GetDrawData();
    for (int i = 0; frame && i < frame->CmdListsCount; ++i)
        if (is_of(frame->CmdLists[i]->_OwnerName, name)) return true;
    return false;
}

ImVec4 extent_of(std::span<const DrawnShape> shapes) {
    ImVec4 extent{1e9f, 1e9f, -1e9f, -1e9f};
    for (const DrawnShape& shape : shapes)
        for (const std::vector<ImVec2>& points : shape.points)
            for (const ImVec2& p : points) {
                const float x = std::clamp(p.x, shape.clip.x, shape.clip.z),
                            y = std::clamp(p.y, shape.clip.y, shape.clip.w);
                extent = {std::min(extent.x, x), std::min(extent.y, y), std::max(extent.z, x),
                          std::max(extent.w, y)};
            }
    return extent.x > extent.z ? ImVec4{} : extent;
}

ExactEdges::ExactEdges() {
    ImGuiStyle& style = ImGui::GetStyle();
    lines_ = std::exchange(style.AntiAliasedLines, false);
    textured_ = std::exchange(style.AntiAliasedLinesUseTex, false);
    fill_ = std::exchange(style.AntiAliasedFill, false);
}

ExactEdges::~ExactEdges() {
    ImGuiStyle& style = ImGui::GetStyle();
    style.AntiAliasedLines = lines_;
    style.AntiAliasedLinesUseTex = textured_;
    style.AntiAliasedFill = fill_;
}

}  // namespace sweep::app
