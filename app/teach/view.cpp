#include "app/teach/view.h"

#include <algorithm>
#include <cmath>

#include "app/ui/gui.h"
#include "core/problem/algorithms.h"

namespace sweep::app {

TeachLayout divide_teach(const Area& area) {
    TeachLayout layout;
    const float em = ImGui::GetFontSize(), width = float(area.width);
    float height = float(area.height);
    const bool has_numbers = width > 38 * em, has_strip = height > 30 * em && width > 36 * em;
    const int transport = height > 14 * em && width > 24 * em ? int(4.7f * em) : 0;
    const int strip = has_strip ? int(9.2f * em) : 0;
    // Large letters need more of a narrow window for the same equation.
    const float part = width > 44 * em ? 0.45f : 0.54f;
    const int numbers = has_numbers ? int(std::min(24.5f * em, part * width)) : 0;
    layout.strip = {area.x, area.y + area.height - strip, area.width, strip};
    layout.transport = {area.x, layout.strip.y - transport, area.width, transport};
    height -= float(strip + transport);
    layout.numbers = {area.x + area.width - numbers, area.y, numbers, int(height)};
    layout.stage = {area.x, area.y, area.width - numbers, int(height)};
    layout.margin = std::min(2.5f * em, 0.12f * std::min(float(layout.stage.width), height));
    const int m = int(layout.margin);
    layout.picture = {layout.stage.x + m, layout.stage.y + m, std::max(layout.stage.width - 2 * m, 1),
                      std::max(layout.stage.height - 2 * m, 1)};
    return layout;
}

void TeachView::move(TeachSettings& teach, double seconds) {
    const int width = images_.width(), height = images_.height();
    double rows = std::exchange(pending_rows_, 0);
    const double speed = rows_per_second(teach, width, height);
    if (teach.lesson == Lesson::blocks) {
        // A stage takes a quarter of the time of the four passes.
        if (teach.playing) teach.block_progress += 4 * seconds * speed / all_rows(width, height);
        teach.block_progress = std::clamp(teach.block_progress + rows / 20, 0.0, 4.0);
        if (teach.playing && teach.block_progress >= 4) {
            teach.block_progress = teach.loop ? 0 : 4;
            teach.playing = teach.loop;
        }
        return;
    }
    if (teach.playing) rows += seconds * speed;
    teach.progress = std::clamp(advanced(teach.progress, rows, width, height), 0.0, double(all_passes));
    if (teach.playing && teach.progress >= all_passes) {
        teach.progress = teach.loop ? 0 : all_passes;
        teach.playing = teach.loop;
    }
}

void TeachView::update(const Texture& light, double moment, const Problem& problem, Settings& settings,
                       double seconds) {
    TeachSettings& teach = settings.teach;
    if (moment_ != moment) {
        moment_ = moment;
        ++version_;
    }
    walks_ = teach.lesson == Lesson::walk;
    shows_figure_ = teach.lesson == Lesson::figure;
    if (shows_figure_) {
        const double rows = std::exchange(pending_rows_, 0);
        const int last = int(figure_words.size()) - 1;
        teach.figure = Figure(std::clamp(int(teach.figure) + (rows > 0) - (rows < 0), 0, last));
        figures_.update(light, version_, problem, settings.engine, teach.figure);
        return;
    }
    figures_.leave();
    if (teach.lesson == Lesson::walk) {
        teach.walk_step += std::exchange(pending_rows_, 0);
        walk_.update(light, version_, problem, teach, seconds);
        return;
    }
    replays_ = teach.lesson == Lesson::replay;
    if (teach.lesson == Lesson::replay) {
        if (const double rows = std::exchange(pending_rows_, 0); rows != 0)
            replay_.step(rows > 0 ? 1 : -1, teach);
        replay_.update(light, version_, problem, teach, seconds);
    }
    PassImages::Subject subject{light.name(), version_, problem, settings.engine};
    subject.problem.input = Sample::f32;
    subject.problem.passes = all_passes;
    subject.problem.shape.channels = 4;  // as the textures have
    // The output of each pass is needed, so an algorithm that cannot stop after every pass is replaced.
    if (info(subject.problem.algorithm).pass_step > 1 || subject.problem.algorithm == Algorithm::parallel) {
        subject.problem.algorithm = Algorithm::automatic;
        subject.problem.cascade.clear();
    }
    images_.set_impulse(teach.input == TestInput::impulse);
    if (images_.update(light, subject)) {
        // In a picture of another size the line in the middle is shown.
        if (seen_width_ != images_.width() || seen_height_ != images_.height()) look_at(-1, -1);
        seen_width_ = images_.width();
        seen_height_ = images_.height();
        stage_.extend(images_, settings.engine);
        thumbnails_are_old_ = true;
        trace_is_old_ = true;
        values_are_old_ = true;
        alone_.forget();
        probe_.forget();
    } else {
        images_.measure(teach.lesson == Lesson::blocks ? drawn_algorithm : Algorithm::automatic);
    }
    move(teach, seconds);
    if (!teach.forget_carries) {
        dropped_for_ = 0;
        return;
    }
    alone_.update(images_);
    // The time counts from when the result is shown.
    if (alone_.image() || !alone_.note().empty()) dropped_for_ += seconds;
    if (dropped_for_ >= most_forgotten) teach.forget_carries = false;
}

void TeachView::draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings, bool encoded,
                     GLuint framebuffer, int window_height) {
    encoded_ = encoded;
    if (walks_ || shows_figure_ || !images_.ready()) return;
    const TeachSettings& teach = settings.teach;
    const StageLight light{settings.exposure, settings.soft_highlights && teach.input == TestInput::none,
                           encoded};
    if (layout.strip.height > 0 && (thumbnails_are_old_ || light != thumbnail_light_)) {
        stage_.draw_thumbnails(images_, std::max(layout.strip.width / 8, 1), light);
        thumbnails_are_old_ = false;
        thumbnail_light_ = light;
    }
    if (teach.lesson == Lesson::replay)
        stage_.draw_image(images_, 0, viewer, layout.stage, light, framebuffer, window_height);
    else if (teach.enlarged >= 0)
        stage_.draw_image(images_, teach.enlarged, viewer, layout.stage, light, framebuffer, window_height);
    else if (teach.lesson == Lesson::blocks && teach.forget_carries && alone_.image())
        stage_.draw_result(images_, *alone_.image(), viewer, layout.stage, light, framebuffer, window_height);
    else if (teach.lesson == Lesson::blocks)
        draw_blocks(layout, viewer, teach, light, framebuffer, window_height);
    else
        stage_.draw(images_, place_of(teach.progress, images_.width(), images_.height()), viewer,
                    layout.stage, light, teach.dims ? 0.55f : 1.0f, layout.margin, framebuffer,
                    window_height);
}

