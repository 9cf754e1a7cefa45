// Pictures with transparent parts in the window: their colours are weighted by alpha,
// and a checkerboard shines through.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "files/image_file.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

// A red square on transparent black, blurred.
class TransparentPictures : public DemoFrames {
  protected:
    TransparentPictures() : DemoFrames(320, 200) {}

    WindowOptions square() {
        Image image({40, 40, 4}, Sample::u8);
        std::fill_n(image.data<std::uint8_t>(), image.bytes(), std::uint8_t(0));
        for (int y = 12; y < 28; ++y)
            for (int x = 12; x < 28; ++x) {
                std::uint8_t* pixel = image.view().row<std::uint8_t>(y) + std::ptrdiff_t(x) * 4;
                pixel[0] = pixel[3] = 255;
            }
        WindowOptions options;
        options.image = path("square.png");
        save_image(*options.image, image.view());
        options.engine = EngineKind::cpu;
        options.filter.sigma = 3;
        options.panels = options.captions = options.dither = options.soft_highlights = false;
        return options;
    }

    // The least red of the pixels in the middle of the window, where the picture is.
    static int least_red(const Screen& screen) {
        int least = 255;
        for (int y = 20; y < 180; ++y)
            for (int x = 80; x < 240; ++x) least = std::min(least, int(screen.at(x, y)[0]));
        return least;
    }
};

TEST_F(TransparentPictures, HaveNoDarkFringesOverTheCheckerboard) {
    start(square(), {}, 4);
    const Screen screen = frame();
    EXPECT_GE(least_red(screen), 130) << "no darker than the darker square of the board";
    const std::uint8_t* middle = screen.at(160, 100);
    EXPECT_GT(middle[0], 200);
    EXPECT_LT(middle[1], 100);

    WindowOptions as_they_are = square();
    as_they_are.premultiply = false;
    demo_.reset();
    start(as_they_are, {}, 4);
    EXPECT_LT(least_red(frame()), 60) << "the black of transparent pixels";
}

// The alpha of a derivative would be 0 where nothing changes.
TEST_F(TransparentPictures, ADerivativeHasTheAlphaOfThePicture) {
    WindowOptions options = square();
    options.filter.derivative_x = 1;
    start(options, {}, 4);
    demo_->run_action("save-result");
    draw(2);
    demo_->finish_files();
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(path("square.png")).parent_path())) {
        if (entry.path().filename() == "square.png") continue;
        const Image before = load_image(path("square.png")), saved = load_image(entry.path());
        ASSERT_EQ(saved.shape(), before.shape());
        for (std::size_t i = 3; i < saved.shape().samples(); i += 4)
            ASSERT_EQ(int(saved.data<std::uint8_t>()[i]), int(before.data<std::uint8_t>()[i])) << i;
    }
}

TEST_F(TransparentPictures, AreSavedWithTheirAlphaAndTheirColours) {
    start(square(), {}, 4);
    demo_->run_action("save-result");
    draw(2);
    demo_->finish_files();
    std::filesystem::path saved;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(path("square.png")).parent_path()))
        if (entry.path().filename() != "square.png") saved = entry.path();
    ASSERT_FALSE(saved.empty());
    const Image image = load_image(saved);
    ASSERT_EQ(image.shape(), (Shape{40, 40, 4}));
    int seen = 0;
    for (std::size_t i = 0; i < image.shape().pixels(); ++i) {
        const std::uint8_t* pixel = image.data<std::uint8_t>() + 4 * i;
        if (pixel[3] < 8) continue;
        ++seen;
        EXPECT_GE(pixel[0], 250) << i;
        EXPECT_LE(pixel[1], 2) << i;
    }
    EXPECT_GT(seen, 16 * 16);
}

}  // namespace
}  // namespace sweep::app
