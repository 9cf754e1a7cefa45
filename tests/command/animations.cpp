// sweep filter of animated pictures, as a process.
#include "files/metadata/metadata.h"
#include "files/stack/animation.h"
#include "films/film.h"
#include "tests/films/made_film.h"
#include "tests/support/command_line.h"
#include "tests/support/gif_bytes.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class Animations : public CommandLine {
  protected:
    void SetUp() override {
        CommandLine::SetUp();
        if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
    }
};

TEST_F(Animations, OnStandardOutputAreTheBytesOfAFile) {
    write("a.gif", gif_of({10, 10, 10}));
    ASSERT_EQ(run({"filter", path("a.gif"), path("b.png"), "--sigma", "1"}).code, 0);
    const Outcome outcome = run({"filter", path("a.gif"), "-", "--format", "png", "--sigma", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(outcome.out, read("b.png"));
    expect_contains(outcome.error, "/dev/stdout.png: 2 x 2, 3 frames");
}

// Two frames have no mean rate that libavformat knows.
TEST_F(Animations, OfTwoFramesGoWhereverTheirTimesFit) {
    write("a.gif", gif_of({50, 50}));
    for (const auto& [in, out] : {std::pair{"a.gif", "b.gif"}, {"a.gif", "a.png"}, {"a.png", "b.mkv"}}) {
        const Outcome outcome = run({"filter", path(in), path(out), "--filter", "none"});
        EXPECT_EQ(outcome.code, 0) << in << " " << out << outcome.error;
        expect_contains(outcome.out, "2 x 2, 2 frames");
    }
}

TEST_F(Animations, OfManyFilesAndOfAPipeHaveOneFrameAndTheNoteSaysWhenAll) {
    write("a.gif", gif_of({10, 10, 10}));
    const Outcome many = run({"filter", path("a.gif"), path("a.gif"), "--out", path("{index}.png")});
    expect_contains(many.error, "a.gif': frame 1 of 3 is filtered: for all, filter it alone and by its name");
    EXPECT_EQ(count_frames(path("1.png")), 1);
    const std::string command = "cat '" + path("a.gif") + "' | '" SWEEP_PROGRAM "' filter - '" +
                                path("b.png") + "' 2> '" + path("stderr") + "' > '" + path("stdout") + "'";
    EXPECT_EQ(std::system(command.c_str()), 0);
    expect_contains(read("stderr"), "frame 1 of 3 is filtered: for all, filter it alone and by its name");
    EXPECT_EQ(run({"filter", path("a.gif"), path("b.png")}).error, "");
    EXPECT_EQ(count_frames(path("b.png")), 3);
}

// Of a HEIC or an AVIF all frames go, as those of a GIF do.
TEST_F(Animations, OfAvifGoWhole) {
    if (!has_ffmpeg() || std::system("ffmpeg -hide_banner -encoders 2>&1 | grep -q libaom-av1") != 0)
        SKIP_WITHOUT("films", "no ffmpeg is here that writes AVIF");
    run_ffmpeg("-f lavfi -i testsrc=size=32x24:rate=5 -frames:v 3 -c:v libaom-av1 -cpu-used 8",
               path("a.avif"));
    EXPECT_EQ(count_frames(path("a.avif")), 3);
    for (const char* out : {"b.webp", "b.png", "b.mkv"}) {
        const Outcome outcome = run({"filter", path("a.avif"), path(out), "--filter", "none"});
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_EQ(outcome.error, "") << out;
        expect_contains(outcome.out, "32 x 24, 3 frames");
    }
    expect_contains(run({"filter", path("a.avif"), path("b.jpg")}).error,
                    "a.avif': frame 1 of 3 is filtered: .webp, .png, .gif, .mp4 or .mkv takes all");
    // Whatever the bytes are.
    const std::string whole = read("a.avif");
    for (std::size_t length = 0; length < whole.size(); length += 13) {
        write("c.avif", whole.substr(0, length));
        EXPECT_LE(count_frames(path("c.avif")), 3) << length;
    }
}

// Colours that EXIF names are followed in every frame; those that nobody names are not called sRGB.
TEST_F(Animations, ColoursAreCalledWhatTheyAre) {
    write("a.gif", gif_of({10, 10, 10}));
    ASSERT_EQ(run({"filter", path("a.gif"), path("a.png"), "--filter", "none"}).code, 0);
    std::string png = read("a.png");
    for (const char* name : {"sRGB", "gAMA", "cHRM", "cICP"})
        if (const std::size_t at = png.find(name); at != std::string::npos)
            png.erase(at - 4, 12 + std::size_t(std::uint8_t(png[at - 1])));
    for (const auto& [index, space] : {std::pair{"R03", 1u}, {"R98", 65535u}}) {
        std::vector<std::uint8_t> bytes(png.begin(), png.end());
        Metadata data;
        data.camera = {tag_of(tag::colour_space, 65535, TagType::word, false)};
        data.interop = {tag_of(1, index)};
        attach(data, {{2, 2, 3}}, bytes);
        write("b.png", std::string(bytes.begin(), bytes.end()));
        const Outcome outcome = run({"filter", path("b.png"), path("c.png"), "--filter", "none"});
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_EQ(outcome.error.find("its colours became those of sRGB") != std::string::npos, space == 1);
        const Metadata made = read_metadata(path("c.png"));
        const TiffTag* const there = find(made.camera, tag::colour_space);
        ASSERT_TRUE(there);
        EXPECT_EQ(first_number(*there, made.big_endian), space);
        EXPECT_EQ(count_frames(path("c.png")), 3);
    }
}

TEST_F(Animations, CutShortAreRefusedAndWhatWasThereStays) {
    const std::string gif = gif_of({10, 10, 10});
    write("a.gif", gif);
    ASSERT_EQ(run({"filter", path("a.gif"), path("a.png"), "--filter", "none"}).code, 0);
    const std::string png = read("a.png");
    write("out.webp", "what was here before");
    for (const std::string& name :
         {write("b.gif", gif.substr(0, gif.size() - 4)), write("b.png", png.substr(0, png.size() - 13))})
        for (const char* out : {"out.webp", "new.mkv"})
            expect_contains(refused(6, {"filter", name, path(out)}), name + "': it is cut short");
    EXPECT_EQ(read("out.webp"), "what was here before");
    EXPECT_FALSE(std::filesystem::exists(path("new.mkv")));
    // Many GIFs have no mark of their end.
    write("b.gif", gif.substr(0, gif.size() - 1));
    EXPECT_EQ(run({"filter", path("b.gif"), path("new.mkv")}).code, 0);
}

TEST_F(Animations, OfManyBitsKeepThemInAPng) {
    if (!has_ffmpeg()) SKIP_WITHOUT("films", "the program ffmpeg, which makes the film, was not found");
    for (const char* planes : {"gray16be", "rgba64be"}) {
        SCOPED_TRACE(planes);
        run_ffmpeg(fmt::format("-f lavfi -i \"color=gray:s=8x8:r=5,format=gray16be,geq=lum='10001*(N+1)'\" "
                               "-frames:v 4 -pix_fmt {} -f apng",
                               planes),
                   path("a.png"));
        const Outcome outcome = run({"filter", path("a.png"), path("b.png"), "--filter", "none"});
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_EQ(outcome.error, "");
        for (const char* name : {"a.png", "b.png"})
            run_ffmpeg(fmt::format("-i '{}' -f rawvideo -pix_fmt rgba64le", path(name)),
                       path(name + std::string(".raw")));
        EXPECT_EQ(read("b.png.raw"), read("a.png.raw"));
    }
}

}  // namespace
}  // namespace sweep::test
