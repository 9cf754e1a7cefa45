// The list of the engines of a browser.
#include <array>

#include "core/plan/offers.h"
#include "cpu/offers.h"

namespace sweep {

std::span<const EngineOffers* const> engines() {
    static constexpr std::array all{&cpu::offers};
    return all;
}

}  // namespace sweep
