// Engines for the program: started with its tuning, run into new images, and timed.
#pragma once

#include <string_view>
#include <vector>

#include "core/engine/engine.h"
#include "engines/start.h"

namespace sweep::app {

// As sweep::start_engine(), with tuning_in_use().
StartedEngine start_engine(EngineKind asked, Sample input = Sample::f32);

// Filters into a new image of Engine::best_sample(). Throws Error(failed) when it does not fit into memory.
Image filtered(Engine& engine, ConstImageView in);

// The median milliseconds of each stage over some runs.
std::vector<double> time_stages(Engine& engine, ConstImageView in, ImageView out, int repeats);

// The value below which `fraction` of the values lie (nearest rank); 0 where there are none.
double quantile(std::vector<double> values, double fraction);

// "CUDA interop", "CUDA copy": CUDA on textures in place, or through host memory; "CPU", "Reference".
std::string badge(EngineKind engine, bool in_place);

}  // namespace sweep::app
