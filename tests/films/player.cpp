// A film plays at its own pace, whoever looks at it: late frames are dropped and counted,
// and what breaks leaves the last frame.
#include "films/player.h"

#include <chrono>
#include <future>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "platform/process.h"
#include "tests/films/made_film.h"
#include "tests/support/eventually.h"
#include "tests/support/ports.h"

namespace sweep::test {
namespace {

using Player = FilmTest;
using namespace std::chrono_literals;

const std::string x264 = "-c:v libx264 -preset ultrafast -qp 4 -g 12 -pix_fmt yuv420p";
constexpr int any_side = 1 << 14;

int number_of(const FilmFrame& frame) {
    const Shape& shape = frame.image.shape();
    return int(std::lround(
        (frame.image.view().row<std::uint8_t>(shape.height / 2)[4 * (shape.width / 2)] - 20) / 3.0));
}

// Waits, as a window does that draws frames, until the player has one.
const FilmFrame* next_of(FilmPlayer& player, const FilmPlay& how, double passed = 0) {
    const FilmFrame* frame = nullptr;
    eventually([&] { return (frame = player.step(passed, how)) != nullptr; });
    return frame;
}

// Standard input is a pipe while this lives.
class Piped {
  public:
    Piped() {
        int ends[2];
        if (pipe(ends) != 0) throw std::runtime_error("no pipe");
        before_ = dup(STDIN_FILENO);
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        into_ = ends[1];
    }
    ~Piped() {
        end();
        dup2(before_, STDIN_FILENO);
        close(before_);
    }
    void send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t sent = ::write(into_, bytes.data(), bytes.size());
            if (sent <= 0) return;
            bytes.remove_prefix(std::size_t(sent));
        }
    }
    void end() {
        if (into_ >= 0) close(into_);
        into_ = -1;
    }

  private:
    int before_ = -1, into_ = -1;
};

// Runs what must not wait for the pipe. Where it does, the pipe ends, so that the test does.
template <class F>
void expect_no_wait(Piped& pipe, F&& f) {
    const std::future<void> done = std::async(std::launch::async, f);
    const bool is_done = done.wait_for(60s) == std::future_status::ready;
    EXPECT_TRUE(is_done) << "it waits for the pipe";
    if (!is_done) pipe.end();
    done.wait();
}

TEST_F(Player, ShowsEachFrameAtItsTimeWhereItMayWait) {
    FilmPlayer player({FilmKind::file, make_counted("a.mp4", 40, 25, x264)}, any_side);
    // Windows of 10, 25 and 50 frames a second, one after the other: frame n is shown from n / 25 s on.
    const FilmPlay how{true, false, 1, true};
    int shown = -1;
    double clock = 0;
    for (int i = 0; i < 45; ++i) {
        const double passed = i == 0 ? 0 : i < 5 ? 0.1 : i < 20 ? 0.04 : 0.02;
        clock += passed;
        if (const FilmFrame* frame = player.step(passed, how)) shown = number_of(*frame);
        EXPECT_EQ(shown, std::min(int(clock * 25 + 1e-6), 39)) << i;
    }
    EXPECT_EQ(player.status().dropped, 0u);
}

// All eight frames lie in the ring, which the end of the pipe tells, before the window draws one every 100 ms.
TEST_F(Player, DropsAndCountsWhatASlowWindowIsTooLateFor) {
    make_counted("a.y4m", 8, 60, "-pix_fmt yuv420p");
    Piped pipe;
    std::thread sender([&, bytes = read("a.y4m")] {
        pipe.send(bytes);
        pipe.end();
    });
    FilmPlayer player({FilmKind::pipe, "-"}, any_side);
    EXPECT_TRUE(eventually([&] { return player.take_trouble().has_value(); }));
    sender.join();
    for (const int number : {0, 6, 7}) {
        const FilmFrame* frame = player.step(0.1, {});
        ASSERT_NE(frame, nullptr);
        EXPECT_EQ(number_of(*frame), number);
    }
    EXPECT_EQ(player.step(0.1, {}), nullptr);
    EXPECT_TRUE(player.status().has_ended);
    EXPECT_EQ(player.status().shown, 3u);
    EXPECT_EQ(player.status().dropped, 5u);
}

// However fast the decoder is, and however late the window, each frame is shown or dropped, and the last one stays.
TEST_F(Player, ShowsOrDropsEachFrameOnce) {
    const std::string film = make_counted("a.mp4", 60, 60, x264);
    // A window of 10 frames a second, and one that stands still for longer than the decoder needs for what is left.
    for (const auto& [passed, pause] : {std::pair{0.1, 2ms}, {1.0, 100ms}}) {
        FilmPlayer player({FilmKind::file, film}, any_side);
        player.wait_until_open();
        const FilmPlay how{true, false, 1, false};
        int last = -1;
        std::uint64_t shown = 0;
        const auto goes_on = [&, passed = passed] {
            if (const FilmFrame* frame = player.step(passed, how)) {
                EXPECT_GT(number_of(*frame), last);
                last = number_of(*frame);
                ++shown;
            }
            return player.status().has_ended;
        };
        EXPECT_TRUE(eventually(goes_on, pause));
        EXPECT_EQ(last, 59);
        EXPECT_EQ(player.status().shown, shown);
        EXPECT_EQ(player.status().dropped, 60 - shown);
    }
}

