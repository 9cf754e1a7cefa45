#include "app/presenter/talk.h"

#include <algorithm>

#include "core/base/error.h"

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

void Talk::serve(GLFWwindow* stage, Demo& demo) {
    if (presenter_ && presenter_->is_closed()) wanted_ = false;
    if (wanted_ && !presenter_) open(stage, demo);
    if (!wanted_ && presenter_) {
        presenter_.reset();
        glfwSetWindowAttrib(stage, GLFW_AUTO_ICONIFY, GLFW_TRUE);
    }
    clock_.observe(demo.lecture().is_running(), demo.lecture().step(), glfwGetTime());
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
    const auto clicked = presenter_->draw(report, demo.settings().theme, glfwGetTime());
    if (clicked) go(demo, *clicked);
}

}  // namespace sweep::app
