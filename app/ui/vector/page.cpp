#include "app/ui/vector/page.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "app/screen/gl/gl.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr double points_per_pixel = 0.75;  // 96 pixels and 72 points are an inch

struct FreeSurface {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, FreeSurface>;

cairo_status_t append(void* to, const unsigned char* bytes, unsigned size) {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), size);
    return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw Error(ExitCode::failed,
                    std::string("Cairo cannot draw this figure: ") + cairo_status_to_string(status));
}

// The fonts of the atlas, read again for their outlines.
class Fonts {
  public:
    Fonts() {
        if (FT_Init_FreeType(&library_) != 0) throw Error(ExitCode::failed, "FreeType does not start");
    }
    ~Fonts() {
        for (const auto& [font, face] : faces_) {
            cairo_font_face_destroy(face.cairo);
            FT_Done_Face(face.outlines);
        }
        FT_Done_FreeType(library_);
    }
    Fonts(const Fonts&) = delete;
    Fonts& operator=(const Fonts&) = delete;

    struct Face {
        FT_Face outlines = nullptr;
        cairo_font_face_t* cairo = nullptr;
        double em = 1;  // the size of the em square, where the font has size 1
    };
    const Face& of(const ImFont* font) {
        Face& face = faces_[font];
        if (face.cairo) return face;
#if IMGUI_VERSION_NUM >= 19200
        const ImFontConfig& source = *font->Sources[0];
#elif IMGUI_VERSION_NUM >= 19190
        const ImFontConfig& source = *font->Sources;
#else
        const ImFontConfig& source = *font->ConfigData;
#endif
        if (FT_New_Memory_Face(library_, static_cast<const FT_Byte*>(source.FontData), source.FontDataSize,
                               source.FontNo, &face.outlines) != 0) {
            faces_.erase(font);
            throw Error(ExitCode::failed, "FreeType cannot read the font of the window");
        }
        face.cairo = cairo_ft_font_face_create_for_ft_face(face.outlines, FT_LOAD_NO_HINTING);
        face.em = double(face.outlines->units_per_EM) / (face.outlines->ascender - face.outlines->descender);
        return face;
    }

  private:
    FT_Library library_ = nullptr;
    std::map<const ImFont*, Face> faces_;
};

std::string utf8(unsigned code) {
    std::string text;
    if (code < 0x80) return {char(code)};
    if (code < 0x800) return {char(0xC0 | code >> 6), char(0x80 | (code & 0x3F))};
    if (code >= 0x10000)
        text = {char(0xF0 | code >> 18), char(0x80 | (code >> 12 & 0x3F))};
    else
        text = {char(0xE0 | code >> 12)};
    return text + char(0x80 | (code >> 6 & 0x3F)) + char(0x80 | (code & 0x3F));
}

// A surface of these pixels, RGBA with straight alpha, from the top.
Surface surface_of(const std::vector<std::uint8_t>& rgba, int width, int height) {
    Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
    check(cairo_surface_status(surface.get()));
    const int stride = cairo_image_surface_get_stride(surface.get());
    unsigned char* const to = cairo_image_surface_get_data(surface.get());
    for (int y = 0; y < height; ++y) {
        auto* const row = reinterpret_cast<std::uint32_t*>(to + std::ptrdiff_t(y) * stride);
        for (int x = 0; x < width; ++x) {
            const std::uint8_t* const p = &rgba[4 * (std::size_t(y) * std::size_t(width) + std::size_t(x))];
            const auto times_alpha = [&](int k) { return std::uint32_t((p[k] * p[3] + 127) / 255); };
            row[x] = std::uint32_t(p[3]) << 24 | times_alpha(0) << 16 | times_alpha(1) << 8 | times_alpha(2);
        }
    }
    cairo_surface_mark_dirty(surface.get());
    return surface;
}

Surface surface_of(ImTextureID texture) {
    const auto name = GLuint(std::uintptr_t(texture));
    GLint width = 0, height = 0;
    glGetTextureLevelParameteriv(name, 0, GL_TEXTURE_WIDTH, &width);
    glGetTextureLevelParameteriv(name, 0, GL_TEXTURE_HEIGHT, &height);
    std::vector<std::uint8_t> rgba(std::size_t(width) * std::size_t(height) * 4);
    if (rgba.empty())
        throw Error(ExitCode::failed, "a picture of this figure cannot be read back from OpenGL");
    glGetTextureImage(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, GLsizei(rgba.size()), rgba.data());
    return surface_of(rgba, width, height);
}

