// The two sweeps that make a table: sums down the columns, then of these along the rows. Each is a filter of first
// order with its pole at 1, y_n = x_n + y_{n-1} ([N11] section 6).
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/lessons/table/view.h"
#include "app/lessons/table/words.h"
#include "app/ui/gui.h"
#include "app/ui/plots/formula.h"
#include "app/ui/plots/number_table.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr double sweep_seconds = 5;  // of one of the two

void upload_colours(Texture& texture, int width, int height, const std::vector<float>& pixels) {
    if (!texture.is(width, height)) texture = Texture(width, height, GL_RGBA32F, mip_levels(width, height));
    texture.upload(GL_RGBA, GL_FLOAT, pixels.data());
    texture.make_mipmaps();
}

}  // namespace

// The sums are those of the picture's own colours, in double.
void TableView::make_sweeps() {
    if (has_sweeps_) return;
    has_sweeps_ = true;
    const ConstImageView& view = pixels();
    const int width = view.shape.width, height = view.shape.height;
    const std::size_t row = std::size_t(width) * 4;
    std::vector<double> columns(row, 0), above(row, 0);
    std::vector<float> down(row * std::size_t(height)), whole(down.size());
    for (int y = 0; y < height; ++y) {
        const float* in = view.row<float>(y);
        std::array<double, 4> along{};
        for (std::size_t i = 0; i < row; ++i) {
            columns[i] += std::isfinite(in[i]) ? double(in[i]) : 0;
            along[i % 4] += columns[i];
            const std::size_t at = std::size_t(y) * row + i;
            down[at] = float(columns[i] / (y + 1));
            const std::size_t pixels = i / 4 + 1;
            whole[at] = float(along[i % 4] / (double(y + 1) * double(pixels)));
        }
    }
    upload_colours(down_, width, height, down);
    upload_colours(whole_, width, height, whole);
}

TableView::Front TableView::front(const TeachSettings& teach) const {
    Front front;
    const bool right = teach.table.at >= 1;
    front.place.pass = right ? 2 : 0;
    front.place.length = length_of_pass(front.place.pass, picture_.width, picture_.height);
    front.place.lines = std::clamp(int((teach.table.at - (right ? 1 : 0)) * front.place.length + 1e-6), 0,
                                   front.place.length);
    const int across = right ? picture_.height : picture_.width, wanted = right ? row_ : column_;
    front.line = wanted < 0 ? across / 2 : std::min(wanted, across - 1);
    return front;
}

void TableView::move(TeachSettings& teach, double seconds) {
    const double rows = std::exchange(pending_rows_, 0);
    if (rows != 0) {
        // A step ends at a whole row, wherever the sweep was.
        const bool right = rows > 0 ? teach.table.at >= 1 : teach.table.at > 1;
        const double length = right ? picture_.width : picture_.height, start = right ? 1 : 0;
        teach.table.at = start + (std::round((teach.table.at - start) * length) + rows) / length;
    }
    if (teach.table.plays) teach.table.at += seconds / sweep_seconds;
    if (teach.table.plays && teach.table.at >= table_sweeps) {
        teach.table.plays = teach.loop;
        teach.table.at = teach.loop ? 0 : table_sweeps;
    }
    teach.table.at = std::clamp(teach.table.at, 0.0, table_sweeps);
}

// The sweep's output at sample n of the line, from the exact table; 0 before the picture.
double TableView::after(const Front& front, int n) const {
    if (n < 0) return 0;
    if (!front.place.columns()) return exact_->entry(0, n, front.line);
    return exact_->entry(0, front.line, n) - exact_->entry(0, front.line - 1, n);
}

double TableView::before(const Front& front, int n) const {
    if (n < 0) return 0;
    if (front.place.columns()) return double(picture_.at(front.line, n));
    return exact_->entry(0, n, front.line) - exact_->entry(0, n - 1, front.line);
}

