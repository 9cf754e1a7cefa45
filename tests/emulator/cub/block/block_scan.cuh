// The part of CUB's prefix sums over a thread block that gpu/ uses.
#pragma once

#include <cuda_runtime.h>

namespace cub {

template <class T, int threads>
class BlockScan {
  public:
    struct TempStorage {
        T of_thread[threads];
    };
    explicit BlockScan(TempStorage& storage) : storage_(storage) {}

    template <int items>
    void InclusiveSum(T (&in)[items], T (&out)[items], T& total) {
        T sum = 0;
        for (int i = 0; i < items; ++i) out[i] = sum += in[i];
        storage_.of_thread[threadIdx.x] = sum;
        __syncthreads();
        T before = 0;
        total = 0;
        for (unsigned t = 0; t < unsigned(threads); ++t) {
            if (t == threadIdx.x) before = total;
            total += storage_.of_thread[t];
        }
        for (int i = 0; i < items; ++i) out[i] += before;
    }

  private:
    TempStorage& storage_;
};

}  // namespace cub
