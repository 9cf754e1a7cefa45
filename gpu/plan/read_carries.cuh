// Reads the carries that a run has left in device memory. There they are relative to the datum and in the
// kernels' order; they become absolute, in the order of core/blocks/carries.h.
#pragma once

#include <array>
#include <vector>

#include "core/blocks/carries.h"
#include "core/design/design.h"
#include "gpu/device/device_buffer.h"
#include "gpu/image/pixels.cuh"

namespace sweep::gpu {

// The states in which the four passes enter an image of ones that is continued by ones, which is what a datum
// of 1 takes off the carries. Side by side (parallel) both passes of a line read the same samples.
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

// Returns the carries of the columns and, `with_rows`, of the rows. They are relative to datum_of(channel, m, n).
// column_at(channel, m, x, k) and row_at(channel, m, n, i, k) are indices into the buffers; i is the row within block
// (m, n).
template <int R, class DatumOf, class ColumnAt, class RowAt>
Carries read_carries(Shape shape, int block, bool with_rows, const EnteringStates<R>& of_ones,
                     DatumOf datum_of, const DeviceBuffer<float>& columns, const DeviceBuffer<float>& rows,
                     ColumnAt column_at, RowAt row_at, cudaStream_t stream) {
    Carries carries{block, R, shape, {}, {}};
    carries.allocate(true, with_rows);
    // Makes number k of P and E together absolute; axis 0 is the columns, 1 the rows.
    auto absolute = [&](float relative, float datum, std::size_t axis, int k) {
        const Vec<double, R>& of_one = of_ones[2 * axis + (k < R ? 0 : 1)];
        return double(relative) + of_one[k % R] * double(datum);
    };
    const std::vector<float> c = columns.download(stream);
    for (int channel = 0; channel < shape.channels; ++channel)
        for (int m = 0; m < carries.block_rows(); ++m)
            for (int x = 0; x < shape.width; ++x)
                for (int k = 0; k < 2 * R; ++k)
                    carries.column(channel, m, x, k) =
                        absolute(c[column_at(channel, m, x, k)], datum_of(channel, m, x / block), 0, k);
    if (!with_rows) return carries;
    const std::vector<float> r = rows.download(stream);
    for (int channel = 0; channel < shape.channels; ++channel)
        for (int n = 0; n < carries.block_columns(); ++n)
            for (int y = 0; y < shape.height; ++y)
                for (int k = 0; k < 2 * R; ++k)
                    carries.row(channel, n, y, k) = absolute(r[row_at(channel, y / block, n, y % block, k)],
                                                             datum_of(channel, y / block, n), 1, k);
    return carries;
}

}  // namespace sweep::gpu
