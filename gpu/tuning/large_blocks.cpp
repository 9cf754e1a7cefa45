#include "gpu/tuning/large_blocks.h"

#include "core/blocks/section_units.h"

namespace sweep::gpu {

bool takes_large_blocks(Realisation form, const FilterDesign& filter) {
    if (form == Realisation::delta) return filter.order() <= 5 && !alternates(filter);
    return form == Realisation::pole_zero && has_zeros_kernels(filter.order()) && has_units(filter);
}

}  // namespace sweep::gpu
