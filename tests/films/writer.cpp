// What is written as a film is read back as it was: every frame, at a constant rate, of the same size and colours; or
// there is a part of it under another name, and one line.
#include "films/writer.h"

#include <csignal>
#include <thread>
#include <tuple>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include "platform/process.h"
#include "tests/films/made_film.h"
#include "tests/support/eventually.h"
#include "tests/support/ports.h"

namespace sweep::test {
namespace {

// Four quarters: three colours, and a grey that counts the frames.
Image picture(int width, int height, int number) {
    Image image({width, height, 3}, Sample::u8);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int grey = 20 + 3 * number;
            const std::array<int, 3> colour =
                y < height / 2 ? (x < width / 2 ? std::array{220, 30, 30} : std::array{30, 200, 40})
                               : (x < width / 2 ? std::array{40, 60, 210} : std::array{grey, grey, grey});
            for (std::size_t c = 0; c < 3; ++c)
                image.view().row<std::uint8_t>(y)[3 * std::size_t(x) + c] = std::uint8_t(colour[c]);
        }
    return image;
}

class Written : public FilmTest {
  protected:
    int frames_of(const std::string& name) const {
        const auto film = open_film(path(name));
        int frames = 0;
        while (film->advance()) ++frames;
        EXPECT_EQ(film->damaged(), 0);
        return frames;
    }
};

void write_film(const FilmOutput& output, int frames) {
    const auto writer = open_film_writer(output);
    for (int i = 0; i < frames; ++i) writer->add(picture(output.width, output.height, i).view());
    writer->finish();
}

// Expects the picture of this number within `tolerance` levels.
void expect_picture(const Image& image, int width, int height, int number, double tolerance) {
    const auto expect = [&](int x, int y, std::array<int, 3> colour) {
        const std::uint8_t* pixel = image.view().row<std::uint8_t>(y) + 4 * x;
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(pixel[c], colour[c], tolerance) << x << " " << y << " " << c;
    };
    const int grey = 20 + 3 * number;
    expect(width / 4, height / 4, {220, 30, 30});
    expect(3 * width / 4, height / 4, {30, 200, 40});
    expect(width / 4, 3 * height / 4, {40, 60, 210});
    expect(3 * width / 4, 3 * height / 4, {grey, grey, grey});
}

TEST_F(Written, IsReadBackAsItWas) {
    for (const char* name : {"a.mp4", "a.mkv", "a.mov", "a.webm"})
        for (const auto& [width, height] : {std::pair{128, 96}, {127, 95}}) {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(width));
            write_film({path(name), false, width, height, 60}, 30);
            const auto film = open_film(path(name));
            EXPECT_NEAR(film->facts().rate.value(), 60, 0.01);
            EXPECT_NEAR(film->facts().seconds, 0.5, 0.02);
            int frames = 0;
            Image image;
            for (; film->advance(); ++frames) {
                EXPECT_NEAR(film->seconds(), frames / 60.0, 1.1e-3);  // Matroska counts milliseconds
                EXPECT_EQ(film->width(), 128);                        // odd numbers are one more
                EXPECT_EQ(film->height(), 96);
                film->convert(image);
                expect_picture(image, width, height, frames, 6);
            }
            EXPECT_EQ(frames, 30);
            EXPECT_EQ(count_files(), 1u);
            std::filesystem::remove(path(name));
        }
}

TEST_F(Written, AsGifHasEveryThirdFrame) {
    write_film({path("a.gif"), false, 63, 48, 60}, 30);
    const auto film = open_film(make("-i '" + path("a.gif") + "' -c:v ffv1 -pix_fmt bgr0", "a.mkv"));
    int frames = 0;
    Image image;
    for (; film->advance(); ++frames) {
        EXPECT_NEAR(film->seconds(), frames / 20.0, 1.1e-3);
        film->convert(image);
        ASSERT_EQ(image.shape(), (Shape{63, 48, 4}));
        expect_picture(image, 63, 48, 3 * frames, 80);  // there are 8 levels of red and green, and 4 of blue
    }
    EXPECT_EQ(frames, 10);
}

