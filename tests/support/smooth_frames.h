// The filters that follow the picture, in the window: frames of the program, and the pictures that they make.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/command_line/window_request.h"
#include "app/views/derived/smooth_picture.h"
#include "files/image_file.h"
#include "tests/support/cases.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {

class SmoothFrames : public DemoFrames {
  protected:
    SmoothFrames() : DemoFrames(256, 192) {}

    void start(const std::vector<std::string>& arguments) {
        save_image(path("noise.npy"), test::noise({64, 48, 3}, Sample::f32).view());
        std::vector<std::string> all{"--engine=cpu", "--panels=off", "--captions=off", "--dither=off",
                                     "--sigma=4"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        WindowOptions options;
        static_cast<Settings&>(options) = settings_of(parse_options(all));
        options.image = path("noise.npy");
        DemoFrames::start(options, {}, 3);
    }
    void expect_detail_alone_is_derived() {
        const Screen smooth = frame();
        demo_->run_action("unsharp-mask");
        EXPECT_GT(differing(frame(), smooth), 1000);
        demo_->run_action("gradient-magnitude");
        EXPECT_TRUE(frame() == smooth);
        EXPECT_TRUE(demo_->settings().derived.is_none());
    }
    // Of a wipe.
    void expect_slots_on_both_sides(const Screen& left, const Screen& right) {
        demo_->set("wipe-sides", "slots");
        demo_->set("view", "wipe");
        frame();
        const Screen wiped = frame();
        EXPECT_EQ(differing(wiped, left, 0, width_ / 2 - 14), 0);
        EXPECT_EQ(differing(wiped, right, width_ / 2 + 14, width_), 0);
    }
};

class SmoothPictures : public Offscreen {
  protected:
    static Texture texture_of(const Image& image) {
        Texture texture(image.shape().width, image.shape().height, GL_RGBA32F);
        texture.upload(GL_RGBA, GL_FLOAT, image.data<void>());
        return texture;
    }
    static Image pixels_of(const Texture& texture) {
        Image pixels({texture.width(), texture.height(), 4}, Sample::f32);
        texture.read(GL_RGBA, GL_FLOAT, pixels.bytes(), pixels.data<void>());
        return pixels;
    }
    static double largest_difference(const Image& a, const Image& b) {
        double largest = a.shape() == b.shape() ? 0 : std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; largest <= 1 && i < a.shape().samples(); ++i)
            largest = std::max(largest, std::abs(double(a.data<float>()[i]) - double(b.data<float>()[i])));
        return largest;
    }
};

}  // namespace sweep::app
