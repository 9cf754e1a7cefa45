// Algorithm 8: the image once each way, and the carries of the rows.
#include "core/filter_design.h"
#include "core/stage_lists.h"

namespace sweep {

// One launch, 2 h w of the image; and between its thread blocks 2 r numbers a row and strip, left for others and picked
// up twice: 4 (2 r / W) h w in all. Columns 0 and w - 1, which clamp needs too, are two strips' share and not counted.
std::vector<Stage> resident_stages(const Problem& p, int block) {
    const std::uint64_t in = p.shape.samples() * size_of(p.input),
                        out = p.shape.samples() * size_of(output_sample(p)),
                        strips = std::uint64_t((p.shape.width + block - 1) / block),
                        lines = std::uint64_t(p.shape.height) * std::uint64_t(p.shape.channels),
                        carries = p.passes > 2
                                      ? 4 * lines * strips * 2 * std::uint64_t(design(p.filter).order())
                                      : 0;
    return {{Step::resident, "strips", "8", in + 2 * carries, out + 2 * carries}};
}

}  // namespace sweep
