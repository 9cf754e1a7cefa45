// The datum of a whole image: the sample of least magnitude at the points of a lattice.
//
// Thread i takes points i, i + the number of threads, ... A warp puts its least sample into memory, and the thread
// block that is done last makes the datum of what it finds there.
#include "gpu/image/datum.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {
namespace {

__global__ __launch_bounds__(tuning::ImageDatum::threads) void image_datum_kernel(
    const __grid_constant__ PixelSource in, const __grid_constant__ DatumLattice lattice,
    const __grid_constant__ OutsideConstant outside, DatumSearch* search, float* found,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    launch_dependents();
    unsigned least[4] = {no_key, no_key, no_key, no_key};
    const int points = lattice.columns * lattice.rows, threads = int(gridDim.x * blockDim.x);
#pragma unroll 4
    for (int i = int(blockIdx.x * blockDim.x + threadIdx.x); i < points; i += threads) {
        const float4 v = in.pixel(lattice.x(i % lattice.columns), lattice.y(i / lattice.columns));
        const float samples[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int c = 0; c < 4; ++c) least[c] = min(least[c], magnitude_key(samples[c]));
    }
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        if (c >= in.channels) break;
        const unsigned of_warp = least_of_warp(least[c]);
        if (threadIdx.x % 32 == 0) atomicMin(&search->least[c], of_warp);
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x > 0 || atomicAdd(&search->done, 1u) < gridDim.x - 1) return;
    __threadfence();
    for (int c = 0; c < in.channels; ++c) {
        unsigned of_all = __ldcg(&search->least[c]);
        if (outside.has_outside) of_all = min(of_all, magnitude_key(outside.constant[c]));
        const float datum = of_magnitude_key(of_all);
        found[c] = fabsf(datum) <= largest_datum ? datum : 0;
        search->least[c] = no_key;
    }
    search->done = 0;
}

}  // namespace

ImageDatum::ImageDatum()
    : found_(4), search_(std::vector<DatumSearch>{{{no_key, no_key, no_key, no_key}, 0}}) {}

void ImageDatum::adopt(const Problem& problem, const FilterDesign& filter) {
    const OutsideConstant outside = outside_constant(problem);
    datum_ = {outside, has_datum(problem.shape, outside), found_.data()};
    lattice_ = datum_lattice(problem, filter);
    channels_ = problem.shape.channels;
}

LaunchOn ImageDatum::find(LaunchOn on, const PixelSource& in) const {
    on.overlap = false;
    if (!datum_.from_image) return on;
    using Tuning = tuning::ImageDatum;
    const std::int64_t points = std::int64_t(lattice_.columns) * lattice_.rows,
                       each = Tuning::threads * Tuning::points_of_thread;
    LaunchOn unrecorded = on;  // a record has one kernel for each stage
    unrecorded.record = nullptr;
    launch(unrecorded, image_datum_kernel,
           unsigned(std::min<std::int64_t>((points + each - 1) / each, Tuning::most_thread_blocks)),
           Tuning::threads, 0, in, lattice_, static_cast<const OutsideConstant&>(datum_), search_.data(),
           found_.data());
    on.overlap = true;
    return on;
}

std::vector<float> ImageDatum::read(cudaStream_t stream) const {
    const std::size_t channels = std::size_t(channels_);
    return datum_.from_image ? found_.download(channels, stream) : std::vector<float>(channels, 0.f);
}

}  // namespace sweep::gpu
