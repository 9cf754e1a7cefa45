// Parts of a larger image on CUDA of a program that was built without nvcc: there are none.
#include "core/base/error.h"
#include "gpu/parts/parts.h"

namespace sweep::gpu {
namespace {

[[noreturn]] void absent() {
    throw Error(ExitCode::no_engine, "this program was built without CUDA: copy the part to host memory");
}

}  // namespace

void part_perimeters(const std::vector<PartPole>&, bool, ConstImageView, double*, void*) {
    absent();
}
void part_scan(const std::vector<double>&, const std::vector<const double*>&, std::size_t, std::size_t, int,
               double*, void*) {
    absent();
}
void part_enter(const std::vector<PartPole>&, bool, const double*, ImageView, void*) {
    absent();
}

}  // namespace sweep::gpu
