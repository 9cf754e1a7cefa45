#include "app/figures/view.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "app/figures/drawing.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr std::size_t most_pixels = std::size_t(1) << 22;

Image copy_of(const ConstImageView& view) {
    Image image(view.shape, Sample::f32);
    for (int y = 0; y < view.shape.height; ++y)
        std::memcpy(image.view().row<float>(y), view.row<float>(y), view.shape.row_bytes(Sample::f32));
    return image;
}

Problem figure_problem(Problem problem, int width, int height) {
    problem.shape = {width, height, 4};
    problem.input = Sample::f32;
    problem.memory = Memory::linear;
    problem.half_result = false;
    problem.passes = all_passes;
    return problem;
}

}  // namespace

void FigureView::update(const Texture& input, std::uint64_t version, const Problem& problem,
                        EngineKind engine, Figure figure) {
    const FigureInfo& wanted = info(figure);
    Question question{figure, input.name(), version, figure_problem(problem, input.width(), input.height()),
                      engine};
    if (!wanted.needs_picture) question.input = 0, question.version = 0;
    if (!wanted.needs_sigma) question.problem.filter.sigma = FilterSpec().sigma;
    if (question_ != question) {
        question_ = std::move(question);
        asked_ = started_ = false;
        sink_.reset();
        failed_.clear();
        task_.request_stop();
    }
    take();
    if (!started_ && !task_.running()) start(input);
}

void FigureView::take() {
    try {
        task_.take();
    } catch (const std::exception& error) {
        if (started_) failed_ = error.what();  // otherwise it is of an earlier question
    }
}

// Asks for the pixels and, when they are there, begins to compute.
void FigureView::start(const Texture& input) {
    const bool needs_picture = info(question_->figure).needs_picture;
    if (needs_picture && question_->problem.shape.pixels() > most_pixels) {
        failed_ = "the picture is too large for this figure: up to 4 megapixels";
        started_ = true;
        return;
    }
    const bool arrived = read_.arrived() && asked_;
    if (needs_picture && !arrived) {
        if (asked_ || read_.busy()) return;
        const ReadBack::Part part{&input, whole(input)};
        read_.ask({&part, 1});
        asked_ = true;
        return;
    }
    FigureSubject subject{question_->problem, question_->engine, nullptr};
    if (needs_picture) subject.picture = std::make_shared<const Image>(copy_of(read_.parts()[0]));
    sink_ = std::make_shared<FigureSink>();
    started_ = true;
    task_.start([subject, sink = sink_, make = info(question_->figure).make](const std::stop_token& stop) {
        make(subject, *sink, stop);
        return true;
    });
}

void FigureView::leave() {
    take();
    if (!task_.running()) return;
    task_.request_stop();
    question_.reset();  // so that it is asked again
}

std::shared_ptr<const FigureContent> FigureView::content() const {
    return sink_ ? sink_->newest() : nullptr;
}

std::string FigureView::why_not() const {
    const std::shared_ptr<const FigureContent> there = content();
    return !failed_.empty() || !there ? failed_ : there->why_not;
}

void FigureView::draw(const PlayerAreas& areas, bool encoded, TeachSettings& teach) {
    std::shared_ptr<const FigureContent> newest = content();
    // What was shown stays until there is something of what has changed.
    if (!newest && failed_.empty() && drawn_figure_ == teach.figure) newest = drawn_;
    if (newest != drawn_ || encoded != drawn_encoded_) {
        drawn_ = newest;
        drawn_encoded_ = encoded;
        textures_ = drawn_ ? textures_of(*drawn_, encoded) : std::vector<Texture>();
    }
    drawn_figure_ = teach.figure;
    begin_panel("figure", areas.stage, ImGuiWindowFlags_NoScrollbar);
    const std::string why = drawn_ ? drawn_->why_not : failed_;
    if (!why.empty() || !drawn_) {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(colours::accent, "%s", why.empty() ? "computing .." : why.c_str());
        ImGui::PopTextWrapPos();
    } else {
        draw_figure(*drawn_, textures_);
    }
    ImGui::End();
    if (areas.panel.width > 0) panel(areas.panel, drawn_ && why.empty());
    if (areas.transport.height > 0) choices(areas.transport, teach);
}

// The title, what to look at, and the numbers.
void FigureView::panel(const Area& area, bool has_numbers) const {
    if (!question_) return;
    const FigureInfo& shown = info(question_->figure);
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
    if (!failed_.empty()) {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(colours::accent, "%s", failed_.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

void FigureView::choices(const Area& area, TeachSettings& teach) const {
    begin_panel("figure choice", area, ImGuiWindowFlags_NoScrollbar);
    std::array<const char*, figure_words.size()> labels{};
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = figure_words[i].first.data();
    if (const int clicked = choice("figure", labels, int(teach.figure)); clicked >= 0)
        teach.figure = Figure(clicked);
    tip({"row-back", "row-on"}, "The figures of the papers, computed from what is in the window.");
    ImGui::End();
}

}  // namespace sweep::app
