// The messages of the window, and the errors of a frame: all of them end here.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "app/screen/gl/timing.h"
#include "app/ui/messages.h"

namespace sweep::app {

// The pieces of a frame that fail on their own: the others go on with what is still there.
enum class Piece { files, input, filter, comparison, screen, panels };
inline constexpr std::size_t pieces = std::size_t(Piece::panels) + 1;

// A note as the window says it, of what its pictures and results are: without the name of the file, which the title
// has, without advice to take another page or layer by an option, for which there are keys, and with other options by
// their names alone, which are those of the controls.
std::string note_in_window(std::string_view note);

class Notices {
  public:
    // Notes when this frame begins; now() is that time, in wall_seconds().
    void begin_frame() { now_ = wall_seconds(); }
    double now() const { return now_; }

    // Shows a message in the window and adds it to the list of messages. `trouble`: it is an error, and red. A note
    // is none.
    void say(std::string message, double for_seconds, bool trouble = true);
    // Takes the message off the screen. It stays in the list.
    void dismiss() { messages_.dismiss(); }
    const Message* shown() const { return messages_.shown(now_); }
    // In wall_seconds().
    double shown_until() const { return messages_.shown_until(); }
    const Messages& messages() const { return messages_; }

    // Runs `work`. If it throws, says why and returns false.
    bool attempt(Piece piece, const std::function<void()>& work);
    // The message of the last failure of this piece.
    const std::string& last_trouble(Piece piece) const { return troubles_[std::size_t(piece)].text; }

  private:
    void failed(Piece piece, const std::string& why);

    struct Trouble {
        std::string text;
        double at = -1e9;  // in wall_seconds()
    };
    double now_ = wall_seconds();
    Messages messages_;
    std::array<Trouble, pieces> troubles_;  // indexed by Piece
};

}  // namespace sweep::app
