// Algorithms 2, 4, 5, 6 and 6b for one order: matrices, workspace, and which kernel each step launches.
#pragma once

#include <algorithm>
#include <optional>

#include "core/families/published/published.h"
#include "gpu/plan/read_carries.cuh"
#include "gpu/published/cascade.cuh"
#include "gpu/published/factory.cuh"
#include "gpu/published/scan.cuh"

namespace sweep::gpu {

template <int R>
class PublishedPlan final : public TermPlan {
  public:
    PublishedPlan(const Problem& problem, const FilterDesign& filter, const TermPlace& place,
                  cudaStream_t stream)
        : algorithm_(problem.method.algorithm),
          shape_(problem.shape),
          place_(place),
          padding_(padding({problem, filter}, T)) {
        tiling_ = Tiling::of(shape_, T);
        grid_ = Tiling::of({shape_.width + 2 * padding_.block_columns * T,
                            shape_.height + 2 * padding_.block_rows * T, shape_.channels},
                           T);
        const StateLayout<R> layout{grid_.M, grid_.N};
        const std::size_t channels = std::size_t(shape_.channels);
        columns_ = DeviceBuffer<float>(layout.size(shape_.channels));
        rows_ = DeviceBuffer<float>(layout.size(shape_.channels));
        if (!place_.between && (algorithm_ == Algorithm::alg2 || algorithm_ == Algorithm::alg4))
            between_ = DeviceBuffer<float>(channels * std::size_t(grid_.M) * std::size_t(grid_.N) * T * T);
        edges_ = DeviceBuffer<float>(channels * std::size_t(grid_.M) * 2 * T);
        columns_behind_ = DeviceBuffer<float>(channels * std::size_t(grid_.N) * R * T);
        rows_behind_ = DeviceBuffer<float>(channels * std::size_t(grid_.M) * R * T);
        split_ = DeviceBuffer<float>(2 * split_floats);
        host_split_.resize(split_.size());
        if (!place_.datum) datum_of_own_.emplace();
        if (!place_.first) {
            perimeters_ = DeviceBuffer<float>(PerimetersOfNext::matrix_floats(R));
            host_perimeters_.resize(perimeters_.size());
        }
        adopt_filter(problem, filter, stream);
    }

    int block() const override { return T; }
    std::size_t working_bytes() const override {
        std::size_t bytes = datum_of_own_ ? datum_of_own_->bytes() : 0;
        for (const DeviceBuffer<float>* buffer :
             {&columns_, &rows_, &between_, &edges_, &columns_behind_, &rows_behind_, &split_, &perimeters_})
            bytes += buffer->bytes();
        return bytes;
    }

    bool adopt(const Job& job, cudaStream_t stream) override {
        return adopt_filter(job.problem, job.design, stream);
    }

