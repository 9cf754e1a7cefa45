// Parts of a larger image in device memory.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "gpu/parts/parts.h"
#include "lib/guarded.h"
#include "lib/plan.h"
#include "lib/run.h"

using namespace sweep;
using namespace sweep::library;

namespace {

// What of a plan's part does not depend on its shape.
struct PartOnDevice {
    explicit PartOnDevice(const sweep_plan& plan)
        : part(part_of(plan)),
          channels(plan.problem.shape.channels),
          axis(part.axis(plan.engine->job().design)) {
        if (plan.problem.input != Sample::f32) refuse("parts in device memory are of float32: set SWEEP_F32");
    }
    Shape shape(int width, int height) const {
        if (width < 1 || height < 1) refuse("a part has samples: width and height are positive");
        return {width, height, channels};
    }

    const Part& part;
    const int channels;
    const AxisDesign& axis;
};

// What part_scan() of gpu/parts/ takes for part number `part`: what the scan makes of 1 in place of each number of
// each part, and zeros elsewhere, and of zeros alone.
std::vector<double> matrix_of(const PartOnDevice& it, const std::vector<int>& lengths, std::size_t part) {
    const std::size_t states = 4 * part_poles(it.axis).size(),
                      numbers = ColumnParts::rows_of_part(states / 4), channels = std::size_t(it.channels),
                      columns = numbers + channels;
    std::vector<double> outside(columns);
    std::ranges::copy(it.part.outside(), outside.begin() + std::ptrdiff_t(numbers));
    ColumnParts parts(it.axis, lengths, columns);
    std::vector<double> matrix;
    for (int from = 0; from < parts.count(); ++from) {
        for (int i = 0; i < parts.count(); ++i) {
            std::fill(parts.numbers(i).begin(), parts.numbers(i).end(), 0.0);
            for (std::size_t k = 0; i == from && k < numbers; ++k) parts.numbers(i)[k * columns + k] = 1;
        }
        parts.enter(it.part.boundary().kind, outside);
        const std::size_t last = from + 1 < parts.count() ? numbers : columns;  // of what stands outside once
        for (std::size_t k = 0; k < last; ++k)
            for (std::size_t s = 0; s < states; ++s)
                matrix.push_back(parts.states(int(part))[s * columns + k]);
    }
    return matrix;
}

}  // namespace

sweep_status sweep_part_perimeters_cuda(sweep_plan* plan, int width, int height, const void* in,
                                        size_t in_pitch, double* perimeters, void* stream) {
    return guarded([&] {
        const Running running(plan, part_is_used);
        const PartOnDevice it(*plan);
        gpu::part_perimeters(part_poles(it.axis), it.part.is_along_x(),
                             view_of(it.shape(width, height), Sample::f32, in, in_pitch, "in"), perimeters,
                             stream);
    });
}

sweep_status sweep_part_scan_cuda(sweep_plan* plan, size_t lines, size_t count, const int* lengths,
                                  const double* const* perimeters, size_t part, double* states,
                                  void* stream) {
    return guarded([&] {
        const Running running(plan, part_is_used);
        const PartOnDevice it(*plan);
        require_parts(count, lengths, perimeters);
        if (part >= count) refuse("part is the number of one of the parts");
        if (lines == 0) refuse("a part has lines");
        gpu::part_scan(matrix_of(it, {lengths, lengths + count}, part), {perimeters, perimeters + count},
                       part_poles(it.axis).size(), lines, it.channels, states, stream);
    });
}

sweep_status sweep_part_enter_cuda(sweep_plan* plan, int width, int height, const double* states, void* image,
                                   size_t pitch, void* stream) {
    return guarded([&] {
        const Running running(plan, part_is_used);
        const PartOnDevice it(*plan);
        const ConstImageView view = view_of(it.shape(width, height), Sample::f32, image, pitch, "image");
        gpu::part_enter(part_poles(it.axis), it.part.is_along_x(), states,
                        {image, view.shape, Sample::f32, view.stride}, stream);
    });
}
