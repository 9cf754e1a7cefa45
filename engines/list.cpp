// The list of the engines of this program.
#include <array>

#include "core/plan/offers.h"
#include "cpu/offers.h"
#include "gpu/offers.h"
#include "opengl/offers.h"

namespace sweep {

std::span<const EngineOffers* const> engines() {
    static constexpr std::array all{&gpu::offers, &opengl::offers, &cpu::offers};
    return all;
}

}  // namespace sweep
