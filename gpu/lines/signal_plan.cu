// Algorithms 1 and 3: matrices, workspace, and which kernel each step launches.
#include "core/families/signal.h"
#include "core/filter/dispatch.h"
#include "gpu/lines/factory.cuh"
#include "gpu/lines/signal_carries.cuh"
#include "gpu/plan/orders.h"
#include "gpu/plan/read_carries.cuh"

namespace sweep::gpu {
namespace {

template <int R>
class SignalPlan final : public Plan {
  public:
    SignalPlan(const Job& job, cudaStream_t stream) : problem_(job.problem) {
        const Signal signal = signal_of(job.problem);
        const int lines = lines_for(problem_.shape.channels), superblock = lines * line_length,
                  superblocks = int((std::int64_t(signal.length) + superblock - 1) / superblock);
        line_ = {signal.length, problem_.shape.channels, lines, superblocks, signal.along_rows};
        threads_ = std::min(scan_threads<R>, (superblocks + 31) / 32 * 32);
        each_ = (superblocks + threads_ - 1) / threads_;
        const std::size_t states = 2 * R * std::size_t(problem_.shape.channels) * std::size_t(superblocks);
        local_ = DeviceBuffer<float>(states);
        states_ = DeviceBuffer<float>(states);
        tails_ = DeviceBuffer<float>(R * std::size_t(problem_.shape.channels));
        matrices_ = DeviceBuffer<SignalMatrices<R>>(1);
        adopt(job, stream);
    }

    int block() const override { return line_.superblock(); }
    std::size_t working_bytes() const override {
        return local_.bytes() + states_.bytes() + tails_.bytes() + matrices_.bytes() + between_.bytes() +
               datum_.bytes();
    }

    bool adopt(const Job& job, cudaStream_t stream) override {
        const FilterDesign& filter = job.design;
        if (job.problem.method.algorithm != problem_.method.algorithm ||
            job.problem.shape != problem_.shape || filter.order() != R)
            return false;
        problem_ = job.problem;
        design_ = job.design;
        const Signal signal = signal_of(job.problem);
        const AxisDesign& axis = signal.along_rows ? filter.rows : filter.columns;
        const auto F = make_recurrence<double, R, Realisation::delta>(axis.causal),
                   Rv = make_recurrence<double, R, Realisation::delta>(axis.anticausal);
        const BoundaryKind boundary = job.problem.boundary.kind;
        passes_ = signal.passes;
        order_ = scan_order(boundary);
        clamp_ = continues_by_edge(boundary);
        datum_.adopt(job.problem, filter);
        factor_ = float(factor_across({job.problem, filter}));
        scale_ = float(filter.gain_after(job.problem.passes));

        const CarryMatrices<double, R> lines = carry_matrices(F, Rv, line_length),
                                       block = carry_matrices(F, Rv, line_.superblock());
        filter_ = {make_recurrence<float, R, Realisation::delta>(axis.causal),
                   make_recurrence<float, R, Realisation::delta>(axis.anticausal),
                   thread_powers(lines.tail_A_FP), thread_powers(lines.head_A_RE)};
        const int last = line_.length - (line_.superblocks - 1) * line_.superblock();
        host_matrices_ = {round_to<float>(block), round_to<float>(carry_matrices(F, Rv, last)),
                          thread_powers(power(block.tail_A_FP, each_)),
                          thread_powers(power(block.head_A_RE, each_)),
                          round_to<float>(extension(axis, F, Rv, boundary, line_.length))};
        // The struct is small and lies in pageable memory: the driver stages it, and this returns at once.
        check(cudaMemcpyAsync(matrices_.data(), &host_matrices_, sizeof(host_matrices_),
                              cudaMemcpyHostToDevice, stream));
        return true;
    }

