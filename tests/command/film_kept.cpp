// sweep filter of a film keeps what the file has beside its frames and its sound; what is not kept is said. The films
// are ffmpeg's, and ffprobe reads the results.
#include <array>

#include "tests/films/made_film.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

class FilmKept : public WithFilms<CommandLine> {
  protected:
    std::string probed(const std::string& name, const std::string& entries) {
        const std::string command = "ffprobe -v error -show_entries " + entries + " -of compact=p=0:nk=1 '" +
                                    path(name) + "' > '" + path("probed") + "'";
        EXPECT_EQ(std::system(command.c_str()), 0) << command;
        return read("probed");
    }
    // A film of a second with a title, an unusual key, two chapters and a language.
    void make_told(const std::string& name, const std::string& more_inputs = "",
                   const std::string& more = "") {
        write("told",
              ";FFMETADATA1\ntitle=A walk\nartist=Nobody\ncamera=Box\n"
              "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=400\ntitle=First\n"
              "[CHAPTER]\nTIMEBASE=1/1000\nSTART=400\nEND=1000\ntitle=Second\n");
        make("-f lavfi -i testsrc=s=64x48:r=25:d=1 -i '" + path("told") + "' " + more_inputs +
                 " -map 0 -map_metadata 1 -map_chapters 1 -c:v:0 libx264 -pix_fmt:v:0 yuv420p "
                 "-metadata:s:v:0 language=deu " +
                 more,
             name);
    }
    std::string make_cover() { return make("-f lavfi -i color=red:s=40x40 -frames:v 1", "cover.png"); }
    std::string filter(const std::string& in, const std::string& out) {
        const Outcome outcome = run({"filter", path(in), path(out), "--filter", "none"});
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.error;
    }
};

TEST_F(FilmKept, ChaptersTitlesAndLanguagesStay) {
    make_told("in.mkv");
    for (const char* out : {"out.mkv", "out.webm", "out.mp4", "out.mov"}) {
        SCOPED_TRACE(out);
        const std::string error = filter("in.mkv", out);
        const std::string all = probed(out, "chapter=start_time,end_time:chapter_tags=title");
        expect_contains(all, "0.000000|0.400000|First");
        expect_contains(all, "0.400000|1.000000|Second");
        expect_contains(probed(out, "format_tags=title"), "A walk");
        expect_contains(probed(out, "format_tags=artist"), "Nobody");
        expect_contains(probed(out, "stream_tags=language"), out == std::string("out.mov") ? "ger" : "deu");
        if (out == std::string("out.mp4") || out == std::string("out.mov"))
            expect_contains(error, "metadata (camera) is dropped");
        else
            EXPECT_EQ(error, "");
    }
    const std::string error = filter("in.mkv", "out.gif");
    expect_contains(error, "chapters are dropped in");
    expect_contains(error, "is dropped in");
}

