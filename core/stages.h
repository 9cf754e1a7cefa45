// Stages as data: the only list of what an algorithm does. Engines walk it and fill in times; the timing
// panel, the byte ledger, the benchmark and the tests read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace sweep {

// What an engine has to do; the numbers are those of the papers.
enum class Step {
    perimeters,  // 7.1
    columns,     // 7.2
    rows,        // 7.3
    filter,      // 7.4
    rt_down,
    rt_up,
    rt_right,
    rt_left,
    rt64_columns,
    rt64_rows,
    // [N11] algorithm 1, causal and then anticausal
    alg1_1,
    alg1_2,
    alg1_3,
    alg1_1r,
    alg1_2r,
    alg1_3r,
    alg2_1,
    alg2_2,
    alg2_3,
    alg2_4,
    alg2_5,
    alg2_6,
    alg2_7,
    alg2_8,
    alg2_9,
    alg3_1,
    alg3_2,
    alg3_3,
    alg3_4,
    // [N16] section 3 (4 and 6), [N11] (5)
    alg4_1,
    alg4_2,
    alg4_3,
    alg4_4,
    alg4_5,
    alg5_1,
    alg5_2,
    alg5_3,
    alg5_4,
    alg5_5,
    alg5_6,
    alg6_1,
    alg6_2,
    alg6_3,
    alg6_4,
    alg6_5,
    resident,  // 8
    convolve_columns,
    convolve_rows,
    fft_extend,
    fft_forward,
    fft_multiply,
    fft_inverse,
    fft_crop,
    // tables
    sat_perimeters,  // S.1
    sat_columns,     // S.2
    sat_rows,        // S.3
    sat_blocks,      // S.4
    sat_one_pass,    // the table, read once and written once
    sat_mean,        // the image's mean, for tables of x - mean
    sat_doubling_rows,
    sat_doubling_columns,
    sat_multiwave_rows,
    sat_multiwave_row_carries,
    sat_multiwave_add_rows,
    sat_multiwave_columns,
    sat_multiwave_column_carries,
    sat_multiwave_add_columns,
    sat_fused_column_sums,
    sat_fused_columns,
    sat_fused_row_sums,
    sat_fused_rows,
    sat_fused_blocks,
    sat_scan_rows,
    sat_transpose,
    sat_scan_columns,
    sat_transpose_back,
    sat_ha_reduce,
    sat_ha_partial_sums,
    sat_ha_scan,
    box,      // box sums from the table
    convert,  // the filter `none`: decode and pass on
    interop,  // mapping and unmapping GL textures: in an engine's report only
};

struct Stage {
    Step step;
    std::string_view name;   // "perimeters"
    std::string_view paper;  // step in the paper, or in ours: "S.1", "7.1"
    std::uint64_t bytes_read = 0, bytes_written = 0;
    int term = 0;  // which of a cascade's filters, which of repeated passes
    std::uint64_t bytes() const { return bytes_read + bytes_written; }
};

// Blocks are `block` x `block`; the last block of a row or column may be shorter. Traffic is that of device
// memory with each stage's operands read and written once, every channel counted. The problem is a resolved() one; one
// that is not counts as 7 or sat.
std::vector<Stage> stages(const Problem& problem, int block);

std::uint64_t total_bytes(const std::vector<Stage>& stages);

struct StageTime {
    Stage stage;
    double milliseconds = 0;
};

// One run of an engine.
struct RunReport {
    std::string engine;  // "cuda", "cpu", "reference"
    std::vector<StageTime> stages;
    double total_ms() const {
        double sum = 0;
        for (const StageTime& s : stages) sum += s.milliseconds;
        return sum;
    }
};

}  // namespace sweep
