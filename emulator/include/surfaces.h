// Textures on the host: an array holds its rows one after the other. Kernels read and write it as a surface,
// whose object is a pointer to the array. A read outside gives zero; a write outside ends the program, as on
// a GPU.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <vector>

struct EmulatedArray {
    std::size_t row_bytes, rows;
    std::vector<std::byte> data;
    int bits;  // of a component

    // The address of `bytes` bytes from byte x of row y on; null where not all of them are inside.
    std::byte* at(int x, int y, std::size_t bytes) {
        if (x < 0 || y < 0 || std::size_t(x) + bytes > row_bytes || std::size_t(y) >= rows) return nullptr;
        return data.data() + std::size_t(y) * row_bytes + std::size_t(x);
    }
};
using cudaArray_t = EmulatedArray*;
using cudaSurfaceObject_t = unsigned long long;

enum cudaChannelFormatKind { cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero };
enum cudaResourceType { cudaResourceTypeArray };
inline constexpr unsigned cudaArraySurfaceLoadStore = 2;
struct cudaChannelFormatDesc {
    int x, y, z, w;
    cudaChannelFormatKind f;
};
struct cudaResourceDesc {
    cudaResourceType resType;
    struct {
        struct {
            cudaArray_t array;
        } array;
    } res;
};

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
    return {x, y, z, w, f};
}
inline cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                                   std::size_t height, unsigned) {
    const std::size_t row_bytes = width * std::size_t(format->x + format->y + format->z + format->w) / 8;
    *array = new EmulatedArray{row_bytes, height, std::vector<std::byte>(row_bytes * height), format->x};
    return cudaSuccess;
}
inline cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_t array) {
    *format = {array->bits, array->bits, array->bits, array->bits, cudaChannelFormatKindUnsigned};
    return cudaSuccess;
}
inline cudaError_t cudaFreeArray(cudaArray_t array) {
    delete array;
    return cudaSuccess;
}
inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                           const cudaResourceDesc* description) {
    *surface = reinterpret_cast<cudaSurfaceObject_t>(description->res.array.array);
    return cudaSuccess;
}
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t) {
    return cudaSuccess;
}

inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                            std::size_t from_pitch, std::size_t width, std::size_t height,
                                            cudaMemcpyKind, cudaStream_t) {
    for (std::size_t row = 0; row < height; ++row)
        std::memcpy(to->at(int(x), int(y + row), width), static_cast<const char*>(from) + row * from_pitch,
                    width);
    return cudaSuccess;
}
inline cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t to_pitch, cudaArray_t from, std::size_t x,
                                              std::size_t y, std::size_t width, std::size_t height,
                                              cudaMemcpyKind, cudaStream_t) {
    for (std::size_t row = 0; row < height; ++row)
        std::memcpy(static_cast<char*>(to) + row * to_pitch, from->at(int(x), int(y + row), width), width);
    return cudaSuccess;
}

template <class T>
T surf2Dread(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode) {
    T value{};
    if (const std::byte* from = reinterpret_cast<EmulatedArray*>(surface)->at(x, y, sizeof value))
        std::memcpy(&value, from, sizeof value);
    return value;
}
template <class T>
void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y) {
    std::byte* to = reinterpret_cast<EmulatedArray*>(surface)->at(x, y, sizeof value);
    if (!to) std::abort();
    std::memcpy(to, &value, sizeof value);
}
