// exercise: 1
#include <cuda_runtime.h>

// Each thread has four columns, a thread block's width apart.
__global__ void down(const float* in, float* out, int width, int height, float g, float d) {
    const int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    float y[4] = {};
    for (int row = 0; row < height; ++row)
        for (int k = 0; k < 4; ++k) {
            const int x = first + k * blockDim.x;
            if (x < width) out[row * width + x] = y[k] = g * in[row * width + x] - d * y[k];
        }
}

void lab(const float* in, float* out, int width, int height, const float* c) {
    down<<<(width + 127) / 128, 32>>>(in, out, width, height, c[0], c[1]);
}
