// Scripts against pictures of what they drew when they were recorded, tests/golden/*.png.
//
// Renew them with SWEEP_RENEW_GOLDEN=1 in the environment, and look at each before it is committed. A
// difference leaves the picture that came out beside the test program, as golden-NAME.png.
//
// The mean difference may be 0.6 levels of 255, and one value in a thousand may differ by more than 6. The
// filters themselves agree to a level between engines; OpenGL rounds a bilinear sample and the sRGB curve as
// it likes, and dithering is off. An error by a pixel, a boundary or a pass is one of tens of levels at every
// edge of the pattern. The scene is not compared: its antialiasing and shading are the driver's.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <ostream>

#include <gtest/gtest.h>

#include "app/command_line/script.h"
#include "app/commands/window.h"
#include "files/image_file.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

constexpr int width = 480, height = 270;
constexpr double largest_mean = 0.6;
constexpr int largest_tail = 6;

// The pattern has rings of a falling period, a checkerboard, a step and a dot: it is fine and coarse, smooth
// and sharp, and its left and right, top and bottom all differ.
Image pattern() {
    Image image({240, 135, 3}, Sample::u8);
    for (int y = 0; y < 135; ++y)
        for (int x = 0; x < 240; ++x) {
            std::uint8_t* pixel = image.data<std::uint8_t>() + std::size_t(y * 240 + x) * 3;
            const double r2 = double((x - 80) * (x - 80) + (y - 60) * (y - 60));
            const double ring = 0.5 + 0.5 * std::cos(r2 / 160);
            const bool square = ((x / 12) + (y / 12)) % 2 == 0, step = x > 170, dot = x == 200 && y == 30;
            pixel[0] = std::uint8_t(dot ? 255 : step ? (square ? 220 : 40) : std::lround(255 * ring));
            pixel[1] = std::uint8_t(dot ? 255 : step ? 90 : std::lround(255 * ring * y / 134));
            pixel[2] = std::uint8_t(dot ? 255 : std::lround(255.0 * x / 239));
        }
    return image;
}

struct Golden {
    const char* name;
    const char* script;
};
void PrintTo(const Golden& golden, std::ostream* out) {
    *out << golden.name;
}

class GoldenPictures : public Offscreen, public testing::WithParamInterface<Golden> {};

TEST_P(GoldenPictures, AreDrawnAgain) {
    context_.reset();
    WindowOptions options;
    options.image = path("pattern.png");
    save_image(*options.image, pattern().view());
    options.width = width;
    options.height = height;
    options.dither = false;
    options.panels = options.captions = false;
    options.engine = EngineKind::automatic;
    options.output = path("out.png");
    options.script = parse_script(GetParam().name, GetParam().script);
    shot(options);
    const Image out = load_image(options.output);

    const std::filesystem::path golden =
        std::filesystem::path(SWEEP_GOLDEN_DIR) / (std::string(GetParam().name) + ".png");
    if (std::getenv("SWEEP_RENEW_GOLDEN")) {
        save_image(golden, out.view());
        GTEST_SKIP() << "renewed " << golden;
    }
    const Image expected = load_image(golden);
    ASSERT_EQ(out.shape(), expected.shape());
    std::vector<int> differences(out.bytes());
    for (std::size_t i = 0; i < differences.size(); ++i)
        differences[i] = std::abs(int(out.data<std::uint8_t>()[i]) - int(expected.data<std::uint8_t>()[i]));
    const double mean =
        std::accumulate(differences.begin(), differences.end(), 0.0) / double(differences.size());
    const auto tail = differences.begin() + std::ptrdiff_t(differences.size() * 999 / 1000);
    std::nth_element(differences.begin(), tail, differences.end());
    EXPECT_LE(mean, largest_mean);
    EXPECT_LE(*tail, largest_tail) << "99.9 % are nearer than this";
    if (HasFailure()) {
        const std::string kept = "golden-" + std::string(GetParam().name) + ".png";
        save_image(kept, out.view());
        std::printf("what came out is %s\n", std::filesystem::absolute(kept).c_str());
    }
}

INSTANTIATE_TEST_SUITE_P(
    Scripts, GoldenPictures,
    testing::Values(Golden{"original", "original"}, Golden{"gaussian", "set sigma 6\nset boundary mirror"},
                    Golden{"down-up", "set sigma 9\nset boundary zero\nset passes down,up"},
                    Golden{"derivative", "set sigma 3\nset derivative 1,0"},
                    Golden{"box", "box\nset radius 5"},
                    Golden{"zoomed", "set sigma 1.5\nset zoom 6\nset at 200,30\nset exposure -0.5"},
                    Golden{"side-by-side", "set sigma 3\nset view side-by-side\nset zoom 2\nset at 150,50"},
                    Golden{"magnifier", "set sigma 3\nset view wipe\nset wipe 0.6\nmagnifier\nmove 285 120"},
                    Golden{"dragged", "original\none-to-one\ndrag 240 135 300 175\nwheel 300 175 3"}),
    [](const auto& test) {
        std::string name = test.param.name;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

}  // namespace
}  // namespace sweep::app
