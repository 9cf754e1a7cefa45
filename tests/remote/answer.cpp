// What phones may ask of a lecture, without a server.
#include "app/remote/answer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/remote/qr.h"
#include "app/remote/server.h"
#include "core/base/error.h"
#include "tests/support/required.h"

namespace sweep::app {
namespace {

using Kind = RemoteCommand::Kind;

const std::string token = "0123456789abcdef0123456789abcdef";

TalkStatus talk() {
    TalkStatus talk;
    talk.runs = true;
    talk.step = 1;
    talk.title = "T";
    talk.name = "Two <b>";
    talk.notes = "bytes \xff that are no text";
    talk.steps = {"One", "Two <b>", "Three"};
    talk.talk_seconds = 65.5;
    return talk;
}

RemoteReply ask(const std::string& method, const std::string& path) {
    return answer(method, path, token, talk(), "the page");
}

TEST(RemoteAnswers, ShowWhatIsShown) {
    EXPECT_EQ(ask("GET", "/" + token + "/").body, "the page");
    const RemoteReply reply = ask("GET", "/" + token + "/talk");
    EXPECT_EQ(reply.status, 200);
    EXPECT_FALSE(reply.command);
    const auto json = nlohmann::json::parse(reply.body);
    EXPECT_EQ(json["step"], 2);
    EXPECT_EQ(json["steps"], 3);
    EXPECT_EQ(json["name"], "Two <b>");
    EXPECT_EQ(json["next"], "Three");
    EXPECT_EQ(json["talkSeconds"], 65.5);
    EXPECT_EQ(nlohmann::json::parse(ask("GET", "/" + token + "/steps").body)[2], "Three");
    TalkStatus last = talk();
    last.step = 2;
    EXPECT_EQ(nlohmann::json::parse(answer("GET", "/" + token + "/talk", token, last, "").body)["next"], "");
}

TEST(RemoteAnswers, TurnPages) {
    const auto asked = [](const std::string& what) { return ask("POST", "/" + token + "/" + what); };
    EXPECT_EQ(asked("next").command, (RemoteCommand{Kind::next}));
    EXPECT_EQ(asked("next").status, 204);
    EXPECT_EQ(asked("back").command, (RemoteCommand{Kind::back}));
    EXPECT_EQ(asked("black").command, (RemoteCommand{Kind::black}));
    EXPECT_EQ(asked("step/3").command, (RemoteCommand{Kind::jump, 2}));
    for (const char* nothing :
         {"step/0", "step/4", "step/-1", "step/", "step/1x", "step/99999999999", "quit", ""})
        EXPECT_EQ(asked(nothing).status, 404) << nothing;
    TalkStatus none;
    EXPECT_EQ(answer("POST", "/" + token + "/next", token, none, "").status, 404) << "no lecture runs";
}

TEST(RemoteAnswers, WithoutTheTokenThereIsNothing) {
    const std::string close = token.substr(0, 31) + "0";
    for (const std::string& path :
         {std::string("/"), std::string(""), std::string("//"), "/" + token, "/" + close + "/",
          "/" + token + "0/", "/" + token.substr(1) + "/", token + "/", "/../" + token + "/",
          "/" + token + "/../talk", "/" + token + "//talk", "/" + token + "/talk/"}) {
        const RemoteReply reply = ask("GET", path);
        EXPECT_EQ(reply.status, 404) << path;
        EXPECT_EQ(reply.body, RemoteReply().body) << path;
    }
    EXPECT_EQ(answer("GET", "//", "", talk(), "page").status, 404);
    for (const char* method : {"PUT", "DELETE", "HEAD", "get", ""})
        EXPECT_EQ(ask(method, "/" + token + "/").status, 404) << method;
    EXPECT_EQ(ask("GET", "/" + token + "/next").status, 404) << "a link turns no page";
    EXPECT_FALSE(is_same_token("ab", "abc"));
    EXPECT_TRUE(is_same_token("abc", "abc"));
}

TEST(RemoteAddresses, AreReadOrRefused) {
    const auto read = [](const char* text) {
        const RemoteAddress address = parse_remote_address(text);
        return address.host + " " + std::to_string(address.port);
    };
    EXPECT_EQ(read("127.0.0.1"), "127.0.0.1 0");
    EXPECT_EQ(read("0.0.0.0:8000"), "0.0.0.0 8000");
    EXPECT_EQ(read(":8000"), "127.0.0.1 8000");
    EXPECT_EQ(read("[::1]:80"), "::1 80");
    EXPECT_EQ(read("[::]"), ":: 0");
    EXPECT_EQ(read("::1"), "::1 0");
    EXPECT_EQ(read("localhost:65535"), "localhost 65535");
    for (const char* wrong : {"", "8000", ":", "a:", "a:0", "a:65536", "a:1x", "[::1", "[::1]x",
                              "[::1]:", "[]", "a/b", "a b", "http://a", "a\nb"}) {
        try {
            parse_remote_address(wrong);
            ADD_FAILURE() << wrong;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::usage) << wrong;
        }
    }
}

// The finders of a QR code are squares of 7, dark around light around dark, in three of its corners.
TEST(QrCodes, HaveTheirFinders) {
    const QrSquares code = qr_of("http://192.168.178.100:40000/" + token + "/");
    if (!why_no_remote().empty()) SKIP_WITHOUT("window", why_no_remote());
    ASSERT_GE(code.side, 21);
    for (int i = 0; i < 7; ++i)
        for (int j = 0; j < 7; ++j) {
            const int ring = std::min({i, j, 6 - i, 6 - j});
            EXPECT_EQ(code.at(i, j), ring != 1) << i << " " << j;
            EXPECT_EQ(code.at(code.side - 7 + i, j), ring != 1);
            EXPECT_EQ(code.at(i, code.side - 7 + j), ring != 1);
        }
    EXPECT_EQ(qr_of(std::string(4000, 'a')).side, 0);
}

}  // namespace
}  // namespace sweep::app
