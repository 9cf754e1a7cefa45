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
#include "cpu/base/extended_rows.h"
#include "cpu/base/places.h"
#include "cpu/halo/taps.h"

namespace sweep::cpu {
namespace {

constexpr int strip_samples = 1024;  // of a row, without its halos
constexpr int fewest_rows = 64;      // of a piece: above it as many rows are read as the taps reach

int to_whole_packs(int samples) {
    return (samples + samples_at_once - 1) / samples_at_once * samples_at_once;
}

// The taps of an axis in float32, at least so many: zeros where there are fewer.
struct FloatTaps {
    int first, count;
    std::vector<float> weights;
    FloatTaps(const Taps& taps, int fewest)
        : first(taps.first),
          count(std::max(int(taps.weights.size()), fewest)),
          weights(taps.weights.begin(), taps.weights.end()) {
        weights.resize(std::size_t(count));
    }
    int before() const { return -first; }
    int last() const { return first + count - 1; }
};

class HaloSteps final : public RecursiveSteps<float> {
  public:
    HaloSteps(const DesignedProblem& asked, Threads& threads);
    std::size_t working_bytes() const override { return rings_.bytes() + row_pointers_.bytes(); }
    bool writes_codes() const override { return true; }
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;

  private:
    // Columns x to x + columns - 1 of the result, and rows y to y + rows - 1.
    struct Piece {
        int x, y, columns, rows;
    };
    void filter(const ConstImageView& in, const ImageView& out, Piece piece) const;

    const HaloTaps taps_;
    const FloatTaps columns_, rows_;
    const int strip_;             // columns of the result
    const int samples_;           // of a row of the ring, whole packs
    const int ring_rows_;         // a multiple of rows_at_once
    ExtendedRows extended_;       // less the datum
    std::vector<float> offsets_;  // of each sample of a row
    const Places places_;
    const std::size_t place_;  // samples of one ring, of the rows that leave it, and of one of the result
    Buffer<float> rings_;
    Buffer<const float*> row_pointers_;  // of each ring, those that add_rows() reads
};

HaloSteps::HaloSteps(const DesignedProblem& asked, Threads& threads)
    : RecursiveSteps<float>(asked, threads),
      taps_(halo_taps(design_, asked.problem.passes)),
      columns_(taps_.columns, rows_at_once),
      rows_(taps_.rows, 1),
      strip_(std::min(asked.problem.shape.width, strip_samples / c_)),
      // A pack more, since rows a page apart would share the sets of a cache.
      samples_(to_whole_packs((strip_ + rows_.count - 1) * c_) + samples_at_once),
      ring_rows_((columns_.count - 1 + 2 * rows_at_once - 1) / rows_at_once * rows_at_once),
      extended_{asked.problem.boundary_of_columns().kind, asked.problem.boundary.kind},
      offsets_(std::size_t(samples_ + samples_at_once)),
      places_(threads.count()),
      // add_along() reads beyond the samples that it needs.
      place_(std::size_t(ring_rows_ + rows_at_once + 1) * std::size_t(samples_) + samples_at_once) {
    extended_.datums.resize(offsets_.size());
    const std::size_t places = std::size_t(places_.count());
    rings_ = Buffer<float>(place_ * places, threads);
    row_pointers_ = Buffer<const float*>(places * std::size_t(columns_.count + rows_at_once - 1), threads);
}

void HaloSteps::filter(const ConstImageView& in, const ImageView& out, Piece piece) const {
    const Places::Lease lease(places_);
    float* const ring = rings_.data() + lease.place * place_;
    float* const leaving = ring + std::size_t(ring_rows_) * std::size_t(samples_);
    float* const result = leaving + std::size_t(rows_at_once) * std::size_t(samples_);  // a row to be encoded
    const auto row_of_ring = [&](int i) {
        return ring + std::size_t(i % ring_rows_) * std::size_t(samples_);
    };
    const int needed = to_whole_packs((piece.columns + rows_.count - 1) * c_);
    const int read = columns_.count + rows_at_once - 1;
    const float** const rows = row_pointers_.data() + lease.place * std::size_t(read);
    int fetched = 0;  // rows of the ring, from row piece.y + columns_.first on
    for (int y = 0; y < piece.rows; y += rows_at_once) {
        for (; fetched < y + read; ++fetched)
            extended_.fetch(in, piece.x + rows_.first, piece.x + piece.columns + rows_.last(),
                            piece.y + columns_.first + fetched, row_of_ring(fetched));
        for (int t = 0; t < read; ++t) rows[t] = row_of_ring(y + t);
        add_rows(rows, columns_.weights.data(), columns_.count, needed, leaving, samples_);
        for (int o = 0; o < std::min(rows_at_once, piece.rows - y); ++o) {
            const int at = piece.y + y + o;
            float* const to = encoder_ ? result : out.row<float>(at) + piece.x * c_;
            add_along(leaving + o * samples_, rows_.weights.data(), rows_.count, c_, piece.columns * c_,
                      offsets_.data(), to, past_caches_);
            if (encoder_) encoder_->encode(result, samples_, out, {at, piece.x, 1, piece.columns});
        }
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
        extended_.beyond_columns[k] = beyond(problem_.boundary_of_columns());
        extended_.beyond_rows[k] = beyond(problem_.boundary);
    }
    extended_.decoding = decoding_;
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
        extended_.datums[i] = decoding_.datum[i % std::size_t(c_)];
        offsets_[i] = offset_[i % std::size_t(c_)];
    }
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

std::unique_ptr<Steps> halo_steps(const DesignedProblem& asked, Threads& threads) {
    return std::make_unique<HaloSteps>(asked, threads);
}

}  // namespace sweep::cpu
