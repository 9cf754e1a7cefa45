#include "app/lessons/glass/view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/walk/view/drawing.h"
#include "app/lessons/walk/view/sum_table.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/work/engines/engines.h"
#include "core/design/kinds.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

ImU32 grey(double value) {
    const int v = int(std::lround(255 * std::clamp(value, 0.0, 1.0)));
    return IM_COL32(v, v, v, 255);
}

Image mean_of_colours(const ConstImageView& picture) {
    Image mean({picture.shape.width, picture.shape.height, 1}, Sample::f32);
    float* to = mean.data<float>();
    for (int y = 0; y < picture.shape.height; ++y)
        for (int x = 0; x < picture.shape.width; ++x) {
            const std::array<double, 4> c = channels_at(picture, x, y);
            *to++ = float((c[0] + c[1] + c[2]) / 3);
        }
    return mean;
}

// What a number of magnitudes up to `largest` is drawn in; a number that is not there yet is dark.
ImU32 shade(const GlassValue& value, double largest) {
    if (!value.known) return IM_COL32(26, 27, 31, 255);
    return grey(largest > 0 ? std::abs(value.value) / largest : 0);
}

std::string block_name(int m, int n, const Glass& glass) {
    const bool inside = m >= 0 && n >= 0 && m < glass.block_rows() && n < glass.block_columns();
    return inside ? fmt::format("block ({}, {})", m, n) : std::string("outside");
}

constexpr std::array<const char*, 5> lacking_words{"complete", "incomplete", "twice incomplete",
                                                   "thrice incomplete", "four times incomplete"};

// A number with nine digits, an integer with all of its own.
std::string digits_of(double value) {
    const bool is_whole = value == std::round(value) && std::abs(value) < 1e13;
    return is_whole && std::abs(value) >= 1000 ? fmt::format("{:>14.0f}", value)
           : std::abs(value) >= 1000           ? fmt::format("{:>14.9g}", value)
                                               : fmt::format("{:>14.7f}", value);
}

}  // namespace

LessonSubject GlassView::asks(const LessonFrame& frame) const {
    LessonSubject subject = subject_of(frame);
    // The reference does not filter blocks: the CPU does it for it.
    if (subject.engine == EngineKind::reference) subject.engine = EngineKind::cpu;
    return subject;
}

void GlassView::make(const LessonFrame&, const ConstImageView& pixels) {
    glFinish();  // drawing would take the processors from the run
    const std::unique_ptr<Engine> engine = start_engine(subject().engine).engine,
                                  in_double = start_engine(EngineKind::cpu).engine;
    glass_ = make_glass(*engine, *in_double, subject().problem, mean_of_colours(pixels).view());
    bands_of_ = {-1, -1};
    all_.reset();
}

void GlassView::play(const LessonFrame& frame) {
    if (!glass_) return;
    TeachSettings& teach = frame.settings.teach;
    teach.glass.row = std::min(teach.glass.row, glass_->block_rows() - 1);
    teach.glass.column = std::min(teach.glass.column, glass_->block_columns() - 1);
    if (const std::pair shown{teach.glass.row, teach.glass.column}; bands_of_ != shown) {
        edges_ = glass_->edges(shown.first, shown.second);
        all_.reset();
        bands_of_ = shown;
    }
}

int GlassView::moment(const TeachSettings& teach) const {
    return std::clamp(teach.glass.moment, 0, int(glass_->moments().size()) - 1);
}

void GlassView::step(double moments, TeachSettings& teach) {
    if (glass_)
        teach.glass.moment =
            std::clamp(moment(teach) + int(std::lround(moments)), 0, int(glass_->moments().size()) - 1);
}