    bool adopt_filter(const Problem& problem, const FilterDesign& filter, cudaStream_t stream) override {
        const Padding pad = padding({problem, filter}, T);
        if (problem.shape != shape_ || filter.order() != R || pad.block_rows != padding_.block_rows ||
            pad.block_columns != padding_.block_columns)
            return false;
        const Pair<double> columns = make_pair<double>(filter.columns), rows = make_pair<double>(filter.rows);
        const Pair<float> down_up = make_pair<float>(filter.columns),
                          right_left = make_pair<float>(filter.rows);
        passes_ = problem.passes;
        scale_ = float(filter.gain_after(passes_));
        boundary_ = problem.boundary.kind;
        if (datum_of_own_) datum_of_own_->adopt(problem, filter);
        of_ones_ = states_of_ones<R, Realisation::delta>(filter, {columns.F, columns.Rv, rows.F, rows.Rv});

        const int last_rows = tiling_.height - (tiling_.M - 1) * T,
                  last_columns = tiling_.width - (tiling_.N - 1) * T;
        const BoundaryKind exact = algorithm_ == Algorithm::alg6b ? BoundaryKind::none : boundary_;
        auto matrices = [&](const AxisDesign& axis, const Pair<double>& pair, int length,
                            int last) -> AxisMatrices<R> {
            return {round_to<float>(carry_matrices(pair.F, pair.Rv, T)),
                    round_to<float>(carry_matrices(pair.F, pair.Rv, published_scan_blocks * T)),
                    round_to<float>(carry_matrices(pair.F, pair.Rv, last)),
                    round_to<float>(extension(axis, pair.F, pair.Rv, exact, length)), scan_order(exact)};
        };
        column_matrices_ = matrices(filter.columns, columns, shape_.height, last_rows);
        row_matrices_ = matrices(filter.rows, rows, shape_.width, last_columns);
        filters_ = {down_up.F,
                    down_up.Rv,
                    right_left.F,
                    right_left.Rv,
                    {{column_matrices_.block.tail_A_FP.kept, column_matrices_.block.head_A_RE.kept,
                      row_matrices_.block.tail_A_FP.kept, row_matrices_.block.head_A_RE.kept}}};
        // The E of algorithm 2 come from the final Y and U, which have the share of P already.
        if (algorithm_ == Algorithm::alg2)
            for (AxisMatrices<R>* m : {&column_matrices_, &row_matrices_})
                m->block.head_A_RB_A_FP = m->last.head_A_RB_A_FP = {};

        std::fill(host_split_.begin(), host_split_.end(), 0.f);
        for (int last = 0; last < 2; ++last) {
            const BlockWeights<double, R> weights = block_weights(rows.F, rows.Rv, last ? last_columns : T);
            const auto response = responses<R>(columns.F, columns.Rv, last ? last_rows : T);
            float *w = host_split_.data() + last * T * K, *a = w + split_floats;
            for (std::size_t i = 0; i < weights.size(); ++i)
                for (int k = 0; k < K; ++k) w[int(i) * K + k] = float(weights[i][k]);
            for (std::size_t i = 0; i < response.size(); ++i)
                for (int k = 0; k < K; ++k) a[k * T + int(i)] = float(response[i][k]);
        }
        // The array is small and lies in pageable memory: the driver stages it, and this returns at once.
        check(cudaMemcpyAsync(split_.data(), host_split_.data(), split_.bytes(), cudaMemcpyHostToDevice,
                              stream));
        if (!place_.first) upload_perimeters(columns, rows, last_rows, last_columns, stream);
        return true;
    }

    PerimetersOfNext perimeters() const override {
        return {R, algorithm_ == Algorithm::alg5, perimeters_.data(), columns_.data(), rows_.data()};
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        const int q = passes_, columns_done = std::min(q, 2);
        const LineEnds first_row = clamps() ? LineEnds::image : LineEnds::constant,
                       stored = clamps() ? LineEnds::between : LineEnds::constant,
                       completed = clamps() ? LineEnds::edges : LineEnds::constant;
        // (Assigned, not designated: nvcc 12.0 loses the names of designated initialisers in templates.)
        auto run = [&](bool from_image, int first, int carried, int end, bool backwards) {
            BlockStage blocks_now;
            blocks_now.from_image = from_image;
            blocks_now.first = first;
            blocks_now.carried = carried;
            blocks_now.end = end;
            blocks_now.to_image = carried == q;
            blocks_now.backwards = backwards;
            blocks(blocks_now, in, out, on);
        };
        auto image = [&](int carried, int end, bool backwards) { run(true, 0, carried, end, backwards); };
        auto between = [&](int first, int carried, int end, bool backwards) {
            run(false, first, carried, end, backwards);
        };
        switch (stage.step) {
            case Step::alg2_1:
                return image(0, 1, false);
            case Step::alg2_2:
                return scan(prologues, first_row, in, on);
            case Step::alg2_3:
                return image(1, std::min(q, 2), true);
            case Step::alg2_4:
                return scan(epilogues, LineEnds::constant, in, on);
            case Step::alg2_5:
                return between(1, 2, std::min(q, 3), false);
            case Step::alg2_6:
                return scan(along_rows | prologues, stored, in, on);
            case Step::alg2_7:
                return between(2, 3, std::min(q, 4), true);
            case Step::alg2_8:
                return scan(along_rows | epilogues, LineEnds::constant, in, on);
            case Step::alg2_9:
                return between(3, 4, 4, false);

            case Step::alg4_1:
                return image(0, 2, false);
            case Step::alg4_2:
                return scan(prologues | epilogues, first_row, in, on);
            case Step::alg4_3:
                return image(columns_done, q > 2 ? 4 : columns_done, true);
            case Step::alg4_4:
                return scan(along_rows | prologues | epilogues, stored, in, on);
            case Step::alg4_5:
                return between(2, q, q, false);

            case Step::alg5_1:
            case Step::alg6_1:
                return image(0, q > 2 ? 4 : 2, false);
            case Step::alg5_2:
                return scan(prologues, first_row, in, on);
            case Step::alg5_3:
                return scan(epilogues | reads_P, LineEnds::constant, in, on);
            case Step::alg5_4:
                return scan(along_rows | prologues | fixes, completed, in, on);
            case Step::alg5_5:
                return scan(along_rows | epilogues | reads_P | fixes, LineEnds::constant, in, on);

            case Step::alg6_2:
                return scan(prologues | epilogues, first_row, in, on);
            case Step::alg6_3:
                return split(on);
            case Step::alg6_4:
                return scan(along_rows | prologues | epilogues, completed, in, on);
            case Step::alg5_6:
            case Step::alg6_5:
                return image(q, q, true);
            default:
                return;
        }
    }

