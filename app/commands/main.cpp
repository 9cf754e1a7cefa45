// The program: parses the command line, runs the command, and turns every error into one line and an exit
// code.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "app/base/terminal.h"
#include "app/bench/bench.h"
#include "app/command_line/parser.h"
#include "app/command_line/picture_state.h"
#include "app/commands/commands.h"
#include "app/engines/tuning_choice.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "files/output_file.h"
#include "platform/signals.h"
#include "platform/standard_streams.h"

namespace {

using namespace sweep;

void run(const app::Options& options) {
    switch (options.command) {
        case app::Command::window:
            return app::run_window_command(options);
        case app::Command::filter:
            return app::run_filter_command(options);
        case app::Command::bench:
            return app::run_bench_command(options);
        case app::Command::shot:
            return app::run_shot_command(options);
        case app::Command::list:
            return app::run_list_command(options);
        case app::Command::doctor:
            return app::run_doctor_command();
        case app::Command::tune:
            return app::run_tune_command(options);
        case app::Command::design:
            return app::run_design_command(options);
        case app::Command::rehearse:
            return app::run_rehearse_command(options);
        case app::Command::help:
        case app::Command::version:
            std::fputs(options.text.c_str(), stdout);
            return;
    }
}

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
        app::Options options = app::parse_options(arguments);
        if (options.state_of) {
            std::string note;
            options = app::with_state_of(options, arguments, note);
            if (!note.empty()) app::note(note);
        }
        check_memory_limit();
        if (options.command != app::Command::design) app::choose_tuning(options.tuning);
        run(options);
        if (!options.note.empty()) app::note(options.note);
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
