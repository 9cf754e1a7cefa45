#include "app/lessons/figures/drawing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/figures/matrix_drawing.h"
#include "app/ui/gui.h"
#include "app/ui/plots/formula.h"
#include "app/ui/plots/number_table.h"
#include "app/ui/plots/plot.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// A look for each curve; neighbours differ in hue and in mark.
PlotStyle style_of(int curve, const char* name = "") {
    // The colours of Okabe and Ito, and white, which differ for those, too, who do not see red and green.
    constexpr std::array<std::array<float, 3>, 8> hues{{{0.90f, 0.62f, 0.00f},
                                                        {0.34f, 0.71f, 0.91f},
                                                        {0.00f, 0.62f, 0.45f},
                                                        {0.94f, 0.89f, 0.26f},
                                                        {0.15f, 0.50f, 0.80f},
                                                        {0.84f, 0.37f, 0.00f},
                                                        {0.80f, 0.47f, 0.65f},
                                                        {0.90f, 0.91f, 0.93f}}};
    const auto& c = hues[std::size_t(curve) % hues.size()];
    constexpr std::array<Mark, 4> marks{Mark::disc, Mark::square, Mark::diamond, Mark::cross};
    return {name,
            {c[0], c[1], c[2], 1},
            std::size_t(curve) < hues.size() ? Stroke::solid : Stroke::dashed,
            marks[std::size_t(curve) % 4]};
}

constexpr float line_height =
    1.3f;  // the height of a line of text above or below a tile, in letters' heights

// How the tiles lie on the screen: as the figure has them, with its rows as columns, so with the words of each row of
// the screen beside it, or, where rows have no title and mean nothing, in rows of another length.
enum class Arranged { plain, turned, labelled, wrapped };

class Tiles {
  public:
    // `across`: of wrapped tiles, which fill their rows.
    Tiles(const std::vector<FigureRow>& rows, Arranged how, int across = 1)
        : rows_(rows), how_(how), across_(across) {}

    int in_row() const { return int(rows_.front().tiles.size()); }
    int across() const {
        return how_ == Arranged::wrapped ? across_ : is_turned() ? int(rows_.size()) : in_row();
    }
    int down() const { return int(rows_.size()) * in_row() / across(); }
    // Its number in the order of the figure.
    std::size_t index(int i, int j) const {
        return std::size_t(is_turned() ? j * in_row() + i : i * across() + j);
    }
    const FigureTile& at(int i, int j) const {
        const std::size_t k = index(i, j), n = std::size_t(in_row());
        return rows_[k / n].tiles[k % n];
    }
    bool can_be_wrapped() const {
        return std::all_of(rows_.begin(), rows_.end(),
                           [](const FigureRow& row) { return row.title.empty(); });
    }
    // The heading above tile (i, j); it has as much room as a tile where the rows are columns.
    const std::string& heading(int i, int j) const {
        static const std::string none;
        if (how_ == Arranged::wrapped) return none;
        if (is_turned()) return i == 0 ? rows_[std::size_t(j)].title : none;
        return j == 0 ? rows_[std::size_t(i)].title : none;
    }
    bool is_turned() const { return how_ == Arranged::turned || how_ == Arranged::labelled; }
    bool is_labelled() const { return how_ == Arranged::labelled; }
    // Words stand beside a row only where one title is for all of its tiles.
    bool can_be_labelled() const {
        for (int i = 0; i < down(); ++i)
            for (int j = 1; j < across(); ++j)
                if (!at(i, j).title.empty()) return false;
        return across() > 1;
    }

