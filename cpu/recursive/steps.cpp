#include "cpu/recursive/steps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "core/base/memory.h"
#include "core/blocks/extension.h"
#include "core/filter/dispatch.h"

namespace sweep::cpu {

template <class T>
RecursiveSteps<T>::RecursiveSteps(const DesignedProblem& asked, Threads& threads)
    : problem_(asked.problem),
      threads_(threads),
      design_(asked.design),
      realisation_(form_of(asked.problem, asked.design)),
      c_(asked.problem.shape.channels),
      r_(design_.order()),
      gain_(T(design_.gain_after(asked.problem.passes))),
      lattice_(datum_lattice(asked.problem, design_)),
      least_of_rows_(std::size_t(lattice_.rows)),
      colour_(byte_to_float(asked.problem.linear)),
      alpha_(byte_to_float(false)) {}

// The sample of least magnitude at the points of the lattice. NaN does not count.
template <class T>
T RecursiveSteps<T>::least_sample(const ConstImageView& in, int k) {
    const std::array<float, 256>& bytes = c_ % 2 == 0 && k == c_ - 1 ? alpha_ : colour_;
    auto sample = [&](int y, int x) {
        const int i = x * c_ + k;
        return in.sample == Sample::u8    ? T(bytes[in.row<std::uint8_t>(y)[i]])
               : in.sample == Sample::f32 ? T(in.row<float>(y)[i])
                                          : T(in.row<double>(y)[i]);
    };
    const std::ptrdiff_t chunk = std::max(1, 2048 / lattice_.columns);  // a few microseconds
    threads_.for_chunks(lattice_.rows, chunk, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (std::ptrdiff_t j = begin; j < end; ++j) {
            T least = std::numeric_limits<T>::infinity();
            for (int i = 0; i < lattice_.columns; ++i) {
                const T x = sample(lattice_.y(int(j)), lattice_.x(i));
                if (std::abs(x) < std::abs(least)) least = x;
            }
            least_of_rows_[std::size_t(j)] = least;
        }
    });
    return *std::min_element(least_of_rows_.begin(), least_of_rows_.end(),
                             [](T a, T b) { return std::abs(a) < std::abs(b); });
}

template <class T>
void RecursiveSteps<T>::choose_datum(const ConstImageView& in) {
    for (int k = 0; k < c_; ++k) {
        const std::optional<double> outside = constant_outside(problem_, std::size_t(k));
        T datum = outside ? T(*outside) : std::numeric_limits<T>::infinity();
        if (datum != 0) {
            const T least = least_sample(in, k);
            if (std::abs(least) < std::abs(datum)) datum = least;
            if (!(std::abs(datum) <= T(largest_datum))) datum = 0;
        }
        decoding_.datum[k] = datum;
        offset_[k] = gain_ * T(design_.response_after(problem_.passes)) * datum;
        auto continues = [&](const Boundary& boundary) {
            return boundary.kind == BoundaryKind::constant ? T(boundary.outside(std::size_t(k))) - datum
                                                           : T(0);
        };
        outside_columns_[k] = continues(problem_.boundary_of_columns());
        outside_rows_[k] = T(design_.response_after(2)) * continues(problem_.boundary);
        const std::array<float, 256>& bytes = c_ % 2 == 0 && k == c_ - 1 ? alpha_ : colour_;
        if (in.sample == Sample::u8)
            for (std::size_t i = 0; i < 256; ++i) decoding_.bytes[k][i] = T(bytes[i]) - datum;
    }
}

template <class T>
void RecursiveSteps<T>::write(const T* tiles, const ImageView& out, Region r) const {
    if constexpr (std::is_same_v<T, float>)
        if (this->encoder_) {
            alignas(64) float pixels[4 * tile_samples];
            const std::ptrdiff_t pitch = std::ptrdiff_t(block_size) * c_;
            store_tile_scaled(
                tiles, gain_, offset_,
                {pixels, {block_size, block_size, c_}, Sample::f32, pitch * std::ptrdiff_t(sizeof(float))},
                {0, 0, r.rows, r.columns}, false);
            return this->encoder_->encode(pixels, pitch, out, r);
        }
    store_tile_scaled(tiles, gain_, offset_, out, r, this->past_caches_);
}

template <class T>
BlockSteps<T>::BlockSteps(const DesignedProblem& asked, Threads& threads, Swept swept, std::size_t more)
    : RecursiveSteps<T>(asked, threads),
      swept_(swept),
      grid_(asked.problem.shape),
      numbers_(2 * this->r_),
      functionals_(numbers_ * grid_.N + 2),
      down_up_(make_axis_filter<T>(this->design_.columns, this->realisation_,
                                   asked.problem.boundary_of_columns().kind, grid_.height)),
      right_left_(make_axis_filter<T>(this->design_.rows, this->realisation_, asked.problem.boundary.kind,
                                      grid_.width)) {
    const std::size_t c = std::size_t(this->c_),
                      columns = sweeps_columns()
                                    ? c * grid_.blocks() * std::size_t(numbers_ * grid_.column_lines)
                                    : 0,
                      rows = sweeps_rows() ? c * std::size_t(grid_.M) * std::size_t(functionals_) *
                                                 std::size_t(grid_.row_lines)
                                           : 0,
                      edge = c * std::size_t(grid_.N) * std::size_t(grid_.column_lines);
    require_memory((columns + rows + 2 * edge + more) * sizeof(T), "the workspace of this filter");
    columns_ = Buffer<T>(columns, threads);
    rows_ = Buffer<T>(rows, threads);
    top_ = Buffer<T>(edge, threads);
    bottom_ = Buffer<T>(edge, threads);
}

