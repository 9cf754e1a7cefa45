// What the recursive algorithms of this engine share: the datum, and the carries of blocks.
#pragma once

#include <array>
#include <vector>

#include "core/carries.h"
#include "core/filter_design.h"
#include "core/host_device.h"
#include "cpu/axis_filter.h"
#include "cpu/buffer.h"
#include "cpu/grid.h"
#include "cpu/steps.h"

namespace sweep::cpu {

// All of them work on x - c, c being the datum: what lies outside the image (`constant`), or a sample of its corners
// (`clamp`, `repeat`, `mirror`); what the filter makes of c is put back when the result is written. A constant image is
// then zero all the way and comes out to the last bit. Of the corners the one of least magnitude is taken: under clamp
// each of them fills a quarter of the plane, so that the result is about that large there, and subtracting it costs no
// precision.
template <class T>
class RecursiveSteps : public Steps {
  protected:
    RecursiveSteps(const Problem& problem, Threads& threads);

    // Finds the datum of each channel; the first step of an algorithm begins with it.
    void choose_datum(const ConstImageView& in);
    bool clamps() const { return problem_.boundary.kind == BoundaryKind::clamp; }
    // The states in which the four passes enter an image of ones that goes on as ones: what a datum of 1 takes off.
    std::array<std::vector<double>, 4> states_of_ones() const;

    const Problem problem_;
    Threads& threads_;
    const FilterDesign design_;
    const Realisation realisation_;
    const int c_, r_;               // channels, order
    Decoding<T> decoding_;          // takes the datum off
    const Decoding<T> as_it_is_{};  // of what lies between stages, which is relative to the datum already
    T gain_, offset_[4] = {};       // of the result

  private:
    const std::array<float, 256> colour_, alpha_;  // of 8-bit input
};

// The two-dimensional algorithms on blocks.
template <class T>
class BlockSteps : public RecursiveSteps<T> {
  public:
    std::size_t working_bytes() const override {
        return columns_.bytes() + rows_.bytes() + top_.bytes() + bottom_.bytes();
    }
    sweep::Carries carries() const override;

  protected:
    // Asks for `more` numbers beside its own, before allocating any.
    BlockSteps(const Problem& problem, Threads& threads, std::size_t more = 0);

    bool sweeps_rows() const { return this->problem_.passes > 2; }
    // Runs of blocks along a block row: a tile's right neighbour is already on its way into the cache.
    template <class F>
    void for_each_block(const F& body) const {
        constexpr int run = 16;
        this->threads_.for_each(std::ptrdiff_t(grid_.blocks()), run,
                                [&](std::ptrdiff_t i) { body(int(i / grid_.N), int(i % grid_.N)); });
    }
    // body(channel, n) of all block columns, body(channel, m) of all block rows.
    template <class F>
    void for_each_line(int count, const F& body) const {
        this->threads_.for_each(std::ptrdiff_t(this->c_) * count, 1,
                                [&](std::ptrdiff_t i) { body(int(i / count), int(i % count)); });
    }

    // Brings near the carries of the block that comes after this one. What is going to be written is fetched too: a store
    // that misses the caches holds up all that are behind it. (4096^2 float32, order 3, two cores of an AMD EPYC (Zen 5):
    // step 7.1 from 3.1 to 2.3 ms, 7.4 from 4.1 to 3.6.) Inline, because g++ takes a function that does nothing but fetch
    // for one without any effect, and leaves its calls out.
    SWEEP_INLINE void fetch_carries(int channel, int m, int n) const {
        if (n + 1 == grid_.N) return;
        auto fetch = [](const T* numbers, int count) {
            for (int i = 0; i < count; i += 64 / int(sizeof(T))) __builtin_prefetch(numbers + i, 0, 2);
        };
        fetch(column_carries(channel, m, n + 1), numbers_ * grid_.column_lines);
        if (sweeps_rows()) fetch(functional(channel, m, (n + 1) * numbers_), numbers_ * grid_.row_lines);
    }
    // The planes of a block, relative to the datum.
    void load(const ConstImageView& in, int m, int n, T* tiles) const {
        load_tile(this->decoding_, in, grid_.region(m, n), grid_.row_lines, grid_.column_lines, tiles);
    }
    // The column dots of a block of raw pixels, and what clamp needs of them.
    void column_dots(const T* tile, int channel, int m, int n, Fetch& ahead) const;
    // What the lines of a block column go on with; zeros but for clamp.
    struct Ends {
        alignas(64) T first[block_size] = {}, last[block_size] = {};
    };
    Ends column_ends(int channel, int n) const;
    // All four passes over a block, from the states that enter it, and out with it.
    void filter_block(const ConstImageView& in, const ImageView& out, int m, int n) const;

    // Carries of the columns of block (m, n): [2 r][grid_.column_lines].
    T* column_carries(int channel, int m, int n) const {
        return columns_.data() + offset(offset(std::size_t(channel), grid_.M, m), grid_.N, n) *
                                     std::size_t(numbers_ * grid_.column_lines);
    }
    CarryView<T> carries_of_columns(int channel, int n) const {
        return {column_carries(channel, 0, n), std::ptrdiff_t(grid_.N) * numbers_ * grid_.column_lines,
                grid_.column_lines};
    }
    // Functional q of the rows of block row m, one number a row: 2 r carries per block, and the first and the last
    // sample, which clamp needs of the column-filtered image.
    T* functional(int channel, int m, int q) const {
        return rows_.data() + offset(offset(std::size_t(channel), grid_.M, m), functionals_, q) *
                                  std::size_t(grid_.row_lines);
    }
    CarryView<T> carries_of_rows(int channel, int m) const {
        return {functional(channel, m, 0), std::ptrdiff_t(numbers_) * grid_.row_lines, grid_.row_lines};
    }
    int first_sample() const { return functionals_ - 2; }
    int last_sample() const { return functionals_ - 1; }

    const Grid grid_;
    const int numbers_, functionals_;  // 2 r; of a row: 2 r N + 2
    const std::unique_ptr<AxisFilter<T>> down_up_, right_left_;

  private:
    Buffer<T> columns_, rows_, top_, bottom_;
};

}  // namespace sweep::cpu
