// sweep filter of a film: each frame becomes what a picture of it becomes.
#include "films/film.h"

#include "films/writer.h"
#include "tests/support/command_line.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class FilmCommand : public CommandLine {
  protected:
    static constexpr int width = 96, height = 64, frames = 12;

    void SetUp() override {
        if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
    }
    // Bright squares that move over grey.
    std::string make_film(const std::string& name) {
        const auto writer = open_film_writer({path(name), false, width, height, 25});
        for (int i = 0; i < frames; ++i) {
            Image frame({width, height, 3}, Sample::u8);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < 3 * width; ++x)
                    frame.view().row<std::uint8_t>(y)[x] =
                        std::uint8_t((x / 3 + 2 * i) / 16 % 2 == y / 16 % 2 ? 60 : 220 - 30 * (x % 3));
            writer->add(frame.view());
        }
        writer->finish();
        return path(name);
    }
};

TEST_F(FilmCommand, EachFrameBecomesWhatAPictureOfItBecomes) {
    for (const auto& [name, options] :
         {std::pair{"out.mp4", Arguments{"--sigma=3"}}, {"out.webm", {"--sigma=3", "--derive=unsharp:2"}}}) {
        SCOPED_TRACE(name);
        Arguments arguments{"filter", make_film("in.mkv"), path(name)};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        expect_contains(outcome.out,
                        fmt::format("{}: {} x {}, {} frames, gaussian", path(name), width, height, frames));
        const auto before = open_film({FilmKind::file, path("in.mkv")}),
                   after = open_film({FilmKind::file, path(name)});
        Image in, out;
        for (int i = 0; i < frames; ++i) {
            SCOPED_TRACE(i);
            ASSERT_TRUE(before->advance() && after->advance());
            EXPECT_NEAR(before->seconds(), after->seconds(), 2e-3);
            before->convert(in);
            after->convert(out);
            save("in.png", in);
            const Image expected = filtered("in.png", options, "out.png");
            double sum = 0;
            for (std::size_t k = 0; k < expected.shape().samples(); ++k)
                sum +=
                    std::abs(double(expected.data<std::uint8_t>()[k]) - double(out.data<std::uint8_t>()[k]));
            EXPECT_LT(sum / double(expected.shape().samples()), 3);  // what the encoder loses
        }
        EXPECT_FALSE(after->advance());
    }
}

TEST_F(FilmCommand, WhatIsNotOfFilmsIsRefusedAndLeavesWhatWasThere) {
    const std::string film = make_film("in.mp4");
    write("out.mp4", "what was here before");
    expect_contains(refused(2, {"filter", film, path("out.png")}), "is no film");
    expect_contains(refused(2, {"filter", film, path("out.mp4"), "--filter", "sat"}),
                    "does not fit into a film");
    for (const char* option : {"--timings", "--trace", "--dump-stages"})
        expect_contains(refused(2, {"filter", film, path("out.mp4"), option, path("x")}), "is for pictures");
    expect_contains(refused(2, {"filter", film, path("out.mp4"), "--check"}), "is for pictures");
    expect_contains(refused(2, {"filter", film, path("out.mp4"), "--size", "96x64"}), "is for pictures");
    for (const char* axes : {"z", "z,x", "x,y,z"})
        expect_contains(refused(2, {"filter", film, path("out.mp4"), "--axes", axes}),
                        "leave z out of --axes");
    expect_contains(refused(2, {"filter", film, film}), "are the same file");
    save("a.png", noise({9, 7, 3}, Sample::u8));
    for (const char* out : {"b.mp4", "b.gif"})
        expect_contains(refused(7, {"filter", path("a.png"), path(out)}),
                        "a.png' is one picture: use one of .png");
    expect_contains(refused(6, {"filter", path("missing.mp4"), path("out.mp4")}), "there is no such file");
    expect_contains(refused(6, {"filter", write("broken.mp4", "no film"), path("out.mp4")}),
                    "no film that can be read");
    expect_contains(refused(7, {"filter", film, path("none/out.mp4")}), "make it first");
    EXPECT_EQ(read("out.mp4"), "what was here before");
}

}  // namespace
}  // namespace sweep::test