    Carries carries(cudaStream_t stream) const override {
        const std::vector<float> origin = datum_.read(stream), states = states_.download(stream);
        const auto relative = [&](int channel, int m, int k) {
            return double(states[state_index<R>(line_, channel, k, m)]);
        };
        std::array<Recurrence<double, R, Realisation::delta>, 4> passes;
        for (std::size_t i = 0; i < 4; ++i)
            passes[i] = make_recurrence<double, R, Realisation::delta>(design_.pass(int(i)));
        std::array<std::vector<double>, 4> of_ones;
        for (std::size_t i = 0; const Vec<double, R>& state : states_of_ones(design_, passes))
            of_ones[i++].assign(state.v, state.v + R);
        std::vector<double> datum(origin.begin(), origin.end());
        const OutsideConstant& outside = datum_.on_device();
        for (std::size_t c = 0; c < datum.size() && line_.along_rows && outside.has_outside; ++c)
            datum[c] += double((1 - factor_) * (outside.constant[c] - origin[c]));
        return signal_carries({problem_, design_}, block(), relative, of_ones, datum);
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        const bool pair = passes_ == 2, overlapped = problem_.method.algorithm == Algorithm::alg3;
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
                              matrices_.data(), datum_.on_device(), clamp_, order_, overlapped, each_,
                              local_.data(), states_.data(), tails_.data());
            case Step::alg1_2r:
            case Step::alg3_3:
                return launch(on, signal_epilogues_kernel<R>, channels(), threads_, 0, in, line_,
                              matrices_.data(), datum_.on_device(), clamp_, order_, overlapped, each_,
                              local_.data(), states_.data(), tails_.data());
            case Step::alg1_3:
                return filter(on, image, pair ? causal_sink(out) : output(out), passes_ > 0, false);
            case Step::alg1_3r:
                return filter(on, causal_output(in, out), output(out), false, true);
            case Step::alg3_4:
                return filter(on, image, output(out), passes_ > 0, pair);
            default:
                return;
        }
    }

  private:
    unsigned channels() const { return unsigned(problem_.shape.channels); }
    std::size_t tile_bytes() const { return channels() * unsigned(line_.plane()) * sizeof(float); }
    // The image that lies in memory between the passes of algorithm 1.
    SignalSink causal_sink(const PixelSink& out) {
        return {{PixelFormat::f32, problem_.shape.channels, between_.image(out, problem_.shape), 0,
                 problem_.shape.width},
                false,
                1,
                1};
    }
    SignalSource causal_output(PixelSource like, const PixelSink& out) {
        like.format = PixelFormat::f32;
        like.data = between_.image(out, problem_.shape);
        return {like, false};
    }
    SignalSink output(const PixelSink& out) const { return {out, true, factor_, scale_}; }

    Cover superblocks() const {
        return line_.along_rows ? Cover::of_columns(line_.superblock()) : Cover::of_rows(line_.superblock());
    }

    void collect(LaunchOn on, const SignalSource& from, bool forward, bool backward) {
        if (from.is_image) on = datum_.find(on, from.pixels);
        on.cover = superblocks();
        launch(on, signal_carries_kernel<R>, unsigned(line_.superblocks), unsigned(line_.lines) * channels(),
               tile_bytes(), from, line_, filter_, datum_.on_device(), forward, backward, local_.data());
    }
    void filter(LaunchOn on, const SignalSource& from, const SignalSink& to, bool forward, bool backward) {
        if (passes_ == 0) on = datum_.find(on, from.pixels);  // no other stage runs
        on.cover = superblocks();
        launch(on, signal_output_kernel<R>, unsigned(line_.superblocks), unsigned(line_.lines) * channels(),
               tile_bytes(), from, to, line_, filter_, datum_.on_device(), forward, backward, states_.data());
    }

    Problem problem_;
    FilterDesign design_;
    SignalShape line_{};
    int passes_ = 2;               // along the signal
    int threads_ = 32, each_ = 1;  // threads of the scan, superblocks of each
    ScanOrder order_ = ScanOrder::once;
    bool clamp_ = false;
    ImageDatum datum_;
    float factor_ = 1, scale_ = 1;
    SignalFilter<R> filter_{};
    SignalMatrices<R> host_matrices_{};
    DeviceBuffer<SignalMatrices<R>> matrices_;
    DeviceBuffer<float> local_, states_, tails_;
    Intermediate between_;
};

}  // namespace

std::unique_ptr<Plan> make_signal_plan(const Job& job, cudaStream_t stream) {
    return dispatch_order<most_published_order>(job.design.order(), [&]<int R>() -> std::unique_ptr<Plan> {
        return std::make_unique<SignalPlan<R>>(job, stream);
    });
}

}  // namespace sweep::gpu