    bool any(int i, const std::string FigureTile::*text) const {
        if (is_labelled()) return false;  // they stand beside the tiles
        for (int j = 0; j < across(); ++j)
            if (!(at(i, j).*text).empty()) return true;
        return false;
    }
    // What stands beside row i: its title, and the texts of its tiles.
    std::vector<std::string> label(int i) const {
        std::vector<std::string> lines{at(i, 0).title};
        for (int j = 0; j < across(); ++j)
            if (!at(i, j).text.empty()) lines.push_back(at(i, j).text);
        return lines;
    }
    float label_width(float gap) const {
        float widest = 0;
        for (int i = 0; is_labelled() && i < down(); ++i)
            for (const std::string& words : label(i))
                widest = std::max(widest, ImGui::CalcTextSize(words.c_str()).x + gap);
        return widest;
    }
    float aspect(int i) const {
        float tallest = 0;
        for (int j = 0; j < across(); ++j) {
            const Shape& s = at(i, j).picture->shape();
            tallest = std::max(tallest, float(s.height) / float(s.width));
        }
        return tallest;
    }
    // The width of all tiles, which is as large as the room permits.
    float width(ImVec2 room, float em, float gap) const {
        float texts = 0, aspects = 0;
        for (int i = 0; i < down(); ++i) {
            texts += line_height * em *
                     float(!heading(i, 0).empty() + any(i, &FigureTile::title) + any(i, &FigureTile::text));
            aspects += aspect(i);
        }
        const float wide = (room.x - label_width(gap) - float(across() - 1) * gap) / float(across()),
                    tall = (room.y - texts - float(down()) * gap) / aspects;
        return std::max(std::min(wide, tall), 8.0f);
    }

  private:
    const std::vector<FigureRow>& rows_;
    Arranged how_;
    int across_;
};

// The arrangement with the largest tiles; the figure's own unless another one gains much.
Tiles arranged(const std::vector<FigureRow>& rows, ImVec2 room, float em, float gap) {
    const Tiles plain(rows, Arranged::plain);
    if (plain.can_be_wrapped()) {
        const int all = plain.down() * plain.across();
        int across = plain.across();
        float widest = plain.width(room, em, gap);
        for (int n = 1; n <= all; ++n) {
            const float wide = all % n == 0 ? Tiles(rows, Arranged::wrapped, n).width(room, em, gap) : 0;
            if (wide > widest) widest = wide, across = n;
        }
        return {rows, Arranged::wrapped, across};
    }
    Arranged chosen = Arranged::plain;
    float widest = plain.width(room, em, gap);
    for (const Arranged how : {Arranged::turned, Arranged::labelled}) {
        const Tiles tiles(rows, how);
        if (how == Arranged::labelled && !tiles.can_be_labelled()) continue;
        const float wide = tiles.width(room, em, gap);
        if (wide > 1.15f * widest) widest = wide, chosen = how;
    }
    return {rows, chosen};
}

void draw_tile(ImDrawList& list, const FigureTile& tile, const Texture& texture, ImVec2 a, ImVec2 b) {
    list.AddRectFilled(a, b, ImGui::GetColorU32(colours::control));
    list.AddImage(texture_id(texture.name()), a, b);
    if (!tile.frame.empty()) {
        const float scale = (b.x - a.x) / float(tile.picture->shape().width);
        const Region& f = tile.frame;
        outline(list, {a.x + float(f.x) * scale, a.y + float(f.y) * scale},
                {a.x + float(f.x + f.width) * scale, a.y + float(f.y + f.height) * scale},
                ImGui::GetColorU32(colours::accent), 0, 1.5f);
    }
}