// Asks for the line whose numbers are shown, and traces it when it has arrived.
void TeachView::watch_line(const Over& over) {
    const bool column = over.place.columns();
    const int last = (column ? images_.width() : images_.height()) - 1;
    int& wanted = column ? column_ : row_;
    if (wanted < 0) wanted = (last + 1) / 2;
    wanted = std::min(wanted, last);
    if (const auto lines = probe_.answer()) {
        lines_ = *lines;
        traced_pass_ = -1;
        trace_is_old_ = false;
    }
    if (trace_is_old_ || !lines_ || lines_->column != column || lines_->index != wanted)
        probe_.ask(images_, column, wanted);
    if (!lines_ || lines_->column != column || traced_pass_ == over.place.pass) return;
    const FilterDesign& design = images_.design();
    const Problem& problem = images_.problem();
    const Boundary& boundary = column ? problem.boundary_of_columns() : problem.boundary;
    double outside = 0;
    if (boundary.kind == BoundaryKind::constant && !boundary.value.empty()) {
        const std::vector<double>& v = boundary.value;
        outside = v.size() < 3 ? v[0] : (v[0] + v[1] + v[2]) / 3;
        if (!column) outside *= design.gain_after(2) * design.response_after(2);
    }
    trace_ = trace_line(column ? design.columns : design.rows, boundary, outside, !over.place.forward(),
                        lines_->samples[0]);
    engine_line_ = lines_->samples[over.place.forward() ? 1 : 2];
    traced_pass_ = over.place.pass;
}

// Shows the numbers of the line under the pointer; a click moves the impulse.
void TeachView::pointer(const Over& over) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse || !over.layout.stage.contains(io.MousePos.x, io.MousePos.y)) return;
    const Point at = over.viewer.picture_at(io.MousePos.x, io.MousePos.y);
    if (at.x < 0 || at.y < 0 || at.x >= float(images_.width()) || at.y >= float(images_.height())) return;
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) look_at(int(at.x), int(at.y));
    const ImVec2 dragged = ImGui::GetMouseDragDelta(0);
    const bool clicks = ImGui::IsMouseReleased(0) && std::abs(dragged.x) + std::abs(dragged.y) < 3;
    if (clicks && over.settings.teach.input == TestInput::impulse)
        place_impulse(over.settings.teach, at.x / float(images_.width()), at.y / float(images_.height()));
}

void TeachView::panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) {
    if (settings.teach.lesson == Lesson::walk) {
        // The strip has room for a row of steps alone, the rest of it belongs to the picture.
        const int less = std::max(layout.strip.height - int(5.2f * ImGui::GetFontSize()), 0);
        PlayerAreas areas{layout.stage, layout.numbers, layout.transport, layout.strip};
        areas.stage.height += less, areas.panel.height += less, areas.transport.y += less;
        areas.strip.y += less, areas.strip.height -= less;
        return walk_.draw(areas, settings.teach);
    }
    if (settings.teach.lesson == Lesson::figure) {
        // The row of choices lies below, and the strip's room belongs to the figure.
        PlayerAreas areas{layout.stage, layout.numbers, layout.transport, {}};
        areas.stage.height += layout.strip.height, areas.panel.height += layout.strip.height;
        areas.transport.y += layout.strip.height;
        return figures_.draw(areas, encoded_, settings.teach);
    }
    if (!images_.ready()) return;
    const TeachSettings& teach = settings.teach;
    const Over over{layout, viewer, settings, place_of(teach.progress, images_.width(), images_.height())};
    pointer(over);
    watch_line(over);
    if (teach.lesson == Lesson::replay)
        return replay_.draw({layout.stage, layout.numbers, layout.transport, layout.strip}, viewer,
                            settings.teach);
    const bool sweeps = teach.enlarged < 0 && teach.lesson != Lesson::blocks;
    if (sweeps) ask_values(over);
    if (teach.enlarged >= 0)
        enlarged(over);
    else if (teach.lesson == Lesson::blocks && teach.forget_carries)
        without_carries(over);
    else if (teach.lesson == Lesson::blocks)
        blocks(over);
    else {
        front(over);
        draw_values(over);
    }
    if (layout.numbers.width > 0) {
        if (teach.lesson == Lesson::blocks)
            block_numbers(over);
        else
            numbers(over);
    }
    if (layout.transport.height > 0) transport(over);
    if (layout.strip.height > 0) strip(over);
}

}  // namespace sweep::app
