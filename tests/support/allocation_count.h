// Counts the requests of a test program to the C library and the system, on every thread. The program links
// allocation_count.cpp.
#pragma once

namespace sweep::test {

// Returns the calls of malloc, calloc, realloc and the aligned ones, in which operator new ends, and of mmap,
// by which libraries with an allocator of their own (oneTBB's tasks come from its pools) get more memory.
// Where malloc cannot be replaced (under sanitizers, or with another C library than glibc), it counts the
// calls of operator new.
long allocation_count();

}  // namespace sweep::test
