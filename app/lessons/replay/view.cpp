#include "app/lessons/replay/view.h"

#include <algorithm>
#include <utility>

#include "app/lessons/replay/record.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/widgets.h"
#include "app/work/engines/engines.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr std::size_t copied_bytes = std::size_t(256) << 20;  // beyond the caches

Image first_channel(const ConstImageView& pixels) {
    const Shape& shape = pixels.shape;
    Image image({shape.width, shape.height, 1}, Sample::f32);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            image.view().row<float>(y)[x] = pixels.row<float>(y)[shape.channels * x];
    return image;
}

}  // namespace

LessonSubject ReplayView::asks(const LessonFrame& frame) const {
    LessonSubject subject = subject_of(frame, frame.settings.teach.replay.beside);
    subject.problem = problem_of_pixels(frame);
    subject.problem.shape.channels = frame.problem.shape.channels;
    return subject;
}

void ReplayView::make(const LessonFrame&, const ConstImageView& pixels) {
    forget();
    if (subject().problem.shape.channels == 1) grey_ = first_channel(pixels);
    race_ = {};
    engine_ = start_engine(subject().engine).engine;
    waiting_ = runners_of(subject().problem, subject().choices);
    record_next();
    double& speed = copy_gb_per_s_[engine_->kind()];
    if (speed == 0)
        speed = 2e-6 * double(copied_bytes) / entry_of(engine_->kind()).measure_copy_ms(copied_bytes);
    gb_per_s_ = speed;
}

void ReplayView::forget() {
    runs_.clear();
    waiting_.clear();
    left_out_.clear();
    disturbed_.clear();
    engine_.reset();
    grey_ = {};
    seen_encoded_.reset();
}

// The chosen algorithm has to run; of those beside it a note says why not.
void ReplayView::record_next() {
    glFinish();  // drawing would take the processors from the run
    const bool is_chosen = runs_.empty() && subject().choices != meter_runners;
    const AlgorithmChoice next = waiting_.front();
    waiting_.erase(waiting_.begin());
    try {
        RecordedRun run = record(*engine_, next.of(subject().problem),
                                 grey_.bytes() > 0 ? std::as_const(grey_).view() : pixels());
        if (std::any_of(runs_.begin(), runs_.end(), [&](const RunChart& other) {
                return other.trace().algorithm == run.trace.algorithm;
            }))
            return;
        if (!run.was_alone) disturbed_ += (disturbed_.empty() ? "" : ", ") + run.trace.algorithm;
        runs_.emplace_back(std::move(run.trace));
    } catch (const Error& error) {
        if (is_chosen || (runs_.empty() && waiting_.empty())) throw;
        const std::string why = error.what();
        left_out_.push_back(why.substr(0, why.find(": use ")));  // the advice is for the chosen algorithm
    }
}

double ReplayView::all() const {
    double longest = 0;
    for (const RunChart& run : runs_) longest = std::max(longest, run.trace().milliseconds());
    return longest;
}

void ReplayView::play(const LessonFrame& frame) {
    ReplaySettings& replay = frame.settings.teach.replay;
    if (!waiting_.empty()) record_next();
    if (!waiting_.empty()) return;
    engine_.reset();
    grey_ = {};
    if (runs_.empty()) return;
    if (is_race() && seen_encoded_ != encoded_) {
        seen_ = screen_picture(pixels(), encoded_);
        seen_encoded_ = encoded_;
    }
    if (replay.plays) {
        const bool goes_on = frame.settings.teach.loop && !is_race();  // a race has an end
        replay.at = replay.at < 1 ? replay.at + frame.seconds / seconds_of_run : 0;
        if (replay.at >= 1) {
            replay.plays = goes_on;
            replay.at = goes_on ? 0 : 1;
        }
    }
    race_.see(replay.at, replay.plays, runs_.size());
}

