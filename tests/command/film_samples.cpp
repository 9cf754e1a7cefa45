// sweep filter of a film keeps what its samples are: depth, alpha, chroma, range, colours and what is said of a high
// dynamic range. The films are ffmpeg's, and ffprobe reads the results.
#include "films/writer.h"
#include "tests/films/made_film.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

class FilmSamplesKept : public WithFilms<CommandLine> {
  protected:
    static constexpr const char* picture = "-f lavfi -i testsrc2=s=64x48:r=25:d=0.12 ";

    std::string said_by(const std::string& command) {
        EXPECT_EQ(std::system((command + " > '" + path("said") + "'").c_str()), 0) << command;
        return read("said");
    }
    std::string probed(const std::string& name, const std::string& entries) {
        return said_by("ffprobe -v error -select_streams v -show_entries " + entries +
                       " -of compact=p=0:nk=1 '" + path(name) + "'");
    }
    std::string samples_of(const std::string& name) {
        return probed(name,
                      "stream=codec_name,pix_fmt,color_range,color_space,color_transfer,color_primaries");
    }
    // The sums of the decoded frames.
    std::string frames_of(const std::string& name, const std::string& decoder = "") {
        return said_by("ffmpeg -nostdin -loglevel error " + decoder + " -i '" + path(name) +
                       "' -f framehash -hash md5 - | grep -v '^#' | sed 's/.*, *//'");
    }
    std::string filter(const std::string& in, const std::string& out,
                       const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{"filter", path(in), path(out), "--filter", "none"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.error;
    }
};

TEST_F(FilmSamplesKept, DepthChromaRangeAndColoursStay) {
    struct Kept {
        const char *arguments, *in, *out, *samples;
    };
    for (
        const Kept& kept :
        {Kept{
             "-c:v ffv1 -pix_fmt yuv422p10le -colorspace bt2020nc -color_primaries bt2020 -color_trc bt2020-10 "
             "-color_range tv",
             "in.mkv", "out.mkv", "ffv1|yuv422p10le|tv|bt2020nc|bt2020-10|bt2020"},
         {"-c:v ffv1 -pix_fmt yuv422p10le", "in.mkv", "out.mp4",
          "hevc|yuv422p10le|tv|smpte170m|unknown|unknown"},
         {"-c:v ffv1 -pix_fmt yuv422p10le", "in.mkv", "out.webm",
          "vp9|yuv422p10le|tv|smpte170m|unknown|unknown"},
         {"-c:v libx264 -pix_fmt yuv444p -color_range pc", "in.mp4", "out.mp4",
          "h264|yuvj444p|pc|smpte170m|unknown|unknown"},
         {"-c:v libx264 -pix_fmt yuv420p -colorspace bt470bg -color_primaries bt470bg -color_trc gamma28",
          "in.mp4", "out.mov", "h264|yuv420p|tv|bt470bg|bt470bg|bt470bg"},
         {"-c:v prores_ks -profile:v 2 -pix_fmt yuv422p10le", "in.mov", "out.mov",
          "prores|yuv422p10le|tv|smpte170m|unknown|unknown"}}) {
        SCOPED_TRACE(std::string(kept.arguments) + " " + kept.out);
        make(picture + std::string(kept.arguments), kept.in);
        EXPECT_EQ(filter(kept.in, kept.out), "");
        EXPECT_EQ(samples_of(kept.out), std::string(kept.samples) + "\n");
    }
}

TEST_F(FilmSamplesKept, SamplesWithoutLossStayToTheLastBit) {
    for (const char* planes : {"gray16le", "gray10le", "gbrp12le", "gbrp16le", "gbrap16le", "gray"}) {
        SCOPED_TRACE(planes);
        make(picture + std::string("-c:v ffv1 -pix_fmt ") + planes, "in.mkv");
        EXPECT_EQ(filter("in.mkv", "out.mkv"), "");
        expect_contains(samples_of("out.mkv"), std::string("ffv1|") + planes + "|pc|");
        EXPECT_EQ(frames_of("out.mkv"), frames_of("in.mkv"));
    }
}

// Films that are filtered several times neither darken, nor do their colours move. Bytes: what the planes of FFV1 hold.
TEST_F(FilmSamplesKept, SamplesOfFilmsDoNotDrift) {
    const auto bytes = [&](const std::string& name) {
        make("-i '" + path(name) + "' -frames:v 1 -f rawvideo", "planes");
        return read("planes");
    };
    for (const auto& [planes, range] : {std::pair{"yuv420p", "tv"},
                                        {"yuv420p", "pc"},
                                        {"yuv422p", "tv"},
                                        {"yuv444p", "pc"},
                                        {"yuv420p10le", "tv"}}) {
        SCOPED_TRACE(fmt::format("{} {}", planes, range));
        // A bar of one colour in another one, which would be seen to move.
        make(fmt::format("-f lavfi -i \"color=0x405f6b:s=64x48:r=25:d=0.04,format=yuv444p,"
                         "geq=lum='lum(X,Y)':cb='128+40*gt(abs(Y-20),9)':cr=100\" -vf format={} -c:v ffv1 "
                         "-color_range {}",
                         planes, range),
             "0.mkv");
        for (int pass = 0; pass < 2; ++pass)
            EXPECT_EQ(filter(fmt::format("{}.mkv", pass), fmt::format("{}.mkv", pass + 1)), "");
        EXPECT_EQ(bytes("2.mkv"), bytes("0.mkv"));
    }
}

TEST_F(FilmSamplesKept, GreyOfAMatrixAndAlphaDoNotDrift) {
    const auto bytes = [&](const std::string& name) {
        make("-i '" + path(name) + "' -frames:v 1 -f rawvideo", "planes");
        return read("planes");
    };
    for (const char* film :
         {"format=gray,geq=lum='16+X*219/63' -pix_fmt gray -color_range tv -colorspace bt709",
          "format=yuva420p,geq=lum=120:cb=120:cr=120:a='X*4' -pix_fmt yuva420p",
          "format=yuva444p10le,geq=lum=512:cb=512:cr=512:a='X*16' -pix_fmt yuva444p10le"}) {
        SCOPED_TRACE(film);
        make(fmt::format("-f lavfi -i color=white:s=64x48:r=25:d=0.04 -c:v ffv1 -vf {}", film), "0.mkv");
        for (int pass = 0; pass < 2; ++pass)
            filter(fmt::format("{}.mkv", pass), fmt::format("{}.mkv", pass + 1));
        EXPECT_TRUE(bytes("2.mkv") == bytes("0.mkv"));
    }
}

// Behind the picture of an AVIF comes its alpha, a grey picture that may take more bytes.
TEST_F(FilmSamplesKept, OfPicturesOfOneSizeTheFirstIsTaken) {
    make(
        "-f lavfi -i color=red:s=64x48:r=25:d=0.2 -f lavfi -i testsrc=s=64x48:r=25:d=0.2 -map 0 -map 1 -c:v ffv1 "
        "-disposition:0 0 -disposition:1 default",
        "in.mkv");
    filter("in.mkv", "out.mkv");
    EXPECT_EQ(said_by("ffmpeg -nostdin -loglevel error -i '" + path("out.mkv") +
                      "' -frames:v 1 -vf scale=1:1 -f rawvideo -pix_fmt rgb24 -")
                  .substr(0, 1),
              said_by("ffmpeg -nostdin -loglevel error -i '" + path("in.mkv") +
                      "' -map 0:0 -frames:v 1 -vf scale=1:1 -f rawvideo -pix_fmt rgb24 -")
                  .substr(0, 1));
}

TEST_F(FilmSamplesKept, AlphaStaysWhereTheFormatHasIt) {
    const std::string half = "-f lavfi -i color=red@0.5:s=64x48:r=25:d=0.12,format=rgba ";
    make(half + "-c:v prores_ks -pix_fmt yuva444p10le -profile:v 4444", "in.mov");
    make(half + "-c:v libvpx-vp9 -pix_fmt yuva420p", "in.webm");
    for (const char* in : {"in.mov", "in.webm"})
        for (const auto& [out, decoder] :
             {std::pair{"out.mov", ""}, {"out.webm", "-c:v libvpx-vp9"}, {"out.mkv", ""}}) {
            SCOPED_TRACE(fmt::format("{} {}", in, out));
            EXPECT_EQ(filter(in, out).find("alpha"), std::string::npos);
            const std::string alpha =
                said_by(fmt::format("ffmpeg -nostdin -loglevel error {} -i '{}' -frames:v 1 -vf "
                                    "alphaextract,scale=1:1,format=gray -f rawvideo -",
                                    decoder, path(out)));
            ASSERT_EQ(alpha.size(), 1u);
            EXPECT_NEAR(int(static_cast<unsigned char>(alpha[0])), 128, 6);  // what VP9 loses
        }
    expect_contains(filter("in.mov", "out.mp4"), "alpha is dropped in");
}

// PNGs of a palette with a colour that lets half of the light through.
TEST_F(FilmSamplesKept, AlphaOfPalettesStays) {
    make(
        "-f lavfi -i color=red@0.5:s=64x48:r=25:d=0.12,format=rgba -filter_complex "
        "\"split[a][b];[a]palettegen=reserve_transparent=0:use_alpha=1[p];[b][p]paletteuse=use_alpha=1\" "
        "-c:v png -pix_fmt pal8",
        "in.mov");
    EXPECT_EQ(filter("in.mov", "out.mov"), "");
    const std::string alpha = said_by("ffmpeg -nostdin -loglevel error -i '" + path("out.mov") +
                                      "' -frames:v 1 -vf alphaextract,scale=1:1,format=gray -f rawvideo -");
    ASSERT_EQ(alpha.size(), 1u);
    EXPECT_NEAR(int(static_cast<unsigned char>(alpha[0])), 128, 2);
    expect_contains(filter("in.mov", "out.mp4"), "alpha is dropped in");
}

// No wrong label, and no wrong colours.
TEST_F(FilmSamplesKept, AMatrixThatIsNotKnownIsRefused) {
    for (const char* matrix : {"ictcp", "ycgco", "bt2020c", "chroma-derived-nc", "smpte2085"}) {
        make(picture + std::string("-c:v ffv1 -pix_fmt yuv420p10le -colorspace ") + matrix, "in.mkv");
        expect_contains(refused(6, {"filter", path("in.mkv"), path("out.mkv"), "--filter", "none"}),
                        std::string("by the matrix ") + matrix);
    }
}

// What players need to show a sphere, or two eyes; frames of x264 say it as well.
TEST_F(FilmSamplesKept, SpheresAndTwoEyesStayWhereTheFormatHasThem) {
    make(picture + std::string("-c:v libx264 -pix_fmt yuv420p -x264-params frame-packing=3"), "eyes.mp4");
    for (const char* out : {"out.mp4", "out.mkv", "out.mov"}) {
        SCOPED_TRACE(out);
        EXPECT_EQ(filter("eyes.mp4", out), "");
        expect_contains(probed(out, "frame_side_data"), "Stereo 3D");
    }
    expect_contains(probed("out.mkv", "stream_tags=stereo_mode"), "left_right");
    EXPECT_EQ(filter("out.mkv", "out.webm"), "");
    expect_contains(probed("out.webm", "stream_side_data"), "side by side");
    expect_contains(filter("eyes.mp4", "out.gif"), "what is said of two eyes (stereo) is dropped in");
}

TEST_F(FilmSamplesKept, AHighDynamicRangeStaysWithWhatIsSaidOfIt) {
    make(picture +
             std::string("-c:v libx265 -pix_fmt yuv420p10le -x265-params 'log-level=none:colorprim=bt2020:"
                         "transfer=smpte2084:colormatrix=bt2020nc:master-display=G(13250,34500)B(7500,3000)"
                         "R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400'"),
         "in.mp4");
    for (const char* out : {"out.mp4", "out.mkv", "out.webm"}) {
        SCOPED_TRACE(out);
        EXPECT_EQ(filter("in.mp4", out), "");
        expect_contains(samples_of(out), "yuv420p10le|tv|bt2020nc|smpte2084|bt2020");
        const std::string said = probed(out, "stream_side_data");
        expect_contains(said, "Mastering display metadata");
        expect_contains(said, "Content light level metadata|1000|400");
    }
    expect_contains(filter("in.mp4", "out.gif"), "highlights are compressed");
}

TEST_F(FilmSamplesKept, CodecAndQualityAreThoseThatAreAskedFor) {
    make(picture + std::string("-c:v libx264 -pix_fmt yuv420p"), "in.mp4");
    for (const auto& [codec, out, name] : {std::tuple{"h265", "out.mp4", "hevc|yuv420p"},
                                           {"prores", "out.mov", "prores|yuv422p10le"},
                                           {"ffv1", "out.mkv", "ffv1|yuv420p"},
                                           {"av1", "out.webm", "av1|yuv420p"}}) {
        SCOPED_TRACE(codec);
        EXPECT_EQ(filter("in.mp4", out, {"--codec", codec}), "");
        expect_contains(samples_of(out), name);
    }
    for (const char* codec : {"h264", "h265", "vp9", "prores"}) {
        SCOPED_TRACE(codec);
        const auto bytes = [&](const char* quality) {
            filter("in.mp4", "out.mkv", {"--codec", codec, "--quality", quality});
            return std::filesystem::file_size(path("out.mkv"));
        };
        EXPECT_LT(bytes("20"), bytes("95"));
    }
}

TEST_F(FilmSamplesKept, WhatCannotBeIsRefusedBeforeAnythingIsWritten) {
    make(picture + std::string("-c:v libx264 -pix_fmt yuv420p"), "in.mp4");
    const auto refused_for = [&](const char* out, const std::vector<std::string>& more) {
        write(out, "what was here before");
        std::vector<std::string> arguments{"filter", path("in.mp4"), path(out)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const std::string error = refused(2, arguments);
        EXPECT_EQ(read(out), "what was here before");
        return error;
    };
    expect_contains(refused_for("out.mp4", {"--codec", "divx"}), "h264, h265, vp9, av1, ffv1, prores");
    expect_contains(refused_for("out.webm", {"--codec", "h264"}), "takes no h264: --codec vp9 or av1 is one");
    expect_contains(refused_for("out.gif", {"--codec", "vp9"}), "takes no --codec");
    expect_contains(refused_for("out.mkv", {"--codec", "ffv1", "--quality", "50"}), "leave it out");
    expect_contains(refused_for("out.mp4", {"--quality", "101"}), "--quality");
    make(picture + std::string("-frames:v 1"), "in.png");
    expect_contains(refused(2, {"filter", path("in.png"), path("out.png"), "--codec", "ffv1"}),
                    "is a picture");
}

// A still picture at the end of a recording lasts as long as it did.
TEST_F(FilmSamplesKept, TheLastFrameLastsAsLongAsItDid) {
    {
        const auto writer = open_film_writer({path("in.mp4"), false, 64, 48, 10, {1, 1000}, false});
        for (const auto& [at, lasts] : {std::pair{0, 100}, {100, 100}, {200, 2500}})
            writer->add(noise({64, 48, 3}, Sample::u8, 1).view(), at, lasts);
        writer->finish();
    }
    for (const char* out : {"out.mp4", "out.mov", "out.mkv", "out.webm", "out.gif"}) {
        SCOPED_TRACE(out);
        filter("in.mp4", out);
        EXPECT_NEAR(std::stod(probed(out, "format=duration")), 2.7, 0.02);
    }
}

}  // namespace
}  // namespace sweep::test
