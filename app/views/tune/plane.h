// The z-plane, in which the poles and zeros of the filter can be dragged.
#pragma once

#include <imgui.h>

#include "app/views/tune/poles.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// Draws the plane as a square of this side. Dragging changes settings.filter at once. Throws Error(usage) as
// design() does.
void pole_plane(Settings& settings, PoleState& poles, float side);

}  // namespace sweep::app