// A frame whose time is taken, or has passed, is not left out.
TEST_F(Written, HasEveryFrameWhateverItsTime) {
    const Rational tick{1, 1000};
    for (const char* name : {"a.mp4", "a.mkv", "a.mov", "a.webm"}) {
        SCOPED_TRACE(name);
        const auto writer = open_film_writer({path(name), false, 64, 48, 10, tick, false});
        int number = 0;
        for (const std::int64_t time : {0, 100, 133, 133, 120, 1200, 1300})
            writer->add(picture(64, 48, number++).view(), time);
        EXPECT_EQ(writer->notes().size(), 1u);
        expect_contains(writer->notes().front(), "2 frames came no later than the one before");
        writer->finish();
        EXPECT_EQ(writer->frames(), 7);
        const auto film = open_film(path(name));
        Image image;
        number = 0;
        for (const double time : {0.0, 0.1, 0.133, 0.134, 0.135, 1.2, 1.3}) {
            ASSERT_TRUE(film->advance());
            EXPECT_NEAR(film->seconds(), time, 2.1e-3);  // .mp4 has smaller steps
            film->convert(image);
            expect_picture(image, 64, 48, number++, 6);
        }
        EXPECT_FALSE(film->advance());
    }
}

TEST_F(Written, AsGifIsRoundedToHundredthsOfASecond) {
    const auto writer = open_film_writer({path("a.gif"), false, 64, 48, 30, {1, 30}});
    for (int i = 0; i < 30; ++i) writer->add(picture(64, 48, i).view(), i);
    writer->finish();
    ASSERT_EQ(writer->notes().size(), 1u);
    expect_contains(writer->notes().front(), "rounded to 1/100 s");
    const auto film =
        open_film(make("-i '" + path("a.gif") + "' -fps_mode passthrough -c:v ffv1 -pix_fmt bgr0", "a.mkv"));
    int frames = 0;
    for (; film->advance(); ++frames) EXPECT_NEAR(film->seconds(), frames / 30.0, 5.1e-3);
    EXPECT_EQ(frames, 30);
}

// Players of GIFs show a frame of one hundredth for a tenth.
TEST_F(Written, AsGifShowsNoFrameForLessThanPlayersDo) {
    const auto add = [&](FilmWriter& writer, std::initializer_list<std::int64_t> milliseconds) {
        int number = 0;
        for (const std::int64_t time : milliseconds) writer.add(picture(64, 48, number++).view(), time);
    };
    const auto open = [&] { return open_film_writer({path("a.gif"), false, 64, 48, 20, {1, 1000}, false}); };
    expect_contains(refusal(
                        [&] {
                            add(*open(), {0, 100, 110, 210});
                        },
                        ExitCode::unwritable_output),
                    "it shows a frame for 0.02 s at least, and one of the film lasts 0.01 s: write .mp4");
    EXPECT_EQ(count_files(), 0u);
    const auto writer = open();
    add(*writer, {0, 16, 35, 100, 100, 300});
    ASSERT_EQ(writer->notes().size(), 1u);
    expect_contains(writer->notes()[0], "1 frames came no later than the one before: each is 2/100 s after");
    writer->finish();
    const auto film =
        open_film(make("-i '" + path("a.gif") + "' -fps_mode passthrough -c:v ffv1 -pix_fmt bgr0", "a.mkv"));
    for (const double time : {0.0, 0.02, 0.04, 0.1, 0.12, 0.3}) {
        ASSERT_TRUE(film->advance());
        EXPECT_NEAR(film->seconds(), time, 1.1e-3);
    }
    EXPECT_FALSE(film->advance());
}

TEST_F(Written, WhatAContainerCannotCountIsRefused) {
    const auto refused = [&](const char* name, Rational rate) {
        std::string line = refusal(
            [&] {
                open_film_writer({path(name), false, 64, 48, rate, {1, 90000}});
            },
            ExitCode::unwritable_output);
        EXPECT_EQ(count_files(), 0u);
        return line;
    };
    expect_contains(refused("a.gif", 60), "it holds 50 frames a second, and the film has 60");
    expect_contains(refused("a.mkv", 10000), "it holds 1000 frames a second, and the film has 10000");
    expect_contains(refused("a.webm", {100100, 100}), "it holds 1000 frames a second");
    const auto writer = open_film_writer({path("a.gif"), false, 64, 48, {1, 3600}, {1, 1}});
    writer->add(picture(64, 48, 0).view(), 0);
    expect_contains(
        refusal([&] { writer->add(picture(64, 48, 1).view(), 3600); }, ExitCode::unwritable_output),
        "it shows a frame for 655 s at most");
    EXPECT_EQ(count_files(), 0u);
}

