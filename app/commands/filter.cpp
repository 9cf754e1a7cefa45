// sweep filter: loads, filters and saves an image, one page or all. app/commands/filter_picture.cpp does so with one
// picture, app/commands/filter_files.cpp with many files, app/commands/filter_film.cpp with the frames of a film.
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/terminal.h"
#include "app/commands/commands.h"
#include "app/commands/filter_file.h"
#include "app/work/options/describe.h"
#include "app/work/request/settings.h"
#include "app/work/results/volume.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/design/design.h"
#include "core/plan/usual_accuracy.h"
#include "engines/smoothing.h"
#include "files/format.h"
#include "files/image_file.h"
#include "files/input_file.h"
#include "files/metadata/stack_axes.h"
#include "files/output_file.h"
#include "files/stack/stack_file.h"
#include "files/standard_names.h"
#include "films/film.h"
#include "films/output.h"

namespace sweep::app {
namespace {

// Refuses what can be refused before a file is read.
void check(const FilterFileOptions& options) {
    refuse_film(*options.in, *options.out, false);
    check_request(options, *options.out);
    check_names_differ(options);
    require_readable(*options.in);
    require_writable(*options.out);
    if (options.timings) require_writable(*options.timings);
    if (options.trace) require_writable(*options.trace);
    if (options.dump_stages) require_folder(*options.dump_stages);
}

}  // namespace

std::FILE* summaries_beside(const std::string& out) {
    return is_standard_output(out) ? stderr : stdout;
}

std::string filter_words(const FilterSettings& request) {
    std::string words(request.filter_word());
    if (request.filter.is_by_accuracy()) words += " (" + order_text(request.filter) + ")";
    if (!request.derived.is_none()) words += ", " + derived_text(request.derived);
    return words;
}

void refuse_film(const std::string& in, const std::string& out, bool is_one_of_many) {
    const bool is_written = is_film_output(out) && out != "-";
    if (!is_written && !is_film_name(in)) return;
    std::string why;
    if (is_one_of_many) {
        why = fmt::format("'{}' is a film, and films are filtered one at a time: sweep filter IN OUT",
                          is_film_name(in) ? in : out);
    } else {
        why = fmt::format("'{}' is for films and animations, and '{}' is one picture: use one of", out, in);
        for (const Format* known : formats())
            if (known->encode) why += fmt::format(" {}", known->endings.front());
    }
    throw Error(is_written ? ExitCode::unwritable_output : ExitCode::usage, why);
}

void check_request(const FilterFileOptions& options, const std::string& out) {
    const FilterSpec spec = options.request.filter;
    output_format(out);
    if (!options.film_codec.empty() || options.film_quality)
        throw Error(ExitCode::usage,
                    fmt::format("--codec and --quality are of films, and '{}' is a picture", out));
    if (is_recursive(spec.kind)) design(spec);
    require_holds(out, options.request);
    if (info(spec.kind).follows_picture) engine_of(spec, options.request.engine, Sample::f32);
    if (const std::string& guide = options.request.guide; !guide.empty()) require_readable(guide);
    pick_engine(options.request.engine);
}

FilterFiles files_of(const FilterFileOptions& options) {
    FilterFiles files{*options.in, *options.out, options.page, options.choice};
    files.size = options.size;
    return files;
}

namespace {

void refuse_of_one_picture(const FilterFileOptions& options, int pages) {
    for (const auto& [name, is_given] : {std::pair{"--timings", options.timings.has_value()},
                                         {"--trace", options.trace.has_value()},
                                         {"--dump-stages", options.dump_stages.has_value()},
                                         {"--check", options.checks_result && options.volume.along_z}})
        if (is_given)
            throw Error(ExitCode::usage,
                        fmt::format("{} is about one picture, and '{}' has {} pages: add --page", name,
                                    *options.in, pages));
}

// Filters all pages, one after the other. What is said of each is said once where it is the same.
FilteredFile filter_pages(const FilterFileOptions& options, int pages, const FilterContext& context) {
    refuse_of_one_picture(options, pages);
    const FilterContext once{context.room, each_once(context.say), context.take};
    StackFile stack(*options.out, *options.in, pages);
    FilterFileOptions one = options;
    FilteredFile all;
    for (one.page = 1; one.page <= pages; ++one.page) {
        try {
            FilteredFile done = filter_picture(one, once, std::bind_front(&StackFile::add, &stack));
            if (one.page == 1) all = std::move(done);
        } catch (const Error& error) {
            throw Error(error.code(), fmt::format("page {} of {}: {}", one.page, pages, error.what()));
        }
    }
    stack.finish();
    all.summary += fmt::format(", and so {} pages", pages);
    if (all.check) *all.check += fmt::format("; of page 1, and all {} passed", pages);
    return all;
}

// Filters all pages as a volume.
FilteredFile filter_as_volume(const FilterFileOptions& options, int pages, const FilterContext& context) {
    std::string read_as;
    if (options.takes_page || !output_format(*options.out).open_stack || !is_stack(*options.in, read_as)) {
        if (!read_as.empty())
            throw Error(
                ExitCode::usage,
                fmt::format(
                    "--axes with z: '{}' is one picture, {}: make it Z x H x W with W above 4, or Z x H x W x C",
                    printable(*options.in), read_as));
        throw Error(
            ExitCode::usage,
            fmt::format(
                "--axes with z is for volumes, a .tif or a .npy of shape Z x H x W, not for '{}' and '{}'",
                *options.in, *options.out));
    }
    refuse_of_one_picture(options, pages);
    const std::vector<std::string> axes = stack_axes(read_metadata(*options.in), pages);
    if (axes.size() > 1 || (axes.size() == 1 && axes.front() == "channels"))
        throw Error(
            ExitCode::unreadable_input,
            fmt::format(
                "'{}' is no volume: its pages are {}; save those of one axis alone, or leave z out of --axes",
                printable(*options.in), fmt::join(axes, " and ")));
    StackFile stack(*options.out, *options.in, pages);
    const FilteredVolume done = filter_volume(
        files_of(options), pages,
        {request_in_pages(options.volume, options.request), request_along_z(options.volume, options.request)},
        {context.room, each_once(context.say), context.take}, std::bind_front(&StackFile::add, &stack));
    stack.finish();
    return {done.engine,
            fmt::format("{}: a volume of {} x {} x {} x {}, {}, {:.3f} ms", printable(*options.out),
                        done.page.width, done.page.height, pages, done.page.channels,
                        filter_words(options.request), done.milliseconds),
            {}};
}

}  // namespace

FilteredFile filter_file(const FilterFileOptions& options, const FilterContext& context) {
    const RememberedFile remembered(*options.in);
    const bool may_be_stack = !options.takes_page && output_format(*options.out).open_stack;
    const int pages = may_be_stack ? count_pages(*options.in) : 1;
    if (options.volume.along_z) return filter_as_volume(options, pages, context);
    return pages > 1 ? filter_pages(options, pages, context) : filter_picture(options, context);
}

void run_filter(FilterFileOptions& options) {
    if (!options.says_order && !info(options.request.filter.kind).follows_picture &&
        takes_usual_accuracy(options.request.derived, options.request.problem()))
        options.request.filter.accuracy = usual_accuracy;
    if (!options.says_boundary && options.request.filter.kind == FilterKind::box)
        options.request.boundary.kind = BoundaryKind::none;
    if (!options.inputs.empty()) return filter_files(options);
    if (is_film_to_filter(options)) return filter_film(options);
    check(options);
    EngineRoom room;
    const FilterContext context{room, note, require_memory};
    const auto in_strips = filter_if_larger_than_memory(options, context);
    const FilteredFile done = in_strips ? *in_strips : filter_file(options, context);
    std::FILE* const to = summaries_beside(*options.out);
    print(to, done.engine + "\n" + done.summary + "\n");
    if (done.check) print(to, *done.check + "\n");
}

}  // namespace sweep::app
