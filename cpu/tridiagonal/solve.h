// Tridiagonal systems on the threads of the CPU.
#pragma once

#include "core/tridiagonal/systems.h"

namespace sweep::cpu {

// Solves the systems, in the arithmetic of their samples, into `out`, which is packed: [before][length][after]. Lines
// that are too few or too long are cut into blocks (core/tridiagonal/perimeter.h). `out` may be rhs, where that is
// packed, too. 0 threads: one per core. Throws Error(usage) where a row is not diagonally dominant or has no pivot;
// then the samples of `out` are undefined.
void solve_tridiagonal(const TridiagonalSystems& systems, void* out, int threads = 0);

// The blocks into which a line is cut.
int tridiagonal_blocks(const TridiagonalSystems& systems, int threads);

}  // namespace sweep::cpu
