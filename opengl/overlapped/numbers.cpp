#include "opengl/overlapped/numbers.h"

#include "core/blocks/block_algebra.h"
#include "core/blocks/extension.h"
#include "core/filter/dispatch.h"

namespace sweep::opengl {
namespace {

// Appends numbers, four to a vector.
class Packed {
  public:
    explicit Packed(Vectors& to) : to_(to) {}

    template <int R>
    void put(const Mat<double, R>& matrix) {
        for (int i = 0; i < R; ++i)
            for (int j = 0; j < R; ++j) put(matrix[i][j]);
    }
    template <int R>
    void put(const Vec<double, R>& vector) {
        for (int k = 0; k < R; ++k) put(vector[k]);
    }
    void put(double number) {
        if (count_ % 4 == 0) to_.push_back({});
        to_.back()[count_++ % 4] = float(number);
    }

  private:
    Vectors& to_;
    std::size_t count_ = 0;
};

template <int R, Realisation K>
void put_pass(const PassDesign& design, const Recurrence<double, R, K>& pass, bool has_level, Vectors& to) {
    to.push_back({float(pass.first), float(pass.kept), has_level ? 1.0F : 0.0F, float(pass.response())});
    for (int i = 0; i < R / 2; ++i) {
        float k = 0;
        if constexpr (K == Realisation::delta) k = float(pass.k[i]);
        to.push_back({float(pass.a[i]), float(pass.g[i]), k, float(pass.sign[i])});
    }
    for (int i = 0; i < (R + 1) / 2; ++i) {
        std::array<float, 4> out{};
        if constexpr (K == Realisation::pole_zero) {
            const int pair = i - R % 2;
            out = {float(pass.K[i]), float(pass.D[i]), pair >= 0 ? float(pass.C[pair]) : 0.0F};
        }
        to.push_back(out);
    }
    // The state that rounded coefficients leave unchanged.
    const auto steady = make_recurrence<float, R, K>(design).steady();
    for (int k = 0; k < R; ++k) to.push_back({steady[k]});
}

// An axis: its line of `length` samples in blocks of `block`.
template <int R, Realisation K>
struct AxisOfBlocks {
    const AxisDesign& design;
    const Recurrence<double, R, K> F, Rv;
    const int blocks, last_length;
    const CarryMatrices<double, R> full, last;

    AxisOfBlocks(const AxisDesign& axis, int length, int block)
        : design(axis),
          F(make_recurrence<double, R, K>(axis.causal)),
          Rv(make_recurrence<double, R, K>(axis.anticausal)),
          blocks((length + block - 1) / block),
          last_length(length - (blocks - 1) * block),
          full(carry_matrices(F, Rv, block)),
          last(carry_matrices(F, Rv, last_length)) {}

    void put_passes(Vectors& to) const {
        put_pass<R>(design.causal, F, full.tail_A_FP.kept == 1, to);
        put_pass<R>(design.anticausal, Rv, full.head_A_RE.kept == 1, to);
    }

    // The weights of a block and of the last block; appends their sums to `sums`.
    void put_weights(int block, Vectors& to, Vectors& sums) const {
        constexpr int numbers = 2 * R, fours = (numbers + 3) / 4;
        for (const int length : {block, last_length}) {
            const BlockWeights<double, R> weights = block_weights(F, Rv, length);
            Vec<double, numbers> sum{};
            const auto append = [](const Vec<double, numbers>& w, Vectors& there) {
                for (int k = 0; k < fours; ++k) {
                    std::array<float, 4> four{};
                    for (int i = 4 * k; i < numbers && i < 4 * k + 4; ++i)
                        four[std::size_t(i % 4)] = float(w[i]);
                    there.push_back(four);
                }
            };
            for (int i = 0; i < block; ++i) {
                const Vec<double, numbers> w = i < length ? weights[std::size_t(i)] : Vec<double, numbers>{};
                for (int k = 0; k < numbers; ++k) sum[k] += w[k];
                append(w, to);
            }
            append(sum, sums);
        }
    }

