// Algorithms 1 and 3: matrices, workspace, and which kernel each step launches.
#include <limits>

#include "core/dispatch.h"
#include "core/signal.h"
#include "gpu/plan.cuh"
#include "gpu/read_carries.cuh"
#include "gpu/signal_carries.cuh"

namespace sweep::gpu {
namespace {

template <int R>
class SignalPlan final : public Plan {
  public:
    SignalPlan(const Problem& problem, cudaStream_t stream)
        : algorithm_(problem.algorithm), shape_(problem.shape) {
        const Signal signal = signal_of(problem);
        const int lines = lines_for(shape_.channels), superblock = lines * line_length,
                  superblocks = int((std::int64_t(signal.length) + superblock - 1) / superblock);
        line_ = {signal.length, shape_.channels, lines, superblocks, signal.along_rows};
        threads_ = std::min(scan_threads<R>, (superblocks + 31) / 32 * 32);
        each_ = (superblocks + threads_ - 1) / threads_;
        const std::size_t states = 2 * R * std::size_t(shape_.channels) * std::size_t(superblocks);
        local_ = DeviceBuffer<float>(states);
        states_ = DeviceBuffer<float>(states);
        tails_ = DeviceBuffer<float>(R * std::size_t(shape_.channels));
        found_datum_ = DeviceBuffer<float>(4);
        matrices_ = DeviceBuffer<SignalMatrices<R>>(1);
        adopt(problem, stream);
    }

    int block() const override { return line_.superblock(); }
    std::size_t working_bytes() const override {
        return local_.bytes() + states_.bytes() + tails_.bytes() + matrices_.bytes() + between_.bytes();
    }

    bool adopt(const Problem& problem, cudaStream_t stream) override {
        const FilterDesign filter = design(problem.filter);
        if (problem.algorithm != algorithm_ || problem.shape != shape_ || filter.order() != R) return false;
        const Signal signal = signal_of(problem);
        const AxisDesign& axis = signal.along_rows ? filter.rows : filter.columns;
        const auto F = make_recurrence<double, R, Realisation::delta>(axis.causal),
                   Rv = make_recurrence<double, R, Realisation::delta>(axis.anticausal);
        const BoundaryKind boundary = problem.boundary.kind;
        passes_ = signal.passes;
        order_ = scan_order(boundary);
        clamp_ = boundary == BoundaryKind::clamp;
        datum_ = make_datum(problem, found_datum_.data());
        of_ones_ = states_of_ones<R, Realisation::delta>(
            filter, {make_recurrence<double, R, Realisation::delta>(filter.columns.causal),
                     make_recurrence<double, R, Realisation::delta>(filter.columns.anticausal),
                     make_recurrence<double, R, Realisation::delta>(filter.rows.causal),
                     make_recurrence<double, R, Realisation::delta>(filter.rows.anticausal)});
        factor_ = float(factor_across(problem));
        scale_ = float(filter.gain_after(problem.passes));

        const CarryMatrices<double, R> lines = carry_matrices(F, Rv, line_length),
                                       block = carry_matrices(F, Rv, line_.superblock());
        filter_ = {make_recurrence<float, R, Realisation::delta>(axis.causal),
                   make_recurrence<float, R, Realisation::delta>(axis.anticausal),
                   thread_powers(lines.tail_A_FP_minus_I), thread_powers(lines.head_A_RE_minus_I)};
        const int last = line_.length - (line_.superblocks - 1) * line_.superblock();
        host_matrices_ = {round_to<float>(block), round_to<float>(carry_matrices(F, Rv, last)),
                          thread_powers(power_minus_I(block.tail_A_FP_minus_I, each_)),
                          thread_powers(power_minus_I(block.head_A_RE_minus_I, each_)),
                          round_to<float>(extension(axis, F, Rv, boundary, line_.length))};
        // Small and from pageable memory: staged by the driver, so this returns at once.
        check(cudaMemcpyAsync(matrices_.data(), &host_matrices_, sizeof(host_matrices_),
                              cudaMemcpyHostToDevice, stream));
        return true;
    }

