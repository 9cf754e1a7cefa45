// An iteration of the edge filter:
//
//   segments  for each block: what its columns do to what enters them (core/edge/segment.h)
//   scan      P down and E up all columns, in double
//   bands     for each block row: from left to right the passes down and up of each block, and the pass right; then
//             from right to left the pass left, and the result
//
// Weights are computed from the guide where they are used: those down the columns twice, those along the rows once.
#include "cpu/edge/edge_filter.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/memory.h"
#include "core/edge/segment.h"
#include "cpu/base/buffer.h"
#include "cpu/base/grid.h"
#include "cpu/base/places.h"
#include "cpu/base/threads.h"
#include "cpu/edge/edge_passes.h"

namespace sweep::cpu {

class EdgeFilterRun::Bands {
  public:
    virtual ~Bands() = default;
    virtual void run(ConstImageView in, ConstImageView guide, ImageView out) = 0;
    virtual std::size_t bytes() const = 0;
};

namespace {

template <class T>
class BandsOf final : public EdgeFilterRun::Bands {
  public:
    BandsOf(const EdgeFilter& filter, BoundaryKind boundary, const Shape& image, int guide_channels,
            int threads);
    void run(ConstImageView in, ConstImageView guide, ImageView out) override;
    std::size_t bytes() const override {
        return weights_.size() * sizeof(weights_[0]) + sums_.size() * sizeof(sums_[0]) + bands_.bytes();
    }

  private:
    // Blocks whose rows are written together: a kilobyte of floats.
    static constexpr int together = 4, wide = together * block_size;

    // What an iteration reads and writes.
    struct Images {
        ConstImageView in, guide;
        ImageView out;
        EdgeExponent exponent;
        bool past_caches;
        bool is_own_guide() const {
            return guide.data == in.data && guide.shape == in.shape && guide.stride == in.stride;
        }
    };
    // The samples of a block and of its guide, with the rows of the guide above and below.
    struct Block {
        alignas(64) T samples[4 * tile_samples], own_guide[4 * tile_samples];
        alignas(64) T above[4 * block_size], below[4 * block_size];
        alignas(64) T weights[(block_size + 1) * block_size];  // down the columns
        const T* guide;
    };
    // Of a band, for each channel: what enters its rows, and their last samples before the pass right.
    struct RowEnds {
        alignas(64) T P[4][block_size], E[4][block_size], last[4][block_size];
    };

    void load(const Images& images, int m, int n, Block& block, Ahead& ahead) const;
    Ahead ahead_of(const Images& images, int m, int n) const {
        return {grid_.fetch_ahead(images.in, m, n),
                images.is_own_guide() ? Fetch() : grid_.fetch_ahead(images.guide, m, n)};
    }
    void load_row(const ConstImageView& guide, Region r, int y, T* row) const;
    void segments(const Images& images, int m, int n);
    void scan(const Images& images, int n);
    Segment segment_of(int m, int n, int channel, int line, bool backwards) const;
    Segment column_of(int n, int channel, int line, bool backwards) const;
    void go_right(const Images& images, int m, T* band, RowEnds& ends) const;
    void turn(const Images& images, int m, T* band, RowEnds& ends) const;
    void go_left(const Images& images, int m, T* band, RowEnds& ends) const;

    bool is_mirrored() const { return boundary_ == BoundaryKind::mirror; }
    // Where the numbers of block (m, n) are, of `backwards` only under mirror.
    std::size_t place(int m, int n, bool backwards) const {
        return (backwards ? grid_.blocks() : 0) + offset(std::size_t(m), grid_.N, n);
    }
    BlockSums<T>& sums(int m, int n, int channel, bool backwards = false) {
        return sums_[place(m, n, backwards) * std::size_t(channels_) + std::size_t(channel)];
    }
    const BlockSums<T>& sums(int m, int n, int channel, bool backwards = false) const {
        return sums_[place(m, n, backwards) * std::size_t(channels_) + std::size_t(channel)];
    }
    // Of a band: the samples of a channel, transposed, and the weights along the rows, one row more.
    T* rows(T* band, int channel, int n) const {
        return band + offset(std::size_t(channel), grid_.N, n) * tile_samples;
    }
    T* row_weights(T* band, int n) const { return rows(band, channels_, n); }
    T* rows_together(T* band) const { return row_weights(band, grid_.N) + block_size; }

