// sweep bench: times every combination of its lists, and the copy of an image of the same size beside it.
#include "app/commands/bench/bench.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/base/progress.h"
#include "app/commands/bench/axes.h"
#include "app/commands/bench/report.h"
#include "app/work/options/option_values.h"
#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "files/output_file.h"
#include "files/pixels.h"
#include "platform/signals.h"

namespace sweep::app {
namespace {

// The engines that are asked for. Each is started when it is used first.
class Engines {
  public:
    explicit Engines(const BenchOptions& options) : sample_(options.sample) {}

    // Throws the errors of start_engine().
    const StartedEngine& of(EngineKind asked) {
        StartedEngine& started = started_[asked];
        if (!started.engine) started = start_engine(asked, sample_);
        return started;
    }
    // The engine that describes the machine in the report: the fastest of those that have started.
    EngineKind main() const {
        for (const EngineEntry& engine : engine_entries())
            for (const auto& [asked, started] : started_)
                if (started.engine && started.engine->kind() == engine.kind) return engine.kind;
        return EngineKind::automatic;
    }

  private:
    Sample sample_;
    std::map<EngineKind, StartedEngine> started_;
};

void require_support(const Combination& combination, EngineKind engine) {
    require_room(combination.problem, engine);
    sweep::require_support(combination.problem, engine);
}

class Bench {
  public:
    Bench(const BenchOptions& options, const platform::Interruption& interruption)
        : options_(options), interruption_(interruption) {}

    // The result of one combination; none if it was interrupted.
    std::optional<BenchResult> measure(const Problem& problem, Engine& engine) {
        const bool on_gpu = engine.on_device();
        const int repeats = options_.repeats.value_or(on_gpu ? 100 : 9),
                  warmup = options_.warmup.value_or(on_gpu ? 10 : 2);
        engine.prepare(problem);
        if (in_.shape() != problem.shape || in_.sample() != problem.input)
            in_ = random_image(problem.shape, problem.input);
        Image out = filtered(engine, std::as_const(in_).view());
        codes_ = options_.codes ? Image(problem.shape, *options_.codes) : Image();

        BenchResult result{engine.resolved(), engine.kind(), engine.job().stages, {}, {}, 0};
        if (options_.checks_result)
            result.check = check_result(result.problem, std::as_const(in_).view(), std::as_const(out).view(),
                                        engine.table_mean());
        const double expected_ms = options_.seconds > 0 ? quantile(timed(engine, out, 1), 0.5) : 0;
        if (!options_.warmup && wakes_slowly(engine))
            wake(engine, out);
        else
            timed(engine, out, affordable(warmup, expected_ms));
        result.run_ms = timed(engine, out, affordable(repeats, expected_ms));
        // Stages are timed in runs from host to host, which on a GPU include transfers, so in fewer runs.
        if (const int runs = affordable(std::min(repeats, options_.stage_repeats), expected_ms);
            runs > 0 && !options_.codes && !interruption_.requested())
            result.stage_ms = time_stages(engine, in_.view(), out.view(), runs);
        // The copy moves as many bytes as reading the input once and writing the output once.
        result.copy_ms = copy_ms(engine.kind(), (in_.bytes() + (codes_.empty() ? out : codes_).bytes()) / 2);
        if (interruption_.requested()) return std::nullopt;
        return result;
    }

  private:
    // The number of runs that fit into the time limit; at least 3, if there are so many.
    int affordable(int runs, double expected_ms) const {
        if (expected_ms <= 0) return runs;
        return int(std::clamp(options_.seconds * 1e3 / expected_ms, double(std::min(runs, 3)), double(runs)));
    }

    static bool wakes_slowly(const Engine& engine) {
        const EngineEntry& entry = entry_of(engine.kind());
        return entry.wakes_slowly && entry.availability().is_for_auto;  // on a processor nothing wakes
    }

    // Runs until times settle: for half a second, because a clock may stay low for a while, and then until a few runs
    // take no less than those before. After a second it ends in any case, or with --seconds.
    void wake(Engine& engine, Image& out) {
        constexpr int runs = 5;
        const double most = options_.seconds > 0 ? std::min(options_.seconds, 1.0) : 1.0;
        const auto start = std::chrono::steady_clock::now();
        for (double fastest = std::numeric_limits<double>::infinity(); !interruption_.requested();) {
            const double ms = quantile(engine.time_runs(in_.view(), out.view(), runs), 0.5),
                         passed =
                             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            if (passed >= most || (passed >= most / 2 && ms >= 0.99 * fastest)) return;
            fastest = std::min(fastest, ms);
        }
    }