std::optional<GlassView::Place> GlassView::block_with_bands(int m, int n, float width, int moment) const {
    const Glass& glass = *glass_;
    const int b = glass.block(), rows = std::min(b, glass.height() - m * b),
              columns = std::min(b, glass.width() - n * b);
    int r = 1;
    for (const GlassEdge& edge : edges_) r = std::max(r, edge.depth);
    // The block's own states lie next to it, those that enter it outside of them.
    const float em = ImGui::GetFontSize(), gap = 0.4f * em,
                thick = std::clamp(0.6f * em / std::sqrt(float(r)), 4.0f, 14.0f),
                slot = gap + thick * float(r), margin = 2 * slot,
                side = std::max(width - 2 * margin, float(b)), cell = side / float(b);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 first{corner.x + margin, corner.y + margin},
        last{first.x + cell * float(columns), first.y + cell * float(rows)};
    ImGui::InvisibleButton("block", {width, last.y - corner.y + margin});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    double brightest = 0;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            brightest = std::max(brightest, std::abs(glass.pixel_value(n * b + x, m * b + y)));
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const ImVec2 at{first.x + cell * float(x), first.y + cell * float(y)};
            const double value = std::abs(glass.pixel_value(n * b + x, m * b + y));
            list.AddRectFilled(at, {at.x + cell, at.y + cell},
                               grey(is_recursive(glass.problem().filter.kind) ? value
                                    : brightest > 0                           ? value / brightest
                                                                              : 0));
        }
    std::optional<Place> under;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        const GlassEdge& edge = edges_[i];
        const bool is_corner = edge.side == EdgeSide::corner,
                   of_rows = edge.side == EdgeSide::left || edge.side == EdgeSide::right,
                   before = edge.side == EdgeSide::above || edge.side == EdgeSide::left;
        const float away = (edge.leaves ? 0 : slot) + gap;
        for (int k = 0; k < edge.depth; ++k) {
            double largest = 0;
            for (int lane = 0; lane < edge.lanes; ++lane)
                largest = std::max(largest, std::abs(edge.number(lane, k).sum.value));
            for (int lane = 0; lane < edge.lanes; ++lane) {
                const float along = cell * float(lane), across = away + thick * float(k);
                ImVec2 at =
                    of_rows ? ImVec2{before ? first.x - across - thick : last.x + across, first.y + along}
                            : ImVec2{first.x + along, before ? first.y - across - thick : last.y + across};
                ImVec2 end{at.x + (of_rows ? thick : cell), at.y + (of_rows ? cell : thick)};
                if (is_corner) end = {first.x - gap, first.y - gap}, at = {end.x - slot, end.y - slot};
                list.AddRectFilled(at, end, shade(value_at(edge, edge.number(lane, k), moment), largest));
                if (mouse.x >= at.x && mouse.x < end.x && mouse.y >= at.y && mouse.y < end.y)
                    under = Place{i, lane, k};
            }
        }
        const ImU32 colour = ImGui::GetColorU32(edge.is_causal ? colours::accent : colours::good);
        const float from = away - 2, to = away + thick * float(edge.depth) + 1;
        if (is_corner)
            list.AddRect({first.x - gap - slot - 1, first.y - gap - slot - 1},
                         {first.x - gap + 1, first.y - gap + 1}, colour);
        else if (of_rows)
            list.AddRect({before ? first.x - to : last.x + from, first.y - 1},
                         {before ? first.x - from : last.x + to, last.y + 1}, colour);
        else
            list.AddRect({first.x - 1, before ? first.y - to : last.y + from},
                         {last.x + 1, before ? first.y - from : last.y + to}, colour);
    }
    if (under && edges_[under->edge].side != EdgeSide::corner) {
        const EdgeSide at = edges_[under->edge].side;
        const float line = cell * (float(under->lane) + 0.5f);
        if (at == EdgeSide::left || at == EdgeSide::right)
            list.AddLine({first.x, first.y + line}, {last.x, first.y + line},
                         ImGui::GetColorU32(colours::accent));
        else
            list.AddLine({first.x + line, first.y}, {first.x + line, last.y},
                         ImGui::GetColorU32(colours::accent));
    }
    return under;
}

