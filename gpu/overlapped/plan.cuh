// Algorithm 7 for one order: matrices, workspace, and the kernel that each step launches.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "core/design/parallel_form.h"
#include "gpu/device/device_buffer.h"
#include "gpu/image/tiles.cuh"
#include "gpu/overlapped/carry_scans.cuh"
#include "gpu/overlapped/factory.cuh"
#include "gpu/overlapped/filter.cuh"
#include "gpu/overlapped/perimeters_stream.cuh"
#include "gpu/overlapped/picture_perimeters.cuh"
#include "gpu/overlapped/unorm_perimeters.cuh"
#include "gpu/plan/read_carries.cuh"
#include "gpu/scan/zeros_filter.cuh"
#include "gpu/tuning/large_blocks.h"

namespace sweep::gpu {

// `alternates`: the sections alternate (core/filter/recurrence.h), which takes more operations.
template <int R, int T, Realisation K, bool alternates = false>
class RecursivePlan final : public DerivingPlan {
    static constexpr bool is_plain_delta = K == Realisation::delta && !alternates,
                          is_of_zeros = K == Realisation::pole_zero && T >= 64,
                          has_own_kernels = (is_plain_delta && has_delta_kernels<R>) || is_of_zeros;
    // One pass, as the threads of 7.3 and 7.4 run it.
    using Filter = std::conditional_t<is_of_zeros, ZerosFilter<R>,
                                      std::conditional_t<has_own_kernels, ThreadFilter<R>, AnyFilter<R>>>;

  public:
    RecursivePlan(const Job& job, const DeviceLimits& limits, cudaStream_t stream)
        : limits_(limits),
          shape_(job.problem.shape),
          choice_(kernel_choice(job, limits)),
          images_(job.images),
          tiling_(Tiling::of(shape_, T)),
          carry_scans_(tiling_, images_, limits) {
        allow(perimeters_bytes(), perimeters_kernel<R, T, PixelTiles>);
        if constexpr (has_four_channel_kernels)
            if (shape_.channels == 4) {
                allow(picture_perimeters_shared_bytes<R, T>(), picture_perimeters_kernel<R, T>);
                allow(perimeters_bytes(), perimeters_kernel<R, T, FourTiles>);
                allow(RgbaTiles<true>::shared_bytes<T>(), filter_kernel<T, Filter, RgbaTiles<true>>);
                allow(RgbaTiles<false>::shared_bytes<T>(), filter_kernel<T, Filter, RgbaTiles<false>>);
                allow(RgbaTiles<true>::shared_bytes<T>(), filter_kernel<T, Filter, HalfTiles<true>>);
                allow(RgbaTiles<false>::shared_bytes<T>(), filter_kernel<T, Filter, HalfTiles<false>>);
            }
        allow(filter_bytes(), filter_kernel<T, Filter, PixelTiles>);
        if constexpr (has_bulk) {
            allow(perimeters_bytes(), perimeters_kernel<R, T, BulkTiles>);
            allow(filter_bytes(), filter_kernel<T, Filter, BulkTiles>);
            if constexpr (has_streams)
                if (has_room_for_streams()) allow(Stream::shared_bytes, perimeters_stream_kernel<R, T>);
        }
        const CarryLayout<R, T> layout(tiling_);
        column_carries_ = DeviceBuffer<float>(layout.column_size(shape_.channels));
        row_carries_ = DeviceBuffer<float>(layout.row_size(shape_.channels));
        weights_ = DeviceBuffer<float>(4 * LineWeights<R, T>::all + 4 * R);
        found_datums_ = DeviceBuffer<float>(std::size_t(tiling_.M) * std::size_t(tiling_.N) *
                                            std::size_t(shape_.channels));
        queue_ = DeviceBuffer<BlockQueue>(1);
        check(cudaMemsetAsync(queue_.data(), 0, queue_.bytes(), stream));
        host_weights_.resize(weights_.size());
        // Step 7.2 scans the surplus columns of the last group as well, so they must be finite numbers.
        check(cudaMemsetAsync(column_carries_.data(), 0, column_carries_.bytes(), stream));
        adopt(job, stream);
    }

