// Generated pictures to try filters on: those of which everybody knows what must come out.
#pragma once

#include "app/gl.h"
#include "app/teach_settings.h"
#include "core/image.h"

#include <string>

namespace sweep::app {

// `size` x `size`, four channels of float in linear light, grey and opaque. The impulse is at pixel (x, y).
Image test_image(TestInput input, int size, int x, int y);

// Where the impulse of these settings is.
int impulse_column(const TeachSettings& teach);
int impulse_row(const TeachSettings& teach);

class TestPicture {
  public:
    // Draws it anew when the settings ask for another one; true when they did.
    bool draw(const TeachSettings& teach);
    const Texture& texture() const { return texture_; }

  private:
    Texture texture_;
    TestInput input_ = TestInput::none;
    int x_ = -1, y_ = -1;
};

std::string test_name(TestInput input);  // "impulse"

}  // namespace sweep::app
