// How far the taps of algorithm `halo` reach on this engine.
#pragma once

#include "core/families/halo.h"

namespace sweep::opengl {

// The samples on each side that a tile has room for.
inline constexpr int most_reach = 32;

// The reach of the taps as shaders have it, in fours.
inline int reach_in_fours(const Taps& taps) {
    return (reach_of(taps) + 3) / 4 * 4;
}

}  // namespace sweep::opengl
