// A walk as numbers: every matrix and state of every step, and each number as the sum that it is, with the numbers that the
// sum's terms are computed from.
#pragma once

#include <nlohmann/json.hpp>

#include "app/walk/walk.h"

namespace sweep::app {

// {"arrays": [{"name", "values", "sums"}], "steps": [..], ..}. Numbers are counted through all arrays, in their order; a sum is
// {"name", "formula", "terms": [[what, factor, value, numbers]], "copy"}, and a step names the arrays that it shows and
// makes.
nlohmann::ordered_json walk_json(const Walk& walk);

}  // namespace sweep::app
