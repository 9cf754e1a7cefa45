// The dot products of step 7.1, of a block's columns, of its rows and of the rows' dots,
// by threads and by tensor cores.
#include <cuda_runtime.h>

#include "gpu/overlapped/tensor_dots.cuh"
#include "gpu/overlapped/thread_dots.cuh"
#include "tests/support/emulated_layers.h"

namespace sweep::test {
namespace {

// Weights of the columns or of the rows of a block, of the first `length` samples of its lines.
template <int R>
BlockWeights<double, R> random_weights(unsigned seed, int length) {
    Random random{seed};
    BlockWeights<double, R> weights(static_cast<std::size_t>(length));
    for (Vec<double, 2 * R>& of_sample : weights)
        for (int k = 0; k < 2 * R; ++k) of_sample[k] = random();
    return weights;
}

template <int R, int T>
struct ByThreads {
    using Dots = gpu::ThreadDots<R, T>;
    static constexpr int weight_floats = Dots::weight_floats;
    static constexpr double tolerance = 1e-6;

    static void put(const BlockWeights<double, R>& weights, float* to) {
        for (std::size_t i = 0; i < weights.size(); ++i)
            for (int k = 0; k < 2 * R; ++k) to[int(i) * gpu::weight_stride<R> + k] = float(weights[i][k]);
    }
};
template <int R, int T, bool in_registers>
struct ByTensorCores {
    using Dots = gpu::TensorDots<R, T, in_registers>;
    static constexpr int weight_floats = gpu::TensorWeights<R, T>::floats;
    static constexpr double tolerance =
        4e-6;  // of a product 2^-22 and more is left out; a low half is 2^-11 of it