template <class T>
void BlockSteps<T>::column_dots(const T* tile, int k, int m, int n, Fetch& ahead) const {
    const bool last = m == grid_.M - 1;
    fetch_carries(k, m, n);
    down_up_->dots(tile, grid_.column_lines, last, column_carries(k, m, n), grid_.column_lines, ahead);
    const std::size_t edge = offset(std::size_t(k), grid_.N, n) * std::size_t(grid_.column_lines);
    if (m == 0) std::copy_n(tile, grid_.column_lines, top_.data() + edge);
    if (last)
        std::copy_n(tile + (grid_.region(m, n).rows - 1) * block_size, grid_.column_lines,
                    bottom_.data() + edge);
}

template <class T>
typename BlockSteps<T>::Ends BlockSteps<T>::column_ends(int k, int n) const {
    Ends ends;
    std::fill_n(ends.first, block_size, this->outside_columns(k));
    std::fill_n(ends.last, block_size, this->outside_columns(k));
    if (this->reads_edges_of_columns()) {
        const std::size_t edge = offset(std::size_t(k), grid_.N, n) * std::size_t(grid_.column_lines);
        std::copy_n(top_.data() + edge, grid_.column_lines, ends.first);
        std::copy_n(bottom_.data() + edge, grid_.column_lines, ends.last);
    }
    return ends;
}

template <class T>
void BlockSteps<T>::filter_block(const ConstImageView& in, const ImageView& out, int m, int n) const {
    alignas(64) T tiles[4 * tile_samples], across[tile_samples];
    const Region r = grid_.region(m, n);
    const int passes = this->problem_.passes;
    Fetch ahead = grid_.fetch_ahead(in, m, n, sweeps_columns() && sweeps_rows() ? 1 : 2);
    load(in, m, n, tiles);
    for (int k = 0; k < this->c_; ++k) {
        T* tile = tiles + k * tile_samples;
        fetch_carries(k, m, n);
        if (sweeps_columns())
            down_up_->filter(tile, r.rows, grid_.column_lines, column_carries(k, m, n), grid_.column_lines,
                             passes >= 2, ahead);
        if (!sweeps_rows()) continue;
        transpose_tile(tile, block_size, grid_.row_lines, across, block_size, grid_.column_lines);
        right_left_->filter(across, r.columns, grid_.row_lines, functional(k, m, n * numbers_),
                            grid_.row_lines, passes >= 4, ahead);
        if (this->c_ == 1 && !this->encoder_)
            return store_transposed_scaled(across, this->gain_, this->offset_[0], out, r, this->past_caches_);
        transpose_tile(across, block_size, grid_.column_lines, tile, block_size, grid_.row_lines);
    }
    this->write(tiles, out, r);
}

// The state with which a pass enters a line of ones that continues as ones.
static std::vector<double> steady_state(const PassDesign& pass, Realisation realisation) {
    return dispatch_order(pass.order(), [&]<int R>() {
        Vec<double, R> s = make_recurrence<double, R, Realisation::delta>(pass).steady();
        if (realisation == Realisation::pole_zero)
            s = make_recurrence<double, R, Realisation::pole_zero>(pass).steady();
        if (realisation == Realisation::direct)
            for (int k = 0; k < R; ++k) s[k] = 1;
        return std::vector<double>(s.v, s.v + R);
    });
}

template <class T>
std::array<std::vector<double>, 4> RecursiveSteps<T>::states_of_ones() const {
    std::array<std::vector<double>, 4> of_ones;
    for (int i = 0; i < 4; ++i) {
        of_ones[std::size_t(i)] = steady_state(design_.pass(i), realisation_);
        const bool side_by_side = realisation_ == Realisation::parallel;  // R reads the same samples as F
        for (double& s : of_ones[std::size_t(i)]) s *= design_.response_after(side_by_side ? i / 2 * 2 : i);
    }
    return of_ones;
}

template <class T>
sweep::Carries BlockSteps<T>::carries() const {
    sweep::Carries all;
    all.block = block_size;
    all.order = this->r_;
    all.shape = this->problem_.shape;
    all.allocate(sweeps_columns(), sweeps_rows());
    const std::array<std::vector<double>, 4> of_ones = this->states_of_ones();
    for (int k = 0; k < this->c_; ++k)
        for (int q = 0; q < numbers_; ++q) {
            const std::size_t number = std::size_t(q % this->r_), anticausal = q < this->r_ ? 0 : 1;
            const double datum = double(this->decoding_.datum[k]),
                         column_level = of_ones[anticausal][number] * datum,
                         row_level = of_ones[2 + anticausal][number] * datum;
            for (int m = 0; m < grid_.M && sweeps_columns(); ++m)
                for (int x = 0; x < grid_.width; ++x)
                    all.column(k, m, x, q) =
                        double(
                            column_carries(k, m, x / block_size)[q * grid_.column_lines + x % block_size]) +
                        column_level;
            for (int n = 0; n < grid_.N && sweeps_rows(); ++n)
                for (int y = 0; y < grid_.height; ++y)
                    all.row(k, n, y, q) =
                        double(functional(k, y / block_size, n * numbers_ + q)[y % block_size]) + row_level;
        }
    return all;
}

template class RecursiveSteps<float>;
template class RecursiveSteps<double>;
template class BlockSteps<float>;
template class BlockSteps<double>;

}  // namespace sweep::cpu
