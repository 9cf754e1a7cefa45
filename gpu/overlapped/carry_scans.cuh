// Steps 7.2 and 7.3, the carry scans, of images of one shape: how many blocks, threads and thread blocks scan
// a line, of which kind the lines are (gpu/scan/line_at_once.cuh), and the launches.
#pragma once

#include <algorithm>

#include "gpu/overlapped/rows.cuh"
#include "gpu/plan/plan.cuh"
#include "gpu/plan/read_carries.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// How a line is divided between threads and thread blocks.
struct ScanShape {
    int blocks = 4, segments = 1;  // blocks of a segment, segments of a chunk
    int chunk = 0;                 // blocks of a chunk
    int thread_blocks = 1;         // of a line, which each hold a chunk: a cluster
    int threads = 0;               // of a thread block
    std::size_t shared_bytes = 0;
    RowsPlacement placement = RowsPlacement::one_thread_block;

    bool holds(int length) const { return thread_blocks * chunk >= length; }
};

// Launches 7.2 for columns in chunks, with blocks of any side; compiled once an order (gpu/orders.cmake).
template <int R>
void launch_columns_in_chunks(LaunchOn on, dim3 grid, dim3 block, std::size_t shared_bytes,
                              const PixelSource& in, const Tiling& p, const AxisMatrices<R>& matrices,
                              const BlockDatums& datums, const DatumSteps<R>& steps, bool takes_edges,
                              int columns, const float* dots_of_ones, const float* row_carries,
                              float* column_carries, int side, Eviction keep);

// `has_clusters`: the dots of a block row are held by a cluster, which has several thread blocks where they
// do not fit into the shared memory of one.
template <int T, class Filter, bool has_clusters>
class CarryScans {
    static constexpr int R = Filter::order;
    // The blocks of a segment, in a scan of many blocks and of few.
    static constexpr int most_blocks = tuning::Scans::most_blocks<R>,
                         few_of_rows =
                             has_zeros<Filter> ? most_blocks : tuning::Scans::few_blocks_of_rows<R, T>,
                         few_of_columns = tuning::Scans::few_blocks_of_columns<R, T>;

  public:
    // The tiling is that of `images` images of one height, whole blocks of it if there are more than one: one below
    // the other their rows are those of one image, and their columns lines of their own.
    CarryScans(const Tiling& tiling, int images, const DeviceLimits& limits)
        : limits_(limits),
          p_(tiling),
          images_(images),
          of_image_(Tiling::of({tiling.width, tiling.height / images, tiling.channels}, T)),
          columns_(columns_shape()),
          rows_at_once_(rows_at_once_shape()),
          rows_in_chunks_(rows_in_chunks_shape()) {
        for_each_rows_kernel([&]<int L, LineKind kind, RowsPlacement placement>() {
            check(cudaFuncSetAttribute(rows_kernel<T, L, Filter, kind, placement>,
                                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       limits_.shared_bytes_per_block));
        });
    }

    // Takes on the filters of both axes. An Axis has its `boundary`, and what gpu/scan/segment_algebra.cuh asks for;
    // `of_ones` are the states of its passes in an image of ones.
    template <class Axis>
    void adopt(const Axis& columns, const Axis& rows, const EnteringStates<R>& of_ones) {
        column_line_.adopt(columns, columns_, columns_, of_image_.M, of_image_.height, of_ones[0],
                           of_ones[1]);
        row_line_.adopt(rows, rows_at_once_, rows_in_chunks_, p_.N, p_.width, of_ones[2], of_ones[3]);
    }
    // The weights for step 7.1 of a block's line of `length` samples.
    template <class Axis>
    BlockWeights<double, R> weights(const Axis& axis, bool of_rows, int length) const {
        const bool in_chunks = (of_rows ? row_line_ : column_line_).kind == LineKind::in_chunks;
        return in_chunks ? axis.weights(length) : weights_of_P_and_Q<R>(axis, axis.boundary, length);
    }

