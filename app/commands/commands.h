// The commands of the command line. Each prints its result on stdout and notes on stderr, and throws Error.
#pragma once

#include <string>

#include "app/command_line/options.h"

namespace sweep::app {

void run_filter_command(const Options& options);
void run_list_command(const Options& options);
void run_design_command(const Options& options);
void run_doctor_command();
void run_tune_command(const Options& options);
void run_shot_command(const Options& options);
void run_rehearse_command(const Options& options);
void run_window_command(const Options& options);

}  // namespace sweep::app