    int block() const override { return T; }
    bool writes_halves() const override { return has_four_channel_kernels && shape_.channels == 4; }
    std::size_t working_bytes() const override {
        return weights_.bytes() + found_datums_.bytes() + queue_.bytes() + column_carries_.bytes() +
               row_carries_.bytes();
    }

    bool adopt(const Job& job, cudaStream_t stream) override {
        if (job.problem.shape != shape_ || job.images != images_ || kernel_choice(job, limits_) != choice_)
            return false;
        const FilterDesign& filter = job.design;
        const Pair<double> columns = make_pair<double>(filter.columns), rows = make_pair<double>(filter.rows);
        const Pair<float> down_up = make_pair<float>(filter.columns),
                          right_left = make_pair<float>(filter.rows);
        passes_of_blocks_ = {make_filter(filter.columns.causal, down_up.F),
                             make_filter(filter.columns.anticausal, down_up.Rv),
                             make_filter(filter.rows.causal, right_left.F),
                             make_filter(filter.rows.anticausal, right_left.Rv)};
        scale_ = float(filter.gain_after(job.problem.passes));
        response_ = float(filter.response_after(job.problem.passes));
        response_of_columns_ = float(filter.response_after(2));
        passes_ = job.problem.passes;
        of_ones_ = states_of_ones<R, K>(filter, {columns.F, columns.Rv, rows.F, rows.Rv});

        const int last_rows = shape_.height - (tiling_.M - 1) * T,
                  last_columns = shape_.width - (tiling_.N - 1) * T;
        const Axis column_axis{filter.columns, columns, job.problem.boundary_of_columns().kind},
            row_axis{filter.rows, rows, job.problem.boundary.kind};
        carry_scans_.adopt(column_axis, row_axis, of_ones_);
        const CarryMatrices<double, R> of_columns = column_axis.matrices(T), of_rows = row_axis.matrices(T);
        passes_of_blocks_[0].has_level = float(of_columns.tail_A_FP.kept);
        passes_of_blocks_[1].has_level = float(of_columns.head_A_RE.kept);
        passes_of_blocks_[2].has_level = float(of_rows.tail_A_FP.kept);
        passes_of_blocks_[3].has_level = float(of_rows.head_A_RE.kept);

        const bool is_slow =
            std::ranges::any_of(passes_of_blocks_, [](const Filter& f) { return f.has_level > 0; });
        datums_ = {part_datum(job.problem, filter, is_slow), found_datums_.data()};
        // Direct feedback has no unit response (gpu/scan/level.cuh).
        datums_.from_image = datums_.from_image && K != Realisation::direct;

        is_unorm_ =
            !job.problem.linear && std::ranges::all_of(datums_.constant, [](float c) { return c == 0; });
        rgba8_scale_ = is_unorm_ ? unorm_scale : float(rgba8_scale<R, T>());

        constexpr std::size_t of_set = LineWeights<R, T>::all;
        const int lengths[4] = {T, last_rows, T, last_columns};  // of the columns, of the rows
        int same[4];                                             // the first set that is equal
        std::fill(host_weights_.begin(), host_weights_.end(), 0.f);
        for (int set = 0; set < 4; ++set) {
            const BlockWeights<double, R> weights =
                carry_scans_.weights(set < 2 ? column_axis : row_axis, set >= 2, lengths[set]);
            float* to = host_weights_.data() + set * of_set;
            put_weights<R, T>(weights, lengths[set], to);
            if (set >= 2) put_dots_of_ones(weights, host_weights_.data() + 4 * of_set + (set - 2) * 2 * R);
            if (has_four_channel_kernels && shape_.channels == 4)
                Rgba8Weights<R, T>::put(weights, lengths[set], set >= 2, rgba8_scale_,
                                        to + LineWeights<R, T>::of_rgba8);
            same[set] = 0;
            while (same[set] < set && !std::equal(to, to + of_set, host_weights_.data() + same[set] * of_set))
                ++same[set];
        }
        weight_sets_ = {weights_.data(), same[0], same[1], same[2], same[3]};
        // The driver stages a small copy from pageable memory, so that this returns at once.
        check(cudaMemcpyAsync(weights_.data(), host_weights_.data(), weights_.bytes(), cudaMemcpyHostToDevice,
                              stream));
        return true;
    }

