// The program: reads the command line, runs the command, and turns every error into one line and an exit
// code.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "app/base/terminal.h"
#include "app/commands/commands.h"
#include "app/work/engines/tuning_choice.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "files/output_file.h"
#include "platform/signals.h"
#include "platform/standard_streams.h"

namespace {

using namespace sweep;

int report(ExitCode code, const std::string& message) {
    std::fprintf(stderr, "sweep: error: %s\n", printable(message).c_str());
    return int(code);
}

}  // namespace

int main(int argc, char** argv) {
    platform::occupy_closed_streams();
    platform::clean_up_on_signals(remove_unfinished_files);
    try {
        const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
        const app::CommandLine line = app::read_command_line(arguments);
        check_memory_limit();
        app::choose_tuning(line.options->tuning);
        line.run();
        if (!line.options->note.empty()) app::note(line.options->note);
        if (std::fflush(stdout) != 0 || std::ferror(stdout))
            return report(ExitCode::unwritable_output, "cannot write to standard output");
        return int(ExitCode::done);
    } catch (const Error& error) {
        return report(error.code(), error.what());
    } catch (const std::bad_alloc&) {
        return report(ExitCode::failed, "out of memory: use a smaller image");
    } catch (const std::exception& error) {
        if (std::ferror(stdout))
            return report(ExitCode::unwritable_output, "cannot write to standard output");
        return report(ExitCode::failed, std::string("unexpected: ") + error.what());
    }
}
