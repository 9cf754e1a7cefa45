// Algorithm 7: fully overlapped recursive filtering in four steps. The image is read twice and written once.
//
//   7.1  perimeters  per block: the column dots; the dots of the *raw* rows; and the column dots of those
//   7.2  columns     scans down and up all columns, and the row dots with them: they are columns like others,
//                    because what is done along rows and what is done along columns commute
//   7.3  rows        filters the row dots down and up, from exact states: they are now the dots of the
//                    column-filtered rows; then scans right and left
//   7.4  filter      per block, all four passes, from the states that enter it
//
// Beside its 2 r dots per block, a row has two more functionals: its first and its last sample, which clamp
// needs of the column-filtered image. They make the same way through 7.2 and 7.3.
//
// All of it works on x - c, c being the datum: what lies outside the image (`constant`), or a sample of its corners
// (`clamp`, `repeat`, `mirror`); c is put back when the result is written. A constant image is then zero all the way and
// comes out to the last bit. Of the corners the one of least magnitude is taken: under clamp each of them fills a
// quarter of the plane, so that the result is about that large there, and subtracting it costs no precision.
#include <algorithm>
#include <cmath>

#include "core/extension.h"
#include "core/filter_design.h"
#include "core/memory.h"
#include "cpu/axis_filter.h"
#include "cpu/buffer.h"
#include "cpu/grid.h"
#include "cpu/steps.h"
#include "cpu/tile.h"

namespace sweep::cpu {
namespace {

template <class T>
class RecursiveSteps final : public Steps {
  public:
    RecursiveSteps(const Problem& problem, Threads& threads);
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;
    std::size_t working_bytes() const override {
        return columns_.bytes() + rows_.bytes() + corners_.bytes() + top_.bytes() + bottom_.bytes();
    }

  private:
    void choose_datum(const ConstImageView& in);
    void perimeters(const ConstImageView& in, int m, int n);
    void columns(std::ptrdiff_t unit);
    void rows(int channel, int m);
    void filter(const ConstImageView& in, const ImageView& out, int m, int n);

    // Carries of the columns of block (m, n): [2 r][grid_.column_lines].
    T* column_carries(int channel, int m, int n) const {
        return columns_.data() + offset(offset(std::size_t(channel), grid_.M, m), grid_.N, n) *
                                     std::size_t(numbers_ * grid_.column_lines);
    }
    // Functional q of the rows of block row m, one number a row: 2 r dots per block, first and last sample.
    T* functional(int channel, int m, int q) const {
        return rows_.data() + offset(offset(std::size_t(channel), grid_.M, m), functionals_, q) *
                                  std::size_t(grid_.row_lines);
    }
    // Carries of the functionals, which 7.2 scans like columns: [2 r][functional_lines_].
    T* functional_carries(int channel, int m) const {
        return corners_.data() + offset(std::size_t(channel), grid_.M, m) * std::size_t(numbers_) *
                                     std::size_t(functional_lines_);
    }

