// Animated pictures, read as films.
#include "films/writer.h"
#include "tests/films/made_film.h"
#include "tests/support/gif_bytes.h"

namespace sweep::test {
namespace {

class AnimatedFilm : public ScratchTest {
  protected:
    void SetUp() override {
        if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
    }
    // The frames of a GIF as another animation.
    std::string copy(const std::string& gif, const std::string& name) const {
        const auto from = open_film(gif);
        std::unique_ptr<FilmWriter> to;
        Image frame;
        while (from->advance()) {
            if (!to)
                to = open_film_writer({path(name), false, from->width(), from->height(), from->facts().rate,
                                       from->facts().tick, false, "", 0, from->samples()});
            from->convert(frame);
            const Image rgb = frame_for(*to, frame);
            to->add(rgb.view(), from->ticks(), from->lasts());
        }
        to->finish();
        return path(name);
    }
    static Image frame_for(const FilmWriter& writer, const Image& rgba) {
        Image frame({rgba.shape().width, rgba.shape().height, writer.takes().channels}, Sample::u8);
        for (std::size_t i = 0; i < rgba.shape().pixels(); ++i)
            std::copy_n(rgba.data<std::uint8_t>() + 4 * i, frame.shape().channels,
                        frame.data<std::uint8_t>() + std::size_t(frame.shape().channels) * i);
        return frame;
    }
    static bool is_white(FilmReader& film) {
        Image frame;
        film.convert(frame);
        return frame.data<std::uint8_t>()[0] > 128;
    }
};

// Black, white and black, for 0.1, 0.4 and 0.2 s.
TEST_F(AnimatedFilm, IsSearchedAsOftenAsOneLikes) {
    const std::string gif = write("a.gif", gif_of({10, 40, 20}));
    for (const std::string& file : {gif, copy(gif, "a.png"), copy(gif, "a.webp")}) {
        SCOPED_TRACE(file);
        const auto film = open_film(file);
        ASSERT_TRUE(film->facts().can_seek);
        for (int round = 0; round < 2; ++round) {
            for (const auto& [to, at, white] : {std::tuple{0.3, 0.1, true},
                                                {0.05, 0.0, false},
                                                {0.6, 0.5, false},
                                                {9.0, 0.5, false},
                                                {0.0, 0.0, false}}) {
                ASSERT_TRUE(film->seek(to));
                EXPECT_NEAR(film->seconds(), at, 1e-3) << to;
                EXPECT_EQ(is_white(*film), white) << to;
            }
            ASSERT_TRUE(film->advance());
            EXPECT_NEAR(film->seconds(), 0.1, 1e-3);
            EXPECT_TRUE(is_white(*film));
            ASSERT_TRUE(film->advance());
            EXPECT_FALSE(film->advance());
        }
    }
}

}  // namespace
}  // namespace sweep::test
