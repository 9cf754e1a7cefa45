// A walk as numbers: every matrix and state of every step, and each number as the sum that it is, with the numbers
// that the sum's terms are computed from.
#pragma once

#include <nlohmann/json.hpp>

#include "app/lessons/lesson/traffic.h"
#include "app/lessons/walk/walk.h"

namespace sweep::app {

// {"arrays": [{"kind", "maker", "values", "sums"}], "words": [..], "steps": [..], ..}. Numbers are counted through
// all arrays, in their order. A sum is {"name", "formula", "terms": [[what, factor, value, numbers]], "copy"}, with
// texts as numbers of words; an array says which step makes it, and a step which arrays it shows.
nlohmann::ordered_json walk_json(const Walk& walk);
// What the stages of an algorithm read and write.
nlohmann::ordered_json traffic_json(const TrafficRow& row);

}  // namespace sweep::app
