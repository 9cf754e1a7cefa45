#include "app/command_line/parser.h"

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command_line/help.h"
#include "app/command_line/option_checks.h"
#include "app/command_line/output_names.h"
#include "app/command_line/view_options.h"
#include "app/ui/actions.h"
#include "files/standard_names.h"
#include "films/samples/samples.h"

namespace sweep::app {
namespace {

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
        root_.add_option_function<std::string>(
            "IMAGE", text_into(options_.in),
            "A picture or film to open, a stream's address, or - for standard input");
        add_shared(root_, "The window's size in pixels (default 1600x900)");
        add_frames(root_, "Stop after so many frames (default: run until the window is closed)");
        add(root_, "--recent", "N", "Open the N-th of `sweep list recent` again (1: the newest)",
            [this](const std::string& text) {
                options_.recent = parse_integer("--recent", text, 1, int(most_recent));
            });
        add_lecture(root_);
        add_monitor("--full-screen", options_.full_screen,
                    "Full screen on this monitor, counted from 1 (default: the one with the window)");
        add_monitor("--presenter", options_.presenter,
                    "A second window with notes, clock, this step and the next, on this monitor (default: "
                    "another one than the first window's)");
        add_text(
            root_, "--remote", "ADDRESS[:PORT]", options_.remote,
            "Let a browser turn the pages of lectures, with notes and a clock: one of this machine, or with "
            "0.0.0.0 a phone in the same network (default 127.0.0.1, any port); the presenter's window has "
            "the address. Where a step hides a number, the stage shows another one, at which the room answers")
            ->expected(0, 1)
            ->default_str("127.0.0.1");
        root_.add_flag("--print-state", options_.print_state,
                       "Print the command line that shows this again when the window closes");
        root_.add_flag_callback(
            "--help-keys", [] { throw CallForKeys(); }, "List the keys and the commands of scripts");

