#include "lib/part.h"

#include <algorithm>
#include <span>

#include "core/design/design.h"
#include "core/design/kinds.h"
#include "lib/guarded.h"

namespace sweep::library {
namespace {

const Problem& checked(const Problem& problem) {
    if (!is_recursive(problem.filter.kind))
        refuse(
            "part: only recursive filters have states: a box needs the pixels around its part, and a table "
            "goes on from the sums before it (docs/parts.md)");
    if (problem.filter.axes == Axes::both)
        refuse(
            "part: parts follow each other along one axis: set axes to SWEEP_AXES_X or SWEEP_AXES_Y, and run one "
            "after the other");
    return problem;
}

}  // namespace

Part::Part(const Problem& problem)
    : is_along_x_(checked(problem).filter.axes == Axes::x),
      channels_(problem.shape.channels),
      length_(is_along_x_ ? problem.shape.width : problem.shape.height),
      lines_(std::size_t(is_along_x_ ? problem.shape.height : problem.shape.width) * std::size_t(channels_)),
      boundary_(!is_along_x_ && problem.boundary_y ? *problem.boundary_y : problem.boundary),
      columns_(axis(design(problem.filter)), {length_}, lines_),
      row_(lines_) {}

// Under clamp, since zeros around a part would cost float32 the digits of what a derivative leaves.
Problem Part::alone(Problem problem) {
    problem.boundary = Boundary{BoundaryKind::clamp, {}};
    problem.boundary_y.reset();
    return problem;
}

std::vector<double> Part::outside() const {
    std::vector<double> channels;
    for (int c = 0; c < channels_; ++c) channels.push_back(boundary_.outside(std::size_t(c)));
    return channels;
}

const AxisDesign& Part::axis(const FilterDesign& design) const {
    return is_along_x_ ? design.rows : design.columns;
}

std::size_t Part::numbers() const {
    return columns_.numbers_of_part();
}

std::size_t Part::bytes() const {
    return (numbers() + row_.size()) * sizeof(double);
}

// Calls f(place) for the places of a line that are felt outside of the part, and feel what is there.
template <class F>
void Part::over_ends(F&& f) {
    const int felt = std::min(columns_.reach(0), length_);
    for (int at = 0; at < felt; ++at) f(at);
    for (int at = std::max(felt, length_ - felt); at < length_; ++at) f(at);
}

// The samples of a line, which begins with its first channel, at a place along x.
template <class T, class View>
T* samples_at(View image, std::size_t line, int place) {
    const std::size_t channels = std::size_t(image.shape.channels);
    return image.template row<T>(int(line / channels)) + std::size_t(place) * channels;
}

template <class T>
void Part::read(ConstImageView image) {
    over_ends([&](int place) {
        if (is_along_x_) {
            for (std::size_t line = 0; line < lines_; line += std::size_t(channels_))
                std::copy_n(samples_at<const T>(image, line, place), channels_, row_.data() + line);
        } else {
            std::copy_n(image.row<T>(place), lines_, row_.data());
        }
        columns_.read(0, place, row_.data());
    });
}

template <class T>
void Part::write(ImageView image) {
    over_ends([&](int place) {
        if (!is_along_x_) return columns_.add(0, place, image.row<T>(place));
        for (std::size_t line = 0; line < lines_; line += std::size_t(channels_))
            std::copy_n(samples_at<T>(image, line, place), channels_, row_.data() + line);
        columns_.add(0, place, row_.data());
        for (std::size_t line = 0; line < lines_; line += std::size_t(channels_))
            std::transform(row_.data() + line, row_.data() + line + channels_,
                           samples_at<T>(image, line, place), [](double sample) { return T(sample); });
    });
}

void Part::perimeters(ConstImageView image, double* numbers) {
    const std::span<double> own = columns_.numbers(0);
    std::fill(own.begin(), own.end(), 0.0);
    if (image.sample == Sample::f64)
        read<double>(image);
    else
        read<float>(image);
    std::copy(own.begin(), own.end(), numbers);
}

void Part::add(const double* numbers, ImageView image) {
    std::copy_n(numbers, this->numbers(), columns_.numbers(0).begin());
    if (image.sample == Sample::f64)
        write<double>(image);
    else
        write<float>(image);
}

}  // namespace sweep::library
