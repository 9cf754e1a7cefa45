#include "app/work/results/animation.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/work/results/filter_run.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "files/format.h"
#include "files/input_file.h"
#include "files/stack/heif_sequence.h"

namespace sweep::app {

AnimationFacts animation_facts(const std::filesystem::path& in, const FilterSettings& request,
                               const Say& say) {
    AnimationFacts facts;
    const HeifSequence sequence = heif_sequence_of(in);
    const bool turns_itself = sequence.frames > 0;
    facts.is_apart_from_alpha = sequence.has_alpha;
    FileImage first;
    try {
        first = read_image(in);
    } catch (const Error&) {
        if (!turns_itself) throw;  // otherwise it may have frames and no still picture
        return facts;
    }
    if (!first.note.empty()) say(first.note);
    const Encoding& stated = first.encoding;
    if (stated.curve == Curve::profile || stated.curve == Curve::power ||
        (stated.curve == Curve::light && stated.stated)) {
        // Frames have three colours.
        if (stated.profile && stated.profile->colours() != 3) {
            say(fmt::format("'{}': its profile of grey is not followed", printable(in.string())));
        } else {
            facts.encoding = stated;
            if (request.linear.value_or(true))
                say(fmt::format("'{}': its colours became those of sRGB", printable(in.string())));
        }
    }
    facts.keeps_colours = facts.encoding ? !request.linear.value_or(true) : !stated.stated;
    if (!turns_itself) facts.orientation = orientation_of(read_metadata(in));
    facts.metadata = metadata_to_keep(in, 1, request, say);
    return facts;
}

void keep_metadata(const AnimationFacts& facts, const Shape& shape, const std::filesystem::path& out,
                   const Format* format, const Say& say) {
    Metadata metadata = facts.metadata;
    const Described picture{.shape = shape, .is_assumed = facts.keeps_colours};
    std::string left_out = describe(metadata, picture), words = words_of(metadata);
    const std::optional<Density> density = metadata.density;
    bool lacks_density = density && density->unit != Density::ratio;
    if (format && format->encode && (!words.empty() || lacks_density)) {
        InputFile file(out);
        // The file, and the file with what is put into it.
        require_memory(2 * file.size(), fmt::format("what '{}' says beside its frames", out.string()));
        const Bytes whole = file.first(file.size());
        std::vector<std::uint8_t> bytes(whole.begin(), whole.end());
        words = attach(metadata, picture, bytes);
        write_file(out, {bytes});
        lacks_density = lacks_density && !metadata_of(reader_of(bytes)).density;
    }
    if (lacks_density) words += (words.empty() ? "" : ", ") + std::string("resolution");
    if (!words.empty()) left_out += (left_out.empty() ? "" : ", ") + words;
    if (!left_out.empty())
        say(fmt::format("'{}' does not keep what the input says beside its frames: {}", out.string(),
                        left_out));
}

}  // namespace sweep::app