TEST_F(Written, KeepsItsSizeWhenTheFramesChangeTheirs) {
    const auto writer = open_film_writer({path("a.mkv"), false, 128, 96, 60});
    const Image same = picture(128, 96, 1), wide = picture(256, 96, 2);
    writer->add(same.view());
    writer->add(wide.view());
    writer->finish();
    const auto film = open_film(path("a.mkv"));
    Image image;
    ASSERT_TRUE(film->advance());
    film->convert(image);
    expect_picture(image, 128, 96, 1, 6);
    ASSERT_TRUE(film->advance());
    film->convert(image);
    ASSERT_EQ(image.shape(), (Shape{128, 96, 4}));
    // 256 x 96 becomes 128 x 48, with black above and below.
    EXPECT_LT(image.view().row<std::uint8_t>(4)[4 * 20], 8);
    EXPECT_LT(image.view().row<std::uint8_t>(91)[4 * 20], 8);
    EXPECT_NEAR(image.view().row<std::uint8_t>(24 + 12)[4 * 32], 220, 8);
    EXPECT_NEAR(image.view().row<std::uint8_t>(24 + 36)[4 * 32 + 2], 210, 8);
}

TEST_F(Written, AppearsWholeOrNotAtAll) {
    write("a.mp4", "what was here before");
    {
        const auto writer = open_film_writer({path("a.mp4"), false, 64, 48, 60});
        const Image frame = picture(64, 48, 0);
        writer->add(frame.view());
        EXPECT_EQ(read("a.mp4"), "what was here before");
        writer->discard();
        EXPECT_EQ(read("a.mp4"), "what was here before");
    }
    EXPECT_EQ(count_files(), 1u);
    {
        const auto writer = open_film_writer({path("a.mp4"), false, 64, 48, 60});  // without a frame
    }
    EXPECT_EQ(read("a.mp4"), "what was here before");
    EXPECT_EQ(count_files(), 1u);
    {
        const auto writer = open_film_writer({path("a.mp4"), false, 64, 48, 60});
        for (int i = 0; i < 5; ++i) writer->add(picture(64, 48, i).view());
        writer->finish();
    }
    EXPECT_EQ(frames_of("a.mp4"), 5);
    EXPECT_EQ(count_files(), 1u);
}

// As two programs with one number are, in containers that share a folder.
TEST_F(Written, ByTwoWritersOfOneProcessIsTheFilmOfTheLastOne) {
    for (const char* name : {"a.mp4", "a.mkv", "a.webm", "a.gif"}) {
        SCOPED_TRACE(name);
        const FilmOutput output{path(name), false, 64, 48, 60};
        const auto one = open_film_writer(output), two = open_film_writer(output);
        for (int i = 0; i < 9; ++i) {
            one->add(picture(64, 48, i).view());
            if (i < 6) two->add(picture(64, 48, i).view());
        }
        two->finish();
        const std::string film_of_two = read(name);
        one->finish();
        const std::string film_of_one = read(name);
        for (const auto& [film, frames] : {std::pair{film_of_two, 6}, {film_of_one, 9}}) {
            std::filesystem::remove(path(name));
            write_film(output, frames);
            EXPECT_EQ(film.size(), read(name).size()) << frames;
        }
        std::filesystem::remove(path(name));
        EXPECT_EQ(count_files(), 0u);
    }
}

TEST_F(Written, WhatNobodyFinishesIsAPart) {
    for (const std::string ending : {".mp4", ".m4v", ".mov", ".mkv", ".webm", ".gif"}) {
        SCOPED_TRACE(ending);
        const std::string name = "a" + ending;
        write(name, "what was here before");
        const auto add = [&](FilmWriter& writer, int frames) {
            for (int i = 0; i < frames; ++i) writer.add(picture(64, 48, i).view(), i);
        };
        {
            const auto writer = open_film_writer({path(name), false, 64, 48, 20});
            EXPECT_EQ(writer->keep_as_part(), "") << "it has no frame";
        }
        EXPECT_EQ(count_files(), 1u);
        {
            const auto writer = open_film_writer({path(name), false, 64, 48, 20});
            add(*writer, 5);
            EXPECT_EQ(writer->keep_as_part(), "'" + path("a.interrupted" + ending) + "' has 5 frames");
            EXPECT_EQ(writer->keep_as_part(), "") << "it is over";
            add(*writer, 1);
        }
        {
            const auto writer = open_film_writer({path(name), false, 64, 48, 20});
            add(*writer, 3);
        }
        if (ending != ".gif") {  // which are read as pictures
            EXPECT_EQ(frames_of("a.interrupted" + ending), 5);
            EXPECT_EQ(frames_of("a.interrupted-2" + ending), 3);
        }
        EXPECT_EQ(read(name), "what was here before");
        EXPECT_EQ(count_files(), 3u);
        for (const char* part : {"a", "a.interrupted", "a.interrupted-2"})
            EXPECT_TRUE(std::filesystem::remove(path(part + ending)));
    }
}

