// The memory that the operating system has and hands out.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sweep::platform {

// The bytes that this process can still use: the least of what the system has free and of what limits of the process
// leave it. Cached files count as free where the system can drop them. Returns the largest number where the system does
// not say.
std::uint64_t free_memory();

// The bytes of a page, the unit in which the system hands out memory.
std::size_t page_bytes();

// Whether the page that holds `address` has no memory yet, because nobody has written to it. False where the system
// cannot tell.
bool is_untouched(const void* address);

// From now on memory of a mebibyte and more goes back to the system when it is freed, whatever was taken after it.
// Otherwise the library keeps what it takes for a size that is asked for again and again, and holes grow in it. No
// effect where it cannot be told so.
void give_back_freed_memory();

}  // namespace sweep::platform
