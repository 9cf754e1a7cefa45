// Samples for which a picture has no number, and the filters in whose results others can stand for them.
#pragma once

#include "core/problem/problem.h"

namespace sweep {

// What becomes of samples for which there is no number: NaN, and the no-data value of a file.
enum class Missing {
    keep,  // they have no weight in the means of others, and stay missing
    fill,  // they become the mean of those that are there
    zero   // they count as 0
};

// Whether the result is a mean of neighbours, to which weights can be given, or the picture itself.
bool is_mean(const Problem& problem);

}  // namespace sweep
