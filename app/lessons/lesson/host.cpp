#include "app/lessons/lesson/host.h"

#include <utility>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "core/base/error.h"

namespace sweep::app {

bool resemble(const Problem& a, const Problem& b) {
    return a.filter.kind == b.filter.kind && a.method.algorithm == b.method.algorithm &&
           a.boundary.kind == b.boundary.kind && a.boundary_of_columns().kind == b.boundary_of_columns().kind;
}

bool resemble(const LessonSubject& a, const LessonSubject& b) {
    return resemble(a.problem, b.problem) && a.choices == b.choices && a.input == b.input &&
           a.part.width == b.part.width && a.part.height == b.part.height;
}

Problem problem_of_pixels(const LessonFrame& frame) {
    Problem problem = frame.problem;
    problem.shape = {frame.light.width(), frame.light.height(), 4};
    problem.input = Sample::f32;
    problem.method.memory = Memory::linear;
    problem.method.half_result = false;
    return problem;
}

LessonSubject subject_of(const LessonFrame& frame, std::string choices) {
    return {frame.light.name(), frame.version,         whole(frame.light),
            frame.problem,      frame.settings.engine, std::move(choices)};
}

void LessonHost::update(const LessonFrame& frame) {
    LessonSubject asked = asks(frame);
    if (!(asked == subject_)) {
        leave_for(asked);
        subject_ = std::move(asked);
        state_ = State::changed;
        why_not_.clear();
        task_.request_stop();
    }
    take();
    const bool arrived = read_.arrived();  // perhaps for a subject that is gone
    if (arrived && state_ == State::reads) finish(frame, read_.parts()[0]);
    if (state_ == State::changed && !read_.busy() && !task_.running()) begin(frame);
    if (state_ == State::done) play(frame);
}

// Asks for the pixels, unless none are needed or nothing can be made of them.
void LessonHost::begin(const LessonFrame& frame) {
    const Region& part = subject_.part;
    try {
        std::string why = refusal();
        if (why.empty() && std::size_t(part.width) * std::size_t(part.height) > most_)
            why = fmt::format("the picture is too large {}: up to {} megapixels", purpose_, most_ >> 20);
        if (!why.empty()) return refuse(std::move(why));
        if (part.empty()) return finish(frame, {});
        const ReadBack::Part wanted{&frame.light, part};
        read_.ask({&wanted, 1});
        state_ = State::reads;
    } catch (const Error& error) {
        refuse(error.what());
    }
}

void LessonHost::finish(const LessonFrame& frame, const ConstImageView& pixels) {
    state_ = State::done;
    try {
        make(frame, pixels);
    } catch (const Error& error) {
        refuse(error.what());
    }
}

void LessonHost::run(Job job) {
    state_ = State::runs;
    task_.start([job = std::move(job)](const std::stop_token& stop) {
        job(stop);
        return true;
    });
}

void LessonHost::take() {
    try {
        if (!task_.take() || state_ != State::runs) return;
        state_ = State::done;
        made();
    } catch (const std::exception& error) {
        if (state_ != State::runs) return;
        state_ = State::done;
        why_not_ = error.what();
    }
}

void LessonHost::refuse(std::string why) {
    state_ = State::done;
    why_not_ = std::move(why);
    forget();
}

void LessonHost::stop() {
    take();
    if (!task_.running()) return;
    task_.request_stop();
    state_ = State::changed;
}

void LessonHost::say_why_not(const Area& stage) const {
    const float em = ImGui::GetFontSize();
    const std::string why = why_not();
    ImGui::GetBackgroundDrawList()->AddText(
        nullptr, 0, {float(stage.x) + em, float(stage.y) + em}, ImGui::GetColorU32(colours::accent),
        why.empty() ? "reading the pixels .." : why.c_str(), nullptr, float(stage.width) - 2 * em);
}

}  // namespace sweep::app
