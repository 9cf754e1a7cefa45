// What the CUDA engine can do. It is told to programs that are built without CUDA, too: they say what it would solve.
#pragma once

#include "core/plan/offers.h"

namespace sweep::gpu {

extern const EngineOffers offers;

}  // namespace sweep::gpu
