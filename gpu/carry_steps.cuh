// Steps 7.2 and 7.3 of images of one shape: how many blocks, threads and thread blocks scan a line, in which form
// (gpu/line_at_once.cuh, gpu/line_scan.cuh), and their launches.
#pragma once

#include <algorithm>

#include "gpu/plan.cuh"
#include "gpu/rows.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// L blocks a thread, S threads a line.
struct ScanShape {
    int blocks = 4, segments = 1;
    int chunk = 0;          // blocks at a time
    int thread_blocks = 1;  // of a line, each with so many threads and blocks: a cluster
    int threads = 0;        // of a thread block
    std::size_t shared_bytes = 0;
    RowsForm form = RowsForm::alone;

    bool holds(int length) const { return thread_blocks * chunk >= length; }
};

// 7.2 of columns that go in chunks, whatever the side of their blocks: compiled once for all of them, in recursive_order_*.cu.
template <int R>
void launch_columns_in_chunks(LaunchOn on, dim3 grid, dim3 block, std::size_t shared_bytes,
                              const PixelSource& in, const Tiling& p, const AxisMatrices<R>& matrices,
                              const Datum& datum, bool clamp, int columns, const float* row_carries,
                              float* column_carries, int side, Eviction keep);

// `has_clusters`: where the dots of block rows do not fit into one thread block's shared memory, several take them; where they
// do, a cluster is one thread block.
template <int T, class Filter, bool has_clusters>
class CarrySteps {
    static constexpr int R = Filter::order;
    // A thread's blocks in a scan.
    static constexpr int most_blocks = tuning::Scans::most_blocks<R>,
                         few_blocks = tuning::Scans::few_blocks<R, T>;

  public:
    CarrySteps(const Tiling& tiling, const DeviceLimits& limits)
        : limits_(limits),
          p_(tiling),
          columns_(columns_shape()),
          rows_at_once_(rows_at_once_shape()),
          rows_in_chunks_(rows_in_chunks_shape()) {
        for_each_rows_kernel([&]<int L, Lines kind, RowsForm form>() {
            check(cudaFuncSetAttribute(rows_kernel<T, L, Filter, kind, form>,
                                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       limits_.shared_bytes_per_block));
        });
    }

    // The axes as gpu/part_scan.cuh wants them.
    template <class Axis>
    void adopt(const Axis& columns, const Axis& rows, BoundaryKind boundary) {
        boundary_ = boundary;
        column_line_.adopt(columns, boundary, columns_, columns_, p_.M, p_.height);
        row_line_.adopt(rows, boundary, rows_at_once_, rows_in_chunks_, p_.N, p_.width);
    }
    // What step 7.1 has to find in a block's line of `length` samples.
    template <class Axis>
    BlockWeights<double, R> weights(const Axis& axis, bool of_rows, int length) const {
        const bool in_chunks = (of_rows ? row_line_ : column_line_).kind == Lines::chunks;
        return in_chunks ? axis.weights(length) : part_weights<R>(axis, boundary_, length);
    }

    // 7.2; `with_dots`: of the row dots' columns too.
    void scan_columns(LaunchOn on, const PixelSource& in, const Datum& datum, bool with_dots,
                      const float* row_carries, float* column_carries, Eviction keep) const {
        const int lines = with_dots ? CarryLayout<R, T>(p_).columns() : p_.N * T;
        const dim3 grid(unsigned(lines + 31) / 32, unsigned(p_.channels)),
            block(32, unsigned(columns_.segments));
        if (column_line_.kind == Lines::chunks)
            return launch_columns_in_chunks<R>(on, grid, block, columns_.shared_bytes, in, p_,
                                               column_line_.in_chunks, datum, is_clamped(), lines,
                                               row_carries, column_carries, T, keep);
        with_columns_kernel([&]<int L, Lines kind>() {
            launch(on, columns_kernel<R, T, L, kind>, grid, block, columns_.shared_bytes, in, p_,
                   column_line_.template matrices<L, kind>(), datum, is_clamped(), lines, row_carries,
                   column_carries, keep);
        });
    }
    // 7.3; `down` and `up` filter the row dots.
    void scan_rows(LaunchOn on, const PixelSource& in, const Datum& datum, const Filter& down,
                   const Filter& up, const float* column_carries, float* row_carries, Eviction keep) const {
        const ScanShape& shape = row_line_.kind == Lines::chunks ? rows_in_chunks_ : rows_at_once_;
        const dim3 grid(unsigned(p_.M * shape.thread_blocks), unsigned(p_.channels));
        on.cluster = unsigned(shape.thread_blocks);
        with_rows_kernel(kind_of_rows(), shape, [&]<int L, Lines kind, RowsForm form>() {
            launch(on, rows_kernel<T, L, Filter, kind, form>, grid, unsigned(shape.threads),
                   shape.shared_bytes, in, p_, row_line_.template matrices<L, kind>(), down, up, datum,
                   is_clamped(), column_carries, row_carries, shape.chunk, keep);
        });
    }