    // Launches step 7.2; `with_dots` says that there are row dots, whose columns it scans, too.
    void scan_columns(LaunchOn on, const PixelSource& in, const BlockDatums& datums, bool with_dots,
                      const float* dots_of_ones, const float* row_carries, float* column_carries,
                      Eviction keep) const {
        const int lines = with_dots ? CarryLayout<R, T>(p_).columns() : p_.N * T;
        const dim3 grid(unsigned(lines + 31) / 32, unsigned(p_.channels), unsigned(images_)),
            block(32, unsigned(columns_.segments));
        on.cover = Cover::of_columns(32);
        if (column_line_.kind == LineKind::in_chunks)
            return launch_columns_in_chunks<R>(on, grid, block, columns_.shared_bytes, in, of_image_,
                                               column_line_.in_chunks, datums, column_line_.steps,
                                               column_line_.takes_edges, lines, dots_of_ones, row_carries,
                                               column_carries, T, keep);
        with_columns_kernel([&]<int L, LineKind kind>() {
            launch(on, columns_kernel<R, T, L, kind>, grid, block, columns_.shared_bytes, in, of_image_,
                   column_line_.template matrices<L, kind>(), datums, column_line_.steps,
                   column_line_.takes_edges, lines, dots_of_ones, row_carries, column_carries, keep);
        });
    }
    // Launches step 7.3; `down` and `up` filter the row dots, and make `response` of the constant 1.
    void scan_rows(LaunchOn on, const PixelSource& in, const BlockDatums& datums, float response,
                   const Filter& down, const Filter& up, const float* column_carries, float* row_carries,
                   Eviction keep) const {
        const ScanShape& shape = row_line_.kind == LineKind::in_chunks ? rows_in_chunks_ : rows_at_once_;
        const dim3 grid(unsigned(p_.M * shape.thread_blocks), unsigned(p_.channels));
        on.cluster = unsigned(shape.thread_blocks);
        on.cover = shape.thread_blocks == 1 ? Cover::of_rows(T) : Cover{};
        with_rows_kernel(kind_of_rows(), shape, [&]<int L, LineKind kind, RowsPlacement placement>() {
            launch(on, rows_kernel<T, L, Filter, kind, placement>, grid, unsigned(shape.threads),
                   shape.shared_bytes, in, p_, row_line_.template matrices<L, kind>(), down, up, datums,
                   row_line_.steps, response, row_line_.takes_edges, column_carries, row_carries, shape.chunk,
                   keep);
        });
    }

  private:
    // The lines of one axis: their kind, and the matrices that the kind takes.
    struct Line {
        LineKind kind = LineKind::in_chunks;
        bool takes_edges = false;  // the line's first and last sample
        AxisMatrices<R> in_chunks{};
        EndAlignedLine<R> at_once{};
        DatumSteps<R> steps{};

        // The lines have `length` blocks and `samples` samples.
        template <class Axis>
        void adopt(const Axis& axis, const ScanShape& shape_at_once, const ScanShape& shape_in_chunks,
                   int length, int samples, const Vec<double, R>& P, const Vec<double, R>& E) {
            takes_edges = continues_by_edge(axis.boundary) || turns_on_sample(axis.boundary);
            const bool whole = samples % T == 0;
            steps = {{}, {}, wraps_around(axis.boundary)};
            for (int k = 0; k < R; ++k) steps.of[k] = float(P[k]), steps.of[R + k] = float(E[k]);
            if (!shape_at_once.holds(length)) {
                kind = LineKind::in_chunks;
                in_chunks = {round_to<float>(axis.matrices(T)),
                             round_to<float>(axis.matrices(shape_in_chunks.blocks * T)),
                             round_to<float>(axis.matrices(samples - (length - 1) * T)),
                             round_to<float>(axis.extended(axis.boundary, samples)),
                             scan_order(axis.boundary)};
                return;
            }
            at_once = end_aligned_line<R>(axis, axis.boundary, samples, T, shape_at_once.blocks);
            for (const bool is_last : {false, true}) {
                Vec<double, R> share{};
                add_product(at_once.H, P, share);
                advance(at_once.pass[1].kept, matrix_of_block(at_once.pass[1], is_last), share);
                for (int k = 0; k < R; ++k) steps.shares[is_last][k] = float(share[k]);
            }
            const bool full =
                whole && !at_once.adds_heads &&
                length == shape_at_once.thread_blocks * shape_at_once.segments * shape_at_once.blocks;
            kind = full ? LineKind::full : LineKind::ragged;
        }
        template <int L, LineKind k>
        MatricesOf<R, L, k> matrices() const {
            if constexpr (k == LineKind::in_chunks)
                return in_chunks;
            else
                return {at_once};
        }
    };

    bool has_room(std::size_t bytes) const { return bytes <= std::size_t(limits_.shared_bytes_per_block); }

    ScanShape columns_shape() const {
        // Few blocks a thread make large thread blocks, of which only one fits on a multiprocessor. Where
        // there are more of them than multiprocessors, smaller thread blocks save a second round.
        const int lines = CarryLayout<R, T>(p_).columns() * images_, M = of_image_.M;
        const bool has_many_columns =
            R > tuning::Columns::most_order_of_two && lines / 32 * p_.channels > limits_.multiprocessors;
        ScanShape shape;
        shape.blocks = M <= tuning::Scans::short_columns && !has_many_columns ? few_of_columns : most_blocks;
        shape.segments = std::min(columns_threads<R, T> / 32, (M + shape.blocks - 1) / shape.blocks);
        shape.chunk = shape.segments * shape.blocks;
        shape.shared_bytes = sizeof(float) * 2 * R * 32 * std::size_t(shape.segments);
        return shape;
    }

    static constexpr std::size_t of_constants =
        !has_row_constants<R, T, LineKind::ragged>
            ? 0
            : sizeof(RowConstants<Filter, MatricesOf<R, most_blocks, LineKind::ragged>>);  // the largest
    static std::size_t rows_bytes(int blocks, int sums) {
        return sizeof(float) * std::size_t((blocks * 2 * R + 2) * (T + 4) + sums);
    }
    // True if there are more block rows than multiprocessors. Two smaller thread blocks then share a
    // multiprocessor, in place of two rounds.
    bool has_many_block_rows() const { return p_.M * p_.channels > limits_.multiprocessors; }

