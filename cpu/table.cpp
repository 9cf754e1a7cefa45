// Summed-area tables ([N11] section 6) and box blurs from them. The image is read twice and written once.
//
//   S.1  perimeters  per block: P(Y), the sums of its columns, and P^T(V), of its rows summed up downwards
//   S.2  columns     P(Y) summed down: what lies above each block; and s(P(Y)), its sum over the block's columns
//   S.3  rows        P^T(V) + s(P(Y)) summed along: what lies left of each block, from the top of the image
//   S.4  table       per block, the sums inside it, from what lies above and left of it
//
// Tables of bytes are exact in uint32. A float table adds at most 64 numbers in a row, then sums of blocks, then
// rows of blocks: its error grows with the square root of some hundred roundings, not of the image's height. A box
// blur takes differences of far larger numbers: table_sample() gives it uint32 sums, exact however large the table,
// or double ones (2^-53 of the table's last value is below float32's resolution for any image that fits into memory).
#include <algorithm>
#include <cmath>

#include "core/memory.h"
#include "cpu/buffer.h"
#include "cpu/grid.h"
#include "cpu/steps.h"
#include "cpu/summed_area.h"
#include "cpu/tile.h"

namespace sweep::cpu {
namespace {

template <class T>
class TableSteps final : public Steps {
  public:
    TableSteps(const Problem& problem, Threads& threads);
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;
    std::size_t working_bytes() const override {
        return columns_.bytes() + rows_.bytes() + sums_.bytes() + table_.bytes();
    }

  private:
    void perimeters(const ConstImageView& in, int m, int n);
    void columns(int channel, int n);
    void rows(int channel, int m);
    void table(const ConstImageView& in, const ImageView& out, int m, int n);
    void box(const ConstImageView& table, const ImageView& out, int y);

    // Of block (m, n): what lies above, one sum a column; one block column is adjacent.
    T* above(int channel, int m, int n) const {
        return columns_.data() +
               offset(offset(std::size_t(channel), grid_.N, n), grid_.M, m) * std::size_t(grid_.column_lines);
    }
    // What lies left, one sum a row; one block row is adjacent.
    T* left(int channel, int m, int n) const {
        return rows_.data() +
               offset(offset(std::size_t(channel), grid_.M, m), grid_.N, n) * std::size_t(grid_.row_lines);
    }
    T& sum(int channel, int m, int n) const {
        return sums_.data()[offset(offset(std::size_t(channel), grid_.M, m), grid_.N, n)];
    }
    ImageView table_view() const {
        return {table_.data(), problem_.shape, sample_of<T>(),
                std::ptrdiff_t(grid_.width) * c_ * std::ptrdiff_t(sizeof(T))};
    }

