// What the hardware knows of a thread block: when, and where.
#pragma once

namespace sweep::gpu {

// The device's clock, the same for all multiprocessors, in nanoseconds; it moves in steps of some ten of them.
__device__ inline unsigned long long device_nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

// The multiprocessor.
__device__ inline unsigned processor_number() {
    unsigned number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
}

}  // namespace sweep::gpu
