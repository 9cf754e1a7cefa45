// Algorithm box-lines of images of bytes and float32 whose boxes are not too large: along both axes at once. The image
// is read once and written once.
//
//   for each piece of a strip of columns: rows enter, four at a time;
//       of bytes:   D(y, x) = D(y - 1, x) + in(y + after, x) - in(y - before - 1, x),
//       of float32: D(y, x) = G(y - before, x) + F(y + after, x), as cpu/table/box_lines.cpp has them;
//   and along each row the boxes of D by G and F, of four rows, whose sums do not wait for each other
//
// The values of bytes are multiples of 2^-35 up to 1, so that sums of fewer than 2^18 of them are exact in double: what
// has left the box leaves no error behind. Floats that leave might, so that nothing outside of the box enters their
// sums, which takes longer (bench/results/2026-12-01-bytes.md).
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/table/running_boxes.cpp"
#include <hwy/foreach_target.h>

#include "cpu/base/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

constexpr int rows_at_once = 4;

// to = front = front + entering - leaving
void MoveDown(const float* __restrict entering, const float* __restrict leaving, int samples,
              double* __restrict front, double* __restrict to) {
    for (int i = 0; i < samples; ++i) to[i] = front[i] += double(entering[i]) - double(leaving[i]);
}

// Of a row that enters: front = front + entering, to = rest + front. Without a front it is the first of its block,
// without a rest the last.
template <bool has_front, bool has_rest>
HWY_INLINE void enter_row(const float* __restrict entering, const double* __restrict rest, int samples,
                          double* __restrict front, double* __restrict kept, double* __restrict to) {
    for (int i = 0; i < samples; ++i) {
        const double x = double(entering[i]), sum = has_front ? front[i] + x : x;
        kept[i] = x;
        front[i] = sum;
        to[i] = has_rest ? rest[i] + sum : sum;
    }
}

void EnterRow(const float* entering, const double* rest, bool has_front, int samples, double* front,
              double* kept, double* to) {
    if (has_front)
        rest ? enter_row<true, true>(entering, rest, samples, front, kept, to)
             : enter_row<true, false>(entering, rest, samples, front, kept, to);
    else
        rest ? enter_row<false, true>(entering, rest, samples, front, kept, to)
             : enter_row<false, false>(entering, rest, samples, front, kept, to);
}

// Rows, `pitch` apart, become the sums of themselves and all below them.
void SumFromBelow(double* rows, std::ptrdiff_t pitch, int count, int samples) {
    constexpr int N = lanes<double>, packs = 4;
    for (int i = 0; i < samples; i += packs * N) {
        Pack<double> sum[packs] = {};
        for (int y = count - 1; y >= 0; --y)
            for (int p = 0; p < packs; ++p) {
                double* const at = rows + y * pitch + i + p * N;
                store(at, sum[p] += load(at));
            }
    }
}

// The channels of a pixel.
template <int Channels>
struct Pixel {
    double of[Channels];
    HWY_INLINE static Pixel at(const double* p) {
        Pixel pixel;
        __builtin_memcpy(&pixel.of, p, sizeof pixel.of);
        return pixel;
    }
    HWY_INLINE void put(double* p) const { __builtin_memcpy(p, &of, sizeof of); }
    HWY_INLINE void put(double scale, float* p) const {
        for (int k = 0; k < Channels; ++k) p[k] = float(scale * of[k]);
    }
    HWY_INLINE void operator+=(const Pixel& other) {
        for (int k = 0; k < Channels; ++k) of[k] += other.of[k];
    }
    HWY_INLINE void operator-=(const Pixel& other) {
        for (int k = 0; k < Channels; ++k) of[k] -= other.of[k];
    }
};
template <>
struct Pixel<4> {
    typedef double Doubles __attribute__((vector_size(32)));
    typedef float Floats __attribute__((vector_size(16)));
    Doubles of;
    HWY_INLINE static Pixel at(const double* p) {
        Pixel pixel;
        __builtin_memcpy(&pixel.of, p, sizeof pixel.of);
        return pixel;
    }
    HWY_INLINE void put(double* p) const { __builtin_memcpy(p, &of, sizeof of); }
    HWY_INLINE void put(double scale, float* p) const {
        const Floats floats = __builtin_convertvector(scale * of, Floats);
        __builtin_memcpy(p, &floats, sizeof floats);
    }
    HWY_INLINE void operator+=(const Pixel& other) { of += other.of; }
    HWY_INLINE void operator-=(const Pixel& other) { of -= other.of; }
};

