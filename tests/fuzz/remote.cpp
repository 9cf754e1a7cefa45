// What phones may ask of a lecture, and the address at which they do.
#include "tests/fuzz/remote.h"

#include <algorithm>
#include <cmath>

#include "app/talk/remote/answer.h"
#include "core/base/error.h"

namespace sweep::fuzz {

using namespace app;

namespace {

constexpr std::string_view token = "0123456789abcdef0123456789abcdef", room = "abcdefgh";

TalkStatus status_of(std::string_view text) {
    TalkStatus talk;
    talk.runs = true;
    talk.name = talk.caption = talk.notes = talk.title = text;
    talk.steps = {"One", std::string(text), "Three"};
    talk.question = {1, true, std::string(text), std::string(text), 0};
    return talk;
}

}  // namespace

// The first line is the method, the second the path; all of it is the lecture's text, too.
void run_remote(Bytes input) {
    const std::string text(input.begin(), input.end());
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string method = text.substr(0, end), path = end < text.size() ? text.substr(end + 1) : "";
    const std::string prefix = "/" + std::string(token) + "/", room_prefix = "/" + std::string(room) + "/";
    const TalkStatus talk = status_of(text);
    const RemoteTokens tokens{std::string(token), std::string(room)};
    const RemoteReply reply = answer(method, path, tokens, talk, {"<p>", "<b>"});
    require(reply.status == 200 || reply.status == 204 || reply.status == 404, "a reply is one of three");
    require(reply.status == 404 || path.starts_with(prefix) || path.starts_with(room_prefix),
            "nothing is said without a token");
    require((reply.command.has_value() || reply.answer.has_value()) == (reply.status == 204),
            "what is done is said");
    require(!reply.command || (method == "POST" && path.starts_with(prefix)),
            "neither a link nor the room turns a page");
    require(!reply.answer || (method == "POST" && path.starts_with(room_prefix)), "the room alone answers");
    if (reply.answer)
        require(std::isfinite(reply.answer->value) && reply.answer->question == 1 &&
                    reply.answer->phone.size() == 16,
                "an answer is a number to what is asked");
    if (reply.command)
        require(reply.command->step >= 0 && reply.command->step < int(talk.steps.size()),
                "a jump goes to a step");
    const std::string line = first_line_alone(text);
    require(line.empty() || line.find_first_of("\r\n") == line.size() - 4, "no header reaches the library");
    require(answer(method, path, {}, talk, {"<p>", "<b>"}).status == 404, "an empty token opens nothing");
    try {
        const RemoteAddress address = parse_remote_address(path);
        require(!address.host.empty() && address.port >= 0 && address.port <= 65535, "an address is one");
    } catch (const Error& error) {
        require(error.code() == ExitCode::usage, "what is wrong with an address is its usage");
    }
}

std::vector<std::string> remote_seeds() {
    const std::string prefix = "/" + std::string(token) + "/";
    std::vector<std::string> seeds{"GET\n127.0.0.1:80", "GET\n[::1]:8000", "GET\n:1"};
    for (const char* what : {"", "talk", "steps"}) seeds.push_back("GET\n" + prefix + what);
    for (const char* what : {"next", "back", "black", "step/3"}) seeds.push_back("POST\n" + prefix + what);
    const std::string in_room = "/" + std::string(room) + "/";
    for (const char* what : {"", "question"}) seeds.push_back("GET\n" + in_room + what);
    for (const char* number : {"0.25", "-1e-7", "1.5e+21"})
        seeds.push_back("POST\n" + in_room + "answer/1/00112233aabbccdd/" + number);
    seeds.push_back("POST\n" + prefix + "reveal");
    return seeds;
}

std::vector<std::string> remote_words() {
    return {"GET\n",   "POST\n",    "/",          std::string(token), "/talk", "/steps",
            "/next",   "/back",     "/black",     "/step/",           "..",    "%2e",
            "/reveal", "/question", "/answer/1/", "00112233aabbccdd", "e999",  "abcdefgh",
            "\n",      "?",         "[::]",       "0.0.0.0:"};
}

}  // namespace sweep::fuzz
