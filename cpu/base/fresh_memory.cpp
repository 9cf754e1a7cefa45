#include "cpu/base/fresh_memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "platform/memory.h"

namespace sweep::cpu {

bool is_fresh(const ImageView& image) {
    return platform::is_untouched(image.row<std::byte>(image.shape.height / 2));
}

void touch_pages(const ImageView& image, Threads& threads) {
    // Linux may clear memory in pages of 2 MB. Were two threads to touch the same one, both would clear it.
    const std::uintptr_t page = platform::page_bytes(), huge_page = std::uintptr_t(2) << 20;
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
            __atomic_fetch_or(reinterpret_cast<unsigned char*>(at), 0, __ATOMIC_RELAXED);
    });
}

}  // namespace sweep::cpu
