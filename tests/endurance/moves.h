// Random things that a user might do at the window, the same for the same seed: actions, options, the mouse,
// keys, sizes, files that come, change and go.
#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "app/ui/gui.h"
#include "app/window/demo.h"

namespace sweep::app {

class Moves {
  public:
    // `folder` is the current folder, and the moves write to it. `width`, `height`: the largest window.
    Moves(unsigned seed, std::filesystem::path folder, int width, int height);

    // Does one thing to the program, or nothing, and returns it in words. An Error of the program is an
    // expected refusal; every other exception passes through.
    std::string next(Demo& demo);
    // Returns to the start, whatever was done: the scene, the options at the start, the mouse away.
    void calm(Demo& demo);
    // Restores the pictures as they were at the start, and removes everything else from the folder.
    void restore_files();

    const ScriptedMouse& mouse() const { return mouse_; }
    int width() const { return width_; }
    int height() const { return height_; }

  private:
    int below(int limit) { return int(random_() % unsigned(limit)); }
    template <class List>
    auto& one_of(const List& list) {
        return list[std::size_t(below(int(std::size(list))))];
    }
    std::string action(Demo& demo);
    std::string option(Demo& demo);
    std::string pointer();
    std::string key(Demo& demo);
    std::string resize();
    std::string file(Demo& demo);
    std::string state(Demo& demo);
    std::string value_for(const std::string& hint);

    std::mt19937 random_;
    std::filesystem::path folder_;
    const int most_wide_, most_high_;
    int width_, height_;
    ScriptedMouse mouse_;
    std::vector<std::string> states_;  // lines that were copied
};

}  // namespace sweep::app