class Painter {
  public:
    Painter(cairo_surface_t* surface, const Page& page) : cairo_(cairo_create(surface)), part_(page.part) {
        cairo_scale(cairo_, points_per_pixel, points_per_pixel);
        cairo_translate(cairo_, -page.part.x, -page.part.y);
        cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
        if (page.paper >> IM_COL32_A_SHIFT) {
            colour(page.paper);
            cairo_paint(cairo_);
        }
    }
    ~Painter() { cairo_destroy(cairo_); }
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    void paint(std::span<const DrawnShape> shapes) {
        for (std::size_t i = 0; i < shapes.size();) {
            const DrawnShape& shape = shapes[i];
            std::size_t count = 1;
            if (shape.kind == DrawnShape::Kind::letter)
                while (i + count < shapes.size() && follows(shapes[i + count - 1], shapes[i + count]))
                    ++count;
            const std::span<const DrawnShape> together = shapes.subspan(i, count);
            i += count;
            const ImVec4 extent = extent_of(together), whole = extent_unclipped(together);
            if (extent.x >= extent.z && extent.y >= extent.w) continue;  // outside of its window
            const bool is_cut =
                extent.x != whole.x || extent.y != whole.y || extent.z != whole.z || extent.w != whole.w;
            cairo_save(cairo_);
            if (is_cut) {
                const ImVec4& c = shape.clip;
                cairo_rectangle(cairo_, c.x, c.y, c.z - c.x, c.w - c.y);
                cairo_clip(cairo_);
            }
            draw(shape, together);
            cairo_restore(cairo_);
        }
        check(cairo_status(cairo_));
    }
    void picture(cairo_surface_t* surface, ImVec2 a, ImVec2 b, ImVec2 uv0, ImVec2 uv1, double alpha) {
        const double width = cairo_image_surface_get_width(surface),
                     height = cairo_image_surface_get_height(surface);
        cairo_rectangle(cairo_, a.x, a.y, b.x - a.x, b.y - a.y);
        cairo_clip(cairo_);
        cairo_translate(cairo_, a.x, a.y);
        cairo_scale(cairo_, (b.x - a.x) / ((uv1.x - uv0.x) * width),
                    (b.y - a.y) / ((uv1.y - uv0.y) * height));
        cairo_set_source_surface(cairo_, surface, -uv0.x * width, -uv0.y * height);
        // Pixels that are drawn large are squares.
        cairo_pattern_set_filter(cairo_get_source(cairo_), CAIRO_FILTER_NEAREST);
        cairo_paint_with_alpha(cairo_, alpha);
    }
    void under(const Image& pixels) {
        const int width = pixels.shape().width, height = pixels.shape().height,
                  channels = pixels.shape().channels;
        std::vector<std::uint8_t> rgba;
        rgba.reserve(pixels.shape().pixels() * 4);
        const auto* const from = pixels.data<std::uint8_t>();
        for (std::size_t i = 0; i < pixels.shape().pixels(); ++i) {
            const std::uint8_t* const p = from + i * std::size_t(channels);
            rgba.insert(rgba.end(), {p[0], p[1], p[2], 255});
        }
        cairo_save(cairo_);
        picture(surface_of(rgba, width, height).get(), {part_.x, part_.y}, {part_.z, part_.w}, {0, 0}, {1, 1},
                1);
        cairo_restore(cairo_);
    }