TEST_F(Player, NeverWaitsUnlessItIsTold) {
    make_counted("a.y4m", 20, 25, "-pix_fmt yuv420p");
    const std::string bytes = read("a.y4m");
    Piped pipe;
    pipe.send(bytes.substr(0, bytes.size() / 2));  // the rest never comes
    expect_no_wait(pipe, [&] {
        FilmPlayer player({FilmKind::pipe, "-"}, any_side);
        EXPECT_NE(next_of(player, {}), nullptr);
        for (int i = 0; i < 200; ++i) player.step(10, {});
        EXPECT_FALSE(player.status().has_ended);
    });
}

TEST_F(Player, StandsStillStepsAndSearches) {
    FilmPlayer player({FilmKind::file, make_counted("a.mp4", 40, 25, x264)}, any_side, 0.5);
    const FilmPlay still{false, true, 1, false};
    const FilmFrame* frame = next_of(player, still);
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(number_of(*frame), 12);  // it began at 0.5 s
    EXPECT_EQ(player.step(5, still), nullptr);
    for (const auto& [way, number] : {std::pair{1, 13}, {1, 14}, {-1, 13}, {-1, 12}, {-1, 11}, {1, 12}}) {
        player.step_frame(way);
        frame = next_of(player, still);
        ASSERT_NE(frame, nullptr);
        EXPECT_EQ(number_of(*frame), number);
    }
    player.seek(1.2);
    frame = next_of(player, still);
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(number_of(*frame), 30);
    EXPECT_FALSE(player.status().is_seeking);
    EXPECT_NEAR(player.status().seconds, 1.2, 1e-3);
    // Many searches in a row, as a slider gives them: the last one counts.
    for (const double to : {0.1, 0.9, 0.4, 1.4, 0.2, 0.8}) player.seek(to);
    while (player.status().is_seeking)
        if (const FilmFrame* found = next_of(player, still)) frame = found;
    EXPECT_EQ(number_of(*frame), 20);
    EXPECT_EQ(player.status().dropped, 0u);
}

TEST_F(Player, BeginsAgainAtTheEndOrStaysThere) {
    const std::string file = make_counted("a.mp4", 10, 25, x264);
    FilmPlayer player({FilmKind::file, file}, any_side);
    FilmPlay how{true, true, 1, true};
    std::vector<int> numbers;
    for (int i = 0; i < 25; ++i)
        if (const FilmFrame* frame = player.step(i == 0 ? 0 : 0.04, how))
            numbers.push_back(number_of(*frame));
    ASSERT_EQ(numbers.size(), 25u);
    for (int i = 0; i < 25; ++i) EXPECT_EQ(numbers[std::size_t(i)], i % 10);

    FilmPlayer once({FilmKind::file, file}, any_side);
    how.loops = false;
    for (int i = 0; i < 15; ++i) once.step(i == 0 ? 0 : 0.04, how);
    EXPECT_TRUE(once.status().has_ended);
    EXPECT_NEAR(once.status().seconds, 0.36, 1e-3);
    EXPECT_EQ(once.take_trouble(), std::nullopt);
    // Paused and played again, it begins anew.
    how.plays = false;
    once.step(0.04, how);
    how.plays = true;
    const FilmFrame* frame = once.step(0.04, how);
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(number_of(*frame), 0);
}

TEST_F(Player, PlaysFasterAndSlower) {
    const std::string file = make_counted("a.mp4", 40, 25, x264);
    for (const double speed : {0.5, 2.0}) {
        FilmPlayer player({FilmKind::file, file}, any_side);
        int shown = -1;
        for (int i = 0; i < 16; ++i)
            if (const FilmFrame* frame = player.step(i == 0 ? 0 : 0.04, {true, true, speed, true}))
                shown = number_of(*frame);
        EXPECT_EQ(shown, int(15 * speed));
    }
}

