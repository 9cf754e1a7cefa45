// sweep tune: measures which choices are fastest on this GPU, and stores them.
#include <ctime>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/base/progress.h"
#include "app/commands/commands.h"
#include "app/engines/tuning_choice.h"
#include "app/request/option_values.h"
#include "app/user/tuning_file.h"
#include "core/base/error.h"
#include "core/families/algorithms.h"
#include "files/output_file.h"
#include "gpu/tuner.h"
#include "platform/signals.h"

namespace sweep::app {
namespace {

std::string choice_text(const Problem& problem) {
    std::string text = fmt::format("{}", info(problem.method.algorithm).name);
    if (problem.method.block > 0) text += fmt::format(", blocks of {}", problem.method.block);
    if (problem.method.path != KernelPath::automatic && has_rows_of_words(problem))
        text += fmt::format(", {}", word_for(path_words, problem.method.path));
    return text;
}

// Prints the choices that are faster than those used otherwise, a line each.
void print(const std::vector<std::pair<std::string, gpu::TuningStep>>& others) {
    if (others.empty()) return;
    fmt::print("{:<34} {:<26} {:>9} {:>13} {:>7}\n", "where", "fastest", "ms", "otherwise, ms", "gain");
    for (const auto& [what, step] : others)
        fmt::print("{:<34} {:<26} {:>9.4f} {:>13.4f} {:>5.1f} %\n", what, choice_text(step.problem), step.ms,
                   step.base_ms, 100 * (1 - step.ms / step.base_ms));
}

}  // namespace

void run_tune_command(const Options& options) {
    const gpu::Device device = gpu::probe();
    if (!device.usable)
        throw Error(device.driver_too_old ? ExitCode::old_driver : ExitCode::no_engine,
                    "no GPU to measure: " + device.reason + ": sweep doctor says what is here");
    if (options.out)
        require_writable(*options.out);
    else if (!tuning_file(device))
        throw Error(
            ExitCode::unwritable_output,
            "there is no folder for what is measured: set XDG_CACHE_HOME to a folder, or use --out FILE");
    const bool names_base = !options.tuning.empty() && options.tuning != "built-in";
    gpu::Tuner tuner(names_base ? tuning_in_use().tuning : gpu::built_in_tuning(device.name));
    fmt::print("{}, CUDA {}: {} measurements, against what is {}\n", device.name, device.driver,
               tuner.count(),
               names_base                              ? tuning_in_use().text
               : gpu::has_built_in_tuning(device.name) ? "built in for it"
                                                       : "built in for GPUs that nobody has measured");
    std::fflush(stdout);
    const platform::Interruption interruption;
    std::vector<std::pair<std::string, gpu::TuningStep>> others;
    {
        Progress progress(stderr, options.quiet ? Progress::Style::none : Progress::style_for(stderr),
                          int(tuner.count()), double(tuner.count()));
        while (!tuner.is_done()) {
            if (interruption.requested())
                throw Error(ExitCode::failed, "interrupted: nothing was stored, and nothing changes");
            const std::string what = tuner.next();
            progress.show(what);
            const gpu::TuningStep step = tuner.step();
            if (step.is_another) others.emplace_back(what, step);
            progress.advance(1);
        }
    }
    print(others);
    fmt::print("{} of {} are faster by another choice\n", others.size(), tuner.count());
    if (options.out) {
        gpu::Tuning tuning = tuner.result();
        tuning.origin = fmt::format("measured on {:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
        write_file(*options.out, {bytes_of(text_of(tuning, device))});
        fmt::print("written to '{}': --tuning '{}' takes it\n", *options.out, *options.out);
    } else {
        fmt::print("kept in '{}': it is used from now on; --tuning built-in does without\n",
                   store_tuning(tuner.result()));
    }
}

}  // namespace sweep::app
