#include "core/engine/missing_samples.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/base/float_samples.h"
#include "core/base/memory.h"

namespace sweep {
namespace {

// What lies outside is known where it is a constant, and as far away as what is inside elsewhere.
Boundary of_weights(const Boundary& boundary) {
    const bool is_known = boundary.kind == BoundaryKind::zero || boundary.kind == BoundaryKind::constant;
    return is_known ? Boundary{BoundaryKind::constant, {1}} : Boundary{boundary.kind, {}};
}

template <class T>
std::size_t divide(ImageView result, ConstImageView weights, ConstImageView missing, Missing how,
                   double least) {
    std::size_t too_few = 0;
    const int row = result.shape.width * result.shape.channels;
    for (int y = 0; y < result.shape.height; ++y) {
        T* value = result.row<T>(y);
        const auto* is_missing = missing.row<std::uint8_t>(y);
        for (int i = 0; i < row; ++i) {
            const double weight = float_sample(weights, y, i);
            const bool is_hole = is_missing[i] && how == Missing::keep, is_unknown = weight < least;
            too_few += is_unknown && !is_hole;
            value[i] =
                is_hole || is_unknown ? std::numeric_limits<T>::quiet_NaN() : T(double(value[i]) / weight);
        }
    }
    return too_few;
}

}  // namespace

Problem problem_of_weights(const Problem& problem) {
    Problem of = problem;
    of.input = problem.input == Sample::f64 ? Sample::f64 : Sample::f32;
    of.method.precision = Precision::automatic;  // of numbers from 0 to 1
    of.method.fixed_point = 0;
    of.boundary = of_weights(problem.boundary);
    if (problem.boundary_y) of.boundary_y = of_weights(*problem.boundary_y);
    return of;
}

Image filtered_weights(Engine& engine, const Problem& problem, ConstImageView missing) {
    const Problem of = problem_of_weights(problem);
    require_memory(2 * of.shape.samples() * sizeof(double), "the weights of a picture with missing samples");
    Image there(of.shape, of.input);
    const auto fill = [&](auto weight) {
        using T = decltype(weight);
        for (int y = 0; y < of.shape.height; ++y)
            for (int i = 0; i < of.shape.width * of.shape.channels; ++i)
                there.view().row<T>(y)[i] = missing.row<std::uint8_t>(y)[i] ? T(0) : weight;
    };
    of.input == Sample::f64 ? fill(1.0) : fill(1.0f);
    engine.prepare(of);
    Image weights(of.shape, engine.best_sample(engine.resolved()));
    engine.run(std::as_const(there).view(), weights.view());
    engine.prepare(problem);
    return weights;
}

std::size_t divide_by_weights(ImageView result, ConstImageView weights, ConstImageView missing, Missing how,
                              double least) {
    return result.sample == Sample::f64 ? divide<double>(result, weights, missing, how, least)
                                        : divide<float>(result, weights, missing, how, least);
}

}  // namespace sweep
