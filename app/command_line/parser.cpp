#include "app/command_line/parser.h"

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command_line/help.h"
#include "app/command_line/option_checks.h"
#include "app/command_line/view_options.h"
#include "app/ui/actions.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

// Lists the words: "delta or direct", "none, zero or clamp".
template <class T, std::size_t N>
std::string names_of(const std::array<std::pair<std::string_view, T>, N>& words) {
    std::string text;
    for (std::size_t i = 0; i < N; ++i)
        text += (i == 0 ? "" : i + 1 < N ? ", " : " or ") + std::string(words[i].first);
    return text;
}

struct CallForKeys {};

// CLI11 finds the options and formats the help. The values stay text, because CLI11's numbers depend on the
// locale.
class Parser {
  public:
    // Only the options of the commands that are named are added: labels and scripts are parsed between
    // frames, which have to be short.
    explicit Parser(const std::vector<std::string>& arguments) {
        const auto is_named = [&](const char* command) {
            return std::find(arguments.begin(), arguments.end(), command) != arguments.end();
        };
        root_.formatter(help_);
        help_->set_text(&root_, window_help);
        root_.set_help_flag("-h,--help", "Print this help");
        root_.add_flag_callback(
            "--version", [] { throw CLI::CallForVersion("sweep " SWEEP_VERSION "\n", 0); },
            "Print the version");
        root_.add_option_function<std::string>("IMAGE", text_into(options_.in), "A picture to open");
        add_shared(root_, "The window's size in pixels (default 1600x900)");
        add_frames(root_, "Stop after so many frames (default: run until the window is closed)");
        add(root_, "--recent", "N", "Open the N-th of `sweep list recent` again (1: the newest)",
            [this](const std::string& text) {
                options_.recent = parse_integer("--recent", text, 1, int(most_recent));
            });
        root_.add_flag("--print-state", options_.print_state,
                       "Print the command line that shows this again when the window closes");
        root_.add_flag_callback(
            "--help-keys", [] { throw CallForKeys(); }, "List the keys and the commands of scripts");

        if (CLI::App& filter = add_command(Command::filter, "filter", filter_help); is_named("filter")) {
            filter.add_option_function<std::string>("IN", text_into(options_.in), "What to filter")
                ->required();
            filter.add_option_function<std::string>("OUT", text_into(options_.out), "Where to write it")
                ->required();
            add_shared(filter, "The size that IN must have, as a check");
            add_path(filter);
            filter.add_flag("--check", options_.checks_result,
                            "Compare the result with the truth, that of the reference engine in double "
                            "(64 rows of a large picture), and print the largest error; above 1e-5 of the "
                            "largest output (float64: 1e-9, integers: 0) end with 1, and leave OUT alone");
            add_text(filter, "--timings", "FILE.json", options_.timings,
                     "Write the times and bytes of each stage");
            add_text(filter, "--dump-stages", "DIR", options_.dump_stages,
                     "Write the image after each pass, as Y.npy, Z.npy, U.npy and "
                     "V.npy (after down, up, right, left: by the same engine, if "
                     "its algorithm can stop there), and the stages as stages.json");
        }
        if (CLI::App& bench = add_command(Command::bench, "bench", bench_help); is_named("bench")) {
            add_shared(
                bench,
                "The image's size in pixels (default 2048x2048); 512 is a square, 64:8192:64 are squares "
                "from, to and so many pixels apart");
            add_path(bench);
            add(bench, "--channels", "1..4", "Channels of the image", [this](const std::string& text) {
                options_.channels = parse_integer("--channels", text, 1, 4);
            });
            add(bench, "--sample", "u8|f32|f64", "Its samples (default f32)",
                [this](const std::string& text) {
                    constexpr std::array<std::pair<std::string_view, Sample>, 3> words{
                        {{"u8", Sample::u8}, {"f32", Sample::f32}, {"f64", Sample::f64}}};
                    options_.sample = parse_word("--sample", text, words);
                });
            add(bench, "--repeats", "N", "Runs that are measured (default: 100 on cuda, 9 elsewhere)",
                [this](const std::string& text) {
                    options_.repeats = parse_integer("--repeats", text, 1, 1000000);
                });
            add(bench, "--warmup", "N", "Runs before that (default: 10 on cuda, 2 elsewhere)",
                [this](const std::string& text) {
                    options_.warmup = parse_integer("--warmup", text, 0, 1000000);
                });
            add(bench, "--stage-repeats", "N",
                "Runs in which each stage is timed (default 9, --repeats at most; 0: stages have no times)",
                [this](const std::string& text) {
                    options_.stage_repeats = parse_integer("--stage-repeats", text, 0, 1000000);
                });
            add(bench, "--seconds", "S",
                "No more than this on one combination: fewer runs, but 3 (default: no limit)",
                [this](const std::string& text) {
                    options_.seconds = parse_number("--seconds", text);
                    if (!(options_.seconds > 0)) refuse(fmt::format("--seconds '{}' is not above 0", text));
                });
            add(bench, "--memory", "linear|texture",
                "cuda, four channels: where the image is; texture: as a window's is (default linear)",
                [this](const std::string& text) {
                    options_.memory = parse_word("--memory", text, memory_words);
                });
            add_result(bench);
            bench.add_flag("--quiet", options_.quiet, "Print nothing but errors: for --json and --csv");
            add_text(bench, "--json", "FILE", options_.json, "Write the results as JSON");
            add_text(bench, "--csv", "FILE", options_.csv, "Write the results as CSV");
        }
        if (CLI::App& shot = add_command(Command::shot, "shot", shot_help); is_named("shot")) {
            shot.add_option_function<std::string>("OUT.png", text_into(options_.out), "Where to write it")
                ->required();
            shot.add_option_function<std::string>("IMAGE", text_into(options_.in), "A picture to open");
            add_shared(shot, "The window's size in pixels (default 1600x900)");
            add_frames(shot, "Draw so many frames, save the last (default 24)");
        }
        if (CLI::App& list = add_command(Command::list, "list", list_help); is_named("list")) {
            list.add_option_function<std::string>(
                    "WHAT", [this](const std::string& what) { options_.text = what; },
                    "filters, algorithms, boundaries, engines, or recent: pictures that were open")
                ->required();
        }
        add_command(Command::doctor, "doctor", "Says what this machine offers, and what Sweep would use.\n");
        if (CLI::App& tune = add_command(Command::tune, "tune", tune_help); is_named("tune")) {
            add_text(tune, "--out", "FILE.json", options_.out,
                     "Write it there, for --tuning FILE.json, and leave what is used alone");
            add_tuning(tune, "What others have to be faster than (default: built-in)");
            tune.add_flag("--quiet", options_.quiet, "Show no progress");
        }
    }

