// What the CPU engine can do.
#pragma once

#include "core/plan/offers.h"

namespace sweep::cpu {

extern const EngineOffers offers;

// Whether `bands` is faster than 7 on this processor. It was measured on one with AVX2, where it takes two thirds of
// the time, and on one with AVX-512, where it takes up to 16 % more (bench/results/2026-11-24-epyc-bands.md). Others
// keep 7.
bool has_processor_for_bands();

}  // namespace sweep::cpu
