#include "app/lessons/walk/view/marks.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace sweep::app {
namespace {

constexpr double least_mark = 1e-3, least_arrow = 0.03;
constexpr std::size_t most_arrows = 24;  // of either kind: more are a web that nobody follows

class Marker {
  public:
    Marker(const WalkLineage& lineage, const WalkStep& step, const WalkPick& picked)
        : lineage_(lineage), step_(step), picked_(picked) {}

    // Of the transposed picture, which has no states, the rows stand for columns.
    WalkPick place(int id) const {
        WalkPick at = lineage_.place(id);
        if (step_.transposed) std::swap(at.x, at.y);
        return at;
    }
    bool is_seen(const WalkPick& at) const { return !(at == picked_) && !(step_.transposed && at.is_state); }

    void mark(int id, Kinship kinship, double share) {
        const WalkPick at = place(id);
        if (share < least_mark || !is_seen(at)) return;
        auto known = std::find_if(all_.marks.begin(), all_.marks.end(),
                                  [&](const WalkMark& mark) { return mark.at == at; });
        if (known == all_.marks.end())
            all_.marks.push_back({at, kinship, share});
        else if (kinship < known->kinship || (kinship == known->kinship && share > known->share))
            *known = {at, kinship, share};
    }

    void arrow(int from, int to, bool is_ahead, double share) {
        const WalkPick a = place(from), b = place(to);
        if (a == b || (step_.transposed && (a.is_state || b.is_state))) return;
        for (WalkArrow& known : arrows_)
            if (known.from == a && known.to == b && known.is_ahead == is_ahead) {
                known.share = std::max(known.share, share);
                return;
            }
        arrows_.push_back({a, b, is_ahead, share});
    }

    WalkMarks all() {
        for (const bool is_ahead : {false, true}) {
            std::vector<WalkArrow> strongest;
            std::copy_if(arrows_.begin(), arrows_.end(), std::back_inserter(strongest),
                         [&](const WalkArrow& each) { return each.is_ahead == is_ahead; });
            std::stable_sort(strongest.begin(), strongest.end(),
                             [](const WalkArrow& a, const WalkArrow& b) { return a.share < b.share; });
            const std::size_t drop = strongest.size() - std::min(strongest.size(), most_arrows);
            all_.arrows.insert(all_.arrows.end(), strongest.begin() + std::ptrdiff_t(drop), strongest.end());
        }
        return std::move(all_);
    }

  private:
    const WalkLineage& lineage_;
    const WalkStep& step_;
    WalkPick picked_;
    WalkMarks all_;
    std::vector<WalkArrow> arrows_;
};

}  // namespace

WalkMarks marks_of(const WalkLineage& lineage, const Walk& walk, int step, const WalkPick& picked) {
    const std::optional<int> id = lineage.id_of(step, picked);
    if (!id) return {};
    Marker marker(lineage, walk.steps[std::size_t(step)], picked);
    const std::vector<double> in = lineage.shares_in(*id), of = lineage.shares_of(*id);
    for (const WalkLineage::Link& source : lineage.sources(*id))
        marker.mark(source.id, Kinship::source, source.share);
    for (int other = 0; other < lineage.size(); ++other) {
        if (other == *id) continue;
        marker.mark(other, Kinship::has_made_it, in[std::size_t(other)]);
        marker.mark(other, Kinship::is_made_of_it, of[std::size_t(other)]);
    }
    for (int other = 0; other < lineage.size(); ++other) {
        for (const WalkLineage::Link& source : lineage.sources(other))
            if (const double share = in[std::size_t(other)] * source.share;
                share >= (other == *id ? least_mark : least_arrow))
                marker.arrow(source.id, other, false, share);
        for (const WalkLineage::Link& use : lineage.uses(other))
            if (const double share = of[std::size_t(other)] * use.share; share >= least_arrow)
                marker.arrow(other, use.id, true, share);
    }
    return marker.all();
}

}  // namespace sweep::app