    Carries carries(cudaStream_t stream) const override {
        const StateLayout<R> layout{grid_.M, grid_.N};
        const int m0 = padding_.block_rows, n0 = padding_.block_columns;
        return read_carries<R>(
            shape_, T, passes_ > 2, of_ones_,
            [of = datum().read(stream)](int channel, int, int) { return of[std::size_t(channel)]; }, columns_,
            rows_,
            [=](int channel, int m, int x, int k) {
                return layout.at(channel, m + m0, x / T + n0, k) + std::size_t(x % T);
            },
            [=](int channel, int m, int n, int i, int k) {
                return layout.at(channel, m + m0, n + n0, k) + std::size_t(i);
            },
            stream);
    }

  private:
    static constexpr int T = published_block, K = 2 * R;
    static constexpr std::size_t split_floats = 2 * T * K;  // floats of the weights; floats of the responses
    template <class S>
    struct Pair {
        Recurrence<S, R, Realisation::delta> F, Rv;
    };
    template <class S>
    static Pair<S> make_pair(const AxisDesign& axis) {
        return {make_recurrence<S, R, Realisation::delta>(axis.causal),
                make_recurrence<S, R, Realisation::delta>(axis.anticausal)};
    }
    // Uploads what the term before needs to compute this term's perimeters (gpu/published/cascade.cuh).
    void upload_perimeters(const Pair<double>& columns, const Pair<double>& rows, int last_rows,
                           int last_columns, cudaStream_t stream) {
        constexpr int stride = PerimetersOfNext::stride(R);
        std::fill(host_perimeters_.begin(), host_perimeters_.end(), 0.f);
        for (int last = 0; last < 2; ++last) {
            const int height = last ? last_rows : T, width = last ? last_columns : T;
            auto put_weights = [](const BlockWeights<double, R>& weights, float* to) {
                for (std::size_t i = 0; i < weights.size(); ++i)
                    for (int k = 0; k < K; ++k) to[int(i) * stride + k] = float(weights[i][k]);
            };
            float* to = host_perimeters_.data();
            put_weights(block_weights(columns.F, columns.Rv, height), to + last * T * stride);
            put_weights(block_weights(rows.F, rows.Rv, width), to + (2 + last) * T * stride);
            to += 4 * T * stride + last * T * T;
            for (int j = 0; j < height; ++j) {
                Vec<double, R> P{}, E{};
                double line[T];
                for (int i = 0; i < height; ++i) line[i] = columns.F.step(P, i == j ? 1.0 : 0.0);
                for (int i = height - 1; i >= 0; --i) to[j * T + i] = float(columns.Rv.step(E, line[i]));
            }
        }
        check(cudaMemcpyAsync(perimeters_.data(), host_perimeters_.data(), perimeters_.bytes(),
                              cudaMemcpyHostToDevice, stream));
    }
    // True if columns 0 and w - 1 of Z continue the rows. In 6b the padding does.
    bool clamps() const { return continues_by_edge(boundary_) && algorithm_ != Algorithm::alg6b; }
    BlockMemory block_memory() const {
        return {columns_.data(), rows_.data(), place_.between ? place_.between : between_.data(),
                edges_.data()};
    }
    SplitMatrices split_matrices() const { return {split_.data(), split_.data() + split_floats}; }

    const ImageDatum& datum() const { return place_.datum ? *place_.datum : *datum_of_own_; }

