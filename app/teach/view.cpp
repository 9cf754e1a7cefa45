#include "app/teach/view.h"

#include <algorithm>
#include <cmath>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "core/methods/algorithms.h"

namespace sweep::app {

namespace {

std::string why_no_passes(FilterKind kind) {
    switch (kind) {
        case FilterKind::sat:
            return "A table is a filter with its pole at 1: y(n) = x(n) + y(n-1), down and then right. "
                   "What is fed back never fades, and nothing runs back up or left: two causal passes, not "
                   "four.";
        case FilterKind::box:
            return "A box is the difference of four entries of a table, and a table is a filter with its "
                   "pole at 1: two causal passes, down and right, and no way back.";
        case FilterKind::none:
            return "The filter none has no passes: choose a Gaussian, a B-spline or another recursive one.";
        default:
            return "";
    }
}

}  // namespace

TeachLayout divide_teach(const Area& area, const TeachSettings& teach) {
    TeachLayout layout;
    const float em = ImGui::GetFontSize(), width = float(area.width);
    float height = float(area.height);
    // The block under the glass and its sum are to be seen together.
    const float least_with_strip = (shows_glass(teach) ? 48 : 30) * em;
    const bool charts = teach.lesson == Lesson::replay;
    const bool has_numbers = width > 38 * em, has_strip = height > least_with_strip && width > 36 * em;
    const int transport = height > 14 * em && width > 24 * em ? int(4.7f * em) : 0;
    const int strip = has_strip ? int(charts ? std::max(9.2f * em, 0.27f * height) : 9.2f * em) : 0;
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
    lesson_ = teach.lesson;
    has_glass_ = teach.lesson == Lesson::blocks && teach.glass_row >= 0;
    breaks_ = shows_fault(teach);
    no_passes_.clear();
    table_light_ = nullptr;
    if (lesson_ != Lesson::figure) figures_.leave();
    if (!breaks_) broken_.rest();
    if (lesson_ == Lesson::table) {
        table_.step(std::exchange(pending_rows_, 0));
        return table_.update(light, version_, teach, seconds);
    }
    if (lesson_ == Lesson::figure) {
        const double rows = std::exchange(pending_rows_, 0);
        const int last = int(figure_words.size()) - 1;
        teach.figure = Figure(std::clamp(int(teach.figure) + (rows > 0) - (rows < 0), 0, last));
        return figures_.update(light, version_, problem, settings.engine, teach.figure);
    }
    if (lesson_ == Lesson::walk) {
        teach.walk_step += std::exchange(pending_rows_, 0);
        return walk_.update(light, version_, problem, teach, seconds);
    }
    if (lesson_ == Lesson::replay) {
        if (const double rows = std::exchange(pending_rows_, 0); rows != 0)
            replay_.step(rows > 0 ? 1 : -1, teach);
        replayed_ = &light;
        return replay_.update(light, version_, problem, settings.engine, teach, seconds);
    }
    if (has_glass_) {
        glass_.update(light, version_, problem, settings.engine, teach);
        if (const double rows = std::exchange(pending_rows_, 0); rows != 0)
            glass_.step(int(std::lround(rows)), teach);
    }
    if (breaks_) broken_.update(light, version_, problem, teach, seconds);
    if (breaks_ && broken_.stands_alone()) return;
    if (has_glass_ && problem.filter.kind == FilterKind::sat) table_light_ = &light;
    if (!table_light_) no_passes_ = why_no_passes(problem.filter.kind);
    if (table_light_ || !no_passes_.empty()) return;
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
        probe_.forget();
    } else {
        images_.measure(teach.lesson == Lesson::blocks ? drawn_algorithm : Algorithm::automatic);
    }
    move(teach, seconds);
}

void TeachView::draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings, bool encoded,
                     GLuint framebuffer, int window_height) {
    encoded_ = encoded;
    if (lesson_ == Lesson::table)
        return table_.draw(layout.stage, viewer, settings, encoded, framebuffer, window_height);
    if (lesson_ == Lesson::walk || lesson_ == Lesson::figure) return;
    const bool broken = breaks_ && broken_.result();
    if (!broken && table_light_)
        return stage_.draw_alone({table_light_}, viewer, layout.stage,
                                 {settings.exposure, settings.soft_highlights, encoded}, framebuffer,
                                 window_height);
    if (!broken && lesson_ != Lesson::replay && (!no_passes_.empty() || !images_.ready())) return;
    const TeachSettings& teach = settings.teach;
    const StageLight light{settings.exposure, settings.soft_highlights && teach.input == TestInput::none,
                           encoded};
    if (broken) return draw_broken(layout, viewer, teach, light, framebuffer, window_height);
    if (lesson_ == Lesson::replay)
        return stage_.draw_alone({replayed_}, viewer, layout.stage, light, framebuffer, window_height);
    if (layout.strip.height > 0 && (thumbnails_are_old_ || light != thumbnail_light_)) {
        stage_.draw_thumbnails(images_, std::max(layout.strip.width / 8, 1), light);
        thumbnails_are_old_ = false;
        thumbnail_light_ = light;
    }
    if (teach.enlarged >= 0)
        stage_.draw_image(images_, teach.enlarged, viewer, layout.stage, light, framebuffer, window_height);
    else if (teach.lesson == Lesson::blocks)
        draw_blocks(layout, viewer, teach, light, framebuffer, window_height);
    else
        stage_.draw(images_, place_of(teach.progress, images_.width(), images_.height()), viewer,
                    layout.stage, light, teach.dims ? 0.55f : 1.0f, layout.margin, framebuffer,
                    window_height);
}

