// A strip of packs adds up all taps in registers, with one load and one multiply-add for each tap and pack.
// Columns are done strip by strip down a band of rows, whose input stays in the cache. Rows are first copied
// with what continues them, so that no tap has to ask where it lies.
#include "cpu/response/convolution.h"

#include <algorithm>
#include <array>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/response/convolution.cpp"
#include <hwy/foreach_target.h>

#include "cpu/base/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

inline constexpr int strip_packs = 8;
inline constexpr int strip = strip_packs * lanes<float>;

// out[i] = sum_k taps[k] at(k)[i] for i < `count`, which is at most a strip.
template <class At>
HWY_INLINE void sum_taps(int count, const float* taps, int tap_count, float* out, const At& at) {
    if (count == strip) {
        Pack<float> sum[strip_packs] = {};
        for (int k = 0; k < tap_count; ++k) {
            const float* from = at(k);
            for (int p = 0; p < strip_packs; ++p) sum[p] += taps[k] * load(from + p * lanes<float>);
        }
        for (int p = 0; p < strip_packs; ++p) store(out + p * lanes<float>, sum[p]);
        return;
    }
    for (int i = 0; i < count; ++i) {
        float sum = 0;
        for (int k = 0; k < tap_count; ++k) sum += taps[k] * at(k)[i];
        out[i] = sum;
    }
}

// Filters the columns of some rows of `samples` samples; rows[i] is row i - half of the input, counted from
// the first one.
void ConvolveColumns(const float* const* rows, int row_count, int samples, const float* taps, int tap_count,
                     float* const* out) {
    for (int x = 0; x < samples; x += strip)
        for (int y = 0; y < row_count; ++y)
            sum_taps(std::min(strip, samples - x), taps, tap_count, out[y] + x,
                     [&](int k) { return rows[y + k] + x; });
}

// Filters one row; `padded` begins half the taps before its first sample.
void ConvolveRow(const float* padded, int samples, int channels, const float* taps, int tap_count,
                 float* out) {
    for (int x = 0; x < samples; x += strip)
        sum_taps(std::min(strip, samples - x), taps, tap_count, out + x,
                 [&](int k) { return padded + x + k * channels; });
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "cpu/base/buffer.h"
#include "cpu/base/threads.h"

namespace sweep::cpu {

HWY_EXPORT(ConvolveColumns);
HWY_EXPORT(ConvolveRow);

struct Convolution::State {
    explicit State(int count) : threads(count) {}
    Threads threads;
    Buffer<float> between;  // the image after its columns
};

Convolution::Convolution(int threads) : state_(std::make_unique<State>(threads)) {}
Convolution::~Convolution() = default;

void Convolution::run(ConstImageView in, std::span<const float> taps, ImageView out,
                      const std::stop_token& stop) {
    const Shape shape = in.shape;
    const int samples = shape.width * shape.channels, count = int(taps.size()), half = count / 2;
    if (state_->between.size() != shape.samples()) {
        state_->between = {};
        state_->between = Buffer<float>(shape.samples(), state_->threads);
    }
    float* between = state_->between.data();
    const auto inside = [](int i, int n) { return std::clamp(i, 0, n - 1); };

    constexpr int band = 64;
    state_->threads.for_chunks(shape.height, band, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        if (stop.stop_requested()) return;
        std::vector<const float*> rows;
        std::vector<float*> to;
        for (int y = int(begin) - half; y < int(end) + half; ++y)
            rows.push_back(in.row<float>(inside(y, shape.height)));
        for (std::ptrdiff_t y = begin; y < end; ++y) to.push_back(between + y * samples);
        HWY_DYNAMIC_DISPATCH(ConvolveColumns)
        (rows.data(), int(to.size()), samples, taps.data(), count, to.data());
    });
    constexpr int rows_at_a_time = 16;
    state_->threads.for_chunks(shape.height, rows_at_a_time, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        if (stop.stop_requested()) return;
        std::vector<float> padded(std::size_t(shape.width + 2 * half) * std::size_t(shape.channels));
        for (std::ptrdiff_t y = begin; y < end; ++y) {
            const float* row = between + y * samples;
            std::copy_n(row, samples, padded.data() + half * shape.channels);
            for (int i = 0; i < half; ++i)
                for (int c = 0; c < shape.channels; ++c) {
                    padded[std::size_t(i * shape.channels + c)] = row[c];
                    padded[std::size_t((half + shape.width + i) * shape.channels + c)] =
                        row[samples - shape.channels + c];
                }
            HWY_DYNAMIC_DISPATCH(ConvolveRow)
            (padded.data(), samples, shape.channels, taps.data(), count, out.row<float>(int(y)));
        }
    });
}

}  // namespace sweep::cpu

#endif  // HWY_ONCE
