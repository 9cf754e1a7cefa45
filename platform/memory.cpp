#include <cstdint>

#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

#include "platform/linux_memory.h"
#include "platform/memory.h"

namespace sweep::platform {

std::uint64_t free_memory() {
    return free_memory_in("/");
}

std::size_t page_bytes() {
    return std::size_t(sysconf(_SC_PAGESIZE));
}

bool is_untouched(const void* address) {
    const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(address) / page_bytes() * page_bytes();
    unsigned char is_there = 1;
    return mincore(reinterpret_cast<void*>(page), 1, &is_there) == 0 && (is_there & 1) == 0;
}

void give_back_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

}  // namespace sweep::platform
