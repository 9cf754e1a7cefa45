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
#include "cpu/steps.h"
#include "cpu/tile.h"

namespace sweep::cpu {
namespace {

template <class T>
class RecursiveSteps final : public Steps {
  public:
    RecursiveSteps(const Problem& problem, Threads& threads);
    void run(Step step, const ConstImageView& in, const ImageView& out) override;

  private:
    void choose_datum(const ConstImageView& in);
    void perimeters(const ConstImageView& in, int m, int n);
    void columns(std::ptrdiff_t unit);
    void rows(int channel, int m);
    void filter(const ConstImageView& in, const ImageView& out, int m, int n);

    Region region(int m, int n) const {
        const int y = m * block_size, x = n * block_size;
        return {y, x, std::min(block_size, h_ - y), std::min(block_size, w_ - x)};
    }
    // Fetches the block after (m, n), which the same thread is likely to take next.
    Fetch fetch_after(const ConstImageView& in, int m, int n) const {
        if (n + 1 < N_) return Fetch(in, region(m, n + 1));
        return m + 1 < M_ ? Fetch(in, region(m + 1, 0)) : Fetch();
    }
    std::size_t at(std::size_t a, int size, int b) const { return a * std::size_t(size) + std::size_t(b); }

    // Carries of the columns of block (m, n): [2 r][column_lines_].
    T* column_carries(int channel, int m, int n) const {
        return columns_.data() +
               at(at(std::size_t(channel), M_, m), N_, n) * std::size_t(numbers_ * column_lines_);
    }
    // Functional q of the rows of block row m, one number a row: 2 r dots per block, first and last sample.
    T* functional(int channel, int m, int q) const {
        return rows_.data() + at(at(std::size_t(channel), M_, m), functionals_, q) * std::size_t(row_lines_);
    }
    // Carries of the functionals, which 7.2 scans like columns: [2 r][functional_lines_].
    T* functional_carries(int channel, int m) const {
        return corners_.data() +
               at(std::size_t(channel), M_, m) * std::size_t(numbers_) * std::size_t(functional_lines_);
    }

