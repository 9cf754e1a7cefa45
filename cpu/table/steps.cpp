// Summed-area tables and box blurs from them. [N11] section 6 reads the image twice and writes the table
// once:
//
//   S.1  perimeters  for each block: P(Y), the sums of its columns, and P^T(V), the sums of its rows,
//                    added up downwards
//   S.2  columns     P(Y) added up downwards, which is the sum above each column of a block; and s(P(Y)), its
//                    sum over the block's columns
//   S.3  rows        P^T(V) + s(P(Y)) added up along the rows: the table just left of each block
//   S.4  table       for each block, the sums inside it plus what lies above and left of it
//
// In one pass (sat-1pass) a thread takes the blocks of a row from left to right, and hands on what lies left
// of the next one. Rows run as a wave, each at least one block behind the row above, which leaves in
// `columns_` the sums of all that lies above. The image is read once and written once.
//
// Tables of bytes are exact in uint32. A table of floats adds up at most 64 numbers, then sums of blocks,
// then block rows: its error grows with the square root of some hundred roundings, not of the image's
// height. A box blur takes differences of far larger numbers: table_sample() gives it uint32 sums, which are
// exact however large the table, or double ones (2^-53 of the table's last value is below the resolution of
// float32 for any image that fits into memory).
#include "cpu/base/steps.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <thread>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "cpu/base/buffer.h"
#include "cpu/base/fresh_memory.h"
#include "cpu/base/grid.h"
#include "cpu/base/tile.h"
#include "cpu/table/box_rows.h"
#include "cpu/table/summed_area.h"

namespace sweep::cpu {
namespace {

template <class T>
class TableSteps final : public Steps {
  public:
    TableSteps(const Problem& problem, Threads& threads);
    // The rows of the wave wait for each other, and so would all for one that waits for the system to clear a page.
    void begin_run(const ImageView& out) override {
        if (one_pass_ && !is_box() && is_fresh(out)) touch_pages(out, threads_);
        Steps::begin_run(out);
    }
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;
    std::size_t working_bytes() const override {
        return columns_.bytes() + rows_.bytes() + sums_.bytes() + table_.bytes() + row_sums_.bytes() +
               (progress_ ? std::size_t(grid_.M) * sizeof(Progress) : 0);
    }
    std::vector<double> table_mean() const override {
        return less_mean_ ? std::vector<double>(mean_.begin(), mean_.begin() + c_) : std::vector<double>();
    }
    sweep::TableCarries table_carries() const override;

  private:
    bool is_box() const { return problem_.filter.kind == FilterKind::box; }
    void decode_bytes();
    void sum_row(const ConstImageView& in, int y);
    void take_mean(const ConstImageView& in);
    void perimeters(const ConstImageView& in, int m, int n);
    void columns(int channel, int n);
    void rows(int channel, int m);
    void table(const ConstImageView& in, const ImageView& out, int m, int n);
    void wave(const ConstImageView& in, const ImageView& out, int m);
    bool block_at_once(const ConstImageView& in, const ImageView& out, int m, int n, T* above, T* left) const;

    // The sums above the columns of block (m, n); blocks of one column are adjacent.
    T* above(int channel, int m, int n) const {
        return columns_.data() +
               offset(offset(std::size_t(channel), grid_.N, n), grid_.M, m) * std::size_t(grid_.column_lines);
    }
    // The sums left of the rows of block (m, n); blocks of one row are adjacent.
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
    const bool one_pass_, less_mean_;
    const Quantisation quantisation_;
    std::array<std::array<double, 256>, 4> values_{};  // the number for each byte, per channel
    std::array<double, 4> mean_{};
    Buffer<double> row_sums_;  // for each row and channel
    Buffer<T> columns_, rows_, sums_, table_;
    std::optional<BoxRows<T>> box_;

