#include "cpu/base/fresh_memory.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace sweep::cpu {
#if defined(__linux__)
namespace {
std::uintptr_t page_size() {
    return std::uintptr_t(sysconf(_SC_PAGESIZE));
}
}  // namespace
#endif

bool is_fresh(const ImageView& image) {
#if defined(__linux__)
    const auto page = page_size(),
               middle = reinterpret_cast<std::uintptr_t>(image.row<std::byte>(image.shape.height / 2)) /
                        page * page;
    unsigned char is_there = 1;
    return mincore(reinterpret_cast<void*>(middle), 1, &is_there) == 0 && (is_there & 1) == 0;
#else
    static_cast<void>(image);
    return false;
#endif
}

void touch_pages(const ImageView& image, Threads& threads) {
#if defined(__linux__)
    // Linux may clear memory in pages of 2 MB. Were two threads to touch the same one, both would clear it.
    const std::uintptr_t page = page_size(), huge_page = std::uintptr_t(2) << 20;
    // Between rows that lie further apart there may be memory that nobody will ever want.
    const std::size_t row = image.shape.row_bytes(image.sample);
    if (std::size_t(std::abs(image.stride)) >= row + page) return;
    const auto first_row = reinterpret_cast<std::uintptr_t>(image.row<std::byte>(0)),
               last_row = reinterpret_cast<std::uintptr_t>(image.row<std::byte>(image.shape.height - 1)),
               begin = std::min(first_row, last_row), end = std::max(first_row, last_row) + row,
               first = begin / huge_page * huge_page;
    const auto chunks = std::ptrdiff_t((end - first + huge_page - 1) / huge_page);
    threads.for_chunks(chunks, 1, [&](std::ptrdiff_t chunk, std::ptrdiff_t last) {
        const std::uintptr_t from = first + std::uintptr_t(chunk) * huge_page,
                             to = std::min(first + std::uintptr_t(last) * huge_page, end);
        for (std::uintptr_t at = std::max(from, begin); at < to; at = (at / page + 1) * page)
            std::atomic_ref(*reinterpret_cast<unsigned char*>(at)).fetch_or(0, std::memory_order_relaxed);
    });
#else
    static_cast<void>(image), static_cast<void>(threads);
#endif
}

}  // namespace sweep::cpu
