// Replaces operator new and delete. In a file of its own: g++ warns of mismatched pairs where it can inline
// them.
#include "tests/allocation_count.h"

#include <atomic>
#include <cstdlib>
#include <new>

static std::atomic<long> count{0};

long sweep::test::allocation_count() {
    return count;
}

void* operator new(std::size_t size) {
    ++count;
    if (void* p = std::malloc(size > 0 ? size : 1)) return p;
    throw std::bad_alloc();
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    ++count;
    const std::size_t to = std::size_t(alignment);
    if (void* p = std::aligned_alloc(to, (size + to) / to * to)) return p;
    throw std::bad_alloc();
}

void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
    std::free(p);
}