// The moments of the algorithm, with a button for each way.
void GlassView::steps(TeachSettings& teach) {
    const std::vector<GlassMoment> moments = glass_->moments();
    const int now = moment(teach);
    if (ImGui::ArrowButton("moment back", ImGuiDir_Left)) step(-1, teach);
    tip("row-back", "The states before this fix.");
    ImGui::SameLine();
    if (ImGui::ArrowButton("moment on", ImGuiDir_Right)) step(1, teach);
    tip("row-on", "The states after the next fix.");
    ImGui::SameLine();
    const GlassMoment& shown = moments[std::size_t(now)];
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(
        colours::accent, "%s",
        fmt::format("{} of {}   {}  {}", now + 1, moments.size(), shown.stage, shown.what).c_str());
    ImGui::PopTextWrapPos();
}

// One number: whose it is, the sum that it is at this moment, and the engine's.
void GlassView::number(const Place& place, int moment) const {
    const GlassEdge& edge = edges_[place.edge];
    const GlassNumber& shown = edge.number(place.lane, place.k);
    const GlassValue now = value_at(edge, shown, moment);
    const int b = glass_->block();
    const bool of_rows = edge.side == EdgeSide::left || edge.side == EdgeSide::right;
    std::string where = edge.side == EdgeSide::corner
                            ? std::string("all columns")
                            : fmt::format("{} {}", of_rows ? "row" : "column",
                                          place.lane + (of_rows ? edge.to_m : edge.to_n) * b);
    if (edge.depth > 1) where += fmt::format(", number {} of {}", place.k + 1, edge.depth);
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(colours::faint, "%s",
                       fmt::format("{}: from {} to {}", where, block_name(edge.from_m, edge.from_n, *glass_),
                                   block_name(edge.to_m, edge.to_n, *glass_))
                           .c_str());
    ImGui::PopTextWrapPos();
    if (!now.known) {
        ImGui::TextColored(colours::faint, "not in memory yet");
        return;
    }
    WalkSum sum = shown.sum;
    if (!now.complete) {
        sum.formula = lacking_words[std::size_t(now.lacking)];
        sum.terms.resize(std::size_t(now.terms));
        sum.value = now.value;
    }
    draw_sum_table(sum);
    push_face(Face::mono);
    if (now.complete)
        ImGui::TextUnformatted(fmt::format("in the buffers {}\nin double      {}\ndifference     {:>14.1e}",
                                           digits_of(now.value), digits_of(shown.in_double),
                                           now.value - shown.in_double)
                                   .c_str());
    else
        ImGui::TextUnformatted(fmt::format("now, in double {}\nafter all fixes{}", digits_of(now.value),
                                           digits_of(shown.sum.value))
                                   .c_str());
    pop_face();
    if (now.complete) return lineage_line(place);
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(
        colours::faint,
        "Computed in double from the block's pixels: the engine has put the complete number in its "
        "place.");
    ImGui::PopTextWrapPos();
}

const std::vector<GlassSource>& GlassView::all_of(const Place& place) const {
    if (!all_ || all_->first != place)
        all_ = {place, glass_->lineage(edges_[place.edge], place.lane, place.k)};
    return all_->second;
}

// How far a number comes.
void GlassView::lineage_line(const Place& place) const {
    const std::vector<GlassSource>& all = all_of(place);
    if (all.empty()) return;
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(
        colours::faint, "%s",
        fmt::format("{} block{} in it by more than a thousandth; {:.1f} % of it are pixels of {}.",
                    all.size(), all.size() == 1 ? " is" : "s are", 100 * all.front().share,
                    block_name(all.front().m, all.front().n, *glass_))
            .c_str());
    ImGui::PopTextWrapPos();
}

