// The edge filter on CUDA of a program that was built without nvcc: there is none.
#include "core/base/error.h"
#include "gpu/edge/edge_filter.h"

namespace sweep::gpu {
namespace {

[[noreturn]] void absent() {
    throw Error(ExitCode::no_engine, "this program was built without CUDA: use --engine cpu");
}

}  // namespace

struct EdgeFilterRun::State {};

EdgeFilterRun::EdgeFilterRun(const EdgeFilter&, BoundaryKind, const Shape&, int) {
    absent();
}
EdgeFilterRun::~EdgeFilterRun() = default;
void EdgeFilterRun::run(ConstImageView, ConstImageView, ImageView) {
    absent();
}
void EdgeFilterRun::run_on_device(ConstImageView, ConstImageView, ImageView, void*) {
    absent();
}
void EdgeFilterRun::map_tones(ConstImageView, double, ImageView) {
    absent();
}
void EdgeFilterRun::map_tones_on_device(ConstImageView, double, ImageView, void*) {
    absent();
}
std::vector<double> EdgeFilterRun::time_runs(int) {
    absent();
}
std::size_t EdgeFilterRun::bytes() const {
    absent();
}

}  // namespace sweep::gpu
