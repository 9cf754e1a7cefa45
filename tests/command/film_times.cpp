// sweep filter of a film keeps every frame, at its own time; what is not kept is said. The films are ffmpeg's, and
// ffprobe reads the results.
#include <algorithm>
#include <sstream>

#include "tests/films/made_film.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

class FilmTimes : public WithFilms<CommandLine> {
  protected:
    // So many grey frames at this rate, or at the times, in seconds, that an expression of ffmpeg gives of their
    // number N.
    std::string make_timed(const std::string& name, int frames, const std::string& rate,
                           const std::string& times = "") const {
        std::string source = "-f lavfi -i \"color=gray:s=32x32:r=" + rate;
        std::string encoder = "\" -c:v mjpeg ";
        if (!times.empty()) {
            source += ",settb=1/90000,setpts='(" + times + ")/TB'";
            encoder += "-fps_mode passthrough -enc_time_base 1/90000 -video_track_timescale 90000 ";
        }
        return make(source + encoder + "-frames:v " + std::to_string(frames), name);
    }
    std::string probed(const std::string& name, const std::string& entries, const std::string& kind = "v") {
        const std::string command = "ffprobe -v error -select_streams " + kind + " -show_entries " + entries +
                                    " -of default=nw=1:nk=1 '" + path(name) + "' > '" + path("probed") + "'";
        EXPECT_EQ(std::system(command.c_str()), 0) << command;
        return read("probed");
    }
    // The times of all frames.
    std::vector<double> times_of(const std::string& name) {
        std::istringstream lines(probed(name, "frame=pts_time"));
        std::vector<double> times;
        for (double time = 0; lines >> time;) times.push_back(time);
        return times;
    }
    Outcome filter(const std::string& in, const std::string& out) {
        Outcome outcome = run({"filter", path(in), path(out), "--filter", "none"});
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome;
    }
    void expect_times(const std::string& in, const std::string& out, double tolerance) {
        const std::vector<double> before = times_of(in), after = times_of(out);
        ASSERT_EQ(after.size(), before.size());
        for (std::size_t i = 0; i < before.size(); ++i)
            ASSERT_NEAR(after[i] - after[0], before[i] - before[0], tolerance) << i;
    }
};

TEST_F(FilmTimes, AreThoseOfTheFilmAtEveryRate) {
    for (const auto& [rate, frames] : {std::pair{"30000/1001", 60},
                                       {"24000/1001", 60},
                                       {"25/2", 30},
                                       {"1000/33", 61},
                                       {"300", 90},
                                       {"10000", 100},
                                       {"1/3600", 4}})
        for (const char* out : {"out.mp4", "out.mov"}) {
            SCOPED_TRACE(fmt::format("{} {}", rate, out));
            make_timed("in.mov", frames, rate);
            const Outcome outcome = filter("in.mov", out);
            expect_contains(outcome.out, fmt::format(", {} frames, ", frames));
            EXPECT_EQ(outcome.error, "");
            expect_times("in.mov", out, 1e-5);
            EXPECT_EQ(probed(out, "stream=r_frame_rate"), probed("in.mov", "stream=r_frame_rate"));
        }
}

TEST_F(FilmTimes, InMatroskaAreMilliseconds) {
    for (const auto& [rate, shown] : {std::pair{"30000/1001", "30000/1001"}, {"25/2", "25/2"}})
        for (const char* in : {"in.mov", "in.mkv"})
            for (const char* out : {"out.mkv", "out.webm"}) {
                SCOPED_TRACE(fmt::format("{} {} {}", rate, in, out));
                make_timed(in, 40, rate);
                EXPECT_EQ(filter(in, out).error, "");
                expect_times(in, out, 1.1e-3);
                EXPECT_EQ(probed(out, "stream=r_frame_rate"), shown + std::string("\n"));
            }
}

TEST_F(FilmTimes, NeedNotBeEven) {
    struct Uneven {
        const char* name;
        int frames;
        const char* times;
    };
    for (const Uneven& film : {Uneven{"a recording of a screen", 78, "if(lt(N,60),N/60,1+(N-60)/2)"},
                               {"a telephone", 90, "N/30+0.005*mod(N*7,3)"},
                               {"a camera that watches", 6, "if(lt(N,3),N/25,3600*N)"}})
        for (const auto& [in, out] :
             {std::pair{"in.mov", "out.mp4"}, {"in.mov", "out.mkv"}, {"in.mkv", "out.mp4"}}) {
            SCOPED_TRACE(fmt::format("{} {} {}", film.name, in, out));
            make_timed(in, film.frames, "30", film.times);
            expect_contains(filter(in, out).out, fmt::format(", {} frames, ", film.frames));
            expect_times(in, out, std::string(out) == "out.mkv" ? 6e-4 : 1e-5);
        }
}

