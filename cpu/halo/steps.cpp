// Algorithm `halo` on this engine: a convolution with the taps of the filter's response, down the columns and then
// along the rows. The image is read once and written once.
//
//   halo  for each piece of a strip of columns: rows of samples with a halo on either side, less the datum, enter a
//         ring of rows; four rows at a time leave it, summed down the columns, then along the rows
//
// Beyond the image stand the samples that its boundary puts there, so that no tap is a special case. A thread owns a
// piece; its ring stays in the second-level cache.
#include "cpu/recursive/steps.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/families/halo.h"
#include "cpu/base/places.h"
#include "cpu/halo/taps.h"

namespace sweep::cpu {
namespace {

constexpr int strip_samples = 1024;  // of a row, without its halos
constexpr int fewest_rows = 64;      // of a piece: above it as many rows are read as the taps reach

int to_whole_packs(int samples) {
    return (samples + samples_at_once - 1) / samples_at_once * samples_at_once;
}

// The taps of an axis in float32, between zeros.
struct FloatTaps {
    int first, count;
    std::vector<float> weights;
    FloatTaps(const Taps& taps, int zeros)
        : first(taps.first), count(int(taps.weights.size())), weights(std::size_t(zeros), 0.f) {
        weights.insert(weights.end(), taps.weights.begin(), taps.weights.end());
        weights.insert(weights.end(), std::size_t(zeros), 0.f);
    }
    int before() const { return -first; }
    int last() const { return first + count - 1; }
};

class HaloSteps final : public RecursiveSteps<float> {
  public:
    HaloSteps(const DesignedProblem& asked, Threads& threads);
    std::size_t working_bytes() const override { return rings_.bytes() + row_pointers_.bytes(); }
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;

  private:
    // Columns x to x + columns - 1 of the result, and rows y to y + rows - 1.
    struct Piece {
        int x, y, columns, rows;
    };
    void filter(const ConstImageView& in, const ImageView& out, Piece piece) const;
    // Row y of the extended image less the datum, with the halos of the piece.
    void fetch_row(const ConstImageView& in, Piece piece, int y, float* to) const;
    // Samples from the first channel of a pixel on, less the datum.
    void decode(const std::uint8_t* from, int samples, float* to) const;
    void decode(const float* from, int samples, float* to) const;