TEST_F(Player, KeepsTheLastGoodFrameOfABrokenFilmAndTriesAgain) {
    make_counted("whole.mkv", 70, 5, x264);
    const std::string bytes = read("whole.mkv");
    const std::string file = write("cut.mkv", bytes.substr(0, bytes.size() / 2));
    FilmPlayer player({FilmKind::file, file}, any_side);
    const FilmPlay how{true, true, 1, true};
    int shown = -1;
    while (!player.status().has_failed)
        if (const FilmFrame* frame = player.step(0.2, how)) shown = number_of(*frame);
    while (const FilmFrame* frame = player.step(0.2, how)) shown = number_of(*frame);
    const auto trouble = player.take_trouble();
    ASSERT_TRUE(trouble);
    expect_contains(*trouble, "is cut short");
    EXPECT_EQ(player.take_trouble(), std::nullopt);
    EXPECT_GT(shown, 10);
    // The file is whole now: it goes on where it was.
    write("cut.mkv", bytes);
    player.again();
    const FilmFrame* frame = player.step(0, how);
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(number_of(*frame), shown);
    EXPECT_FALSE(player.status().has_failed);
    frame = player.step(0.2, how);
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(number_of(*frame), shown + 1);
}

TEST_F(Player, ThatCannotBeOpenedSaysSoAtOnce) {
    FilmPlayer player({FilmKind::file, write("text.mp4", "no film")}, any_side);
    expect_contains(refusal([&] { player.wait_until_open(); }, ExitCode::unreadable_input),
                    "cannot open 'text.mp4'");
    FilmPlayer large({FilmKind::file, make_counted("a.mp4", 10, 25, x264)}, 32);
    expect_contains(refusal([&] { large.wait_until_open(); }, ExitCode::unreadable_input),
                    "larger than a texture");
}

TEST_F(Player, ReadsAPipeAndKeepsTheLastFrameWhenItEnds) {
    make_counted("a.y4m", 20, 25, "-pix_fmt yuv420p");
    const std::string bytes = read("a.y4m");
    Piped pipe;
    std::thread sender([&] {
        pipe.send(bytes.substr(0, bytes.size() - 1000));  // the last frame is not whole
        pipe.end();
    });
    FilmPlayer player({FilmKind::pipe, "-"}, any_side);
    player.wait_until_open();
    std::vector<int> numbers;
    for (int i = 0; i < 25; ++i)
        if (const FilmFrame* frame = player.step(i == 0 ? 0 : 0.04, {true, true, 1, true}))
            numbers.push_back(number_of(*frame));
    sender.join();
    ASSERT_GE(numbers.size(), 19u);
    for (int i = 0; i < 19; ++i) EXPECT_EQ(numbers[std::size_t(i)], i);
    const auto trouble = player.take_trouble();
    ASSERT_TRUE(trouble);
    expect_contains(*trouble, "standard input");
    EXPECT_EQ(trouble->find('\n'), std::string::npos);
    EXPECT_FALSE(player.status().facts.can_seek);
    player.seek(0);  // does nothing
    EXPECT_EQ(player.step(0.04, {true, true, 1, false}), nullptr);
}

TEST_F(Player, EndsWhileNothingComesThroughAPipe) {
    Piped pipe;
    expect_no_wait(pipe, [] {
        FilmPlayer player({FilmKind::pipe, "-"}, any_side);
        EXPECT_EQ(player.step(0.04, {}), nullptr);
    });
}

// A stream from this machine, which ends when its sender is ended.
TEST_F(Player, OfAStreamDropsWhatComesTooFastAndTriesAgainWhenItIsGone) {
    const std::string film =
        make_counted("a.mp4", 50, 25, "-c:v libx264 -preset ultrafast -qp 4 -g 5 -pix_fmt yuv420p");
    const int port = free_port(SOCK_DGRAM);
    const std::string address = "udp://127.0.0.1:" + std::to_string(port);
    const auto send = [&] {
        EXPECT_TRUE(eventually([&] { return is_listened_at(port, SOCK_DGRAM); }));
        return std::make_unique<platform::ChildProcess>(
            std::vector<std::string>{"ffmpeg", "-nostdin", "-loglevel", "quiet", "-re", "-stream_loop", "-1",
                                     "-i", film, "-c", "copy", "-f", "mpegts", address + "?pkt_size=1316"});
    };
    FilmPlayer player({FilmKind::stream, address}, any_side);
    auto sender = send();
    player.wait_until_open();
    EXPECT_TRUE(player.status().is_live);
    // Nobody looks: the ring overflows.
    EXPECT_TRUE(eventually([&] { return player.status().dropped > 5; }));
    const FilmFrame* frame = next_of(player, {});
    ASSERT_NE(frame, nullptr);
    const double newest = frame->seconds;
    frame = next_of(player, {});
    ASSERT_NE(frame, nullptr);
    EXPECT_GT(frame->seconds, newest);
    sender.reset();  // nothing comes for ten seconds
    EXPECT_TRUE(eventually([&] {
        player.step(0.04, {});
        return player.status().has_failed;
    }));
    expect_contains(player.take_trouble().value_or(""), "nothing came for 10 s");
    player.again();
    sender = send();
    ASSERT_NE(next_of(player, {}), nullptr);
    EXPECT_FALSE(player.status().has_failed);
}

}  // namespace
}  // namespace sweep::test
