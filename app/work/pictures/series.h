// Saves one moment in several files: the original, the result and their difference, as the screen shows them,
// each in a frame of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/work/request/settings.h"

namespace sweep::app {

class PictureSeries {
  public:
    // Saves the next frames as STEM-original.png, STEM-result.png and STEM-difference.png. The result is the
    // filtered picture or, where the view shows it, the depth of field, which has no difference. Animations
    // stop meanwhile.
    void start(Settings& settings, const std::filesystem::path& stem, double now);
    bool running() const { return next_ < pictures_.size(); }

    // To be called before each frame: sets the view, and returns the file that the frame goes into; empty: it
    // is not saved, because the numbers of the difference are not there yet. `settled`: the previous frame
    // had them. After the last file the settings are restored.
    std::filesystem::path step(Settings& settings, bool settled, double now);
    // True when the current frame is the last one.
    bool ends() const { return ends_; }
    // "saved as a-original.png, -result.png, -difference.png"
    std::string summary() const;

  private:
    struct Picture {
        View view;
        const char* name;
    };
    std::vector<Picture> pictures_;
    std::size_t next_ = 0;
    bool shown_ = false;  // the view of the next picture has been drawn
    bool ends_ = false;
    std::filesystem::path stem_;
    double patience_ = 0;  // the time until which it waits for the difference
    View view_ = View::filtered;
    bool animate_ = false, sweeps_ = false;
};

}  // namespace sweep::app
