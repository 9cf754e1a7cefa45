// The four passes over a picture: its planes X, Y, Z, U and V, and of each pass one line, with all outputs as the sums
// that they are.
#pragma once

#include <nlohmann/json.hpp>

#include "app/lessons/lesson/sweep_place.h"
#include "app/lessons/passes/images.h"

namespace sweep::app {

// `images` are ready. Waits for the GPU. A plane is {"values": [..]} of a small picture, in grey, and {"picture"} of a
// large one. A line is {"terms": [[symbol, back, coefficient]], "from", "x", "y"}, with samples in the order of the
// pass, the first of which are `from` places before the picture.
nlohmann::ordered_json passes_json(const PassImages& images, const SweepPlace& place, int column, int row);

}  // namespace sweep::app
