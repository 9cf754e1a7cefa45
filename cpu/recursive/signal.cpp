// Algorithms 1 and 3 ([N11] sections 4.3 and 5.1): signals, images of one row or one column, in blocks.
//
//        1, causal and anticausal one after the other          3, overlapped
//   .1   P of each block from zero                             P and E of each block from zero
//   .2   complete P                                            complete P
//   .3   y, block by block; then the same of y backwards:      complete E
//        .1' E from zero   .2' complete E   .3' z
//   .4                                                         z, block by block
//
// The carries are completed within the segments of a folded signal and then along it (signal_fold.h):
// first each segment is scanned as if zero entered it, then what leaves the segments is scanned along the
// signal, exact at its ends, and then what enters a segment is added to the states of its blocks.
//
// Between 1.3 and 1.1' the causal result lies in the output, relative to the datum. The passes across the
// signal find lines of a single sample; together they multiply each sample by one factor, which
// core/families/signal.h computes.
#include "core/families/signal.h"

#include <algorithm>

#include "core/base/memory.h"
#include "cpu/recursive/signal_fold.h"
#include "cpu/recursive/steps.h"

namespace sweep::cpu {
namespace {

template <class T>
class SignalSteps final : public RecursiveSteps<T> {
  public:
    SignalSteps(const DesignedProblem& asked, Threads& threads);
    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override;
    sweep::Carries carries() const override;
    std::size_t working_bytes() const override {
        return whole_carries_.bytes() + tail_carries_.bytes() + segment_carries_.bytes() + leaving_.bytes();
    }

  private:
    using Base = RecursiveSteps<T>;
    using Base::c_, Base::r_, Base::threads_, Base::decoding_, Base::as_it_is_;

    using Tile = SignalTile;
    template <class F>
    void for_each_tile(const F& body) const {
        threads_.for_each(fold_.tiles(), 4, [&](std::ptrdiff_t i) { body(fold_.tile(i)); });
    }
    // Calls body(channel, group).
    template <class F>
    void for_each_group_of_segments(const F& body) const {
        threads_.for_each(std::ptrdiff_t(c_) * (fold_.groups + 1), 1, [&](std::ptrdiff_t i) {
            body(int(i / (fold_.groups + 1)), int(i % (fold_.groups + 1)));
        });
    }

    void load(const Decoding<T>& decoding, const ConstImageView& image, const Tile& t, T* planes) const;
    void store(const T* planes, const Tile& t, bool is_result, const ImageView& image) const;
    void choose_datum(const ConstImageView& in);
    void keep_ends(const ConstImageView& in);

    void carries_from_zero(const ConstImageView& image, const Decoding<T>& decoding, const Tile& t,
                           bool anticausal) const;
    void both_carries_from_zero(const ConstImageView& in, const Tile& t) const;
    void complete_prologues() const;
    void complete_epilogues() const;
    void pass(const ConstImageView& image, const Decoding<T>& decoding, const ImageView& out, const Tile& t,
              bool anticausal, bool is_result) const;
    void filter(const ConstImageView& in, const ImageView& out, const Tile& t) const;

    int numbers() const { return 2 * r_; }
    const AxisFilter<T>& filter_of(int group) const { return group < fold_.groups ? *whole_ : *tail_; }
    CarryView<T> carries(int channel, int group) const {
        if (group == fold_.groups)
            return {tail_carries_.data() +
                        std::ptrdiff_t(channel) * fold_.tail_blocks() * numbers() * line_multiple,
                    std::ptrdiff_t(numbers()) * line_multiple, line_multiple};
        return {whole_carries_.data() + std::ptrdiff_t(channel) * fold_.L * numbers() * fold_.lines +
                    group * block_size,
                std::ptrdiff_t(numbers()) * fold_.lines, fold_.lines};
    }
    T* block_carries(int channel, const Tile& t) const {
        const CarryView<T> all = carries(channel, t.group);
        return all.data + t.l * all.block_pitch;
    }
    // Carries along the signal, where each segment is a block. Only their first line is used.
    CarryView<T> across(int channel) const {
        return {
            segment_carries_.data() + std::ptrdiff_t(channel) * fold_.segments() * numbers() * line_multiple,
            std::ptrdiff_t(numbers()) * line_multiple, line_multiple};
    }
    StateView<T> leaving(int channel) const {
        return {leaving_.data() + std::ptrdiff_t(channel) * r_ * line_multiple, line_multiple};
    }
    // Copy the states of a group's segments to and from those along the signal, the P (q = 0) or the E (q =
    // r).
    void put_segments(int channel, int group, const T* states, int q) const;
    void get_segments(int channel, int group, T* states, int q) const;

