// Tridiagonal systems on CUDA. This header includes no CUDA header; where a program was built without nvcc,
// the same name says so.
#pragma once

#include "core/tridiagonal/systems.h"

namespace sweep::gpu {

// Solves systems in memory of the current device, in the arithmetic of their samples, into `out`, which is packed and
// may be rhs where that is, too. The work is put on the stream of the caller, in whose order memory is taken and
// given back; the call waits for it. Throws Error(usage) where a row is not diagonally dominant or has no pivot, and
// then the samples of `out` are undefined; where a pointer is not to memory of that device; and Error(no_engine) in a
// program without CUDA.
void solve_tridiagonal(const TridiagonalSystems& systems, void* out, void* stream);

}  // namespace sweep::gpu
