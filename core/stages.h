// Stages as data: the only list of what an algorithm does. Engines walk it and fill in times; the timing
// panel, the byte ledger, the benchmark and the tests read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace sweep {

enum class Step {
    perimeters,      // 7.1
    columns,         // 7.2
    rows,            // 7.3
    filter,          // 7.4
    sat_perimeters,  // S.1
    sat_columns,     // S.2
    sat_rows,        // S.3
    sat_blocks,      // S.4
    sat_one_pass,    // the table, read once and written once
    box,             // box sums from the table
    convert,         // the filter `none`: decode and pass on
    interop,         // mapping and unmapping GL textures: in an engine's report only
};

struct Stage {
    Step step;
    std::string_view name;   // "perimeters"
    std::string_view paper;  // step in the paper, or in ours: "S.1", "7.1"
    std::uint64_t bytes_read = 0, bytes_written = 0;
    std::uint64_t bytes() const { return bytes_read + bytes_written; }
};

// Blocks are `block` x `block`; the last block of a row or column may be shorter. Traffic is that of device
// memory with each stage's operands read and written once, every channel counted.
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