void TeachView::draw_broken(const TeachLayout& layout, const Viewer& viewer, const TeachSettings& teach,
                            const StageLight& light, GLuint framebuffer, int window_height) {
    const Broken& broken = *broken_.result();
    const bool passes = images_.ready() && !broken.table;
    const auto drawn = [&](const Texture& image, bool is_difference) {
        if (is_difference) return Drawn{&image, broken_.difference_gain(), true};
        return Drawn{&image, passes ? images_.gain(broken.passes) : 1,
                     passes && images_.is_signed(broken.passes)};
    };
    if (layout.strip.height > 0) {
        std::array<Drawn, BrokenView::pictures> small;
        for (std::size_t k = 0; k < small.size(); ++k) {
            const BrokenView::Picture picture = broken_.side_by_side()[k];
            small[k] = drawn(*picture.image, picture.is_difference);
        }
        stage_.draw_thumbnails(small, std::max(layout.strip.width / 5, 1), light);
        thumbnails_are_old_ = true;
    }
    stage_.draw_alone(
        teach.broken_difference ? drawn(broken_.difference(), true) : drawn(broken_.wrong(), false), viewer,
        layout.stage, light, framebuffer, window_height);
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
    const bool takes_block = over.settings.teach.lesson == Lesson::blocks && !breaks_;
    if (clicks && !takes_block && over.settings.teach.input == TestInput::impulse)
        place_impulse(over.settings.teach, at.x / float(images_.width()), at.y / float(images_.height()));
    if (takes_block) take_block(over.viewer, over.layout.stage, over.settings.teach);
}

// A click on a block of the picture puts it under the glass, or takes it away again.
void TeachView::take_block(const Viewer& viewer, const Area& stage, TeachSettings& teach) const {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 dragged = ImGui::GetMouseDragDelta(0);
    if (io.WantCaptureMouse || !stage.contains(io.MousePos.x, io.MousePos.y) || !ImGui::IsMouseReleased(0) ||
        std::abs(dragged.x) + std::abs(dragged.y) >= 3)
        return;
    const Point at = viewer.picture_at(io.MousePos.x, io.MousePos.y);
    const Glass* glass = glass_.glass();
    if (at.x < 0 || at.y < 0 || (glass && (at.x >= float(glass->width()) || at.y >= float(glass->height()))))
        return;
    const int side = glass ? glass->block() : taught_block, row = int(at.y) / side, column = int(at.x) / side;
    const bool closes = row == teach.glass_row && column == teach.glass_column;
    teach.glass_row = closes ? -1 : row, teach.glass_column = closes ? -1 : column;
}

// The sentence in the middle of the stage, and the way to the lesson that shows the two sweeps of a table.
void TeachView::without_passes(const TeachLayout& layout, Settings& settings) const {
    const Area &stage = layout.stage, &strip = layout.strip;
    const auto all_width = float(stage.width + layout.numbers.width),
               all_height = float(strip.y + strip.height - stage.y);
    const float em = ImGui::GetFontSize(), width = std::min(34 * em, all_width - 2 * em);
    if (width < 4 * em) return;
    ImGui::SetNextWindowPos({float(stage.x) + 0.5f * all_width, float(stage.y) + 0.5f * all_height},
                            ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::Begin("no passes", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(no_passes_.c_str());
    ImGui::PopTextWrapPos();
    if (settings.filter.kind != FilterKind::none) {
        ImGui::Dummy({0, 0.4f * em});
        if (ImGui::Button("show the two sweeps")) {
            settings.teach.lesson = Lesson::table;
            settings.teach.table_shows = TableShow::sweep;
            settings.teach.table_plays = true;
        }
        tip("sums", "The table of this picture, as it grows down and right.");
        if (settings.filter.kind == FilterKind::sat) {
            if (ImGui::Button("look at a block")) {
                settings.teach.lesson = Lesson::blocks;
                settings.teach.glass_row = settings.teach.glass_column = 1;
            }
            tip("blocks", "The sums that enter a block and leave it, before and after each fix.");
        }
    }
    ImGui::End();
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
    const PlayerAreas areas{layout.stage, layout.numbers, layout.transport, layout.strip};
    if (lesson_ == Lesson::table) return table_.panels(areas, viewer, settings.teach);
    if (lesson_ == Lesson::replay) return replay_.draw(areas, viewer, settings.teach);
    if (breaks_ && (!no_passes_.empty() || !images_.ready()))
        return broken_.draw(areas, viewer, settings.teach, stage_.thumbnails());
    if (table_light_) {
        take_block(viewer, layout.stage, settings.teach);
        if (layout.numbers.width > 0) glass_.draw(layout.stage, layout.numbers, viewer, settings.teach);
        return;
    }
    if (!no_passes_.empty()) return without_passes(layout, settings);
    if (!images_.ready()) return;
    const TeachSettings& teach = settings.teach;
    const Over over{layout, viewer, settings, place_of(teach.progress, images_.width(), images_.height())};
    pointer(over);
    if (breaks_) return broken_.draw(areas, viewer, settings.teach, stage_.thumbnails());
    watch_line(over);
    const bool sweeps = teach.enlarged < 0 && teach.lesson != Lesson::blocks;
    if (sweeps) ask_values(over);
    if (teach.enlarged >= 0)
        enlarged(over);
    else if (teach.lesson == Lesson::blocks)
        blocks(over);
    else {
        front(over);
        draw_values(over);
    }
    if (layout.numbers.width > 0) {
        if (teach.lesson == Lesson::blocks && teach.glass_row >= 0)
            glass_.draw(layout.stage, layout.numbers, viewer, settings.teach);
        else if (teach.lesson == Lesson::blocks)
            block_numbers(over);
        else
            numbers(over);
    }
    if (layout.transport.height > 0) transport(over);
    if (layout.strip.height > 0) strip(over);
}

}  // namespace sweep::app
