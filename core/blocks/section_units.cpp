#include "core/blocks/section_units.h"

#include <algorithm>
#include <cmath>

namespace sweep {
namespace {

bool has_units(const PassDesign& pass) {
    constexpr double least = 1e-12;
    const detail::PoleZeroSections s = detail::pole_zero_sections(pass);
    const auto is_fit = [](double D) { return std::abs(D) >= least && std::abs(D) <= 1 / least; };
    return s.kept == 1 && std::all_of(s.D.begin(), s.D.end(), is_fit) &&
           std::all_of(s.sign.begin(), s.sign.end(), [](double sign) { return sign == 1; });
}

}  // namespace

bool has_units(const FilterDesign& filter) {
    for (int pass = 0; pass < 4; ++pass)
        if (filter.pass(pass).order() != filter.order() || !has_units(filter.pass(pass))) return false;
    return true;
}

}  // namespace sweep
