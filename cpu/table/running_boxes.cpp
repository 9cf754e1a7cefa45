// Algorithm box-lines of images of bytes: running sums down the columns and along the rows. The image is read once and
// written once.
//
//   for each piece of a strip of columns: rows enter a ring;
//       D(y, x) = D(y - 1, x) + in(y + after, x) - in(y - before - 1, x),
//   and along each row the same of D, four rows at a time, whose sums do not wait for each other
//
// The values of bytes are multiples of 2^-35 up to 1, so that sums of fewer than 2^18 of them are exact in double: what
// has left the box leaves no error behind.
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

// to = from + entering - leaving
void MoveDown(const double* from, const float* entering, const float* leaving, int samples, double* to) {
    for (int i = 0; i < samples; ++i) to[i] = from[i] + (double(entering[i]) - double(leaving[i]));
}

// Of rows_at_once rows, `pitch` apart:
// to[o][x] = weights[x] weights_of_rows[o] (from[o][x] + .. + from[o][x + size - 1]).
template <int Channels>
HWY_INLINE void sums_along(const double* from, std::ptrdiff_t pitch, int size, int pixels,
                           const double* weights, const double* weights_of_rows, float* const* to) {
    double sum[rows_at_once][Channels] = {};
    for (int i = 0; i < size - 1; ++i)
        for (int o = 0; o < rows_at_once; ++o)
            for (int k = 0; k < Channels; ++k) sum[o][k] += from[o * pitch + i * Channels + k];
    const double *front = from + (size - 1) * Channels, *back = from;
    for (int x = 0; x < pixels; ++x, front += Channels, back += Channels)
        for (int o = 0; o < rows_at_once; ++o)
            for (int k = 0; k < Channels; ++k) {
                const double all = sum[o][k] + front[o * pitch + k];
                to[o][x * Channels + k] = float(all * (weights[x] * weights_of_rows[o]));
                sum[o][k] = all - back[o * pitch + k];
            }
}

void SumsAlong(const double* from, std::ptrdiff_t pitch, int channels, int size, int pixels,
               const double* weights, const double* weights_of_rows, float* const* to) {
    switch (channels) {
        case 1:
            return sums_along<1>(from, pitch, size, pixels, weights, weights_of_rows, to);
        case 2:
            return sums_along<2>(from, pitch, size, pixels, weights, weights_of_rows, to);
        case 3:
            return sums_along<3>(from, pitch, size, pixels, weights, weights_of_rows, to);
        default:
            return sums_along<4>(from, pitch, size, pixels, weights, weights_of_rows, to);
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
HWY_EXPORT(SumsAlong);

constexpr int rows_at_once = 4;
constexpr int strip_samples = 1024;  // of a row, without its halos
constexpr int fewest_rows = 64;      // of a piece

class RunningBoxes final : public Steps {
  public:
    RunningBoxes(const Problem& problem, Threads& threads);
    std::size_t working_bytes() const override { return rings_.bytes() + sums_.bytes(); }
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
    const int strip_, samples_;    // columns of the result, samples of a row of the ring
    ExtendedRows extended_;
    std::vector<double> weights_,
        shares_;  // of each column: 1 / length, and the part of the box inside of the image
    bool has_outside_;
    const Places places_;
    Buffer<float> rings_;  // of a place: down_ + 1 rows, then rows_at_once of results
    Buffer<double> sums_;  // of a place: rows_at_once rows, and the one above them
};

RunningBoxes::RunningBoxes(const Problem& problem, Threads& threads)
    : problem_(problem),
      threads_(threads),
      box_(box_filter(problem)),
      c_(problem.shape.channels),
      across_(int(box_.across.extent.size())),
      down_(int(box_.down.extent.size())),
      strip_(std::min(problem.shape.width, std::max(strip_samples / c_, 2 * across_))),
      samples_((strip_ + across_ - 1) * c_),
      extended_{box_.down.boundary, box_.across.boundary},
      has_outside_(std::any_of(box_.outside, box_.outside + c_, [](double x) { return x != 0; })),
      places_(threads.count()) {
    const std::array<float, 256> colour = byte_to_float(problem.linear), alpha = byte_to_float(false);
    for (int k = 0; k < c_; ++k)
        std::copy_n((c_ % 2 == 0 && k == c_ - 1 ? alpha : colour).begin(), 256, extended_.decoding.bytes[k]);
    for (int x = 0; x < problem.shape.width; ++x) {
        const BoxSum sum = box_sum(box_.across, x);
        weights_.push_back(1 / sum.length);
        shares_.push_back(sum.inside / sum.length);
    }
    const std::size_t places = std::size_t(places_.count()), samples = std::size_t(samples_),
                      ring = places * std::size_t(down_ + 1 + rows_at_once) * samples,
                      sums = places * (rows_at_once + 1) * samples;
    require_memory(ring * sizeof(float) + sums * sizeof(double), "the workspace of this box");
    rings_ = Buffer<float>(ring, threads);
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
    float* const ring = rings_.data() + std::ptrdiff_t(lease.place) * (down_ + 1 + rows_at_once) * pitch;
    float* const results = ring + (down_ + 1) * pitch;
    double* const sums = sums_.data() + std::ptrdiff_t(lease.place) * (rows_at_once + 1) * pitch;
    double* const above = sums + rows_at_once * pitch;
    const int needed = (piece.columns + across_ - 1) * c_;
    // It has a row more than the box: the one that leaves is there while another enters.
    const auto row_of_ring = [&](int i) { return ring + i % (down_ + 1) * pitch; };
    const auto enter = [&](int i, const double* from, double* to) {
        const int x = piece.x - box_.across.extent.before;
        extended_.fetch(in, x, x + piece.columns + across_ - 1, piece.y - box_.down.extent.before + i,
                        row_of_ring(i));
        HWY_DYNAMIC_DISPATCH(MoveDown)(from, row_of_ring(i), row_of_ring(i + 1), needed, to);
    };
    std::fill_n(ring, (down_ + 1) * pitch, 0.f);  // nothing leaves until the box is full
    std::fill_n(above, needed, 0.);
    for (int i = 0; i + 1 < down_; ++i) enter(i, above, above);

    const ImageView samples{out.data, {out.shape.width * c_, out.shape.height, 1}, out.sample, out.stride};
    for (int y = 0; y < piece.rows; y += rows_at_once) {
        float* rows[rows_at_once];
        double weights[rows_at_once] = {};
        const int count = std::min(rows_at_once, piece.rows - y);
        for (int o = 0; o < rows_at_once; ++o) {
            enter(y + o + down_ - 1, o == 0 ? above : sums + (o - 1) * pitch, sums + o * pitch);
            const bool is_direct = o < count && !past_caches_;
            rows[o] = is_direct ? out.row<float>(piece.y + y + o) + piece.x * c_ : results + o * pitch;
            if (o < count) weights[o] = 1 / box_sum(box_.down, piece.y + y + o).length;
        }
        HWY_DYNAMIC_DISPATCH(SumsAlong)
        (sums, pitch, c_, across_, piece.columns, weights_.data() + piece.x, weights, rows);
        for (int o = 0; o < count && has_outside_; ++o) add_outside(piece.y + y + o, piece, rows[o]);
        if (past_caches_)
            stream_rows(results, pitch, samples, {piece.y + y, piece.x * c_, count, piece.columns * c_});
        std::copy_n(sums + (rows_at_once - 1) * pitch, needed, above);
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
