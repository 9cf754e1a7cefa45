// The contents of a command line. Nothing here looks at files or at the machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command_line/volume_options.h"
#include "app/request/filter_options.h"
#include "app/request/option_values.h"
#include "app/request/settings.h"
#include "app/tune/filter_code.h"
#include "files/image_file.h"

namespace sweep::app {

enum class Command { window, filter, bench, shot, list, doctor, tune, design, rehearse, help, version };

// What the start of a window takes from a command line as it is said there.
struct WindowStart {
    int page = 1;                      // of the picture's file, where it has several
    PictureChoice choice{};            // of its parts, layers and channels
    std::optional<std::string> depth;  // the picture's depth map; none: one beside it, if there is one
    std::string keys;                  // pressed in turn before the first frame
    // A file of cues, or the name of one that comes with the program: to step through; rehearse: to try.
    std::optional<std::string> lecture;
    double booth = 0;  // seconds for each cue; 0: none goes by itself
    // Monitors, counted from 1: full screen from the start on, and the presenter's window; 0: whichever fits.
    std::optional<int> full_screen, presenter;
    std::optional<std::string> remote;  // address at which phones turn the pages of a lecture
    std::optional<std::string> record;  // folder or film into which every frame is written
    std::optional<std::string> stream;  // address to which the window is sent
    bool print_state = false;           // window: print the state on stdout when it closes
    bool chooses_filter = false;        // --filter or --sigma is given: sigma does not sweep
    int frames = 0;  // stop after so many; 0: the window until it is closed, shot after its default
};

struct Options : WindowStart {  // the page and the choice are those of `in` for filter, too
    Command command = Command::window;
    std::string text;  // help and version: the text to print; list: the name of the list
    std::string note;  // says which of the given options have no effect; may be empty

    std::vector<std::string> inputs;     // filter: of many files; empty: `in` and `out` are the files
    std::optional<std::string> pattern;  // filter: --out, the names of what many files become
    bool takes_page = false;             // filter: `page` alone, and not all of them
    std::optional<std::string> in, out;  // window and shot: `in` is the picture; tune: `out` is --out

    VolumeAxes volume;       // filter
    FilterSettings request;  // of the lists of `bench` the first values
    // bench: the lists, whose combinations are run, the slowest first.
    struct Axis {
        const FilterOption* option;
        std::vector<std::string> items;
    };
    std::vector<Axis> axes;
    std::vector<Size> sizes;         // empty: the command's default
    Memory memory = Memory::linear;  // bench
    std::string tuning;              // --tuning (app/engines/tuning_choice.h)

    CodeLanguage language = CodeLanguage::cpp;               // design
    std::optional<std::string> timings, trace, dump_stages;  // filter
    bool checks_result = false;                              // filter and bench: --check
    std::string film_codec;                // filter: one of film_codecs; empty: as IN needs it
    std::optional<int> film_quality;       // filter: 0 to 100
    std::optional<std::string> json, csv;  // bench
    std::optional<int> repeats, warmup;    // bench
    int stage_repeats = 9;                 // bench
    double seconds = 0;                    // bench: for one combination; 0: no limit
    bool quiet = false;                    // bench and tune
    int channels = 1;                      // bench
    Sample sample = Sample::f32;           // bench
    std::string arguments;                 // bench: its arguments without the files and --quiet

    // shot and window
    Settings view;              // the view; the filter is above
    std::optional<int> camera;  // window: number of a camera in place of `in`
    std::optional<int> recent;  // window: number of a recent picture in place of `in`; 1: the newest
    // The order is said: by --order or --accuracy, by --passes, whose prefixes are of one filter, or by a saved state.
    bool says_order = false;
    bool says_boundary = false;           // by --boundary or by a saved state
    std::optional<std::string> state_of;  // a saved picture of the window, whose state is the start
    std::optional<std::string> script;    // run from the first frame on
    std::optional<std::string> pages;     // rehearse: folder for pages of small pictures
    std::optional<std::string> html;      // rehearse: the lecture as a page for a browser
    bool pictures = false;                // rehearse: small pictures to standard output

    // The engines that are asked for, and the combinations of all other lists, each of which stays at its first value
    // where it makes no difference.
    std::vector<EngineKind> engines() const;
    std::vector<FilterSettings> requests() const;
    // Of those, one for each kind of filter and algorithm.
    std::vector<FilterSettings> kinds() const;
};

// The settings for the window and for scripts, checked as far as is possible without looking at files.
// Throws Error(usage).
Settings settings_of(const Options& options);

}  // namespace sweep::app
