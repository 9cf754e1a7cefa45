// sweep tune: measures which choices are fastest on this GPU, and stores them.
#include <ctime>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/base/progress.h"
#include "app/command_line/options.h"
#include "app/commands/commands.h"
#include "app/work/engines/tuning_choice.h"
#include "app/work/options/option_values.h"
#include "app/work/user/tuning_file.h"
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
void print_choices(const std::vector<std::pair<std::string, gpu::TuningStep>>& others) {
    if (others.empty()) return;
    fmt::print("{:<34} {:<26} {:>9} {:>13} {:>7}\n", "where", "fastest", "ms", "otherwise, ms", "gain");
    for (const auto& [what, step] : others)
        fmt::print("{:<34} {:<26} {:>9.4f} {:>13.4f} {:>5.1f} %\n", what, choice_text(step.problem), step.ms,
                   step.base_ms, 100 * (1 - step.ms / step.base_ms));
}

constexpr const char* tune_help = R"(Measures which choices are fastest on this GPU, and keeps them.

Examples:
  sweep tune
  sweep tune --out choices.json
  sweep bench --tuning built-in

It chooses the side of the blocks, the kernels that move them (--path), and the algorithm, for filters of
order 1 to 5 and for summed-area tables, for images from 256x256 to 8192x8192 of floats and of bytes. Two
images of each size, one that fills its blocks and one that does not, are filtered with every possible choice
in turn; a choice replaces the built-in one if it gains 3 %. That takes a minute or two, in which the GPU
should do nothing else. The choices are kept in ~/.cache/sweep/tuning ($XDG_CACHE_HOME), for this GPU, driver
and version of Sweep, and used from then on; sweep doctor says so. Results change only in the last bits.
)";

struct TuneOptions : CommandOptions {
    std::optional<std::string> out;
    bool quiet = false;
};

void add_options(OptionAdder& to, TuneOptions& options) {
    to.value("--out", "FILE.json", "Write it there, for --tuning FILE.json, and leave what is used alone",
             options.out);
    add_tuning(to, options.tuning, "What others have to be faster than (default: built-in)");
    to.flag("--quiet", "Show no progress", options.quiet);
}

void run(TuneOptions& options) {
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
    print_choices(others);
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

}  // namespace

Command tune_command() {
    return command<TuneOptions>({"tune", add_options, [](TuneOptions&, const Given&) {}}, tune_help, run);
}

}  // namespace sweep::app