    Carries carries(cudaStream_t stream) const override {
        const CarryLayout<R, T> layout(tiling_);
        const std::vector<float> found = found_datums_.download(stream);
        const auto datum_of = [&](int channel, int m, int n) {
            return found[std::size_t(BlockDatums::at(tiling_, channel, m, n))];
        };
        return read_carries<R>(
            shape_, T, passes_ > 2, of_ones_, datum_of, column_carries_, row_carries_,
            [=](int channel, int m, int x, int k) { return layout.column(channel, m, x, k); },
            [=](int channel, int m, int n, int i, int k) {
                return layout.row(channel, m, n, k) + std::size_t(i);
            },
            stream);
    }

    void launch_derived(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on,
                        const LastLine& line) override {
        const Step step = stage.step;
        const unsigned channels = unsigned(shape_.channels);
        float *columns = column_carries_.data(), *rows = row_carries_.data();
        on.overlap = on.overlap && step != Step::perimeters;
        on.cover = Cover::of_tiles(T, tiling_.N, tiling_.M);
        switch (step) {
            case Step::perimeters: {
                auto perimeters = [&, on](const auto& tiles) mutable {
                    if constexpr (has_streams && std::is_same_v<std::decay_t<decltype(tiles)>, BulkTiles>)
                        if (has_room_for_streams()) {
                            on.cover.kind = Cover::taken;
                            launch(on, perimeters_stream_kernel<R, T>,
                                   std::min(blocks(), unsigned(limits_.multiprocessors)), Stream::threads,
                                   Stream::shared_bytes, tiles, tiling_, datums_, passes_ > 2, weight_sets_,
                                   columns, rows, queue_.data());
                            return;
                        }
                    launch(on, perimeters_kernel<R, T, std::decay_t<decltype(tiles)>>, blocks(),
                           2 * T * channels, perimeters_bytes(), tiling_, weight_sets_, columns, rows,
                           passes_ > 2, tiles, datums_);
                };
                if constexpr (has_four_channel_kernels)
                    if (channels == 4) {
                        if (in.is_bytes() && limits_.tensor_cores && is_unorm_)
                            launch(on, unorm_perimeters_kernel<R, T>, blocks(), 4 * T,
                                   unorm_perimeters_shared_bytes<R, T>(), in, tiling_, datums_, passes_ > 2,
                                   weight_sets_, columns, rows);
                        else if (in.is_bytes() && limits_.tensor_cores)
                            launch(on, picture_perimeters_kernel<R, T>, blocks(), 4 * T,
                                   picture_perimeters_shared_bytes<R, T>(), in, tiling_, datums_,
                                   rgba8_scale_, passes_ > 2, weight_sets_, columns, rows);
                        else
                            perimeters(FourTiles{{in, out}});
                        break;
                    }
                on_tiles(in, out, perimeters);
                break;
            }
            case Step::filter: {
                on.cover = on.cover.reversed();
                auto filter = [&](const auto& tiles, std::size_t shared_bytes) {
                    const auto kernel = filter_kernel<T, Filter, std::decay_t<decltype(tiles)>>;
                    launch(on, kernel, blocks(), T * channels, shared_bytes, tiles, tiling_,
                           passes_of_blocks_[0], passes_of_blocks_[1], passes_of_blocks_[2],
                           passes_of_blocks_[3], datums_, columns, rows, passes_, response_, scale_,
                           passes_ > 2 && on.overlap ? first_wave(kernel, T * channels, shared_bytes) : 0,
                           line);
                };
                if constexpr (has_four_channel_kernels)
                    if (channels == 4) {
                        auto filter_four = [&]<bool of_bytes>() {
                            constexpr std::size_t bytes = RgbaTiles<of_bytes>::template shared_bytes<T>();
                            if (out.is_halves())
                                filter(HalfTiles<of_bytes>{{in, out}}, bytes);
                            else
                                filter(RgbaTiles<of_bytes>{in, out}, bytes);
                        };
                        in.is_bytes() ? filter_four.template operator()<true>()
                                      : filter_four.template operator()<false>();
                        break;
                    }
                on_tiles(in, out, [&](const auto& tiles) { filter(tiles, filter_bytes()); });
                break;
            }
            case Step::columns:
                carry_scans_.scan_columns(on, in, datums_, passes_ > 2, dots_of_ones(), rows, columns,
                                          keep());
                break;
            case Step::rows:
                carry_scans_.scan_rows(on, in, datums_, response_of_columns_, passes_of_blocks_[0],
                                       passes_of_blocks_[1], columns, rows, keep());
                break;
            default:
                break;
        }
    }

