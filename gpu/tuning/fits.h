// Whether a GPU has room for what the offers of gpu/offers.cpp keep on its chip.
#pragma once

#include "core/design/taps.h"
#include "core/plan/offers.h"
#include "core/problem/designed_problem.h"
#include "gpu/tuning/device_limits.h"

namespace sweep::gpu {

// True if all passes of a filter forget within a tile of algorithm 8, as sums over the tiles of a line ask for
// (gpu/stream/line.cuh). Of no more than most_stream_order poles.
bool forgets_in_tiles(const FilterDesign& filter);

// Algorithm 8: the image stays on the chip, or streams through it.
bool image_fits(const DesignedProblem& asked, const Limits& limits);
// 8a: thread blocks hold whole lines, the longer ones by clusters.
bool lines_fit(const DesignedProblem& asked, const Limits& limits);
// Of the weights: the sums that they make of bytes have to stay within float16.
double sum_of_magnitudes(const Taps& taps);
// `halo`: bytes whose taps tensor cores multiply (gpu/halo/products.cuh).
bool products_fit(const DesignedProblem& asked, const DeviceLimits& limits);
// `halo`: there is a tile for the image.
bool halo_fits(const DesignedProblem& asked, const Limits& limits);

}  // namespace sweep::gpu