  private:
    static ImVec4 extent_unclipped(std::span<const DrawnShape> shapes) {
        ImVec4 extent{1e9f, 1e9f, -1e9f, -1e9f};
        for (const DrawnShape& shape : shapes)
            for (const std::vector<ImVec2>& points : shape.points)
                for (const ImVec2& p : points)
                    extent = {std::min(extent.x, p.x), std::min(extent.y, p.y), std::max(extent.z, p.x),
                              std::max(extent.w, p.y)};
        return extent;
    }
    // Letters of a word.
    static bool follows(const DrawnShape& a, const DrawnShape& b) {
        return b.kind == DrawnShape::Kind::letter && a.font == b.font && a.colour == b.colour &&
               a.at.y == b.at.y && std::abs(a.size - b.size) < 0.01f && b.at.x > a.at.x &&
               b.at.x < a.at.x + a.size && a.clip.x == b.clip.x && a.clip.y == b.clip.y &&
               a.clip.z == b.clip.z && a.clip.w == b.clip.w;
    }
    void colour(ImU32 packed) {
        const ImVec4 c = ImGui::ColorConvertU32ToFloat4(packed);
        cairo_set_source_rgba(cairo_, c.x, c.y, c.z, c.w);
    }
    void trace(const std::vector<ImVec2>& points, bool closed) {
        for (const ImVec2& p : points) cairo_line_to(cairo_, p.x, p.y);
        if (closed) cairo_close_path(cairo_);
    }
    void draw(const DrawnShape& shape, std::span<const DrawnShape> together) {
        colour(shape.colour);
        const ImVec2 a = shape.points[0].front(), b = shape.points[0].back();
        switch (shape.kind) {
            case DrawnShape::Kind::area:
                for (const std::vector<ImVec2>& loop : shape.points) {
                    cairo_new_sub_path(cairo_);
                    trace(loop, true);
                }
                return cairo_fill(cairo_);
            case DrawnShape::Kind::line:
                cairo_set_line_width(cairo_, shape.width);
                trace(shape.points[0], shape.closed);
                return cairo_stroke(cairo_);
            case DrawnShape::Kind::gradient: {
                cairo_pattern_t* const between = cairo_pattern_create_linear(a.x, 0, b.x, 0);
                for (const auto& [place, packed] : {std::pair{0, shape.colour}, {1, shape.right_colour}}) {
                    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(packed);
                    cairo_pattern_add_color_stop_rgba(between, place, c.x, c.y, c.z, c.w);
                }
                cairo_set_source(cairo_, between);
                cairo_pattern_destroy(between);
                cairo_rectangle(cairo_, a.x, a.y, b.x - a.x, b.y - a.y);
                return cairo_fill(cairo_);
            }
            case DrawnShape::Kind::picture: {
                Surface& read = pictures_[shape.texture];
                if (!read) read = surface_of(shape.texture);
                return picture(read.get(), a, b, shape.uv0, shape.uv1,
                               double(shape.colour >> IM_COL32_A_SHIFT) / 255);
            }
            case DrawnShape::Kind::letter:
                return write(together);
        }
    }
    void write(std::span<const DrawnShape> letters) {
        const Fonts::Face& face = fonts_.of(letters[0].font);
        cairo_set_font_face(cairo_, face.cairo);
        cairo_set_font_size(cairo_, letters[0].size * face.em);
        std::string text;
        std::vector<cairo_glyph_t> glyphs;
        std::vector<cairo_text_cluster_t> clusters;
        for (const DrawnShape& letter : letters) {
            const std::string bytes = utf8(letter.codepoint);
            text += bytes;
            glyphs.push_back({FT_Get_Char_Index(face.outlines, letter.codepoint), letter.at.x, letter.at.y});
            clusters.push_back({int(bytes.size()), 1});
        }
        cairo_show_text_glyphs(cairo_, text.data(), int(text.size()), glyphs.data(), int(glyphs.size()),
                               clusters.data(), int(clusters.size()), cairo_text_cluster_flags_t(0));
    }

    cairo_t* cairo_;
    ImVec4 part_;
    Fonts fonts_;
    std::map<ImTextureID, Surface> pictures_;
};

}  // namespace

std::string why_no_pages() {
    return {};
}

std::string page_of(std::span<const DrawnShape> shapes, const Page& page, PageFormat format) {
    std::string bytes;
    const double width = (page.part.z - page.part.x) * points_per_pixel,
                 height = (page.part.w - page.part.y) * points_per_pixel;
    const auto create =
        format == PageFormat::pdf ? cairo_pdf_surface_create_for_stream : cairo_svg_surface_create_for_stream;
    const Surface surface(create(append, &bytes, width, height));
    check(cairo_surface_status(surface.get()));
    if (format == PageFormat::pdf)
        cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, page.title.c_str());
    {
        Painter painter(surface.get(), page);
        if (page.under) painter.under(*page.under);
        painter.paint(shapes);
        // The fonts are asked for until the page is written.
        cairo_surface_finish(surface.get());
    }
    check(cairo_surface_status(surface.get()));
    return bytes;
}

}  // namespace sweep::app