    Carries carries(cudaStream_t stream) const override {
        Carries all{block(), R, shape_, {}, {}};
        const bool along_rows = line_.along_rows, any = passes_ > 0, both = passes_ == 2;
        all.allocate(any && !along_rows, any && along_rows);
        if (!any) return all;
        const std::vector<float> origin = read_datum(datum_, shape_.channels, stream),
                                 states = download<float>(states_.data(), states_.size(), stream);
        for (int c = 0; c < shape_.channels; ++c)
            for (int q = 0; q < 2 * R; ++q)
                for (int m = 0; m < line_.superblocks; ++m) {
                    const bool anticausal = q >= R,
                               kept = anticausal ? both : !both || algorithm_ == Algorithm::alg3;
                    const double relative = states[state_index<R>(line_, c, q, m)],
                                 of_one = of_ones_[(along_rows ? 2 : 0) + (anticausal ? 1 : 0)][q % R],
                                 state = relative * (along_rows ? double(factor_) : 1.0) +
                                         of_one * double(origin[std::size_t(c)]);
                    (along_rows ? all.row(c, m, 0, q) : all.column(c, m, 0, q)) =
                        kept ? state : std::numeric_limits<double>::quiet_NaN();
                }
        return all;
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        const bool pair = passes_ == 2, overlapped = algorithm_ == Algorithm::alg3;
        on.overlap = false;
        const SignalSource image{in, true};
        switch (stage.step) {
            case Step::alg1_1:
                return collect(on, image, true, false);
            case Step::alg1_1r:
                return collect(on, causal_output(in, out), false, true);
            case Step::alg3_1:
                return collect(on, image, true, pair || order_ == ScanOrder::mirror);
            case Step::alg1_2:
            case Step::alg3_2:
                return launch(on, signal_prologues_kernel<R>, channels(), threads_, 0, in, line_,
                              matrices_.data(), datum_, clamp_, order_, overlapped, each_, local_.data(),
                              states_.data(), tails_.data());
            case Step::alg1_2r:
            case Step::alg3_3:
                return launch(on, signal_epilogues_kernel<R>, channels(), threads_, 0, in, line_,
                              matrices_.data(), datum_, clamp_, order_, overlapped, each_, local_.data(),
                              states_.data(), tails_.data());
            case Step::alg1_3:
                return filter(on, image, pair ? causal_sink(out) : output(out), in, passes_ > 0, false);
            case Step::alg1_3r:
                return filter(on, causal_output(in, out), output(out), in, false, true);
            case Step::alg3_4:
                return filter(on, image, output(out), in, passes_ > 0, pair);
            default:
                return;
        }
    }

  private:
    unsigned channels() const { return unsigned(shape_.channels); }
    std::size_t tile_bytes() const { return channels() * unsigned(line_.plane()) * sizeof(float); }
    // What algorithm 1 leaves between its passes.
    SignalSink causal_sink(const PixelSink& out) {
        return {
            {PixelFormat::f32, shape_.channels, between_.image(out, shape_), 0, shape_.width}, false, 1, 1};
    }
    SignalSource causal_output(PixelSource like, const PixelSink& out) {
        like.format = PixelFormat::f32;
        like.data = between_.image(out, shape_);
        return {like, false};
    }
    SignalSink output(const PixelSink& out) const { return {out, true, factor_, scale_}; }

    void collect(LaunchOn on, const SignalSource& from, bool forward, bool backward) {
        launch(on, signal_carries_kernel<R>, unsigned(line_.superblocks), unsigned(line_.lines) * channels(),
               tile_bytes(), from, line_, filter_, datum_, forward, backward, local_.data());
    }
    void filter(LaunchOn on, const SignalSource& from, const SignalSink& to, const PixelSource& image,
                bool forward, bool backward) {
        launch(on, signal_output_kernel<R>, unsigned(line_.superblocks), unsigned(line_.lines) * channels(),
               tile_bytes(), from, to, image, line_, filter_, datum_, forward, backward, states_.data());
    }

    Algorithm algorithm_;
    Shape shape_;
    SignalShape line_{};
    int passes_ = 2;               // along the signal
    int threads_ = 32, each_ = 1;  // of the scan, and the superblocks of each
    ScanOrder order_ = ScanOrder::once;
    bool clamp_ = false;
    Datum datum_{};
    float factor_ = 1, scale_ = 1;
    SignalFilter<R> filter_{};
    SignalMatrices<R> host_matrices_{};
    DeviceBuffer<SignalMatrices<R>> matrices_;
    EnteringStates<R> of_ones_{};
    DeviceBuffer<float> local_, states_, tails_, found_datum_;
    Intermediate between_;
};

}  // namespace

std::unique_ptr<Plan> make_signal_plan(const Problem& problem, cudaStream_t stream) {
    return dispatch_order(design(problem.filter).order(), [&]<int R>() -> std::unique_ptr<Plan> {
        return std::make_unique<SignalPlan<R>>(problem, stream);
    });
}

}  // namespace sweep::gpu