// Of rows_at_once rows, `pitch` apart:
// to[o][x] = weights[x] weights_of_rows[o] (from[o][x] + .. + from[o][x + size - 1]).
template <int Channels>
HWY_INLINE void exact_sums_along(const double* from, std::ptrdiff_t pitch, int size, int pixels,
                                 const double* weights, const double* weights_of_rows, float* const* to) {
    using Sum = Pixel<Channels>;
    Sum sums[rows_at_once] = {};
    for (int i = 0; i < size - 1; ++i)
        for (int o = 0; o < rows_at_once; ++o) sums[o] += Sum::at(from + o * pitch + i * Channels);
    const double *front = from + (size - 1) * Channels, *back = from;
    for (int x = 0; x < pixels; ++x, front += Channels, back += Channels)
#pragma GCC unroll 4
        for (int o = 0; o < rows_at_once; ++o) {
            sums[o] += Sum::at(front + o * pitch);
            sums[o].put(weights[x] * weights_of_rows[o], to[o] + x * Channels);
            sums[o] -= Sum::at(back + o * pitch);
        }
}

// The same by G and F of blocks; G takes the place of `from`.
template <int Channels>
HWY_INLINE void sums_along(double* from, std::ptrdiff_t pitch, int size, int pixels, const double* weights,
                           const double* weights_of_rows, float* const* to) {
    using Sum = Pixel<Channels>;
    for (int begin = 0; begin < pixels; begin += size) {
        double* const block = from + begin * Channels;
        Sum sums[rows_at_once] = {};
        for (int i = (size - 1) * Channels; i >= 0; i -= Channels)
#pragma GCC unroll 4
            for (int o = 0; o < rows_at_once; ++o) {
                double* const at = block + o * pitch + i;
                sums[o] += Sum::at(at);
                sums[o].put(at);
            }
        for (Sum& sum : sums) sum = Sum{};
        const double *rest = block, *end = block + (size - 1) * Channels;
        for (int x = begin; x < std::min(begin + size, pixels); ++x, rest += Channels, end += Channels)
#pragma GCC unroll 4
            for (int o = 0; o < rows_at_once; ++o) {
                if (x > begin) sums[o] += Sum::at(end + o * pitch);
                Sum all = Sum::at(rest + o * pitch);
                all += sums[o];
                all.put(weights[x] * weights_of_rows[o], to[o] + x * Channels);
            }
    }
}

