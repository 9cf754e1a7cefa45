// Algorithm `bands`: the columns by blocks, as algorithm 7 has them; the rows at once, in bands that stay in
// the cache. The image is read twice and written once.
//
//   perimeters  for each block: the column dots                           [N11] (20)-(34), [N16] (24), (25)
//   columns     scans down and up all columns
//   bands       for each block row: from left to right the passes down and up of each block, from the states
//               that enter it, and the pass right, whose state goes on to the next block; then from right to
//               left the pass left, and the result
//
// A thread owns a band, so that rows need neither dots nor carries: what the pass right leaves of it is 64
// rows of the image, which the thread's own cache holds, or the one that all share, until the pass left comes
// back. Where the columns stay as they are, the stage `bands` is the only one, and the image is read once. On a GPU
// a band is far larger than what a multiprocessor holds, and there are too few of them.
//
// Under repeat the pass right starts with the state in which the last blocks of the row leave it, under mirror
// with the state in which its first blocks leave it when they are read from right to left. What lies farther
// away must no longer count: a filter has to forget within a row.
#include "core/families/bands.h"

#include <algorithm>
#include <memory>
#include <type_traits>

#include "core/base/memory.h"
#include "core/blocks/extension.h"
#include "core/filter/memory.h"
#include "cpu/base/places.h"
#include "cpu/recursive/steps.h"

namespace sweep::cpu {
namespace {

template <class T>
class BandSteps final : public RecursiveSteps<T> {
  public:
    BandSteps(const DesignedProblem& asked, Threads& threads);
    std::size_t working_bytes() const override { return columns_.bytes() + bands_.bytes(); }
    bool writes_codes() const override { return std::is_same_v<T, float>; }
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;

  private:
    using Base = RecursiveSteps<T>;
    using Base::c_, Base::r_, Base::problem_, Base::threads_, Base::decoding_;

    // Blocks whose rows are written together: a kilobyte of floats.
    static constexpr int together = 4, wide = together * block_size;

    void perimeters(const ConstImageView& in, int m) const;
    void columns(const ConstImageView& in, int channel, int n) const;
    void band(const ConstImageView& in, const ImageView& out, int m) const;
    // The states in which the pass left enters the rows, for each channel.
    struct EndsOfRows {
        alignas(64) T states[4][max_order * block_size];
    };
    // Both directions of a band; without passes along rows the first writes the result.
    void go_right(const ConstImageView& in, const ImageView& out, int m, T* band, EndsOfRows& E) const;
    void go_left(const ImageView& out, int m, T* band, EndsOfRows& E) const;
    // Writes the blocks that are written together.
    void write_rows(const T* rows, const ImageView& out, Region r) const;
    // Puts block (m, n), filtered along its columns, into the band.
    void filter_columns(const ConstImageView& in, const ImageView& out, int m, int n, T* band,
                        Fetch& ahead) const;
    // The state in which a pass leaves the blocks at the front or at the back of a band, from zero before
    // them.
    void warm_up(const T* band, int channel, int m, bool at_front, bool anticausal, T* state) const;
    bool sweeps_columns() const { return swept_.columns; }
    bool sweeps_rows() const { return swept_.rows; }

    // Cache lines that a step of go_right() fetches: of the passes down, up and right only some are done.
    int lines_at_once() const { return sweeps_columns() ? sweeps_rows() ? 1 : 2 : 4; }

    T* tile(T* band, int channel, int n) const {
        return band + offset(std::size_t(channel), grid_.N, n) * tile_samples;
    }
    // The carries of the columns of block (m, n): [2 r][grid_.column_lines].
    T* carries_of_block(int channel, int m, int n) const {
        return columns_.data() +
               offset(offset(std::size_t(channel), grid_.M, m), grid_.N, n) * carries_of_block_;
    }

