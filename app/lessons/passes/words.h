// The names of the passes, and their formulas in the papers' letters.
#pragma once

#include <array>
#include <string>

#include "core/problem/problem.h"

namespace sweep::app {

inline const char* pass_title(int pass) {
    constexpr std::array<const char*, all_passes> titles{"Down", "Up", "Right", "Left"};
    return titles[std::size_t(pass)];
}

// [N11] section 4: F and R filter columns, F^T and R^T rows; P and E are the states in which they enter a
// block. To be drawn by formula().
inline const char* pass_formula(int pass) {
    constexpr std::array<const char*, all_passes> formulas{"Y = F(P, X)", "Z = R(Y, E)", "U = F^T(P^T, Z)",
                                                           "V = R^T(U, E^T)"};
    return formulas[std::size_t(pass)];
}

inline const char* pass_words(int pass) {
    constexpr std::array<const char*, all_passes> words{"causal, along columns", "anticausal, along columns",
                                                        "causal, along rows", "anticausal, along rows"};
    return words[std::size_t(pass)];
}

inline const char* image_words(int k) {
    constexpr std::array<const char*, all_passes + 1> words{"the input", "after down", "after down and up",
                                                            "after down, up and right", "the result"};
    return words[std::size_t(k)];
}

}  // namespace sweep::app
