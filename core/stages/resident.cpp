// The stage lists of algorithm 8 and of `halo`, which read and write the image once.
#include "core/filter/design.h"
#include "core/stages/lists.h"

namespace sweep {

// One launch. It costs 2 h w for the image, and 4 (2 r / W) h w for what goes through memory between strips
// of W columns: for each row and strip 2 r dots, and the 2 r carries that take their place, both written once
// and read once. Columns 0 and w - 1, which clamp needs too, are no more than what one strip writes, and not
// counted.
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

// One launch, 2 h w. The halos of neighbouring blocks come from the cache: they are operands once.
std::vector<Stage> halo_stages(const Problem& p) {
    return {{Step::halo, "blocks", "-", p.shape.samples() * size_of(p.input),
             p.shape.samples() * size_of(output_sample(p))}};
}

}  // namespace sweep
