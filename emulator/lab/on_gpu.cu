// The main program of a file of the Lab on a GPU, compiled by nvcc: on_gpu INPUT OUTPUT runs its lab() on the pictures
// of INPUT (program.cpp says what stands there), and writes to OUTPUT.0, OUTPUT.1 .. what came out, in float32. The
// last picture is for time alone: OUTPUT gets the GPU's name and the least milliseconds of lab() and of a copy of that
// picture, as JSON.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <cuda_runtime.h>

void lab(const float* in, float* out, int width, int height, const float* c);

namespace {

constexpr int repeats = 10;

std::FILE* input = nullptr;
std::string output;

[[noreturn]] void fail(const char* text) {
    if (std::FILE* file = std::fopen(output.c_str(), "wb")) {
        std::fprintf(file, "{\"error\": \"%s\"}\n", text);
        std::fclose(file);
    }
    std::exit(1);
}

void check(cudaError_t error) {
    if (error != cudaSuccess) fail(cudaGetErrorString(error));
}

template <class T>
std::vector<T> read(std::size_t count) {
    std::vector<T> values(count);
    if (std::fread(values.data(), sizeof(T), count, input) != count) fail("the input is too short");
    return values;
}

template <class Run>
float least_ms(const Run& run) {
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    float least = 0;
    for (int i = 0; i < repeats; ++i) {
        float ms = 0;
        check(cudaEventRecord(begin));
        run();
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        check(cudaEventElapsedTime(&ms, begin, end));
        least = i == 0 ? ms : std::min(least, ms);
    }
    return least;
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) return 2;
    output = words[2];
    input = std::fopen(words[1], "rb");
    if (!input) return 2;
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0));
    const int cases = read<std::int32_t>(1)[0];
    for (int k = 0; k < cases; ++k) {
        const std::vector<std::int32_t> sizes = read<std::int32_t>(3);
        const int width = sizes[0], height = sizes[1];
        const std::vector<float> coefficients = read<float>(std::size_t(sizes[2]));
        std::vector<float> samples = read<float>(std::size_t(width) * std::size_t(height));
        const std::size_t bytes = samples.size() * sizeof(float);
        float *in = nullptr, *out = nullptr, *c = nullptr;
        check(cudaMalloc(&in, bytes));
        check(cudaMalloc(&out, bytes));
        check(cudaMallocManaged(&c, std::max<std::size_t>(1, coefficients.size()) * sizeof(float)));
        std::copy(coefficients.begin(), coefficients.end(), c);
        check(cudaMemcpy(in, samples.data(), bytes, cudaMemcpyHostToDevice));
        check(cudaMemset(out, 0xff, bytes));  // NaN
        lab(in, out, width, height, c);
        check(cudaGetLastError());
        check(cudaDeviceSynchronize());
        check(cudaMemcpy(samples.data(), out, bytes, cudaMemcpyDeviceToHost));
        if (k + 1 < cases) {
            std::FILE* file = std::fopen((output + "." + std::to_string(k)).c_str(), "wb");
            if (!file) fail("cannot write the result");
            std::fwrite(samples.data(), sizeof(float), samples.size(), file);
            std::fclose(file);
        } else {
            const float ms = least_ms([&] { lab(in, out, width, height, c); });
            const float copy_ms =
                least_ms([&] { check(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice)); });
            std::FILE* file = std::fopen(output.c_str(), "wb");
            if (!file) return 1;
            std::fprintf(file, "{\"device\": \"%s\", \"ms\": %.6f, \"copy_ms\": %.6f}\n", properties.name, ms, copy_ms);
            std::fclose(file);
        }
        cudaFree(in);
        cudaFree(out);
        cudaFree(c);
    }
    return 0;
}
