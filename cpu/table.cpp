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
#include "cpu/steps.h"
#include "cpu/summed_area.h"
#include "cpu/tile.h"

namespace sweep::cpu {
namespace {

template <class T>
class TableSteps final : public Steps {
  public:
    TableSteps(const Problem& problem, Threads& threads);
    void run(Step step, const ConstImageView& in, const ImageView& out) override;

  private:
    void perimeters(const ConstImageView& in, int m, int n);
    void columns(int channel, int n);
    void rows(int channel, int m);
    void table(const ConstImageView& in, const ImageView& out, int m, int n);
    void box(const ConstImageView& table, const ImageView& out, int y);

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

    // Of block (m, n): what lies above, one sum a column; one block column is adjacent.
    T* above(int channel, int m, int n) const {
        return columns_.data() + at(at(std::size_t(channel), N_, n), M_, m) * std::size_t(column_lines_);
    }
    // What lies left, one sum a row; one block row is adjacent.
    T* left(int channel, int m, int n) const {
        return rows_.data() + at(at(std::size_t(channel), M_, m), N_, n) * std::size_t(row_lines_);
    }
    T& sum(int channel, int m, int n) const {
        return sums_.data()[at(at(std::size_t(channel), M_, m), N_, n)];
    }
    ImageView table_view() const {
        return {table_.data(), problem_.shape, sample_of<T>(),
                std::ptrdiff_t(w_) * c_ * std::ptrdiff_t(sizeof(T))};
    }

    const Problem problem_;
    Threads& threads_;
    const int w_, h_, c_, M_, N_, column_lines_, row_lines_;
    Decoding<T> decoding_;
    double one_ = 1;  // what 1.0 became in the table of a box blur
    Buffer<T> columns_, rows_, sums_, table_;
};

template <class T>
TableSteps<T>::TableSteps(const Problem& p, Threads& threads)
    : problem_(p),
      threads_(threads),
      w_(p.shape.width),
      h_(p.shape.height),
      c_(p.shape.channels),
      M_((h_ + block_size - 1) / block_size),
      N_((w_ + block_size - 1) / block_size),
      column_lines_(std::min(block_size, padded(w_))),
      row_lines_(std::min(block_size, padded(h_))) {
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
    const std::size_t blocks = std::size_t(M_) * std::size_t(N_) * std::size_t(c_),
                      columns = blocks * std::size_t(column_lines_), rows = blocks * std::size_t(row_lines_),
                      table = is_box ? p.shape.samples() : 0;
    require_memory((columns + rows + blocks + table) * sizeof(T), "the workspace of this table");
    columns_ = Buffer<T>(columns, threads);
    rows_ = Buffer<T>(rows, threads);
    sums_ = Buffer<T>(blocks, threads);
    table_ = Buffer<T>(table, threads);
}

template <class T>
void TableSteps<T>::perimeters(const ConstImageView& in, int m, int n) {
    alignas(64) T tiles[4 * tile_samples];
    Fetch ahead = fetch_after(in, m, n);
    load_tile(decoding_, in, region(m, n), row_lines_, column_lines_, tiles);
    for (int k = 0; k < c_; ++k)
        sat_perimeters(tiles + k * tile_samples, row_lines_, column_lines_, above(k, m, n), left(k, m, n),
                       ahead);
}

template <class T>
void TableSteps<T>::columns(int k, int n) {
    T sums[block_size] = {};
    for (int m = 0; m < M_; ++m) {
        T* here = above(k, m, n);
        T total = 0;
        for (int j = 0; j < column_lines_; ++j) {
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
    for (int n = 0; n < N_; ++n) {
        T* here = left(k, m, n);
        const T top = sum(k, m, n);
        for (int i = 0; i < row_lines_; ++i) {
            const T local = here[i];
            here[i] = sums[i];
            sums[i] += local + top;
        }
    }
}

template <class T>
void TableSteps<T>::table(const ConstImageView& in, const ImageView& out, int m, int n) {
    alignas(64) T tiles[4 * tile_samples];
    Fetch ahead = fetch_after(in, m, n);
    load_tile(decoding_, in, region(m, n), row_lines_, column_lines_, tiles);
    for (int k = 0; k < c_; ++k)
        sat_tile(tiles + k * tile_samples, row_lines_, column_lines_, above(k, m, n), left(k, m, n), ahead);
    store_tile(tiles, out, region(m, n), writes_past_caches(out));
}

template <class T>
void TableSteps<T>::box(const ConstImageView& table, const ImageView& out, int y) {
    const int r = problem_.filter.radius, from = std::max(0, y - r), to = std::min(h_ - 1, y + r);
    const T *upper = from > 0 ? table.row<T>(from - 1) : nullptr, *lower = table.row<T>(to);
    const double weight = 1 / (one_ * (to - from + 1));
    if constexpr (std::is_same_v<T, double>)
        if (problem_.input == Sample::f64)
            return box_row(upper, lower, w_, c_, r, weight, out.row<double>(y));
    if constexpr (!std::is_same_v<T, float>) box_row(upper, lower, w_, c_, r, weight, out.row<float>(y));
}

template <class T>
void TableSteps<T>::run(Step step, const ConstImageView& in, const ImageView& out) {
    constexpr int run_of_blocks = 16, rows_of_box = 16;
    const std::ptrdiff_t blocks = std::ptrdiff_t(M_) * N_;
    const ImageView sums = problem_.filter.kind == FilterKind::box ? table_view() : out;
    switch (step) {
        case Step::sat_perimeters:
            threads_.for_each(blocks, run_of_blocks,
                              [&](std::ptrdiff_t i) { perimeters(in, int(i / N_), int(i % N_)); });
            break;
        case Step::sat_columns:
            threads_.for_each(std::ptrdiff_t(c_) * N_, 1,
                              [&](std::ptrdiff_t i) { columns(int(i / N_), int(i % N_)); });
            break;
        case Step::sat_rows:
            threads_.for_each(std::ptrdiff_t(c_) * M_, 1,
                              [&](std::ptrdiff_t i) { rows(int(i / M_), int(i % M_)); });
            break;
        case Step::sat_blocks:
            threads_.for_each(blocks, run_of_blocks,
                              [&](std::ptrdiff_t i) { table(in, sums, int(i / N_), int(i % N_)); });
            break;
        case Step::box:
            threads_.for_each(h_, rows_of_box, [&](std::ptrdiff_t y) { box(sums, out, int(y)); });
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