    const HaloTaps taps_;
    const FloatTaps columns_, rows_;
    const int strip_;                                     // columns of the result
    const int samples_;                                   // of a row of the ring, whole packs
    const int ring_rows_;                                 // a multiple of rows_at_once
    float beyond_columns_[4] = {}, beyond_rows_[4] = {};  // the constants less the datum
    std::vector<float> datums_, offsets_;                 // of each sample of a row
    const Places places_;
    const std::size_t place_;  // samples of one ring, and of the rows that leave it
    Buffer<float> rings_;
    Buffer<const float*> row_pointers_;  // of each ring, those that add_rows() reads
};

HaloSteps::HaloSteps(const DesignedProblem& asked, Threads& threads)
    : RecursiveSteps<float>(asked, threads),
      taps_(halo_taps(design_, asked.problem.passes)),
      columns_(taps_.columns, rows_at_once - 1),
      rows_(taps_.rows, 0),
      strip_(std::min(asked.problem.shape.width, strip_samples / c_)),
      samples_(to_whole_packs((strip_ + rows_.count - 1) * c_)),
      ring_rows_((columns_.count - 1 + 2 * rows_at_once - 1) / rows_at_once * rows_at_once),
      datums_(std::size_t(samples_ + samples_at_once)),
      offsets_(datums_.size()),
      places_(threads.count()),
      // add_along() reads beyond the samples that it needs.
      place_(std::size_t(ring_rows_ + rows_at_once) * std::size_t(samples_) + samples_at_once) {
    const std::size_t places = std::size_t(places_.count());
    rings_ = Buffer<float>(place_ * places, threads);
    row_pointers_ = Buffer<const float*>(places * std::size_t(columns_.count + rows_at_once - 1), threads);
}

template <int Channels>
void decode_bytes(const float (&tables)[4][256], const std::uint8_t* from, int samples, float* to) {
    for (int i = 0; i < samples; i += Channels)
        for (int k = 0; k < Channels; ++k) to[i + k] = tables[k][from[i + k]];
}

void HaloSteps::decode(const std::uint8_t* from, int samples, float* to) const {
    constexpr decltype(&decode_bytes<1>) by_channels[] = {decode_bytes<1>, decode_bytes<2>, decode_bytes<3>,
                                                          decode_bytes<4>};
    by_channels[c_ - 1](decoding_.bytes, from, samples, to);
}

void HaloSteps::decode(const float* from, int samples, float* to) const {
    for (int i = 0; i < samples; ++i) to[i] = from[i] - datums_[std::size_t(i)];
}

void HaloSteps::fetch_row(const ConstImageView& in, Piece piece, int y, float* to) const {
    const auto& [width, height, channels] = problem_.shape;
    const int from = piece.x + rows_.first, end = piece.x + piece.columns + rows_.last();
    const int row = extended_index(problem_.boundary_of_columns().kind, y, height);
    const auto constant = [&](const float(&values)[4], int pixels, float* at) {
        for (int i = 0; i < pixels; ++i) at = std::copy_n(values, channels, at);
        return at;
    };
    const auto pixels = [&](int x, int count, float* at) {
        if (row < 0) return constant(beyond_columns_, count, at);
        if (in.sample == Sample::u8)
            decode(in.row<std::uint8_t>(row) + x * channels, count * channels, at);
        else
            decode(in.row<float>(row) + x * channels, count * channels, at);
        return at + count * channels;
    };
    const auto beyond = [&](int x) {
        const int column = extended_index(problem_.boundary.kind, x, width);
        to = column < 0 ? constant(beyond_rows_, 1, to) : pixels(column, 1, to);
    };
    const int first = std::clamp(0, from, end), last = std::clamp(width, first, end);
    for (int x = from; x < first; ++x) beyond(x);
    to = pixels(first, last - first, to);
    for (int x = last; x < end; ++x) beyond(x);
}

void HaloSteps::filter(const ConstImageView& in, const ImageView& out, Piece piece) const {
    const Places::Lease lease(places_);
    float* const ring = rings_.data() + lease.place * place_;
    float* const leaving = ring + std::size_t(ring_rows_) * std::size_t(samples_);
    const auto row_of_ring = [&](int i) {
        return ring + std::size_t(i % ring_rows_) * std::size_t(samples_);
    };
    const int needed = to_whole_packs((piece.columns + rows_.count - 1) * c_);
    const int read = columns_.count + rows_at_once - 1;
    const float** const rows = row_pointers_.data() + lease.place * std::size_t(read);
    int fetched = 0;  // rows of the ring, from row piece.y + columns_.first on
    for (int y = 0; y < piece.rows; y += rows_at_once) {
        for (; fetched < y + read; ++fetched)
            fetch_row(in, piece, piece.y + columns_.first + fetched, row_of_ring(fetched));
        for (int t = 0; t < read; ++t) rows[t] = row_of_ring(y + t);
        add_rows(rows, columns_.weights.data(), columns_.count, needed, leaving, samples_);
        for (int o = 0; o < std::min(rows_at_once, piece.rows - y); ++o)
            add_along(leaving + o * samples_, rows_.weights.data(), rows_.count, c_, piece.columns * c_,
                      offsets_.data(), out.row<float>(piece.y + y + o) + piece.x * c_, past_caches_);
    }
}

void HaloSteps::run(const Stage&, const ConstImageView& in, const ImageView& out) {
    choose_datum(in);
    for (int k = 0; k < c_; ++k) {
        const auto beyond = [&](const Boundary& boundary) {
            return boundary.kind == BoundaryKind::constant
                       ? float(boundary.outside(std::size_t(k))) - decoding_.datum[k]
                       : -decoding_.datum[k];
        };
        beyond_columns_[k] = beyond(problem_.boundary_of_columns());
        beyond_rows_[k] = beyond(problem_.boundary);
    }
    for (std::size_t i = 0; i < datums_.size(); ++i) {
        datums_[i] = decoding_.datum[i % std::size_t(c_)];
        offsets_[i] = offset_[i % std::size_t(c_)];
    }
    const auto& [width, height, channels] = problem_.shape;
    const int strips = (width + strip_ - 1) / strip_, wanted = (4 * threads_.count() + strips - 1) / strips,
              rows = std::max((height + wanted - 1) / wanted, std::min(fewest_rows, height)),
              bands = (height + rows - 1) / rows;
    threads_.for_each(std::ptrdiff_t(strips) * bands, 1, [&](std::ptrdiff_t i) {
        const int x = int(i % strips) * strip_, y = int(i / strips) * rows;
        filter(in, out, {x, y, std::min(strip_, width - x), std::min(rows, height - y)});
    });
}

}  // namespace

std::unique_ptr<Steps> halo_steps(const DesignedProblem& asked, Threads& threads) {
    return std::make_unique<HaloSteps>(asked, threads);
}

}  // namespace sweep::cpu
