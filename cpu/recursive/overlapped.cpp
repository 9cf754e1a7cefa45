// Algorithm 7: fully overlapped recursive filtering in four stages. The image is read twice and written once.
//
//   7.1  perimeters  for each block: the column dots, the dots of its raw rows, and the corners, which are
//                    the column dots of the row dots
//   7.2  columns     scans down and up all columns, and with them the row dots, as if these were columns:
//                    filtering along rows and filtering along columns commute
//   7.3  rows        filters the row dots down and up, from the states found in 7.2, which makes them dots of
//                    the column-filtered rows; then scans right and left
//   7.4  filter      for each block, all four passes, from the states that enter it
//
// A row has two more functionals beside the 2 r dots of each block: its first and its last sample, which
// clamp and reflect101 need after the columns are filtered. They go through 7.2 and 7.3 in the same way.
//
// Along one axis there are no corners: columns alone leave 7.3 out, and rows alone 7.2.
#include <algorithm>

#include "core/families/traffic.h"
#include "cpu/recursive/steps.h"

namespace sweep::cpu {
namespace {

// The carries of the functionals, which 7.2 scans like columns: [channel][M][2 r][lines].
struct Corners {
    int lines;  // functionals of a row, padded
    std::size_t size;
    explicit Corners(const DesignedProblem& asked) {
        const auto& [p, filter] = asked;
        const Grid grid(p.shape);
        const int numbers = 2 * filter.order();
        lines = padded(numbers * grid.N + 2);
        const Swept swept = Swept::that_run(asked);
        size = swept.columns && swept.rows ? std::size_t(p.shape.channels) * std::size_t(grid.M) *
                                                 std::size_t(numbers) * std::size_t(lines)
                                           : 0;
    }
};

template <class T>
class OverlappedSteps final : public BlockSteps<T> {
  public:
    OverlappedSteps(const DesignedProblem& asked, Threads& threads, const Corners& corners)
        : BlockSteps<T>(asked, threads, Swept::that_run(asked), corners.size),
          lines_(corners.lines),
          corners_(corners.size, threads) {
        for (const bool last : {false, true}) sum_weights(last, weight_sums_[last]);
    }

    std::size_t working_bytes() const override { return BlockSteps<T>::working_bytes() + corners_.bytes(); }
    bool writes_codes() const override { return std::is_same_v<T, float>; }
    void leave_out(std::vector<Stage>& stages) const override;
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;

  private:
    using Base = BlockSteps<T>;
    using Base::c_, Base::grid_, Base::numbers_, Base::functionals_, Base::down_up_, Base::right_left_;

    void perimeters(const ConstImageView& in, int m, int n) const;
    void columns(std::ptrdiff_t unit) const;
    void rows(int channel, int m) const;
    // The dots of a row of ones in a block: of what continues the row dots where a constant continues the columns.
    void sum_weights(bool last, T (&sums)[2 * max_order]) const;
    T dot_of_ones(int functional) const {
        const int n = functional / numbers_;
        return n == grid_.N ? T(1) : weight_sums_[n == grid_.N - 1][functional % numbers_];
    }

    T* corners(int channel, int m) const {
        return corners_.data() +
               offset(std::size_t(channel), grid_.M, m) * std::size_t(numbers_) * std::size_t(lines_);
    }

