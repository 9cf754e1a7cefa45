// What somebody might do at the window, at random and the same for the same seed: actions, options, the mouse, keys,
// sizes, files that come, change and go.
#pragma once

#include "app/demo.h"
#include "app/gui.h"

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace sweep::app {

class Moves {
  public:
    // `folder` is the current one, and is written to. `width`, `height`: the largest window.
    Moves(unsigned seed, std::filesystem::path folder, int width, int height);

    // Does one thing to the program, or nothing. Returns it in words. What the program refuses by an Error is part of
    // it; every other exception is let out.
    std::string next(Demo& demo);
    // Back to where it began, whatever was done: the scene, the options at the start, the mouse away.
    void calm(Demo& demo);
    // Pictures as at the start, and nothing else in the folder.
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