    // The milliseconds of each run. A GPU gets all runs at once; other engines can be interrupted after each.
    std::vector<double> timed(Engine& engine, Image& out, int runs) {
        if (engine.on_device() && !options_.codes) return engine.time_runs(in_.view(), out.view(), runs);
        std::vector<double> times;
        while (int(times.size()) < runs && !interruption_.requested())
            times.push_back(options_.codes ? time_to_codes(engine, out)
                                           : engine.time_runs(in_.view(), out.view(), 1).front());
        return times;
    }

    // Of one run whose result becomes a picture of sRGB: in the engine's last pass, or in a pass of its own.
    double time_to_codes(Engine& engine, Image& out) {
        const auto start = std::chrono::steady_clock::now();
        if (CodesEngine* const writer = engine.on_codes()) {
            writer->run_to_codes(in_.view(), codes_.view(), {.sample = codes_.sample()});
        } else {
            engine.run(in_.view(), out.view());
            codes_ = to_display(std::as_const(out).view(), codes_.sample(), true);
        }
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }

    // The copy is measured once for each engine and size, so that all results are compared with the same one.
    double copy_ms(EngineKind engine, std::size_t bytes) {
        double& ms = copies_[{engine, bytes}];
        if (ms == 0) ms = entry_of(engine).measure_copy_ms(bytes);
        return ms;
    }

