// What is known of a family of algorithms, whichever engine runs it. Each family has a file in this folder, which
// says in one place what its algorithms are called and who published them, what they refuse and why, their stages
// with the bytes and the part of the image that each covers, and the error that is to be expected. For a new one,
// copy the convolution in response.cpp.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/families/algorithms.h"
#include "core/problem/accuracy.h"
#include "core/problem/designed_problem.h"
#include "core/stages/stages.h"

namespace sweep {

struct Family {
    std::span<const AlgorithmInfo>
        algorithms;  // the rows of the table of algorithms, in the order of the lists

    // Why the algorithm cannot solve the problem, whatever the engine, in one line; empty: it can. The conversion has
    // no algorithms, and nullptr here.
    std::string (*refusal)(const DesignedProblem&) = nullptr;

    // The stages in the order in which they run, in blocks of `block` x `block` pixels.
    std::vector<Stage> (*stages)(const DesignedProblem&, int block);

    // The largest error relative to the largest output (core/problem/accuracy.h). nullptr: nothing is known of it.
    double (*expected_error)(const DesignedProblem&, Trials&, TrialLines) = nullptr;

    // The arithmetic is float64 whatever the samples: no other family loses fewer digits.
    bool in_double = false;
};

namespace families {
extern const Family published, varying, whole_lines, whole_lines_f64, signals, overlapped, parallel, resident,
    chip_lines, halo, bands, cascade, convolution, fft, box_lines, tables, conversion;
}

// The family of a resolved() problem. A recursive problem that names an algorithm of tables counts as one of
// `overlapped`.
const Family& family_of(const Problem& problem);

}  // namespace sweep
