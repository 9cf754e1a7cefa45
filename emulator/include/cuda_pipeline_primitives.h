// Asynchronous copies to shared memory. They are made when their thread waits for them.
#pragma once

#include <cuda_runtime.h>

inline void __pipeline_memcpy_async(void* to, const void* from, std::size_t size, std::size_t zeros = 0) {
    emulated::copy_async(to, from, size, zeros);
}
inline void __pipeline_commit() {
    emulated::commit_copies();
}
inline void __pipeline_wait_prior(unsigned groups_left) {
    emulated::wait_for_copies(groups_left);
}
