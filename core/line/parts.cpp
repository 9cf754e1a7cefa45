#include "core/line/parts.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/design/parallel_form.h"
#include "core/design/taps.h"

namespace sweep {
namespace {

using Complex = std::complex<double>;

// Adds a times the row to one row of numbers, and b times it to another.
void add_product(Complex factor, const double* row, std::size_t count, double* real, double* imaginary) {
    const double a = factor.real(), b = factor.imag();
    for (std::size_t x = 0; x < count; ++x) real[x] += a * row[x];
    if (b == 0) return;
    for (std::size_t x = 0; x < count; ++x) imaginary[x] += b * row[x];
}

// The compiler's own product looks for infinities, and is slow.
Complex times(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

[[noreturn]] void refuse_scratch() {
    throw Error(ExitCode::failed, std::string("the temporary file of what lies between strips of rows: ") +
                                      std::strerror(errno));
}

}  // namespace

std::vector<PartPole> part_poles(const AxisDesign& axis) {
    if (const std::string reason = parallel_refusal(axis); !reason.empty())
        throw Error(ExitCode::usage, "this filter has no response in parts: " + reason);
    const double gain = axis.causal.gain * axis.anticausal.gain;
    std::vector<PartPole> poles;
    const auto of = [&](Complex pole) -> PartPole& {
        const auto same =
            std::find_if(poles.begin(), poles.end(), [&](const PartPole& each) { return each.pole == pole; });
        if (same != poles.end()) return *same;
        poles.push_back({pole, 0, 0, {}, {}});
        return poles.back();
    };
    const auto is_one = [](Complex pole) { return pole != 0.0 && pole.imag() >= 0; };
    const auto weight = [&](const Exponential& e) { return (e.pole.imag() > 0 ? 2 : 1) * gain * e.weight; };
    for (const Exponential& e : exponentials_of(axis.causal, axis.anticausal))
        if (is_one(e.pole)) of(e.pole).behind = weight(e);
    for (const Exponential& e : exponentials_of(axis.anticausal, axis.causal))
        if (is_one(e.pole)) of(e.pole).before = weight(e);
    // The passes alone: v is sum_k r_k p_k^(m-n+1) F_k at m >= n, and the anticausal one adds s_j q_j^(m-i) of that
    // to sample i.
    const std::vector<Exponential> r = exponentials_of(axis.causal, {}),
                                   s = exponentials_of(axis.anticausal, {});
    for (PartPole& to : poles) {
        to.past.assign(poles.size(), 0);
        to.past_of_conjugate.assign(poles.size(), 0);
        const auto alone =
            std::find_if(s.begin(), s.end(), [&](const Exponential& e) { return e.pole == to.pole; });
        if (alone == s.end() || to.before == 0.0) continue;
        const Complex share = weight(*alone) / to.before;
        for (const Exponential& e : r) {
            const bool is_conjugate = e.pole.imag() < 0;
            for (std::size_t k = 0; k < poles.size(); ++k)
                if (poles[k].pole == (is_conjugate ? std::conj(e.pole) : e.pole))
                    (is_conjugate ? to.past_of_conjugate : to.past)[k] =
                        share * e.weight * e.pole / (1.0 - to.pole * e.pole);
        }
    }
    return poles;
}

ColumnParts::ColumnParts(const AxisDesign& axis, std::vector<int> heights, std::size_t columns,
                         std::FILE* scratch)
    : poles_(part_poles(axis)),
      heights_(std::move(heights)),
      columns_(columns),
      rows_(std::accumulate(heights_.begin(), heights_.end(), 0)),
      scratch_(scratch),
      numbers_(scratch ? 1 : heights_.size()) {
    for (std::vector<double>& numbers : numbers_) numbers.assign(numbers_of_part(), 0.0);
    for (const PartPole& each : poles_) slowest_ = std::max(slowest_, std::abs(each.pole));
    for (int part = 0; scratch && part < count(); ++part) {
        loaded_ = part;
        keep_loaded();
    }
}

void ColumnParts::seek(int part) {
    if (std::fseek(scratch_, long(std::size_t(part) * numbers_of_part() * sizeof(double)), SEEK_SET) != 0)
        refuse_scratch();
}

void ColumnParts::keep_loaded() {
    seek(loaded_);
    const std::vector<double>& numbers = numbers_.front();
    if (std::fwrite(numbers.data(), sizeof(double), numbers.size(), scratch_) != numbers.size())
        refuse_scratch();
}

std::span<double> ColumnParts::numbers(int part) {
    if (!scratch_) return numbers_[std::size_t(part)];
    std::vector<double>& numbers = numbers_.front();
    if (loaded_ != part) {
        keep_loaded();
        seek(part);
        if (std::fread(numbers.data(), sizeof(double), numbers.size(), scratch_) != numbers.size())
            refuse_scratch();
        loaded_ = part;
    }
    return numbers;
}

int ColumnParts::reach(int part) const {
    constexpr double nepers = 39;
    const int n = height(part);
    return slowest_ <= 0 ? 1 : int(std::min(double(n), std::ceil(-nepers / std::log(slowest_)) + 1));
}

void ColumnParts::read(int part, int i, const double* row) {
    const int n = height(part), felt = reach(part);
    double* to = numbers(part).data();
    for (const PartPole& each : poles_) {
        if (n - 1 - i < felt) add_product(std::pow(each.pole, n - 1 - i), row, columns_, to, to + columns_);
        to += 2 * columns_;
        if (i < felt) add_product(std::pow(each.pole, i), row, columns_, to, to + columns_);
        to += 2 * columns_;
    }
    if (i == 0) std::copy_n(row, columns_, to);
    if (i == n - 1) std::copy_n(row, columns_, to + columns_);
}

// Takes states across a part, F downwards where `is_behind`, otherwise G upwards. With `enters` they take the place
// of the perimeters, less those of clamp.
void ColumnParts::walk(int part, bool is_behind, Rows& states, bool enters) {
    const double* const edge = is_behind ? first_row(part) : last_row(part);
    double* real = numbers(part).data() + (is_behind ? 0 : 2 * columns_);
    for (std::size_t k = 0; k < poles_.size(); ++k, real += 4 * columns_) {
        double* const imaginary = real + columns_;
        const Complex power = std::pow(poles_[k].pole, height(part)), of_edge = 1.0 / (1.0 - poles_[k].pole);
        for (std::size_t x = 0; x < columns_; ++x) {
            Complex& state = states[k][x];
            const Complex perimeter(real[x], imaginary[x]), entering = state - edge[x] * of_edge;
            state = times(power, state) + perimeter;
            if (!enters) continue;
            real[x] = entering.real();
            imaginary[x] = entering.imag();
        }
    }
}

// The states at the ends of the columns; `starts` and `ends` have the perimeters Q and B of whole columns where the
// boundary asks for these.
void ColumnParts::start(BoundaryKind boundary, const std::vector<double>& outside, Rows& starts, Rows& ends) {
    const bool is_constant = boundary == BoundaryKind::constant,
               is_alone = turns_on_sample(boundary) && rows_ == 1;
    const std::vector<double> first(first_row(0), first_row(0) + columns_),
        last(last_row(count() - 1), last_row(count() - 1) + columns_);
    for (std::size_t k = 0; k < poles_.size(); ++k) {
        const Complex p = poles_[k].pole, once = std::pow(p, turns_on_sample(boundary) ? rows_ - 1 : rows_);
        for (std::size_t x = 0; x < columns_; ++x) {
            Complex &start = starts[k][x], &end = ends[k][x];
            const Complex Q = start, B = end;
            if (is_constant) {
                start = end = outside[x % outside.size()] / (1.0 - p);
            } else if (continues_by_edge(boundary) || is_alone) {
                start = first[x] / (1.0 - p);
                end = last[x] / (1.0 - p);
            } else if (wraps_around(boundary)) {
                start = Q / (1.0 - once);
                end = B / (1.0 - once);
            } else if (turns_on_sample(boundary)) {
                const Complex behind = (Q - last[x]) / p, before = (B - first[x]) / p;
                start = (before + once * behind) / (1.0 - once * once);
                end = (behind + once * before) / (1.0 - once * once);
            } else if (runs_back(boundary)) {
                start = (B + once * Q) / (1.0 - once * once);
                end = (Q + once * B) / (1.0 - once * once);
            }
        }
    }
}

void ColumnParts::enter(BoundaryKind boundary, const std::vector<double>& outside) {
    Rows starts = zeros(), ends = zeros();
    if (is_periodic(boundary)) {
        for (int part = 0; part < count(); ++part) walk(part, true, starts, false);
        for (int part = count(); part-- > 0;) walk(part, false, ends, false);
    }
    start(boundary, outside, starts, ends);
    for (int part = 0; part < count(); ++part) walk(part, true, starts, true);
    if (!is_extended(boundary)) {
        // The causal pass does not go on behind the columns, as it does where zeros follow.
        for (std::size_t j = 0; j < poles_.size(); ++j)
            for (std::size_t k = 0; k < poles_.size(); ++k)
                for (std::size_t x = 0; x < columns_; ++x)
                    ends[j][x] -= poles_[j].past[k] * starts[k][x] +
                                  poles_[j].past_of_conjugate[k] * std::conj(starts[k][x]);
    }
    for (int part = count(); part-- > 0;) walk(part, false, ends, true);
}

template <class T>
void ColumnParts::add(int part, int i, T* row) {
    const int n = height(part), felt = reach(part);
    const double* from = numbers(part).data();
    const auto enters = [&](Complex weight, const double* real) {
        const double a = weight.real(), b = weight.imag(), *const imaginary = real + columns_;
        for (std::size_t x = 0; x < columns_; ++x)
            row[x] = T(double(row[x]) + (a * real[x] - b * imaginary[x]));
    };
    for (const PartPole& each : poles_) {
        if (i < felt) enters(each.behind * std::pow(each.pole, i + 1), from);
        if (n - 1 - i < felt) enters(each.before * std::pow(each.pole, n - i), from + 2 * columns_);
        from += 4 * columns_;
    }
}

template void ColumnParts::add(int, int, float*);
template void ColumnParts::add(int, int, double*);

}  // namespace sweep