    Options parse(std::vector<std::string> arguments) {
        if (!arguments.empty() && arguments[0] == "help") {  // the same as COMMAND --help
            arguments.erase(arguments.begin());
            if (arguments.size() > 1) refuse("help takes one command: sweep help filter");
            if (!arguments.empty() &&
                std::find(commands.begin(), commands.end(), arguments[0]) == commands.end())
                refuse_word("the command", arguments[0], commands);
            if (!arguments.empty() && arguments[0] == "help") arguments.clear();
            arguments.push_back("--help");
        }
        CLI::App* app = &root_;
        if (!arguments.empty())
            for (CLI::App* command : root_.get_subcommands({}))
                if (command->get_name() == arguments[0]) app = command;
        const bool is_window = app == &root_;
        try {
            std::vector<std::string> joined = join_values(*app, arguments, is_window ? 0 : 1);
            std::reverse(joined.begin(), joined.end());  // CLI11 takes arguments from the back
            root_.parse(joined);
        } catch (const CLI::CallForHelp&) {
            options_.command = Command::help;
            options_.text = app->help(is_window ? "" : "sweep");
            return options_;
        } catch (const CallForKeys&) {
            options_.command = Command::help;
            options_.text = sheet_text(all_actions());
            return options_;
        } catch (const CLI::CallForVersion& version) {
            options_.command = Command::version;
            options_.text = version.what();
            return options_;
        } catch (const CLI::ExtrasError&) {
            if (options_.in) check_image_is_no_command(*options_.in);
            refuse(fmt::format("'{}' is one argument too many: sweep {}--help says what is expected",
                               root_.remaining(true).front(), is_window ? "" : app->get_name() + " "));
        } catch (const CLI::RequiredError& error) {
            refuse(fmt::format("{}: sweep {} --help says what is expected", error.what(), app->get_name()));
        } catch (const CLI::ParseError& error) {
            refuse(error.what());
        }
        for (const char* name : {"--filter", "--sigma"})
            if (const CLI::Option* option = app->get_option_no_throw(name))
                options_.chooses_filter |= option->count() > 0;
        check(options_);
        if (!is_window) options_.note = without_effect(options_, *app);  // in a window the filter can change
        if (options_.command == Command::bench) options_.arguments = what_is_measured(arguments);
        return options_;
    }

