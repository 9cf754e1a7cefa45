// How much memory there is. What cannot fit is refused before it is allocated: Linux promises memory that it
// does not have, and ends the program that uses it.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/image.h"

namespace sweep {

// The bytes that this process can still use: the less of platform::free_memory() and of the environment variable
// SWEEP_MEMORY, in MiB. Returns the largest number when neither is known.
std::uint64_t available_memory();
// Throws Error(usage) when SWEEP_MEMORY is not a whole number of MiB.
void check_memory_limit();

// The text for so many bytes: "3.2 GiB", "640 KiB", "12 bytes".
std::string memory_text(std::uint64_t bytes);

// Throws Error(failed), "WHAT needs A of memory, B are available", when fewer than `bytes` are available.
void require_memory(std::uint64_t bytes, const std::string& what);

// A new image, after require_memory() for its bytes.
Image make_image(const Shape& shape, Sample sample, const std::string& what);

}  // namespace sweep
