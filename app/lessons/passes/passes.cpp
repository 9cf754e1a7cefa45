#include "app/lessons/passes/passes.h"

#include <algorithm>
#include <cmath>

#include "app/lessons/lesson/host.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "core/families/algorithms.h"

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
                   "pole at 1: two causal passes, down and right; there are no anticausal passes.";
        case FilterKind::none:
            return "The filter none has no passes: choose a Gaussian, a B-spline or another recursive one.";
        default:
            return "";
    }
}

}  // namespace

void PassesView::move(TeachSettings& teach, double seconds) {
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

bool PassesView::is_busy() const {
    if (table_) return glass_.is_busy();
    // Where a fault is shown, nothing watches a line.
    if (breaks_) return broken_.is_busy() || (!broken_.stands_alone() && images_.is_measuring());
    if (has_glass_ && glass_.is_busy()) return true;
    return trace_is_old_ || probe_.busy() || values_read_.busy() || images_.is_measuring();
}

void PassesView::update(const LessonFrame& frame) {
    const Texture& light = frame.light;
    const Problem& problem = frame.problem;
    TeachSettings& teach = frame.settings.teach;
    has_glass_ = teach.lesson == Lesson::blocks && teach.glass.row >= 0;
    breaks_ = shows_fault(teach);
    no_passes_.clear();
    table_ = false;
    if (!breaks_) broken_.rest();
    if (has_glass_) {
        glass_.update(frame);
        if (const double moments = std::exchange(pending_rows_, 0); moments != 0) glass_.step(moments, teach);
    }
    if (breaks_) broken_.update(frame);
    if (breaks_ && broken_.stands_alone()) return;
    table_ = has_glass_ && problem.filter.kind == FilterKind::sat;
    if (!table_) no_passes_ = why_no_passes(problem.filter.kind);
    if (table_ || !no_passes_.empty()) return;
    PassImages::Subject subject{light.name(), frame.version, problem_of_pixels(frame), frame.settings.engine};
    subject.problem.passes = all_passes;
    // The output of each pass is needed, so an algorithm that cannot stop after every pass is replaced.
    if (info(subject.problem.method.algorithm).pass_step > 1 ||
        subject.problem.method.algorithm == Algorithm::parallel) {
        subject.problem.method.algorithm = Algorithm::automatic;
        subject.problem.method.cascade.clear();
    }
    images_.set_impulse(teach.input == TestInput::impulse);
    const bool resembles = seen_input_ == light.name() && resemble(images_.problem(), subject.problem);
    if (images_.update(light, subject)) {
        // Numbers of another filter or picture are not those of this one.
        if (!resembles) lines_.reset(), trace_.reset(), before_.reset(), traced_pass_ = -1;
        seen_input_ = light.name();
        // In a picture of another size the line in the middle is shown.
        if (seen_width_ != images_.width() || seen_height_ != images_.height()) {
            look_at(-1, -1);
            kept_.reset();
            levels_ = 0;
        }
        seen_width_ = images_.width();
        seen_height_ = images_.height();
        stage_.extend(images_, frame.settings.engine);
        traffic_ = traffic_of(images_.problem());
        thumbnails_are_old_ = true;
        trace_is_old_ = true;
        values_are_old_ = true;
        probe_.forget();
    } else {
        images_.measure(teach.lesson == Lesson::blocks ? drawn_algorithm : Algorithm::automatic);
    }
    move(teach, frame.seconds);
}

void PassesView::draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings,
                      const LessonCanvas& canvas) {
    const bool broken = breaks_ && broken_.result();
    if (!broken && table_)
        return stage_.draw_alone({canvas.input}, viewer, layout.stage,
                                 {settings.exposure, settings.soft_highlights, canvas.encoded},
                                 canvas.framebuffer, canvas.window_height);
    if (!broken && (!no_passes_.empty() || !images_.ready())) return;
    const TeachSettings& teach = settings.teach;
    const StageLight light{settings.exposure, settings.soft_highlights && teach.input == TestInput::none,
                           canvas.encoded};
    if (broken) return draw_broken(layout, viewer, teach, light, canvas);
    if (layout.strip.height > 0 && (thumbnails_are_old_ || light != thumbnail_light_)) {
        stage_.draw_thumbnails(images_, std::max(layout.strip.width / 8, 1), light);
        thumbnails_are_old_ = false;
        thumbnail_light_ = light;
    }
    if (teach.enlarged >= 0)
        stage_.draw_image(images_, teach.enlarged, viewer, layout.stage, light, canvas.framebuffer,
                          canvas.window_height);
    else if (teach.lesson == Lesson::blocks)
        draw_blocks(layout, viewer, teach, light, canvas);
    else
        stage_.draw(images_, place_of(teach.progress, images_.width(), images_.height()), viewer,
                    layout.stage, light, teach.dims ? 0.55f : 1.0f, layout.margin, canvas.framebuffer,
                    canvas.window_height);
}