    const Problem problem_;
    Threads& threads_;
    const FilterDesign design_;
    const Grid grid_;
    const int c_, numbers_;                     // channels, 2 r
    const int functionals_, functional_lines_;  // of a row: 2 r N + 2
    const std::unique_ptr<AxisFilter<T>> down_up_, right_left_;
    const std::array<float, 256> colour_, alpha_;  // of 8-bit input
    Decoding<T> decoding_;
    T gain_ = 1, offset_[4] = {};
    Buffer<T> columns_, rows_, corners_, top_, bottom_;
};

template <class T>
RecursiveSteps<T>::RecursiveSteps(const Problem& p, Threads& threads)
    : problem_(p),
      threads_(threads),
      design_(design(p.filter)),
      grid_(p.shape),
      c_(p.shape.channels),
      numbers_(2 * design_.order()),
      functionals_(numbers_ * grid_.N + 2),
      functional_lines_(padded(functionals_)),
      down_up_(make_axis_filter<T>(design_.columns, p.realisation, p.boundary.kind, grid_.height)),
      right_left_(make_axis_filter<T>(design_.rows, p.realisation, p.boundary.kind, grid_.width)),
      colour_(byte_to_float(p.linear)),
      alpha_(byte_to_float(false)),
      gain_(T(design_.gain_after(p.passes))) {
    const std::size_t blocks = grid_.blocks(), c = std::size_t(c_),
                      columns = c * blocks * std::size_t(numbers_ * grid_.column_lines),
                      rows = p.passes > 2 ? c * std::size_t(grid_.M) * std::size_t(functionals_) *
                                                std::size_t(grid_.row_lines)
                                          : 0,
                      corners = p.passes > 2 ? c * std::size_t(grid_.M) * std::size_t(numbers_) *
                                                   std::size_t(functional_lines_)
                                             : 0,
                      edge = c * std::size_t(grid_.N) * std::size_t(grid_.column_lines);
    require_memory((columns + rows + corners + 2 * edge) * sizeof(T), "the workspace of this filter");
    columns_ = Buffer<T>(columns, threads);
    rows_ = Buffer<T>(rows, threads);
    corners_ = Buffer<T>(corners, threads);
    top_ = Buffer<T>(edge, threads);
    bottom_ = Buffer<T>(edge, threads);
}

// The datum of each channel: the decoded value that is subtracted from every sample.
template <class T>
void RecursiveSteps<T>::choose_datum(const ConstImageView& in) {
    for (int k = 0; k < c_; ++k) {
        const std::array<float, 256>& bytes = c_ % 2 == 0 && k == c_ - 1 ? alpha_ : colour_;
        auto sample = [&](int y, int x) {
            const int i = x * c_ + k;
            return in.sample == Sample::u8    ? T(bytes[in.row<std::uint8_t>(y)[i]])
                   : in.sample == Sample::f32 ? T(in.row<float>(y)[i])
                                              : T(in.row<double>(y)[i]);
        };
        T datum = 0;
        if (problem_.boundary.kind == BoundaryKind::constant)
            datum = T(problem_.boundary.value[problem_.boundary.value.size() == 1 ? 0 : std::size_t(k)]);
        if (problem_.boundary.kind == BoundaryKind::clamp ||
            scan_order(problem_.boundary.kind) != ScanOrder::once) {
            datum = sample(0, 0);
            for (T corner : {sample(0, grid_.width - 1), sample(grid_.height - 1, 0),
                             sample(grid_.height - 1, grid_.width - 1)})
                if (std::abs(corner) < std::abs(datum)) datum = corner;
            if (std::abs(datum) > largest_datum) datum = 0;
        }
        decoding_.datum[k] = datum;
        offset_[k] = gain_ * datum;
        if (in.sample == Sample::u8)
            for (std::size_t i = 0; i < 256; ++i) decoding_.bytes[k][i] = T(bytes[i]) - datum;
    }
}

template <class T>
void RecursiveSteps<T>::perimeters(const ConstImageView& in, int m, int n) {
    alignas(64) T tiles[4 * tile_samples], corner_columns[tile_samples];
    alignas(64) T corners[2 * max_order * line_multiple];
    const Region r = grid_.region(m, n);
    const bool last_m = m == grid_.M - 1, last_n = n == grid_.N - 1;
    Fetch ahead = grid_.fetch_after(in, m, n);
    load_tile(decoding_, in, r, grid_.row_lines, grid_.column_lines, tiles);
    for (int k = 0; k < c_; ++k) {
        const T* tile = tiles + k * tile_samples;
        T* dots = column_carries(k, m, n);
        down_up_->dots(tile, grid_.column_lines, last_m, dots, grid_.column_lines, ahead);
        const std::size_t edge = offset(std::size_t(k), grid_.N, n) * std::size_t(grid_.column_lines);
        if (m == 0) std::copy_n(tile, grid_.column_lines, top_.data() + edge);
        if (last_m) std::copy_n(tile + (r.rows - 1) * block_size, grid_.column_lines, bottom_.data() + edge);
        if (problem_.passes <= 2) continue;

        T* row_dots = functional(k, m, n * numbers_);
        right_left_->dots_of_rows(tile, grid_.row_lines, last_n, row_dots, grid_.row_lines, ahead);
        transpose_tile(row_dots, grid_.row_lines, numbers_, corner_columns, block_size, grid_.row_lines);
        down_up_->dots(corner_columns, line_multiple, last_m, corners, line_multiple, ahead);
        T* corner = functional_carries(k, m);
        for (int i = 0; i < numbers_; ++i)
            std::copy_n(corners + i * line_multiple, numbers_, corner + i * functional_lines_ + n * numbers_);

        auto keep_column = [&](int column, int q) {
            T* to = functional(k, m, q);
            for (int i = 0; i < grid_.row_lines; ++i) to[i] = tile[i * block_size + column];
            for (int i = 0; i < numbers_; ++i)
                corner[i * functional_lines_ + q] = dots[i * grid_.column_lines + column];
        };
        if (n == 0) keep_column(0, functionals_ - 2);
        if (last_n) keep_column(r.columns - 1, functionals_ - 1);
    }
}

// Unit: a block column of a channel, or block_size functionals of a channel.
template <class T>
void RecursiveSteps<T>::columns(std::ptrdiff_t unit) {
    alignas(64) T first[block_size] = {}, last[block_size] = {};
    const bool clamp = problem_.boundary.kind == BoundaryKind::clamp;
    if (unit < std::ptrdiff_t(c_) * grid_.N) {
        const int k = int(unit / grid_.N), n = int(unit % grid_.N);
        if (clamp) {
            const std::size_t edge = std::size_t(unit) * std::size_t(grid_.column_lines);
            std::copy_n(top_.data() + edge, grid_.column_lines, first);
            std::copy_n(bottom_.data() + edge, grid_.column_lines, last);
        }
        down_up_->scan(column_carries(k, 0, n), std::ptrdiff_t(grid_.N) * numbers_ * grid_.column_lines,
                       grid_.column_lines, grid_.column_lines, first, last);
        return;
    }
    unit -= std::ptrdiff_t(c_) * grid_.N;
    const int groups = (functional_lines_ + block_size - 1) / block_size, k = int(unit / groups),
              q = int(unit % groups) * block_size, bottom = (grid_.height - 1) % block_size;
    if (clamp)
        for (int i = 0; i < std::min(block_size, functionals_ - q); ++i) {
            first[i] = functional(k, 0, q + i)[0];
            last[i] = functional(k, grid_.M - 1, q + i)[bottom];
        }
    down_up_->scan(functional_carries(k, 0) + q, std::ptrdiff_t(numbers_) * functional_lines_,
                   functional_lines_, std::min(block_size, functional_lines_ - q), first, last);
}

template <class T>
void RecursiveSteps<T>::rows(int k, int m) {
    alignas(64) T tile[tile_samples];
    Fetch nothing;
    const int length = std::min(block_size, grid_.height - m * block_size);
    for (int q = 0; q < functionals_; q += block_size) {
        const int count = std::min(block_size, functionals_ - q);
        transpose_tile(functional(k, m, q), grid_.row_lines, count, tile, block_size, grid_.row_lines);
        down_up_->filter(tile, length, padded(count), functional_carries(k, m) + q, functional_lines_, true,
                         nothing);
        transpose_tile(tile, block_size, grid_.row_lines, functional(k, m, q), grid_.row_lines, count);
    }
    alignas(64) T zero[block_size] = {};
    const bool clamp = problem_.boundary.kind == BoundaryKind::clamp;
    right_left_->scan(functional(k, m, 0), std::ptrdiff_t(numbers_) * grid_.row_lines, grid_.row_lines,
                      grid_.row_lines, clamp ? functional(k, m, functionals_ - 2) : zero,
                      clamp ? functional(k, m, functionals_ - 1) : zero);
}

template <class T>
void RecursiveSteps<T>::filter(const ConstImageView& in, const ImageView& out, int m, int n) {
    alignas(64) T tiles[4 * tile_samples], across[tile_samples];
    const Region r = grid_.region(m, n);
    Fetch ahead = grid_.fetch_after(in, m, n);
    load_tile(decoding_, in, r, grid_.row_lines, grid_.column_lines, tiles);
    for (int k = 0; k < c_; ++k) {
        T* tile = tiles + k * tile_samples;
        down_up_->filter(tile, r.rows, grid_.column_lines, column_carries(k, m, n), grid_.column_lines,
                         problem_.passes >= 2, ahead);
        if (problem_.passes <= 2) continue;
        transpose_tile(tile, block_size, grid_.row_lines, across, block_size, grid_.column_lines);
        right_left_->filter(across, r.columns, grid_.row_lines, functional(k, m, n * numbers_),
                            grid_.row_lines, problem_.passes >= 4, ahead);
        if (c_ == 1)
            return store_transposed_scaled(across, gain_, offset_[0], out, r, writes_past_caches(out));
        transpose_tile(across, block_size, grid_.column_lines, tile, block_size, grid_.row_lines);
    }
    store_tile_scaled(tiles, gain_, offset_, out, r, writes_past_caches(out));
}

template <class T>
void RecursiveSteps<T>::run(const Stage& stage, const ConstImageView& in, const ImageView& out) {
    // Runs of blocks along a block row: a tile's right neighbour is already on its way into the cache.
    constexpr int run_of_blocks = 16;
    const std::ptrdiff_t blocks = std::ptrdiff_t(grid_.M) * grid_.N,
                         groups = (functional_lines_ + block_size - 1) / block_size;
    switch (stage.step) {
        case Step::perimeters:
            choose_datum(in);
            threads_.for_each(blocks, run_of_blocks,
                              [&](std::ptrdiff_t i) { perimeters(in, int(i / grid_.N), int(i % grid_.N)); });
            break;
        case Step::columns:
            threads_.for_each(std::ptrdiff_t(c_) * (grid_.N + (problem_.passes > 2 ? groups : 0)), 1,
                              [&](std::ptrdiff_t i) { columns(i); });
            break;
        case Step::rows:
            if (problem_.passes > 2)
                threads_.for_each(std::ptrdiff_t(c_) * grid_.M, 1,
                                  [&](std::ptrdiff_t i) { rows(int(i / grid_.M), int(i % grid_.M)); });
            break;
        case Step::filter:
            threads_.for_each(blocks, run_of_blocks,
                              [&](std::ptrdiff_t i) { filter(in, out, int(i / grid_.N), int(i % grid_.N)); });
            break;
        default:
            break;
    }
}

}  // namespace

std::unique_ptr<Steps> recursive_steps(const Problem& problem, Threads& threads) {
    if (problem.input == Sample::f64) return std::make_unique<RecursiveSteps<double>>(problem, threads);
    return std::make_unique<RecursiveSteps<float>>(problem, threads);
}

}  // namespace sweep::cpu
