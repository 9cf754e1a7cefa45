// Where `auto` takes the CPU's algorithm `bands` in place of 7.
#pragma once

#include "core/problem/problem.h"

namespace sweep {

// Whether `bands` is faster than 7 on this processor. It was measured on one with AVX2, where it takes two thirds of the time,
// and on one with AVX-512, where it takes up to 16 % more (bench/results/2026-11-24-epyc-bands.md). Others keep 7.
bool has_processor_for_bands();

// Whether `bands` is faster than 7 and as exact: the processor is one for it, there are bands enough for the threads, the caches
// hold one for each, and the filter forgets within `longest_memory` samples, before its rounded coefficients, run over whole rows,
// cost digits (sigma 80 of a Gaussian).
bool bands_pay(const Problem& problem, int longest_memory);

}  // namespace sweep
