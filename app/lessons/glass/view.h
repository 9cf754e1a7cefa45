// The block under the glass in the window: the pixels of the block that was clicked, the states that enter it and
// leave it as edges along its edges, before and after each fix, and the one under the pointer as the sum that it is.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <imgui.h>

#include "app/lessons/glass/glass.h"
#include "app/lessons/lesson/host.h"
#include "app/work/options/view_option.h"

namespace sweep::app {

// The mean of red, green and blue is filtered. A block beyond the last one becomes that.
class GlassView final : public LessonHost {
  public:
    static void add_options(std::vector<ViewOption>& rows);

    GlassView() : LessonHost("for the glass") {}

    // Goes on by moments of the algorithm, or back.
    void step(double moments, TeachSettings& teach) override;
    // Outlines the block in the picture, and draws the panel.
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;

    const Glass* glass() const { return glass_.get(); }
    const std::vector<GlassEdge>& edges() const { return edges_; }  // of the block that is shown

  private:
    LessonSubject asks(const LessonFrame& frame) const override;
    void make(const LessonFrame& frame, const ConstImageView& pixels) override;
    void forget() override { glass_.reset(); }
    void play(const LessonFrame& frame) override;
    // A number of a edge.
    struct Place {
        std::size_t edge = 0;
        int lane = 0, k = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    int moment(const TeachSettings& teach) const;
    // Draws the block with its edges, of this width; returns the number under the pointer.
    std::optional<Place> block_with_bands(int m, int n, float width, int moment) const;
    void steps(TeachSettings& teach);
    void number(const Place& place, int moment) const;
    void lineage(ImDrawList& list, const Viewer& viewer, const Place& place, int moment) const;
    void lineage_line(const Place& place) const;
    // All blocks in the complete number.
    const std::vector<GlassSource>& all_of(const Place& place) const;

    std::unique_ptr<Glass> glass_;
    std::vector<GlassEdge> edges_;
    std::pair<int, int> bands_of_{-1, -1};
    mutable std::optional<std::pair<Place, std::vector<GlassSource>>>
        all_;  // of the number that was asked last
};

}  // namespace sweep::app