    const Signal signal_;
    const Fold fold_;
    const std::unique_ptr<AxisFilter<T>> whole_, tail_, segments_;
    const T factor_;
    T offset_of_result_[4] = {};
    alignas(64) T first_[4][line_multiple] = {}, last_[4][line_multiple] = {};  // continue the signal
    Buffer<T> whole_carries_, tail_carries_, segment_carries_, leaving_;
};

const AxisDesign& axis_of(const FilterDesign& filter, const Signal& signal) {
    return signal.along_rows ? filter.rows : filter.columns;
}

template <class T>
SignalSteps<T>::SignalSteps(const DesignedProblem& asked, Threads& threads)
    : Base(asked, threads),
      signal_(signal_of(asked.problem)),
      fold_(signal_.length),
      whole_(make_axis_filter<T>(axis_of(this->design_, signal_), this->realisation_, BoundaryKind::none,
                                 fold_.segment())),
      tail_(make_axis_filter<T>(axis_of(this->design_, signal_), this->realisation_, BoundaryKind::none,
                                fold_.tail)),
      segments_(make_axis_filter<T>(axis_of(this->design_, signal_), this->realisation_,
                                    asked.problem.boundary.kind, signal_.length, fold_.segment())),
      factor_(T(factor_across(asked))) {
    const std::size_t numbers_of_all = std::size_t(c_) * std::size_t(numbers()),
                      whole = numbers_of_all * std::size_t(fold_.L) * std::size_t(fold_.lines),
                      tail = numbers_of_all * std::size_t(fold_.tail_blocks()) * line_multiple,
                      segments = numbers_of_all * std::size_t(fold_.segments()) * line_multiple;
    require_memory((whole + tail + segments) * sizeof(T), "the workspace of this filter");
    whole_carries_ = Buffer<T>(whole, threads);
    tail_carries_ = Buffer<T>(tail, threads);
    segment_carries_ = Buffer<T>(segments, threads);
    leaving_ = Buffer<T>(numbers_of_all * line_multiple, threads);
}

template <class T>
void SignalSteps<T>::load(const Decoding<T>& decoding, const ConstImageView& image, const Tile& t,
                          T* planes) const {
    SignalTileView(image, t, fold_.segment(), signal_.along_rows)
        .load([&](const ConstImageView& dense, const Region& all) {
            load_tile(decoding, dense, all, padded(t.rows), block_size, planes);
        });
}

template <class T>
void SignalSteps<T>::store(const T* planes, const Tile& t, bool is_result, const ImageView& image) const {
    SignalTileView(image, t, fold_.segment(), signal_.along_rows)
        .store([&](const ImageView& dense, const Region& all) {
            if (is_result)
                store_tile_scaled(planes, this->gain_ * factor_, offset_of_result_, dense, all, false);
            else
                store_tile(planes, dense, all, false);
        });
}

// The datum, and what the constant outside brings in across the signal: a sample x becomes factor x + (1 - factor) V.
template <class T>
void SignalSteps<T>::choose_datum(const ConstImageView& in) {
    Base::choose_datum(in);
    for (int k = 0; k < c_; ++k)
        offset_of_result_[k] = this->offset_[k] + this->gain_ * (1 - factor_) * this->outside_columns(k);
}

template <class T>
void SignalSteps<T>::keep_ends(const ConstImageView& in) {
    for (int k = 0; k < c_; ++k)
        first_[k][0] = last_[k][0] = this->outside_columns(k);  // whichever axis it is: nothing ran before
    if (!this->clamps_rows()) return;
    alignas(64) T planes[4 * tile_samples];
    for (const bool at_end : {false, true}) {
        load(decoding_, in, {0, 0, at_end ? signal_.length - 1 : 0, 1, 1}, planes);
        for (int k = 0; k < c_; ++k) (at_end ? last_ : first_)[k][0] = planes[k * tile_samples];
    }
}

// Step 1.1, and on the causal result step 1.1'.
template <class T>
void SignalSteps<T>::carries_from_zero(const ConstImageView& image, const Decoding<T>& decoding,
                                       const Tile& t, bool anticausal) const {
    alignas(64) T planes[4 * tile_samples], across[tile_samples];
    const AxisFilter<T>& filter = filter_of(t.group);
    const int lines = padded(t.rows);
    const std::ptrdiff_t pitch = carries(0, t.group).pitch;
    load(decoding, image, t, planes);
    for (int k = 0; k < c_; ++k) {
        alignas(64) T states[max_order * block_size] = {};
        transpose_tile(planes + k * tile_samples, block_size, lines, across, block_size, block_size);
        filter.pass(across, t.columns, lines, {states, block_size}, anticausal);
        T* to = block_carries(k, t);
        for (int q = 0; q < r_; ++q) {
            std::copy_n(states + q * block_size, lines, to + (anticausal ? r_ + q : q) * pitch);
            if (anticausal) std::fill_n(to + q * pitch, lines, T(0));  // the causal pass is done
        }
    }
}

// Step 3.1.
template <class T>
void SignalSteps<T>::both_carries_from_zero(const ConstImageView& in, const Tile& t) const {
    alignas(64) T planes[4 * tile_samples];
    Fetch nothing;
    load(decoding_, in, t, planes);
    for (int k = 0; k < c_; ++k)
        filter_of(t.group).dots_of_rows(planes + k * tile_samples, padded(t.rows),
                                        t.group == fold_.groups && t.l == fold_.tail_blocks() - 1,
                                        block_carries(k, t), carries(0, t.group).pitch, nothing);
}

template <class T>
void SignalSteps<T>::put_segments(int k, int g, const T* states, int q) const {
    const CarryView<T> to = across(k);
    const int first = g * block_size,
              count = g < fold_.groups ? std::min(block_size, fold_.whole - first) : 1;
    for (int i = 0; i < count; ++i)
        for (int number = 0; number < r_; ++number)
            to.data[(g < fold_.groups ? first + i : fold_.whole) * to.block_pitch + (q + number) * to.pitch] =
                states[number * block_size + i];
}

template <class T>
void SignalSteps<T>::get_segments(int k, int g, T* states, int q) const {
    const CarryView<T> from = across(k);
    const int first = g * block_size,
              count = g < fold_.groups ? std::min(block_size, fold_.whole - first) : 1;
    for (int i = 0; i < count; ++i)
        for (int number = 0; number < r_; ++number)
            states[number * block_size + i] =
                from.data[(g < fold_.groups ? first + i : fold_.whole) * from.block_pitch +
                          (q + number) * from.pitch];
}

// Steps 1.2 and 3.2.
template <class T>
void SignalSteps<T>::complete_prologues() const {
    const bool mirrors = runs_back(this->problem_.boundary.kind);
    for_each_group_of_segments([&](int k, int g) {
        alignas(64) T P[max_order * block_size] = {}, E[max_order * block_size] = {};
        filter_of(g).prologues_from({P, block_size}, carries(k, g), fold_.lines_of(g));
        put_segments(k, g, P, 0);
        if (!mirrors) return;  // under mirror the first P depends on the epilogues
        filter_of(g).epilogues_from({E, block_size}, carries(k, g), fold_.lines_of(g), false);
        put_segments(k, g, E, r_);
    });
    threads_.for_each(c_, 1, [&](std::ptrdiff_t k) {
        segments_->prologues(across(int(k)), line_multiple, first_[k], last_[k], leaving(int(k)));
    });
    for_each_group_of_segments([&](int k, int g) {
        alignas(64) T P[max_order * block_size] = {};
        get_segments(k, g, P, 0);
        filter_of(g).add_to_prologues({P, block_size}, carries(k, g), fold_.lines_of(g));
    });
}

// Steps 1.2' and 3.3. The blocks know their P by now, so that no P has to pass from segment to segment.
template <class T>
void SignalSteps<T>::complete_epilogues() const {
    for_each_group_of_segments([&](int k, int g) {
        alignas(64) T E[max_order * block_size] = {};
        alignas(64) static constexpr T none[max_order * block_size] = {};
        filter_of(g).epilogues_from({E, block_size}, carries(k, g), fold_.lines_of(g), false);
        put_segments(k, g, E, r_);
        put_segments(k, g, none, 0);
    });
    threads_.for_each(c_, 1, [&](std::ptrdiff_t k) {
        segments_->epilogues(across(int(k)), line_multiple, last_[k], leaving(int(k)));
    });
    for_each_group_of_segments([&](int k, int g) {
        alignas(64) T E[max_order * block_size] = {};
        get_segments(k, g, E, r_);
        filter_of(g).epilogues_from({E, block_size}, carries(k, g), fold_.lines_of(g), true);
    });
}

// Steps 1.3 and 1.3'.
template <class T>
void SignalSteps<T>::pass(const ConstImageView& image, const Decoding<T>& decoding, const ImageView& out,
                          const Tile& t, bool anticausal, bool is_result) const {
    alignas(64) T planes[4 * tile_samples], across[tile_samples];
    const int lines = padded(t.rows);
    const std::ptrdiff_t pitch = carries(0, t.group).pitch;
    load(decoding, image, t, planes);
    for (int k = 0; k < c_; ++k) {
        alignas(64) T states[max_order * block_size] = {};
        const T* from = block_carries(k, t) + (anticausal ? r_ * pitch : 0);
        for (int q = 0; q < r_; ++q) std::copy_n(from + q * pitch, lines, states + q * block_size);
        transpose_tile(planes + k * tile_samples, block_size, lines, across, block_size, block_size);
        filter_of(t.group).pass(across, t.columns, lines, {states, block_size}, anticausal);
        transpose_tile(across, block_size, block_size, planes + k * tile_samples, block_size, lines);
    }
    store(planes, t, is_result, out);
}

// Step 3.4.
template <class T>
void SignalSteps<T>::filter(const ConstImageView& in, const ImageView& out, const Tile& t) const {
    alignas(64) T planes[4 * tile_samples], across[tile_samples];
    const int lines = padded(t.rows);
    Fetch nothing;
    load(decoding_, in, t, planes);
    for (int k = 0; k < c_ && signal_.passes > 0; ++k) {
        transpose_tile(planes + k * tile_samples, block_size, lines, across, block_size, block_size);
        filter_of(t.group).filter(across, t.columns, lines, block_carries(k, t), carries(0, t.group).pitch,
                                  signal_.passes == 2, nothing);
        transpose_tile(across, block_size, block_size, planes + k * tile_samples, block_size, lines);
    }
    store(planes, t, true, out);
}

template <class T>
void SignalSteps<T>::run(const Stage& stage, const ConstImageView& in, const ImageView& out) {
    switch (stage.step) {
        case Step::alg1_1:
        case Step::alg3_1:
            choose_datum(in);
            keep_ends(in);
            for_each_tile([&](const Tile& t) {
                if (stage.step == Step::alg1_1)
                    carries_from_zero(in, decoding_, t, false);
                else
                    both_carries_from_zero(in, t);
            });
            break;
        case Step::alg1_2:
        case Step::alg3_2:
            complete_prologues();
            break;
        case Step::alg1_3:
            if (signal_.passes == 0) {  // the only stage
                choose_datum(in);
                for_each_tile([&](const Tile& t) { filter(in, out, t); });
            } else {
                for_each_tile(
                    [&](const Tile& t) { pass(in, decoding_, out, t, false, signal_.passes == 1); });
            }
            break;
        case Step::alg1_1r:
            for_each_tile([&](const Tile& t) { carries_from_zero(out, as_it_is_, t, true); });
            break;
        case Step::alg1_2r:
        case Step::alg3_3:
            complete_epilogues();
            break;
        case Step::alg1_3r:
            for_each_tile([&](const Tile& t) { pass(out, as_it_is_, out, t, true, true); });
            break;
        case Step::alg3_4:
            if (signal_.passes == 0) choose_datum(in);
            for_each_tile([&](const Tile& t) { filter(in, out, t); });
            break;
        default:
            break;
    }
}

template <class T>
sweep::Carries SignalSteps<T>::carries() const {
    const auto relative = [&](int channel, int m, int q) {
        const bool is_tail = m >= fold_.whole * fold_.L;
        const int segment = m / fold_.L, l = is_tail ? m - fold_.whole * fold_.L : m % fold_.L;
        const CarryView<T> from = carries(channel, is_tail ? fold_.groups : segment / block_size);
        return double(
            from.data[l * from.block_pitch + q * from.pitch + (is_tail ? 0 : segment % block_size)]);
    };
    std::vector<double> datum;
    for (int k = 0; k < c_; ++k)
        datum.push_back(double(this->decoding_.datum[k]) +
                        (signal_.along_rows ? double((1 - factor_) * this->outside_columns(k)) : 0));
    return signal_carries({this->problem_, this->design_}, block_size, relative, this->states_of_ones(),
                          datum);
}

}  // namespace

std::unique_ptr<Steps> signal_steps(const DesignedProblem& asked, Threads& threads) {
    if (asked.problem.input == Sample::f64) return std::make_unique<SignalSteps<double>>(asked, threads);
    return std::make_unique<SignalSteps<float>>(asked, threads);
}

}  // namespace sweep::cpu
