// Generated test inputs, for which the results of filters are well known.
#pragma once

#include <string>

#include "app/screen/gl/gl.h"
#include "app/work/request/teach_settings.h"
#include "core/base/image.h"

namespace sweep::app {

// `size` x `size`, four channels of float in linear light, grey and opaque. The impulse is at pixel (x, y).
Image test_image(TestInput input, int size, int x, int y);

// The pixel of the impulse in these settings.
int impulse_column(const TeachSettings& teach);
int impulse_row(const TeachSettings& teach);

class TestPicture {
  public:
    // Draws the input anew when the settings ask for another one; true when they do.
    bool draw(const TeachSettings& teach);
    const Texture& texture() const { return texture_; }

  private:
    Texture texture_;
    TestInput input_ = TestInput::none;
    int x_ = -1, y_ = -1;
};

std::string test_name(TestInput input);  // "impulse"

}  // namespace sweep::app
