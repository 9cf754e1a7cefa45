// sweep filter IN OUT with a picture that is larger than memory.
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "app/base/progress.h"
#include "app/base/terminal.h"
#include "app/commands/filter_file.h"
#include "app/work/results/strips.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "files/format.h"
#include "files/image_file.h"
#include "files/rows/row_file.h"
#include "files/standard_names.h"
#include "platform/memory.h"

namespace sweep::app {
namespace {

// What takes the whole picture at once, as the name of an option; empty: nothing.
std::string whole_picture_option(const FilterFileOptions& options) {
    if (options.timings) return "--timings";
    if (options.trace) return "--trace";
    if (options.dump_stages) return "--dump-stages";
    if (options.checks_result) return "--check";
    if (options.size) return "--size";
    return whole_picture_option(options.request);
}

}  // namespace

std::optional<FilteredFile> filter_if_larger_than_memory(const FilterFileOptions& options,
                                                         const FilterContext& context) {
    if (is_standard_input(*options.in) || is_standard_output(*options.out) || options.volume.along_z ||
        options.page > 1 || !options.choice.empty() || !is_written_by_rows(*options.out))
        return {};
    const std::unique_ptr<RowFile> file = RowFile::open(*options.in);
    if (!file) return {};
    const Shape shape = file->shape();
    const std::uint64_t needed = filter_memory(options.request, output_format(*options.out), shape,
                                               file->sample()),
                        there = available_memory();
    if (needed <= there) return {};
    if (const std::string option = whole_picture_option(options); !option.empty())
        throw Error(
            ExitCode::failed,
            fmt::format("filtering {} x {} pixels at once, as {} asks, needs {} of memory, {} are available: "
                        "leave it out, or use a smaller image",
                        shape.width, shape.height, option, memory_text(needed), memory_text(there)));

    platform::give_back_freed_memory();  // EXR of 1 GB, SWEEP_MEMORY=200: 88 MB at the most in place of 276
    std::optional<Progress> progress;
    const FilteredStrips done =
        filter_in_strips(*file, {.in = *options.in, .out = *options.out, .settings = options.request},
                         {context.room,
                          [&](const std::string& text) {
                              if (progress) progress->clear();
                              context.say(text);
                          },
                          context.take},
                         {.begin =
                              [&](int steps, double work) {
                                  progress.emplace(stderr, Progress::style_for(stderr), steps, work,
                                                   Progress::Clock(), "steps done");
                                  progress->show(*options.out);
                              },
                          .done =
                              [&](double work) {
                                  progress->advance(work);
                                  progress->show(*options.out);
                              }});
    progress.reset();
    return FilteredFile{done.engine,
                        fmt::format("{}: {} x {} x {}, {}, in {} strips, {:.3f} ms", printable(*options.out),
                                    shape.width, shape.height, shape.channels, filter_words(options.request),
                                    done.strips, done.milliseconds),
                        {}};
}

}  // namespace sweep::app
