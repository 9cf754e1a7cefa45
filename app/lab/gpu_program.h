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
};

// Compiles and runs the file on these pictures, and times it on a larger one. It is code of whoever wrote the file.
// Throws Error(no_compiler) where there is no nvcc, and Error(no_engine) where there is no GPU.
GpuRun run_on_gpu(const std::filesystem::path& file, std::vector<LabPicture> pictures,
                  const std::vector<float>& coefficients);

}  // namespace sweep::app
