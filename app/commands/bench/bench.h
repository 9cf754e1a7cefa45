// sweep bench.
#pragma once

#include "app/command_line/parser.h"

namespace sweep::app {

Command bench_command();

}  // namespace sweep::app
