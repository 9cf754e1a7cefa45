// The commands of the command line. Each prints its result on stdout, notes on stderr, and throws Error.
#pragma once

#include <string>

#include "app/options.h"

namespace sweep::app {

void run_filter_command(const Options& options);
void run_bench_command(const Options& options);
void run_list_command(const Options& options);
void run_doctor_command();
void run_tune_command(const Options& options);
void run_shot_command(const Options& options);
void run_window_command(const Options& options);

// One line on stderr: worth knowing, not an error.
void note(const std::string& text);

}  // namespace sweep::app
