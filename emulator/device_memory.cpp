// Device memory of the emulator: memory of the host between pages that cannot be touched, filled with NaN.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include <cuda_runtime.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/observer.h"

namespace emulated {
namespace {

// Bytes around the memory of a watched program: a step of a row too far still lands there.
constexpr std::size_t watched_guard = std::size_t(1) << 20;

std::map<void*, std::pair<void*, std::size_t>>& allocations() {
    static std::map<void*, std::pair<void*, std::size_t>> all;
    return all;
}

bool has_failed = false;  // a cudaMalloc

std::mutex& memory() {
    static std::mutex of_allocations;
    return of_allocations;
}

}  // namespace
}  // namespace emulated

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    const std::scoped_lock lock(emulated::memory());
    std::size_t taken = 0;
    for (const auto& [pointer, mapped] : emulated::allocations()) taken += mapped.second;
    *total = emulated::faults().device_bytes;
    *free = *total - std::min(taken, *total);
    return emulated::answer();
}

// The memory ends at a page that cannot be touched, and another such page lies before it.
cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    if (emulated::faults().is_lost || bytes > free) {
        emulated::has_failed = true;
        return emulated::answer(cudaErrorMemoryAllocation);
    }
    const std::size_t page = std::size_t(sysconf(_SC_PAGESIZE)), rounded = (bytes + 15) / 16 * 16,
                      inner = (rounded + page - 1) / page * page,
                      guard = emulated::observer ? emulated::watched_guard : page, all = inner + 2 * guard;
    void* base = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) return cudaErrorMemoryAllocation;
    char* first = static_cast<char*>(base) + guard;
    mprotect(first, inner, PROT_READ | PROT_WRITE);
    // Who watches sees each step beyond the end, and counts sectors from the alignment that CUDA gives.
    *pointer = emulated::observer ? first : first + inner - rounded;
    std::memset(*pointer, 0xff, rounded);
    {
        const std::scoped_lock lock(emulated::memory());
        emulated::allocations()[*pointer] = {base, all};
    }
    if (emulated::observer) emulated::observer->allocated(*pointer, bytes);
    return cudaSuccess;
}

cudaError_t cudaFree(void* pointer) {
    const std::scoped_lock lock(emulated::memory());
    const auto it = emulated::allocations().find(pointer);
    if (it == emulated::allocations().end()) return pointer ? cudaErrorInvalidValue : cudaSuccess;
    if (emulated::observer) emulated::observer->freed(pointer);
    munmap(it->second.first, it->second.second);
    emulated::allocations().erase(it);
    return cudaSuccess;
}

void emulated::belongs_to_host(void* at) {
    if (observer) observer->belongs_to_host(at);
}

void emulated::written(void* at, std::size_t bytes) {
    if (observer) observer->written_by_host(at, bytes);
}

void emulated::refuse_host_pointer(const char* kernel, int argument, const void* pointer, const void* site) {
    if (!observer || !pointer) return;
    {
        const std::scoped_lock lock(memory());
        const auto behind = allocations().upper_bound(const_cast<void*>(pointer));
        if (behind != allocations().begin()) {
            const auto& [first, mapped] = *std::prev(behind);
            if (pointer <= static_cast<const char*>(mapped.first) + mapped.second) return;
        }
    }
    char text[200];
    std::snprintf(text, sizeof text, "argument %d of %s points to no memory of the device%s", argument,
                  kernel, has_failed ? ": a cudaMalloc before it failed" : "");
    observer->fails(Fault::out_of_bounds, text, site);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    const std::scoped_lock lock(emulated::memory());
    *attributes = {};
    for (const auto& [first, mapped] : emulated::allocations())
        if (pointer >= first && pointer < static_cast<const char*>(mapped.first) + mapped.second)
            attributes->type = cudaMemoryTypeDevice;
    return emulated::answer();
}
