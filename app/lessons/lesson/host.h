// What is the same in lessons that make something of the picture: they are asked what it depends on, and when that
// has changed the pixels are read back, without waiting, and the lesson makes it anew, at once or on a thread of its
// own. What was made before stays in sight until then, unless it is about something else.
#pragma once

#include <functional>

#include "app/base/task.h"
#include "app/lessons/lesson/lesson.h"
#include "app/screen/gl/read_back.h"

namespace sweep::app {

// All that what a lesson makes depends on.
struct LessonSubject {
    unsigned input = 0;         // the texture, and
    std::uint64_t version = 0;  // of its contents
    Region part{};              // the pixels that are read; empty: none
    Problem problem{};
    EngineKind engine = EngineKind::automatic;
    std::string choices{};  // what else is chosen, as text
    friend bool operator==(const LessonSubject&, const LessonSubject&) = default;
};

// Whether the subjects differ at most in pixels and in the numbers of the filter, such as sigma: what was made of the
// one is no false picture of the other for the moment until there is a new one. Steps of a lecture differ in more.
bool resemble(const LessonSubject& a, const LessonSubject& b);
bool resemble(const Problem& a, const Problem& b);

// The problem as it is asked for, of the pixels as they are read back: four channels of float32 in memory.
Problem problem_of_pixels(const LessonFrame& frame);

// The subject that is the whole picture, with the problem as it is asked for.
LessonSubject subject_of(const LessonFrame& frame, std::string choices = {});

class LessonHost : public LessonView {
  public:
    // Larger parts are refused, unless a lesson says otherwise.
    static constexpr std::size_t most_pixels = std::size_t(1) << 22;

    void update(const LessonFrame& frame) final;
    bool is_busy() const override { return state_ != State::done || task_.running() || read_.busy(); }
    std::string why_not() const override { return why_not_; }

  protected:
    using Job = std::function<void(const std::stop_token&)>;

    // `purpose` ends "the picture is too large": "for the glass".
    explicit LessonHost(const char* purpose = "for this lesson", std::size_t most = most_pixels)
        : purpose_(purpose), most_(most) {}

    // The subject of this frame. When it is another one than in the last, the lesson begins anew.
    virtual LessonSubject asks(const LessonFrame& frame) const = 0;
    // Why nothing can be made of the subject, as far as that is known before the pixels are. May throw Error instead.
    virtual std::string refusal() const { return {}; }
    // Makes it of the pixels; or gives run() a job, which reads them while it runs. `frame` has the settings of the
    // subject. May throw Error, whose text becomes why_not().
    virtual void make(const LessonFrame& frame, const ConstImageView& pixels) = 0;
    // To be called by make(): does the job on a thread of its own. It must not touch the lesson; what it throws becomes
    // why_not(), and otherwise made() is called when it is done, unless the subject has changed.
    void run(Job job);
    virtual void made() {}
    // Drops what was made, because the subject is refused, or make() has failed.
    virtual void forget() {}
    // The subject becomes this one: may drop what is no picture of it.
    virtual void leave_for(const LessonSubject&) {}
    // Once a frame while nothing of the subject is on its way, also where it was refused: moves on what plays.
    virtual void play(const LessonFrame&) {}

    const LessonSubject& subject() const { return subject_; }
    // The pixels that make() got, until others are asked for.
    const ConstImageView& pixels() const { return read_.parts()[0]; }
    // True once make() has been called for the subject.
    bool has_begun() const { return state_ == State::runs || state_ == State::done; }
    // Stops a job under way; the next update() begins it anew.
    void stop();
    // Writes into the stage why there is nothing to show, or that the pixels are on their way.
    void say_why_not(const Area& stage) const;

  private:
    enum class State { changed, reads, runs, done };
    void begin(const LessonFrame& frame);
    void finish(const LessonFrame& frame, const ConstImageView& pixels);
    void take();
    void refuse(std::string why);

    const char* purpose_;
    std::size_t most_;  // pixels
    LessonSubject subject_;
    State state_ = State::changed;
    std::string why_not_;
    ReadBack read_;
    Task<bool> task_;  // the last member: its destructor waits for the job, which may still read the pixels
};

}  // namespace sweep::app