// Matroska says milliseconds: ten frames have one time.
TEST_F(FilmTimes, ThatAreEqualBecomeAsLittleLaterAsCanBe) {
    make_timed("in.mkv", 40, "10000");
    const Outcome outcome = filter("in.mkv", "out.mp4");
    expect_contains(outcome.out, ", 40 frames, ");
    expect_contains(outcome.error, "sweep: note: ");
    expect_contains(outcome.error, "frames came no later than the one before");
    EXPECT_EQ(times_of("out.mp4").size(), 40u);
    expect_times("in.mkv", "out.mp4", 1e-3);
}

TEST_F(FilmTimes, ThatTheFileCannotHoldAreRefusedBeforeItIsThere) {
    make_timed("in.mov", 40, "60");
    write("out.gif", "what was here before");
    expect_contains(refused(7, {"filter", path("in.mov"), path("out.gif")}), "it holds 50 frames a second");
    EXPECT_EQ(read("out.gif"), "what was here before");
    make_timed("in.mov", 40, "25");
    filter("in.mov", "out.gif");
    EXPECT_EQ(times_of("out.gif").size(), 40u);
    expect_times("in.mov", "out.gif", 1e-6);
}

// The bytes of their packets are the same, and so is the time between their beginning and that of the picture.
TEST_F(FilmTimes, SoundAndSubtitlesStayBesideThem) {
    const std::string picture = "-f lavfi -i testsrc=s=64x48:r=25:d=1 ", sound = "-f lavfi -i sine=d=1.5 ",
                      subtitles = "-i '" + write("a.srt", "1\n00:00:00,200 --> 00:00:00,800\nHello\n") + "' ",
                      all = "-map 0 -map 1 -map 2 -c:v libx264 -pix_fmt yuv420p -c:a ";
    const auto bytes = [&](const std::string& name, const char* kind) {
        make(fmt::format("-i '{}' -map 0:{} -c copy -f streamhash", path(name), kind), "hash");
        return read("hash");
    };
    const auto begins = [&](const std::string& name, const std::string& kind) {
        return std::stod(probed(name, "packet=pts_time", kind));
    };
    struct Kept {
        std::string in, arguments, out;
        bool has_subtitles;
    };
    for (const Kept& film :
         {Kept{"in.mkv", sound + subtitles + all + "aac", "out.mkv", true},
          {"in.mp4", sound + subtitles + all + "aac -c:s mov_text", "out.mp4", true},
          {"late.mkv", "-itsoffset -0.6 " + sound + subtitles + all + "flac", "out.mkv", true},
          {"late.mkv", "-itsoffset -0.6 " + sound + subtitles + all + "aac", "out.mov", false},
          {"in.ts", sound + "-c:v libx264 -pix_fmt yuv420p -c:a mp2", "out.mp4", false},
          {"in.webm", sound + "-c:v libvpx -c:a libopus", "out.webm", false}}) {
        SCOPED_TRACE(film.in + " " + film.out);
        make(picture + film.arguments, film.in);
        const Outcome outcome = filter(film.in, film.out);
        expect_contains(outcome.out, ", 25 frames, ");
        EXPECT_EQ(bytes(film.out, "a"), bytes(film.in, "a"));
        if (film.has_subtitles) {
            EXPECT_EQ(outcome.error, "");
            EXPECT_EQ(bytes(film.out, "s"), bytes(film.in, "s"));
        }
        constexpr double delay = 8e-3;  // of Opus, which libavformat adds where it writes and where it reads
        EXPECT_NEAR(begins(film.out, "a") - begins(film.out, "v"),
                    begins(film.in, "a") - begins(film.in, "v"), delay);
        expect_times(film.in, film.out, 2e-3);
    }
}

