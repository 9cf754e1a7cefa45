// The part of CUB's exchanges between the threads of a thread block that gpu/ uses: item i of thread t is
// number t * items + i (blocked) or number i * threads + t (striped).
#pragma once

#include <cuda_runtime.h>

namespace cub {

template <class T, int threads, int items>
class BlockExchange {
  public:
    struct TempStorage {
        T number[threads * items];
    };
    explicit BlockExchange(TempStorage& storage) : storage_(storage) {}

    void StripedToBlocked(const T (&in)[items], T (&out)[items]) { exchange(in, striped, out, blocked); }
    void BlockedToStriped(const T (&in)[items], T (&out)[items]) { exchange(in, blocked, out, striped); }

  private:
    static int blocked(int i) { return int(threadIdx.x) * items + i; }
    static int striped(int i) { return i * threads + int(threadIdx.x); }
    void exchange(const T (&in)[items], int (*from)(int), T (&out)[items], int (*to)(int)) {
        for (int i = 0; i < items; ++i) storage_.number[from(i)] = in[i];
        __syncthreads();
        for (int i = 0; i < items; ++i) out[i] = storage_.number[to(i)];
    }

    TempStorage& storage_;
};

}  // namespace cub
