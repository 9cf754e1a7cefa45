#include "app/lessons/table/view.h"

#include <algorithm>
#include <cmath>

#include "app/ui/gui.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

// A colour for an error from 0 to 1: black, red, amber, white.
std::array<std::uint8_t, 4> heat(float part) {
    const auto channel = [&](float from, float to) {
        return std::uint8_t(std::lround(255 * std::clamp((part - from) / (to - from), 0.0f, 1.0f)));
    };
    return {channel(0, 0.45f), channel(0.3f, 0.85f), channel(0.7f, 1), 255};
}

}  // namespace

Region table_box(const TeachSettings& teach, int width, int height) {
    const auto side = [](double from, double to, int all) {
        const int first = std::clamp(int(std::lround(from * all)), 0, all - 1);
        return std::pair{first, std::clamp(int(std::lround(to * all)), first + 1, all)};
    };
    const auto [left, right] = side(teach.table.box[0], teach.table.box[2], width);
    const auto [top, bottom] = side(teach.table.box[1], teach.table.box[3], height);
    return {left, top, right - left, bottom - top};
}

LessonSubject TableView::asks(const LessonFrame& frame) const {
    // Tables have no filter, and the CPU adds them up.
    LessonSubject subject{frame.light.name(), frame.version, whole(frame.light)};
    const Precision asked = frame.settings.teach.table.precision;
    subject.problem.method.precision = asked == Precision::automatic ? Precision::f32 : asked;
    return subject;
}

bool TableView::is_busy() const {
    if (LessonHost::is_busy()) return true;
    if (!why_not().empty()) return false;
    const bool other_box = sums_ && (sums_->box.width != error_width_ || sums_->box.height != error_height_);
    return other_box || std::any_of(largest_.begin(), largest_.end(), [](const auto& e) { return !e; });
}

void TableView::make(const LessonFrame&, const ConstImageView& pixels) {
    sums_.reset();
    map_.reset();
    largest_ = {};
    unmeasured_.clear();
    has_sweeps_ = false;
    picture_ = grey_picture(pixels, precision());
    exact_ = exact_table(picture_);
    table_ = make_box_table(picture_, precision());
}

void TableView::forget() {
    table_.reset();
    sums_.reset();
    unmeasured_.clear();
}

void TableView::play(const LessonFrame& frame) {
    TeachSettings& teach = frame.settings.teach;
    if (teach.table.shows != TableShow::sweep) {  // nothing plays
        teach.table.plays = false;
        pending_rows_ = 0;
    }
    if (!table_) return;
    const Region box = table_box(teach, picture_.width, picture_.height);
    if (!sums_ || !(sums_->box == box)) sums_ = box_sums(picture_, *table_, box);
    if (!drags_) measure_next();
    if (teach.table.shows == TableShow::sweep) {
        make_sweeps();
        move(teach, frame.seconds);
    }
}

// Measures one kind of numbers in a frame, so that the window goes on; the chosen kind first, for its map.
void TableView::measure_next() {
    const Region& box = sums_->box;
    if (error_width_ != box.width || error_height_ != box.height) {
        error_width_ = box.width, error_height_ = box.height;
        largest_ = {};
        map_.reset();
        unmeasured_.clear();
    }
    const auto place = [](Precision p) {
        return std::size_t(std::find(table_precisions.begin(), table_precisions.end(), p) -
                           table_precisions.begin());
    };
    if (!map_) {
        map_ = error_map(picture_, *table_, *exact_, box.width, box.height);
        largest_[place(precision())] = map_->largest;
        colour_errors(*map_);
        return;
    }
    for (const Precision precision : table_precisions) {
        if (largest_[place(precision)]) continue;
        try {
            const GreyPicture picture = grey_picture(pixels(), precision);
            const BoxTable table = make_box_table(picture, precision);
            // Of bytes the truth is another one: what they themselves add up to.
            std::optional<BoxTable> other;
            if (picture.bytes != picture_.bytes) other = exact_table(picture);
            largest_[place(precision)] =
                error_map(picture, table, other ? *other : *exact_, box.width, box.height).largest;
        } catch (const Error& error) {
            unmeasured_ = error.what();
        }
        return;
    }
}

