#include "app/talk/presenter/talk.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/lessons/walk/view/sum_table.h"
#include "app/lessons/walk/view/view.h"
#include "core/base/error.h"
#include "core/base/printable.h"

namespace sweep::app {

void Talk::open(GLFWwindow* stage, Demo& demo) {
    try {
        presenter_.emplace(stage, screen_);
        take_events_(presenter_->window());
        // A click in the other window takes the keyboard from a full screen, which has to stay.
        glfwSetWindowAttrib(stage, GLFW_AUTO_ICONIFY, GLFW_FALSE);
        if (presenter_->covers_stage())
            demo.say(
                "There is one monitor: the presenter's window covers a corner of the stage. Drag it away, or close "
                "it with Ctrl+Shift+F5.",
                12, false);
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
    if (remote_->reaches_phones()) room_code_ = qr_of(remote_->room_url());
    std::fprintf(stderr, "sweep: remote: %s\nsweep: the room answers at %s\n",
                 printable(remote_->url()).c_str(), printable(remote_->room_url()).c_str());
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
            return;
        case RemoteCommand::Kind::reveal:
            demo.touched();
            demo.teach().view<WalkView>().reveal();
    }
}

namespace {

// What the stage asks, in words for those who see it.
RoomQuestion question_of(Demo& demo) {
    const WalkView& walk = demo.teach().view<WalkView>();
    const auto asked = demo.settings().view == View::passes && &demo.teach().shown() == &walk
                           ? walk.asked_number()
                           : std::nullopt;
    if (!asked) return {};
    const LecturePlayer& lecture = demo.lecture();
    RoomQuestion question{asked->id, asked->is_hidden, "What is the number behind the question mark?", {}};
    if (lecture.is_running()) question.text = lecture.lecture().cues[std::size_t(lecture.step())].caption;
    if (asked->is_hidden) return question;
    question.right = large_text(asked->sum.value);
    question.near = tolerance_of(asked->sum.value);
    for (const WalkMistake& mistake : mistakes_of(asked->sum))
        question.mistakes.push_back({mistake.gives, mistake.words});
    return question;
}

}  // namespace

void Talk::tell_phones(Demo& demo) {
    const LecturePlayer& lecture = demo.lecture();
    TalkStatus status;
    status.runs = lecture.is_running();
    status.is_black = lecture.is_black();
    status.step = lecture.step();
    status.question = question_of(demo);
    const std::string& title = lecture.lecture().title;
    if (told_ && told_->runs == status.runs && told_->is_black == status.is_black &&
        told_->step == status.step && told_->title == title && told_->question == status.question)
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

// The lecturer may have opened another picture since the last step.
void Talk::want_pictures(Demo& demo) {
    const LecturePlayer& lecture = demo.lecture();
    if (!presenter_ || !lecture.is_running()) {
        pictured_.reset();
        return pictures_.stop();
    }
    if (pictured_ == lecture.step()) return;
    pictured_ = lecture.step();
    WindowOptions shown;
    demo.show_again(shown);
    pictures_.want(lecture.lecture().file, shown.image.value_or(""));
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
    want_pictures(demo);
    clock_.observe(demo.lecture().is_running(), demo.lecture().step(), glfwGetTime());
    if (!remote_) return;
    tell_phones(demo);
    WalkView& walk = demo.teach().view<WalkView>();
    if (!walk.has_room()) {
        walk.invite(remote_->room_url(), room_code_);
        heard_.clear();
    }
    std::vector<double> answers = remote_->answers();
    if (answers == heard_) return;
    heard_ = answers;
    walk.hear(std::move(answers));
    constexpr double seconds_to_show = 0.2;
    demo.keep_drawing(seconds_to_show);
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
    if (told_ && told_->question.id > 0) {
        report.answers = heard_;
        if (const auto asked = demo.teach().view<WalkView>().asked_number())
            report.right = right_answer(asked->sum);
    }
    const auto clicked =
        presenter_->draw(report, lecture.is_running() ? pictures_.of(report.step + 1) : nullptr,
                         demo.settings().theme, glfwGetTime());
    if (clicked) go(demo, *clicked);
}

}  // namespace sweep::app
