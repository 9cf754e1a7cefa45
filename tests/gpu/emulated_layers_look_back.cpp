// The look-back of the table in one pass: what a block waits for, and what it makes of what it finds.
#include <cuda_runtime.h>

#include "gpu/table/one_pass.cuh"
#include "tests/support/emulated_layers.h"

namespace sweep::test {
namespace {

using Word = unsigned long long;

TEST(LayerLookBack, AWordSaysItsSumItsRunAndWhetherItIsInclusive) {
    for (unsigned run : {1u, 2u, 77u, 0x3ffffffeu, 0x3fffffffu, 0x40000001u})
        for (bool inclusive : {false, true}) {
            const Word word = gpu::sum_word(-1.5f, run, inclusive);
            EXPECT_EQ(gpu::value_of<float>(word), -1.5f);
            EXPECT_EQ(gpu::is_inclusive(word), inclusive);
            EXPECT_TRUE(gpu::is_of(word, run));
            EXPECT_FALSE(gpu::is_of(word, run + 1));
            EXPECT_FALSE(gpu::is_of(0, run)) << "zeros are no run's";
            EXPECT_EQ(gpu::value_of<unsigned>(gpu::sum_word(0xfedcba98u, run, inclusive)), 0xfedcba98u);
        }
}

// Whatever has become inclusive, the sum is that of all predecessors, and has the bits of
// ((first + second) + third) + ...
template <int ahead>
void expect_sums_whatever_is_inclusive() {
    constexpr unsigned run = 5;
    constexpr std::size_t step = 3;
    Random random{9};
    for (int count : {0, 1, 2, 3, 7, 15, 16})
        for (int trial = 0; trial < 40; ++trial) {
            std::vector<Word> words(step * std::size_t(count + 1));
            float sum = 0;
            for (int i = 0; i < count; ++i) {
                const float own = float(random());
                sum += own;
                const bool inclusive = i == 0 || (trial > 0 && random() > 0.02 * trial);
                words[step * std::size_t(i)] = gpu::sum_word(inclusive ? sum : own, run, inclusive);
            }
            const Word* at = words.data() + step * std::size_t(count);
            float found = -1;
            on_gpu(1, 1, 0, [&] {
                const Word nearest = count > 0 ? at[-std::ptrdiff_t(step)] : 0;
                found = gpu::look_back<ahead, float>(nearest, at, count, step, run);
            });
            EXPECT_EQ(found, sum) << count << " predecessors, " << ahead << " at once";
        }
}

TEST(LayerLookBack, SumsHaveTheSameBitsWhateverIsInclusive) {
    expect_sums_whatever_is_inclusive<1>();
    expect_sums_whatever_is_inclusive<4>();
}

// Threads that come one after the other along a line and take their time: each publishes what it has, looks back, and
// publishes its sum, as the blocks of a table do; run after run over what the last one left.
template <int ahead, class V>
void expect_sums_of_threads_that_wait() {
    constexpr int blocks = int(emulated_resident_blocks), each = 8, count = blocks * each;
    Random random{4};
    std::vector<Word> words(std::size_t(count), Word(0));
    for (unsigned run = 1; run <= 4; ++run) {
        std::vector<V> own(words.size()), found(words.size());
        std::vector<int> delays[2];
        for (V& value : own) value = V(1000 * (random() + 1));
        for (std::vector<int>& all : delays)
            for (int i = 0; i < count; ++i) all.push_back(int(10 * (random() + 1)));
        emulated::run_grid(unsigned(blocks), unsigned(each), 0, true, [&] {
            // Neighbours of one thread block and of others; the last ones start first.
            const std::size_t i = std::size_t(count - 1) - (threadIdx.x * gridDim.x + blockIdx.x);
            const auto wait = [&](int which) {
                for (int k = 0; k < delays[which][i]; ++k) __nanosleep(1);
            };
            wait(0);
            gpu::publish(&words[i], gpu::sum_word(own[i], run, i == 0));
            wait(1);
            const Word nearest = i > 0 ? gpu::peek(&words[i - 1]) : 0;
            found[i] = gpu::look_back<ahead, V>(nearest, &words[i], int(i), 1, run);
            if (i > 0) gpu::publish(&words[i], gpu::sum_word(V(found[i] + own[i]), run, true));
        });
        V sum = 0;
        for (std::size_t i = 0; i < own.size(); ++i) {
            EXPECT_EQ(found[i], sum) << i << " in run " << run;
            sum += own[i];
        }
    }
}

TEST(LayerLookBack, ThreadsWaitForThoseBeforeThem) {
    expect_sums_of_threads_that_wait<1, float>();
    expect_sums_of_threads_that_wait<4, float>();
    expect_sums_of_threads_that_wait<4, unsigned>();
}

// Each block has a place of its own, and what it waits for has been started before it: its neighbours to the left and
// above one antidiagonal earlier, the one between them two.
TEST(LayerLookBack, BlocksOnAntidiagonalsComeAfterWhatTheyWaitFor) {
    for (int M : {1, 2, 3, 7, 20, 64})
        for (int N : {1, 2, 5, 7, 33}) {
            std::vector<int> number(std::size_t(M * N), -1);
            for (int b = 0; b < M * N; ++b) {
                const auto [m, n] = gpu::block_on_diagonal(b, M, N);
                ASSERT_TRUE(m >= 0 && m < M && n >= 0 && n < N) << b << " of " << M << "x" << N;
                int& place = number[std::size_t(m * N + n)];
                EXPECT_EQ(place, -1) << "a place is taken twice";
                place = b;
                if (m > 0) EXPECT_GE(number[std::size_t((m - 1) * N + n)], 0);
                if (n > 0) EXPECT_GE(number[std::size_t(m * N + n - 1)], 0);
            }
            for (int m = 0; m + 1 < M; ++m)
                for (int n = 0; n + 1 < N; ++n) {
                    // One antidiagonal ends before the next begins.
                    const int corner = number[std::size_t(m * N + n)];
                    const int right = number[std::size_t(m * N + n + 1)];
                    const int below = number[std::size_t((m + 1) * N + n)];
                    EXPECT_LT(corner, std::min(right, below));
                    EXPECT_EQ(std::abs(right - below), 1) << "neighbours of one antidiagonal";
                }
        }
}

}  // namespace
}  // namespace sweep::test
