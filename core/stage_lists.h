// The stage lists by family; core/stages.h is what callers see. Files: core/stages_*.cpp.
#pragma once

#include "core/stages.h"

namespace sweep {

// 2, 4, 5, 6 and 6b
std::vector<Stage> published_stages(const Problem& problem, int block);

// Summed-area tables, and the box blur from them.
std::vector<Stage> table_stages(const Problem& problem, int block);

// rt and rt64; 1 and 3, of images of one row or column; 5v
std::vector<Stage> rt_stages(const Problem& problem);
std::vector<Stage> rt64_stages(const Problem& problem);
std::vector<Stage> signal_stages(const Problem& problem, int block);
std::vector<Stage> varying_stages(const Problem& problem, int block);

// 8, in strips of `block` columns
std::vector<Stage> resident_stages(const Problem& problem, int block);

std::vector<Stage> cascade_stages(const Problem& problem, int block);

// conv, fft
std::vector<Stage> convolution_stages(const Problem& problem);
std::vector<Stage> fft_stages(const Problem& problem);

// What the transforms of `fft` are of: the image, or the image and its mirror image, which doubles it. One sample is
// doubled too: a transform of two is the shortest.
Shape transform_shape(const Problem& problem);

}  // namespace sweep
