// Tridiagonal systems on CUDA of a program that was built without nvcc: there are none.
#include "core/base/error.h"
#include "gpu/tridiagonal/solve.h"

namespace sweep::gpu {

void solve_tridiagonal(const TridiagonalSystems&, void*, void*) {
    throw Error(ExitCode::no_engine, "this program was built without CUDA: copy the systems to host memory");
}

}  // namespace sweep::gpu
