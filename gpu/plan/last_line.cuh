// The last line of arithmetic of a derived picture (core/derived/derived_formula.h) where the last stage of a plan
// computes it on what it writes, so that no kernel reads the result again (gpu/derive.cu).
#pragma once

#include <cmath>

#include "core/derived/derived_formula.h"
#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// With r the plan's result and x the sample of `other` there, what is written is
//
//     of_other x + of_result r + (amount (x - r) where |x - r| > threshold)
//
// In float32: the rounding of r is as large.
struct LastLine {
    bool is_there = false;
    const float* other = nullptr;  // rows packed, from a 16-byte word on; null: x = 0
    float of_other = 0, of_result = 0;
    float amount = 0, threshold = -1;

    __device__ float derived(float x, float r) const {
        const float fine = x - r, detail = fabsf(fine) <= threshold ? 0 : amount * fine;
        return fmaf(of_other, x, fmaf(of_result, r, detail));
    }
};

// True for kinds that have such a line. The squares of a gradient's magnitude would leave the range of float32.
inline bool has_last_line(DerivedKind kind) {
    return kind == DerivedKind::unsharp || kind == DerivedKind::high_pass || kind == DerivedKind::dog ||
           kind == DerivedKind::log;
}
// True for kinds that are derived from the original, and not from the results of the runs alone.
inline bool reads_original(DerivedKind kind) {
    return kind == DerivedKind::unsharp || kind == DerivedKind::high_pass;
}

// The line of a kind that has one, for the last run. `other` is the original where the kind reads it, else the result
// of the first run, or null where there is but one.
inline LastLine last_line(DerivedKind kind, const DerivedNumbers& numbers, const float* other) {
    LastLine line{true, other};
    switch (kind) {
        case DerivedKind::unsharp:
            line.of_other = 1, line.amount = float(numbers.amount), line.threshold = float(numbers.threshold);
            break;
        case DerivedKind::log:
            line.of_other = float(numbers.first);
            line.of_result = float(other ? numbers.second : numbers.first);
            break;
        default:
            line.amount = 1;
            break;
    }
    return line;
}

// A plan whose last stage computes such a line on float32 of any number of channels in linear memory.
class DerivingPlan : public Plan {
  public:
    // As launch_stage(); where `stage` is the last one, and the line is there, what is written is derived by it.
    virtual void launch_derived(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on,
                                const LastLine& line) = 0;
    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        launch_derived(stage, in, out, on, {});
    }
};

}  // namespace sweep::gpu
