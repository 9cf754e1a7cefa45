// What filtering makes untrue: the orientation that was applied, sizes, colour spaces, and what tells of other pages.
#include <algorithm>
#include <string_view>
#include <utility>

#include "files/metadata/parts.h"

namespace sweep {
namespace {

using namespace metadata;

// Sets the value of a property where XMP has it, as an attribute or as an element.
void set_property(std::string& xmp, const std::string& name, std::string_view value) {
    for (std::size_t at = 0; (at = xmp.find(name, at)) != std::string::npos; at += name.size()) {
        std::size_t begin = at + name.size();
        if (at == 0 || begin >= xmp.size()) continue;
        const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
        char end = '<';
        if (xmp[begin] == '>' && xmp[at - 1] == '<') {
            ++begin;
        } else if (is_space(xmp[at - 1])) {
            while (begin < xmp.size() && is_space(xmp[begin])) ++begin;
            if (begin >= xmp.size() || xmp[begin] != '=') continue;
            for (++begin; begin < xmp.size() && is_space(xmp[begin]);) ++begin;
            if (begin >= xmp.size() || (xmp[begin] != '"' && xmp[begin] != '\'')) continue;
            end = xmp[begin++];
        } else {
            continue;
        }
        const std::size_t stop = xmp.find(end, begin);
        if (stop == std::string::npos) return;
        xmp.replace(begin, stop - begin, value);
    }
}

// Removes all from one text to the end of another that follows.
void cut(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
        const std::size_t end = text.find(to, at);
        if (end == std::string::npos) return;
        text.erase(at, end + to.size() - at);
    }
}

void remove(TiffTags& tags, bool (*is_removed)(std::uint16_t)) {
    std::erase_if(tags, [&](const TiffTag& each) { return is_removed(each.number); });
}

void replace(TiffTags& tags, TiffTag by) {
    if (TiffTag* const there = find(tags, by.number)) *there = std::move(by);
}

// ImageJ tells of a stack in lines of the description, and of its slices in tags.
void leave_stack(Metadata& data) {
    TiffTag* const there = find(data.picture, tag::description);
    const std::string text = there ? text_of(*there) : "";
    if (!text.starts_with("ImageJ=")) return;
    std::string kept;
    bool is_stack = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string line = text.substr(at, end - at);
        at = end;
        const std::size_t equals = line.find('=');
        const std::string key = line.substr(0, equals),
                          value = equals < line.size() ? line.substr(equals + 1) : "";
        const bool counts = (key == "images" || key == "channels" || key == "slices" || key == "frames") &&
                            !value.starts_with("1\n") && value != "1";
        is_stack = is_stack || counts;
        if (!counts && key != "hyperstack") kept += line;
    }
    if (!is_stack) return;
    *there = tag_of(tag::description, kept);
    remove(data.picture, [](std::uint16_t number) {
        return number == tag::imagej_counts || number == tag::imagej_metadata;
    });
}

// tifffile tells of all samples of a file in its description, {"shape": [4, 37, 50]}, and believes that when it reads them. It is
// true of one picture that is written pixel by pixel, or is no statement any more.
void leave_shape(Metadata& data, const Shape& shape) {
    constexpr std::string_view before = "{\"shape\": [";
    TiffTag* const there = find(data.picture, tag::description);
    const std::string text = there ? text_of(*there) : "";
    if (!text.starts_with(before)) return;
    std::string size = std::to_string(shape.height) + ", " + std::to_string(shape.width);
    if (shape.channels > 1) size += ", " + std::to_string(shape.channels);
    if (data.pages == 1 && text.compare(before.size(), size.size() + 1, size + "]") == 0) return;
    remove(data.picture, [](std::uint16_t number) { return number == tag::description; });
}