void PassesView::draw_broken(const TeachLayout& layout, const Viewer& viewer, const TeachSettings& teach,
                             const StageLight& light, const LessonCanvas& canvas) {
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
        teach.fault.difference ? drawn(broken_.difference(), true) : drawn(broken_.wrong(), false), viewer,
        layout.stage, light, canvas.framebuffer, canvas.window_height);
}

// Asks for the line whose numbers are shown, and traces it when it has arrived.
void PassesView::watch_line(const Over& over) {
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
    if (trace_is_old_) {  // its samples are of the images before
        trace_.reset(), traced_pass_ = -1;
        return;
    }
    const int pass = over.place.pass;
    before_.reset();
    if (!over.place.forward()) before_ = images_.trace(pass - 1, lines_->samples[0]);
    trace_ = images_.trace(pass, lines_->samples[0]);
    engine_line_ = lines_->samples[over.place.forward() ? 1 : 2];
    traced_pass_ = pass;
}

// Shows the numbers of the line under the pointer; a click moves the impulse.
void PassesView::pointer(const Over& over) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse || !over.layout.stage.contains(io.MousePos.x, io.MousePos.y)) return;
    const Point at = over.viewer.picture_at(io.MousePos.x, io.MousePos.y);
    if (at.x < 0 || at.y < 0 || at.x >= float(images_.width()) || at.y >= float(images_.height())) return;
    if (!kept_ && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) look_at(int(at.x), int(at.y));
    const ImVec2 dragged = ImGui::GetMouseDragDelta(0);
    const bool clicks = ImGui::IsMouseReleased(0) && std::abs(dragged.x) + std::abs(dragged.y) < 3;
    const bool takes_block = over.settings.teach.lesson == Lesson::blocks && !breaks_;
    if (clicks && !takes_block && over.settings.teach.input == TestInput::impulse)
        place_impulse(over.settings.teach, at.x / float(images_.width()), at.y / float(images_.height()));
    else if (clicks && over.settings.teach.lesson == Lesson::passes && !breaks_)
        keep(over.place, int(at.x), int(at.y));
    if (takes_block) take_block(over.viewer, over.layout.stage, over.settings.teach);
}

// Keeps a pixel that this pass has finished, and unfolds its sum once more where it is kept already;
// another pixel lets it go.
void PassesView::keep(const SweepPlace& place, int x, int y) {
    const int along = place.columns() ? y : x, i = place.forward() ? along : place.length - 1 - along;
    const std::pair pixel{x, y};
    if (kept_ == pixel) return unfold();
    kept_.reset();
    levels_ = 0;
    look_at(x, y);
    if (i < place.lines) kept_ = pixel, levels_ = 1;
}

