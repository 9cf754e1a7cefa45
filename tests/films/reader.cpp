// Films are read as their makers made them: frames, times, colours, sizes; and what is no film is refused in one line.
#include <cmath>
#include <cstring>

#include "films/samples/hdr.h"
#include "tests/films/made_film.h"

namespace sweep::test {
namespace {

using Film = FilmTest;

const std::string x264 = "-c:v libx264 -preset ultrafast -qp 4 -g 12 -bf 2 -pix_fmt yuv420p";

TEST_F(Film, HasAllFramesAtTheirTimes) {
    for (const char* name : {"a.mp4", "a.mkv", "a.mov", "a.ts", "a.avi"}) {
        SCOPED_TRACE(name);
        const auto film = open_film(make_counted(name, 40, 25, x264));
        EXPECT_NEAR(film->facts().rate.value(), 25, 1e-6);
        EXPECT_NEAR(film->facts().seconds, 1.6, 0.1);
        int frames = 0;
        for (; film->advance(); ++frames) {
            EXPECT_EQ(number_of(*film), frames);
            EXPECT_NEAR(film->seconds(), frames / 25.0, 1e-3);
        }
        EXPECT_EQ(frames, 40);
        EXPECT_EQ(film->damaged(), 0);
        EXPECT_EQ(film->width(), 64);
        EXPECT_EQ(film->height(), 48);
    }
}

TEST_F(Film, KeepsTimesThatAreNotEven) {
    // Frames 0, 1, 4, 9, 16, 25, .. of a film of 50 frames a second.
    const std::string file = make(
        "-f lavfi -i \"color=gray:s=64x48:r=50,format=gray,geq=lum='20+3*N',select='not(mod(sqrt(n),1))'\" "
        "-frames:v 8 "
        "-fps_mode passthrough " +
            x264,
        "uneven.mkv");
    const auto film = open_film(file);
    for (int i = 0; i < 8; ++i) {
        ASSERT_TRUE(film->advance());
        EXPECT_NEAR(film->seconds(), i * i / 50.0, 2e-3) << i;
    }
    EXPECT_FALSE(film->advance());
}

TEST_F(Film, FindsTheFrameThatIsShownAtATime) {
    for (const char* name : {"seek.mp4", "seek.mkv", "seek.ts", "seek.avi"}) {
        SCOPED_TRACE(name);
        const auto film = open_film(make_counted(name, 70, 25, x264));
        ASSERT_TRUE(film->facts().can_seek);
        for (const auto& [seconds, frame] : {std::pair{1.0, 25},
                                             {0.0, 0},
                                             {0.04, 1},
                                             {0.079, 1},
                                             {2.0, 50},
                                             {1.99, 49},
                                             {2.76, 69},
                                             {99.0, 69},
                                             {0.5, 12},
                                             {-3.0, 0}}) {
            ASSERT_TRUE(film->seek(seconds));
            EXPECT_EQ(number_of(*film), frame) << seconds;
            EXPECT_NEAR(film->seconds(), frame / 25.0, 1e-3);
            EXPECT_EQ(film->advance(), frame < 69) << seconds;
            EXPECT_EQ(number_of(*film), std::min(frame + 1, 69)) << seconds;
        }
    }
}

// What the standards say: Y' = Kr R' + Kg G' + Kb B', with chroma scaled so that it spans the range.
std::array<double, 3> rgb_of(std::array<int, 3> yuv, double kr, double kb, bool full) {
    const double y = full ? yuv[0] / 255.0 : (yuv[0] - 16) / 219.0, scale = full ? 255 : 224;
    const double b = (yuv[1] - 128) / scale, r = (yuv[2] - 128) / scale;
    const double red = y + 2 * (1 - kr) * r, blue = y + 2 * (1 - kb) * b;
    return {red, (y - kr * red - kb * blue) / (1 - kr - kb), blue};
}

TEST_F(Film, FollowsMatrixAndRange) {
    struct Matrix {
        const char* states;
        double kr, kb;
    };
    // libswscale's tables for speed are off by two levels, and rounding adds half a level.
    constexpr double tolerance = 2.5 / 255;
    int number = 0;
    for (const Matrix& matrix : {Matrix{"bt709", 0.2126, 0.0722},
                                 {"smpte170m", 0.299, 0.114},
                                 {"bt470bg", 0.299, 0.114},
                                 {"bt2020nc", 0.2627, 0.0593},
                                 {"unknown", 0.299, 0.114}})
        for (const bool full : {false, true})
            for (const char* planes : {"yuv420p", "yuv444p"}) {
                const std::vector<std::array<int, 3>> colours{
                    {81, 90, 200}, {145, 54, 64}, {60, 200, 120}, {180, 128, 128}, {210, 40, 140}};
                const std::string states =
                    std::string("-colorspace ") + matrix.states + " -color_range " + (full ? "pc" : "tv");
                SCOPED_TRACE(states + " " + planes);
                const auto film =
                    open_film(make_plain(std::to_string(++number) + ".mkv", colours, planes, states));
                for (const std::array<int, 3>& yuv : colours) {
                    ASSERT_TRUE(film->advance());
                    Image image;
                    film->convert(image);
                    const std::uint8_t* pixel = image.view().row<std::uint8_t>(32) + 4 * 32;
                    const auto expected = rgb_of(yuv, matrix.kr, matrix.kb, full);
                    for (std::size_t c = 0; c < 3; ++c)
                        EXPECT_NEAR(pixel[c] / 255.0, std::clamp(expected[c], 0.0, 1.0), tolerance) << c;
                    EXPECT_EQ(pixel[3], 255);
                }
            }
}

TEST_F(Film, WithoutAMatrixIsOfTelevisionByItsHeight) {
    const auto red_of = [&](int height, const char* name) {
        std::string bytes(std::size_t(64 * height), char(81));
        bytes += std::string(std::size_t(32 * height / 2), char(90)) +
                 std::string(std::size_t(32 * height / 2), char(200));
        write("raw", bytes);
        const auto film = open_film(make("-f rawvideo -pix_fmt yuv420p -s 64x" + std::to_string(height) +
                                             " -i '" + path("raw") + "' -c:v ffv1",
                                         name));
        EXPECT_TRUE(film->advance());
        Image image;
        film->convert(image);
        return image.view().row<std::uint8_t>(8)[4 * 8];
    };
    EXPECT_NEAR(red_of(576, "sd.mkv"), 255 * rgb_of({81, 90, 200}, 0.299, 0.114, false)[0], 2);
    EXPECT_NEAR(red_of(720, "hd.mkv"), 255 * rgb_of({81, 90, 200}, 0.2126, 0.0722, false)[0], 2);
}

// As cameras and depth sensors write it: black is 0, unless the film says otherwise.
TEST_F(Film, OfGreyHasTheFullRangeWhereItStatesNone) {
    struct Grey {
        const char* planes;
        int most;
    };
    for (const Grey& grey : {Grey{"gray", 255}, {"gray10le", 1023}, {"gray12le", 4095}, {"gray16le", 65535}})
        for (const std::string range : {"unknown", "tv", "pc"}) {
            if (grey.most == 255 && range == "tv") continue;  // libswscale takes bytes of grey as they are
            SCOPED_TRACE(grey.planes + (" " + range));
            std::string bytes;
            for (int i = 0; i < 16 * 256; ++i) {
                const long level = std::lround(grey.most * (i % 256) / 255.0);
                bytes += char(level & 255);
                if (grey.most > 255) bytes += char(level >> 8);
            }
            write("raw", bytes);
            const auto film = open_film(make(std::string("-f rawvideo -s 256x16 -pix_fmt ") + grey.planes +
                                                 " -i '" + path("raw") + "' -c:v ffv1 -color_range " + range,
                                             "a.mkv"));
            ASSERT_TRUE(film->advance());
            Image image;
            film->convert(image);
            for (int x = 0; x < 256; ++x) {
                const double expected = range == "tv" ? std::clamp((x - 16) / 219.0, 0.0, 1.0) : x / 255.0;
                EXPECT_NEAR(image.view().row<std::uint8_t>(8)[4 * x] / 255.0, expected, 1.5 / 255) << x;
            }
        }
}

TEST_F(Film, WithInterleavedChromaIsTheSame) {
    Image images[2];
    for (const int i : {0, 1}) {
        const auto film = open_film(
            make("-f lavfi -i testsrc2=s=128x96:r=5:d=0.4 -c:v rawvideo -colorspace bt709 -pix_fmt " +
                     std::string(i ? "nv12" : "yuv420p"),
                 std::to_string(i) + ".nut"));
        ASSERT_TRUE(film->advance());
        film->convert(images[i]);
    }
    EXPECT_EQ(samples_of<std::uint8_t>(images[0]), samples_of<std::uint8_t>(images[1]));
}

TEST_F(Film, OfTenBitsIsRoundedToEight) {
    const auto film =
        open_film(make("-f lavfi -i testsrc2=s=64x64:r=5:d=0.4 -c:v ffv1 -pix_fmt yuv420p10le -colorspace "
                       "bt709 -color_range tv",
                       "ten.mkv"));
    const auto eight = open_film(make(
        "-f lavfi -i testsrc2=s=64x64:r=5:d=0.4 -c:v ffv1 -pix_fmt yuv444p -colorspace bt709 -color_range tv",
        "eight.mkv"));
    ASSERT_TRUE(film->advance());
    ASSERT_TRUE(eight->advance());
    Image ten_bits, eight_bits;
    film->convert(ten_bits);
    eight->convert(eight_bits);
    double difference = 0;
    for (std::size_t i = 0; i < ten_bits.shape().samples(); ++i)
        difference += std::abs(ten_bits.data<std::uint8_t>()[i] - eight_bits.data<std::uint8_t>()[i]);
    EXPECT_LT(difference / double(ten_bits.shape().samples()), 6);  // chroma of half the size blurs edges
}

// The light of a high dynamic range, as ffmpeg's zscale has it, below the knee of the curve that compresses
// highlights: of colours, and of greys alone under HLG, whose colours zscale takes channel by channel.
TEST_F(Film, OfAHighDynamicRangeIsShownInThatOfAScreen) {
    constexpr double white = 203;
    for (const auto& [name, transfer] : {std::pair{"pq", "smpte2084"}, {"hlg", "arib-std-b67"}}) {
        SCOPED_TRACE(name);
        const std::string states = std::string("-color_primaries bt2020 -color_trc ") + transfer +
                                   " -colorspace bt2020nc -color_range tv",
                          grey = name == std::string("hlg") ? ",hue=s=0" : "",
                          patches = "-f lavfi -i \"testsrc2=s=64x64:r=5:d=0.2" + grey +
                                    ",lutrgb=r=val*0.5:g=val*0.5:b=val*0.5,format=gbrp16,format=gbrp10,"
                                    "scale=out_color_matrix=bt2020:out_range=tv,format=yuv444p10le\" ";
        const std::string hdr = make(patches + "-c:v ffv1 " + states, std::string(name) + ".mkv");
        const std::string light =
            make("-i '" + hdr + "' -vf zscale=tin=" + transfer +
                     ":pin=bt2020:min=2020_ncl:rin=tv:t=linear:p=bt709:m=gbr:npl=" +
                     (name == std::string("pq") ? "203" : "1000") + ",format=gbrpf32le -f rawvideo",
                 std::string(name) + ".raw");
        const std::string raw = read(std::string(name) + ".raw");
        constexpr std::size_t plane = 64 * 64;
        ASSERT_GE(raw.size(), 3 * plane * sizeof(float));
        std::vector<float> gbr(3 * plane);
        std::memcpy(gbr.data(), raw.data(), gbr.size() * sizeof(float));
        const auto film = open_film(hdr);
        ASSERT_TRUE(film->advance());
        EXPECT_NE(film->facts().note.find("HDR"), std::string::npos);
        Image image;
        film->convert(image);
        const double unit = name == std::string("pq") ? 1 : 1000 / white;  // of zscale's light, in whites
        int compared = 0;
        for (std::size_t i = 0; i < plane; ++i) {
            const std::array<double, 3> rgb{unit * gbr[2 * plane + i], unit * gbr[i], unit * gbr[plane + i]};
            if (std::max({rgb[0], rgb[1], rgb[2]}) > 0.4) continue;  // of white: compressed
            ++compared;
            for (std::size_t c = 0; c < 3; ++c) {
                const double x = std::clamp(rgb[c], 0.0, 1.0),
                             encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
                EXPECT_NEAR(image.data<std::uint8_t>()[4 * i + c], 255 * encoded, 2.5) << i << " " << c;
            }
        }
        EXPECT_GT(compared, 1000);
    }
}

// The light of HLG's screen depends on the luminance: ITU-R BT.2100, table 5.
TEST(Hdr, KeepsTheProportionsOfColours) {
    Image codes({1, 1, 4}, Sample::u16), out({1, 1, 4}, Sample::u8);
    const std::array<double, 3> rgb{0.55, 0.3, 0.45};
    double luminance = 0;
    constexpr std::array<double, 3> weights{0.2627, 0.6780, 0.0593};
    for (std::size_t c = 0; c < 3; ++c) {
        codes.data<std::uint16_t>()[c] = std::uint16_t(std::lround(65535 * rgb[c]));
        luminance += weights[c] * hlg_light(rgb[c]);
    }
    HdrToSrgb(HdrTransfer::hlg, false).convert(std::as_const(codes).view(), out.view());
    for (std::size_t c = 0; c < 3; ++c) {
        const double light = 1000 / 203.0 * std::pow(luminance, 0.2) * hlg_light(rgb[c]);
        EXPECT_NEAR(out.data<std::uint8_t>()[c], 255 * (1.055 * std::pow(light, 1 / 2.4) - 0.055), 1.5) << c;
    }
}

TEST(Hdr, KeepsWhatIsDarkAndEndsAtWhite) {
    EXPECT_NEAR(pq_light(0.5081), 100, 0.1);  // ITU-R BT.2408, table 1
    EXPECT_NEAR(pq_light(0.5807), 203, 0.3);
    EXPECT_NEAR(pq_light(0.7518), 1000, 1);
    EXPECT_NEAR(1000 * std::pow(hlg_light(0.75), 1.2), 203, 0.5);
    for (const double light : {0.01, 1.0, 50.0, 80.0}) {
        EXPECT_NEAR(pq_light(pq_code(light)), light, 1e-9 * light);
        EXPECT_EQ(compressed_light(light), light);
    }
    double last = 0;
    for (double light = 1; light <= 1000; light *= 1.05) {
        EXPECT_GT(compressed_light(light), last);
        last = compressed_light(light);
    }
    EXPECT_NEAR(compressed_light(1000), 203, 1e-6);
    EXPECT_NEAR(compressed_light(4000), 203, 1e-6);
}

TEST_F(Film, StandsUprightAsItsMatrixSays) {
    // The upper left quarter is white, and is turned counterclockwise, as `ffmpeg` itself shows it.
    for (const int angle : {0, 90, 180, 270}) {
        make(
            "-f lavfi -i color=black:s=96x64:r=5:d=0.4,drawbox=0:0:48:32:white:fill -c:v libx264 -qp 4 "
            "-pix_fmt yuv420p",
            "flat.mp4");
        const std::string turned = std::to_string(angle);
        const auto film = open_film(
            make("-i '" + path("flat.mp4") + "' -c copy -metadata:s:v:0 rotate=" + turned, turned + ".mp4"));
        ASSERT_TRUE(film->advance());
        const bool lies = angle % 180 == 90;
        EXPECT_EQ(film->width(), lies ? 64 : 96) << angle;
        EXPECT_EQ(film->height(), lies ? 96 : 64) << angle;
        Image image;
        film->convert(image);
        ASSERT_EQ(image.shape(), (Shape{film->width(), film->height(), 4}));
        const int bright_x = angle == 0 || angle == 90 ? 8 : film->width() - 9;
        const int bright_y = angle == 0 || angle == 270 ? 8 : film->height() - 9;
        EXPECT_GT(image.view().row<std::uint8_t>(bright_y)[4 * bright_x], 240) << angle;
        const int dark_x = film->width() - 1 - bright_x, dark_y = film->height() - 1 - bright_y;
        EXPECT_LT(image.view().row<std::uint8_t>(dark_y)[4 * dark_x], 15) << angle;
    }
}

TEST_F(Film, HasSquarePixels) {
    const auto film = open_film(make(
        "-f lavfi -i testsrc=s=72x64:r=5:d=0.4 -c:v libx264 -vf setsar=16/9 -pix_fmt yuv420p", "wide.mp4"));
    ASSERT_TRUE(film->advance());
    EXPECT_EQ(film->width(), 128);
    EXPECT_EQ(film->height(), 64);
    Image image;
    film->convert(image);
    EXPECT_EQ(image.shape(), (Shape{128, 64, 4}));
}

TEST_F(Film, MayChangeItsSize) {
    // A transport stream can be joined of two.
    const std::string encoder = " -c:v libx264 -pix_fmt yuv420p -g 5";
    make("-f lavfi -i testsrc=s=64x48:r=10:d=1" + encoder, "a.ts");
    make("-f lavfi -i testsrc=s=112x80:r=10:d=1 -output_ts_offset 1" + encoder, "b.ts");
    const std::string both = write("both.ts", read("a.ts") + read("b.ts"));
    const auto film = open_film(both);
    int small = 0, large = 0;
    Image image;
    while (film->advance()) {
        film->convert(image);
        EXPECT_EQ(image.shape(), (Shape{film->width(), film->height(), 4}));
        (film->width() == 64 ? small : large) += 1;
    }
    EXPECT_EQ(small, 10);
    EXPECT_EQ(large, 10);
}

TEST_F(Film, ThatIsNoneIsRefusedInOneLine) {
    const auto refused = [&](const std::string& file) {
        const std::string line = refusal([&] { open_film(file); }, ExitCode::unreadable_input);
        EXPECT_EQ(line.find('\n'), std::string::npos);
        return line;
    };
    expect_contains(refused(path("missing.mp4")), "there is no such file");
    expect_contains(refused(write("empty.mp4", "")), "cannot open 'empty.mp4'");
    expect_contains(refused(write("text.mkv", "this is no film, and never was\n")), "cannot open 'text.mkv'");
    std::filesystem::create_directory(path("folder.mp4"));
    expect_contains(refused(path("folder.mp4")), "it is no file");
    expect_contains(refused(make("-f lavfi -i sine=d=0.2", "sound.mp4")), "no moving pictures");
    // A playlist names other files, and is no film.
    make_counted("inner.ts", 5, 25, x264);
    expect_contains(
        refused(write("list.ts", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\ninner.ts\n#EXT-X-ENDLIST\n")),
        "cannot open 'list.ts'");
    expect_contains(refused(write("list.mp4", "ffconcat version 1.0\nfile inner.ts\n")),
                    "cannot open 'list.mp4'");
}

TEST_F(Film, WithDamageInTheMiddleGoesOn) {
    make_counted("whole.ts", 70, 25, x264);
    std::string bytes = read("whole.ts");
    std::mt19937 random(3);
    for (std::size_t i = bytes.size() / 3; i < bytes.size() / 2; ++i) bytes[i] = char(random());
    const auto film = open_film(write("damaged.ts", bytes));
    int frames = 0;
    double last = 0;
    while (film->advance()) ++frames, last = film->seconds();
    EXPECT_GT(frames, 25);
    EXPECT_LT(frames, 70);
    EXPECT_NEAR(last, 69 / 25.0, 1e-3);
}

TEST_F(Film, MayCarryTextsOfAnyLength) {
    const std::string text(std::size_t(1) << 20, 'a');
    write("texts", ";FFMETADATA1\ntitle=" + text + "\nartist=" + text + "\ncomment=" + text + "\n");
    for (const char* name : {"a.mkv", "a.mp4"}) {
        const std::string file =
            make("-f lavfi -i color=gray:s=64x48:r=25 -f ffmetadata -i '" + path("texts") +
                     "' -map_metadata 1 -metadata:s:v language=eng -frames:v 3 -c:v mpeg4",
                 name);
        EXPECT_GT(std::filesystem::file_size(file), text.size()) << "the texts are not in it";
        const auto film = open_film(file);
        int frames = 0;
        while (film->advance()) ++frames;
        EXPECT_EQ(frames, 3);
        EXPECT_EQ(film->facts().note, "");
    }
}

TEST_F(Film, CanBeStoppedWhileItIsOpened) {
    const std::string file = make_counted("a.mp4", 10, 25, x264);
    refusal(
        [&] {
            sweep::open_film(
                {FilmKind::file, file}, [] { return true; }, false);
        },
        ExitCode::failed);
}

TEST(FilmNames, SayWhatTheyAre) {
    EXPECT_EQ(film_source("film.MP4"), (FilmSource{FilmKind::file, "film.MP4"}));
    EXPECT_EQ(film_source("rtsp://host/film"), (FilmSource{FilmKind::stream, "rtsp://host/film"}));
    EXPECT_EQ(film_source("-"), (FilmSource{FilmKind::pipe, "-"}));
    EXPECT_EQ(film_source("photo.png"), std::nullopt);
    EXPECT_EQ(film_source("ftp.jpg"), std::nullopt);
    EXPECT_EQ((FilmSource{FilmKind::stream, "rtsp://user:secret@host/film"}.name()), "rtsp://host/film");
    EXPECT_EQ((FilmSource{FilmKind::stream, "srt://host:9000?passphrase=secret"}.name()), "srt://host:9000");
    EXPECT_EQ((FilmSource{FilmKind::stream, "https://host/a@b.mp4"}.name()), "https://host/a@b.mp4");
    EXPECT_TRUE((FilmSource{FilmKind::stream, "rtmp://host/live"}.is_live()));
    EXPECT_FALSE((FilmSource{FilmKind::stream, "https://host/film.mp4"}.is_live()));
}

}  // namespace
}  // namespace sweep::test
