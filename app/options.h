// The command line of DESIGN.md section 6, parsed. Nothing here looks at files or at the machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/option_values.h"
#include "app/settings.h"

namespace sweep::app {

enum class Command { window, filter, bench, shot, list, doctor, tune, help, version };

struct Options {
    Command command = Command::window;
    std::string text;  // help and version: what to print; list: of what
    std::string note;  // which of the options that were given have no effect, or nothing

    std::optional<std::string> in, out;  // window and shot: `in` is the picture; tune: `out` is --out

    // Shared by all. Lists have one item everywhere but in `bench`, which runs every combination.
    std::vector<FilterKind> filters{FilterKind::gaussian};
    std::vector<int> orders{3};
    std::vector<Boundary> boundaries{Boundary{}};
    std::vector<AlgorithmChoice> algorithms{AlgorithmChoice{}};
    std::vector<Size> sizes;  // empty: the command's default
    std::vector<Sigma> sigmas{Sigma{}};
    std::vector<double> alphas{FilterSpec().alpha};
    std::vector<EngineChoice> engines{EngineChoice::automatic};
    FilterSpec parameters;  // of any filter; kind, order, sigma and alpha are the lists'
    int taps = 0, block = 0;
    Precision precision = Precision::automatic;
    Realisation realisation = Realisation::delta;
    int passes = all_passes;
    std::optional<bool> linear;                 // nothing: as the file says
    sweep::Path path = sweep::Path::automatic;  // filter and bench
    Memory memory = Memory::linear;             // bench
    bool half_result = false;                   // bench, shot and window
    std::string tuning;                         // --tuning (app/tuning_choice.h)

    std::optional<std::string> timings, dump_stages;  // filter
    bool checks_result = false;                       // filter: --check
    std::optional<std::string> json, csv;             // bench
    std::optional<int> repeats, warmup;               // bench
    int stage_repeats = 9;                            // bench
    double seconds = 0;                               // bench: on one combination; 0: no limit
    bool quiet = false;                               // bench and tune
    int channels = 1;                                 // bench
    Sample sample = Sample::f32;                      // bench
    std::string arguments;                            // bench: what was asked for, less the files and --quiet

    // shot and window
    Settings view;                     // what it shows; what is filtered stands above
    int frames = 0;                    // 0: the default
    std::optional<std::string> depth;  // the picture's depth map
    std::optional<int> recent;         // window: in place of `in`, the picture that was open; 1: the newest
    std::optional<std::string> state_of;  // a saved picture of the window, to begin as it shows
    std::string keys;                     // pressed before the first frame
    std::optional<std::string> script;    // run from the first frame on
    std::optional<std::string> record;    // a folder for every frame
    bool print_state = false;             // window: at its end
    bool chooses_filter = false;          // --filter or --sigma was given

    // The first of each list; shape and sample type are the caller's.
    Problem problem() const;
};

// What the window and scripts need of it, checked as far as it can be without looking at files.
// Throws Error(usage).
Settings settings_of(const Options& options);

// `arguments` are those behind the program's name. Throws Error(usage), one line.
Options parse_options(const std::vector<std::string>& arguments);

// The arguments of a window with each option in one piece, "--name=value". Throws Error(usage): what is no option.
std::vector<std::string> joined_arguments(const std::vector<std::string>& arguments);

}  // namespace sweep::app
