#include "core/stages/stages.h"

namespace sweep {

std::uint64_t total_bytes(const std::vector<Stage>& stages) {
    std::uint64_t sum = 0;
    for (const Stage& stage : stages) sum += stage.bytes();
    return sum;
}

}  // namespace sweep