    // Returns an empty shape where block rows are too long. Each line of dots has a thread, as far as the
    // bound allows. The chunks of clusters have room for the blocks that the first segment lacks.
    ScanShape rows_at_once_shape() const {
        const int most = rows_threads<Filter, T>, N = p_.N,
                  blocks =
                      N <= tuning::Scans::short_rows && !has_many_block_rows() ? few_of_rows : most_blocks,
                  segments = (N + blocks - 1) / blocks, chunk = has_clusters ? segments * blocks : N;
        const std::size_t bytes = of_constants + rows_bytes(chunk, segments * 2 * R * T);
        if (segments * T <= most && has_room(bytes)) {
            const int lines = (2 * R * N + 2 + 31) / 32 * 32;
            const int threads =
                has_many_block_rows() ? segments * T : std::max(segments * T, std::min(lines, most));
            const RowsPlacement placement = has_clusters ? RowsPlacement::cluster
                                            : has_two_on_multiprocessor<Filter, T> && has_many_block_rows()
                                                ? RowsPlacement::two_on_multiprocessor
                                                : RowsPlacement::one_thread_block;
            return {blocks, segments, chunk, 1, threads, bytes, placement};
        }
        if constexpr (has_clusters)
            for (int c = 2; c <= 8 && limits_.clusters; ++c) {
                const int each = (N + c * most_blocks - 1) / (c * most_blocks);
                const std::size_t of_each =
                    of_constants + rows_bytes(each * most_blocks, c * each * 2 * R * T);
                if (each * T <= most && has_room(of_each))
                    return {most_blocks, each,    each * most_blocks,    c,
                            each * T,    of_each, RowsPlacement::cluster};
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

    // The kind that the kernel of 7.3 is compiled for.
    LineKind kind_of_rows() const {
        if (!has_kernel_for_constants<R, T> || row_line_.kind != LineKind::full) return row_line_.kind;
        return row_line_.at_once.by_constants ? LineKind::full_by_constants : LineKind::full_by_second_scan;
    }

    // Calls act<L, kind>() with the arguments of the kernel for columns that threads hold at once.
    template <class Act>
    void with_columns_kernel(Act act) const {
        const auto with_lines = [&]<int L>() {
            if (column_line_.kind == LineKind::ragged)
                act.template operator()<L, LineKind::ragged>();
            else
                act.template operator()<L, LineKind::full>();
        };
        if (columns_.blocks == few_of_columns)
            with_lines.template operator()<few_of_columns>();
        else
            with_lines.template operator()<most_blocks>();
    }
    // Calls act<L, kind, placement>() with the arguments of the kernel of 7.3 for that kind and shape.
    template <class Act>
    static void with_rows_kernel(LineKind kind, const ScanShape& shape, Act act) {
        const auto with_lines = [&]<int L, RowsPlacement placement>() {
            if (kind == LineKind::ragged) return act.template operator()<L, LineKind::ragged, placement>();
            if constexpr (!has_kernel_for_constants<R, T>)
                act.template operator()<L, LineKind::full, placement>();
            else if (kind == LineKind::full_by_constants)
                act.template operator()<L, LineKind::full_by_constants, placement>();
            else
                act.template operator()<L, LineKind::full_by_second_scan, placement>();
        };
        if (kind == LineKind::in_chunks)
            return act
                .template operator()<most_blocks, LineKind::in_chunks, RowsPlacement::one_thread_block>();
        if constexpr (has_clusters) {
            with_lines.template operator()<most_blocks, RowsPlacement::cluster>();
        } else {
            if constexpr (has_two_on_multiprocessor<Filter, T>)
                if (shape.placement == RowsPlacement::two_on_multiprocessor)
                    return with_lines
                        .template operator()<most_blocks, RowsPlacement::two_on_multiprocessor>();
            if (shape.blocks == few_of_rows)
                with_lines.template operator()<few_of_rows, RowsPlacement::one_thread_block>();
            else
                with_lines.template operator()<most_blocks, RowsPlacement::one_thread_block>();
        }
    }
    // Calls act<L, kind, placement>() with the arguments of all kernels of 7.3.
    template <class Act>
    static void for_each_rows_kernel(Act act) {
        for (const LineKind kind : {LineKind::in_chunks, LineKind::ragged, LineKind::full,
                                    LineKind::full_by_constants, LineKind::full_by_second_scan})
            for (const RowsPlacement placement : {RowsPlacement::one_thread_block, RowsPlacement::cluster,
                                                  RowsPlacement::two_on_multiprocessor})
                for (const int blocks : {few_of_rows, most_blocks}) {
                    ScanShape shape;
                    shape.blocks = blocks, shape.placement = placement;
                    with_rows_kernel(kind, shape, act);
                }
    }

    DeviceLimits limits_;
    Tiling p_;
    int images_;
    Tiling of_image_;
    ScanShape columns_, rows_at_once_, rows_in_chunks_;
    Line column_line_, row_line_;
};

}  // namespace sweep::gpu
