// Algorithms 4 and 6 ([N16] sections 3.3 and 5.1) and 5 ([N11] section 5.2) by blocks, with the exact
// boundaries of core/blocks/extension.h.
//
//        4                              5                              6
//   .1   column perimeters              all four perimeters            all four perimeters
//   .2   scan down and up               scan down                      scan down and up
//   .3   filter down and up, keep Z;    scan up                        complete the row perimeters
//        row perimeters of Z
//   .4   scan right and left            complete and scan right        scan right and left
//   .5   filter right and left          complete and scan left         filter all four
//   .6                                  filter all four
//
// The perimeters of columns are dots of the raw samples. In 5 and 6 the perimeters of rows are those of a
// block that is filtered down and up alone, from zero states. They are completed by what the block's column
// carries add to it, filtered right and left ([N11] (37), (39), [N16] (27), (29)):
//
//     P^T += A_RB A_FP (P T(A_FB)^T) + A_RE (E T(A_FB)^T)       and E^T with H(A_RB A_FB) in place of T(A_FB)
//
// The brackets are the row dots of the carries, as if the carries were 2 r rows of samples. A_RB A_FP and
// A_RE are applied by running the passes over zeros with these dots as states. The first and last column of
// Z, for clamp, are completed in the same way.
//
// Between 4.3 and 4.5 Z lies in the output, relative to the datum.
//
// A functional, in the names below, is what is kept of a row: a perimeter, which becomes a carry, or the
// row's first or last sample (BlockSteps::functional() in cpu/recursive/steps.h).
#include <algorithm>

#include "cpu/recursive/steps.h"

namespace sweep::cpu {
namespace {

// The states with which F leaves the columns and the rows, r numbers each.
struct Leaving {
    std::size_t columns, rows;
    explicit Leaving(const DesignedProblem& asked) {
        const auto& [p, filter] = asked;
        const Grid grid(p.shape);
        const std::size_t numbers = std::size_t(p.shape.channels) * std::size_t(filter.order());
        columns = numbers * std::size_t(grid.N) * std::size_t(grid.column_lines);
        rows = p.passes > 2 ? numbers * std::size_t(grid.M) * std::size_t(grid.row_lines) : 0;
    }
};

template <class T>
class PublishedSteps final : public BlockSteps<T> {
  public:
    PublishedSteps(const DesignedProblem& asked, Threads& threads, const Leaving& leaving)
        : BlockSteps<T>(asked, threads, Swept{true, asked.problem.passes > 2},
                        leaving.columns + leaving.rows),
          mirrors_(runs_back(asked.problem.boundary.kind)),
          leaving_columns_(leaving.columns, threads),
          leaving_rows_(leaving.rows, threads) {}

    std::size_t working_bytes() const override {
        return BlockSteps<T>::working_bytes() + leaving_columns_.bytes() + leaving_rows_.bytes();
    }
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;

  private:
    using Base = BlockSteps<T>;
    using Base::c_, Base::r_, Base::grid_, Base::numbers_, Base::down_up_, Base::right_left_;

    void column_perimeters(const ConstImageView& in, int m, int n) const;
    void all_perimeters(const ConstImageView& in, int m, int n) const;
    void row_perimeters(const T* tile, int channel, int m, int n, Fetch& ahead) const;

    // Each turns perimeters into the states that enter the blocks.
    void scan_down(int channel, int n) const;
    void scan_up(int channel, int n) const;
    void scan_right(int channel, int m) const;
    void scan_left(int channel, int m) const;

    // Adds what the column carries bring into block (m, n) to its row perimeters with the numbers [first,
    // last): 0 to r - 1 are those of P^T, r to 2 r - 1 those of E^T. complete_ends() does so for the first
    // and the last column of Z.
    void complete(int channel, int m, int n, int first, int last) const;
    void complete_ends(int channel, int m) const;

    void filter_columns(const ConstImageView& in, const ImageView& out, int m, int n) const;
    void filter_rows(const ImageView& out, int m, int n) const;

    int rows_of(int m) const { return std::min(block_size, grid_.height - m * block_size); }
    StateView<T> leaving_columns(int channel, int n) const {
        return {leaving_columns_.data() +
                    offset(std::size_t(channel), grid_.N, n) * std::size_t(r_ * grid_.column_lines),
                grid_.column_lines};
    }
    StateView<T> leaving_rows(int channel, int m) const {
        return {leaving_rows_.data() +
                    offset(std::size_t(channel), grid_.M, m) * std::size_t(r_ * grid_.row_lines),
                grid_.row_lines};
    }
    // The numbers that continue the rows of Z; `outside` has room for them.
    const T* row_end(int channel, int m, int q, T (&outside)[block_size]) const {
        if (this->clamps_rows()) return this->functional(channel, m, q);
        std::fill_n(outside, block_size, this->outside_rows(channel));
        return outside;
    }

