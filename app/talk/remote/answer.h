// What a phone may ask of a lecture, and what it is answered: one function of the request,
// which sees no file and no socket.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/talk/remote/room.h"

namespace sweep::app {

// Where --remote serves. Throws Error(usage) for what is no ADDRESS, ADDRESS:PORT or :PORT; an address of IPv6 stands
// in brackets where a port follows.
struct RemoteAddress {
    std::string host = "127.0.0.1";
    int port = 0;  // 0: one that is free
};
RemoteAddress parse_remote_address(std::string_view text);

// A wrong number that many get, and why, in a formula's letters: "y_{i-1} is missing".
struct RoomMistake {
    double gives = 0;
    std::string words;
    friend bool operator==(const RoomMistake&, const RoomMistake&) = default;
};

// A number of the stage that is hidden until the room has answered.
struct RoomQuestion {
    int id = 0;            // 0: none; another one with each question
    bool is_open = false;  // takes answers
    std::string text;      // what is asked
    std::string right;     // the number, once it is shown
    std::size_t answers = 0;
    // With the number: what an answer may be apart from these and still be meant, and what is said of it, the first
    // that is near.
    double near = 0;
    std::vector<RoomMistake> mistakes{};
    friend bool operator==(const RoomQuestion&, const RoomQuestion&) = default;
};

struct TalkStatus {
    bool runs = false, is_black = false;
    int step = 0;
    std::string title, name, caption, notes;
    std::vector<std::string> steps;  // the names of all
    double talk_seconds = 0, step_seconds = 0;
    RoomQuestion question;
};

struct RemoteCommand {
    enum class Kind { next, back, black, jump, reveal };
    Kind kind{};
    int step = 0;  // of a jump, from 0, one that there is
    friend bool operator==(const RemoteCommand&, const RemoteCommand&) = default;
};

struct RemoteReply {
    int status = 404;
    std::string type = "text/plain", body = "nothing here\n";
    std::optional<RemoteCommand> command;
    std::optional<RoomAnswer> answer;
};

// Each opens a page of its own: one turns the lecture, the other, which everybody in the room may read, answers.
struct RemoteTokens {
    std::string lecturer, room;
};
struct RemotePages {
    std::string lecturer, room;
};

// What the server's library sees of a request: its first line and an empty one. No answer depends on a header, and in
// headers (ranges, types, lengths) libraries have their faults. `come`: what has come, of which the first `looked`
// bytes were looked at before. Empty: the header has not ended.
std::string first_line_alone(std::string_view come, std::size_t looked = 0);

// Equal in a time that says nothing of where they differ.
bool is_same_token(std::string_view a, std::string_view b);

// With the lecturer's token:
// GET  /TOKEN/       the page          POST /TOKEN/next, /TOKEN/back, /TOKEN/black
// GET  /TOKEN/talk   what is shown     POST /TOKEN/step/N, N from 1
// GET  /TOKEN/steps  the names         POST /TOKEN/reveal, while a question is open
// With that of the room:
// GET  /TOKEN/          the page       POST /TOKEN/answer/ID/PHONE/NUMBER, while question ID is open: PHONE is 16
// GET  /TOKEN/question  what is asked  hexadecimal digits, NUMBER a finite decimal number of at most 24 letters
// Whatever else is asked gets the same 404, with the right token or without.
RemoteReply answer(std::string_view method, std::string_view path, const RemoteTokens& tokens,
                   const TalkStatus& talk, const RemotePages& pages);

}  // namespace sweep::app
