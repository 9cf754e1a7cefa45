// sweep design: prints a filter as a function in another language.
#include <cstdio>

#include "app/commands/commands.h"

namespace sweep::app {

void run_design_command(const Options& options) {
    std::fputs(filter_code(options.request.problem(), options.language).c_str(), stdout);
}

}  // namespace sweep::app
