// Small pictures of the steps of a lecture. Another process of this program draws them, at a low priority, so that no
// frame of the stage waits for one.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/image.h"

namespace sweep::app {

// Takes the first picture from the beginning of a row of PPM pictures of 8 bits, as sweep rehearse --pictures writes
// them: nothing where it is not whole yet. Throws Error(unreadable_input) for what is none,
// or has more than 4096 x 4096 pixels.
std::optional<Image> take_picture(std::string& bytes);

class StepPictures {
  public:
    // Those of this lecture over this picture are wanted from now on; empty: none, the built-in scene. They come one
    // after the other, from the first step on. The same again changes nothing.
    void want(const std::string& lecture, const std::string& picture);
    void stop();
    // Null: it has not come yet, or cannot be drawn.
    std::shared_ptr<const Image> of(int step) const;

  private:
    struct Drawn {
        std::mutex mutex;
        std::vector<std::shared_ptr<const Image>> pictures;
    };
    std::optional<std::pair<std::string, std::string>> wanted_;
    std::shared_ptr<Drawn> drawn_;
    std::jthread thread_;
};

}  // namespace sweep::app