// Without a pixel that was clicked, the newest one of the line is kept.
void PassesView::unfold() {
    if (!images_.ready() || breaks_ || traced_pass_ < 0 || !lines_) return;
    constexpr int most_levels = 8;
    if (!kept_) {
        const int index = trace_->index(std::clamp(last_place_.lines - 1, 0, trace_->length - 1));
        kept_ = lines_->column ? std::pair{lines_->index, index} : std::pair{index, lines_->index};
        look_at(kept_->first, kept_->second);
    }
    levels_ = std::min(levels_ + 1, most_levels);
}

bool PassesView::press(Chord chord, TeachSettings&) {
    if (chord != Chord(Key::escape) || !kept_) return false;
    kept_.reset();
    levels_ = 0;
    return true;
}

// The sample whose sum is shown: that of the kept pixel, when this pass has come past it, or the newest one.
int PassesView::shown_sample(const SweepPlace& place) const {
    const int newest = std::clamp(place.lines - 1, 0, trace_->length - 1);
    if (!kept_) return newest;
    const int along = place.columns() ? kept_->second : kept_->first,
              i = place.forward() ? along : place.length - 1 - along;
    return i < place.lines ? i : newest;
}

// A click on a block of the picture puts it under the glass, or takes it away again.
void PassesView::take_block(const Viewer& viewer, const Area& stage, TeachSettings& teach) const {
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
    const bool closes = row == teach.glass.row && column == teach.glass.column;
    teach.glass.row = closes ? -1 : row, teach.glass.column = closes ? -1 : column;
}

// The sentence in the middle of the stage, and the way to the lesson that shows the two sweeps of a table.
void PassesView::without_passes(const TeachLayout& layout, Settings& settings) const {
    const Area &stage = layout.stage, &strip = layout.strip;
    const auto all_width = float(stage.width + layout.panel.width),
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
    if (!only_converts(settings.filter.kind)) {
        ImGui::Dummy({0, 0.4f * em});
        if (ImGui::Button("show the two sweeps")) {
            settings.teach.lesson = Lesson::table;
            settings.teach.table.shows = TableShow::sweep;
            settings.teach.table.plays = true;
        }
        tip("sums", "The table of this picture, as it grows down and right.");
        if (settings.filter.kind == FilterKind::sat) {
            if (ImGui::Button("look at a block")) {
                settings.teach.lesson = Lesson::blocks;
                settings.teach.glass.row = settings.teach.glass.column = 1;
            }
            tip("blocks", "The sums that enter a block and leave it, before and after each fix.");
        }
    }
    ImGui::End();
}

void PassesView::panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) {
    if (breaks_ && (!no_passes_.empty() || !images_.ready())) return broken_.panels(layout, viewer, settings);
    if (table_) {
        take_block(viewer, layout.stage, settings.teach);
        return glass_.panels(layout, viewer, settings);
    }
    if (!no_passes_.empty()) return without_passes(layout, settings);
    if (!images_.ready()) return;
    const TeachSettings& teach = settings.teach;
    const Over over{layout, viewer, settings, place_of(teach.progress, images_.width(), images_.height())};
    last_place_ = over.place;
    pointer(over);
    if (breaks_) return broken_.panels(layout, viewer, settings);
    watch_line(over);
    const bool sweeps = teach.enlarged < 0 && teach.lesson != Lesson::blocks;
    if (sweeps) ask_values(over);
    if (teach.enlarged >= 0)
        enlarged(over);
    else if (teach.lesson == Lesson::blocks)
        blocks(over);
    else {
        front(over);
        if (kept_) lineage(over);
        draw_values(over);
    }
    if (layout.panel.width > 0) {
        if (teach.lesson == Lesson::blocks && teach.glass.row >= 0)
            glass_.panels(layout, viewer, settings);
        else if (teach.lesson == Lesson::blocks)
            block_numbers(over);
        else
            numbers(over);
    }
    if (layout.transport.height > 0) transport(over);
    if (layout.strip.height > 0) strip(over);
}

}  // namespace sweep::app
