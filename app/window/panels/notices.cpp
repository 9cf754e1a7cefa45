#include "app/window/panels/notices.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <new>
#include <utility>

#include "app/screen/gl/gl.h"

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

// Options that choose a picture of a file.
constexpr std::array choosing{"--page", "--part", "--layer", "--channel"};

// A part of a note, which parts are divided by "; ".
std::string part_in_window(std::string text) {
    constexpr std::string_view shown = "shown is its ";
    if (text.starts_with(shown)) text.replace(0, shown.size(), "showing ");
    for (const std::string option : choosing)
        if (const std::size_t at = text.find(": " + option + " "); at != std::string::npos) {
            text.erase(at);
            // The keys that go through them say how many there are.
            if (text.ends_with(" left")) return {};
        }
    for (std::size_t at; (at = text.find(" --")) != std::string::npos;) text.erase(at + 1, 2);
    if (text.starts_with("--")) text.erase(0, 2);
    return text;
}

}  // namespace

std::string note_in_window(std::string_view note) {
    constexpr std::string_view behind_name = "': ", between = "; ";
    if (note.starts_with('\''))
        if (const std::size_t end = note.find('\'', 1);
            end != std::string_view::npos && note.substr(end).starts_with(behind_name))
            note.remove_prefix(end + behind_name.size());
    std::string said;
    while (!note.empty()) {
        const std::size_t end = std::min(note.find(between), note.size());
        const std::string part = part_in_window(std::string(note.substr(0, end)));
        if (!part.empty()) said += (said.empty() ? "" : std::string(between)) + part;
        note.remove_prefix(std::min(end + between.size(), note.size()));
    }
    return said;
}

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
