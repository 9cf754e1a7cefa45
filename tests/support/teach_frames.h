// Frames of the view of the four passes and its lessons, by the CPU engine.
#pragma once

#include "app/lessons/figures/view.h"
#include "app/lessons/passes/passes.h"
#include "app/lessons/replay/view.h"
#include "app/lessons/springs/view.h"
#include "app/lessons/table/view.h"
#include "app/lessons/walk/view/view.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {

class TeachFrames : public DemoFrames {
  protected:
    explicit TeachFrames(int width = 900, int height = 560) : DemoFrames(width, height) {}

    void start(WindowOptions options) {
        options.view = View::passes;
        options.teach.playing = false;
        options.engine = EngineKind::cpu;
        DemoFrames::start(options, {}, 0);
    }
    PassesView& passes() { return demo_->teach().view<PassesView>(); }
    void frames(int count) { draw(count, 0.1); }
    // Until what is computed on threads of their own has arrived; time stands still meanwhile.
    void settle() {
        draw(1, 0);
        EXPECT_TRUE(draw_until([&] { return !demo_->teach().shown().is_busy(); }, 0));
    }
    void click(float x, float y) {
        mouse(x, y, true);
        frames(1);
        mouse(x, y);
        frames(2);
    }
};

}  // namespace sweep::app