// Transport streams, one behind the other: what follows a join goes on where the film had got, and all of its sound
// is there.
TEST_F(FilmTimes, RunOnWhereStreamsWereJoined) {
    const std::string both =
        "-f lavfi -i testsrc=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -c:v libx264 -pix_fmt yuv420p ";
    make(both + "-c:a aac", "a.ts");
    make(both + "-bf 0 -c:a aac -output_ts_offset 100", "b.ts");
    make(both + "-c:a aac -output_ts_offset 95441.5", "wraps.ts");  // at 95443.7 s
    make(both + "-c:v mpeg2video -c:a mp2", "a.mpg");
    struct Joined {
        std::vector<const char*> parts;
        const char* note;
    };
    for (const Joined& joined : {Joined{{"a.ts", "a.ts"}, ""},
                                 {{"b.ts", "a.ts", "a.ts"}, ""},
                                 {{"a.ts", "b.ts", "a.ts"}, "a jump of the times by 99 s is left out"},
                                 {{"wraps.ts"}, ""},
                                 {{"a.mpg", "a.mpg", "a.mpg"}, ""}}) {
        const std::string in =
            std::string("joined") + (joined.parts[0] + std::string(joined.parts[0]).find('.'));
        SCOPED_TRACE(fmt::format("{} x {} {}", joined.parts.size(), joined.parts[0], joined.note));
        std::string bytes;
        std::size_t sounds = 0;
        for (const char* part : joined.parts) {
            bytes += read(part);
            std::istringstream lines(probed(part, "packet=size", "a"));
            for (std::string line; std::getline(lines, line);) ++sounds;
        }
        write(in, bytes);
        const Outcome outcome = filter(in, "out.mp4");
        if (joined.note[0])
            expect_contains(outcome.error, joined.note);
        else
            EXPECT_EQ(outcome.error, "");
        const std::vector<double> times = times_of("out.mp4");
        ASSERT_EQ(times.size(), 25 * joined.parts.size());
        for (std::size_t i = 1; i < times.size(); ++i) ASSERT_NEAR(times[i] - times[i - 1], 0.04, 1e-4) << i;
        std::istringstream lines(probed("out.mp4", "packet=pts_time", "a"));
        std::vector<double> sound;
        for (double time = 0; lines >> time;) sound.push_back(time);
        ASSERT_EQ(sound.size(), sounds);
        EXPECT_TRUE(std::is_sorted(sound.begin(), sound.end()));
        EXPECT_NEAR(sound.back(), times.back(), 0.06);
    }
}

TEST_F(FilmTimes, OfAFilmWhoseSizeChangesAreAllThereAndItIsSaidOnce) {
    make("-f lavfi -i testsrc=s=64x48:r=25:d=0.4 -c:v libx264 -pix_fmt yuv420p", "small.ts");
    make("-f lavfi -i testsrc=s=128x96:r=25:d=0.4 -c:v libx264 -pix_fmt yuv420p", "large.ts");
    write("in.ts", read("small.ts") + read("large.ts") + read("small.ts"));
    EXPECT_EQ(
        filter("in.ts", "out.mkv").error,
        fmt::format("sweep: note: from 0.40 s on '{}' has frames of 128 x 96: they are fitted into 64 x 48\n",
                    path("in.ts")));
    EXPECT_EQ(times_of("out.mkv").size(), 30u);
}

TEST_F(FilmTimes, WhatIsLostIsSaid) {
    struct Lost {
        const char *in, *arguments, *out, *said;
    };
    const std::string picture = "-f lavfi -i testsrc=s=64x48:r=25:d=0.2 ";
    for (const Lost& lost :
         {Lost{"in.mp4", "-f lavfi -i sine=d=0.2 -c:a aac", "out.webm", "sound is dropped"},
          {"in.mp4", "-f lavfi -i sine=d=0.2 -c:a aac", "out.gif", "sound is dropped"},
          {"in.mkv", "-c:v ffv1 -pix_fmt yuv420p10le", "out.gif", "samples of 10 bits become 8 bits"},
          {"in.mkv", "-vf format=bgra,lut=a=128 -c:v ffv1", "out.mp4", "alpha is dropped"},
          {"in.webm", "-vf format=yuva420p,lut=a=128 -c:v libvpx-vp9", "out.mp4", "alpha is dropped"},
          {"in.mov", "-c:v mpeg2video -pix_fmt yuv420p -flags +ilme+ildct -field_order tt", "out.mp4",
           "interlaced frames are filtered whole"}}) {
        SCOPED_TRACE(lost.said);
        make(picture + lost.arguments, lost.in);
        const std::string error = filter(lost.in, lost.out).error;
        expect_contains(error, std::string("sweep: note: ") + lost.said);
        const bool is_gif = lost.out == std::string("out.gif");
        if (is_gif) expect_contains(error, "sweep: note: colours become the 256 of a fixed palette in");
        EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), is_gif ? 2 : 1) << error;
    }
    for (const char* planes : {"yuv420p", "bgra", "yuva420p"}) {
        make(picture + "-c:v ffv1 -pix_fmt " + planes, "in.mkv");
        EXPECT_EQ(filter("in.mkv", "out.mp4").error, "") << planes;
    }
}

}  // namespace
}  // namespace sweep::test
