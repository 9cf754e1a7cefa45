#include "gpu/parts/parts.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <limits>
#include <string>

#include "core/base/error.h"
#include "gpu/device/on_device.h"
#include "gpu/device/stream_memory.h"
#include "gpu/parts/kernels.cuh"

namespace sweep::gpu {
namespace {

unsigned blocks_for(std::int64_t lines, int threads) {
    const std::int64_t blocks = (lines + threads - 1) / threads;
    if (blocks > std::numeric_limits<int>::max())
        throw Error(ExitCode::usage, "the part has too many lines for one call: take fewer");
    return unsigned(blocks);
}

PartPoles numbers_of(const std::vector<PartPole>& poles) {
    PartPoles numbers{};
    const auto of = [](std::complex<double> z) { return Complex{z.real(), z.imag()}; };
    for (const PartPole& each : poles) {
        const int k = numbers.count++;
        numbers.pole[k] = of(each.pole);
        numbers.behind[k] = of(each.behind);
        numbers.before[k] = of(each.before);
    }
    return numbers;
}

PartLines lines_of(const std::vector<PartPole>& poles, bool is_along_x, const ConstImageView& image) {
    constexpr double nepers = 23;  // to 1e-10 of what it is: float32 does not feel more
    const std::int64_t row = image.stride / std::ptrdiff_t(sizeof(float)), channels = image.shape.channels,
                       height = image.shape.height, width = image.shape.width;
    PartLines p = is_along_x ? PartLines{height * channels, channels, row, channels, width, 0, 0}
                             : PartLines{width * channels, width * channels, 0, row, height, 0, 0};
    double slowest = 0;
    for (const PartPole& each : poles) slowest = std::max(slowest, std::abs(each.pole));
    const double felt = slowest > 0 ? std::ceil(-nepers / std::log(slowest)) + 1 : 1;
    p.reach = int(std::min(double(p.length), felt));
    p.piece = (p.reach + part_pieces - 1) / part_pieces;
    return p;
}

void require_memory(std::initializer_list<const void*> pointers) {
    int device = 0;
    check(cudaGetDevice(&device));
    for (const void* pointer : pointers) require_device_memory(pointer, device);
}

}  // namespace

void part_perimeters(const std::vector<PartPole>& poles, bool is_along_x, ConstImageView image,
                     double* perimeters, void* stream) {
    require_memory({image.data, perimeters});
    const PartLines p = lines_of(poles, is_along_x, image);
    launch({static_cast<cudaStream_t>(stream), false}, part_perimeters_kernel,
           blocks_for(p.count, part_lines), dim3(part_lines, part_pieces), 0,
           static_cast<const float*>(image.data), p, numbers_of(poles), perimeters);
}

void part_scan(const std::vector<double>& matrix, const std::vector<const double*>& perimeters,
               std::size_t poles, std::size_t lines, int channels, double* states, void* stream) {
    if (perimeters.size() > std::size_t(most_parts))
        throw Error(ExitCode::usage, "these are " + std::to_string(perimeters.size()) +
                                         " parts: join neighbours to at most " + std::to_string(most_parts));
    if (poles == 0) return;
    require_memory({states});
    const auto on = static_cast<cudaStream_t>(stream);
    const std::size_t bytes = matrix.size() * sizeof(double);
    const StreamMemory memory(bytes, on);
    check(cudaMemcpyAsync(memory.data(), matrix.data(), bytes, cudaMemcpyHostToDevice, on));
    PartNumbers parts{};
    std::copy(perimeters.begin(), perimeters.end(), parts.of);
    constexpr int threads = 128;
    launch({on, false}, part_scan_kernel, blocks_for(std::int64_t(lines), threads), threads, 0, parts,
           int(perimeters.size()), static_cast<const double*>(memory.data()), int(poles), std::int64_t(lines),
           channels, states);
}

void part_enter(const std::vector<PartPole>& poles, bool is_along_x, const double* states, ImageView image,
                void* stream) {
    if (poles.empty()) return;
    require_memory({image.data, states});
    const PartLines p = lines_of(poles, is_along_x, image);
    launch({static_cast<cudaStream_t>(stream), false}, part_enter_kernel, blocks_for(p.count, part_lines),
           dim3(part_lines, part_pieces), 0, static_cast<float*>(image.data), p, numbers_of(poles), states);
}

}  // namespace sweep::gpu