void TableView::sweep_panel(const TeachSettings& teach) const {
    const Front now = front(teach);
    const bool columns = now.place.columns();
    const float em = ImGui::GetFontSize();
    const int n = std::max(now.place.lines - 1, 0);
    push_face(Face::title);
    ImGui::TextUnformatted(columns ? "Sweep 1: down" : "Sweep 2: right");
    pop_face();
    ImGui::TextColored(colours::accent, "A table is a filter with its pole at 1.");
    ImGui::TextColored(
        colours::faint, "%s",
        fmt::format("{} {}, {} {}", columns ? "column" : "row", now.line, columns ? "row" : "column", n)
            .c_str());
    hint("The mean of red, green and blue, added up in double. Point at the picture for another line.");
    ImGui::Dummy({0, 0.2f * em});
    large_formula("y_{n} = x_{n} + y_{n-1}");
    constexpr int shown = 4;
    NumberTable table;
    const auto row = [&](const char* name, const ImVec4& colour, auto text) {
        table.row();
        table.cell(name, colour, NumberTable::Look::formula);
        for (int k = n - shown + 1; k <= n; ++k)
            table.cell(text(k), k == n ? colour : colours::faint, NumberTable::Look::mono);
    };
    row("n", colours::faint, [](int k) { return std::to_string(k); });
    row("x_{n}", colours::text, [&](int k) { return fmt::format("{:.4g}", before(now, k)); });
    row("y_{n}", colours::good, [&](int k) { return fmt::format("{:.6g}", after(now, k)); });
    table.draw();
    ImGui::TextColored(
        colours::faint, "%s",
        columns ? "x: the picture; y: sums of its columns" : "x: sums of columns; y: the table");
    push_face(Face::mono);
    ImGui::TextColored(colours::text, "%s",
                       fmt::format("{:.6g} + {:.6g}", before(now, n), after(now, n - 1)).c_str());
    ImGui::SameLine(0, 0);
    ImGui::TextColored(colours::good, "%s", fmt::format(" = {:.6g}", after(now, n)).c_str());
    pop_face();
    ImGui::Dummy({0, 0.35f * em});
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        columns ? "1 / (1 - 1/z): what is fed back does not fade, and an impulse becomes a step that "
                  "never ends. So nothing but zero can lie beyond the edge."
                : "The same filter again, along the rows of what the columns left: V(x, y) is the "
                  "sum of all pixels above and to the left. There are no anticausal passes: no up, no left.");
    ImGui::Dummy({0, 0.35f * em});
    if (columns) {
        faint_line(
            "[N11] section 6: (42), with the feedback coefficient d = -1, so y = x + y of the row above.");
    } else {
        const int x = n, y = now.line;
        faint_line(fmt::format("V({}, {}) of the CPU engine, in {}:\n{}", x, y,
                               precision_name(table_->precision),
                               entry_text(*table_, table_->entry(0, x, y))));
    }
    ImGui::PopTextWrapPos();
}

void TableView::transport(const Area& area, TeachSettings& teach) const {
    begin_panel("table transport", area, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize();
    if (const auto clicked = player_buttons(teach.table.plays)) {
        if (clicked == Icon::play) {
            teach.table.plays = !teach.table.plays;
            if (teach.table.plays && teach.table.at >= table_sweeps) teach.table.at = 0;
        } else if (clicked == Icon::back || clicked == Icon::forward) {
            const double row = 1.0 / front(teach).place.length;
            teach.table.at += clicked == Icon::back ? -row : row;
            teach.table.at = std::clamp(teach.table.at, 0.0, table_sweeps);
            teach.table.plays = false;
        } else {
            lesson.go(teach, clicked == Icon::last);
        }
    }
    ImGui::SameLine(0, 0.7f * em);
    constexpr std::array<PlayerPart, 2> parts{{{"down", 1}, {"right", 1}}};
    if (const auto dragged = scrub_bar(parts, teach.table.at)) {
        teach.table.at = *dragged;
        teach.table.plays = false;
    }
    hint("How far the two sweeps have come; drag to go there.");
    ImGui::Checkbox("loop", &teach.loop);
    hint("Starts again at the end.");
    ImGui::End();
}

}  // namespace sweep::app
