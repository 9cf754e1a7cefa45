// The faults that a machine with a GPU can have. Tests set it and set it back.
#pragma once

#include <cstddef>

namespace emulated {

struct Faults {
    std::size_t device_bytes = std::size_t(4) << 30;  // GPU memory
    int driver = 13000;                               // the version it supports; 0: there is none
    bool has_no_device = false;                       // CUDA_VISIBLE_DEVICES is empty
    bool shares_nothing = false;                      // another GPU draws the window
    bool is_lost = false;                             // every call fails from now on
    int failing_launches = 0;                         // so many launches fail, and nothing of them runs
    cudaError_t code = cudaSuccess;                   // the answer when a kernel's attributes are asked for
};

inline Faults& faults() {
    static Faults now;
    return now;
}

inline cudaError_t& last_error() {
    static cudaError_t last = cudaSuccess;
    return last;
}

// Answers a call of the runtime: returns the status, and keeps an error as the last one.
inline cudaError_t answer(cudaError_t status = cudaSuccess) {
    if (faults().is_lost) status = cudaErrorLaunchFailure;
    if (status != cudaSuccess) last_error() = status;
    return status;
}

}  // namespace emulated