  private:
    // True for blocks that bulk copies may move.
    static constexpr bool has_bulk = has_own_kernels && T >= 64;
    // True where one channel of float32 has kernels of its own, if threads move the blocks.
    static constexpr bool has_floats = has_own_kernels && T <= 64;
    // True where a thread block of 7.1 takes many blocks (gpu/overlapped/perimeters_stream.cuh).
    static constexpr bool has_streams =
        has_bulk && T == 128 && R >= tuning::PerimetersStream::least_order && holds_weights<R, BulkTiles>;
    using Stream = PerimetersStream<R, T>;
    bool has_room_for_streams() const {
        return Stream::shared_bytes + 1024 <= std::size_t(limits_.shared_bytes_per_block);
    }
    // True where four channels have kernels of their own.
    static constexpr bool has_four_channel_kernels = (is_plain_delta || is_of_zeros) && T == 64;

    // The carries are read two stages later. Where threads move blocks, keeping them costs what it gains.
    Eviction keep() const { return choice_.bulk_copies ? BulkTiles::keep : PixelTiles::keep; }

    BulkTiles bulk_tiles(const PixelSource& in, const PixelSink& out) {
        if (in.data != mapped_in_) {
            map_in_ = make_tensor_map(in.data, shape_.width, shape_.height, T);
            mapped_in_ = in.data;
        }
        if (out.data != mapped_out_) {
            map_out_ = make_tensor_map(out.data, shape_.width, shape_.height, T);
            mapped_out_ = out.data;
        }
        return {{static_cast<const float*>(in.data), in.width}, map_in_, map_out_};
    }

    // The dots of a row of ones, of a block and of the last one, which lie behind the weights: where a constant
    // continues the columns, so many times this constant continues those of row dots.
    static void put_dots_of_ones(const BlockWeights<double, R>& weights, float* to) {
        for (int k = 0; k < 2 * R; ++k) {
            double sum = 0;
            for (const Vec<double, 2 * R>& w : weights) sum += w[k];
            to[k] = float(sum);
        }
    }
    const float* dots_of_ones() const { return weights_.data() + 4 * LineWeights<R, T>::all; }

    // Steps 7.1 and 7.4 have a thread block for each block.
    unsigned blocks() const { return unsigned(tiling_.M) * unsigned(tiling_.N); }

