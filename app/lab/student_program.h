// A student's file as a program: compiled by the machine's compiler against the emulator of CUDA, run within limits,
// and what it told.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/recorded_run.h"
#include "app/lab/truth.h"

namespace sweep::app {

// A line whose accesses of memory cost more than they have to.
struct CostlyLine {
    int line = 0;
    bool writes = false, is_shared = false;
    double sectors = 0, least_sectors = 0;  // of global memory, an access of a warp
    double bank_conflict = 0;               // of shared memory
};

// What one kernel did, of all its launches.
struct KernelCounts {
    std::string name;
    double launches = 0, read_bytes = 0, written_bytes = 0, sectors = 0, accesses = 0;
    double bank_conflict = 0, barriers = 0, idle_lanes = 0, shared_bytes = 0;
    std::vector<CostlyLine> costly;
};

// A fault that stops the program, or that it goes on with (uninitialised).
struct Finding {
    std::string verdict;  // as `sweep lab check --json` has it
    std::string message;  // a sentence without a full stop
    std::optional<int> line, other_line;
};

struct CaseRun {
    std::vector<KernelCounts> kernels;
    std::optional<Finding> uninitialised;
    double late_blocks = 0;  // began because others waited for them
    std::vector<float> out;  // empty: the program did not get there
};

struct StudentRun {
    std::optional<Finding> stop;  // why it was not compiled, or did not run to its end
    std::vector<CaseRun> cases;
    std::optional<Finding> warning;       // of the compiler: a variable is read that nobody has written
    std::optional<RecordedRun> recorded;  // of the first picture
    std::string said;                     // what it printed, of at most some thousand letters
};

// Where g++ or clang++ is, or what SWEEP_LAB_CXX names. Throws Error(no_compiler).
std::filesystem::path find_lab_compiler();

// Compiles and runs the file on these pictures. It is code of whoever wrote the file. Throws Error(no_compiler) where
// there is no compiler, or this build has no runtime for it. With `records` the result has what happened with the first
// picture.
StudentRun run_student(const std::filesystem::path& file, const std::string& code,
                       const std::vector<LabPicture>& pictures, const std::vector<float>& coefficients,
                       bool records = false);

}  // namespace sweep::app
