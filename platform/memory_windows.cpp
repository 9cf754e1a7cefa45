#include <algorithm>
#include <limits>

// psapi.h does not include what it needs.
// clang-format off
#include <windows.h>
#include <psapi.h>
// clang-format on

#include "platform/memory.h"

namespace sweep::platform {

// What is allocated must fit into the physical memory, or be slow, and into what the system promises, or be refused.
std::uint64_t free_memory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (!GlobalMemoryStatusEx(&status)) return std::numeric_limits<std::uint64_t>::max();
    return std::min<std::uint64_t>(status.ullAvailPhys, status.ullAvailPageFile);
}

std::size_t page_bytes() {
    SYSTEM_INFO system{};
    GetSystemInfo(&system);
    return system.dwPageSize;
}

bool is_untouched(const void* address) {
    PSAPI_WORKING_SET_EX_INFORMATION page{};
    page.VirtualAddress = const_cast<void*>(address);
    return QueryWorkingSetEx(GetCurrentProcess(), &page, sizeof page) && !page.VirtualAttributes.Valid;
}

void give_back_freed_memory() {}

}  // namespace sweep::platform
