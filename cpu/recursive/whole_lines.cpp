// Algorithm rt (Ruijters and Thevenaz 2010; [N11] section 4): whole lines, one pass after the other, four
// times through memory.
//
//   RT.1 down      y = F(P_first, x) on every column        RT.2 up      z = R(y, E_last)
//   RT.3 right     the same on every row                    RT.4 left
//
// A thread takes block_size lines at a time and walks along them, one tile after the other. The first pass
// reads the image; between passes the image lies in the output, relative to the datum. The causal pass of an
// axis keeps the states and samples at the far end of the lines, with which the anticausal pass begins
// (core/blocks/extension.h). Periodic lines would have to be run over twice, and are refused.
#include <algorithm>

#include "core/base/memory.h"
#include "cpu/recursive/steps.h"

namespace sweep::cpu {
namespace {

template <class T>
class WholeLineSteps final : public RecursiveSteps<T> {
  public:
    WholeLineSteps(const DesignedProblem& asked, Threads& threads);
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;
    std::size_t working_bytes() const override { return leaving_.bytes() + ends_.bytes(); }

  private:
    using Base = RecursiveSteps<T>;
    using Base::c_, Base::r_, Base::problem_, Base::threads_;

    // The pass of a stage.
    struct Pass {
        int index;  // 0 to 3: down, up, right, left
        bool along_rows() const { return index >= 2; }
        bool anticausal() const { return index % 2 == 1; }
    };
    // Runs a pass over block `unit` of block_size columns or rows.
    void sweep(Pass pass, int unit, const ConstImageView& in, const ImageView& out) const;

    StateView<T> leaving(int unit, int channel) const {
        return {leaving_.data() + (std::size_t(unit) * std::size_t(c_) + std::size_t(channel)) *
                                      std::size_t(r_ * block_size),
                block_size};
    }
    // The last sample of each line, before it is filtered.
    T* end(int unit, int channel) const {
        return ends_.data() + (std::size_t(unit) * std::size_t(c_) + std::size_t(channel)) * block_size;
    }

    const Grid grid_;
    const std::unique_ptr<AxisFilter<T>> down_up_, right_left_;
    Buffer<T> leaving_, ends_;
};

template <class T>
WholeLineSteps<T>::WholeLineSteps(const DesignedProblem& asked, Threads& threads)
    : Base(asked, threads),
      grid_(asked.problem.shape),
      down_up_(make_axis_filter<T>(this->design_.columns, this->realisation_,
                                   asked.problem.boundary_of_columns().kind, grid_.height)),
      right_left_(make_axis_filter<T>(this->design_.rows, this->realisation_, asked.problem.boundary.kind,
                                      grid_.width)) {
    const std::size_t lines = std::size_t(std::max(grid_.M, grid_.N)) * std::size_t(c_) * block_size;
    require_memory(lines * std::size_t(r_ + 1) * sizeof(T), "the workspace of this filter");
    leaving_ = Buffer<T>(lines * std::size_t(r_), threads);
    ends_ = Buffer<T>(lines, threads);
}

template <class T>
void WholeLineSteps<T>::sweep(Pass pass, int unit, const ConstImageView& in, const ImageView& out) const {
    alignas(64) T tiles[4 * tile_samples], across[tile_samples];
    alignas(64) T states[4][max_order * block_size];
    const bool rows = pass.along_rows(), back = pass.anticausal(),
               clamps = rows ? this->clamps_rows() : this->clamps_columns();
    auto outside = [&](int k) { return rows ? this->outside_rows(k) : this->outside_columns(k); };
    const AxisFilter<T>& filter = rows ? *right_left_ : *down_up_;
    const int blocks = rows ? grid_.N : grid_.M, lines = rows ? grid_.row_lines : grid_.column_lines;
    alignas(64) T first[block_size];
    for (int i = 0; i < blocks; ++i) {
        const int block = back ? blocks - 1 - i : i;
        const Region r = rows ? grid_.region(unit, block) : grid_.region(block, unit);
        const int length = rows ? r.columns : r.rows;
        if (pass.index == 0)
            load_tile(this->decoding_, in, r, grid_.row_lines, grid_.column_lines, tiles);
        else
            load_tile(this->as_it_is_, out, r, grid_.row_lines, grid_.column_lines, tiles);
        for (int k = 0; k < c_; ++k) {
            T *tile = tiles + k * tile_samples, *line = tile;
            if (rows) {
                transpose_tile(tile, block_size, grid_.row_lines, across, block_size, grid_.column_lines);
                line = across;
            }
            const StateView<T> state{states[k], block_size};
            if (i == 0 && back) filter.enter_back(end(unit, k), leaving(unit, k), state, lines);
            if (i == 0 && !back) {
                if (clamps)
                    std::copy_n(line, lines, first);
                else
                    std::fill_n(first, lines, outside(k));
                filter.enter_front(first, state, lines);
            }
            if (!back && block == blocks - 1) {
                if (clamps)
                    std::copy_n(line + (length - 1) * block_size, lines, end(unit, k));
                else
                    std::fill_n(end(unit, k), lines, outside(k));
            }
            filter.pass(line, length, lines, state, back);
            if (rows)
                transpose_tile(across, block_size, grid_.column_lines, tile, block_size, grid_.row_lines);
        }
        if (pass.index == problem_.passes - 1)
            store_tile_scaled(tiles, this->gain_, this->offset_, out, r, false);
        else
            store_tile(tiles, out, r, false);
    }
    for (int k = 0; k < c_ && !back; ++k) std::copy_n(states[k], r_ * block_size, leaving(unit, k).data);
}

template <class T>
void WholeLineSteps<T>::run(const Stage& stage, const ConstImageView& in, const ImageView& out) {
    const Pass pass{stage.step == Step::rt_down    ? 0
                    : stage.step == Step::rt_up    ? 1
                    : stage.step == Step::rt_right ? 2
                                                   : 3};
    if (pass.index == 0) this->choose_datum(in);
    threads_.for_each(pass.along_rows() ? grid_.M : grid_.N, 1,
                      [&](std::ptrdiff_t unit) { sweep(pass, int(unit), in, out); });
}

}  // namespace

std::unique_ptr<Steps> whole_line_steps(const DesignedProblem& asked, Threads& threads) {
    if (asked.problem.input == Sample::f64) return std::make_unique<WholeLineSteps<double>>(asked, threads);
    return std::make_unique<WholeLineSteps<float>>(asked, threads);
}

}  // namespace sweep::cpu