    void blocks(BlockStage stage, const PixelSource& in, const PixelSink& out, LaunchOn on) const {
        // The first stage covers the padding too, because the scans go through it.
        const bool first = stage.carried == 0;
        stage.M = first ? grid_.M : tiling_.M;
        stage.N = first ? grid_.N : tiling_.N;
        stage.m0 = first ? padding_.block_rows : 0;
        stage.n0 = first ? padding_.block_columns : 0;
        stage.pad_m = padding_.block_rows;
        stage.pad_n = padding_.block_columns;
        stage.boundary = boundary_;
        stage.keeps_edges = first && stage.end > 2 && clamps();
        if (first) on = datum().find(on, in);
        const bool is_result = stage.carried == passes_;
        stage.from_image = stage.from_image && place_.first;
        stage.to_image = stage.to_image && place_.last;
        on.cover = {Cover::tiles,   T, T, stage.N, stage.M * stage.N, stage.n0 * T, stage.m0 * T,
                    stage.backwards};
        launch(on, blocks_kernel<R>, unsigned(stage.M) * unsigned(stage.N), unsigned(T * shape_.channels),
               std::size_t(shape_.channels) * T * T * sizeof(float), in, out, tiling_, stage, filters_,
               datum().on_device(), block_memory(), scale_,
               is_result && !place_.last ? place_.next : PerimetersOfNext{});
    }

    enum ScanPart : unsigned { along_rows = 1, prologues = 2, epilogues = 4, reads_P = 8, fixes = 16 };

    // `parts`: a sum of ScanPart.
    void scan(unsigned parts, LineEnds ends, const PixelSource& in, LaunchOn on) const {
        ScanStage stage;
        stage.along_rows = parts & along_rows;
        stage.prologues = parts & prologues;
        stage.epilogues = parts & epilogues;
        stage.reads_P = parts & reads_P;
        stage.fixes = parts & fixes;
        stage.ends = ends;
        const int length = stage.along_rows ? grid_.N : grid_.M,
                  groups = stage.along_rows ? grid_.M : grid_.N,
                  most = stage.fixes ? most_fixing_segments : most_segments,
                  segments = std::min(most, (length + published_scan_blocks - 1) / published_scan_blocks);
        const ScanMemory memory{stage.along_rows ? rows_.data() : columns_.data(),
                                stage.along_rows ? rows_behind_.data() : columns_behind_.data(),
                                block_memory(), split_matrices()};
        on.cover = stage.along_rows ? Cover::of_rows(T) : Cover::of_columns(T);
        launch(on, scan_kernel<R>, dim3(unsigned(groups), unsigned(shape_.channels)),
               dim3(32, unsigned(segments)),
               std::size_t(segments) * R * 32 * sizeof(float) + (stage.fixes ? sizeof(FixingShared<R>) : 0),
               in, grid_, stage.along_rows ? row_matrices_ : column_matrices_, datum().on_device(), stage,
               memory);
    }

    void split(LaunchOn on) const {
        const std::size_t blocks = std::size_t(shape_.channels) * std::size_t(grid_.M) * std::size_t(grid_.N);
        launch(on, split_kernel<R>,
               unsigned(std::min<std::size_t>(4096, (blocks + split_warps - 1) / split_warps)),
               32 * split_warps, 0, grid_, split_matrices(), columns_.data(), rows_.data());
    }

    const Algorithm algorithm_;
    const Shape shape_;
    const TermPlace place_;
    const Padding padding_;
    Tiling tiling_{}, grid_{};  // of the image, and of the padded image
    Passes<R> filters_{};
    AxisMatrices<R> column_matrices_{}, row_matrices_{};
    BoundaryKind boundary_ = BoundaryKind::none;
    int passes_ = all_passes;
    float scale_ = 1;
    EnteringStates<R> of_ones_{};
    std::vector<float> host_split_, host_perimeters_;
    DeviceBuffer<float> columns_, rows_, between_, edges_, columns_behind_, rows_behind_, split_, perimeters_;
    std::optional<ImageDatum> datum_of_own_;
};

template <int R>
std::unique_ptr<Plan> make_published_plan_of_order(const Job& job, cudaStream_t stream) {
    return std::make_unique<PublishedPlan<R>>(job.problem, job.design, TermPlace{}, stream);
}

template <int R>
std::unique_ptr<TermPlan> make_term_plan_of_order(const Problem& problem, const FilterDesign& filter,
                                                  const TermPlace& place, cudaStream_t stream) {
    return std::make_unique<PublishedPlan<R>>(problem, filter, place, stream);
}

}  // namespace sweep::gpu
