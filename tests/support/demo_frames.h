// Whole frames of the program, drawn off screen: the base of tests that look at the window.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/window/demo.h"
#include "tests/support/eventually.h"
#include "tests/support/offscreen.h"

namespace sweep::app {

// RGBA, rows from the top.
struct Screen {
    int width = 0, height = 0;
    std::vector<std::uint8_t> bytes;

    const std::uint8_t* at(int x, int y) const {
        return bytes.data() + (std::size_t(y) * std::size_t(width) + std::size_t(x)) * 4;
    }
    Screen part(const Region& r) const {
        Screen cut{r.width, r.height, {}};
        for (int y = r.y; y < r.y + r.height; ++y)
            cut.bytes.insert(cut.bytes.end(), at(r.x, y), at(r.x, y) + std::ptrdiff_t(r.width) * 4);
        return cut;
    }
    friend bool operator==(const Screen&, const Screen&) = default;
};

// Returns the number of pixels that differ in two screens of one size.
inline int differing(const Screen& a, const Screen& b) {
    int count = 0;
    for (std::size_t i = 0; i < a.bytes.size(); i += 4)
        count += !std::equal(&a.bytes[i], &a.bytes[i] + 3, &b.bytes[i]);
    return count;
}
// Counts in the columns [x0, x1) alone.
inline int differing(const Screen& a, const Screen& b, int x0, int x1) {
    const Region columns{x0, 0, x1 - x0, a.height};
    return differing(a.part(columns), b.part(columns));
}

class DemoFrames : public Offscreen {
  protected:
    DemoFrames(int width, int height) : width_(width), height_(height) {}

    void SetUp() override {
        Offscreen::SetUp();
        if (IsSkipped()) return;
        colour_ = Texture(width_, height_, GL_RGBA8);
        target_ = Framebuffer({&colour_}, nullptr);
        gui_.emplace(nullptr, 1.0f);
        gui_->point(&mouse_);
    }
    // Starts the program anew. ImGui restores the shader that was current: the first frame leaves one that
    // lives on.
    void start(const WindowOptions& options, Commands commands = {}, int frames = 1) {
        demo_.emplace(options, std::move(commands));
        draw(frames);
    }
    // Draws frames between which the scene's clock advances by `seconds`.
    void draw(int frames, double seconds = 0.02) {
        for (; frames > 0; --frames)
            demo_->frame(*gui_, width_, height_, seconds_ += seconds, target_.name());
        glFinish();
    }
    Screen frame() {
        draw(1);
        Screen screen{width_, height_, {}};
        std::vector<std::uint8_t> lowest_first(std::size_t(width_) * std::size_t(height_) * 4);
        colour_.read(GL_RGBA, GL_UNSIGNED_BYTE, lowest_first.size(), lowest_first.data());
        const std::ptrdiff_t row = std::ptrdiff_t(width_) * 4;
        for (auto end = lowest_first.end(); end != lowest_first.begin(); end -= row)
            screen.bytes.insert(screen.bytes.end(), end - row, end);
        return screen;
    }
    // Draws frames until the condition holds; returns whether it has come to hold.
    template <class Condition>
    bool draw_until(Condition&& holds, double seconds = 0.02) {
        return test::eventually([&] {
            if (holds()) return true;
            draw(1, seconds);
            return false;
        });
    }
    // The mouse is there from the next frame on.
    void mouse(float x, float y, bool down = false) {
        mouse_.x = x;
        mouse_.y = y;
        mouse_.down = down;
    }
    // Draws one frame, with so many turns of the wheel.
    void wheel(float turns) {
        mouse_.wheel = turns;
        draw(1);
        mouse_.wheel = 0;
    }

    const int width_, height_;
    Texture colour_;
    Framebuffer target_;
    ScriptedMouse mouse_;
    std::optional<Gui> gui_;
    std::optional<Demo> demo_;
    double seconds_ = 0;
};

}  // namespace sweep::app
