// What this program is and where to begin, for the card of the first frames and the page of keys.
#pragma once

#include <string_view>

namespace sweep::app::intro {

inline constexpr const char* what = "Recursive image filters: a blur of any width costs the same.";
struct Step {
    std::string_view action;  // of the table, whose key is named
    const char* what;
};
inline constexpr Step steps[] = {{"lecture-short", "explained in ten minutes"},
                                 {"passes", "the four passes"}};
inline constexpr const char* drop = "Or drop a picture or a film onto the window.";

}  // namespace sweep::app::intro
