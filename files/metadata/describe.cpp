// What filtering makes untrue: the orientation that was applied, sizes, colour spaces, and what tells of other pages.
#include <algorithm>
#include <string_view>
#include <utility>

#include "files/metadata/parts.h"
#include "files/metadata/text_edits.h"

namespace sweep {
namespace {

using namespace metadata;

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

// tifffile tells of all samples of a file in its description, {"shape": [4, 37, 50]}, and believes that when it reads
// them. It is true of one picture that is written pixel by pixel, or is no statement any more.
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
    const PropertyEdit edits[] = {{"Type", type},
                                  {"SizeX", std::to_string(picture.shape.width)},
                                  {"SizeY", std::to_string(picture.shape.height)}};
    text.replace(pixels, end - pixels,
                 with_properties(std::string_view(text).substr(pixels, end - pixels), edits));
    *there = tag_of(tag::description, text);
    return "";
}

// Returns what was left out, in words.
std::string describe_xmp(std::string& xmp, const Described& picture, int orientation,
                         const std::string& colour_space) {
    if (xmp.empty()) return "";
    const std::string width = std::to_string(picture.shape.width),
                      height = std::to_string(picture.shape.height);
    std::vector<PropertyEdit> edits{{"tiff:Orientation", "1"},
                                    {"tiff:ImageWidth", width},
                                    {"exif:PixelXDimension", width},
                                    {"tiff:ImageLength", height},
                                    {"exif:PixelYDimension", height}};
    if (!picture.is_assumed) edits.push_back({"exif:ColorSpace", colour_space});
    if (picture.is_srgb && !picture.is_assumed)
        edits.push_back({"photoshop:ICCProfile", "sRGB IEC61966-2.1"});
    // Of what lay behind a JPEG's first picture: gain maps, films, other pictures.
    for (const std::string_view name : {"hdrgm:*", "GCamera:MotionPhoto*", "GCamera:MicroVideo*",
                                        "Camera:MotionPhoto*", "Camera:MicroVideo*"})
        edits.push_back({name, std::nullopt});
    std::string left_out;
    const auto leave_out = [&](const std::string& made, const char* words) {
        if (made.size() < xmp.size()) add_words(left_out, words);
        xmp = made;
    };
    xmp = without(xmp, "<xmp:Thumbnails", "</xmp:Thumbnails>");
    xmp = without(xmp, "<Container:Directory>", "</Container:Directory>");
    xmp = with_properties(xmp, edits);
    if (orientation > 1) {
        // Angles and places are those of the picture as it lay.
        const PropertyEdit panorama{"GPano:*", std::nullopt};
        leave_out(with_properties(xmp, {&panorama, 1}), "the panorama of a picture that was turned");
        leave_out(without(xmp, "<mwg-rs:Regions", "</mwg-rs:Regions>"),
                  "the regions of a picture that was turned");
    }
    return left_out;
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
    constexpr std::uint64_t srgb = 1, uncalibrated = 65535;
    const std::uint64_t space = picture.is_srgb ? srgb : uncalibrated;
    if (const TiffTag* const there = find(data.camera, tag::colour_space);
        there && !picture.is_assumed && first_number(*there, data.big_endian) != space) {
        data.interop.clear();  // which names Adobe RGB
        replace(data.camera, tag_of(tag::colour_space, space, TagType::word, data.big_endian));
    }
    add_words(left_out, describe_xmp(data.xmp, picture, orientation, std::to_string(space)));

    if (!picture.is_page) {
        leave_stack(data);
        leave_shape(data, picture.shape);
    }
    add_words(left_out, tell_of_one_plane(data, picture));
    if (TiffTag* const gdal = find(data.picture, tag::gdal_metadata)) {
        *gdal = tag_of(tag::gdal_metadata, without(text_of(*gdal), "<Item name=\"STATISTICS_", "</Item>"));
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