    // Returns how many thread blocks of step 7.4 find room at once; CUDA is asked when the kernel changes.
    template <class Kernel>
    unsigned first_wave(Kernel kernel, int threads, std::size_t shared_bytes) {
        if (const void* key = reinterpret_cast<const void*>(kernel); key != wave_of_) {
            int each = 0;
            check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, threads, shared_bytes));
            wave_ = unsigned(each * limits_.multiprocessors);
            wave_of_ = key;
        }
        return wave_;
    }
    // Calls launch(tiles) with the tiles that move the blocks of this step.
    template <class Launch>
    void on_tiles(const PixelSource& in, const PixelSink& out, Launch launch) {
        if constexpr (has_bulk)
            if (choice_.bulk_copies && fits_tensor_map(in.data, in.width) &&
                fits_tensor_map(out.data, out.width))
                return launch(bulk_tiles(in, out));
        if constexpr (has_floats)
            if (in.format == PixelFormat::f32 && shape_.channels == 1)
                return launch(FloatTiles{{static_cast<const float*>(in.data), in.width},
                                         static_cast<float*>(out.data)});
        launch(PixelTiles{in, out});
    }
    static Filter make_filter(const PassDesign& pass, const Recurrence<float, R, K>& recurrence) {
        if constexpr (is_of_zeros)
            return make_zeros_filter<R>(pass);
        else if constexpr (has_own_kernels)
            return make_thread_filter<R>(pass);
        else if constexpr (is_plain_delta)
            return any_filter(make_thread_filter<R>(pass));
        else
            return any_filter(recurrence);
    }

    std::size_t perimeters_bytes() const { return perimeters_shared_bytes<R, T>(shape_.channels); }
    // Side by side, the output of F lies behind the samples.
    std::size_t filter_bytes() const {
        return sizeof(float) * T * T * std::size_t(shape_.channels) * (K == Realisation::parallel ? 2 : 1);
    }
    // Allows a kernel more dynamic shared memory than the 48 KB that all may have.
    template <class Kernel>
    static void allow(std::size_t bytes, Kernel kernel) {
        if (bytes > 40 * 1024)
            check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
    }

    template <class S>
    struct Pair {
        Recurrence<S, R, K> F, Rv;
    };
    template <class S>
    static Pair<S> make_pair(const AxisDesign& axis) {
        if constexpr (K == Realisation::parallel) {
            const ParallelForm<S, R> form = make_parallel<S, R>(axis);
            return {form.F, form.Rv};
        } else {
            return {make_recurrence<S, R, K>(axis.causal), make_recurrence<S, R, K>(axis.anticausal)};
        }
    }

    // The filters of one axis, as gpu/scan/segment_algebra.cuh asks for them.
    struct Axis {
        const AxisDesign& filter;
        const Pair<double>& pair;
        BoundaryKind boundary;

        CarryMatrices<double, R> matrices(int length) const {
            return carry_matrices(pair.F, pair.Rv, length);
        }
        BlockWeights<double, R> weights(int length) const { return block_weights(pair.F, pair.Rv, length); }
        Extension<double, R> extended(BoundaryKind kind, int length) const {
            return extension(filter, pair.F, pair.Rv, kind, length);
        }
    };

    DeviceLimits limits_;
    Shape shape_;
    KernelChoice choice_;
    int images_;
    Tiling tiling_;
    std::array<Filter, 4> passes_of_blocks_{};  // down, up, right, left
    // With blocks of 128, clusters take block rows that do not fit into one thread block.
    CarryScans<T, Filter, has_own_kernels && T == 128> carry_scans_;
    BlockDatums datums_{};
    CUtensorMap map_in_{}, map_out_{};  // of the images at mapped_in_ and mapped_out_
    const void *mapped_in_ = nullptr, *mapped_out_ = nullptr;
    const void* wave_of_ = nullptr;
    unsigned wave_ = 0;
    int passes_ = all_passes;
    float response_ = 1, response_of_columns_ = 1, scale_ = 1, rgba8_scale_ = 1;
    bool is_unorm_ = false;  // bytes stand for b / 255, and so do their datums
    EnteringStates<R> of_ones_{};
    WeightSets weight_sets_{};
    std::vector<float> host_weights_;
    DeviceBuffer<float> weights_, found_datums_, column_carries_, row_carries_;
    DeviceBuffer<BlockQueue> queue_;
};

template <int R>
std::unique_ptr<Plan> make_recursive_plan_of_order(const Job& job, const DeviceLimits& limits,
                                                   cudaStream_t stream) {
    const KernelChoice choice = kernel_choice(job, limits);
    switch (choice.form) {
        case Realisation::direct:
            if constexpr (R <= max_direct_order)
                return std::make_unique<RecursivePlan<R, 32, Realisation::direct>>(job, limits, stream);
            break;
        case Realisation::pole_zero:
            if constexpr (has_zeros_kernels(R)) {
                if (choice.block == 128) return make_large_zeros_plan<R, 128>(job, limits, stream);
                if constexpr (R <= 5)
                    if (choice.block == 64) return make_large_zeros_plan<R, 64>(job, limits, stream);
            }
            return std::make_unique<RecursivePlan<R, 32, Realisation::pole_zero>>(job, limits, stream);
        case Realisation::parallel:
            return std::make_unique<RecursivePlan<R, 32, Realisation::parallel>>(job, limits, stream);
        case Realisation::delta:
            break;
    }
    if constexpr (R > 1)
        if (choice.alternates)
            return std::make_unique<RecursivePlan<R, 32, Realisation::delta, true>>(job, limits, stream);
    if constexpr (R <= 5) {
        if (choice.block == 128) return make_large_recursive_plan<R, 128>(job, limits, stream);
        if (choice.block == 64) return make_large_recursive_plan<R, 64>(job, limits, stream);
    }
    return std::make_unique<RecursivePlan<R, 32, Realisation::delta>>(job, limits, stream);
}

}  // namespace sweep::gpu
