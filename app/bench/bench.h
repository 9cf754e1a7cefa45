// sweep bench.
#pragma once

#include "app/command_line/options.h"

namespace sweep::app {

void run_bench_command(const Options& options);

}  // namespace sweep::app
