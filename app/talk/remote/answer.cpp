#include "app/talk/remote/answer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(std::string_view text) {
    throw Error(ExitCode::usage,
                fmt::format("--remote '{}' is no address: write 127.0.0.1, 0.0.0.0:8000 or [::1]:8000",
                            text.substr(0, 100)));
}

template <class Allowed>
bool consists_of(std::string_view text, Allowed allowed) {
    return !text.empty() && text.size() < 256 && std::all_of(text.begin(), text.end(), allowed);
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_of_name(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
}
bool is_of_ipv6(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
}

// A whole number from 1 to `most`.
std::optional<int> number(std::string_view text, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !consists_of(text, is_digit)) return {};
    return value >= 1 && value <= most ? std::optional(value) : std::nullopt;
}

// Lectures may hold bytes that are no UTF-8.
std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json talk_json(const TalkStatus& talk) {
    const auto next = std::size_t(talk.step) + 1;
    return {{"runs", talk.runs},
            {"title", talk.title},
            {"step", talk.step + 1},
            {"steps", talk.steps.size()},
            {"name", talk.name},
            {"caption", talk.caption},
            {"notes", talk.notes},
            {"next", next < talk.steps.size() ? talk.steps[next] : ""},
            {"black", talk.is_black},
            {"question", talk.question.id == 0   ? ""
                         : talk.question.is_open ? "open"
                                                 : "closed"},
            {"answers", talk.question.answers},
            {"talkSeconds", talk.talk_seconds},
            {"stepSeconds", talk.step_seconds}};
}

Json question_json(const RoomQuestion& question) {
    Json json{{"id", question.id},
              {"open", question.is_open},
              {"text", question.text},
              {"right", question.right},
              {"answers", question.answers}};
    if (question.right.empty()) return json;
    json["near"] = question.near;
    json["mistakes"] = Json::array();
    for (const RoomMistake& mistake : question.mistakes)
        json["mistakes"].push_back({{"gives", mistake.gives}, {"words", mistake.words}});
    return json;
}

RemoteReply done(RemoteCommand command) {
    return {204, "text/plain", "", command, {}};
}

// What is asked by somebody who turns the lecture.
RemoteReply answer_lecturer(std::string_view method, std::string_view asked, const TalkStatus& talk,
                            const std::string& page) {
    using Kind = RemoteCommand::Kind;
    if (method == "GET") {
        if (asked.empty()) return {200, "text/html; charset=utf-8", page, {}, {}};
        if (asked == "talk") return {200, "application/json", text_of(talk_json(talk)), {}, {}};
        if (asked == "steps") return {200, "application/json", text_of(Json(talk.steps)), {}, {}};
    } else if (method == "POST" && talk.runs) {
        constexpr std::string_view jump = "step/";
        if (asked == "next") return done({Kind::next});
        if (asked == "back") return done({Kind::back});
        if (asked == "black") return done({Kind::black});
        if (asked == "reveal" && talk.question.is_open) return done({Kind::reveal});
        if (asked.starts_with(jump))
            if (const auto step = number(asked.substr(jump.size()), int(talk.steps.size())))
                return done({Kind::jump, *step - 1});
    }
    return {};
}

// ID/PHONE/NUMBER
std::optional<RoomAnswer> read_answer(std::string_view text) {
    constexpr std::size_t digits_of_phone = 16, longest_number = 24;
    const std::size_t first = text.find('/'), second = text.find('/', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) return {};
    const auto id = number(text.substr(0, first), std::numeric_limits<int>::max());
    const std::string_view phone = text.substr(first + 1, second - first - 1),
                           value = text.substr(second + 1);
    const auto is_hexadecimal = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
    const auto is_of_number = [](char c) {
        return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e';
    };
    if (!id || phone.size() != digits_of_phone || !consists_of(phone, is_hexadecimal) ||
        value.size() > longest_number || !consists_of(value, is_of_number))
        return {};
    double given = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), given);
    if (error != std::errc() || end != value.data() + value.size() || !std::isfinite(given)) return {};
    return RoomAnswer{*id, std::string(phone), given};
}

// What is asked by somebody in the room.
RemoteReply answer_room(std::string_view method, std::string_view asked, const RoomQuestion& question,
                        const std::string& page) {
    constexpr std::string_view answers = "answer/";
    if (method == "GET") {
        if (asked.empty()) return {200, "text/html; charset=utf-8", page, {}, {}};
        if (asked == "question") return {200, "application/json", text_of(question_json(question)), {}, {}};
    } else if (method == "POST" && question.is_open && asked.starts_with(answers)) {
        auto given = read_answer(asked.substr(answers.size()));
        if (given && given->question == question.id) return {204, "text/plain", "", {}, std::move(given)};
    }
    return {};
}

}  // namespace

RemoteAddress parse_remote_address(std::string_view text) {
    RemoteAddress address;
    std::string_view host = text, port;
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) refuse(text);
        host = text.substr(1, end - 1);
        const std::string_view rest = text.substr(end + 1);
        if (!consists_of(host, is_of_ipv6) || (!rest.empty() && !rest.starts_with(':'))) refuse(text);
        if (!rest.empty() && (port = rest.substr(1)).empty()) refuse(text);
    } else if (const std::size_t colon = text.find(':');
               colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos) {
        host = text.substr(0, colon);
        if ((port = text.substr(colon + 1)).empty()) refuse(text);
        if (host.empty()) host = "127.0.0.1";
        if (!consists_of(host, is_of_name)) refuse(text);
    } else if (!consists_of(host, is_of_ipv6) && !consists_of(host, is_of_name)) {
        refuse(text);
    }
    // A number alone is a port that somebody forgot to say so.
    if (std::all_of(host.begin(), host.end(), is_digit)) refuse(text);
    address.host = host;
    if (port.empty()) return address;
    const auto value = number(port, 65535);
    if (!value) refuse(text);
    address.port = *value;
    return address;
}

std::string first_line_alone(std::string_view come, std::size_t looked) {
    constexpr std::string_view end = "\r\n\r\n";
    if (come.find(end, looked - std::min(looked, end.size())) == std::string_view::npos) return {};
    return std::string(come.substr(0, come.find_first_of("\r\n"))).append(end);
}

bool is_same_token(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned differs = 0;
    for (std::size_t i = 0; i < a.size(); ++i) differs |= unsigned(a[i] ^ b[i]);
    return differs == 0;
}

RemoteReply answer(std::string_view method, std::string_view path, const RemoteTokens& tokens,
                   const TalkStatus& talk, const RemotePages& pages) {
    if (!path.starts_with('/')) return {};
    const std::size_t slash = path.find('/', 1);
    if (slash == std::string_view::npos || slash == 1) return {};
    const std::string_view token = path.substr(1, slash - 1), asked = path.substr(slash + 1);
    if (is_same_token(token, tokens.lecturer)) return answer_lecturer(method, asked, talk, pages.lecturer);
    if (is_same_token(token, tokens.room)) return answer_room(method, asked, talk.question, pages.room);
    return {};
}

}  // namespace sweep::app