TEST_F(Written, IsAPartWhereTheDiskHoldsNoMore) {
    const std::string disk = path("disk");
    std::filesystem::create_directory(disk);
    if (mount("none", disk.c_str(), "tmpfs", 0, "size=20m") != 0)
        GTEST_SKIP() << "only root can make a small disk";
    const auto unmount = [&](int*) { umount2(disk.c_str(), MNT_DETACH); };
    int mounted = 1;
    const std::unique_ptr<int, decltype(unmount)> at_the_end(&mounted, unmount);
    for (const auto& [name, part] :
         {std::pair{"disk/a.mp4", "disk/a.interrupted.mp4"}, {"disk/a.mkv", "disk/a.interrupted.mkv"}}) {
        SCOPED_TRACE(name);
        write(name, "what was here before");
        const auto writer = open_film_writer({path(name), false, 640, 480, 60});
        const Image pictures[] = {noise({640, 480, 3}, Sample::u8, 1), noise({640, 480, 3}, Sample::u8, 2)};
        constexpr int most = 600;  // more than the disk holds
        const std::string said = refusal(
            [&] {
                for (int i = 0; i < most; ++i) writer->add(pictures[i % 2].view());
            },
            ExitCode::unwritable_output);
        expect_contains(
            said, fmt::format("cannot write '{}': the disk is full; '{}' has ", path(name), path(part)));
        EXPECT_GT(frames_of(part), 5);
        EXPECT_EQ(read(name), "what was here before");
        for (const char* file : {name, part}) EXPECT_TRUE(std::filesystem::remove(path(file)));
        EXPECT_TRUE(std::filesystem::is_empty(disk));
    }
}

TEST_F(Written, WhereNothingCanBeWrittenIsRefused) {
    expect_contains(refusal(
                        [&] {
                            open_film_writer({path("missing/a.mp4"), false, 64, 48, 60});
                        },
                        ExitCode::unwritable_output),
                    "missing");
    std::filesystem::create_directory(path("folder.mkv"));
    refusal([&] { open_film_writer({path("folder.mkv"), false, 64, 48, 60}); }, ExitCode::unwritable_output);
    EXPECT_EQ(count_files(), 1u);
}

TEST_F(Written, WhatMayNotGrowIsOneLineAndAPart) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const Image frames[] = {noise({320, 240, 3}, Sample::u8, 1), noise({320, 240, 3}, Sample::u8, 2)};
    constexpr rlim_t most = 1'000'000;  // less than Matroska usually writes at once
    const rlimit small{most, before.rlim_max};
    for (const std::string ending : {".mp4", ".mkv", ".webm"}) {
        SCOPED_TRACE(ending);
        const std::string name = "a" + ending, part = "a.interrupted" + ending;
        ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto writer = open_film_writer({path(name), false, 320, 240, 60});
        const std::string line = refusal(
            [&] {
                for (int i = 0; i < 300; ++i) writer->add(frames[i % 2].view());
                writer->finish();
            },
            ExitCode::unwritable_output);
        writer->add(frames[0].view());  // does nothing any more
        setrlimit(RLIMIT_FSIZE, &before);
        EXPECT_EQ(line.find('\n'), std::string::npos);
        expect_contains(line, fmt::format("cannot write '{}': no file may be longer (ulimit -f); '{}' has ",
                                          path(name), path(part)));
        EXPECT_GT(frames_of(part), 0);
        EXPECT_LT(std::filesystem::file_size(path(part)), most);
        EXPECT_EQ(count_files(), 1u);
        EXPECT_TRUE(std::filesystem::remove(path(part)));
    }
    std::signal(SIGXFSZ, handler);
}

TEST_F(Written, ToADeviceThatIsFullIsOneLine) {
    std::fflush(stdout);
    const int before = dup(STDOUT_FILENO), full = open("/dev/full", O_WRONLY);
    dup2(full, STDOUT_FILENO);
    const std::string line = refusal(
        [&] {
            write_film({"-", false, 64, 48, 60}, 7);
        },
        ExitCode::unwritable_output);
    dup2(before, STDOUT_FILENO);
    close(before);
    close(full);
    expect_contains(line, "no space left on device");
}

