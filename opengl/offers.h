// What the OpenGL engine can do.
#pragma once

#include "core/plan/offers.h"

namespace sweep::opengl {

extern const EngineOffers offers;

}  // namespace sweep::opengl