void draw_pictures(const std::vector<FigureRow>& rows, const std::vector<Texture>& textures) {
    const float em = ImGui::GetFontSize(), gap = 0.5f * em;
    const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const Tiles tiles = arranged(rows, room, em, gap);
    const float wide = tiles.width(room, em, gap), label = tiles.label_width(gap);
    const float across = float(tiles.across()), all = label + across * wide + (across - 1) * gap,
                left = corner.x + label + 0.5f * std::max(room.x - all, 0.0f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto text = [&](const std::string& what, float x, float y, float most, const ImVec4& colour) {
        list.AddText({x, y}, ImGui::GetColorU32(colour), cut(what, most).c_str());
    };
    float y = corner.y;
    for (int i = 0; i < tiles.down(); ++i) {
        const float headings = y;
        if (!tiles.heading(i, 0).empty()) y += line_height * em;
        const float titles = y, top = y + (tiles.any(i, &FigureTile::title) ? line_height * em : 0),
                    bottom = top + wide * tiles.aspect(i);
        if (tiles.is_labelled()) {
            float down = top;
            for (const std::string& words : tiles.label(i)) {
                text(words, left - label, down, label, down == top ? colours::accent : colours::faint);
                down += line_height * em;
            }
        }
        for (int j = 0; j < tiles.across(); ++j) {
            const FigureTile& tile = tiles.at(i, j);
            const Shape& s = tile.picture->shape();
            const float x = left + float(j) * (wide + gap), tall = wide * float(s.height) / float(s.width);
            text(tiles.heading(i, j), x, headings, tiles.is_turned() ? wide : room.x, colours::text);
            draw_tile(list, tile, textures[tiles.index(i, j)], {x, top}, {x + wide, top + tall});
            if (tiles.is_labelled()) continue;
            text(tile.title, x, titles, wide, colours::accent);
            // Where not all of it fits, its last word is the number.
            const bool fits = ImGui::CalcTextSize(tile.text.c_str()).x <= wide;
            text(fits ? tile.text : tile.text.substr(tile.text.rfind(' ') + 1), x, top + tall + 0.1f * em,
                 wide, colours::faint);
        }
        y = bottom + (tiles.any(i, &FigureTile::text) ? line_height * em : 0) + gap;
    }
    ImGui::Dummy({room.x, std::max(y - corner.y, 1.0f)});
}

PlotAxis axis_of(const FigureAxis& axis) {
    return {axis.low, axis.high, axis.logarithmic, axis.name.c_str()};
}

// Names at the ends of curves, so that nobody has to find a hue in a list; where two would touch, one goes below the
// other.
void name_ends(Plot& plot, const std::vector<FigureCurve>& curves) {
    struct Name {
        ImVec2 at;
        int curve;
    };
    std::vector<Name> names;
    const float em = ImGui::GetFontSize(), small = 0.78f * em;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (curves[i].is_line || curves[i].x.empty()) continue;
        const ImVec2 end = plot.at(curves[i].x.back(), curves[i].y.back());
        if (std::isfinite(end.y)) names.push_back({end, int(i)});
    }
    std::sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.at.y < b.at.y; });
    std::vector<std::pair<ImVec2, ImVec2>> taken;
    for (const Name& name : names) {
        const std::string& text = curves[std::size_t(name.curve)].name;
        const float wide = text_width(ImGui::GetFont(), small, text);
        ImVec2 at{std::min(name.at.x + 0.4f * em, plot.high().x - wide - 0.2f * em),
                  name.at.y - 0.5f * small};
        const auto touches = [&](const std::pair<ImVec2, ImVec2>& other) {
            return at.x < other.second.x && at.x + wide > other.first.x && at.y < other.second.y &&
                   at.y + small > other.first.y;
        };
        for (auto other = std::find_if(taken.begin(), taken.end(), touches); other != taken.end();
             other = std::find_if(taken.begin(), taken.end(), touches))
            at.y = other->second.y + 0.5f;
        if (at.y + small > plot.high().y) continue;
        taken.emplace_back(at, ImVec2{at.x + wide, at.y + small});
        plot.list().AddText(ImGui::GetFont(), small, at, ImGui::GetColorU32(style_of(name.curve).colour),
                            text.c_str());
    }
}

void draw_plot(const FigurePlot& figure, const char* id, ImVec2 size) {
    Plot plot(id, size, axis_of(figure.x), axis_of(figure.y));
    const bool is_listed = figure.curves.size() <= 3;  // others are named at their ends, and in the table
    for (std::size_t i = 0; i < figure.curves.size(); ++i) {
        const FigureCurve& curve = figure.curves[i];
        PlotStyle style = style_of(int(i), is_listed ? curve.name.c_str() : "");
        if (curve.is_line) {
            style.line = Stroke::dotted;
            style.colour = colours::faint;
            if (!curve.y.empty()) plot.horizontal(curve.y.front(), style);
            continue;
        }
        plot.points(curve.x, curve.y, style);
        style.name = "";
        plot.curve(curve.x, curve.y, style);
    }
    if (!is_listed) name_ends(plot, figure.curves);
}

