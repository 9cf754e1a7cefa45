// Counts what a test program asks the C library and the system for, on every thread: it links allocation_count.cpp.
#pragma once

namespace sweep::test {

// Calls of malloc, calloc, realloc and the aligned ones, which operator new ends in; and of mmap, by which libraries
// with an allocator of their own (oneTBB's tasks come from its pools) get more memory. Where malloc cannot be replaced
// (under sanitizers, or with another C library than glibc): calls of operator new.
long allocation_count();

}  // namespace sweep::test