    // `pass` is the axis's first.
    Vectors scan(BoundaryKind boundary, int length, int segment, const OfOnes& of_ones,
                 std::size_t pass) const {
        const auto over_segment = [segment](const Transition<double, R>& A) {
            Transition<double, R> all = A;
            for (int i = 1; i < segment; ++i) all = multiply(A, all);
            return all;
        };
        const Transition<double, R> F_segment = over_segment(full.tail_A_FP),
                                    R_segment = over_segment(full.head_A_RE);
        Vectors to{{float(full.tail_A_FP.kept), float(full.head_A_RE.kept), float(last.tail_A_FP.kept),
                    float(last.head_A_RE.kept)},
                   {float(F_segment.kept), float(R_segment.kept)}};
        Packed packed(to);
        for (const Mat<double, R>& matrix :
             {full.tail_A_FP.rest, last.tail_A_FP.rest, full.head_A_RE.rest, last.head_A_RE.rest,
              full.head_A_RB_A_FP, last.head_A_RB_A_FP, F_segment.rest, R_segment.rest})
            packed.put(matrix);
        const Extension<double, R> e = extension(design, F, Rv, boundary, length);
        for (const Mat<double, R>& matrix : {e.H, e.H_zeros, e.from_tail, e.from_head, e.wrap})
            packed.put(matrix);
        for (const Vec<double, R>& vector : {e.first, e.last, e.of_first, e.of_last}) packed.put(vector);
        for (std::size_t i = pass; i < pass + 2; ++i)
            for (const double s : of_ones[i]) packed.put(s);
        return to;
    }
};

template <int R, Realisation K>
OverlappedNumbers numbers(const DesignedProblem& asked, int block, int column_segment, int row_segment) {
    const Problem& p = asked.problem;
    const AxisOfBlocks<R, K> columns(asked.design.columns, p.shape.height, block),
        rows(asked.design.rows, p.shape.width, block);
    OverlappedNumbers all;
    columns.put_passes(all.passes);
    rows.put_passes(all.passes);
    Vectors sums, unused;
    columns.put_weights(block, all.weights, unused);
    rows.put_weights(block, all.weights, sums);
    all.weights.insert(all.weights.end(), sums.begin(), sums.end());
    const OfOnes of_ones = states_of_ones(asked);
    all.columns = columns.scan(p.boundary_of_columns().kind, p.shape.height, column_segment, of_ones, 0);
    all.rows = rows.scan(p.boundary.kind, p.shape.width, row_segment, of_ones, 2);
    return all;
}

}  // namespace

Form form_of(const DesignedProblem& asked) {
    if (sweep::form_of(asked.problem, asked.design) == Realisation::pole_zero) return Form::pole_zero;
    return alternates(asked.design) ? Form::alternating : Form::delta;
}

OverlappedNumbers overlapped_numbers(const DesignedProblem& asked, int block, int column_segment,
                                     int row_segment) {
    return dispatch_order(asked.design.order(), [&]<int R>() {
        return form_of(asked) == Form::pole_zero
                   ? numbers<R, Realisation::pole_zero>(asked, block, column_segment, row_segment)
                   : numbers<R, Realisation::delta>(asked, block, column_segment, row_segment);
    });
}

OfOnes states_of_ones(const DesignedProblem& asked) {
    OfOnes of_ones;
    for (int i = 0; i < 4; ++i) {
        const PassDesign& pass = asked.design.pass(i);
        of_ones[std::size_t(i)] = dispatch_order(pass.order(), [&]<int R>() {
            const Vec<double, R> s = form_of(asked) == Form::pole_zero
                                         ? make_recurrence<double, R, Realisation::pole_zero>(pass).steady()
                                         : make_recurrence<double, R, Realisation::delta>(pass).steady();
            return std::vector<double>(s.v, s.v + R);
        });
        for (double& s : of_ones[std::size_t(i)]) s *= asked.design.response_after(i);
    }
    return of_ones;
}

}  // namespace sweep::opengl
