// A student's file on the GPU of this machine, compiled by nvcc.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/lab/student_program.h"

namespace sweep::app {

// What a run on a GPU told. Without counts: run.cases has results alone.
struct GpuRun {
    StudentRun run;
    std::string device;
    int side = 0;                // of the picture that was timed
    double ms = 0, copy_ms = 0;  // the least of lab(), and of a copy of the picture
    double own_ms = 0;      // of Sweep's own kernels for the same; 0: it has none, or this build has no CUDA
    int registers = 0;      // of a thread, the most of all kernels
    int spilled_bytes = 0;  // that a thread keeps in memory for want of registers
};

// Compiles and runs the file on these pictures, and times it on a larger one. It is code of whoever wrote the file.
// Throws Error(no_compiler) where there is no nvcc, and Error(no_engine) where there is no GPU.
GpuRun run_on_gpu(const std::filesystem::path& file, std::vector<LabPicture> pictures,
                  const std::vector<float>& coefficients);

}  // namespace sweep::app
