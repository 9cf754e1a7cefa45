// What `auto` takes whatever the engine.
#pragma once

#include <span>

#include "core/plan/offers.h"

namespace sweep {

// For tables, the fastest first, after those of the engine. What only converts has no algorithm, and goes by these
// names.
std::span<const Preference> preferences_for_tables();

// What stands for `auto` where no preferred algorithm is exact.
Algorithm last_resort(const Problem& problem);

}  // namespace sweep