    bool knows(const std::string& name) const { return root_.get_option_no_throw("--" + name); }

    std::vector<std::string> joined(const std::vector<std::string>& arguments) {
        return join_values(root_, arguments, 0);
    }

  private:
    static std::function<void(const std::string&)> text_into(std::optional<std::string>& target) {
        return [&target](const std::string& text) { target = text; };
    }

    static CLI::Option* add(CLI::App& app, const char* name, const char* value,
                            const std::string& description,
                            const std::function<void(const std::string&)>& set) {
        return app.add_option_function<std::string>(name, set, description)
            ->type_name(value)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }

    static void add_text(CLI::App& app, const char* name, const char* value,
                         std::optional<std::string>& target, const char* description) {
        add(app, name, value, description, text_into(target));
    }

    CLI::App& add_command(Command command, const char* name, const char* help) {
        const std::string_view text = help;
        CLI::App& app = *root_.add_subcommand(name, std::string(text.substr(0, text.find('\n'))));
        help_->set_text(&app, help);
        app.callback([this, command] { options_.command = command; });
        return app;
    }

    void add_path(CLI::App& app) {
        add(app, "--path", "NAME",
            "cuda, 7 and sat-1pass: portable or hopper (bulk tensor copies) kernels (default auto)",
            [this](const std::string& text) { options_.path = parse_word("--path", text, path_words); });
    }

    void add_tuning(CLI::App& app, const char* description) {
        add(app, "--tuning", "built-in|measured|FILE", description,
            [this](const std::string& text) { options_.tuning = text; });
    }

    void add_result(CLI::App& app) {
        add(app, "--result", "float|half",
            "cuda: what a filtered picture of four channels is rounded to (default float)",
            [this](const std::string& text) {
                options_.half_result = parse_word("--result", text, result_words);
            });
    }

    void add_frames(CLI::App& app, const char* help) {
        add_result(app);
        add(app, "--frames", "N", help, [this](const std::string& text) {
            options_.frames = parse_integer("--frames", text, 1, 1000000);
        });
        add_text(app, "--depth", "FILE", options_.depth,
                 "The depth map of IMAGE: .png of 8 or 16 bits, or .npy (default: NAME.depth.png beside it)");
        add_text(app, "--state-of", "FILE.png", options_.state_of,
                 "Begin as in this picture of the window, saved by F12 or sweep shot: with its "
                 "filter, view, size and picture, and nothing else from it; options given here prevail");
        app.add_flag("--watch", options_.view.watch, "Read IMAGE again whenever its file changes");
        add(app, "--keys", "KEYS",
            "Keys to press before the first frame, as F1 lists them: d, say; those without a use are skipped",
            [this](const std::string& text) { options_.keys = text; });
        add_text(
            app, "--script", "FILE", options_.script,
            "Run a script: names of --help-keys, set NAME VALUE, frames N, wait S, shot F.png, click X Y");
        add_text(app, "--record", "DIR", options_.record,
                 "Write every frame into DIR, which has none yet, as a PNG, 60 to a second");
        for (const ViewOption& row : view_options()) {
            add(app, ("--" + row.name).c_str(), row.value.c_str(), row.help,
                [this, &row](const std::string& text) { row.set(options_.view, text); })
                ->group("What the window shows");
        }
    }

    template <class T, class Parse>
    auto list_of(std::vector<T>& target, Parse parse) {
        return [&target, parse](const std::string& text) {
            target.clear();
            for (std::string_view item : split(text)) target.push_back(parse(item));
        };
    }