    const Swept swept_;
    const Grid grid_;
    const std::unique_ptr<AxisFilter<T>> down_up_, right_left_;
    const ScanOrder order_;  // of the rows
    const int warm_up_;      // blocks; 0 where rows are not periodic
    const std::size_t carries_of_block_;
    const Places places_;      // bands at a time
    const std::size_t place_;  // samples of one of them
    // Of a band: [channel][N] tiles, each transposed; then block_size rows of `wide` samples.
    Buffer<T> columns_, bands_;
};

template <class T>
BandSteps<T>::BandSteps(const DesignedProblem& asked, Threads& threads)
    : Base(asked, threads),
      swept_(Swept::that_run(asked)),
      grid_(asked.problem.shape),
      down_up_(make_axis_filter<T>(this->design_.columns, this->realisation_,
                                   asked.problem.boundary_of_columns().kind, grid_.height)),
      right_left_(make_axis_filter<T>(this->design_.rows, this->realisation_, asked.problem.boundary.kind,
                                      grid_.width)),
      order_(swept_.rows ? scan_order(asked.problem.boundary.kind) : ScanOrder::once),
      warm_up_(order_ == ScanOrder::once
                   ? 0
                   : std::min(grid_.N, (memory(this->design_, asked.problem.passes, longest_band_memory) -
                                        1) / block_size +
                                           2)),
      carries_of_block_(std::size_t(2 * r_ * grid_.column_lines)),
      places_(std::min(threads.count(), grid_.M)),
      place_(offset(std::size_t(c_), grid_.N, 0) * tile_samples + std::size_t(wide * block_size)) {
    const std::size_t columns = sweeps_columns() ? std::size_t(c_) * grid_.blocks() * carries_of_block_ : 0,
                      bands = std::size_t(places_.count()) * place_;
    require_memory((columns + bands) * sizeof(T), "the workspace of this filter");
    columns_ = Buffer<T>(columns, threads);
    bands_ = Buffer<T>(bands, threads);
}

template <class T>
void BandSteps<T>::perimeters(const ConstImageView& in, int m) const {
    const bool last = m == grid_.M - 1, as_it_is = c_ == 1 && in.sample == sample_of<T>();
    const int full = as_it_is ? grid_.width / block_size : 0;
    if (full > 0)
        down_up_->dots_of_image(in.row<T>(m * block_size), in.stride / std::ptrdiff_t(sizeof(T)),
                                decoding_.datum[0], full, last, carries_of_block(0, m, 0),
                                std::ptrdiff_t(carries_of_block_), grid_.column_lines);
    for (int n = full; n < grid_.N; ++n) {
        alignas(64) T tiles[4 * tile_samples];
        Fetch ahead = grid_.fetch_ahead(in, m, n);
        load_tile(decoding_, in, grid_.region(m, n), grid_.row_lines, grid_.column_lines, tiles);
        for (int k = 0; k < c_; ++k)
            down_up_->dots(tiles + k * tile_samples, grid_.column_lines, last, carries_of_block(k, m, n),
                           grid_.column_lines, ahead);
    }
}

template <class T>
void BandSteps<T>::columns(const ConstImageView& in, int k, int n) const {
    alignas(64) T ends[2][4 * tile_samples] = {};  // the first and the last row of the image
    for (T* end : ends) std::fill_n(end + k * tile_samples, block_size, this->outside_columns(k));
    if (this->clamps_columns()) {
        const Region r = grid_.region(0, n);
        load_tile(decoding_, in, {0, r.x, 1, r.columns}, 1, grid_.column_lines, ends[0]);
        load_tile(decoding_, in, {grid_.height - 1, r.x, 1, r.columns}, 1, grid_.column_lines, ends[1]);
    }
    down_up_->scan({carries_of_block(k, 0, n), std::ptrdiff_t(std::size_t(grid_.N) * carries_of_block_),
                    grid_.column_lines},
                   grid_.column_lines, ends[0] + k * tile_samples, ends[1] + k * tile_samples);
}

template <class T>
void BandSteps<T>::filter_columns(const ConstImageView& in, const ImageView& out, int m, int n, T* band,
                                  Fetch& ahead) const {
    alignas(64) T tiles[4 * tile_samples];
    const Region r = grid_.region(m, n);
    load_tile(decoding_, in, r, grid_.row_lines, grid_.column_lines, tiles);
    for (int k = 0; k < c_; ++k) {
        T* const samples = tiles + k * tile_samples;
        if (sweeps_columns())
            down_up_->filter(samples, r.rows, grid_.column_lines, carries_of_block(k, m, n),
                             grid_.column_lines, problem_.passes >= 2, ahead);
        if (sweeps_rows())
            transpose_tile(samples, block_size, grid_.row_lines, tile(band, k, n), block_size,
                           grid_.column_lines);
    }
    if (!sweeps_rows()) this->write(tiles, out, r);
}

template <class T>
void BandSteps<T>::warm_up(const T* band, int k, int m, bool at_front, bool anticausal, T* state) const {
    alignas(64) T copy[tile_samples];
    std::fill_n(state, max_order * block_size, T(0));
    for (int i = 0; i < warm_up_; ++i) {
        const int from = at_front ? 0 : grid_.N - warm_up_,
                  n = anticausal ? from + warm_up_ - 1 - i : from + i;
        const int length = grid_.region(m, n).columns;
        std::copy_n(tile(const_cast<T*>(band), k, n), length * block_size, copy);
        right_left_->pass(copy, length, grid_.row_lines, {state, block_size}, anticausal);
    }
}

template <class T>
void BandSteps<T>::go_right(const ConstImageView& in, const ImageView& out, int m, T* band,
                            EndsOfRows& E) const {
    alignas(64) T P[4][max_order * block_size], ends[block_size];
    const bool clamps = this->clamps_rows();
    const int first_ready = order_ == ScanOrder::repeat ? grid_.N - warm_up_ : 0,
              ready = first_ready + warm_up_;
    for (int n = first_ready; n < ready; ++n) {
        Fetch ahead = grid_.fetch_ahead(in, m, n, lines_at_once());
        filter_columns(in, out, m, n, band, ahead);
    }
    if (order_ != ScanOrder::once)
        for (int k = 0; k < c_; ++k)
            warm_up(band, k, m, order_ == ScanOrder::mirror, order_ == ScanOrder::mirror, P[k]);
    for (int n = 0; n < grid_.N; ++n) {
        const Region r = grid_.region(m, n);
        Fetch ahead = grid_.fetch_ahead(in, m, n, lines_at_once());
        if (n < first_ready || n >= ready) filter_columns(in, out, m, n, band, ahead);
        for (int k = 0; k < c_ && sweeps_rows(); ++k) {
            T* const across = tile(band, k, n);
            const StateView<T> state{P[k], block_size};
            std::fill_n(ends, block_size, this->outside_rows(k));
            if (n == 0 && order_ == ScanOrder::once)
                right_left_->enter_front(clamps ? across : ends, state, grid_.row_lines);
            if (n == grid_.N - 1 && clamps)
                std::copy_n(across + (r.columns - 1) * block_size, grid_.row_lines, ends);
            right_left_->pass(across, r.columns, grid_.row_lines, state, false, ahead);
            if (n == grid_.N - 1 && order_ != ScanOrder::repeat)
                right_left_->enter_back(ends, state, {E.states[k], block_size}, grid_.row_lines);
        }
    }
    if (order_ == ScanOrder::repeat)
        for (int k = 0; k < c_; ++k) warm_up(band, k, m, true, true, E.states[k]);
}

template <class T>
void BandSteps<T>::go_left(const ImageView& out, int m, T* band, EndsOfRows& E) const {
    alignas(64) T tiles[4 * tile_samples];
    const bool past_caches = this->past_caches_;
    T* const rows = tile(band, c_, 0);  // those of the blocks that are written together
    for (int n = grid_.N - 1; n >= 0; --n) {
        const Region r = grid_.region(m, n);
        // A write that goes through the cache reads its cache line from memory first.
        Fetch ahead = past_caches ? Fetch() : Fetch(ConstImageView(out), r);
        for (int k = 0; k < c_; ++k) {
            T* const across = tile(band, k, n);
            if (problem_.passes >= 4)
                right_left_->pass(across, r.columns, grid_.row_lines, {E.states[k], block_size}, true, ahead);
            if (c_ > 1)
                transpose_tile(across, block_size, grid_.column_lines, tiles + k * tile_samples, block_size,
                               grid_.row_lines);
        }
        if (c_ > 1) {
            this->write(tiles, out, r);
        } else if (!past_caches && !this->encoder_) {
            store_transposed_scaled(tile(band, 0, n), this->gain_, this->offset_[0], out, r, false);
        } else {
            const int x = n % together * block_size;
            const ImageView view{
                rows, {wide, block_size, 1}, sample_of<T>(), wide * std::ptrdiff_t(sizeof(T))};
            store_transposed_scaled(tile(band, 0, n), this->gain_, this->offset_[0], view,
                                    {0, x, r.rows, r.columns}, false);
            if (x == 0) write_rows(rows, out, {r.y, r.x, r.rows, std::min(wide, grid_.width - r.x)});
        }
    }
}

template <class T>
void BandSteps<T>::write_rows(const T* rows, const ImageView& out, Region r) const {
    if constexpr (std::is_same_v<T, float>)
        if (this->encoder_) return this->encoder_->encode(rows, wide, out, r);
    stream_rows(rows, wide, out, r);
}

template <class T>
void BandSteps<T>::band(const ConstImageView& in, const ImageView& out, int m) const {
    const Places::Lease lease(places_);
    T* const band = bands_.data() + lease.place * place_;
    EndsOfRows E;
    go_right(in, out, m, band, E);
    if (sweeps_rows()) go_left(out, m, band, E);
}

template <class T>
void BandSteps<T>::run(const Stage& stage, const ConstImageView& in, const ImageView& out) {
    switch (stage.step) {
        case Step::band_perimeters:
            this->choose_datum(in);
            threads_.for_each(grid_.M, 1, [&](std::ptrdiff_t m) { perimeters(in, int(m)); });
            break;
        case Step::band_columns:
            threads_.for_each(std::ptrdiff_t(c_) * grid_.N, 1,
                              [&](std::ptrdiff_t i) { columns(in, int(i / grid_.N), int(i % grid_.N)); });
            break;
        case Step::bands:
            if (!sweeps_columns()) this->choose_datum(in);  // it is the only stage
            threads_.for_each(grid_.M, 1, [&](std::ptrdiff_t m) { band(in, out, int(m)); });
            break;
        default:
            break;
    }
}

}  // namespace

std::unique_ptr<Steps> band_steps(const DesignedProblem& asked, Threads& threads) {
    if (asked.problem.input == Sample::f64) return std::make_unique<BandSteps<double>>(asked, threads);
    return std::make_unique<BandSteps<float>>(asked, threads);
}

}  // namespace sweep::cpu