  private:
    // Of one axis.
    struct Line {
        Lines kind = Lines::chunks;
        AxisMatrices<R> in_chunks{};  // as the kind asks
        EndedLine<R> at_once{};

        // Of `length` blocks and so many samples.
        template <class Axis>
        void adopt(const Axis& axis, BoundaryKind boundary, const ScanShape& shape_at_once,
                   const ScanShape& shape_in_chunks, int length, int samples) {
            const bool whole = samples % T == 0;
            if (!shape_at_once.holds(length)) {
                kind = Lines::chunks;
                in_chunks = {round_to<float>(axis.matrices(T)),
                             round_to<float>(axis.matrices(shape_in_chunks.blocks * T)),
                             round_to<float>(axis.matrices(samples - (length - 1) * T)),
                             round_to<float>(axis.extended(boundary, samples)), scan_order(boundary)};
                return;
            }
            at_once = ended_line<R>(axis, boundary, samples, T, shape_at_once.blocks);
            const bool full =
                whole && !at_once.in_heads &&
                length == shape_at_once.thread_blocks * shape_at_once.segments * shape_at_once.blocks;
            kind = full ? Lines::full : Lines::some;
        }
        template <int L, Lines k>
        MatricesOf<R, L, k> matrices() const {
            if constexpr (k == Lines::chunks)
                return in_chunks;
            else
                return {at_once};
        }
    };

    bool is_clamped() const { return boundary_ == BoundaryKind::clamp; }
    bool has_room(std::size_t bytes) const { return bytes <= std::size_t(limits_.shared_bytes_per_block); }

    ScanShape columns_shape() const {
        // Where there are more thread blocks than multiprocessors and only one large one fits: smaller ones in place of two rounds.
        const int lines = CarryLayout<R, T>(p_).columns();
        const bool crowded =
            R > tuning::Columns::most_order_of_two && lines / 32 * p_.channels > limits_.multiprocessors;
        ScanShape shape;
        shape.blocks = p_.M <= tuning::Scans::short_columns && !crowded ? few_blocks : most_blocks;
        shape.segments = std::min(columns_threads<R, T> / 32, (p_.M + shape.blocks - 1) / shape.blocks);
        shape.chunk = shape.segments * shape.blocks;
        shape.shared_bytes = sizeof(float) * 2 * R * 32 * std::size_t(shape.segments);
        return shape;
    }

    static constexpr std::size_t of_constants =
        !has_row_constants<R, T, Lines::some>
            ? 0
            : sizeof(RowConstants<Filter, MatricesOf<R, most_blocks, Lines::some>>);  // the largest
    static std::size_t rows_bytes(int blocks, int sums) {
        return sizeof(float) * std::size_t((blocks * 2 * R + 2) * (T + 4) + sums);
    }
    // Whether there are more thread blocks than multiprocessors: two smaller ones to each, then, in place of two rounds.
    bool are_crowded() const { return p_.M * p_.channels > limits_.multiprocessors; }