    const EdgeFilter filter_;
    const BoundaryKind boundary_;
    const int channels_, guide_channels_;
    const Grid grid_;
    Threads threads_;
    const Places places_;
    const std::size_t band_samples_;
    std::vector<BlockWeights<T>> weights_;
    std::vector<BlockSums<T>> sums_;  // after scan(): Y is P, and Z is E
    Buffer<T> bands_;
    const Decoding<T> as_it_is_{};
};

template <class T>
BandsOf<T>::BandsOf(const EdgeFilter& filter, BoundaryKind boundary, const Shape& image, int guide_channels,
                    int threads)
    : filter_(filter),
      boundary_(boundary),
      channels_(image.channels),
      guide_channels_(guide_channels),
      grid_(image),
      threads_(threads),
      places_(std::min(threads_.count(), grid_.M)),
      band_samples_(offset(std::size_t(channels_ + 1), grid_.N, 0) * tile_samples + block_size +
                    std::size_t(wide * block_size)) {
    const std::size_t blocks = (is_mirrored() ? 2 : 1) * grid_.blocks(),
                      bands = std::size_t(places_.count()) * band_samples_;
    require_memory(blocks * (sizeof(BlockWeights<T>) + std::size_t(channels_) * sizeof(BlockSums<T>)) +
                       bands * sizeof(T),
                   "the workspace of the edge filter");
    weights_.resize(blocks);
    sums_.resize(blocks * std::size_t(channels_));
    bands_ = Buffer<T>(bands, threads_);
}

template <class T>
void BandsOf<T>::load_row(const ConstImageView& guide, Region r, int y, T* row) const {
    const T* const from = guide.row<T>(y) + std::ptrdiff_t(r.x) * guide_channels_;
    for (int k = 0; k < guide_channels_; ++k)
        for (int j = 0; j < grid_.column_lines; ++j)
            row[k * block_size + j] = j < r.columns ? from[j * guide_channels_ + k] : T(0);
}

template <class T>
void BandsOf<T>::load(const Images& images, int m, int n, Block& block, Ahead& ahead) const {
    const Region r = grid_.region(m, n);
    load_tile(as_it_is_, images.in, r, grid_.row_lines, grid_.column_lines, block.samples);
    if (!images.is_own_guide())
        load_tile(as_it_is_, images.guide, r, grid_.row_lines, grid_.column_lines, block.own_guide);
    block.guide = images.is_own_guide() ? block.samples : block.own_guide;
    const bool first = m == 0, last = m == grid_.M - 1;
    if (!first) load_row(images.guide, r, r.y - 1, block.above);
    if (!last) load_row(images.guide, r, r.y + r.rows, block.below);
    edge_weights(images.exponent, block.guide, guide_channels_, first ? nullptr : block.above,
                 last ? nullptr : block.below, r.rows, grid_.column_lines, block.weights, ahead);
}

template <class T>
void BandsOf<T>::segments(const Images& images, int m, int n) {
    Block block;
    Ahead ahead = ahead_of(images, m, n);
    load(images, m, n, block, ahead);
    for (int k = 0; k < channels_; ++k)
        for (int backwards = 0; backwards <= int(is_mirrored()); ++backwards)
            edge_segments(block.samples + k * tile_samples, block.weights, grid_.region(m, n).rows,
                          grid_.column_lines, backwards == 1, sums(m, n, k, backwards == 1),
                          weights_[place(m, n, backwards == 1)], ahead);
}

template <class T>
Segment segment_from(const BlockSums<T>& sums, const BlockWeights<T>& weights, int line) {
    const double level = sums.r[line];
    // Behind a hole U is 0, and the level of E does not matter.
    return {.r = level,
            .s = std::isfinite(level) ? level : 0,
            .Y = sums.Y[line],
            .W = weights.W[line],
            .Z = sums.Z[line],
            .H = weights.H[line],
            .U = weights.U[line]};
}

template <class T>
Segment BandsOf<T>::segment_of(int m, int n, int channel, int line, bool backwards) const {
    return segment_from(sums(m, n, channel, backwards), weights_[place(m, n, backwards)], line);
}

template <class T>
Segment BandsOf<T>::column_of(int n, int channel, int line, bool backwards) const {
    const int M = grid_.M;
    Segment column = segment_of(backwards ? M - 1 : 0, n, channel, line, backwards);
    for (int i = 1; i < M; ++i)
        column = column.and_then(segment_of(backwards ? M - 1 - i : i, n, channel, line, backwards));
    return column;
}

template <class T>
void BandsOf<T>::scan(const Images& images, int n) {
    const Region r = grid_.region(0, n);
    const double a = std::exp2(-images.exponent.step);
    std::vector<double> P(std::size_t(grid_.M) + 1);
    for (int k = 0; k < channels_; ++k)
        for (int j = 0; j < r.columns; ++j) {
            Segment column, backwards;
            if (is_mirrored()) column = column_of(n, k, j, false), backwards = column_of(n, k, j, true);
            P[0] = enter_front(boundary_, sums(0, n, k).r[j], column, backwards);
            for (int m = 0; m < grid_.M; ++m)
                P[std::size_t(m) + 1] = segment_of(m, n, k, j, false).behind(P[std::size_t(m)]);
            double E;
            if (is_mirrored()) {
                E = enter_back(boundary_, 0, P[0], a, column, backwards);
            } else {
                const double last = images.in.template row<T>(grid_.height - 1)[(r.x + j) * channels_ + k];
                E = behind_last(P.back(), boundary_ == BoundaryKind::zero ? 0.0 : last, a);
            }
            for (int m = grid_.M - 1; m >= 0; --m) {
                const double leaves = segment_of(m, n, k, j, false).in_front(P[std::size_t(m)], E);
                sums(m, n, k).Y[j] = T(P[std::size_t(m)]);
                sums(m, n, k).Z[j] = T(E);
                E = leaves;
            }
        }
}

template <class T>
void BandsOf<T>::go_right(const Images& images, int m, T* band, RowEnds& ends) const {
    Block block;
    alignas(64) T across[4 * tile_samples], left[4 * block_size];  // of the guide, and its column before
    for (int n = 0; n < grid_.N; ++n) {
        const Region r = grid_.region(m, n);
        Ahead ahead = ahead_of(images, m, n);
        load(images, m, n, block, ahead);

        for (int k = 0; k < guide_channels_; ++k)
            transpose_tile(block.guide + k * tile_samples, block_size, grid_.row_lines,
                           across + k * tile_samples, block_size, grid_.column_lines);
        // Its last row is that of the image's edge, until the next block overwrites it.
        edge_weights<T>(images.exponent, across, guide_channels_, n == 0 ? nullptr : left, nullptr, r.columns,
                        grid_.row_lines, row_weights(band, n), ahead);
        for (int k = 0; k < guide_channels_; ++k)
            std::copy_n(across + k * tile_samples + (r.columns - 1) * block_size, grid_.row_lines,
                        left + k * block_size);
        for (int k = 0; k < channels_; ++k) {
            T* const samples = block.samples + k * tile_samples;
            alignas(64) T P[block_size], E[block_size];
            std::copy_n(sums(m, n, k).Y, grid_.column_lines, P);
            std::copy_n(sums(m, n, k).Z, grid_.column_lines, E);
            edge_pass(samples, block.weights, r.rows, grid_.column_lines, P, false, ahead);
            edge_pass(samples, block.weights, r.rows, grid_.column_lines, E, true, ahead);
            T* const columns = rows(band, k, n);
            transpose_tile(samples, block_size, grid_.row_lines, columns, block_size, grid_.column_lines);
            if (is_mirrored()) continue;
            if (n == 0)
                for (int j = 0; j < grid_.row_lines; ++j)
                    ends.P[k][j] = boundary_ == BoundaryKind::zero ? T(0) : columns[j];
            if (n == grid_.N - 1)
                std::copy_n(columns + (r.columns - 1) * block_size, grid_.row_lines, ends.last[k]);
            edge_pass(columns, row_weights(band, n), r.columns, grid_.row_lines, ends.P[k], false, ahead);
        }
    }
}

template <class T>
void BandsOf<T>::turn(const Images& images, int m, T* band, RowEnds& ends) const {
    const T a = T(std::exp2(-images.exponent.step));
    Ahead nothing_ahead;

    for (int k = 0; k < channels_; ++k) {
        if (!is_mirrored()) {
            for (int j = 0; j < grid_.row_lines; ++j)
                ends.E[k][j] =
                    behind_last(ends.P[k][j], boundary_ == BoundaryKind::zero ? T(0) : ends.last[k][j], a);
            continue;
        }
        BlockSums<T> sums[2];
        BlockWeights<T> weights[2];
        for (int i = 0; i < 2; ++i)
            edge_segments(rows(band, k, 0), row_weights(band, 0), grid_.width, grid_.row_lines, i == 1,
                          sums[i], weights[i], nothing_ahead);
        for (int j = 0; j < grid_.region(m, 0).rows; ++j) {
            const Segment row = segment_from(sums[0], weights[0], j),
                          backwards = segment_from(sums[1], weights[1], j);
            const double P = enter_front(boundary_, row.r, row, backwards);
            ends.P[k][j] = T(P);
            ends.E[k][j] = T(enter_back(boundary_, 0, P, double(a), row, backwards));
        }
        edge_pass(rows(band, k, 0), row_weights(band, 0), grid_.width, grid_.row_lines, ends.P[k], false,
                  nothing_ahead);
    }
}

template <class T>
void BandsOf<T>::go_left(const Images& images, int m, T* band, RowEnds& ends) const {
    alignas(64) T tiles[4 * tile_samples];
    T* const pile = rows_together(band);
    for (int n = grid_.N - 1; n >= 0; --n) {
        const Region r = grid_.region(m, n);
        // A write that goes through the cache reads its cache line from memory first.
        Ahead ahead{images.past_caches ? Fetch() : Fetch(ConstImageView(images.out), r), Fetch()};
        for (int k = 0; k < channels_; ++k) {
            edge_pass(rows(band, k, n), row_weights(band, n), r.columns, grid_.row_lines, ends.E[k], true,
                      ahead);
            if (channels_ > 1)
                transpose_tile(rows(band, k, n), block_size, grid_.column_lines, tiles + k * tile_samples,
                               block_size, grid_.row_lines);
        }
        if (channels_ > 1) {
            store_tile(tiles, images.out, r, images.past_caches);
        } else if (!images.past_caches) {
            store_transposed_scaled(rows(band, 0, n), T(1), T(0), images.out, r, false);
        } else {
            const int x = n % together * block_size;
            const ImageView view{
                pile, {wide, block_size, 1}, sample_of<T>(), wide * std::ptrdiff_t(sizeof(T))};
            store_transposed_scaled(rows(band, 0, n), T(1), T(0), view, {0, x, r.rows, r.columns}, false);
            if (x == 0)
                stream_rows<T>(pile, wide, images.out, {r.y, r.x, r.rows, std::min(wide, grid_.width - r.x)});
        }
    }
}

template <class T>
void BandsOf<T>::run(ConstImageView in, ConstImageView guide, ImageView out) {
    const bool past_caches = writes_past_caches(out);
    for (int iteration = 0; iteration < filter_.iterations; ++iteration) {
        const Images images{iteration == 0 ? in : out, guide, out, exponent_of(filter_, iteration),
                            past_caches};
        threads_.for_each(std::ptrdiff_t(grid_.blocks()), std::min(grid_.N, 16),
                          [&](std::ptrdiff_t i) { segments(images, int(i / grid_.N), int(i % grid_.N)); });
        threads_.for_each(grid_.N, 1, [&](std::ptrdiff_t n) { scan(images, int(n)); });
        threads_.for_each(grid_.M, 1, [&](std::ptrdiff_t m) {
            const Places::Lease lease(places_);
            T* const band = bands_.data() + lease.place * band_samples_;
            RowEnds ends;
            go_right(images, int(m), band, ends);
            turn(images, int(m), band, ends);
            go_left(images, int(m), band, ends);
        });
    }
}

std::unique_ptr<EdgeFilterRun::Bands> make_bands(const EdgeFilter& filter, BoundaryKind boundary,
                                                 const Shape& image, int guide_channels, Sample sample,
                                                 int threads) {
    validate(filter, boundary, image, {image.width, image.height, guide_channels});
    if (sample == Sample::f64)
        return std::make_unique<BandsOf<double>>(filter, boundary, image, guide_channels, threads);
    return std::make_unique<BandsOf<float>>(filter, boundary, image, guide_channels, threads);
}

}  // namespace

EdgeFilterRun::EdgeFilterRun(const EdgeFilter& filter, BoundaryKind boundary, const Shape& image,
                             int guide_channels, Sample sample, int threads)
    : bands_(make_bands(filter, boundary, image, guide_channels, sample, threads)) {}

EdgeFilterRun::~EdgeFilterRun() = default;

void EdgeFilterRun::run(ConstImageView in, ConstImageView guide, ImageView out) {
    bands_->run(in, guide, out);
}

std::size_t EdgeFilterRun::bytes() const {
    return bands_->bytes();
}

}  // namespace sweep::cpu