bool ReplayView::press(Chord chord, TeachSettings& teach) {
    if (!race_.takes_bets() || chord.control) return false;
    if (chord == Chord{Key::enter}) {
        teach.replay.plays = true;
        return true;
    }
    const int runner = chord.key - '1';
    if (runner < 0 || runner >= int(runs_.size())) return false;
    race_.bet(std::size_t(runner));
    return true;
}

void ReplayView::step(double way, TeachSettings& teach) {
    if (runs_.empty()) return;
    const double at = now(teach);
    double best = way > 0 ? all() : 0;
    for (const TracePiece& piece : runs_.front().trace().pieces)
        if (way > 0 ? piece.begin > at + 1e-9 && piece.begin < best
                    : piece.begin < at - 1e-9 && piece.begin > best)
            best = piece.begin;
    teach.replay.at = best / all();
    teach.replay.plays = false;
}

void ReplayView::transport(const Area& area, TeachSettings& teach) {
    begin_panel("replay transport", area, ImGuiWindowFlags_NoScrollbar);
    if (const auto clicked = player_buttons(teach.replay.plays)) {
        if (clicked == Icon::play)
            teach.replay.plays = !teach.replay.plays;
        else if (clicked == Icon::back || clicked == Icon::forward)
            step(clicked == Icon::back ? -1 : 1, teach);
        else
            lesson.go(teach, clicked == Icon::last);
    }
    if (!is_race()) {
        ImGui::SameLine(0, 0.9f * ImGui::GetFontSize());
        ImGui::Checkbox("loop", &teach.loop);
        hint("Starts again at the end.");
    }
    ImGui::End();
}

// The runs below each other, on one axis of time.
void ReplayView::charts(const Area& area, TeachSettings& teach) const {
    begin_panel("replay chart", area, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float names = is_race() ? 2.2f * em : 0, left = corner.x + 2.2f * em + names,
                wide = std::max(room.x - 2.2f * em - names, 10.0f), each = room.y / float(runs_.size()),
                high = std::max(each - 1.4f * em, 8.0f);
    ImGui::InvisibleButton("chart", {room.x, std::max(room.y, 8.0f)});
    if (ImGui::IsItemActive()) {
        teach.replay.at = std::clamp(double((ImGui::GetIO().MousePos.x - left) / wide), 0.0, 1.0);
        teach.replay.plays = false;
    }
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        ChartPlace place{{left, corner.y + float(i) * each}, {wide, high}, all()};
        if (is_secret()) place.until = now(teach);
        runs_[i].draw(place);
        if (is_race())
            ImGui::GetWindowDrawList()->AddText({corner.x, place.corner.y},
                                                ImGui::GetColorU32(colours::accent),
                                                runs_[i].trace().algorithm.c_str());
    }
    const float head = left + wide * float(teach.replay.at);
    ImGui::GetWindowDrawList()->AddRectFilled({head - thick(1.5f), corner.y - 3},
                                              {head + thick(1.5f), corner.y + room.y}, colours::line(255));
    ImGui::End();
}

void ReplayView::panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) {
    TeachSettings& teach = settings.teach;
    if (runs_.empty()) {
        const float em = ImGui::GetFontSize();
        const std::string why = why_not();
        plate(*ImGui::GetBackgroundDrawList(),
              {float(layout.stage.x) + 0.6f * em, float(layout.stage.y) + 0.4f * em},
              why.empty() ? "running .." : why.c_str(), colours::accent);
        return;
    }
    teach.replay.at = std::clamp(teach.replay.at, 0.0, 1.0);
    if (is_race())
        picture_of_race(layout.stage, layout.panel.width > 0 ? "" : state_of_race(teach), now(teach));
    else
        picture(layout.stage, viewer, now(teach));
    if (layout.panel.width > 0) panel(layout.panel, teach, layout.on_stage);
    if (layout.transport.height > 0) transport(layout.transport, teach);
    if (layout.strip.height > 0) charts(layout.strip, teach);
}

}  // namespace sweep::app
