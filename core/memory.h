// How much memory there is, so that what cannot fit is refused before it is allocated: Linux promises memory
// that it does not have, and ends the program that uses it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/image.h"

namespace sweep {

// Bytes that this process can still use: what the system says, or what its control groups (version 1 or 2) leave, if that
// is less, and no more than the environment's SWEEP_MEMORY allows, in MiB. Files that the system keeps in memory and can
// give up count as available. The largest number when nobody says.
std::uint64_t available_memory();
// Throws Error(usage) when SWEEP_MEMORY is no number of MiB.
void check_memory_limit();
// The same from the system's files proc/ and sys/ in another folder.
std::uint64_t available_memory_in(const std::filesystem::path& root);

// "3.2 GiB", "640 KiB", "12 bytes".
std::string memory_text(std::uint64_t bytes);

// Throws Error(failed), "WHAT needs A of memory, B are available", when `bytes` are not there.
void require_memory(std::uint64_t bytes, const std::string& what);

// An image, after require_memory() of its bytes.
Image make_image(const Shape& shape, Sample sample, const std::string& what);

}  // namespace sweep
