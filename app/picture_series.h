// One moment in several files: the original, the result and their difference, a frame each, as the screen shows them.
#pragma once

#include "app/settings.h"

#include <filesystem>
#include <string>
#include <vector>

namespace sweep::app {

class PictureSeries {
  public:
    // From the next frame on, into STEM-original.png, STEM-result.png and STEM-difference.png. The result is the filtered
    // picture or, where that is seen, the depth of field, whose difference nothing shows. Nothing moves meanwhile.
    void start(Settings& settings, const std::filesystem::path& stem, double now);
    bool running() const { return next_ < pictures_.size(); }

    // Before each frame: what it shows, and the file it goes into; empty: none, it waits for the numbers of the
    // difference. `settled`: they were there in the frame before. Behind the last one the settings are what they were.
    std::filesystem::path step(Settings& settings, bool settled, double now);
    // The frame that is drawn now is the last one.
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
    bool shown_ = false;  // the next one's view was drawn already
    bool ends_ = false;
    std::filesystem::path stem_;
    double patience_ = 0;  // until then it waits for the difference
    View view_ = View::filtered;
    bool animate_ = false, sweeps_ = false;
};

}  // namespace sweep::app
