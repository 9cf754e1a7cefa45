// Stages as data: the only list of what an algorithm does. The engines walk it and fill in times; the timing
// panel, the benchmark and the tests read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem/problem.h"

namespace sweep {

// One stage of an algorithm. Numbers are those of the steps in the papers.
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
    // [N11] algorithm 1: the causal pass, then the anticausal one (r)
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
    // 4 and 6: [N16] sections 3.3 and 5.1; 5: [N11] section 5.2
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
    halo,
    band_perimeters,
    band_columns,
    bands,
    convolve_columns,
    convolve_rows,
    fft_extend,
    fft_forward,
    fft_multiply,
    fft_inverse,
    fft_crop,
    box_columns,  // B.1
    box_rows,     // B.2
    // summed-area tables
    sat_perimeters,  // S.1
    sat_columns,     // S.2
    sat_rows,        // S.3
    sat_blocks,      // S.4
    sat_one_pass,    // the whole table, read once and written once
    sat_mean,        // the image's mean, for Precision::f32_less_mean
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
    box,      // means over boxes, from the table
    convert,  // the filter `none`: decode and copy
    interop,  // mapping and unmapping GL textures; only an engine's report has it
};

// What of the image a piece of a stage covers that a processor does without a break: a block, or all blocks of a column
// or of a row, where the stage completes the carries along it.
enum class Covers { blocks, columns, rows };

// A stage, and the bytes that it reads and writes in device memory: each of its operands
// counts once, with all channels.
struct Stage {
    Step step;
    std::string_view name;   // "perimeters"
    std::string_view paper;  // its step in the paper, "7.1", or in our own numbering, "S.1"
    std::uint64_t bytes_read = 0, bytes_written = 0;
    Covers covers = Covers::blocks;
    int term = 0;  // the index of a cascade's filter, or of a repeated pass
    std::uint64_t bytes() const { return bytes_read + bytes_written; }
    friend bool operator==(const Stage&, const Stage&) = default;
};

// The bytes of all stages, read and written.
std::uint64_t total_bytes(const std::vector<Stage>& stages);

// One stage with the time that it took.
struct StageTime {
    Stage stage;
    double milliseconds = 0;
};

// One run of an engine: its stages in order.
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
