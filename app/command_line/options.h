// The contents of a command line. Nothing here looks at files or at the machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/request/option_values.h"
#include "app/request/settings.h"

namespace sweep::app {

enum class Command { window, filter, bench, shot, list, doctor, tune, help, version };

struct Options {
    Command command = Command::window;
    std::string text;  // help and version: the text to print; list: the name of the list
    std::string note;  // says which of the given options have no effect; may be empty

    std::optional<std::string> in, out;  // window and shot: `in` is the picture; tune: `out` is --out

    // Options of all commands. Lists have one item, except for `bench`, which runs every combination.
    std::vector<FilterKind> filters{FilterKind::gaussian};
    std::vector<int> orders{3};
    std::vector<Boundary> boundaries{Boundary{}};
    std::vector<AlgorithmChoice> algorithms{AlgorithmChoice{}};
    std::vector<Size> sizes;  // empty: the command's default
    std::vector<Sigma> sigmas{Sigma{}};
    std::vector<double> alphas{FilterSpec().alpha};
    std::vector<EngineChoice> engines{EngineChoice::automatic};
    FilterSpec parameters;  // of all filters; kind, order, sigma and alpha come from the lists
    int taps = 0, block = 0;
    Precision precision = Precision::automatic;
    Realisation realisation = Realisation::delta;
    int passes = all_passes;
    std::optional<bool> linear;               // none: as the file says
    KernelPath path = KernelPath::automatic;  // filter and bench
    Memory memory = Memory::linear;           // bench
    bool half_result = false;                 // bench, shot and window
    std::string tuning;                       // --tuning (app/engines/tuning_choice.h)

    std::optional<std::string> timings, dump_stages;  // filter
    bool checks_result = false;                       // filter: --check
    std::optional<std::string> json, csv;             // bench
    std::optional<int> repeats, warmup;               // bench
    int stage_repeats = 9;                            // bench
    double seconds = 0;                               // bench: for one combination; 0: no limit
    bool quiet = false;                               // bench and tune
    int channels = 1;                                 // bench
    Sample sample = Sample::f32;                      // bench
    std::string arguments;                            // bench: its arguments without the files and --quiet

    // shot and window
    Settings view;                     // the view; the filter is above
    int frames = 0;                    // 0: the default
    std::optional<std::string> depth;  // the picture's depth map
    std::optional<int> recent;         // window: number of a recent picture in place of `in`; 1: the newest
    std::optional<std::string> state_of;  // a saved picture of the window, whose state is the start
    std::string keys;                     // to be pressed before the first frame
    std::optional<std::string> script;    // run from the first frame on
    std::optional<std::string> record;    // folder into which every frame is written
    bool print_state = false;             // window: print the state when it closes
    bool chooses_filter = false;          // --filter or --sigma is given

    // The problem with the first of each list; the caller adds shape and sample type.
    Problem problem() const;
};

// The settings for the window and for scripts, checked as far as is possible without looking at files.
// Throws Error(usage).
Settings settings_of(const Options& options);

}  // namespace sweep::app