    static void put(const BlockWeights<double, R>& weights, float* to) {
        gpu::TensorWeights<R, T>::put(weights, int(weights.size()), to);
    }
};

// Of a block of `channels` whose lines have `rows` and `columns` samples with a weight; it is the last of its row of
// blocks and not of its column, and what is left of the others stays what it was.
template <int R, int T, class By>
void expect_dots(int channels, int rows, int columns, bool same_weights, bool sweeps_rows) {
    SCOPED_TRACE("order " + std::to_string(R) + ", blocks of " + std::to_string(T) + ", " +
                 std::to_string(channels) + " channels, " + std::to_string(columns) + "x" +
                 std::to_string(rows) + (same_weights ? ", one filter" : "") +
                 (sweeps_rows ? "" : ", columns alone"));
    constexpr int K = 2 * R, m = 1, n = 1;
    constexpr float untouched = 12345;
    const gpu::Tiling tiling = gpu::Tiling::of({2 * T, 3 * T, channels}, T);
    const gpu::CarryLayout<R, T> layout(tiling);
    const BlockWeights<double, R> down = random_weights<R>(1, rows),
                                  right = same_weights ? down : random_weights<R>(2, columns);
    std::vector<float> put(std::size_t(By::weight_floats), 0.f);
    By::put(down, put.data());
    const gpu::DeviceBuffer<float> of_columns(put);
    std::fill(put.begin(), put.end(), 0.f);
    By::put(right, put.data());
    const gpu::DeviceBuffer<float> of_rows(put);
    const gpu::DeviceBuffer<float> column_carries(
        std::vector<float>(layout.column_size(channels), untouched)),
        row_carries(std::vector<float>(layout.row_size(channels), untouched));
    const std::vector<float> x = Random(3).floats(std::size_t(channels * T * T));
    const auto datum = [](int channel) { return 0.25f + float(channel); };

    const auto weights_in_shared = std::make_unique<typename By::Dots::Shared>();
    on_gpu(
        1, unsigned(2 * T * channels), sizeof(float) * std::size_t(By::Dots::shared_floats * channels), [&] {
            float* tile = shared();
            for (int i = int(threadIdx.x); i < channels * T * T; i += 2 * T * channels)
                tile[i / (T * T) * T * T + gpu::at<T>(i / T % T, i % T)] = x[std::size_t(i)];
            typename By::Dots dots(*weights_in_shared, of_columns.data(),
                                   (same_weights ? of_columns : of_rows).data());
            __syncthreads();
            const int channel = int(threadIdx.x) / (2 * T);
            dots.find(tile, channels, channel, datum(channel), sweeps_rows,
                      gpu::PerimeterWriter<R, T>{tiling, channel, m, n, column_carries.data(),
                                                 row_carries.data(), gpu::l2_policy(gpu::Eviction::normal)});
        });

    // Each kind of number against its own largest.
    for (int channel = 0; channel < channels; ++channel) {
        std::vector<double> got[3], want[3];
        double row_dots[T][K] = {};
        for (int line = 0; line < T; ++line)
            for (int k = 0; k < K; ++k) {
                const auto sample = [&](int r, int c) {
                    return double(x[std::size_t((channel * T + r) * T + c)]) - double(datum(channel));
                };
                double column = 0;
                for (int i = 0; i < rows; ++i) column += down[std::size_t(i)][k] * sample(i, line);
                for (int i = 0; i < columns; ++i)
                    row_dots[line][k] += right[std::size_t(i)][k] * sample(line, i);
                want[0].push_back(column);
                got[0].push_back(column_carries.data()[layout.column(channel, m, n * T + line, k)]);
                want[1].push_back(row_dots[line][k]);
                got[1].push_back(row_carries.data()[layout.row(channel, m, n, k) + std::size_t(line)]);
            }
        for (int j = 0; j < K; ++j)
            for (int k = 0; k < K; ++k) {
                double corner = 0;
                for (int i = 0; i < rows; ++i) corner += down[std::size_t(i)][k] * row_dots[i][j];
                want[2].push_back(corner);
                got[2].push_back(
                    column_carries.data()[layout.column(channel, m, tiling.N * T + n * K + j, k)]);
            }
        for (int kind = 0; kind < (sweeps_rows ? 3 : 1); ++kind)
            expect_close(got[kind], want[kind], By::tolerance);
    }
    const std::ptrdiff_t numbers = channels * (sweeps_rows ? 2 * T * K + K * K : T * K);
    std::ptrdiff_t touched = 0;
    for (const gpu::DeviceBuffer<float>* carries : {&column_carries, &row_carries})
        touched += std::ptrdiff_t(carries->size()) -
                   std::count(carries->data(), carries->data() + carries->size(), untouched);
    EXPECT_EQ(touched, numbers);
}

template <int R, int T, class By>
void expect_dots_of(int most_channels) {
    for (int channels = 1; channels <= most_channels; ++channels) {
        expect_dots<R, T, By>(channels, T, T, false, true);
        expect_dots<R, T, By>(channels, T, T, true, true);
        expect_dots<R, T, By>(channels, T - 5, T, false, true);
        expect_dots<R, T, By>(channels, 1, T - 1, false, true);
        expect_dots<R, T, By>(channels, T, T, false, false);
    }
}

// act<R, T>() of the blocks that an order has.
template <class Act>
void with_block(int order, Act act) {
    with_order(order, [&]<int R>() {
        act.template operator()<R, 32>();
        if constexpr (R <= 5) act.template operator()<R, 64>(), act.template operator()<R, 128>();
    });
}

class LayerDots : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(OfOrder, LayerDots, testing::Values(1, 2, 3, 5, 8),
                         [](const testing::TestParamInfo<int>& of) { return std::to_string(of.param); });

TEST_P(LayerDots, ByThreads) {
    with_block(GetParam(), []<int R, int T>() { expect_dots_of<R, T, ByThreads<R, T>>(T == 128 ? 1 : 4); });
}

TEST_P(LayerDots, ByTensorCores) {
    with_block(GetParam(), []<int R, int T>() {
        expect_dots_of<R, T, ByTensorCores<R, T, false>>(T == 128 ? 1 : 4);
        if constexpr (R <= 5) expect_dots_of<R, T, ByTensorCores<R, T, true>>(1);
    });
}

}  // namespace
}  // namespace sweep::test
