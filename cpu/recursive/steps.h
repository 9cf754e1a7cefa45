// The common part of the recursive algorithms of this engine: the datum, and the carries of blocks.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/host_device.h"
#include "core/blocks/carries.h"
#include "core/design/design.h"
#include "core/problem/datum.h"
#include "cpu/base/buffer.h"
#include "cpu/base/grid.h"
#include "cpu/base/steps.h"
#include "cpu/recursive/axis_filter.h"

namespace sweep::cpu {

// All recursive algorithms filter x - c, c being the datum (core/problem/datum.h); the response to c is added again
// when the result is written.
template <class T>
class RecursiveSteps : public Steps {
  protected:
    RecursiveSteps(const DesignedProblem& asked, Threads& threads);

    // Finds the datum of each channel. The first stage of an algorithm begins with it.
    void choose_datum(const ConstImageView& in);
    // The number that continues the columns of a channel, or its rows when these are filtered, less the datum; 0 where
    // no constant does.
    T outside_columns(int channel) const { return outside_columns_[channel]; }
    T outside_rows(int channel) const { return outside_rows_[channel]; }
    bool clamps_rows() const { return continues_by_edge(problem_.boundary.kind); }
    bool clamps_columns() const { return continues_by_edge(problem_.boundary_of_columns().kind); }
    // Whether the ends of the lines are entered by their own first and last samples: clamp, reflect101.
    bool reads_edges_of_rows() const { return reads_edge_samples(problem_.boundary.kind); }
    bool reads_edges_of_columns() const { return reads_edge_samples(problem_.boundary_of_columns().kind); }
    // The states in which the four passes enter an image of ones that continues as ones: what a datum of 1
    // takes off.
    std::array<std::vector<double>, 4> states_of_ones() const;
    // Writes the planes of a block, filtered, as the result.
    void write(const T* tiles, const ImageView& out, Region region) const;

    const Problem problem_;
    Threads& threads_;
    const FilterDesign design_;
    const Realisation realisation_;
    const int c_, r_;               // channels, order
    Decoding<T> decoding_;          // of the image; takes the datum off
    const Decoding<T> as_it_is_{};  // of images between stages, which are relative to the datum already
    T gain_, offset_[4] = {};       // for the result

  private:
    T least_sample(const ConstImageView& in, int channel);

    const DatumLattice lattice_;
    std::vector<T> least_of_rows_;                 // of the lattice
    const std::array<float, 256> colour_, alpha_;  // the values of bytes
    T outside_columns_[4] = {}, outside_rows_[4] = {};
};

// Which axes an algorithm filters.
struct Swept {
    bool columns = true, rows = true;
    // Those that run, for an algorithm that neither reads nor computes anything for the other one.
    static Swept that_run(const DesignedProblem& asked) {
        return {!asked.design.columns.is_identity(),
                asked.problem.passes > 2 && !asked.design.rows.is_identity()};
    }
};

// The two-dimensional algorithms by blocks.
template <class T>
class BlockSteps : public RecursiveSteps<T> {
  public:
    std::size_t working_bytes() const override {
        return columns_.bytes() + rows_.bytes() + top_.bytes() + bottom_.bytes();
    }
    sweep::Carries carries() const override;

  protected:
    // Requires memory for `more` numbers beside its own before it allocates any.
    BlockSteps(const DesignedProblem& asked, Threads& threads, Swept swept, std::size_t more = 0);

    bool sweeps_columns() const { return swept_.columns; }
    bool sweeps_rows() const { return swept_.rows; }
    // Calls body(m, n) for all blocks, in runs along a block row: the right neighbour is on its way into the
    // cache. Small images have shorter runs, so that every thread gets several.
    template <class F>
    void for_each_block(const F& body) const {
        const auto run = std::clamp(std::ptrdiff_t(grid_.blocks()) / (4 * this->threads_.count()),
                                    std::ptrdiff_t(1), std::ptrdiff_t(16));
        this->threads_.for_each(std::ptrdiff_t(grid_.blocks()), run,
                                [&](std::ptrdiff_t i) { body(int(i / grid_.N), int(i % grid_.N)); });
    }
    // Calls body(channel, n) for all block columns, or body(channel, m) for all block rows.
    template <class F>
    void for_each_line(int count, const F& body) const {
        this->threads_.for_each(std::ptrdiff_t(this->c_) * count, 1,
                                [&](std::ptrdiff_t i) { body(int(i / count), int(i % count)); });
    }

    // Fetches the carries of the next block of the row, also those that will only be written: a store that
    // misses the caches holds up all stores behind it (step 7.1 on two cores: 3.1 to 2.3 ms;
    // bench/results/notes.md). Inline, because g++ takes a function that only fetches for one without effect,
    // and drops its calls.
    SWEEP_INLINE void fetch_carries(int channel, int m, int n) const {
        if (n + 1 == grid_.N) return;
        auto fetch = [](const T* numbers, int count) {
            for (int i = 0; i < count; i += 64 / int(sizeof(T))) __builtin_prefetch(numbers + i, 0, 2);
        };
        if (sweeps_columns()) fetch(column_carries(channel, m, n + 1), numbers_ * grid_.column_lines);
        if (sweeps_rows()) fetch(functional(channel, m, (n + 1) * numbers_), numbers_ * grid_.row_lines);
    }
    // Loads the planes of a block, relative to the datum.
    void load(const ConstImageView& in, int m, int n, T* tiles) const {
        load_tile(this->decoding_, in, grid_.region(m, n), grid_.row_lines, grid_.column_lines, tiles);
    }
    // Takes the column dots of a block of raw samples, and keeps the first and last row,
    // which clamp and reflect101 need.
    void column_dots(const T* tile, int channel, int m, int n, Fetch& ahead) const;
    // The numbers that continue the columns of a block column, or under reflect101 its first and last row.
    struct Ends {
        alignas(64) T first[block_size] = {}, last[block_size] = {};
    };
    Ends column_ends(int channel, int n) const;
    // Filters a block by all four passes, from the states that enter it, and writes the result.
    void filter_block(const ConstImageView& in, const ImageView& out, int m, int n) const;

    // The carries of the columns of block (m, n): [2 r][grid_.column_lines].
    T* column_carries(int channel, int m, int n) const {
        return columns_.data() + offset(offset(std::size_t(channel), grid_.M, m), grid_.N, n) *
                                     std::size_t(numbers_ * grid_.column_lines);
    }
    CarryView<T> carries_of_columns(int channel, int n) const {
        return {column_carries(channel, 0, n), std::ptrdiff_t(grid_.N) * numbers_ * grid_.column_lines,
                grid_.column_lines};
    }
    // Functional q of the rows of block row m, one number for each row. The functionals of a row are the 2 r
    // carries of each block, and the row's first and last sample, which clamp and reflect101 need after the
    // columns are filtered.
    T* functional(int channel, int m, int q) const {
        return rows_.data() + offset(offset(std::size_t(channel), grid_.M, m), functionals_, q) *
                                  std::size_t(grid_.row_lines);
    }
    CarryView<T> carries_of_rows(int channel, int m) const {
        return {functional(channel, m, 0), std::ptrdiff_t(numbers_) * grid_.row_lines, grid_.row_lines};
    }
    int first_sample() const { return functionals_ - 2; }
    int last_sample() const { return functionals_ - 1; }

    const Swept swept_;
    const Grid grid_;
    const int numbers_, functionals_;  // 2 r; functionals of a row: 2 r N + 2
    const std::unique_ptr<AxisFilter<T>> down_up_, right_left_;

  private:
    Buffer<T> columns_, rows_, top_, bottom_;
};

}  // namespace sweep::cpu
