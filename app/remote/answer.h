// What a phone may ask of a lecture, and what it is answered: one function of the request, which sees no file and no socket.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sweep::app {

// Where --remote serves. Throws Error(usage) for what is no ADDRESS, ADDRESS:PORT or :PORT; an address of IPv6 stands in
// brackets where a port follows.
struct RemoteAddress {
    std::string host = "127.0.0.1";
    int port = 0;  // 0: one that is free
};
RemoteAddress parse_remote_address(std::string_view text);

struct TalkStatus {
    bool runs = false, is_black = false;
    int step = 0;
    std::string title, name, caption, notes;
    std::vector<std::string> steps;  // the names of all
    double talk_seconds = 0, step_seconds = 0;
};

struct RemoteCommand {
    enum class Kind { next, back, black, jump };
    Kind kind{};
    int step = 0;  // of a jump, from 0, one that there is
    friend bool operator==(const RemoteCommand&, const RemoteCommand&) = default;
};

struct RemoteReply {
    int status = 404;
    std::string type = "text/plain", body = "nothing here\n";
    std::optional<RemoteCommand> command;
};

// Equal in a time that says nothing of where they differ.
bool is_same_token(std::string_view a, std::string_view b);

// GET  /TOKEN/       the page          POST /TOKEN/next, /TOKEN/back, /TOKEN/black
// GET  /TOKEN/talk   what is shown     POST /TOKEN/step/N, N from 1
// GET  /TOKEN/steps  the names
// Whatever else is asked gets the same 404, with the right token or without.
RemoteReply answer(std::string_view method, std::string_view path, std::string_view token,
                   const TalkStatus& talk, const std::string& page);

}  // namespace sweep::app
