#include "app/work/results/reading.h"

#include <fmt/format.h>

#include "app/work/results/steps/following_run.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/design/kinds.h"
#include "files/format.h"

namespace sweep::app {

void require_holds(const std::filesystem::path& out, const FilterSettings& request) {
    if (request.filter.kind == FilterKind::sat && !holds_tables(output_format(out)))
        throw Error(
            ExitCode::usage,
            fmt::format("a summed-area table does not fit into '{}': write .npy or .tif", out.string()));
}

FileImage read_to_filter(const FilterFiles& files, const FilterSettings& request, const TakeMemory& take,
                         bool is_one_of_all) {
    const Format& format = output_format(files.out);
    const auto accept = [&](const Shape& shape, Sample sample) {
        take(filter_memory(request, format, shape, sample),
             fmt::format("filtering {} x {} pixels", shape.width, shape.height));
    };
    FileImage file = read_image(files.in, accept, files.page, files.choice);
    const auto add_note = [&](const std::string& text) {
        for (std::string* note : {&file.note, &file.note_of_zeros})
            *note += (note->empty() ? fmt::format("'{}': ", printable(files.in.string())) : "; ") + text;
    };
    if (file.smaller > 0) add_note(text_of_smaller(file.smaller));
    if (is_widened(file, files.out, request)) widen_to_words(file);
    if (files.page == 1 && file.pages > 1 && !is_one_of_all)
        add_note(fmt::format("page 1 of {} is filtered: --page takes another", file.pages));
    if (file.kept && !file.kept->channels.empty())
        add_note(fmt::format("its channels {} are {}", file.kept->channels,
                             format.encode_kept && !request.strip ? "written as they are" : "dropped"));
    if (file.to_srgb && !(file.kept && format.encode_kept) && request.linear.value_or(true) &&
        request.filter.kind != FilterKind::sat) {
        convert_to_srgb(file);
        add_note("its primaries became those of sRGB");
    }
    if (info(request.filter.kind).takes_guide && !request.guide.empty() && request.missing == Missing::fill)
        take_transparent_for_missing(file);
    return file;
}

void require_size(const FilterFiles& files, const Shape& shape) {
    if (files.size && *files.size != Size{shape.width, shape.height})
        throw Error(ExitCode::unreadable_input,
                    fmt::format("'{}' is {} x {}, not the {} x {} of --size", files.in.string(), shape.width,
                                shape.height, files.size->width, files.size->height));
}

Metadata metadata_to_keep(const std::filesystem::path& in, int page, const FilterSettings& request,
                          const Say& say) {
    if (request.strip) return {};
    Metadata metadata = read_metadata(in, page);
    if (!metadata.note.empty())
        say(fmt::format("'{}': not all that it says beside its picture is kept: {}", printable(in.string()),
                        metadata.note));
    return metadata;
}

}  // namespace sweep::app
