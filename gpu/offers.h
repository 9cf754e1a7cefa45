// What the CUDA engine can do. It is told to programs that are built without CUDA, too: they say what it would solve.
#pragma once

#include "core/methods/offers.h"

namespace sweep::gpu {

extern const EngineOffers offers;

}  // namespace sweep::gpu