void SumsAlong(bool are_exact, double* from, std::ptrdiff_t pitch, int channels, int size, int pixels,
               const double* weights, const double* weights_of_rows, float* const* to) {
    const auto of_channels = [&]<int Channels>() {
        are_exact ? exact_sums_along<Channels>(from, pitch, size, pixels, weights, weights_of_rows, to)
                  : sums_along<Channels>(from, pitch, size, pixels, weights, weights_of_rows, to);
    };
    switch (channels) {
        case 1:
            return of_channels.template operator()<1>();
        case 2:
            return of_channels.template operator()<2>();
        case 3:
            return of_channels.template operator()<3>();
        default:
            return of_channels.template operator()<4>();
    }
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "core/base/memory.h"
#include "core/problem/box_filter.h"
#include "cpu/base/buffer.h"
#include "cpu/base/extended_rows.h"
#include "cpu/base/places.h"
#include "cpu/table/running_boxes.h"

namespace sweep::cpu {
namespace {

HWY_EXPORT(MoveDown);
HWY_EXPORT(EnterRow);
HWY_EXPORT(SumFromBelow);
HWY_EXPORT(SumsAlong);

constexpr int rows_at_once = 4;
constexpr int strip_samples = 1024;  // of a row, without its halos
constexpr int fewest_rows = 64;      // of a piece

// What SumFromBelow() goes by: the widest four packs of doubles.
constexpr int whole_packs(int samples) {
    return (samples + 31) / 32 * 32;
}

class RunningBoxes final : public Steps {
  public:
    RunningBoxes(const Problem& problem, Threads& threads);
    std::size_t working_bytes() const override { return rows_.bytes() + sums_.bytes(); }
    bool writes_codes() const override { return true; }
    void leave_out(std::vector<Stage>& stages) const override;
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;

  private:
    struct Piece {
        int x, y, columns, rows;
    };
    void filter(const ConstImageView& in, const ImageView& out, Piece piece) const;
    void add_outside(int y, Piece piece, float* row) const;

    const Problem problem_;
    Threads& threads_;
    const BoxFilter box_;
    const int c_, across_, down_;  // channels, sides of the box
    const int strip_, samples_;    // columns of the result, samples of a row that enters: whole packs
    const bool is_exact_;          // sums are, whatever left them
    const int kept_rows_;  // exact: one more than the box has, so that one can leave while another enters
    const int block_rows_;
    ExtendedRows extended_;
    std::vector<double> weights_,
        shares_;  // of each column: 1 / length, and the part of the box inside of the image
    bool has_outside_;
    const Places places_;
    Buffer<float> rows_;  // of a place: one that enters, and rows_at_once of results
    Buffer<double>
        sums_;  // of a place: a block's rows, the sums from its beginning, and rows_at_once of boxes
};

RunningBoxes::RunningBoxes(const Problem& problem, Threads& threads)
    : problem_(problem),
      threads_(threads),
      box_(box_filter(problem)),
      c_(problem.shape.channels),
      across_(int(box_.across.extent.size())),
      down_(int(box_.down.extent.size())),
      strip_(std::min(problem.shape.width, std::max(strip_samples / c_, 2 * across_))),
      samples_(int(whole_packs((strip_ + across_ - 1) * c_))),
      is_exact_(problem.input == Sample::u8),
      kept_rows_(is_exact_ ? down_ + 1 : 1),
      block_rows_(is_exact_ ? 0 : down_),
      extended_{box_.down.boundary, box_.across.boundary},
      has_outside_(std::any_of(box_.outside, box_.outside + c_, [](double x) { return x != 0; })),
      places_(threads.count()) {
    const std::array<float, 256> colour = byte_to_float(problem.linear), alpha = byte_to_float(false);
    extended_.datums.resize(std::size_t(samples_));
    for (int k = 0; k < c_; ++k)
        std::copy_n((c_ % 2 == 0 && k == c_ - 1 ? alpha : colour).begin(), 256, extended_.decoding.bytes[k]);
    for (int x = 0; x < problem.shape.width; ++x) {
        const BoxSum sum = box_sum(box_.across, x);
        weights_.push_back(1 / sum.length);
        shares_.push_back(sum.inside / sum.length);
    }
    const std::size_t places = std::size_t(places_.count()), samples = std::size_t(samples_),
                      rows = places * std::size_t(kept_rows_ + rows_at_once) * samples,
                      sums = places * std::size_t(1 + rows_at_once + block_rows_) * samples;
    require_memory(rows * sizeof(float) + sums * sizeof(double), "the workspace of this box");
    rows_ = Buffer<float>(rows, threads);
    sums_ = Buffer<double>(sums, threads);
}

// Both axes at once.
void RunningBoxes::leave_out(std::vector<Stage>& stages) const {
    stages.back().bytes_read = stages.front().bytes_read;
    stages.erase(stages.begin(), stages.end() - 1);
}

// What lies outside of the image counts as zero in the sums.
void RunningBoxes::add_outside(int y, Piece piece, float* row) const {
    const BoxSum sum = box_sum(box_.down, y);
    const double share_of_rows = sum.inside / sum.length;
    for (int x = 0; x < piece.columns; ++x)
        for (int k = 0; k < c_; ++k, ++row)
            *row = float(double(*row) +
                         box_.outside[k] * (1 - share_of_rows * shares_[std::size_t(piece.x + x)]));
}

void RunningBoxes::filter(const ConstImageView& in, const ImageView& out, Piece piece) const {
    const Places::Lease lease(places_);
    const std::ptrdiff_t pitch = samples_;
    float* const entered = rows_.data() + std::ptrdiff_t(lease.place) * (kept_rows_ + rows_at_once) * pitch;
    float* const results = entered + kept_rows_ * pitch;
    double* const front =
        sums_.data() + std::ptrdiff_t(lease.place) * (1 + rows_at_once + block_rows_) * pitch;
    double* const sums = front + pitch;
    double* const block = sums + rows_at_once * pitch;
    const int needed = (piece.columns + across_ - 1) * c_;
    const auto enter = [&](int i, double* to) {
        const int x = piece.x - box_.across.extent.before;
        float* const row = entered + i % kept_rows_ * pitch;
        extended_.fetch(in, x, x + piece.columns + across_ - 1, piece.y - box_.down.extent.before + i, row);
        if (is_exact_) {
            const float* const leaving = entered + (i + 1) % kept_rows_ * pitch;
            return HWY_DYNAMIC_DISPATCH(MoveDown)(row, leaving, needed, front, to);
        }
        // What has its place in the block before has no part in a box any more.
        const int place = i % down_;
        double* const kept = block + place * pitch;
        HWY_DYNAMIC_DISPATCH(EnterRow)
        (row, place + 1 < down_ ? kept + pitch : nullptr, place > 0, needed, front, kept, to);
        if (place + 1 == down_) HWY_DYNAMIC_DISPATCH(SumFromBelow)(block, pitch, down_, samples_);
    };
    std::fill_n(entered, kept_rows_ * pitch, 0.f);  // nothing leaves until the box is full
    std::fill_n(front, (1 + rows_at_once + block_rows_) * pitch, 0.);
    for (int i = 0; i + 1 < down_; ++i) enter(i, sums);

    const ImageView samples{out.data, {out.shape.width * c_, out.shape.height, 1}, out.sample, out.stride};
    for (int y = 0; y < piece.rows; y += rows_at_once) {
        float* rows[rows_at_once];
        double weights[rows_at_once] = {};
        const int count = std::min(rows_at_once, piece.rows - y);
        for (int o = 0; o < rows_at_once; ++o) {
            enter(y + o + down_ - 1, sums + o * pitch);
            const bool is_direct = o < count && !past_caches_ && !encoder_;
            rows[o] = is_direct ? out.row<float>(piece.y + y + o) + piece.x * c_ : results + o * pitch;
            if (o < count) weights[o] = 1 / box_sum(box_.down, piece.y + y + o).length;
        }
        HWY_DYNAMIC_DISPATCH(SumsAlong)
        (is_exact_, sums, pitch, c_, across_, piece.columns, weights_.data() + piece.x, weights, rows);
        for (int o = 0; o < count && has_outside_; ++o) add_outside(piece.y + y + o, piece, rows[o]);
        if (encoder_)
            encoder_->encode(results, pitch, out, {piece.y + y, piece.x, count, piece.columns});
        else if (past_caches_)
            stream_rows(results, pitch, samples, {piece.y + y, piece.x * c_, count, piece.columns * c_});
    }
}

void RunningBoxes::run(const Stage&, const ConstImageView& in, const ImageView& out) {
    const int width = problem_.shape.width, height = problem_.shape.height;
    const int strips = (width + strip_ - 1) / strip_, wanted = (4 * threads_.count() + strips - 1) / strips,
              rows = std::max((height + wanted - 1) / wanted, std::min(fewest_rows, height)),
              bands = (height + rows - 1) / rows;
    threads_.for_each(std::ptrdiff_t(strips) * bands, 1, [&](std::ptrdiff_t i) {
        const int x = int(i % strips) * strip_, y = int(i / strips) * rows;
        filter(in, out, {x, y, std::min(strip_, width - x), std::min(rows, height - y)});
    });
}

}  // namespace

std::unique_ptr<Steps> running_box_steps(const Problem& problem, Threads& threads) {
    return std::make_unique<RunningBoxes>(problem, threads);
}

}  // namespace sweep::cpu
#endif