TEST_F(Written, ToStandardOutputIsY4m) {
    std::fflush(stdout);
    const int before = dup(STDOUT_FILENO), file = open(path("a.y4m").c_str(), O_CREAT | O_WRONLY, 0600);
    dup2(file, STDOUT_FILENO);
    write_film({"-", false, 63, 47, 60}, 7);
    dup2(before, STDOUT_FILENO);
    close(before);
    close(file);
    EXPECT_TRUE(read("a.y4m").starts_with("YUV4MPEG2 W63 H47 F60:1"));
    const auto film = open_film(path("a.y4m"));
    int frames = 0;
    while (film->advance()) ++frames;
    EXPECT_EQ(frames, 7);
    EXPECT_EQ(film->width(), 63);
    EXPECT_EQ(film->height(), 47);
}

// Receives a stream on this machine into a Matroska file.
class Receiver {
  public:
    // `address` may end with an option of the protocol.
    Receiver(const std::string& address, const std::vector<std::string>& options, const std::string& file)
        : program_(with(options, address, file)) {}

    int finish() { return program_.finish(); }

  private:
    static std::vector<std::string> with(std::vector<std::string> options, const std::string& address,
                                         const std::string& file) {
        options.insert(options.begin(), {"timeout", "120", "ffmpeg", "-nostdin", "-loglevel", "quiet", "-y"});
        options.insert(options.end(), {"-i", address, "-c", "copy", file});
        return options;
    }
    platform::ChildProcess program_;
};

TEST_F(Written, AsAStreamArrivesAtAReceiver) {
    struct Protocol {
        std::string scheme, there, option;
        std::vector<std::string> options;
        int socket;
    };
    for (const Protocol& protocol : {Protocol{"rtmp", "/live/sweep", "", {"-listen", "1"}, SOCK_STREAM},
                                     Protocol{"rtsp", "/sweep", "", {"-rtsp_flags", "listen"}, SOCK_STREAM},
                                     Protocol{"srt", "", "?mode=listener", {}, SOCK_DGRAM}}) {
        SCOPED_TRACE(protocol.scheme);
        const int port = free_port(protocol.socket);
        const std::string address = fmt::format("{}://127.0.0.1:{}{}", protocol.scheme, port, protocol.there);
        const std::string got = path(protocol.scheme + ".mkv");
        Receiver receiver(address + protocol.option, protocol.options, got);
        ASSERT_TRUE(eventually([&] { return is_listened_at(port, protocol.socket); }));
        {
            const auto writer = open_film_writer({address, true, 128, 96, 30});
            for (int i = 0; i < 45; ++i) {
                writer->add(picture(128, 96, i).view(), i);
                std::this_thread::sleep_for(std::chrono::milliseconds(10));  // as a window does
            }
            // A receiver of SRT forgets what it holds back, 120 ms, when the sender leaves. It writes nothing before
            // that, so that nothing tells when they have passed.
            if (protocol.scheme == "srt") std::this_thread::sleep_for(std::chrono::milliseconds(400));
            writer->finish();
        }
        EXPECT_EQ(receiver.finish(), 0);
        const auto film = open_film(got);
        int frames = 0;
        Image image;
        for (; film->advance(); ++frames) {
            film->convert(image);
            // The receiver of RTSP gives the first two frames one time: it learns the sender's clock from later ones.
            EXPECT_NEAR(film->seconds(), frames / 30.0, protocol.scheme == "rtsp" ? 0.034 : 2e-3);
        }
        EXPECT_GE(frames, 40);  // the receiver looks at the first ones before it writes
        expect_picture(image, 128, 96, 44, 12);
    }
}

TEST_F(Written, ToAServerThatIsNotThereIsOneLine) {
    const std::string line = refusal(
        [&] {
            open_film_writer({"rtmp://127.0.0.1:1/live/sweep", true, 128, 96, 30});
        },
        ExitCode::unwritable_output);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    expect_contains(line, "rtmp://127.0.0.1:1/live/sweep");
}

TEST(FilmOutputs, AreFilmsByTheirNames) {
    for (const char* name : {"-", "a.mp4", "a.MKV", "b/a.webm", "a.gif", "a.mov"})
        EXPECT_TRUE(is_film_output(name)) << name;
    for (const char* name : {"frames", "frames.d", "a.png", "mp4"})
        EXPECT_FALSE(is_film_output(name)) << name;
    EXPECT_TRUE(is_stream_output("srt://host:9000"));
    EXPECT_FALSE(is_stream_output("film.mp4"));
}

}  // namespace
}  // namespace sweep::test