    const Problem problem_;
    Threads& threads_;
    const FilterDesign design_;
    const int w_, h_, c_, M_, N_, numbers_;     // numbers_: 2 r
    const int column_lines_, row_lines_;        // lines of a tile each way
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
      w_(p.shape.width),
      h_(p.shape.height),
      c_(p.shape.channels),
      M_((h_ + block_size - 1) / block_size),
      N_((w_ + block_size - 1) / block_size),
      numbers_(2 * design_.order()),
      column_lines_(std::min(block_size, padded(w_))),
      row_lines_(std::min(block_size, padded(h_))),
      functionals_(numbers_ * N_ + 2),
      functional_lines_(padded(functionals_)),
      down_up_(make_axis_filter<T>(design_, p.realisation, p.boundary.kind, h_)),
      right_left_(make_axis_filter<T>(design_, p.realisation, p.boundary.kind, w_)),
      colour_(byte_to_float(p.linear)),
      alpha_(byte_to_float(false)),
      gain_(T(design_.gain_after(p.passes))) {
    const std::size_t blocks = std::size_t(M_) * std::size_t(N_), c = std::size_t(c_),
                      columns = c * blocks * std::size_t(numbers_ * column_lines_),
                      rows = p.passes > 2
                                 ? c * std::size_t(M_) * std::size_t(functionals_) * std::size_t(row_lines_)
                                 : 0,
                      corners = p.passes > 2 ? c * std::size_t(M_) * std::size_t(numbers_) *
                                                   std::size_t(functional_lines_)
                                             : 0,
                      edge = c * std::size_t(N_) * std::size_t(column_lines_);
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
            for (T corner : {sample(0, w_ - 1), sample(h_ - 1, 0), sample(h_ - 1, w_ - 1)})
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
    const Region r = region(m, n);
    const bool last_m = m == M_ - 1, last_n = n == N_ - 1;
    Fetch ahead = fetch_after(in, m, n);
    load_tile(decoding_, in, r, row_lines_, column_lines_, tiles);
    for (int k = 0; k < c_; ++k) {
        const T* tile = tiles + k * tile_samples;
        T* dots = column_carries(k, m, n);
        down_up_->dots(tile, column_lines_, last_m, dots, column_lines_, ahead);
        const std::size_t edge = at(std::size_t(k), N_, n) * std::size_t(column_lines_);
        if (m == 0) std::copy_n(tile, column_lines_, top_.data() + edge);
        if (last_m) std::copy_n(tile + (r.rows - 1) * block_size, column_lines_, bottom_.data() + edge);
        if (problem_.passes <= 2) continue;

        T* row_dots = functional(k, m, n * numbers_);
        right_left_->dots_of_rows(tile, row_lines_, last_n, row_dots, row_lines_, ahead);
        transpose_tile(row_dots, row_lines_, numbers_, corner_columns, block_size, row_lines_);
        down_up_->dots(corner_columns, line_multiple, last_m, corners, line_multiple, ahead);
        T* corner = functional_carries(k, m);
        for (int i = 0; i < numbers_; ++i)
            std::copy_n(corners + i * line_multiple, numbers_, corner + i * functional_lines_ + n * numbers_);

        auto keep_column = [&](int column, int q) {
            T* to = functional(k, m, q);
            for (int i = 0; i < row_lines_; ++i) to[i] = tile[i * block_size + column];
            for (int i = 0; i < numbers_; ++i)
                corner[i * functional_lines_ + q] = dots[i * column_lines_ + column];
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
    if (unit < std::ptrdiff_t(c_) * N_) {
        const int k = int(unit / N_), n = int(unit % N_);
        if (clamp) {
            const std::size_t edge = std::size_t(unit) * std::size_t(column_lines_);
            std::copy_n(top_.data() + edge, column_lines_, first);
            std::copy_n(bottom_.data() + edge, column_lines_, last);
        }
        down_up_->scan(column_carries(k, 0, n), std::ptrdiff_t(N_) * numbers_ * column_lines_, column_lines_,
                       column_lines_, first, last);
        return;
    }
    unit -= std::ptrdiff_t(c_) * N_;
    const int groups = (functional_lines_ + block_size - 1) / block_size, k = int(unit / groups),
              q = int(unit % groups) * block_size, bottom = (h_ - 1) % block_size;
    if (clamp)
        for (int i = 0; i < std::min(block_size, functionals_ - q); ++i) {
            first[i] = functional(k, 0, q + i)[0];
            last[i] = functional(k, M_ - 1, q + i)[bottom];
        }
    down_up_->scan(functional_carries(k, 0) + q, std::ptrdiff_t(numbers_) * functional_lines_,
                   functional_lines_, std::min(block_size, functional_lines_ - q), first, last);
}

template <class T>
void RecursiveSteps<T>::rows(int k, int m) {
    alignas(64) T tile[tile_samples];
    Fetch nothing;
    const int length = std::min(block_size, h_ - m * block_size);
    for (int q = 0; q < functionals_; q += block_size) {
        const int count = std::min(block_size, functionals_ - q);
        transpose_tile(functional(k, m, q), row_lines_, count, tile, block_size, row_lines_);
        down_up_->filter(tile, length, padded(count), functional_carries(k, m) + q, functional_lines_, true,
                         nothing);
        transpose_tile(tile, block_size, row_lines_, functional(k, m, q), row_lines_, count);
    }
    alignas(64) T zero[block_size] = {};
    const bool clamp = problem_.boundary.kind == BoundaryKind::clamp;
    right_left_->scan(functional(k, m, 0), std::ptrdiff_t(numbers_) * row_lines_, row_lines_, row_lines_,
                      clamp ? functional(k, m, functionals_ - 2) : zero,
                      clamp ? functional(k, m, functionals_ - 1) : zero);
}

template <class T>
void RecursiveSteps<T>::filter(const ConstImageView& in, const ImageView& out, int m, int n) {
    alignas(64) T tiles[4 * tile_samples], across[tile_samples];
    const Region r = region(m, n);
    Fetch ahead = fetch_after(in, m, n);
    load_tile(decoding_, in, r, row_lines_, column_lines_, tiles);
    for (int k = 0; k < c_; ++k) {
        T* tile = tiles + k * tile_samples;
        down_up_->filter(tile, r.rows, column_lines_, column_carries(k, m, n), column_lines_,
                         problem_.passes >= 2, ahead);
        if (problem_.passes <= 2) continue;
        transpose_tile(tile, block_size, row_lines_, across, block_size, column_lines_);
        right_left_->filter(across, r.columns, row_lines_, functional(k, m, n * numbers_), row_lines_,
                            problem_.passes >= 4, ahead);
        if (c_ == 1)
            return store_transposed_scaled(across, gain_, offset_[0], out, r, writes_past_caches(out));
        transpose_tile(across, block_size, column_lines_, tile, block_size, row_lines_);
    }
    store_tile_scaled(tiles, gain_, offset_, out, r, writes_past_caches(out));
}

template <class T>
void RecursiveSteps<T>::run(Step step, const ConstImageView& in, const ImageView& out) {
    // Runs of blocks along a block row: a tile's right neighbour is already on its way into the cache.
    constexpr int run_of_blocks = 16;
    const std::ptrdiff_t blocks = std::ptrdiff_t(M_) * N_,
                         groups = (functional_lines_ + block_size - 1) / block_size;
    switch (step) {
        case Step::perimeters:
            choose_datum(in);
            threads_.for_each(blocks, run_of_blocks,
                              [&](std::ptrdiff_t i) { perimeters(in, int(i / N_), int(i % N_)); });
            break;
        case Step::columns:
            threads_.for_each(std::ptrdiff_t(c_) * (N_ + (problem_.passes > 2 ? groups : 0)), 1,
                              [&](std::ptrdiff_t i) { columns(i); });
            break;
        case Step::rows:
            if (problem_.passes > 2)
                threads_.for_each(std::ptrdiff_t(c_) * M_, 1,
                                  [&](std::ptrdiff_t i) { rows(int(i / M_), int(i % M_)); });
            break;
        case Step::filter:
            threads_.for_each(blocks, run_of_blocks,
                              [&](std::ptrdiff_t i) { filter(in, out, int(i / N_), int(i % N_)); });
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
