// exercise: 1
#include <cuda_runtime.h>

// Two thread blocks share all columns. The coefficients are read by the kernel itself.
__global__ void down(const float* __restrict__ in, float* __restrict__ out, int width, int height,
                     const float* __restrict__ c) {
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
        const float g = c[0], d = c[1];
        float y = 0;
        for (int at = x; at < width * height; at += width) out[at] = y = g * in[at] - d * y;
    }
}

void lab(const float* in, float* out, int width, int height, const float* c) {
    const dim3 grid{2}, block{32};
    down<<<grid, block>>>(in, out, width, height, c);
}
