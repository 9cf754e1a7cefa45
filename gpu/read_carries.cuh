// The carries that a run has left in device memory, relative to the datum and in an order of the kernels' own, as
// core/carries.h has them.
#pragma once

#include <array>
#include <vector>

#include "core/carries.h"
#include "core/filter_design.h"
#include "gpu/device_buffer.h"
#include "gpu/pixels.cuh"

namespace sweep::gpu {

// The states in which the four passes enter an image of ones that goes on as ones: what a datum of 1 has taken off. Side
// by side (Realisation::parallel) the anticausal pass is entered by what the causal one is.
template <int R>
using EnteringStates = std::array<Vec<double, R>, 4>;

template <int R, Realisation K>
EnteringStates<R> states_of_ones(const FilterDesign& filter,
                                 const std::array<Recurrence<double, R, K>, 4>& passes) {
    EnteringStates<R> states;
    for (std::size_t i = 0; i < 4; ++i) {
        const double level = filter.response_after(K == Realisation::parallel ? int(i) / 2 * 2 : int(i));
        states[i] = passes[i].steady();
        for (int k = 0; k < R; ++k) states[i][k] *= level;
    }
    return states;
}

template <class T>
std::vector<T> download(const T* from, std::size_t count, cudaStream_t stream) {
    std::vector<T> to(count);
    check(cudaMemcpyAsync(to.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    return to;
}

// The datum of each channel that a run has filtered relative to.
inline std::vector<float> read_datum(const Datum& datum, int channels, cudaStream_t stream) {
    if (datum.from_image) return download(datum.found, std::size_t(channels), stream);
    return {datum.constant, datum.constant + channels};
}

// column_at(channel, m, x, k) and row_at(channel, m, n, i, k), row i of block (m, n): indices into the buffers.
template <int R, class ColumnAt, class RowAt>
Carries read_carries(Shape shape, int block, bool with_rows, const EnteringStates<R>& of_ones,
                     const Datum& datum, const DeviceBuffer<float>& columns, const DeviceBuffer<float>& rows,
                     ColumnAt column_at, RowAt row_at, cudaStream_t stream) {
    const std::vector<float> origin = read_datum(datum, shape.channels, stream);
    Carries carries{block, R, shape, {}, {}};
    carries.allocate(true, with_rows);
    // Number k of P and E together, of the columns (axis 0) or the rows.
    auto absolute = [&](float relative, int channel, std::size_t axis, int k) {
        const Vec<double, R>& of_one = of_ones[2 * axis + (k < R ? 0 : 1)];
        return double(relative) + of_one[k % R] * double(origin[std::size_t(channel)]);
    };
    const std::vector<float> c = download<float>(columns.data(), columns.size(), stream);
    for (int channel = 0; channel < shape.channels; ++channel)
        for (int m = 0; m < carries.block_rows(); ++m)
            for (int x = 0; x < shape.width; ++x)
                for (int k = 0; k < 2 * R; ++k)
                    carries.column(channel, m, x, k) =
                        absolute(c[column_at(channel, m, x, k)], channel, 0, k);
    if (!with_rows) return carries;
    const std::vector<float> r = download<float>(rows.data(), rows.size(), stream);
    for (int channel = 0; channel < shape.channels; ++channel)
        for (int n = 0; n < carries.block_columns(); ++n)
            for (int y = 0; y < shape.height; ++y)
                for (int k = 0; k < 2 * R; ++k)
                    carries.row(channel, n, y, k) =
                        absolute(r[row_at(channel, y / block, n, y % block, k)], channel, 1, k);
    return carries;
}

}  // namespace sweep::gpu