    const int lines_;
    T weight_sums_[2][2 * max_order] = {};  // of blocks, and of the last block of a row
    Buffer<T> corners_;
};

template <class T>
void OverlappedSteps<T>::sum_weights(bool last, T (&sums)[2 * max_order]) const {
    alignas(64) T ones[tile_samples], dots[2 * max_order * line_multiple];
    Fetch nothing;
    std::fill_n(ones, tile_samples, T(1));
    right_left_->dots_of_rows(ones, line_multiple, last, dots, line_multiple, nothing);
    for (int k = 0; k < numbers_; ++k) sums[k] = dots[k * line_multiple];
}

template <class T>
void OverlappedSteps<T>::perimeters(const ConstImageView& in, int m, int n) const {
    alignas(64) T tiles[4 * tile_samples], corner_columns[tile_samples];
    alignas(64) T dots[2 * max_order * line_multiple];
    const Region r = grid_.region(m, n);
    const bool last_m = m == grid_.M - 1, last_n = n == grid_.N - 1;
    const bool down = this->sweeps_columns(), across = this->sweeps_rows();
    Fetch ahead = grid_.fetch_ahead(in, m, n, down && across ? 1 : down ? 4 : 2);
    this->load(in, m, n, tiles);
    for (int k = 0; k < c_; ++k) {
        const T* tile = tiles + k * tile_samples;
        if (down) this->column_dots(tile, k, m, n, ahead);
        if (!across) continue;

        T* row_dots = this->functional(k, m, n * numbers_);
        right_left_->dots_of_rows(tile, grid_.row_lines, last_n, row_dots, grid_.row_lines, ahead);
        T* corner = corners(k, m);
        if (down) {
            transpose_tile(row_dots, grid_.row_lines, numbers_, corner_columns, block_size, grid_.row_lines);
            down_up_->dots(corner_columns, line_multiple, last_m, dots, line_multiple, ahead);
            for (int i = 0; i < numbers_; ++i)
                std::copy_n(dots + i * line_multiple, numbers_, corner + i * lines_ + n * numbers_);
        }

        auto keep_column = [&](int column, int q) {
            T* to = this->functional(k, m, q);
            for (int i = 0; i < grid_.row_lines; ++i) to[i] = tile[i * block_size + column];
            if (!down) return;
            const T* column_dots = this->column_carries(k, m, n);
            for (int i = 0; i < numbers_; ++i)
                corner[i * lines_ + q] = column_dots[i * grid_.column_lines + column];
        };
        if (n == 0) keep_column(0, this->first_sample());
        if (last_n) keep_column(r.columns - 1, this->last_sample());
    }
}

// `unit` is a block column of a channel or, behind all of these, block_size functionals of a channel.
template <class T>
void OverlappedSteps<T>::columns(std::ptrdiff_t unit) const {
    if (unit < std::ptrdiff_t(c_) * grid_.N) {
        const int k = int(unit / grid_.N), n = int(unit % grid_.N);
        const typename Base::Ends ends = this->column_ends(k, n);
        down_up_->scan(this->carries_of_columns(k, n), grid_.column_lines, ends.first, ends.last);
        return;
    }
    unit -= std::ptrdiff_t(c_) * grid_.N;
    const int groups = (lines_ + block_size - 1) / block_size, k = int(unit / groups),
              q = int(unit % groups) * block_size, bottom = (grid_.height - 1) % block_size;
    typename Base::Ends ends;
    for (int i = 0; i < std::min(block_size, functionals_ - q); ++i) {
        ends.first[i] = ends.last[i] = this->outside_columns(k) * dot_of_ones(q + i);
        if (!this->reads_edges_of_columns()) continue;
        ends.first[i] = this->functional(k, 0, q + i)[0];
        ends.last[i] = this->functional(k, grid_.M - 1, q + i)[bottom];
    }
    down_up_->scan({corners(k, 0) + q, std::ptrdiff_t(numbers_) * lines_, lines_},
                   std::min(block_size, lines_ - q), ends.first, ends.last);
}

template <class T>
void OverlappedSteps<T>::rows(int k, int m) const {
    alignas(64) T tile[tile_samples];
    Fetch nothing;
    const int length = std::min(block_size, grid_.height - m * block_size);
    for (int q = 0; q < functionals_ && this->sweeps_columns(); q += block_size) {
        const int count = std::min(block_size, functionals_ - q);
        transpose_tile(this->functional(k, m, q), grid_.row_lines, count, tile, block_size, grid_.row_lines);
        down_up_->filter(tile, length, padded(count), corners(k, m) + q, lines_, true, nothing);
        transpose_tile(tile, block_size, grid_.row_lines, this->functional(k, m, q), grid_.row_lines, count);
    }
    alignas(64) T outside[block_size];
    std::fill_n(outside, block_size, this->outside_rows(k));
    const bool by_edges = this->reads_edges_of_rows();
    right_left_->scan(this->carries_of_rows(k, m), grid_.row_lines,
                      by_edges ? this->functional(k, m, this->first_sample()) : outside,
                      by_edges ? this->functional(k, m, this->last_sample()) : outside);
}

// The carries of an axis that does not run, the stage that scans them, and the corners.
template <class T>
void OverlappedSteps<T>::leave_out(std::vector<Stage>& stages) const {
    const bool down = this->sweeps_columns(), across = this->sweeps_rows();
    if (down && across) return;
    std::erase_if(stages, [&](const Stage& stage) {
        return (stage.step == Step::columns && !down) || (stage.step == Step::rows && !across);
    });
    const PerimeterBytes all({this->problem_, this->design_}, block_size);
    const std::uint64_t left = down ? all.columns : across ? all.rows : 0;
    for (Stage& stage : stages) {
        if (stage.step == Step::perimeters)
            stage.bytes_written = left;
        else if (stage.step == Step::filter)
            stage.bytes_read = ImageBytes(this->problem_).in + left;
        else
            stage.bytes_read = stage.bytes_written = left;
    }
}

template <class T>
void OverlappedSteps<T>::run(const Stage& stage, const ConstImageView& in, const ImageView& out) {
    const std::ptrdiff_t groups = this->sweeps_rows() ? (lines_ + block_size - 1) / block_size : 0;
    switch (stage.step) {
        case Step::perimeters:
            this->choose_datum(in);
            this->for_each_block([&](int m, int n) { perimeters(in, m, n); });
            break;
        case Step::columns:
            this->threads_.for_each(std::ptrdiff_t(c_) * (grid_.N + groups), 1,
                                    [&](std::ptrdiff_t i) { columns(i); });
            break;
        case Step::rows:
            this->for_each_line(grid_.M, [&](int k, int m) { rows(k, m); });
            break;
        case Step::filter:
            this->for_each_block([&](int m, int n) { this->filter_block(in, out, m, n); });
            break;
        default:
            break;
    }
}

}  // namespace

std::unique_ptr<Steps> overlapped_steps(const DesignedProblem& asked, Threads& threads) {
    const Corners corners(asked);
    if (asked.problem.input == Sample::f64)
        return std::make_unique<OverlappedSteps<double>>(asked, threads, corners);
    return std::make_unique<OverlappedSteps<float>>(asked, threads, corners);
}

}  // namespace sweep::cpu