    // Holds nothing where block rows are too long. Each line of dots has a thread, as far as may be.
    ScanShape rows_at_once_shape() const {
        const int most = rows_threads<Filter, T>, N = p_.N,
                  blocks = N <= tuning::Scans::short_rows && !are_crowded() ? few_blocks : most_blocks,
                  segments = (N + blocks - 1) / blocks,
                  chunk = has_clusters ? segments * blocks : N;  // clusters have room for missing blocks, too
        const std::size_t bytes = of_constants + rows_bytes(chunk, segments * 2 * R * T);
        if (segments * T <= most && has_room(bytes)) {
            const int lines = (2 * R * N + 2 + 31) / 32 * 32;
            const int threads = are_crowded() ? segments * T : std::max(segments * T, std::min(lines, most));
            const RowsForm form = has_clusters                        ? RowsForm::clustered
                                  : has_crowds<R, T> && are_crowded() ? RowsForm::crowded
                                                                      : RowsForm::alone;
            return {blocks, segments, chunk, 1, threads, bytes, form};
        }
        if constexpr (has_clusters)
            for (int c = 2; c <= 8 && limits_.clusters; ++c) {
                const int each = (N + c * most_blocks - 1) / (c * most_blocks);
                const std::size_t of_each =
                    of_constants + rows_bytes(each * most_blocks, c * each * 2 * R * T);
                if (each * T <= most && has_room(of_each))
                    return {most_blocks, each, each * most_blocks, c, each * T, of_each, RowsForm::clustered};
            }
        return {};
    }
    ScanShape rows_in_chunks_shape() const {
        const int most = rows_threads<Filter, T> / T, N = p_.N;
        ScanShape shape;
        shape.blocks = most_blocks;
        shape.segments = std::min(most, (N + shape.blocks - 1) / shape.blocks);
        auto bytes = [&] { return rows_bytes(shape.segments * shape.blocks, shape.segments * R * T); };
        while (!has_room(bytes())) --shape.segments;
        shape.shared_bytes = bytes();
        shape.chunk = std::min(N, shape.segments * shape.blocks);
        shape.threads = shape.segments * T;
        return shape;
    }

    // Full lines, and whether constants continue them, where that is known to the kernel.
    Lines kind_of_rows() const {
        if (!has_a_kernel_an_end<R, T> || row_line_.kind != Lines::full) return row_line_.kind;
        return row_line_.at_once.by_constants ? Lines::full_by_constants : Lines::full_again;
    }

    // act<L, kind>() of what a kernel is compiled for, of columns that threads hold at once.
    template <class Act>
    void with_columns_kernel(Act act) const {
        const auto with_lines = [&]<int L>() {
            if (column_line_.kind == Lines::some)
                act.template operator()<L, Lines::some>();
            else
                act.template operator()<L, Lines::full>();
        };
        if (columns_.blocks == few_blocks)
            with_lines.template operator()<few_blocks>();
        else
            with_lines.template operator()<most_blocks>();
    }
    // act<L, kind, form>() of what a kernel is compiled for.
    template <class Act>
    static void with_rows_kernel(Lines kind, const ScanShape& shape, Act act) {
        const auto with_lines = [&]<int L, RowsForm form>() {
            if (kind == Lines::some) return act.template operator()<L, Lines::some, form>();
            if constexpr (!has_a_kernel_an_end<R, T>)
                act.template operator()<L, Lines::full, form>();
            else if (kind == Lines::full_by_constants)
                act.template operator()<L, Lines::full_by_constants, form>();
            else
                act.template operator()<L, Lines::full_again, form>();
        };
        if (kind == Lines::chunks)
            return act.template operator()<most_blocks, Lines::chunks, RowsForm::alone>();
        if constexpr (has_clusters) {
            with_lines.template operator()<most_blocks, RowsForm::clustered>();
        } else {
            if constexpr (has_crowds<R, T>)
                if (shape.form == RowsForm::crowded)
                    return with_lines.template operator()<most_blocks, RowsForm::crowded>();
            if (shape.blocks == few_blocks)
                with_lines.template operator()<few_blocks, RowsForm::alone>();
            else
                with_lines.template operator()<most_blocks, RowsForm::alone>();
        }
    }
    // The same of all that there are.
    template <class Act>
    static void for_each_rows_kernel(Act act) {
        for (const Lines kind :
             {Lines::chunks, Lines::some, Lines::full, Lines::full_by_constants, Lines::full_again})
            for (const RowsForm form : {RowsForm::alone, RowsForm::clustered, RowsForm::crowded})
                for (const int blocks : {few_blocks, most_blocks}) {
                    ScanShape shape;
                    shape.blocks = blocks, shape.form = form;
                    with_rows_kernel(kind, shape, act);
                }
    }

    DeviceLimits limits_;
    Tiling p_;
    BoundaryKind boundary_ = BoundaryKind::zero;
    ScanShape columns_, rows_at_once_, rows_in_chunks_;
    Line column_line_, row_line_;
};

}  // namespace sweep::gpu
