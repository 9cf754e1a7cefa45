// Filters down columns of which only some rows are at hand at a time, a part of so many rows after the other.
//
// Away from the impulse the response of a recursive filter is a sum of exponentials, h(n) = sum_k w_k p_k^n behind it
// and likewise, with weights w' of their own, before it. So all that the n samples x of a part do to samples outside
// of it is known from two numbers of each pole, its perimeters:
//
//     Q = sum_i p^(n-1-i) x_i   for what lies behind        B = sum_i p^i x_i   for what lies before
//
// and all that lies outside of a part does to its sample i is w p^(i+1) F + w' p^(n-i) G, where its entering states
// follow from the perimeters of all parts:
//
//     F of the next part = p^n F + Q                        G of the part before = p^n G + B
//
// What the first F and the last G are, the boundary says ([N16] section 4 gives them for states of the passes). What
// is left is an engine's: the part alone under the boundary clamp, whose own states, x_0 / (1 - p) and
// x_(n-1) / (1 - p), are taken off those that enter. With zeros around it the step there would cost float32 the
// digits of what a derivative leaves.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdio>
#include <span>
#include <vector>

#include "core/filter/pass_design.h"
#include "core/filter/spec.h"

namespace sweep {

// A pole of the response of an axis, one of a conjugate pair, whose weights are then twice its own.
struct PartPole {
    std::complex<double> pole, behind, before;
    // sum_m h_R(m - 1 - i) v(m) for the v that the causal pass alone has at m >= n, behind a line that ends there, is
    // before p^(n-i) times the sum of `past` times the F of each pole and its conjugate:
    // what the boundary `none` leaves out.
    std::vector<std::complex<double>> past, past_of_conjugate;
};

// The poles of both passes of an axis, none of them 0. Throws Error(usage) where parallel_refusal() has a reason.
std::vector<PartPole> part_poles(const AxisDesign& axis);

class ColumnParts {
  public:
    // As many columns as a row has samples, cut into parts of `heights` rows. The numbers of all parts are kept in
    // memory, or in `scratch`, an empty file that can be read and written, and then one part's are in memory.
    // Functions that go from part to part throw Error(failed) where that file cannot be read or written.
    ColumnParts(const AxisDesign& axis, std::vector<int> heights, std::size_t columns,
                std::FILE* scratch = nullptr);

    int count() const { return int(heights_.size()); }
    int height(int part) const { return heights_[std::size_t(part)]; }
    // How many rows from an end of a part the other side of that end is felt, to 1e-17 of what it is.
    int reach(int part) const;
    // The doubles that the numbers of a part are.
    std::size_t numbers_of_part() const { return rows_of_part(poles_.size()) * columns_; }
    static std::size_t rows_of_part(std::size_t poles) { return 4 * poles + 2; }
    // The numbers of a part: four rows of each pole, its first row, and its last one. Those of another object with
    // the same filter and columns may take their place.
    std::span<double> numbers(int part);

    // Reads row i of a part: each within reach of an end, in any order, but part by part.
    void read(int part, int i, const double* row);
    // Makes the entering states, less those of clamp, after all rows were read.
    // `outside`: of each sample of a row, under `constant`.
    void enter(BoundaryKind boundary, const std::vector<double>& outside);
    // The entering states as rows, four of each pole, F and G, real and imaginary. Whatever filters along the rows,
    // filters these before they are added.
    std::span<double> states(int part) { return numbers(part).first(rows_of_states() * columns_); }
    std::size_t rows_of_states() const { return 4 * poles_.size(); }
    // Adds what enters the part to its row i, which was filtered under clamp.
    template <class T>
    void add(int part, int i, T* row);

  private:
    using Complex = std::complex<double>;
    // States or sums of each pole for each column.
    using Rows = std::vector<std::vector<Complex>>;

    void keep_loaded();
    void seek(int part);
    const double* first_row(int part) { return numbers(part).data() + rows_of_states() * columns_; }
    const double* last_row(int part) { return first_row(part) + columns_; }
    Rows zeros() const { return Rows(poles_.size(), std::vector<Complex>(columns_)); }
    void walk(int part, bool is_behind, Rows& state, bool enters);
    void start(BoundaryKind boundary, const std::vector<double>& outside, Rows& starts, Rows& ends);

    std::vector<PartPole> poles_;
    std::vector<int> heights_;
    std::size_t columns_;
    int rows_ = 0;
    double slowest_ = 0;  // the largest magnitude of a pole
    std::FILE* scratch_;
    int loaded_ = -1;                           // the part in numbers_, where there is a scratch file
    std::vector<std::vector<double>> numbers_;  // of all parts, or of the one that is loaded
};

extern template void ColumnParts::add(int, int, float*);
extern template void ColumnParts::add(int, int, double*);

}  // namespace sweep
