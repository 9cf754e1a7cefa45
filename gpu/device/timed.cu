#include "gpu/device/timed.cuh"

namespace sweep::gpu {
namespace {

__global__ void spin_kernel(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

}  // namespace

std::vector<double> time_on(cudaStream_t stream, int repeats, const std::function<void()>& enqueue) {
    Event before, after;
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        spin_kernel<<<1, 1, 0, stream>>>(60000);
        check(cudaEventRecord(before.handle(), stream));
        enqueue();
        check(cudaEventRecord(after.handle(), stream));
        check(cudaEventSynchronize(after.handle()));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, before.handle(), after.handle()));
        times.push_back(double(ms));
    }
    return times;
}

}  // namespace sweep::gpu
