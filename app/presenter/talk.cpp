#include "app/presenter/talk.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"

namespace sweep::app {

void Talk::open(GLFWwindow* stage, Demo& demo) {
    try {
        presenter_.emplace(stage, screen_);
        take_events_(presenter_->window());
        // A click in the other window takes the keyboard from a full screen, which has to stay.
        glfwSetWindowAttrib(stage, GLFW_AUTO_ICONIFY, GLFW_FALSE);
    } catch (const Error& error) {
        wanted_ = false;
        demo.say(error.what(), 12);
    }
}

namespace {

// Shows a step; what fails, the stage says.
void go(Demo& demo, int step) {
    demo.touched();
    try {
        demo.lecture().go(step);
    } catch (const std::exception& error) {
        demo.say(error.what(), 12);
    }
}

}  // namespace

void Talk::serve_phones(const RemoteAddress& address) {
    remote_.emplace(address, [] { glfwPostEmptyEvent(); });
    code_ = qr_of(remote_->url());
    std::fprintf(stderr, "sweep: remote: %s\n", printable(remote_->url()).c_str());
}

void Talk::obey(const RemoteCommand& command, Demo& demo) {
    LecturePlayer& lecture = demo.lecture();
    if (!lecture.is_running()) return;
    switch (command.kind) {
        case RemoteCommand::Kind::next:
            return go(demo, lecture.step() + 1);
        case RemoteCommand::Kind::back:
            return go(demo, lecture.step() - 1);
        case RemoteCommand::Kind::jump:
            return go(demo, command.step);
        case RemoteCommand::Kind::black:
            demo.touched();
            lecture.toggle_black();
    }
}

void Talk::tell_phones(const LecturePlayer& lecture) {
    TalkStatus status;
    status.runs = lecture.is_running();
    status.is_black = lecture.is_black();
    status.step = lecture.step();
    const std::string& title = lecture.lecture().title;
    if (told_ && told_->runs == status.runs && told_->is_black == status.is_black &&
        told_->step == status.step && told_->title == title)
        return;
    status.title = title;
    if (status.runs) {
        const Cue& cue = lecture.lecture().cues[std::size_t(status.step)];
        status.name = cue.name;
        status.caption = cue.caption;
        status.notes = cue.notes;
        for (const Cue& each : lecture.lecture().cues) status.steps.push_back(each.name);
    }
    status.talk_seconds = clock_.talk_seconds();
    status.step_seconds = clock_.step_seconds();
    remote_->show(status);
    told_ = std::move(status);
}

void Talk::serve(GLFWwindow* stage, Demo& demo) {
    if (presenter_ && presenter_->is_closed()) wanted_ = false;
    if (wanted_ && !presenter_) open(stage, demo);
    if (!wanted_ && presenter_) {
        presenter_.reset();
        glfwSetWindowAttrib(stage, GLFW_AUTO_ICONIFY, GLFW_TRUE);
    }
    if (remote_)
        for (const RemoteCommand& command : remote_->take()) obey(command, demo);
    clock_.observe(demo.lecture().is_running(), demo.lecture().step(), glfwGetTime());
    if (remote_) tell_phones(demo.lecture());
}

double Talk::seconds_left(double longest) const {
    return presenter_ ? std::min(presenter_->seconds_left(glfwGetTime()), longest) : longest;
}

void Talk::draw(Demo& demo) {
    if (!is_due()) return;
    const LecturePlayer& lecture = demo.lecture();
    PresenterReport report;
    if (lecture.is_running()) report.lecture = &lecture.lecture();
    report.step = lecture.step();
    report.is_black = lecture.is_black();
    report.talk_seconds = clock_.talk_seconds();
    report.step_seconds = clock_.step_seconds();
    if (remote_) report.remote = remote_->url();
    report.code = code_;
    const auto clicked = presenter_->draw(report, demo.settings().theme, glfwGetTime());
    if (clicked) go(demo, *clicked);
}

}  // namespace sweep::app
