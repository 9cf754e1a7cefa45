// A student's run as one file for a browser: the verdict, the source, and every load and store, to be stepped through.
#pragma once

#include <string>

#include "app/lab/exercise.h"
#include "app/lab/judge.h"
#include "app/lab/recorded_run.h"

namespace sweep::app {

// `file` is the name of the student's file, and `code` what it holds.
std::string run_page(const RecordedRun& run, const LabVerdict& verdict, const Exercise& exercise,
                     const std::string& file, const std::string& code);

}  // namespace sweep::app
