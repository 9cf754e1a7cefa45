// The block under the glass in the window: the pixels of the block that was clicked, the states that enter it and leave it
// as bands along its edges, before and after each fix, and the one under the pointer as the sum that it is.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/canvas/viewer.h"
#include "app/gl/subject_read.h"
#include "app/glass/glass.h"
#include "app/request/settings.h"
#include "app/ui/player.h"

namespace sweep::app {

class GlassView {
  public:
    // Asks for the picture's pixels, and runs anew when they, the problem or the engine have changed. Their mean of red,
    // green and blue is filtered. `input` is GL_RGBA32F; `version` changes with its contents.
    // A block beyond the last one becomes that.
    void update(const Texture& input, std::uint64_t version, const Problem& problem, EngineKind engine,
                TeachSettings& teach);
    // Goes on by `moments` of the algorithm, or back.
    void step(int moments, TeachSettings& teach) const;
    // Outlines the block in the picture, and draws the panel; to be called between Gui::begin() and end().
    void draw(const Area& stage, const Area& panel, const Viewer& viewer, TeachSettings& teach) const;

    bool is_busy() const { return read_.busy() || (!glass_ && why_not_.empty()); }
    const Glass* glass() const { return glass_.get(); }
    const std::vector<GlassBand>& bands() const { return bands_; }  // of the block that is shown
    const std::string& why_not() const { return why_not_; }

  private:
    struct Subject {
        unsigned input = 0;
        std::uint64_t version = 0;
        Problem problem;
        EngineKind engine = EngineKind::automatic;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    void run(const ConstImageView& picture);
    // A number of a band.
    struct Place {
        std::size_t band = 0;
        int lane = 0, k = 0;
    };
    int moment(const TeachSettings& teach) const;
    // Draws the block with its bands, of this width; returns the number under the pointer.
    std::optional<Place> block_with_bands(int m, int n, float width, int moment) const;
    void steps(TeachSettings& teach) const;
    void number(const Place& place, int moment) const;

    SubjectRead<Subject> read_;
    std::unique_ptr<Glass> glass_;
    std::vector<GlassBand> bands_;
    std::pair<int, int> bands_of_{-1, -1};
    std::string why_not_;
};

}  // namespace sweep::app