    const bool mirrors_;
    Buffer<T> leaving_columns_, leaving_rows_;
};

// Step 4.1.
template <class T>
void PublishedSteps<T>::column_perimeters(const ConstImageView& in, int m, int n) const {
    alignas(64) T tiles[4 * tile_samples];
    Fetch ahead = grid_.fetch_ahead(in, m, n);
    this->load(in, m, n, tiles);
    for (int k = 0; k < c_; ++k) this->column_dots(tiles + k * tile_samples, k, m, n, ahead);
}

// Steps 5.1 and 6.1.
template <class T>
void PublishedSteps<T>::all_perimeters(const ConstImageView& in, int m, int n) const {
    alignas(64) T tiles[4 * tile_samples];
    alignas(64) static constexpr T zero_states[2 * max_order * block_size] = {};
    Fetch ahead = grid_.fetch_ahead(in, m, n);
    this->load(in, m, n, tiles);
    for (int k = 0; k < c_; ++k) {
        T* tile = tiles + k * tile_samples;
        this->column_dots(tile, k, m, n, ahead);
        if (!this->sweeps_rows()) continue;
        down_up_->filter(tile, rows_of(m), grid_.column_lines, zero_states, block_size, true, ahead);
        row_perimeters(tile, k, m, n, ahead);
    }
}

template <class T>
void PublishedSteps<T>::row_perimeters(const T* tile, int k, int m, int n, Fetch& ahead) const {
    right_left_->dots_of_rows(tile, grid_.row_lines, n == grid_.N - 1, this->functional(k, m, n * numbers_),
                              grid_.row_lines, ahead);
    auto keep_column = [&](int column, int q) {
        T* to = this->functional(k, m, q);
        for (int i = 0; i < grid_.row_lines; ++i) to[i] = tile[i * block_size + column];
    };
    if (n == 0) keep_column(0, this->first_sample());
    if (n == grid_.N - 1) keep_column(grid_.region(m, n).columns - 1, this->last_sample());
}

template <class T>
void PublishedSteps<T>::scan_down(int k, int n) const {
    const typename Base::Ends ends = this->column_ends(k, n);
    down_up_->prologues(this->carries_of_columns(k, n), grid_.column_lines, ends.first, ends.last,
                        leaving_columns(k, n));
}

template <class T>
void PublishedSteps<T>::scan_up(int k, int n) const {
    down_up_->epilogues(this->carries_of_columns(k, n), grid_.column_lines, this->column_ends(k, n).last,
                        leaving_columns(k, n));
}

template <class T>
void PublishedSteps<T>::scan_right(int k, int m) const {
    alignas(64) T before[block_size], behind[block_size];
    right_left_->prologues(this->carries_of_rows(k, m), grid_.row_lines,
                           row_end(k, m, this->first_sample(), before),
                           row_end(k, m, this->last_sample(), behind), leaving_rows(k, m));
}

template <class T>
void PublishedSteps<T>::scan_left(int k, int m) const {
    alignas(64) T outside[block_size];
    right_left_->epilogues(this->carries_of_rows(k, m), grid_.row_lines,
                           row_end(k, m, this->last_sample(), outside), leaving_rows(k, m));
}

template <class T>
void PublishedSteps<T>::complete(int k, int m, int n, int first, int last) const {
    alignas(64) T tile[tile_samples] = {}, dots[line_multiple * line_multiple],
                  states[line_multiple * line_multiple] = {};
    static_assert(2 * max_order <= line_multiple);
    Fetch nothing;
    for (int i = 0; i < numbers_; ++i)
        std::copy_n(this->column_carries(k, m, n) + i * grid_.column_lines, grid_.column_lines,
                    tile + i * block_size);
    right_left_->dots_of_rows(tile, line_multiple, n == grid_.N - 1, dots, line_multiple, nothing);
    for (int q = first; q < last; ++q)
        for (int i = 0; i < numbers_; ++i) states[i * line_multiple + q] = dots[q * line_multiple + i];
    std::fill_n(tile, numbers_ * block_size, T(0));
    down_up_->filter(tile, rows_of(m), line_multiple, states, line_multiple, true, nothing);
    for (int q = first; q < last; ++q) {
        T* to = this->functional(k, m, n * numbers_ + q);
        for (int i = 0; i < rows_of(m); ++i) to[i] += tile[i * block_size + q];
    }
}

template <class T>
void PublishedSteps<T>::complete_ends(int k, int m) const {
    alignas(64) T tile[tile_samples] = {}, states[2 * max_order * line_multiple] = {};
    Fetch nothing;
    const int columns[] = {0, grid_.width - 1}, functionals[] = {this->first_sample(), this->last_sample()};
    for (int end = 0; end < 2; ++end) {
        const T* carries = this->column_carries(k, m, columns[end] / block_size) + columns[end] % block_size;
        for (int i = 0; i < numbers_; ++i) states[i * line_multiple + end] = carries[i * grid_.column_lines];
    }
    down_up_->filter(tile, rows_of(m), line_multiple, states, line_multiple, true, nothing);
    for (int end = 0; end < 2; ++end) {
        T* to = this->functional(k, m, functionals[end]);
        for (int i = 0; i < rows_of(m); ++i) to[i] += tile[i * block_size + end];
    }
}

// Step 4.3.
template <class T>
void PublishedSteps<T>::filter_columns(const ConstImageView& in, const ImageView& out, int m, int n) const {
    if (!this->sweeps_rows()) return this->filter_block(in, out, m, n);
    alignas(64) T tiles[4 * tile_samples];
    Fetch ahead = grid_.fetch_ahead(in, m, n);
    this->load(in, m, n, tiles);
    for (int k = 0; k < c_; ++k) {
        T* tile = tiles + k * tile_samples;
        this->fetch_carries(k, m, n);
        down_up_->filter(tile, rows_of(m), grid_.column_lines, this->column_carries(k, m, n),
                         grid_.column_lines, true, ahead);
        row_perimeters(tile, k, m, n, ahead);
    }
    store_tile(tiles, out, grid_.region(m, n), false);
}

// Step 4.5.
template <class T>
void PublishedSteps<T>::filter_rows(const ImageView& out, int m, int n) const {
    alignas(64) T tiles[4 * tile_samples], across[tile_samples];
    const Region r = grid_.region(m, n);
    Fetch ahead = grid_.fetch_ahead(out, m, n);
    load_tile(this->as_it_is_, out, r, grid_.row_lines, grid_.column_lines, tiles);
    for (int k = 0; k < c_; ++k) {
        T* tile = tiles + k * tile_samples;
        transpose_tile(tile, block_size, grid_.row_lines, across, block_size, grid_.column_lines);
        right_left_->filter(across, r.columns, grid_.row_lines, this->functional(k, m, n * numbers_),
                            grid_.row_lines, this->problem_.passes >= 4, ahead);
        transpose_tile(across, block_size, grid_.column_lines, tile, block_size, grid_.row_lines);
    }
    store_tile_scaled(tiles, this->gain_, this->offset_, out, r, false);
}

template <class T>
void PublishedSteps<T>::run(const Stage& stage, const ConstImageView& in, const ImageView& out) {
    const int r = r_, M = grid_.M, N = grid_.N;
    switch (stage.step) {
        case Step::alg4_1:
            this->choose_datum(in);
            this->for_each_block([&](int m, int n) { column_perimeters(in, m, n); });
            break;
        case Step::alg5_1:
        case Step::alg6_1:
            this->choose_datum(in);
            this->for_each_block([&](int m, int n) { all_perimeters(in, m, n); });
            break;
        case Step::alg5_2:
            this->for_each_line(N, [&](int k, int n) { scan_down(k, n); });
            break;
        case Step::alg5_3:
            this->for_each_line(N, [&](int k, int n) { scan_up(k, n); });
            break;
        case Step::alg4_2:
        case Step::alg6_2:
            this->for_each_line(N, [&](int k, int n) { scan_down(k, n), scan_up(k, n); });
            break;
        case Step::alg4_3:
            this->for_each_block([&](int m, int n) { filter_columns(in, out, m, n); });
            break;
        case Step::alg5_4:  // under mirror the first P depends on the perimeters of E
            this->for_each_line(M, [&](int k, int m) {
                for (int n = 0; n < N; ++n) complete(k, m, n, 0, mirrors_ ? 2 * r : r);
                if (this->clamps_rows()) complete_ends(k, m);
                scan_right(k, m);
            });
            break;
        case Step::alg5_5:
            this->for_each_line(M, [&](int k, int m) {
                for (int n = 0; n < N && !mirrors_; ++n) complete(k, m, n, r, 2 * r);
                scan_left(k, m);
            });
            break;
        case Step::alg6_3:
            this->for_each_block([&](int m, int n) {
                for (int k = 0; k < c_; ++k) complete(k, m, n, 0, 2 * r);
                for (int k = 0; k < c_ && n == 0 && this->clamps_rows(); ++k) complete_ends(k, m);
            });
            break;
        case Step::alg4_4:
        case Step::alg6_4:
            this->for_each_line(M, [&](int k, int m) { scan_right(k, m), scan_left(k, m); });
            break;
        case Step::alg4_5:
            this->for_each_block([&](int m, int n) { filter_rows(out, m, n); });
            break;
        case Step::alg5_6:
        case Step::alg6_5:
            this->for_each_block([&](int m, int n) { this->filter_block(in, out, m, n); });
            break;
        default:
            break;
    }
}

}  // namespace

std::unique_ptr<Steps> published_steps(const DesignedProblem& asked, Threads& threads) {
    const Leaving leaving(asked);
    if (asked.problem.input == Sample::f64)
        return std::make_unique<PublishedSteps<double>>(asked, threads, leaving);
    return std::make_unique<PublishedSteps<float>>(asked, threads, leaving);
}

}  // namespace sweep::cpu