// In letters as large as the room permits, so that the last row of a hall can read them.
void draw_headline(const FigureContent& content, float height) {
    push_face(Face::big);
    ImFont* big = ImGui::GetFont();
    pop_face();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const auto size_for = [&](ImFont* font, const std::string& text, float most) {
        return std::min(most, room / std::max(text_width(font, 1, text), 1e-3f));
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float letters = size_for(big, content.headline, 0.54f * height);
    list.AddText(big, letters, corner, ImGui::GetColorU32(colours::accent), content.headline.c_str());
    ImFont* font = ImGui::GetFont();
    list.AddText(font, size_for(font, content.below, 0.17f * height), {corner.x, corner.y + 1.08f * letters},
                 ImGui::GetColorU32(colours::text), content.below.c_str());
    ImGui::Dummy({room, height});
}

}  // namespace

std::vector<Texture> textures_of(const FigureContent& content, bool encoded) {
    std::vector<Texture> textures;
    for (const FigureRow& row : content.pictures)
        for (const FigureTile& tile : row.tiles) {
            const Shape& shape = tile.picture->shape();
            std::vector<std::uint8_t> bytes(shape.samples());
            const float* light = tile.picture->data<float>();
            for (std::size_t i = 0; i < bytes.size(); ++i) {
                const double v = std::isfinite(light[i]) ? std::clamp(double(light[i]), 0.0, 1.0) : 0.0;
                bytes[i] = std::uint8_t(std::lround(255 * (encoded || i % 4 == 3 ? v : linear_to_srgb(v))));
            }
            Texture texture(shape.width, shape.height, GL_RGBA8, mip_levels(shape.width, shape.height));
            texture.upload(GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
            texture.make_mipmaps();
            texture.filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
            texture.wrap(GL_CLAMP_TO_EDGE);
            textures.push_back(std::move(texture));
        }
    return textures;
}

void draw_figure(const FigureContent& content, const std::vector<Texture>& textures) {
    const float em = ImGui::GetFontSize();
    if (!content.below.empty())
        draw_headline(content, std::min(0.36f * ImGui::GetContentRegionAvail().y,
                                        0.16f * ImGui::GetContentRegionAvail().x + 2 * em));
    if (!content.pictures.empty()) draw_pictures(content.pictures, textures);
    if (!content.equations.empty()) draw_equations(content.equations);
    const float count = float(content.plots.size()), gap = ImGui::GetStyle().ItemSpacing.y;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    for (std::size_t i = 0; i < content.plots.size(); ++i)
        draw_plot(content.plots[i], fmt::format("plot {}", i).c_str(),
                  {room.x, (room.y - (count - 1) * gap) / count});
}

void draw_figure_table(const FigureContent& content) {
    const FigureTable& table = content.table;
    if (table.rows.empty()) return;
    const auto cell = [&](const FigureTable::Row& row, std::size_t k) {
        const double value = k < row.values.size() ? row.values[k] : NAN;
        return std::isnan(value) ? std::string("-")
                                 : fmt::format(fmt::runtime(table.columns[k].format), value);
    };
    NumberTable drawn;
    drawn.row();
    const bool has_marks = std::any_of(table.rows.begin(), table.rows.end(),
                                       [](const FigureTable::Row& row) { return row.curve >= 0; });
    if (has_marks) drawn.cell("", colours::text);
    drawn.cell(table.title, colours::faint);
    for (const FigureTable::Column& column : table.columns) drawn.cell(column.title, colours::faint);
    for (const FigureTable::Row& row : table.rows) {
        drawn.row();
        if (has_marks) drawn.swatch(row.curve >= 0 ? style_of(row.curve).colour : ImVec4{});
        drawn.cell(row.name, colours::text, NumberTable::Look::formula);
        for (std::size_t k = 0; k < table.columns.size(); ++k) drawn.cell(cell(row, k), colours::text);
    }
    drawn.draw();
}

}  // namespace sweep::app