    // The number of blocks of a row that are done, on a cache line of its own.
    struct alignas(64) Progress {
        std::atomic<int> blocks;
    };
    std::unique_ptr<Progress[]> progress_;
    std::atomic<int> next_row_ = 0;
};

template <class T>
TableSteps<T>::TableSteps(const Problem& p, Threads& threads)
    : problem_(p),
      threads_(threads),
      grid_(p.shape),
      c_(p.shape.channels),
      one_pass_(p.method.algorithm == Algorithm::sat_one_pass),
      less_mean_(p.method.precision == Precision::f32_less_mean),
      quantisation_(quantisation(p)) {
    decoding_.scale = quantisation_.scale;
    decoding_.limit = quantisation_.limit;
    decoding_.raw_bytes = std::is_integral_v<T> && quantisation_.scale == 0;
    const std::array<float, 256> colour = byte_to_float(p.linear), alpha = byte_to_float(false);
    for (int k = 0; k < c_; ++k)
        for (std::size_t i = 0; i < 256; ++i)
            values_[std::size_t(k)][i] =
                is_box() ? double((c_ % 2 == 0 && k == c_ - 1 ? alpha : colour)[i]) : double(i);
    decode_bytes();
    if (is_box()) box_.emplace(p, quantisation_.scale > 0 ? double(quantisation_.scale) : 1);

    const std::size_t lines = std::size_t(c_) * std::size_t(grid_.N) * std::size_t(grid_.column_lines),
                      blocks = one_pass_ ? 0 : grid_.blocks() * std::size_t(c_),
                      columns = one_pass_ ? lines : blocks * std::size_t(grid_.column_lines),
                      rows = blocks * std::size_t(grid_.row_lines), table = is_box() ? p.shape.samples() : 0,
                      row_sums = less_mean_ ? std::size_t(grid_.height) * std::size_t(c_) : 0;
    require_memory((columns + rows + blocks + table) * sizeof(T) + row_sums * sizeof(double),
                   "the workspace of this table");
    columns_ = Buffer<T>(columns, threads);
    rows_ = Buffer<T>(rows, threads);
    sums_ = Buffer<T>(blocks, threads);
    table_ = Buffer<T>(table, threads);
    row_sums_ = Buffer<double>(row_sums, threads);
    if (one_pass_) progress_ = std::make_unique<Progress[]>(std::size_t(grid_.M));
}

template <class T>
sweep::TableCarries TableSteps<T>::table_carries() const {
    if (one_pass_)
        throw Error(ExitCode::failed,
                    "sat-1pass hands its sums on from block to block and keeps none on the cpu: choose sat");
    sweep::TableCarries all;
    all.block = block_size;
    all.shape = problem_.shape;
    all.allocate();
    for (int k = 0; k < c_; ++k)
        for (int m = 0; m < grid_.M; ++m)
            for (int n = 0; n < grid_.N; ++n) {
                const Region r = grid_.region(m, n);
                for (int j = 0; j < r.columns; ++j)
                    all.column(k, m, n * block_size + j) = double(above(k, m, n)[j]);
                for (int i = 0; i < r.rows; ++i) all.row(k, n, m * block_size + i) = double(left(k, m, n)[i]);
                all.sum(k, m, n) = double(sum(k, m, n));
            }
    return all;
}

// Sets the number that each byte adds to the table.
template <class T>
void TableSteps<T>::decode_bytes() {
    for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t i = 0; i < 256; ++i) {
            const double x = values_[k][i];
            if constexpr (std::is_integral_v<T>)
                decoding_.bytes[k][i] =
                    T(std::nearbyint(std::clamp(float(x), 0.f, decoding_.limit) * decoding_.scale));
            else
                decoding_.bytes[k][i] = T(x) - T(mean_[k]);
        }
}

template <class T>
void TableSteps<T>::sum_row(const ConstImageView& in, int y) {
    constexpr int parts = 12;  // independent sums; a multiple of every number of channels
    double sums[parts] = {};
    const int samples = grid_.width * c_;
    auto add_up = [&](auto value) {
        int i = 0;
        for (; i + parts <= samples; i += parts)
            for (int k = 0; k < parts; ++k) sums[k] += value(i + k, k);
        for (int k = 0; i + k < samples; ++k) sums[k] += value(i + k, k);
    };
    if (in.sample == Sample::u8)
        add_up([&, x = in.row<std::uint8_t>(y)](int i, int k) { return values_[std::size_t(k % c_)][x[i]]; });
    else if (in.sample == Sample::f32)
        add_up([x = in.row<float>(y)](int i, int) { return double(x[i]); });
    else
        add_up([x = in.row<double>(y)](int i, int) { return x[i]; });
    for (int k = 0; k < c_; ++k) {
        double sum = 0;
        for (int part = k; part < parts; part += c_) sum += sums[part];
        row_sums_.data()[offset(std::size_t(y), c_, k)] = sum;
    }
}

template <class T>
void TableSteps<T>::take_mean(const ConstImageView& in) {
    constexpr int rows_at_a_time = 16;
    threads_.for_each(grid_.height, rows_at_a_time, [&](std::ptrdiff_t y) { sum_row(in, int(y)); });
    for (int k = 0; k < c_; ++k) {
        double sum = 0;
        for (int y = 0; y < grid_.height; ++y) sum += row_sums_.data()[offset(std::size_t(y), c_, k)];
        mean_[std::size_t(k)] = double(float(sum / double(problem_.shape.pixels())));
        if constexpr (std::is_same_v<T, float>) decoding_.datum[k] = float(mean_[std::size_t(k)]);
    }
    if (in.sample == Sample::u8) decode_bytes();
}

template <class T>
void TableSteps<T>::perimeters(const ConstImageView& in, int m, int n) {
    alignas(64) T tiles[4 * tile_samples];
    Fetch ahead = grid_.fetch_ahead(in, m, n);
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
    Fetch ahead = grid_.fetch_ahead(in, m, n);
    load_tile(decoding_, in, grid_.region(m, n), grid_.row_lines, grid_.column_lines, tiles);
    for (int k = 0; k < c_; ++k)
        sat_tile(tiles + k * tile_samples, grid_.row_lines, grid_.column_lines, above(k, m, n), left(k, m, n),
                 ahead);
    store_tile(tiles, out, grid_.region(m, n), this->past_caches_);
}

// The same of one channel without tiles, from the image's rows to those of the table. False: the samples have
// to be decoded, or the block is not as wide as others.
template <class T>
bool TableSteps<T>::block_at_once(const ConstImageView& in, const ImageView& out, int m, int n, T* above,
                                  T* left) const {
    using In = std::conditional_t<std::is_integral_v<T>, std::uint8_t, T>;
    const Region r = grid_.region(m, n);
    if (c_ > 1 || in.sample != sample_of<In>() || r.columns < block_size ||
        (std::is_integral_v<T> && !decoding_.raw_bytes))
        return false;
    sat_block_onwards<T, In>(
        {in.row<In>(r.y) + r.x, in.stride / std::ptrdiff_t(sizeof(In)), decoding_.datum[0],
         out.row<T>(r.y) + r.x, out.stride / std::ptrdiff_t(sizeof(T)), r.rows,
         (n + 2) * block_size <= grid_.width, this->past_caches_},
        above, left);
    return true;
}

template <class T>
void TableSteps<T>::wave(const ConstImageView& in, const ImageView& out, int m) {
    alignas(64) T tiles[4 * tile_samples];
    alignas(64) T before[4][block_size] = {};
    const std::size_t lines = std::size_t(grid_.column_lines);
    for (int n = 0, done_above = 0; n < grid_.N; ++n) {
        for (int tries = 0; m > 0 && done_above <= n; ++tries) {
            done_above = progress_[std::size_t(m - 1)].blocks.load(std::memory_order_acquire);
            if (done_above > n) break;
            if (tries < 1000)
                hwy::Pause();
            else
                std::this_thread::yield();
        }
        for (int k = 0; m == 0 && k < c_; ++k)
            std::fill_n(columns_.data() + offset(std::size_t(k), grid_.N, n) * lines, lines, T(0));
        if (block_at_once(in, out, m, n, columns_.data() + offset(0, grid_.N, n) * lines, before[0])) {
            progress_[std::size_t(m)].blocks.store(n + 1, std::memory_order_release);
            continue;
        }
        Fetch ahead = grid_.fetch_ahead(in, m, n);
        load_tile(decoding_, in, grid_.region(m, n), grid_.row_lines, grid_.column_lines, tiles);
        for (int k = 0; k < c_; ++k) {
            T* above = columns_.data() + offset(std::size_t(k), grid_.N, n) * lines;
            sat_tile_onwards(tiles + k * tile_samples, grid_.row_lines, grid_.column_lines, above, before[k],
                             ahead);
        }
        progress_[std::size_t(m)].blocks.store(n + 1, std::memory_order_release);
        store_tile(tiles, out, grid_.region(m, n), this->past_caches_);
    }
}

template <class T>
void TableSteps<T>::run(const Stage& stage, const ConstImageView& in, const ImageView& out) {
    constexpr int run_of_blocks = 16, rows_of_box = 16;
    const std::ptrdiff_t blocks = std::ptrdiff_t(grid_.M) * grid_.N;
    const ImageView sums = problem_.filter.kind == FilterKind::box ? table_view() : out;
    switch (stage.step) {
        case Step::sat_mean:
            take_mean(in);
            break;
        case Step::sat_one_pass:
            for (int m = 0; m < grid_.M; ++m)
                progress_[std::size_t(m)].blocks.store(0, std::memory_order_relaxed);
            next_row_ = 0;
            // A thread takes the next row, whichever it is, so that the row above it has been begun.
            threads_.for_each(grid_.M, 1, [&](std::ptrdiff_t) { wave(in, sums, next_row_.fetch_add(1)); });
            break;
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
            threads_.for_each(grid_.height, rows_of_box, [&](std::ptrdiff_t y) {
                const double* mean = less_mean_ ? mean_.data() : nullptr;
                if (out.sample == Sample::f64)
                    box_->row(sums, int(y), mean, out.row<double>(int(y)));
                else
                    box_->row(sums, int(y), mean, out.row<float>(int(y)));
            });
            break;
        default:
            break;
    }
}

}  // namespace

std::unique_ptr<Steps> table_steps(const DesignedProblem& asked, Threads& threads) {
    const Problem& problem = asked.problem;
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