    void add_shared(CLI::App& app, const char* size_help) {
        FilterSpec& filter = options_.parameters;
        add(app, "--filter", "NAME",
            fmt::format("{} (default gaussian): sweep list filters describes them", names_of(filter_words)),
            list_of(options_.filters,
                    [](std::string_view s) { return parse_word("--filter", s, filter_words); }));
        const bool is_bench = app.get_name() == "bench";
        add(app, "--sigma", "S",
            is_bench ? "gaussian: standard deviation in pixels (default 5); n/6: the shorter side by 6"
                     : "gaussian: standard deviation in pixels (default 5)",
            list_of(options_.sigmas, [](std::string_view s) { return parse_sigma("--sigma", s); }));
        add(app, "--order", "R",
            "gaussian: 3, 4 or 5; butterworth, chebyshev1, chebyshev2, elliptic: 1 to 8 (default 3)",
            list_of(options_.orders,
                    [](std::string_view s) { return parse_integer("--order", s, 1, max_order); }));
        add(app, "--derivative", "DX,DY",
            "gaussian: derivative along x (to the right) and y (down), each 0, 1 or 2 (default 0,0)",
            [this](const std::string& text) { set_derivative(text); });
        add(app, "--band", "low|high", "butterworth to elliptic: what passes (default low)",
            [&filter](const std::string& text) { filter.band = parse_word("--band", text, band_words); });
        add_number(app, "--cutoff", "F", filter.cutoff,
                   "butterworth to elliptic: the band's edge in cycles per pixel, below 0.5 (default 0.1)");
        add_number(app, "--ripple", "DB", filter.ripple,
                   "chebyshev1, elliptic: ripple of the pass band, of each pass (default 1)");
        add_number(app, "--attenuation", "DB", filter.attenuation,
                   "chebyshev2, elliptic: attenuation of the stop band, of each pass (default 40)");
        add(app, "--alpha", "A",
            "exponential: y = A x + (1 - A) y1, each way; above 0, at most 1 (default 0.2)",
            list_of(options_.alphas, [](std::string_view s) { return parse_number("--alpha", s); }));
        add(app, "--radius", "R", "box: 2 R + 1 pixels wide and high (default 4)",
            [&filter](const std::string& text) {
                filter.radius = parse_integer("--radius", text, 0, 30000);
            });
        add_numbers(app, "--causal", "d1,d2,..", filter.causal,
                    "iir: feedback of the passes down and right, y = g x - d1 y1 - d2 y2 ..; up to 16");
        add_numbers(app, "--anticausal", "e1,e2,..", filter.anticausal,
                    "iir: feedback of the passes up and left (default: as causal)");
        add_numbers(app, "--feedforward", "b0,b1,..", filter.feedforward,
                    "iir: y = g (b0 x + b1 x1 + ..) - d1 y1 - ..; g is then 1 unless given; up to b8");
        add_numbers(app, "--anticausal-feedforward", "b0,..", filter.anticausal_feedforward,
                    "iir: that of the passes up and left (default: as of the others)");
        add(app, "--gain", "g[,g']",
            "g of the causal and of the anticausal pass (default: "
            "a constant stays itself); with feedforward, a factor",
            [this](const std::string& text) { set_gain(parse_numbers("--gain", text)); });
        add(app, "--boundary", "NAME",
            "none, zero, constant:V, constant:R,G,B, clamp, repeat or mirror (default clamp)",
            [this](const std::string& text) { options_.boundaries = parse_boundaries("--boundary", text); });
        add(app, "--algorithm", "NAME",
            "auto, a name of sweep list algorithms, or a cascade: 2x5_1, 5_1+4_2 (default auto)",
            list_of(options_.algorithms,
                    [](std::string_view s) { return parse_algorithm("--algorithm", s); }));
        add(app, "--taps", "N",
            "conv: cut the response off at so many taps, an odd number (default: where it has died away)",
            [this](const std::string& text) {
                options_.taps = parse_integer("--taps", text, 1, 1 << 24);
                if (options_.taps % 2 == 0)
                    refuse(fmt::format("--taps '{}' is not odd: responses have a middle", text));
            });
        add(app, "--block", "B",
            "sat-ha, and on cuda 7 and sat-1pass: side of a block, 32, 64 or, where there is room, 128 "
            "(default: what is fastest)",
            [this](const std::string& text) { options_.block = parse_integer("--block", text, 1, 4096); });
        add(app, "--precision", "NAME",
            fmt::format("sat, box: what is added up: {} (default auto)", names_of(precision_words)),
            [this](const std::string& text) {
                options_.precision = parse_word("--precision", text, precision_words);
            });
        add(app, "--realisation", "NAME", "delta or direct (default delta)", [this](const std::string& text) {
            options_.realisation = parse_word("--realisation", text, realisation_words);
        });
        add(app, "--engine", "NAME", "auto, cuda, cpu or reference (default auto: cuda where it is usable)",
            list_of(options_.engines,
                    [](std::string_view s) { return parse_word("--engine", s, engine_words); }));
        add(app, "--passes", "LIST", "A beginning of down,up,right,left: stop after it",
            [this](const std::string& text) { options_.passes = parse_passes("--passes", text); });
        add_tuning(
            app,
            "cuda: the choices of blocks, paths and algorithms where none is asked for (default: those that "
            "sweep tune measured here, otherwise the built-in ones)");
        app.add_flag_function(
            "--linear,!--no-linear", [this](std::int64_t count) { options_.linear = count > 0; },
            "--linear: decode samples of 8 and 16 bits from sRGB, filter light; --no-linear: filter them as "
            "they are (default: as the file says, see above)");
        add(app, "--size", "WxH", size_help, [this, is_bench](const std::string& text) {
            options_.sizes.clear();
            for (std::string_view item : split(text))
                for (const Size& size :
                     is_bench ? parse_sizes("--size", item) : std::vector{parse_size("--size", item)})
                    options_.sizes.push_back(size);
        });
    }

