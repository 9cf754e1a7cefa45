// The functions that -fsanitize=thread makes the compiler call for every load and store. Nothing of the sanitizer
// itself is here: they tell the Lab's watch.
#include "emulator/lab/hooks.h"

#include "emulator/lab/watch.h"

namespace emulated {

Watch* watch = nullptr;

namespace {

[[gnu::always_inline]] inline void tell(void* at, std::size_t bytes, bool writes, bool is_volatile,
                                        const void* site) {
    if (watch) watch->access(at, bytes, writes, is_volatile, site);
}

}  // namespace
}  // namespace emulated

// NOLINTBEGIN(bugprone-reserved-identifier): the compiler's names.
extern "C" {

#define SWEEP_ACCESS(kind, bytes, writes, is_volatile)                               \
    void __tsan_##kind##bytes(void* at) {                                            \
        emulated::tell(at, bytes, writes, is_volatile, __builtin_return_address(0)); \
    }
#define SWEEP_ACCESSES(bytes)                                 \
    SWEEP_ACCESS(read, bytes, false, false)                   \
    SWEEP_ACCESS(write, bytes, true, false)                   \
    SWEEP_ACCESS(unaligned_read, bytes, false, false)         \
    SWEEP_ACCESS(unaligned_write, bytes, true, false)         \
    SWEEP_ACCESS(volatile_read, bytes, false, true)           \
    SWEEP_ACCESS(volatile_write, bytes, true, true)           \
    SWEEP_ACCESS(unaligned_volatile_read, bytes, false, true) \
    SWEEP_ACCESS(unaligned_volatile_write, bytes, true, true) \
    SWEEP_ACCESS(read_write, bytes, true, false)              \
    SWEEP_ACCESS(unaligned_read_write, bytes, true, false)
SWEEP_ACCESSES(1)
SWEEP_ACCESSES(2)
SWEEP_ACCESSES(4)
SWEEP_ACCESSES(8)
SWEEP_ACCESSES(16)

// Of the guards of static variables of functions of the host.
char __tsan_atomic8_load(const volatile char* at, int) {
    return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

void __tsan_read_range(void* at, unsigned long bytes) {
    emulated::tell(at, bytes, false, false, __builtin_return_address(0));
}
void __tsan_write_range(void* at, unsigned long bytes) {
    emulated::tell(at, bytes, true, false, __builtin_return_address(0));
}
void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
    const void* site = __builtin_return_address(0);
    emulated::tell(const_cast<void*>(from), bytes, false, false, site);
    emulated::tell(to, bytes, true, false, site);
    return __builtin_memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, unsigned long bytes) {
    const void* site = __builtin_return_address(0);
    emulated::tell(const_cast<void*>(from), bytes, false, false, site);
    emulated::tell(to, bytes, true, false, site);
    return __builtin_memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, unsigned long bytes) {
    emulated::tell(to, bytes, true, false, __builtin_return_address(0));
    return __builtin_memset(to, value, bytes);
}
}
// NOLINTEND(bugprone-reserved-identifier)