    const Problem problem_;
    Threads& threads_;
    const Grid grid_;
    const int c_;
    Decoding<T> decoding_;
    double one_ = 1;  // what 1.0 became in the table of a box blur
    Buffer<T> columns_, rows_, sums_, table_;
};

template <class T>
TableSteps<T>::TableSteps(const Problem& p, Threads& threads)
    : problem_(p), threads_(threads), grid_(p.shape), c_(p.shape.channels) {
    decoding_.fixed_point = float(p.fixed_point);
    const bool is_box = p.filter.kind == FilterKind::box;
    if (is_box && p.input == Sample::u8) {
        const std::array<float, 256> colour = byte_to_float(p.linear), alpha = byte_to_float(false);
        for (int k = 0; k < c_; ++k)
            for (std::size_t i = 0; i < 256; ++i) {
                const float x = (c_ % 2 == 0 && k == c_ - 1 ? alpha : colour)[i];
                decoding_.bytes[k][i] = std::is_integral_v<T> ? T(std::lround(x * float(box_scale))) : T(x);
            }
        if (std::is_integral_v<T>) one_ = box_scale;
    } else {
        decoding_.raw_bytes = true;
    }
    const std::size_t blocks = grid_.blocks() * std::size_t(c_),
                      columns = blocks * std::size_t(grid_.column_lines),
                      rows = blocks * std::size_t(grid_.row_lines), table = is_box ? p.shape.samples() : 0;
    require_memory((columns + rows + blocks + table) * sizeof(T), "the workspace of this table");
    columns_ = Buffer<T>(columns, threads);
    rows_ = Buffer<T>(rows, threads);
    sums_ = Buffer<T>(blocks, threads);
    table_ = Buffer<T>(table, threads);
}

template <class T>
void TableSteps<T>::perimeters(const ConstImageView& in, int m, int n) {
    alignas(64) T tiles[4 * tile_samples];
    Fetch ahead = grid_.fetch_after(in, m, n);
    load_tile(decoding_, in, grid_.region(m, n), grid_.row_lines, grid_.column_lines, tiles);
    for (int k = 0; k < c_; ++k)
        sat_perimeters(tiles + k * tile_samples, grid_.row_lines, grid_.column_lines, above(k, m, n),
                       left(k, m, n), ahead);
}

template <class T>
void TableSteps<T>::columns(int k, int n) {
    T sums[block_size] = {};
    for (int m = 0; m < grid_.M; ++m) {
        T* here = above(k, m, n);
        T total = 0;
        for (int j = 0; j < grid_.column_lines; ++j) {
            const T local = here[j];
            here[j] = sums[j];
            total += sums[j];
            sums[j] += local;
        }
        sum(k, m, n) = total;
    }
}

template <class T>
void TableSteps<T>::rows(int k, int m) {
    T sums[block_size] = {};
    for (int n = 0; n < grid_.N; ++n) {
        T* here = left(k, m, n);
        const T top = sum(k, m, n);
        for (int i = 0; i < grid_.row_lines; ++i) {
            const T local = here[i];
            here[i] = sums[i];
            sums[i] += local + top;
        }
    }
}

template <class T>
void TableSteps<T>::table(const ConstImageView& in, const ImageView& out, int m, int n) {
    alignas(64) T tiles[4 * tile_samples];
    Fetch ahead = grid_.fetch_after(in, m, n);
    load_tile(decoding_, in, grid_.region(m, n), grid_.row_lines, grid_.column_lines, tiles);
    for (int k = 0; k < c_; ++k)
        sat_tile(tiles + k * tile_samples, grid_.row_lines, grid_.column_lines, above(k, m, n), left(k, m, n),
                 ahead);
    store_tile(tiles, out, grid_.region(m, n), writes_past_caches(out));
}

template <class T>
void TableSteps<T>::box(const ConstImageView& table, const ImageView& out, int y) {
    const int r = problem_.filter.radius, from = std::max(0, y - r), to = std::min(grid_.height - 1, y + r);
    const T *upper = from > 0 ? table.row<T>(from - 1) : nullptr, *lower = table.row<T>(to);
    const double weight = 1 / (one_ * (to - from + 1));
    if constexpr (std::is_same_v<T, double>)
        if (problem_.input == Sample::f64)
            return box_row(upper, lower, grid_.width, c_, r, weight, out.row<double>(y));
    if constexpr (!std::is_same_v<T, float>)
        box_row(upper, lower, grid_.width, c_, r, weight, out.row<float>(y));
}

template <class T>
void TableSteps<T>::run(const Stage& stage, const ConstImageView& in, const ImageView& out) {
    constexpr int run_of_blocks = 16, rows_of_box = 16;
    const std::ptrdiff_t blocks = std::ptrdiff_t(grid_.M) * grid_.N;
    const ImageView sums = problem_.filter.kind == FilterKind::box ? table_view() : out;
    switch (stage.step) {
        case Step::sat_perimeters:
            threads_.for_each(blocks, run_of_blocks,
                              [&](std::ptrdiff_t i) { perimeters(in, int(i / grid_.N), int(i % grid_.N)); });
            break;
        case Step::sat_columns:
            threads_.for_each(std::ptrdiff_t(c_) * grid_.N, 1,
                              [&](std::ptrdiff_t i) { columns(int(i / grid_.N), int(i % grid_.N)); });
            break;
        case Step::sat_rows:
            threads_.for_each(std::ptrdiff_t(c_) * grid_.M, 1,
                              [&](std::ptrdiff_t i) { rows(int(i / grid_.M), int(i % grid_.M)); });
            break;
        case Step::sat_blocks:
            threads_.for_each(blocks, run_of_blocks,
                              [&](std::ptrdiff_t i) { table(in, sums, int(i / grid_.N), int(i % grid_.N)); });
            break;
        case Step::box:
            threads_.for_each(grid_.height, rows_of_box, [&](std::ptrdiff_t y) { box(sums, out, int(y)); });
            break;
        default:
            break;
    }
}

}  // namespace

std::unique_ptr<Steps> table_steps(const Problem& problem, Threads& threads) {
    switch (table_sample(problem)) {
        case Sample::u32:
            return std::make_unique<TableSteps<std::uint32_t>>(problem, threads);
        case Sample::f64:
            return std::make_unique<TableSteps<double>>(problem, threads);
        default:
            return std::make_unique<TableSteps<float>>(problem, threads);
    }
}

}  // namespace sweep::cpu
