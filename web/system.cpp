// What platform/ and Highway's library answer in a browser: one page of 64 KiB after the other, one process, one set of
// instructions.
#include <hwy/targets.h>

#include "platform/memory.h"
#include "platform/thread.h"

namespace sweep::platform {

std::uint64_t free_memory() {
    constexpr std::uint64_t most = std::uint64_t(1) << 31;  // -sMAXIMUM_MEMORY
    return most - std::uint64_t(__builtin_wasm_memory_size(0)) * page_bytes();
}

std::size_t page_bytes() {
    return 1 << 16;
}

bool is_untouched(const void*) {
    return false;
}

void give_back_freed_memory() {}

long process_id() {
    return 1;
}

}  // namespace sweep::platform

namespace hwy {

int64_t SupportedTargets() {
    return HWY_STATIC_TARGET;
}

}  // namespace hwy
