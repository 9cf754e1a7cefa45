#include "files/metadata/stack_axes.h"

#include <charconv>
#include <string_view>

#include "files/metadata/tags.h"

namespace sweep {
namespace {

// The number behind a name; 1 where there is none.
long long count_after(std::string_view text, std::string_view name) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos) return 1;
    long long count = 1;
    const char* const first = text.data() + at + name.size();
    std::from_chars(first, text.data() + text.size(), count);
    return count;
}

}  // namespace

std::vector<std::string> stack_axes(const Metadata& data, int pages) {
    std::string text;
    for (const TiffTag& each : data.picture)
        if (each.number == tag::description) text = text_of(each);
    long long channels = 1, slices = 1, frames = 1;
    if (text.starts_with("ImageJ=")) {
        channels = count_after(text, "\nchannels=");
        slices = count_after(text, "\nslices=");
        frames = count_after(text, "\nframes=");
    } else if (text.find("<OME") != std::string::npos) {
        slices = count_after(text, "SizeZ=\"");
        frames = count_after(text, "SizeT=\"");
        // Colours may lie in each page instead.
        if (slices * frames != pages) channels = count_after(text, "SizeC=\"");
    }
    std::vector<std::string> axes;
    if (channels > 1) axes.emplace_back("channels");
    if (slices > 1) axes.emplace_back("slices");
    if (frames > 1) axes.emplace_back("frames");
    return axes;
}

}  // namespace sweep
