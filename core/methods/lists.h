// The stage lists, one function a family of algorithms. Callers see core/stages/stages.h, which chooses among
// them (core/methods/overlapped.cpp).
#pragma once

#include "core/stages/stages.h"

namespace sweep {

// Algorithms 2, 4, 5, 6 and 6b.
std::vector<Stage> published_stages(const Problem& problem, int block);

// Summed-area tables, and the box blurs that are made from them.
std::vector<Stage> table_stages(const Problem& problem, int block);

// rt and rt64; 1 and 3, on images of one row or column; 5v.
std::vector<Stage> rt_stages(const Problem& problem);
std::vector<Stage> rt64_stages(const Problem& problem);
std::vector<Stage> signal_stages(const Problem& problem, int block);
std::vector<Stage> varying_stages(const Problem& problem, int block);

// Algorithm 8.
std::vector<Stage> resident_stages(const Problem& problem);

// `halo`.
std::vector<Stage> halo_stages(const Problem& problem);

std::vector<Stage> cascade_stages(const Problem& problem, int block);

// conv and fft.
std::vector<Stage> convolution_stages(const Problem& problem);
std::vector<Stage> fft_stages(const Problem& problem);

// The shape whose transforms `fft` takes: the image's, or under mirror that of the image together with its
// mirror image, twice as long each way. A single sample is doubled too, because two is the shortest length of
// a transform.
Shape transform_shape(const Problem& problem);

}  // namespace sweep
