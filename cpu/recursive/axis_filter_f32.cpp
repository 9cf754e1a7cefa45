// AxisFilter<float> for every instruction set. Each sample type has its own file, so that they compile in
// parallel.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/recursive/axis_filter_f32.cpp"
#include <hwy/foreach_target.h>

#include "core/filter/dispatch.h"
#include "cpu/recursive/pass_filter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

AxisFilter<float>* NewFloat(const AxisDesign& filter, Realisation realisation, BoundaryKind boundary,
                            long long length, int block) {
    return dispatch_order(filter.order(), [&]<int R>() {
        return new_axis_filter<float, R>(
            filter, realisation, boundary,
            axis_numbers<R>(filter, realisation, boundary, length, block, block == block_size));
    });
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweep::cpu {

HWY_EXPORT(NewFloat);

template <>
std::unique_ptr<AxisFilter<float>> make_axis_filter(const AxisDesign& filter, Realisation realisation,
                                                    BoundaryKind boundary, long long length, int block) {
    return std::unique_ptr<AxisFilter<float>>(
        HWY_DYNAMIC_DISPATCH(NewFloat)(filter, realisation, boundary, length, block));
}

}  // namespace sweep::cpu
#endif
