// exercise: 2
#include <cuda_runtime.h>

// A warp a row: 32 pixels at once by a scan of shuffles, without shared memory. 4 sectors an access.
__global__ void right(const float* in, float* out, int width, int height, float g, float a) {
    const int row = blockIdx.x, l = threadIdx.x;
    float to_lane = a;  // a^(l + 1)
    for (int i = 0; i < l; ++i) to_lane *= a;
    float carry = 0;
    for (int x0 = 0; x0 < width; x0 += 32) {
        float y = x0 + l < width ? g * in[row * width + x0 + l] : 0;
        float power = a;  // a^step
        for (int step = 1; step < 32; step *= 2) {
            const float other = __shfl_up_sync(0xffffffffu, y, step);
            if (l >= step) y += power * other;
            power *= power;
        }
        y += to_lane * carry;
        if (x0 + l < width) out[row * width + x0 + l] = y;
        carry = __shfl_sync(0xffffffffu, y, 31);
    }
}

void lab(const float* in, float* out, int width, int height, const float* c) {
    right<<<height, 32>>>(in, out, width, height, c[0], -c[1]);
}
