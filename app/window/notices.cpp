#include "app/window/notices.h"

#include <cctype>
#include <new>
#include <utility>

#include "app/gl/gl.h"

namespace sweep::app {
namespace {

// A failure stays on the screen for so long after the last frame that failed.
constexpr double trouble_seconds = 4;

// A message about a lack of memory has another number in every frame.
bool same_but_for_numbers(const std::string& a, const std::string& b) {
    const auto is_part_of_number = [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) || c == '.';
    };
    const auto words = [&](std::string text) {
        std::erase_if(text, is_part_of_number);
        return text;
    };
    return words(a) == words(b);
}

}  // namespace

void Notices::say(std::string message, double for_seconds, bool trouble) {
    messages_.add(std::move(message), trouble, for_seconds, now_, time_of_day());
}

bool Notices::attempt(Piece piece, const std::function<void()>& work) {
    try {
        work();
        return true;
    } catch (const std::bad_alloc&) {
        failed(piece, "out of memory: use a smaller picture, or close other programs");
    } catch (const std::exception& error) {
        failed(piece, error.what());
    }
    // The pieces that follow must not find the state of OpenGL that this one has left behind.
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glDisable(GL_SCISSOR_TEST);
    return false;
}

// Frames may fail sixty times a second: a failure that lasts is one line of the list, and stays on the
// screen.
void Notices::failed(Piece piece, const std::string& why) {
    Trouble& before = troubles_[std::size_t(piece)];
    const bool goes_on = now_ < before.at + trouble_seconds && same_but_for_numbers(why, before.text);
    if (goes_on)
        messages_.keep(before.text, trouble_seconds, now_);
    else
        say(before.text = why, trouble_seconds);
    before.at = now_;
}

}  // namespace sweep::app
