// What phones may ask of a lecture, without a server.
#include "app/talk/remote/answer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/talk/remote/qr.h"
#include "app/talk/remote/server.h"
#include "core/base/error.h"
#include "tests/support/required.h"

namespace sweep::app {
namespace {

using Kind = RemoteCommand::Kind;

const std::string token = "0123456789abcdef0123456789abcdef", room = "abcdefgh", phone = "00112233aabbccdd";
const RemoteTokens tokens{token, room};
const RemotePages pages{"the page", "the room's page"};

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
    return answer(method, path, tokens, talk(), pages);
}

TalkStatus asking() {
    TalkStatus status = talk();
    status.question = {7, true, "How much <is> it?", "", 3};
    return status;
}
RemoteReply asked_room(const std::string& method, const std::string& what,
                       const TalkStatus& status = asking()) {
    return answer(method, "/" + room + "/" + what, tokens, status, pages);
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
    EXPECT_EQ(nlohmann::json::parse(answer("GET", "/" + token + "/talk", tokens, last, pages).body)["next"],
              "");
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
    EXPECT_EQ(answer("POST", "/" + token + "/next", tokens, none, pages).status, 404) << "no lecture runs";
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
    EXPECT_EQ(answer("GET", "//", {}, talk(), pages).status, 404);
    for (const char* method : {"PUT", "DELETE", "HEAD", "get", ""})
        EXPECT_EQ(ask(method, "/" + token + "/").status, 404) << method;
    EXPECT_EQ(ask("GET", "/" + token + "/next").status, 404) << "a link turns no page";
    EXPECT_EQ(asked_room("POST", "next").status, 404) << "the room turns no page";
    EXPECT_EQ(asked_room("GET", "talk").status, 404) << "notes are the lecturer's";
    EXPECT_EQ(ask("GET", "/" + token + "/question").status, 404);
    EXPECT_FALSE(is_same_token("ab", "abc"));
    EXPECT_TRUE(is_same_token("abc", "abc"));
}

// A library of HTTP matched ranges by an expression that took a frame of the stack for each digit.
TEST(RemoteRequests, NoHeaderReachesTheLibrary) {
    const std::string line = "GET /" + token + "/ HTTP/1.1", alone = line + "\r\n\r\n";
    for (const std::string& header :
         {std::string(), "Range: bytes=" + std::string(8000, '0') + "-\r\n",
          std::string("rAnGe:bytes=0-,0-,0-\r\n"), std::string("Range: bytes=0-\r\nRange: bytes=1-\r\n"),
          std::string("A: b\r\n Range: bytes=0-\r\n"), std::string("A: b\nRange: bytes=0-\r\n"),
          std::string("Content-Type: multipart/form-data; boundary=x\r\n"), std::string("\0:\0\r\n", 5)}) {
        const std::string head = line + "\r\n" + header + "\r\n";
        EXPECT_EQ(first_line_alone(head), alone) << header;
        EXPECT_EQ(first_line_alone(head + "and what follows\r\n\r\n"), alone) << header;
        for (std::size_t cut = 0; cut < head.size(); cut += 1 + head.size() / 100)
            EXPECT_EQ(first_line_alone(std::string_view(head).substr(0, cut)), "") << header << cut;
    }
    EXPECT_EQ(first_line_alone(line + "\nRange: bytes=0-\r\n\r\n"), alone) << "a line ends at either letter";
    const std::string head = line + "\r\nA: b\r\n\r\n";
    for (std::size_t looked = 0; looked < head.size(); ++looked)
        EXPECT_EQ(first_line_alone(head, looked), alone) << "it came in two pieces, the first of " << looked;
}

TEST(RemoteAnswers, TheRoomIsAsked) {
    EXPECT_EQ(asked_room("GET", "").body, "the room's page");
    auto json = nlohmann::json::parse(asked_room("GET", "question").body);
    EXPECT_EQ(json["id"], 7);
    EXPECT_EQ(json["open"], true);
    EXPECT_EQ(json["text"], "How much <is> it?");
    EXPECT_EQ(json["answers"], 3);
    json = nlohmann::json::parse(answer("GET", "/" + token + "/talk", tokens, asking(), pages).body);
    EXPECT_EQ(json["question"], "open");
    EXPECT_EQ(json["answers"], 3);
    EXPECT_EQ(answer("POST", "/" + token + "/reveal", tokens, asking(), pages).command,
              (RemoteCommand{Kind::reveal}));
    EXPECT_EQ(ask("POST", "/" + token + "/reveal").status, 404) << "no question is open";
}

TEST(RemoteAnswers, TheReasonOfAWrongAnswerComesWithTheNumber) {
    EXPECT_FALSE(nlohmann::json::parse(asked_room("GET", "question").body).contains("mistakes"))
        << "it is open";
    TalkStatus closed = asking();
    closed.question = {7, false, "How much?", "6", 3, 0.06, {{4, "y_{i-1} is missing"}}};
    const auto json = nlohmann::json::parse(asked_room("GET", "question", closed).body);
    EXPECT_EQ(json["near"], 0.06);
    EXPECT_EQ(json["mistakes"][0]["gives"], 4);
    EXPECT_EQ(json["mistakes"][0]["words"], "y_{i-1} is missing");
}

TEST(RemoteAnswers, AnAnswerIsAFiniteNumber) {
    const auto given = [](const std::string& id_phone_number) {
        return asked_room("POST", "answer/" + id_phone_number);
    };
    for (const auto& [text, value] :
         {std::pair{"0.25", 0.25}, {"-3", -3.0}, {"1e-7", 1e-7}, {"1.5e+21", 1.5e21}}) {
        const RemoteReply reply = given("7/" + phone + "/" + text);
        EXPECT_EQ(reply.status, 204) << text;
        EXPECT_FALSE(reply.command) << text;
        EXPECT_EQ(reply.answer, (RoomAnswer{7, phone, value})) << text;
    }
    for (const char* number : {"", "nan", "inf", "-inf", "1e999", "0x10", "1,5", "1 ", "--1", "1/2", "+1",
                               "e", "1e", "0.0000000000000000000000001"})
        EXPECT_EQ(given("7/" + phone + "/" + number).status, 404) << number;
    for (const std::string& path :
         std::vector<std::string>{"8/" + phone + "/1", "0/" + phone + "/1", "-7/" + phone + "/1",
                                  "7/" + phone, "7//1", "/" + phone + "/1", "7/" + phone + "0/1",
                                  "7/" + phone.substr(1) + "/1", "7/00112233AABBCCDD/1", "7", ""})
        EXPECT_EQ(given(path).status, 404) << path;
    TalkStatus closed = asking();
    closed.question.is_open = false;
    EXPECT_EQ(asked_room("POST", "answer/7/" + phone + "/1", closed).status, 404) << "it is closed";
    EXPECT_EQ(asked_room("GET", "answer/7/" + phone + "/1").status, 404) << "a link answers nothing";
}

TEST(RoomAnswersKept, AreOneAPhoneAndBounded) {
    RoomAnswers answers;
    answers.ask(1);
    EXPECT_TRUE(answers.take({1, "a", 0.5}));
    EXPECT_TRUE(answers.take({1, "b", 2}));
    EXPECT_TRUE(answers.take({1, "a", 0.75}));
    EXPECT_TRUE(answers.take({2, "c", 9})) << "it came too late, and is none";
    EXPECT_EQ(answers.values(), (std::vector<double>{0.75, 2}));
    for (std::size_t i = answers.count(); i < RoomAnswers::most; ++i)
        EXPECT_TRUE(answers.take({1, "phone " + std::to_string(i), 1}));
    EXPECT_FALSE(answers.take({1, "one more", 1}));
    EXPECT_TRUE(answers.take({1, "a", 3})) << "who has answered may answer anew";
    answers.ask(1);
    EXPECT_EQ(answers.count(), RoomAnswers::most);
    answers.ask(2);
    EXPECT_EQ(answers.count(), 0u);
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