    static void add_number(CLI::App& app, const char* name, const char* value, double& target,
                           const char* description) {
        add(app, name, value, description,
            [&target, name](const std::string& text) { target = parse_number(name, text); });
    }

    static void add_numbers(CLI::App& app, const char* name, const char* value, std::vector<double>& target,
                            const char* description) {
        add(app, name, value, description,
            [&target, name](const std::string& text) { target = parse_numbers(name, text); });
    }

    void set_gain(const std::vector<double>& gains) {
        if (gains.size() > 2)
            refuse("--gain takes one number or two: of the causal and of the anticausal pass");
        options_.parameters.causal_gain = gains.front();
        options_.parameters.anticausal_gain = gains.back();
    }

    void set_derivative(const std::string& text) {
        const std::vector<std::string_view> orders = split(text);
        if (orders.size() != 2)
            refuse(fmt::format("--derivative '{}' is not two orders: write it like 1,0", text));
        options_.parameters.derivative_x = parse_integer("--derivative", orders[0], 0, 2);
        options_.parameters.derivative_y = parse_integer("--derivative", orders[1], 0, 2);
    }

    // The arguments of sweep bench that determine its results.
    static std::string what_is_measured(const std::vector<std::string>& arguments) {
        std::string text;
        for (std::size_t i = 1; i < arguments.size(); ++i) {
            const std::string name = arguments[i].substr(0, arguments[i].find('='));
            if (name == "--quiet") continue;
            if (name == "--json" || name == "--csv")
                i += arguments[i] == name;
            else
                text += (text.empty() ? "" : " ") + arguments[i];
        }
        return text;
    }

    Options options_;
    std::shared_ptr<HelpFormatter> help_ = std::make_shared<HelpFormatter>();
    CLI::App root_{"", "sweep"};
};

}  // namespace

Options parse_options(const std::vector<std::string>& arguments) {
    return Parser(arguments).parse(arguments);
}

std::vector<std::string> joined_arguments(const std::vector<std::string>& arguments) {
    return Parser(arguments).joined(arguments);
}

const std::vector<ViewOption>& view_options() {
    static const std::vector<ViewOption> rows =
        make_view_options([](const std::vector<std::string>& arguments) -> FilterSettings {
            return settings_of(parse_options(arguments));
        });
    return rows;
}

bool is_window_option(const std::string& name) {
    return Parser({}).knows(name);
}

}  // namespace sweep::app
