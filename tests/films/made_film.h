// Films that tests make: by ffmpeg's generators, or of planes of known numbers.
#pragma once

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "films/film.h"
#include "tests/support/refusal.h"
#include "tests/support/required.h"
#include "tests/support/scratch.h"

namespace sweep::test {

// Whether the program ffmpeg, which makes the films, is here.
inline bool has_ffmpeg() {
    return std::system("ffmpeg -version > /dev/null 2>&1") == 0;
}

// Runs ffmpeg with these arguments and the name of a new file.
inline void run_ffmpeg(const std::string& arguments, const std::string& file) {
    const std::string command =
        "ffmpeg -nostdin -hide_banner -loglevel error -y " + arguments + " '" + file + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

// A fixture whose tests need films that ffmpeg makes.
template <class Fixture>
class WithFilms : public Fixture {
  protected:
    void SetUp() override {
        if (!has_films()) SKIP_WITHOUT("films", "this build has no films");
        if (!has_ffmpeg()) SKIP_WITHOUT("films", "the program ffmpeg, which makes the films, was not found");
    }

    // Runs ffmpeg with these arguments and the name of a new file, which is returned.
    std::string make(const std::string& arguments, const std::string& name) const {
        run_ffmpeg(arguments, this->path(name));
        return this->path(name);
    }
};

class FilmTest : public WithFilms<ScratchTest> {
  protected:
    // A film of so many frames in which every frame is one grey, 3 more than the frame before it, from 20 on.
    std::string make_counted(const std::string& name, int frames, int rate,
                             const std::string& encoder) const {
        return make("-f lavfi -i \"color=gray:s=64x48:r=" + std::to_string(rate) +
                        ",format=gray,geq=lum='20+3*N'\" -frames:v " + std::to_string(frames) + " " + encoder,
                    name);
    }
    // A film of 64 x 64 pixels, a frame for each of these colours, which are what the planes hold.
    std::string make_plain(const std::string& name, const std::vector<std::array<int, 3>>& colours,
                           const std::string& planes, const std::string& states) const {
        const std::size_t chroma = planes.starts_with("yuv420") ? 32 * 32 : 64 * 64;
        std::string bytes;
        for (const auto& yuv : colours)
            bytes += std::string(64 * 64, char(yuv[0])) + std::string(chroma, char(yuv[1])) +
                     std::string(chroma, char(yuv[2]));
        write(name + ".raw", bytes);
        return make("-f rawvideo -pix_fmt " + planes + " -s 64x64 -i '" + path(name + ".raw") +
                        "' -c:v ffv1 " + states,
                    name);
    }
};

inline std::unique_ptr<FilmReader> open_film(const std::string& file) {
    return sweep::open_film({FilmKind::file, file}, {}, false);
}

// The number of a frame of make_counted(), from its grey.
inline int number_of(FilmReader& film) {
    Image image;
    film.convert(image);
    const std::uint8_t* middle =
        image.view().row<std::uint8_t>(image.shape().height / 2) + 4 * (image.shape().width / 2);
    return int(std::lround((middle[1] - 20) / 3.0));
}

}  // namespace sweep::test
