#include "app/ui/plots/formula.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "app/ui/gui.h"

namespace sweep::app {
namespace {

// A piece of a formula in one size and at one height.
struct Piece {
    enum class Place { line, below, above, under_bar } place;
    std::string_view text;
};

// The piece at the beginning of the text, which it is taken off.
Piece take_piece(std::string_view& text) {
    using Place = Piece::Place;
    const auto take = [&](Place place, std::size_t before, std::size_t count, std::size_t behind) {
        const Piece piece{place, text.substr(before, count)};
        text.remove_prefix(std::min(before + count + behind, text.size()));
        return piece;
    };
    const std::size_t close = std::min(text.find('}'), text.size());
    if (text.substr(0, 2) == "_{") return take(Place::below, 2, close - 2, 1);
    if (text.substr(0, 2) == "^{") return take(Place::above, 2, close - 2, 1);
    if (text.front() == '^' && text.size() > 1) {
        std::size_t end = 1;
        while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end]))) ++end;
        return take(Place::above, 1, end - 1, 0);
    }
    if (text.front() == '~' && text.size() > 1) return take(Place::under_bar, 1, 1, 0);
    std::size_t end = 1;
    while (end < text.size() && text[end] != '^' && text[end] != '~' && text.substr(end, 2) != "_{") ++end;
    return take(Place::line, 0, end, 0);
}

}  // namespace

float formula(const std::string& text, const ImVec4& colour, float em, bool draw) {
    using Place = Piece::Place;
    ImFont* const font = ImGui::GetFont();
    const float small = 0.7f * em;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 ink = ImGui::GetColorU32(colour);
    // A superscript stands above the subscript before it: both begin behind their letter.
    float x = corner.x, letter_end = x;
    bool follows_script = false;
    for (std::string_view rest = text; !rest.empty();) {
        const Piece piece = take_piece(rest);
        const bool is_script = piece.place == Place::below || piece.place == Place::above;
        const float size = is_script ? small : em, y = corner.y + (piece.place == Place::below   ? 0.44f * em
                                                                   : piece.place == Place::above ? -0.2f * em
                                                                                                 : 0);
        const char *const begin = piece.text.data(), *const end = begin + piece.text.size();
        const float width = font->CalcTextSizeA(size, 1e9f, 0, begin, end).x;
        if (!is_script) letter_end = x + width;
        const float at = is_script&& follows_script ? letter_end : is_script ? letter_end = x : x;
        if (draw) list.AddText(font, size, {at, y}, ink, begin, end);
        if (draw && piece.place == Place::under_bar)
            list.AddLine({at + 0.06f * width, y + 0.1f * em}, {at + 0.94f * width, y + 0.1f * em}, ink,
                         std::max(1.0f, 0.07f * em));
        x = std::max(x, at + width);
        follows_script = is_script;
    }
    if (draw) ImGui::Dummy({x - corner.x, 1.15f * em});
    return x - corner.x;
}

void wrapped_formula(const std::string& text, const ImVec4& colour, float em) {
    const float room = ImGui::GetContentRegionAvail().x;
    // An equation has its breaks before signs, a sentence between words.
    const bool is_equation = text.find(" = ") != std::string::npos;
    const auto breaks_at = [&](std::size_t space) {
        return !is_equation || text.compare(space, 3, " + ") == 0 || text.compare(space, 3, " - ") == 0;
    };
    std::string line;
    for (std::size_t from = 0; from < text.size();) {
        std::size_t end = text.find(' ', from);
        while (end != std::string::npos && !breaks_at(end)) end = text.find(' ', end + 1);
        end = std::min(end, text.size());
        const std::string part = text.substr(from, end - from),
                          longer = line.empty() ? part : line + " " + part;
        if (!line.empty() && formula(longer, colour, em, false) > room) {
            formula(line, colour, em);
            line = "   " + part;
        } else {
            line = longer;
        }
        from = end + 1;
    }
    if (!line.empty()) formula(line, colour, em);
}

void large_formula(const std::string& text) {
    push_face(Face::title);
    wrapped_formula(text, colours::text);
    pop_face();
}

}  // namespace sweep::app
