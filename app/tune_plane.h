// The z-plane with the poles and zeros of the filter, to be dragged.
#pragma once

#include <imgui.h>

#include "app/settings.h"

namespace sweep::app {

// A square of this side. Dragging changes settings.filter at once. Throws Error(usage) as design() does.
void pole_plane(Settings& settings, float side);

}  // namespace sweep::app
