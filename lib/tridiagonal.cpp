// Tridiagonal systems of the C interface.
#include <cstdint>
#include <limits>

#include "core/tridiagonal/systems.h"
#include "cpu/tridiagonal/solve.h"
#include "gpu/tridiagonal/solve.h"
#include "lib/guarded.h"

using namespace sweep;
using namespace sweep::library;

namespace {

std::int64_t count_of(std::size_t count) {
    if (count > std::size_t(std::numeric_limits<std::int64_t>::max())) refuse("there are too many systems");
    return std::int64_t(count);
}

TridiagonalArray array_of(const sweep_numbers& it) {
    return {it.data, it.before, it.along, it.after};
}

TridiagonalSystems systems_of(const sweep_tridiagonal* systems) {
    if (!systems) refuse("systems is NULL");
    if (systems->sample != SWEEP_F32 && systems->sample != SWEEP_F64)
        refuse("sample must be SWEEP_F32 or SWEEP_F64");
    return {count_of(systems->before), count_of(systems->length),
            count_of(systems->after),  systems->sample == SWEEP_F64 ? Sample::f64 : Sample::f32,
            array_of(systems->lower),  array_of(systems->diagonal),
            array_of(systems->upper),  array_of(systems->rhs)};
}

}  // namespace

sweep_status sweep_solve_tridiagonal(const sweep_tridiagonal* systems, void* out) {
    return guarded([&] { cpu::solve_tridiagonal(systems_of(systems), out); });
}

sweep_status sweep_solve_tridiagonal_cuda(const sweep_tridiagonal* systems, void* out, void* stream) {
    return guarded([&] { gpu::solve_tridiagonal(systems_of(systems), out, stream); });
}
