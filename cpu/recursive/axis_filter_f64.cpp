// AxisFilter<double> for every instruction set. Each sample type has its own file, so that they compile in
// parallel.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/recursive/axis_filter_f64.cpp"
#include <hwy/foreach_target.h>

#include "core/filter/dispatch.h"
#include "cpu/recursive/pass_filter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

AxisFilter<double>* NewDouble(const AxisDesign& filter, Realisation realisation, BoundaryKind boundary,
                              long long length, int block) {
    return dispatch_order(filter.order(), [&]<int R>() {
        return new_axis_filter<double, R>(
            filter, realisation, boundary,
            axis_numbers<R>(filter, realisation, boundary, length, block, block == block_size));
    });
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweep::cpu {

HWY_EXPORT(NewDouble);

template <>
std::unique_ptr<AxisFilter<double>> make_axis_filter(const AxisDesign& filter, Realisation realisation,
                                                     BoundaryKind boundary, long long length, int block) {
    return std::unique_ptr<AxisFilter<double>>(
        HWY_DYNAMIC_DISPATCH(NewDouble)(filter, realisation, boundary, length, block));
}

}  // namespace sweep::cpu
#endif
