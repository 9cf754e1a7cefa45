// Serves a lecture's page to phones, from threads of its own. It knows nothing of the window but what show() says,
// and does nothing but keep commands until take() asks for them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/talk/remote/answer.h"

namespace sweep::app {

// Empty: this build can serve; otherwise what it lacks.
std::string why_no_remote();

class Remote {
  public:
    // `wake` is called by another thread when there are commands. Throws Error(failed) where the address cannot be
    // had, or the build has no server.
    Remote(const RemoteAddress& address, std::function<void()> wake);
    ~Remote();
    Remote(const Remote&) = delete;
    Remote& operator=(const Remote&) = delete;

    // The addresses for browsers, with tokens that are new each time: whoever has the first can turn the pages,
    // whoever has the second can answer what the room is asked.
    const std::string& url() const;
    const std::string& room_url() const;
    // Other machines reach it.
    bool reaches_phones() const;
    // Answers to another question than this one are forgotten.
    void show(TalkStatus status);
    // The commands since the last call, 32 at most.
    std::vector<RemoteCommand> take();
    // What the room has answered to the question of the last show(), in no order: finite numbers, RoomAnswers::most
    // of them at most.
    std::vector<double> answers() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sweep::app