// A film that begins in the middle of another one has its chapters where its frames are.
TEST_F(FilmKept, ChaptersCountFromTheFirstFrame) {
    make_told("whole.mkv");
    make("-i '" + path("whole.mkv") + "' -map 0 -map_chapters -1 -c copy -output_ts_offset 7", "late.mkv");
    write("told", ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=7400\nEND=7900\ntitle=Late\n");
    make("-copyts -i '" + path("late.mkv") + "' -i '" + path("told") +
             "' -map 0 -map_chapters 1 -c copy -avoid_negative_ts disabled",
         "in.mkv");
    ASSERT_TRUE(probed("in.mkv", "format=start_time").starts_with("7."));
    expect_contains(probed("in.mkv", "chapter=start_time,end_time"), "7.400000|7.900000");
    filter("in.mkv", "out.mkv");
    expect_contains(probed("out.mkv", "chapter=start_time,end_time"), "0.400000|0.900000");
}

TEST_F(FilmKept, CoversAndFontsStay) {
    const std::string cover = make_cover();
    write("a.ttf", "a font");
    make_told("in.mkv", "",
              "-attach '" + path("a.ttf") + "' -metadata:s:1 mimetype=application/x-truetype-font -attach '" +
                  cover + "' -metadata:s:2 mimetype=image/png -metadata:s:2 filename=cover.png");
    make_told("in.mp4", "-i '" + cover + "'", "-map 2 -c:v:1 copy -disposition:v:1 attached_pic");
    const std::string entries = "stream=codec_name:stream_disposition=attached_pic";
    for (const char* in : {"in.mkv", "in.mp4"})
        for (const char* out : {"out.mkv", "out.mp4"}) {
            SCOPED_TRACE(fmt::format("{} {}", in, out));
            const std::string error = filter(in, out);
            expect_contains(probed(out, entries), "png|1");
            make("-i '" + path(out) + "' -map 0:v:1 -c copy", "kept.png");
            EXPECT_EQ(read("kept.png"), read("cover.png"));
            if (in == std::string("in.mkv") && out == std::string("out.mp4"))
                expect_contains(error, "attached files are dropped");
            else if (in == std::string("in.mkv"))
                expect_contains(probed(out, "stream_tags=filename"), "a.ttf");
        }
    for (const char* out : {"out.mov", "out.webm"})
        expect_contains(filter("in.mp4", out), "a cover is dropped");
}

// Music with a cover has no picture that moves.
TEST_F(FilmKept, ACoverAloneIsNoFilm) {
    make("-f lavfi -i sine=d=2 -i '" + make_cover() +
             "' -map 0 -map 1 -c:a aac -c:v copy -disposition:v attached_pic",
         "in.mp4");
    expect_contains(refused(6, {"filter", path("in.mp4"), path("out.mp4")}), "it has no moving pictures");
}

// Everything but the languages, and where chapters begin.
TEST_F(FilmKept, NothingThatTellsOfTheFilmStaysWhereItIsStripped) {
    const std::string cover = make_cover();
    write("a.ttf", "a secret font");
    write("told",
          ";FFMETADATA1\ntitle=A secret walk\nlocation=+48.1000+011.5000/\ncomment=secret\n"
          "creation_time=2020-01-02T03:04:05Z\n"
          "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=secret place\n");
    const std::string told =
        "-f lavfi -i testsrc=s=64x48:r=25:d=0.5 -f lavfi -i sine=d=0.5 -i '" + path("told") +
        "' -map 0 -map 1 -map_metadata 2 -map_chapters 2 -c:v:0 libx264 -pix_fmt:v:0 yuv420p -metadata:s:v:0 "
        "handler_name=secret -metadata:s:a:0 title=secret -metadata:s:a:0 handler_name=secret -metadata:s:a:0 "
        "language=deu ";
    make(told + "-c:a aac -attach '" + path("a.ttf") +
             "' -metadata:s:2 mimetype=application/x-truetype-font -attach '" + cover +
             "' -metadata:s:3 mimetype=image/png -metadata:s:3 filename=secret.png",
         "in.mkv");
    make(told + "-c:a aac", "in.mp4");
    make(told + "-c:a aac", "in.mov");
    for (const auto& [in, out] : {std::pair{"in.mkv", "out.mkv"},
                                  {"in.mkv", "out.mp4"},
                                  {"in.mp4", "out.mkv"},
                                  {"in.mp4", "out.mov"},
                                  {"in.mov", "out.mp4"}}) {
        SCOPED_TRACE(fmt::format("{} {}", in, out));
        const Outcome outcome = run({"filter", path(in), path(out), "--filter", "none", "--strip"});
        EXPECT_EQ(outcome.code, 0);
        EXPECT_EQ(outcome.error, "");
        const std::string bytes = read(out);
        for (const char* word : {"secret", "+48.1", "2020", "ttf"})
            EXPECT_EQ(bytes.find(word), std::string::npos) << word;
        expect_contains(probed(out, "stream=codec_type"), "audio");
        EXPECT_EQ(probed(out, "format_tags=creation_time").find_first_not_of(" \n"), std::string::npos);
        expect_contains(probed(out, "chapter=start_time"), "0.000000");
        if (in != std::string("in.mov"))
            expect_contains(probed(out, "stream_tags=language"),
                            out == std::string("out.mov") ? "ger" : "deu");
    }
}

// What is said twice, in a language and in none, is there once, and what is not there is said once.
TEST_F(FilmKept, WhatIsNotThereIsSaidInTrueWords) {
    make(
        "-f lavfi -i testsrc=s=64x48:r=25:d=0.2 -c:v libx264 -pix_fmt yuv420p -metadata location=+48.1+011.5/ "
        "-metadata title=A",
        "in.mp4");
    for (const char* out : {"out.mp4", "out.mov", "out.mkv"}) {
        SCOPED_TRACE(out);
        EXPECT_EQ(filter("in.mp4", out), "");
        expect_contains(probed(out, "format_tags=title"), "A");
        expect_contains(probed(out, "format_tags=location"), "+48.1");
    }
    make(
        "-f lavfi -i testsrc=s=64x48:r=25:d=0.2 -c:v libx264 -pix_fmt yuv420p -metadata author=A -metadata make=B "
        "-metadata composer=C -metadata artist=D -metadata:s:v:0 camera=E",
        "in.mkv");
    expect_contains(filter("in.mkv", "out.mp4"), "metadata (author, make, camera) is dropped");
    expect_contains(filter("in.mkv", "out.mov"), "metadata (composer, camera) is dropped");
}

// The display matrix of the file's track: four turns, each as it is and mirrored.
TEST_F(FilmKept, FilmsAreUprightWhereTheFileTurnsOrMirrorsThem) {
    make(
        "-f lavfi -i color=black:s=64x32:r=25:d=0.2 -vf drawbox=x=0:y=0:w=32:h=16:color=white:t=fill "
        "-c:v libx264 -pix_fmt yuv420p",
        "in.mp4");
    const std::string plain = read("in.mp4");
    const std::size_t header = plain.find("tkhd");
    ASSERT_NE(header, std::string::npos);
    const std::size_t matrix = header + 4 + 40;
    struct Turned {
        std::array<int, 4> abcd;
        bool is_right, is_low;  // where the white corner is seen
    };
    for (const Turned& turned : {Turned{{1, 0, 0, 1}, false, false},
                                 {{0, 1, -1, 0}, true, false},
                                 {{-1, 0, 0, -1}, true, true},
                                 {{0, -1, 1, 0}, false, true},
                                 {{-1, 0, 0, 1}, true, false},
                                 {{1, 0, 0, -1}, false, true},
                                 {{0, 1, 1, 0}, false, false},
                                 {{0, -1, -1, 0}, true, true}}) {
        std::string film = plain;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t byte = 0; byte < 4; ++byte)
                film[matrix + 4 * (i < 2 ? i : i + 1) + byte] =
                    char(std::uint32_t(turned.abcd[i] * 65536) >> (24 - 8 * byte) & 0xff);
        write("in.mp4", film);
        SCOPED_TRACE(
            fmt::format("{} {} {} {}", turned.abcd[0], turned.abcd[1], turned.abcd[2], turned.abcd[3]));
        EXPECT_EQ(filter("in.mp4", "out.mkv"), "");
        const auto seen = open_film(path("out.mkv"));
        ASSERT_TRUE(seen->advance());
        Image image;
        seen->convert(image);
        const int width = image.shape().width, height = image.shape().height;
        EXPECT_EQ(width, turned.abcd[0] ? 64 : 32);
        for (const bool is_right : {false, true})
            for (const bool is_low : {false, true}) {
                const int y = is_low ? 3 * height / 4 : height / 4, x = is_right ? 3 * width / 4 : width / 4;
                const int grey = image.view().row<std::uint8_t>(y)[4 * x];
                const bool is_white = is_right == turned.is_right && is_low == turned.is_low;
                EXPECT_NEAR(grey, is_white ? 255 : 0, 20) << is_right << is_low;
            }
    }
}

}  // namespace
}  // namespace sweep::test
