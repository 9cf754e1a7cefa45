// A film that ends before the end that it claims is cut short; one that only begins late,
// or whose sound is longer, is whole.
#include <fmt/format.h>

#include "films/writer.h"
#include "tests/films/made_film.h"

namespace sweep::test {
namespace {

using FilmEnd = FilmTest;

const std::string x264 = "-c:v libx264 -preset ultrafast -qp 4 -g 12 -bf 2 -pix_fmt yuv420p";

int count_frames(FilmReader& film) {
    int frames = 0;
    while (film.advance()) ++frames;
    return frames;
}

TEST_F(FilmEnd, ThatIsCutShortSaysSo) {
    const std::string whole = make_counted("whole.mkv", 70, 5, x264);  // 14 s
    const std::string bytes = read("whole.mkv");
    const auto film = open_film(write("cut.mkv", bytes.substr(0, bytes.size() / 2)));
    int frames = 0;
    const std::string line = refusal(
        [&] {
            while (film->advance()) ++frames;
        },
        ExitCode::unreadable_input);
    expect_contains(line, "is cut short");
    EXPECT_GT(frames, 10);
    EXPECT_LT(frames, 60);
    // An .mp4 has its index at the end: without it nothing can be read.
    make_counted("whole.mp4", 70, 5, x264);
    const std::string indexed = read("whole.mp4");
    refusal([&] { open_film(write("cut.mp4", indexed.substr(0, indexed.size() / 2))); },
            ExitCode::unreadable_input);
}

// The end of a file is not that of its picture.
TEST_F(FilmEnd, ThatBeginsLateOrHasLongerSoundIsWhole) {
    const std::string picture = "-f lavfi -i color=gray:s=64x48:r=25:d=3 ", sound = "-f lavfi -i sine=d=9 ";
    for (const char* name : {"a.mkv", "a.mp4", "a.ts", "a.mov"}) {
        SCOPED_TRACE(name);
        const auto late = open_film(make(picture + "-output_ts_offset 5 " + x264, name));
        EXPECT_EQ(count_frames(*late), 75);
        const auto quiet = open_film(make(picture + sound + "-c:a aac " + x264, name));
        EXPECT_EQ(count_frames(*quiet), 75);
    }
    make_counted("whole.mkv", 70, 5, x264);  // 14 s, a key frame every 2.4 s
    make("-i '" + path("whole.mkv") + "' -c copy -f segment -segment_time 4", "part%d.mkv");
    int frames = 0;
    for (const char* part : {"part0.mkv", "part1.mkv", "part2.mkv", "part3.mkv"})
        frames += count_frames(*open_film(path(part)));
    EXPECT_EQ(frames, 70);
}

TEST_F(FilmEnd, WhoseLastFrameStaysIsWhole) {
    const auto writer = open_film_writer({path("a.mp4"), false, 64, 48, 25, {1, 25}, false});
    const Image frame = noise({64, 48, 3}, Sample::u8, 1);
    for (const std::int64_t time : {0, 1, 2, 3, 4, 5, 6, 7, 8, 1000}) writer->add(frame.view(), time);
    writer->finish();  // the last frame lasts as long as the one before
    const auto film = open_film(path("a.mp4"));
    EXPECT_NEAR(film->facts().seconds, 2 * 40, 1);
    EXPECT_EQ(count_frames(*film), 10);
}

TEST_F(FilmEnd, WithSoundThatIsCutShortSaysSo) {
    const std::string both = "-f lavfi -i testsrc=s=64x48:r=5:d=14 -f lavfi -i sine=d=20 -c:a aac ";
    make(both + x264, "whole.mkv");
    make(both + x264 + " -movflags faststart", "whole.mp4");
    for (const char* ending : {"mkv", "mp4"}) {
        const std::string bytes = read(fmt::format("whole.{}", ending)), cut = fmt::format("cut.{}", ending);
        const auto film = open_film(write(cut, bytes.substr(0, bytes.size() / 2)));
        refusal([&] { count_frames(*film); }, ExitCode::unreadable_input);
    }
}

}  // namespace
}  // namespace sweep::test
