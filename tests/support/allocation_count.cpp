// The functions take the place of the C library's malloc and mmap, which glibc lets a program replace, or of
// operator new. They have a file of their own because g++ warns of mismatched pairs where it can inline them.
#include "tests/support/allocation_count.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

static std::atomic<long> count{0};

long sweep::test::allocation_count() {
    return count;
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* p, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
    ++count;
    return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) noexcept {
    ++count;
    return __libc_calloc(number, size);
}
void* realloc(void* p, std::size_t size) noexcept {
    ++count;
    return __libc_realloc(p, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
    ++count;
    return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    ++count;
    return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
    ++count;
    *p = __libc_memalign(alignment, size);
    return *p || size == 0 ? 0 : ENOMEM;
}

void* mmap(void* address, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
    ++count;
    return reinterpret_cast<void*>(syscall(SYS_mmap, address, size, protection, flags, file, offset));
}
}

#else

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

#endif
