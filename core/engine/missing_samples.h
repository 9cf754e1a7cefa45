// Means of samples of which some are missing: x and its weights, 1 where there is a sample and 0 where there is none,
// go through the same filter, and their quotient is the mean of what is there (normalised convolution, Knutsson and
// Westin 1993). What stands in a hole has no part in it.
#pragma once

#include <cstddef>

#include "core/base/image.h"
#include "core/engine/engine.h"
#include "core/problem/missing.h"

namespace sweep {

// The problem that filters the weights of samples which `problem` filters: numbers from 0 to 1, outside of the image 1
// where a constant is.
Problem problem_of_weights(const Problem& problem);

// Filters the weights by the engine, which is prepared for them afterwards: 1 - missing, u8 of the shape of `problem`.
// Throws Error as an engine does.
Image filtered_weights(Engine& engine, const Problem& problem, ConstImageView missing);

// What there is too little of near a sample for a mean: less than so much of the filter's weight.
inline constexpr double least_weight = 1e-3;
// The same of the edge filter, whose weights are never negative: behind edges they are small, and right all the same.
inline constexpr double least_edge_weight = 1e-30;

// Divides the result, f32 or f64, by its weights. Samples that are missing become NaN with Missing::keep, and so do
// those with less than `least`; returns how many the latter are.
std::size_t divide_by_weights(ImageView result, ConstImageView weights, ConstImageView missing, Missing how,
                              double least = least_weight);

}  // namespace sweep
