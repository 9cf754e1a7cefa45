// How much memory there is, so that what cannot fit is refused before it is allocated: Linux promises memory
// that it does not have, and ends the program that uses it.
#pragma once

#include <cstdint>
#include <string>

namespace sweep {

// Bytes that this process can still use: what the system says, or what its control group leaves, if that is
// less. The largest number when nobody says.
std::uint64_t available_memory();

// "3.2 GiB", "640 KiB", "12 bytes".
std::string memory_text(std::uint64_t bytes);

// Throws Error(failed), "WHAT needs A of memory, B are available", when `bytes` are not there.
void require_memory(std::uint64_t bytes, const std::string& what);

}  // namespace sweep