    const BenchOptions& options_;
    const platform::Interruption& interruption_;
    Image in_, codes_;
    std::map<std::pair<EngineKind, std::size_t>, double> copies_;
};

// The work of a problem, for the progress: its samples, plus a constant for the cost of small images.
double work_of(const Problem& problem) {
    return double(problem.shape.samples()) + 0x1p18;
}

struct MeasuredAll {
    Json results = Json::array();
    std::vector<Skipped> skipped;  // what the engine could not do, once it knew the device
    std::vector<Skipped> failed;
};

// Measures the combinations in turn, until it is interrupted. If there is only one, its error is thrown.
MeasuredAll measure_all(const std::vector<Combination>& all, Engines& engines, const BenchOptions& options,
                        const platform::Interruption& interruption) {
    double work = 0;
    for (const Combination& c : all) work += work_of(c.problem);
    Progress progress(stderr, options.quiet ? Progress::Style::none : Progress::style_for(stderr),
                      int(all.size()), work);
    MeasuredAll measured;
    Bench bench(options, interruption);
    for (const Combination& combination : all) {
        if (interruption.requested()) break;
        progress.show(short_text(combination.problem));
        try {
            const std::optional<BenchResult> result =
                bench.measure(combination.problem, *engines.of(combination.engine).engine);
            if (!result) break;
            measured.results.push_back(to_json(*result));
            progress.clear();
            if (!options.quiet) print(*result);
        } catch (const Error& error) {
            if (all.size() == 1) throw;
            (error.code() == ExitCode::failed ? measured.failed : measured.skipped)
                .push_back({combination, error.what()});
        } catch (const std::bad_alloc&) {
            if (all.size() == 1) throw;
            measured.failed.push_back({combination, "out of memory: use a smaller image"});
        }
        progress.advance(work_of(combination.problem));
    }
    return measured;
}

void print_head(const std::vector<Combination>& all, Engines& engines, bool has_errors) {
    for (std::size_t i = 0; i < all.size(); ++i)
        if (i == 0 || all[i].engine != all[i - 1].engine)
            fmt::print("{}\n", engines.of(all[i].engine).text());
    print_header(has_errors);
}

void write_files(const BenchOptions& options, const Json& report) {
    if (options.json) write_json(*options.json, report);
    if (options.csv) {
        const std::string text = to_csv(report["results"]);
        write_file(*options.csv, {bytes_of(text)});
    }
}

// The place of the results, for a message.
std::string output_place(const BenchOptions& options) {
    return options.json  ? "'" + *options.json + "'"
           : options.csv ? "'" + *options.csv + "'"
                         : "the table above";
}

void run(BenchOptions& options) {
    Combinations combinations(options);
    if (options.json && options.csv && are_same_file(*options.json, *options.csv))
        throw Error(ExitCode::usage,
                    fmt::format("--json and --csv are the same file '{}': give two", *options.json));
    for (const std::optional<std::string>& file : {options.json, options.csv})
        if (file) require_writable(*file);
    Engines engines(options);
    combinations.require(
        [&](const Combination& c) { require_support(c, engines.of(c.engine).engine->kind()); });

    const std::vector<Combination>& all = combinations.possible();
    const std::string date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    const platform::Interruption interruption;
    if (!options.quiet) print_head(all, engines, options.checks_result);
    auto [results, skipped, failed] = measure_all(all, engines, options, interruption);
    skipped.insert(skipped.begin(), combinations.skipped().begin(), combinations.skipped().end());
    if (!options.quiet) {
        print(skipped, "skipped");
        print(failed, "failed");
    }

    const std::size_t count = results.size();
    const bool is_interrupted = interruption.requested();
    Json report = {{"device", device_json(engines.main())},
                   {"date", date},
                   {"command", "sweep bench " + options.arguments},
                   {"results", std::move(results)}};
    for (const Skipped& one : skipped) report["skipped"].push_back(to_json(one));
    for (const Skipped& one : failed) report["failed"].push_back(to_json(one));
    if (is_interrupted) report["interrupted"] = true;
    if (count > 0) write_files(options, report);

    if (is_interrupted)
        throw Error(ExitCode::failed,
                    fmt::format("interrupted, {} of {} combinations were measured: {}", count, all.size(),
                                count > 0 ? output_place(options) + " has them" : "nothing was written"));
    if (count + failed.size() == 0)
        throw Error(ExitCode::usage, "none of these combinations is possible: " + skipped.back().reason);
    if (!failed.empty())
        throw Error(ExitCode::failed, fmt::format("{} of {} combinations failed: {}", failed.size(),
                                                  all.size(), failed.front().reason));
}

// ---- the command -----------------------------------------------------------------------------------------

constexpr const char* bench_help =
    R"(Measures how long filtering takes here, beside the copy of an image of the same size.

Examples:
  sweep bench
  sweep bench --size 1024,8192 --order 3,4,5 --engine cuda
  sweep bench --filter sat,gaussian --boundary none,clamp --json results.json
  sweep bench --algorithm 4,5,6,7 --order 3,5 --size 256:4096:256 --csv results.csv
  sweep bench --sigma 5,n/6 --engine cuda,cpu --seconds 1
  sweep bench --algorithm 5,7,rt64 --boundary zero,clamp,mirror --check
  sweep bench --size 3840x2160 --channels 4 --sample u8 --memory texture --result half --engine cuda

The image is random, with a fixed seed. --filter, --order, --sigma, --alpha, --boundary, --algorithm, --engine
and --size take lists. Every possible combination is measured; the others are listed as skipped. A time is the
median of --repeats runs after --warmup, with the 5th and 95th percentile. Runs are warm: memory has been
touched, and caches are as the last run left them. The copy is measured once for each size and engine.
GiP/s are 2^30 pixels a second; GB/s are 10^9 declared bytes a second. Data stays where the engine works:
transfers to a GPU are not in the times. With --check each row also has the largest error.

Ctrl+C ends it, keeps what has been measured, and gives exit code 1; bench/figures.py draws the JSON files.
)";

void set_axis(BenchOptions& options, const FilterOption& row, const std::string& text) {
    BenchOptions::Axis axis{&row, row.items(text)};
    for (const std::string& item : axis.items) row.set(options.request, item);  // refuses what is wrong
    row.set(options.request, axis.items.front());
    std::erase_if(options.axes, [&](const BenchOptions::Axis& other) { return other.option == &row; });
    const auto slower = [](const BenchOptions::Axis& a, const BenchOptions::Axis& b) {
        return a.option->axis < b.option->axis;
    };
    options.axes.insert(std::upper_bound(options.axes.begin(), options.axes.end(), axis, slower), axis);
}

void add_integer(OptionAdder& to, const char* name, const char* text, int least, std::optional<int>& into) {
    to.value(name, "N", text,
             [=, &into](const std::string& value) { into = parse_integer(name, value, least, 1000000); });
}

void add_options(OptionAdder& to, BenchOptions& options) {
    const TakeRow take = [&](const FilterOption& row, const std::string& text) {
        row.axis > 0 ? set_axis(options, row, text) : set_option(row, options.request, text);
    };
    add_rows(to, OptionOf::all, take, true);
    add_tuning(to, options.tuning);
    to.value("--size", "WxH",
             "The image's size in pixels (default 2048x2048); 512 is a square, 64:8192:64 are squares "
             "from, to and so many pixels apart",
             [&](const std::string& text) {
                 options.sizes.clear();
                 for (const std::string_view item : split(text))
                     for (const Size& size : parse_sizes("--size", item)) options.sizes.push_back(size);
             });
    add_rows(to, OptionOf::files_and_bench, take, true);
    to.value("--channels", "1..4", "Channels of the image",
             [&](const std::string& text) { options.channels = parse_integer("--channels", text, 1, 4); });
    to.value("--sample", "u8|f32|f64", "Its samples (default f32)", [&](const std::string& text) {
        constexpr std::array<std::pair<std::string_view, Sample>, 3> words{
            {{"u8", Sample::u8}, {"f32", Sample::f32}, {"f64", Sample::f64}}};
        options.sample = parse_word("--sample", text, words);
    });
    to.value(
        "--codes", "u8|u16",
        "Results become the samples of a picture of sRGB: within the last pass where cpu has it, otherwise in a "
        "pass of its own (default: they stay as they are)",
        [&](const std::string& text) {
            constexpr std::array<std::pair<std::string_view, Sample>, 2> words{
                {{"u8", Sample::u8}, {"u16", Sample::u16}}};
            options.codes = parse_word("--codes", text, words);
        });
    add_integer(to, "--repeats", "Runs that are measured (default: 100 on cuda, 9 elsewhere)", 1,
                options.repeats);
    add_integer(
        to, "--warmup",
        "Runs before that (default: 10 on cuda; on opengl as many as it takes until times settle, for a second at "
        "most; 2 elsewhere)",
        0, options.warmup);
    to.value("--stage-repeats", "N",
             "Runs in which each stage is timed (default 9, --repeats at most; 0: stages have no times)",
             [&](const std::string& text) {
                 options.stage_repeats = parse_integer("--stage-repeats", text, 0, 1000000);
             });
    to.value("--seconds", "S", "No more than this on one combination: fewer runs, but 3 (default: no limit)",
             [&](const std::string& text) {
                 options.seconds = parse_number("--seconds", text);
                 if (!(options.seconds > 0)) refuse_usage(fmt::format("--seconds '{}' is not above 0", text));
             });
    to.value("--memory", "linear|texture",
             "cuda, four channels: where the image is; texture: as a window's is (default linear)",
             [&](const std::string& text) { options.memory = parse_word("--memory", text, memory_words); });
    add_rows(to, OptionOf::pictures_and_bench, take, true);
    to.flag("--check",
            "Compare each result with the truth, that of the reference engine in double (64 rows "
            "of a large picture), and say the largest error, relative to the largest output",
            options.checks_result);
    to.flag("--quiet", "Print nothing but errors: for --json and --csv", options.quiet);
    to.value("--json", "FILE", "Write the results as JSON", options.json);
    to.value("--csv", "FILE", "Write the results as CSV", options.csv);
}

// The arguments that determine the results.
std::string what_is_measured(const std::vector<std::string>& arguments) {
    std::string text;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string name = arguments[i].substr(0, arguments[i].find('='));
        if (name == "--quiet") continue;
        if (name == "--json" || name == "--csv")
            i += arguments[i] == name;
        else
            text += (text.empty() ? "" : " ") + arguments[i];
    }
    return text;
}

void check(BenchOptions& options, const Given& given) {
    refuse_both(given);
    const std::vector<FilterSettings> kinds = options.kinds();
    for (const FilterSettings& one : kinds) refuse_following(one);
    if (options.codes && options.request.method.half_result)
        refuse_usage("--codes is of results in float: leave out --result half");
    if (options.quiet && !options.json && !options.csv)
        refuse_usage("--quiet leaves nothing of the results: add --json FILE or --csv FILE");
    const auto is_nonsense = [](const FilterSettings& request) { return !nonsense(request).empty(); };
    if (std::all_of(kinds.begin(), kinds.end(), is_nonsense)) refuse_usage(nonsense(kinds.front()));
    options.note = no_effect(given, kinds);
    options.arguments = what_is_measured(given.arguments());
}

}  // namespace

Command bench_command() {
    return command<BenchOptions>({"bench", add_options, check}, bench_help, run);
}

}  // namespace sweep::app
