// From an order and a realisation that are known at run time to template arguments.
#pragma once

#include <stdexcept>

#include "core/filter/recurrence.h"

namespace sweep {

// Calls f.template operator()<R>() with R = order. Throws std::logic_error unless `order` is 1 to `most`.
template <int most = max_order, class F>
decltype(auto) dispatch_order(int order, F&& f) {
    switch (order) {
        case 1:
            return f.template operator()<1>();
        case 2:
            if constexpr (most >= 2) return f.template operator()<2>();
            break;
        case 3:
            if constexpr (most >= 3) return f.template operator()<3>();
            break;
        case 4:
            if constexpr (most >= 4) return f.template operator()<4>();
            break;
        case 5:
            if constexpr (most >= 5) return f.template operator()<5>();
            break;
        case 6:
            if constexpr (most >= 6) return f.template operator()<6>();
            break;
        case 7:
            if constexpr (most >= 7) return f.template operator()<7>();
            break;
        case 8:
            if constexpr (most >= 8) return f.template operator()<8>();
            break;
    }
    throw std::logic_error("no recurrence of this order");
}

// As dispatch_order(), up to max_cascade_order, for code that runs on the host alone.
template <class F>
decltype(auto) dispatch_any_order(int order, F&& f) {
    switch (order) {
        case 9:
            return f.template operator()<9>();
        case 10:
            return f.template operator()<10>();
        case 11:
            return f.template operator()<11>();
        case 12:
            return f.template operator()<12>();
        case 13:
            return f.template operator()<13>();
        case 14:
            return f.template operator()<14>();
        case 15:
            return f.template operator()<15>();
        case 16:
            return f.template operator()<16>();
        default:
            return dispatch_order(order, f);
    }
}

// Calls f.template operator()<R, K>() with R = order and K = direct where that is asked for and R has it,
// else K = delta.
template <class F>
decltype(auto) dispatch(int order, Realisation realisation, F&& f) {
    return dispatch_order(order, [&]<int R>() -> decltype(auto) {
        if constexpr (R <= max_direct_order)
            if (realisation == Realisation::direct) return f.template operator()<R, Realisation::direct>();
        return f.template operator()<R, Realisation::delta>();
    });
}

}  // namespace sweep
