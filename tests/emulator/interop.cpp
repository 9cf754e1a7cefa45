// GL images do not exist where CUDA is emulated: nobody can make one.
#include "gpu/interop_state.cuh"

namespace sweep::gpu {

GlImage::GlImage(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlImage::~GlImage() = default;
GlImage::State::~State() = default;
void GlImage::State::view_mapped() {}

}  // namespace sweep::gpu