// OME-XML says how many planes there are, and of what type. Returns what was left out.
std::string tell_of_one_plane(Metadata& data, const Described& picture) {
    TiffTag* const there = find(data.picture, tag::description);
    if (!there) return "";
    std::string text = text_of(*there);
    if (text.find("<OME") == std::string::npos) return "";
    const auto planes = [&](const char* name) {
        const std::size_t at = text.find(name);
        return at != std::string::npos && text.compare(at + std::string_view(name).size(), 2, "1\"") != 0;
    };
    if (!picture.is_page && (data.pages > 1 || planes("SizeZ=\"") || planes("SizeT=\""))) {
        remove(data.picture, [](std::uint16_t number) { return number == tag::description; });
        return "OME-XML of several planes";
    }
    const char* const type = picture.sample == Sample::u8    ? "uint8"
                             : picture.sample == Sample::u16 ? "uint16"
                             : picture.sample == Sample::u32 ? "uint32"
                             : picture.sample == Sample::f64 ? "double"
                                                             : "float";
    const std::size_t pixels = text.find("<Pixels"), end = text.find('>', pixels);
    if (pixels == std::string::npos || end == std::string::npos) return "";
    std::string element = text.substr(pixels, end - pixels);
    set_property(element, "Type", type);
    set_property(element, "SizeX", std::to_string(picture.shape.width));
    set_property(element, "SizeY", std::to_string(picture.shape.height));
    text.replace(pixels, end - pixels, element);
    *there = tag_of(tag::description, text);
    return "";
}

void turn_upright(Metadata& data, int orientation) {
    if (orientation >= 5) {
        TiffTag *const x = find(data.picture, tag::x_resolution), *const y =
                                                                      find(data.picture, tag::y_resolution);
        if (x && y) {
            std::swap(*x, *y);
            std::swap(x->number, y->number);
        }
        if (data.density) std::swap(data.density->x, data.density->y);
    }
    replace(data.picture, tag_of(tag::orientation, 1, TagType::word, data.big_endian));
    set_property(data.xmp, "tiff:Orientation", "1");
}

}  // namespace

int orientation_of(const Metadata& data) {
    const TiffTag* const stated = find(data.picture, tag::orientation);
    const std::uint64_t number = stated ? first_number(*stated, data.big_endian) : 1;
    return number >= 1 && number <= 8 ? int(number) : 1;
}

std::string describe(Metadata& data, const Described& picture) {
    std::string left_out;
    const int orientation = orientation_of(data);
    const bool is_on_earth = std::any_of(data.picture.begin(), data.picture.end(),
                                         [](const TiffTag& each) { return is_of_geotiff(each.number); });
    if (orientation > 1 && is_on_earth) {
        left_out = "GeoTIFF tags of a picture that was turned";
        remove(data.picture, is_of_geotiff);
    }
    turn_upright(data, orientation);

    const auto width = std::uint64_t(picture.shape.width), height = std::uint64_t(picture.shape.height);
    replace(data.camera, tag_of(tag::width_in_exif, width, TagType::integer, data.big_endian));
    replace(data.camera, tag_of(tag::height_in_exif, height, TagType::integer, data.big_endian));
    for (const char* name : {"tiff:ImageWidth", "exif:PixelXDimension"})
        set_property(data.xmp, name, std::to_string(width));
    for (const char* name : {"tiff:ImageLength", "exif:PixelYDimension"})
        set_property(data.xmp, name, std::to_string(height));
    cut(data.xmp, "<xmp:Thumbnails", "</xmp:Thumbnails>");

    constexpr std::uint64_t srgb = 1, uncalibrated = 65535;
    const std::uint64_t space = picture.is_srgb ? srgb : uncalibrated;
    if (const TiffTag* const there = find(data.camera, tag::colour_space);
        there && first_number(*there, data.big_endian) != space) {
        data.interop.clear();  // which names Adobe RGB
        replace(data.camera, tag_of(tag::colour_space, space, TagType::word, data.big_endian));
    }
    set_property(data.xmp, "exif:ColorSpace", std::to_string(space));
    if (picture.is_srgb) set_property(data.xmp, "photoshop:ICCProfile", "sRGB IEC61966-2.1");

    if (!picture.is_page) {
        leave_stack(data);
        leave_shape(data, picture.shape);
    }
    add_words(left_out, tell_of_one_plane(data, picture));
    if (TiffTag* const gdal = find(data.picture, tag::gdal_metadata)) {
        std::string text = text_of(*gdal);
        cut(text, "<Item name=\"STATISTICS_", "</Item>");
        *gdal = tag_of(tag::gdal_metadata, text);
    }
    if (picture.has_holes && find(data.picture, tag::gdal_no_data)) {
        if (picture.sample == Sample::f32 || picture.sample == Sample::f64)
            replace(data.picture, tag_of(tag::gdal_no_data, "nan"));
        else
            remove(data.picture, [](std::uint16_t number) { return number == tag::gdal_no_data; });
    }
    return left_out;
}

}  // namespace sweep
