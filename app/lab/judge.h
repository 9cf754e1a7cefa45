// The verdict on a student's run: right, or what is wrong with it, where, and which known mistake it looks like.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lab/exercise.h"
#include "app/lab/student_program.h"
#include "app/lab/truth.h"
#include "app/work/request/teach_settings.h"

namespace sweep::app {

struct LabVerdict {
    std::string verdict;  // "right", "wrong", "race" ..
    Fault fault = Fault::none;
    std::optional<int> line, other_line;
    std::string message;  // sentences, without the last full stop; empty where there is nothing to say
    std::optional<double>
        error;  // the largest, as a part of the largest number of the truth; none: nothing finite
    std::optional<Size> size;  // of the picture that is wrong
    struct Pixel {
        int x = 0, y = 0;
        double is = 0, should_be = 0;
    };
    std::optional<Pixel> first, worst;  // wrong pixels, by rows
    std::vector<KernelCounts> kernels;  // of the first picture
    Size counted;                       // that picture
    std::string said;
    std::string source, other_source;  // the lines of the file, where a verdict names them
    bool is_right() const { return verdict == "right"; }
};

LabVerdict judge(const LabQuestion& question, const std::vector<LabPicture>& pictures, const StudentRun& run);

}  // namespace sweep::app