// Over the picture, the blocks that the number comes from and the one that it enters: of a complete number all of
// them, however often it was handed on, with arrows from those of its terms.
void GlassView::lineage(ImDrawList& list, const Viewer& viewer, const Place& place, int moment) const {
    const GlassEdge& edge = edges_[place.edge];
    const GlassNumber& number = edge.number(place.lane, place.k);
    const float side = float(glass_->block()) * viewer.zoom();
    const Point corner = viewer.origin();
    const auto middle = [&](int m, int n) {
        return ImVec2{corner.x + (float(n) + 0.5f) * side, corner.y + (float(m) + 0.5f) * side};
    };
    const bool is_corner = edge.side == EdgeSide::corner;
    const int from_m = is_corner ? edge.to_m : edge.from_m, from_n = is_corner ? edge.to_n : edge.from_n;
    const GlassValue value = value_at(edge, number, moment);
    const std::vector<GlassSource> terms = sources_of(edge, number, value.terms);
    for (const GlassSource& source : value.complete ? all_of(place) : terms) {
        const ImVec2 at = middle(source.m, source.n);
        list.AddRectFilled({at.x - 0.5f * side, at.y - 0.5f * side}, {at.x + 0.5f * side, at.y + 0.5f * side},
                           lineage_ink(false, 0.5f * lineage_strength(source.share)));
    }
    for (const GlassSource& source : terms)
        draw_lineage_arrow(list, middle(source.m, source.n), middle(from_m, from_n), {side, side}, false,
                           source.share);
    draw_lineage_arrow(list, middle(from_m, from_n), middle(edge.to_m, edge.to_n), {side, side}, true, 1);
}

void GlassView::panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) {
    TeachSettings& teach = settings.teach;
    const Area &stage = layout.stage, &panel = layout.panel;
    const float em = ImGui::GetFontSize();
    if (panel.width <= 0) return;
    begin_panel("glass", panel);
    ImGui::PushTextWrapPos(0);
    push_face(Face::title);
    ImGui::TextUnformatted("A block under the glass");
    pop_face();
    if (!glass_ || edges_.empty()) {
        const std::string why = why_not();
        ImGui::TextColored(colours::accent, "%s", why.empty() ? "running .." : why.c_str());
        ImGui::PopTextWrapPos();
        ImGui::End();
        return;
    }
    const int b = glass_->block(), m = bands_of_.first, n = bands_of_.second, now = moment(teach);
    ImGui::TextColored(
        colours::accent, "%s",
        fmt::format("block ({}, {}) of algorithm {}", m, n, algorithm_name(glass_->problem())).c_str());
    ImGui::PopTextWrapPos();
    steps(teach);
    const float room = ImGui::GetContentRegionAvail().x;
    const std::optional<Place> under =
        block_with_bands(m, n, std::min(room, std::max(0.38f * float(panel.height), 10 * em)), now);
    const Place shown = under.value_or(Place{0, edges_.front().lanes / 2, 0});
    number(shown, now);
    ImGui::PushTextWrapPos(0);
    const bool is_table = !is_recursive(glass_->problem().filter.kind);
    ImGui::TextColored(
        colours::faint, "%s",
        is_table
            ? "Outside: the sums that enter the block from above and from the left, and s(P) in the corner; "
              "next to it: what it hands on. Point at one for its sum, and, in the picture, the blocks that it "
              "comes from; click another block, or this one to close."
            : "Outside: the states with which the passes enter the block; next to it: its own, for the next "
              "blocks. Amber goes down and right, teal up and left. Point at one for its sum and the blocks "
              "that it comes from; click another block, or this one to close.");
    ImGui::PopTextWrapPos();
    ImGui::End();

    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({float(stage.x), float(stage.y)},
                      {float(stage.x + stage.width), float(stage.y + stage.height)});
    const float zoom = viewer.zoom();
    const Point corner = viewer.origin();
    outline(list, {corner.x + float(n * b) * zoom, corner.y + float(m * b) * zoom},
            {corner.x + float(std::min((n + 1) * b, glass_->width())) * zoom,
             corner.y + float(std::min((m + 1) * b, glass_->height())) * zoom},
            ImGui::GetColorU32(colours::amber), 0, std::max(3.0f, 0.18f * ImGui::GetFontSize()));
    if (under) lineage(list, viewer, shown, now);
    list.PopClipRect();
}

}  // namespace sweep::app
