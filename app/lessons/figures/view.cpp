#include "app/lessons/figures/view.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "app/lessons/figures/drawing.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/work/options/option_values.h"

namespace sweep::app {
namespace {

Image copy_of(const ConstImageView& view) {
    Image image(view.shape, Sample::f32);
    for (int y = 0; y < view.shape.height; ++y)
        std::memcpy(image.view().row<float>(y), view.row<float>(y), view.shape.row_bytes(Sample::f32));
    return image;
}

}  // namespace

LessonSubject FigureView::asks(const LessonFrame& frame) const {
    const Figure figure = frame.settings.teach.figure;
    LessonSubject subject = subject_of(frame, std::string(word_for(figure_words, figure)));
    Problem& problem = subject.problem = problem_of_pixels(frame);
    problem.passes = all_passes;
    if (!info(figure).needs_picture) subject.input = 0, subject.version = 0, subject.part = {};
    if (!info(figure).needs_sigma) problem.filter.sigma = FilterSpec().sigma;
    return subject;
}

void FigureView::make(const LessonFrame& frame, const ConstImageView& pixels) {
    const FigureInfo& wanted = info(frame.settings.teach.figure);
    FigureSubject asked{subject().problem, subject().engine, nullptr};
    if (wanted.needs_picture) asked.picture = std::make_shared<const Image>(copy_of(pixels));
    sink_ = std::make_shared<FigureSink>();
    run([asked, sink = sink_, make = wanted.make](const std::stop_token& stop) { make(asked, *sink, stop); });
}

void FigureView::step(double figures, TeachSettings& teach) {
    const int last = int(figure_words.size()) - 1;
    teach.figure = Figure(std::clamp(int(teach.figure) + (figures > 0) - (figures < 0), 0, last));
}

std::shared_ptr<const FigureContent> FigureView::content() const {
    return sink_ && has_begun() ? sink_->newest() : nullptr;
}

std::string FigureView::why_not() const {
    const std::shared_ptr<const FigureContent> there = content();
    const std::string failed = LessonHost::why_not();
    return !failed.empty() || !there ? failed : there->why_not;
}

void FigureView::panels(const TeachLayout& layout, const Viewer&, Settings& settings) {
    TeachSettings& teach = settings.teach;
    // The row of choices lies below, and the strip's room belongs to the figure.
    PlayerAreas areas = layout;
    areas.stage.height += layout.strip.height, areas.panel.height += layout.strip.height;
    areas.transport.y += layout.strip.height;
    const std::string failed = LessonHost::why_not();
    std::shared_ptr<const FigureContent> newest = content();
    // What was shown stays until there is something of what has changed.
    if (!newest && failed.empty() && drawn_figure_ == teach.figure) newest = drawn_;
    if (newest != drawn_ || encoded_ != drawn_encoded_) {
        drawn_ = newest;
        drawn_encoded_ = encoded_;
        textures_ = drawn_ ? textures_of(*drawn_, encoded_) : std::vector<Texture>();
    }
    drawn_figure_ = teach.figure;
    begin_panel("figure", areas.stage, ImGuiWindowFlags_NoScrollbar);
    const std::string why = drawn_ ? drawn_->why_not : failed;
    if (!why.empty() || !drawn_) {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(colours::accent, "%s", why.empty() ? "computing .." : why.c_str());
        ImGui::PopTextWrapPos();
    } else {
        draw_figure(*drawn_, textures_);
    }
    ImGui::End();
    if (areas.panel.width > 0) panel(areas.panel, info(teach.figure), drawn_ && why.empty());
    if (areas.transport.height > 0) choices(areas.transport, teach);
}

// The title, what to look at, and the numbers.
void FigureView::panel(const Area& area, const FigureInfo& shown, bool has_numbers) const {
    begin_panel("figure panel", area);
    const float em = ImGui::GetFontSize();
    ImGui::PushTextWrapPos(0);
    push_face(Face::title);
    ImGui::TextUnformatted(shown.title.data());
    pop_face();
    ImGui::TextColored(colours::accent, "%s", shown.source.data());
    ImGui::Dummy({0, 0.15f * em});
    ImGui::TextUnformatted(shown.text.data());
    ImGui::Dummy({0, 0.35f * em});
    ImGui::PopTextWrapPos();
    if (has_numbers) {
        draw_figure_table(*drawn_);
        ImGui::Dummy({0, 0.35f * em});
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(colours::faint, "%s", drawn_->note.c_str());
        ImGui::PopTextWrapPos();
    }
    if (is_busy()) ImGui::TextColored(colours::accent, "computing ..");
    if (const std::string failed = LessonHost::why_not(); !failed.empty()) {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(colours::accent, "%s", failed.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

void FigureView::choices(const Area& area, TeachSettings& teach) const {
    begin_panel("figure choice", area, ImGuiWindowFlags_NoScrollbar);
    std::array<const char*, figure_words.size()> labels{};
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = figure_words[i].first.data();
    const float room = ImGui::GetContentRegionAvail().x;
    float together = 0;
    for (const char* label : labels) together += ImGui::CalcTextSize(label).x + 0.4f * ImGui::GetFontSize();
    if (together > room) {  // buttons would cut their words
        ImGui::SetNextItemWidth(room);
        if (ImGui::BeginCombo("##figure", labels[std::size_t(teach.figure)])) {
            for (std::size_t i = 0; i < labels.size(); ++i)
                if (ImGui::Selectable(labels[i], int(i) == int(teach.figure))) teach.figure = Figure(i);
            ImGui::EndCombo();
        }
    } else if (const int clicked = choice("figure", labels, int(teach.figure)); clicked >= 0) {
        teach.figure = Figure(clicked);
    }
    tip({"row-back", "row-on"}, "The figures of the papers, computed from what is in the window.");
    ImGui::End();
}

}  // namespace sweep::app