void TableView::colour_errors(const ErrorMap& map) {
    std::vector<std::array<std::uint8_t, 4>> pixels;
    pixels.reserve(map.errors.size());
    const float scale = map.largest > 0 ? 1 / float(map.largest) : 0;
    for (const float error : map.errors) pixels.push_back(heat(scale * error));
    if (!map_colours_.is(map.width, map.height)) {
        map_colours_ = Texture(map.width, map.height, GL_RGBA8, mip_levels(map.width, map.height));
        map_colours_.filter(GL_LINEAR_MIPMAP_LINEAR, GL_NEAREST);
        map_colours_.wrap(GL_CLAMP_TO_EDGE);
    }
    map_colours_.upload(GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    map_colours_.make_mipmaps();
}

void TableView::draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings,
                     const LessonCanvas& target) {
    if (!table_) return;
    const TeachSettings& teach = settings.teach;
    Presentation how;
    how.exposure = settings.exposure;
    how.soft_highlights = settings.soft_highlights && teach.input == TestInput::none;
    how.encoded = target.encoded;
    how.dither = settings.dither;
    Canvas canvas{target.framebuffer, 0, target.window_height};
    const Area& stage = layout.stage;
    // The picture keeps its place in the window; what of it lies beyond the fitted area is seen, too.
    const Point middle{0.5f * float(stage.width), 0.5f * float(stage.height)};
    const Viewer here = viewer.moved_to(
        stage, viewer.zoom(), viewer.picture_at(float(stage.x) + middle.x, float(stage.y) + middle.y));
    if (teach.table.shows != TableShow::sweep || !has_sweeps_) {
        how.dimmed = teach.table.shows == TableShow::error ? 0.35f : 1.0f;
        display_.draw(*target.input, Content::light, here, how, canvas);
        return;
    }
    const SweepPlace place = front(teach).place;
    const Point corner = here.origin();
    const float edge = (place.columns() ? corner.y : corner.x) + float(place.lines) * here.zoom();
    how.side = place.columns() ? HalfPlane{0, -1, -edge} : HalfPlane{-1, 0, -edge};
    display_.draw(place.columns() ? down_ : whole_, Content::light, here, how, canvas);
    how.side = how.side.other();
    how.dimmed = teach.dims ? 0.55f : 1.0f;
    display_.draw(place.columns() ? *target.input : down_, Content::light, here, how, canvas);
}

void TableView::panels(const TeachLayout& areas, const Viewer& viewer, Settings& settings) {
    TeachSettings& teach = settings.teach;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    if (!table_ || !sums_) return say_why_not(areas.stage);
    drag_box(viewer, areas.stage, teach);
    list.PushClipRect({float(areas.stage.x), float(areas.stage.y)},
                      {float(areas.stage.x + areas.stage.width), float(areas.stage.y + areas.stage.height)});
    if (teach.table.shows == TableShow::sweep) draw_front(areas.stage, viewer, teach);
    if (teach.table.shows == TableShow::error) draw_errors(areas.stage, viewer);
    if (teach.table.shows == TableShow::box) draw_box(areas.stage, viewer, areas.panel.width <= 0);
    list.PopClipRect();
    if (areas.panel.width > 0) {
        begin_panel("table", areas.panel);
        if (teach.table.shows == TableShow::sweep) sweep_panel(teach);
        if (teach.table.shows == TableShow::error) error_panel();
        if (teach.table.shows == TableShow::box) box_panel();
        ImGui::End();
    }
    if (areas.transport.height > 0 && teach.table.shows == TableShow::sweep)
        transport(areas.transport, teach);
    if (areas.transport.height > 0 && teach.table.shows != TableShow::sweep) mouse_line(areas.transport);
    if (areas.strip.height > 0) precisions(areas.strip, teach);
}

}  // namespace sweep::app
