// What the CUDA engine needs from a toolkit beside its compiler, in one file, which is built before the
// engine is offered (cmake/SweepCuda.cmake). Whatever a toolkit may lack belongs here: headers, functions of
// the runtime, language features.
#include <cub/block/block_scan.cuh>
#include <cuda_gl_interop.h>
#include <cuda_pipeline_primitives.h>
#include <cufft.h>

#include "gpu/device/block_trace.cuh"
#include "gpu/device/launch.cuh"
#include "gpu/device/tensor_map.cuh"

namespace sweep::gpu {

template <int R>
__global__ __maxnreg__(64) void probe_kernel(const __grid_constant__ CUtensorMap map, int* out,
                                             const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    typename cub::BlockScan<int, 64>::TempStorage storage;
    __pipeline_commit();
    *out = R + int(sizeof storage) + int(sizeof map);
}

// Launches as the engine does: from a template, with a tensor map among the parameters and the trace log behind them.
void launch_probe(cudaStream_t stream) {
    const CUtensorMap map{};
    [&]<int R>() {
        launch({stream, false}, probe_kernel<R>, 1, 64, 0, map, nullptr);
    }.template operator()<1>();
}

}  // namespace sweep::gpu

int main() {
    sweep::gpu::launch_probe(nullptr);
    return sweep::gpu::tensor_map_encoder() ? int(CUFFT_R2C) : 0;
}