        if (CLI::App& filter = add_command(Command::filter, "filter", filter_help); is_named("filter")) {
            filter.add_option("IN", files_,
                              "What to filter, and where to write it; with --out as many files as there are");
            add_text(
                filter, "--out", "PATTERN", options_.pattern,
                "Where to write the result of each file: results/{name}.exr; {name} and {ext} are of the "
                "file, {index} counts");
            add_text(
                filter, "--format", "FORMAT", format_,
                "The format of OUT where that is -, standard output: png, tif, npy, or another ending of a file");
            add_shared(filter, "The size that IN must have, as a check");
            add_page(filter);
            add_rows_of(filter, OptionOf::pictures);
            add_rows_of(filter, OptionOf::files_and_bench);
            add(filter, "--codec", "h264|h265|vp9|av1|ffv1|prores",
                "How a film is coded (default: the first that OUT takes and that keeps the depth, alpha and "
                "chroma of IN)",
                [this](const std::string& text) {
                    if (std::find(film_codecs.begin(), film_codecs.end(), text) == film_codecs.end())
                        refuse_word("--codec", text, film_codecs);
                    options_.film_codec = text;
                });
            add(filter, "--quality", "0..100",
                "Of a film: 0 is the smallest file, 100 the best that the codec can (default: about 65)",
                [this](const std::string& text) {
                    options_.film_quality = parse_integer("--quality", text, 0, 100);
                });
            add(filter, "--guide", "FILE",
                "edge, bilateral: a picture of as many pixels, whose edges are kept (default: IN itself)",
                [this](const std::string& text) { options_.request.guide = text; });
            filter.add_flag("--check", options_.checks_result,
                            "Compare the result with the truth, that of the reference engine in double "
                            "(64 rows of a large picture), and print the largest error; above 1e-5 of the "
                            "largest output (float64: 1e-9, integers: 0) end with 1, and leave OUT alone");
            add_text(filter, "--timings", "FILE.json", options_.timings,
                     "Write the times and bytes of each stage");
            add_text(
                filter, "--trace", "FILE.json", options_.trace,
                "Write when and on which processor each block ran, for Perfetto; not by --engine reference");
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
            add_rows_of(bench, OptionOf::files_and_bench);
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
                    if (!(options_.seconds > 0))
                        refuse_usage(fmt::format("--seconds '{}' is not above 0", text));
                });
            add(bench, "--memory", "linear|texture",
                "cuda, four channels: where the image is; texture: as a window's is (default linear)",
                [this](const std::string& text) {
                    options_.memory = parse_word("--memory", text, memory_words);
                });
            add_rows_of(bench, OptionOf::pictures_and_bench);
            bench.add_flag(
                "--check", options_.checks_result,
                "Compare each result with the truth, that of the reference engine in double (64 rows "
                "of a large picture), and say the largest error, relative to the largest output");
            bench.add_flag("--quiet", options_.quiet, "Print nothing but errors: for --json and --csv");
            add_text(bench, "--json", "FILE", options_.json, "Write the results as JSON");
            add_text(bench, "--csv", "FILE", options_.csv, "Write the results as CSV");
        }
        if (CLI::App& shot = add_command(Command::shot, "shot", shot_help); is_named("shot")) {
            shot.add_option_function<std::string>("OUT.png", text_into(options_.out), "Where to write it")
                ->required();
            shot.add_option_function<std::string>("IMAGE", text_into(options_.in),
                                                  "A picture or film to open");
            add_shared(shot, "The window's size in pixels (default 1600x900)");
            add_frames(shot, "Draw so many frames, save the last (default 24)");
            add_lecture(shot);
        }
        if (CLI::App& rehearse = add_command(Command::rehearse, "rehearse", rehearse_help);
            is_named("rehearse")) {
            rehearse
                .add_option_function<std::string>("LECTURE", text_into(options_.lecture), "The file of cues")
                ->required();
            rehearse.add_option_function<std::string>("IMAGE", text_into(options_.in), "A picture to open");
            add_text(rehearse, "--pages", "DIR", options_.pages,
                     "Write every step small, twelve to a page, as page-01.png, ..");
            add_text(rehearse, "--html", "FILE", options_.html,
                     "Write the lecture as one page that any browser opens, with all numbers of its walks");
            rehearse.add_flag("--pictures", options_.pictures,
                              "Write every step, a third as large, to standard output as soon as it is "
                              "drawn: PPM pictures, one after the other, in place of the list");
            add(rehearse, "--size", "WxH", "Of the projector, in pixels (default 1440x810)",
                [this](const std::string& text) { options_.sizes = {parse_size("--size", text)}; });
            add(rehearse, "--scale", "S", "Scale of the text (default 1)", [this](const std::string& text) {
                options_.view.scale = float(parse_number_within("--scale", text, 0.6, 3));
            });
        }
        if (CLI::App& designed = add_command(Command::design, "design", design_help); is_named("design")) {
            add(designed, "--as", "LANGUAGE", "cpp, json, numpy or matlab (default cpp)",
                [this](const std::string& text) {
                    options_.language = parse_word("--as", text, code_words);
                });
            add_shared(designed, "Not used: a filter is the same for every size");
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
            if (arguments.size() > 1) refuse_usage("help takes one command: sweep help filter");
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
            refuse_usage(fmt::format("'{}' is one argument too many: sweep {}--help says what is expected",
                                     root_.remaining(true).front(), is_window ? "" : app->get_name() + " "));
        } catch (const CLI::RequiredError& error) {
            refuse_usage(
                fmt::format("{}: sweep {} --help says what is expected", error.what(), app->get_name()));
        } catch (const CLI::ParseError& error) {
            refuse_usage(error.what());
        }
        if (options_.command == Command::filter) take_files();
        for (const char* name : {"--filter", "--sigma"})
            if (const CLI::Option* option = app->get_option_no_throw(name))
                options_.chooses_filter |= option->count() > 0;
        for (const char* name : {"--order", "--accuracy", "--passes"})
            if (const CLI::Option* option = app->get_option_no_throw(name))
                options_.says_order |= option->count() > 0;
        if (const CLI::Option* option = app->get_option_no_throw("--boundary"))
            options_.says_boundary |= option->count() > 0;
        refuse_both(*app);
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
    // The files of sweep filter: one and its output, or with --out many. One alone is filtered as any other.
    void take_files() {
        constexpr const char* help = "sweep filter --help says what is expected";
        if (files_.empty()) refuse_usage(fmt::format("IN is required: {}", help));
        if (files_.size() > 1 && options_.pattern && std::count(files_.begin(), files_.end(), "-") > 0)
            refuse_usage("IN - is one file on standard input: filter it alone, or leave it out");
        options_.in = files_.front() == "-" ? standard_input().string() : files_.front();
        if (options_.pattern) {
            if (files_.size() == 1)
                take_output(output_names(*options_.pattern, files_).front());
            else if (format_)
                refuse_usage("--format is for OUT -, standard output, which takes one file");
            else
                options_.inputs = files_;
            return;
        }
        if (files_.size() == 1) refuse_usage(fmt::format("OUT is required: {}", help));
        take_output(files_[1]);
        if (files_.size() > 2)
            refuse_usage(
                fmt::format("'{}' is one argument too many: {}, or --out for many files", files_[2], help));
    }

    void take_output(const std::string& out) {
        if (out != "-" && format_)
            refuse_usage(
                fmt::format("--format is for OUT -, standard output: '{}' has its format in its name", out));
        if (out == "-" && !format_)
            refuse_usage("OUT - is standard output: say which format it gets, as in --format png");
        options_.out = out == "-" ? standard_output(*format_).string() : out;
    }

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

    static CLI::Option* add_text(CLI::App& app, const char* name, const char* value,
                                 std::optional<std::string>& target, const char* description) {
        return add(app, name, value, description, text_into(target));
    }

    CLI::App& add_command(Command command, const char* name, const char* help) {
        const std::string_view text = help;
        CLI::App& app = *root_.add_subcommand(name, std::string(text.substr(0, text.find('\n'))));
        help_->set_text(&app, help);
        app.callback([this, command] { options_.command = command; });
        return app;
    }

    // Options of filters that some commands alone have.
    void add_rows_of(CLI::App& app, OptionOf commands) {
        for (const FilterOption& row : filter_options())
            if (row.commands == commands) add_row(app, row);
    }

    void add_tuning(CLI::App& app, const char* description) {
        add(app, "--tuning", "built-in|measured|FILE", description,
            [this](const std::string& text) { options_.tuning = text; });
    }

    void add_lecture(CLI::App& app) {
        add_text(app, "--lecture", "FILE", options_.lecture,
                 "Step through a file of cues with PgDn and PgUp, or through lecture or short, which come "
                 "with Sweep");
        add(app, "--booth", "SECONDS",
            "Go on by itself after so long, and begin again when a visitor has left",
            [this](const std::string& text) {
                options_.booth = parse_number_within("--booth", text, 1, 3600);
            });
    }

    void add_monitor(const char* name, std::optional<int>& target, const char* help) {
        add(root_, name, "MONITOR", help,
            [name, &target](const std::string& text) { target = parse_integer(name, text, 0, 64); })
            ->expected(0, 1)
            ->default_str("0");
    }

    void add_page(CLI::App& app) {
        add(app, "--page", "N", "The picture of a .tif or .npy of several (filter: all; else 1, the first)",
            [this](const std::string& text) {
                options_.page = parse_integer("--page", text, 1, 1000000000);
                options_.takes_page = true;
            });
        add_word(app, "--part", "NAME|K", options_.choice.part,
                 "The part of an .exr of several, by its name or its number (default: the one that is called "
                 "beauty or the like, else the first)");
        add_word(app, "--layer", "NAME", options_.choice.layer,
                 "The layer of an .exr (default: the picture without a layer, else beauty or the like)");
        add_word(app, "--channel", "NAME", options_.choice.channel,
                 "One channel of an .exr, as data: Z, or diffuse.R");
    }

    void add_word(CLI::App& app, const char* name, const char* value, std::string& to, const char* help) {
        add(app, name, value, help, [name, &to](const std::string& text) {
            if (text.empty()) refuse_usage(fmt::format("{} needs a name", name));
            to = text;
        });
    }

    void add_frames(CLI::App& app, const char* help) {
        add_rows_of(app, OptionOf::pictures);
        add_rows_of(app, OptionOf::pictures_and_bench);
        add(app, "--frames", "N", help, [this](const std::string& text) {
            options_.frames = parse_integer("--frames", text, 1, 1000000);
        });
        add_page(app);
        add(app, "--camera", "N", "Show the camera of this number in place of IMAGE (default 0)",
            [this](const std::string& text) { options_.camera = parse_integer("--camera", text, 0, 63); })
            ->expected(0, 1)
            ->default_str("0");
        add_text(
            app, "--depth", "FILE", options_.depth,
            "The depth map of IMAGE: .png of 8 or 16 bits, .exr, .pfm, .tif or .npy (default: NAME.depth.png "
            "beside it, or the distances of an .exr, in metres)");
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
        add_text(
            app, "--record", "DIR|FILE", options_.record,
            "Write every frame, 60 to a second, into DIR, which has none yet, as a PNG; or into a film, a "
            ".mp4, .mov, .mkv, .webm or .gif, or - (Y4M on standard output)");
        add_text(app, "--stream", "ADDRESS", options_.stream,
                 "Send the window to a media server: rtmp://.., srt://.., rtsp://..");
        for (const ViewOption& row : view_options()) {
            add(app, ("--" + row.name).c_str(), row.value.c_str(), row.help,
                [this, &row](const std::string& text) { row.set(options_.view, text); })
                ->group("What the window shows");
        }
    }

    void add_shared(CLI::App& app, const char* size_help) {
        const bool is_bench = app.get_name() == "bench";
        for (const FilterOption& row : filter_options())
            if (row.commands == OptionOf::all) add_row(app, row);
        add_tuning(
            app,
            "cuda: the choices of blocks, paths and algorithms where none is asked for (default: those that "
            "sweep tune measured here, otherwise the built-in ones)");
        add(app, "--size", "WxH", size_help, [this, is_bench](const std::string& text) {
            options_.sizes.clear();
            for (std::string_view item : split(text))
                for (const Size& size :
                     is_bench ? parse_sizes("--size", item) : std::vector{parse_size("--size", item)})
                    options_.sizes.push_back(size);
        });
    }

    // The option of a row of the table of filter options.
    void add_row(CLI::App& app, const FilterOption& row) {
        const std::string name = "--" + row.name;
        if (row.value.empty()) {
            app.add_flag_function(
                name + ",!--no-" + row.name,
                [this, &row](std::int64_t count) { row.set(options_.request, count > 0 ? "on" : "off"); },
                row.help);
            return;
        }
        const bool is_bench = app.get_name() == "bench", is_filter = app.get_name() == "filter";
        const std::string& help = is_bench && !row.bench_help.empty() ? row.bench_help : row.help;
        add(app, name.c_str(), row.value.c_str(), help,
            [this, &row, is_bench, is_filter](const std::string& text) {
                if (is_bench && row.axis > 0)
                    set_axis(row, text);
                else if (is_filter)
                    set_option(row, options_.request, take_volume_axes(options_.volume, row.name, text));
                else
                    set_option(row, options_.request, text);
            });
    }

    void set_axis(const FilterOption& row, const std::string& text) {
        Options::Axis axis{&row, row.items(text)};
        for (const std::string& item : axis.items) row.set(options_.request, item);  // refuses what is wrong
        row.set(options_.request, axis.items.front());
        std::erase_if(options_.axes, [&](const Options::Axis& other) { return other.option == &row; });
        const auto slower = [](const Options::Axis& a, const Options::Axis& b) {
            return a.option->axis < b.option->axis;
        };
        options_.axes.insert(std::upper_bound(options_.axes.begin(), options_.axes.end(), axis, slower),
                             axis);
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
    std::vector<std::string> files_;     // filter: its arguments that are no options
    std::optional<std::string> format_;  // filter: of standard output
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

bool is_window_option(const std::string& name) {
    return Parser({}).knows(name);
}

}  // namespace sweep::app
