#include "app/lessons/teach/input.h"

#include <random>

namespace sweep::app {
namespace {

int pixel_of(float part, int size) {
    return std::clamp(int(part * float(size)), 0, size - 1);
}

}  // namespace

Image test_image(TestInput input, int size, int impulse_x, int impulse_y) {
    Image image({size, size, 4}, Sample::f32);
    std::mt19937 random(2011);
    std::uniform_real_distribution<float> uniform(0, 1);
    const int square = std::max(size / 8, 1);
    for (int y = 0; y < size; ++y) {
        auto* row = image.view().row<float>(y);
        for (int x = 0; x < size; ++x) {
            float value = 0;
            switch (input) {
                case TestInput::impulse:
                    value = x == impulse_x && y == impulse_y ? 1 : 0;
                    break;
                case TestInput::step:  // in both directions
                    value = 3 * x >= size && 3 * y >= size ? 0.8f : 0.02f;
                    break;
                case TestInput::checker:
                    value = (x / square + y / square) % 2 == 0 ? 0.8f : 0.02f;
                    break;
                case TestInput::ramp:
                    value = float(x + y) / float(std::max(2 * size - 2, 1));
                    break;
                case TestInput::noise:
                    value = uniform(random);
                    break;
                case TestInput::ones:
                case TestInput::none:
                    value = 1;
                    break;
            }
            std::fill_n(row + 4 * x, 3, value);
            row[4 * x + 3] = 1;
        }
    }
    return image;
}

int impulse_column(const TeachSettings& teach) {
    return pixel_of(teach.impulse_x, input_side(teach));
}

int impulse_row(const TeachSettings& teach) {
    return pixel_of(teach.impulse_y, input_side(teach));
}

bool TestPicture::draw(const TeachSettings& teach) {
    const int x = impulse_column(teach), y = impulse_row(teach), size = input_side(teach);
    const bool moved = teach.input == TestInput::impulse && (x != x_ || y != y_);
    if (teach.input == input_ && texture_.is(size, size) && !moved) return false;
    const Image image = test_image(teach.input, size, x, y);
    if (!texture_.is(size, size)) {
        texture_ = Texture(size, size, GL_RGBA32F, mip_levels(size, size));
        texture_.filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    }
    texture_.upload(GL_RGBA, GL_FLOAT, image.data<void>());
    texture_.make_mipmaps();
    input_ = teach.input;
    x_ = x;
    y_ = y;
    return true;
}

std::string test_name(TestInput input) {
    for (const auto& [word, meaning] : test_input_words)
        if (meaning == input) return std::string(word);
    return "";
}

}  // namespace sweep::app
