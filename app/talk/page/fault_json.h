// A filter that is broken on purpose: its pictures, and what a panel says about it.
#pragma once

#include <nlohmann/json.hpp>

#include "app/lessons/broken/view.h"

namespace sweep::app {

// `view` has a result(). Waits for the GPU.
nlohmann::ordered_json fault_json(const BrokenView& view);

}  // namespace sweep::app
