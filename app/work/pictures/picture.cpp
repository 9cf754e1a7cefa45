#include "app/work/pictures/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "app/base/lower_case.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "files/exr/layers.h"
#include "files/image_file.h"
#include "files/pixels.h"
#include "files/stack/animation.h"

namespace sweep::app {
namespace {

// Widens an image to four channels: grey becomes three equal channels, and a missing alpha is opaque.
template <class T>
Image to_four_channels(const Image& in, T opaque) {
    const int channels = in.shape().channels;
    Image out({in.shape().width, in.shape().height, 4}, in.sample());
    const T* from = in.data<T>();
    T* to = out.data<T>();
    const bool colour = channels >= 3, alpha = channels == 2 || channels == 4;
    for (std::size_t i = 0; i < in.shape().pixels(); ++i, from += channels, to += 4) {
        to[0] = from[0];
        to[1] = colour ? from[1] : from[0];
        to[2] = colour ? from[2] : from[0];
        to[3] = alpha ? from[channels - 1] : opaque;
    }
    return out;
}

Image to_four_channels(const Image& in) {
    switch (in.sample()) {
        case Sample::u8:
            return to_four_channels<std::uint8_t>(in, 255);
        case Sample::u16:
            return to_four_channels<std::uint16_t>(in, 65535);
        case Sample::f32:
            return to_four_channels<float>(in, 1);
        default:
            return to_four_channels<float>(to_float(in.view(), Sample::f32, false), 1);
    }
}

void require_texture(const std::filesystem::path& path, const Shape& shape, int largest_side) {
    if (shape.width > largest_side || shape.height > largest_side)
        throw Error(ExitCode::unreadable_input,
                    "cannot show '" + path.string() + "': it is " + std::to_string(shape.width) + " x " +
                        std::to_string(shape.height) + ", larger than a texture of this GPU (" +
                        std::to_string(largest_side) + " pixels a side): use sweep filter");
}

// Throws where the memory does not suffice for the file's samples and their four channels at one time, and
// then for these and the decoded floats.
void require_picture_memory(const Shape& shape, Sample sample) {
    const std::size_t four = 4 * size_of(sample), pixel = std::size_t(shape.channels) * size_of(sample);
    require_memory(
        shape.pixels() * (four + std::max(pixel, 4 * sizeof(float) + sizeof(float))),
        "showing a picture of " + std::to_string(shape.width) + " x " + std::to_string(shape.height));
}

Image decoded(const Image& image, const Decoding& decoding, bool multiplies) {
    Image light = to_float(image.view(), Sample::f32, decoding.to_light ? decoding.stored : Encoding{});
    if (multiplies) associate_alpha(light);
    return light;
}

struct DepthMap {
    Image values;  // as PictureData::depth
    std::optional<Metres> metres{};
};

// Distances as a map from the farthest, 0, to the nearest, 1, of their reciprocals, in which a lens is linear, so
// that each stays at its metres. Renderers write a huge number where there is nothing, or none: it is as far as the
// farthest thing; those that look along -z write negative distances.
// `infinite`: as FileImage has it.
DepthMap depth_of_distances(const Image& z, double infinite = 0) {
    constexpr float huge = 1e9f, least = 1e-6f;
    const float nothing = infinite > 0 ? std::min(huge, float(infinite)) : huge;
    const std::size_t count = z.shape().pixels();
    const std::span<const float> from(z.data<float>(), count);
    const bool is_negative = std::none_of(from.begin(), from.end(), [](float value) { return value > 0; });
    const auto distance = [&](float value) { return is_negative ? -value : value; };
    float nearest = nothing, farthest = 0;
    for (const float value : from)
        if (const float metres = distance(value); metres >= least && metres < nothing) {
            nearest = std::min(nearest, metres);
            farthest = std::max(farthest, metres);
        }
    DepthMap map{Image(z.shape(), Sample::f32)};
    float* to = map.values.data<float>();
    std::fill_n(to, count, 0.0f);
    if (farthest == 0) return map;
    if (farthest <= nearest) farthest = nearest * 1.001f;
    map.metres = Metres{farthest, nearest};
    const float low = 1 / farthest, range = 1 / nearest - low;
    for (std::size_t i = 0; i < count; ++i)
        if (const float metres = distance(from[i]); metres >= least && metres < nothing)
            to[i] = std::clamp((1 / metres - low) / range, 0.0f, 1.0f);
    return map;
}

// Reads a depth map and resamples it bilinearly to the picture's size. Bytes and 16-bit numbers are in [0, 1]
// already; other samples are scaled so that they span it, all but those that were infinite. Of an .exr with distances
// these are the map.
DepthMap load_depth(const std::filesystem::path& path, const Shape& shape) {
    FileImage read = read_image(path, [](const Shape& map, Sample sample) {
        require_memory(map.samples() * (size_of(sample) + sizeof(float)),
                       "a depth map of " + std::to_string(map.width) + " x " + std::to_string(map.height));
    });
    DepthMap map;
    if (!read.depth.empty())
        map = depth_of_distances(read.depth);
    else if (read.is_distance && read.image.sample() == Sample::f32)
        map = depth_of_distances(read.image, read.infinite);
    const Image file = map.values.empty() ? std::move(read.image) : std::move(map.values);
    const Image values = to_float(file.view(), Sample::f32, false);
    const Shape from = values.shape();
    const double ratio = double(from.width) / from.height * shape.height / shape.width;
    if (std::abs(ratio - 1) > 0.02)
        throw Error(ExitCode::unreadable_input,
                    "the depth map '" + path.string() + "' is " + std::to_string(from.width) + " x " +
                        std::to_string(from.height) + " and its picture " + std::to_string(shape.width) +
                        " x " + std::to_string(shape.height) + ": they must have the same proportions");
    float low = 0, high = 1;
    if (!map.metres && file.sample() != Sample::u8 && file.sample() != Sample::u16) {
        low = std::numeric_limits<float>::max();
        high = -low;
        for (std::size_t i = 0; i < from.pixels(); ++i) {
            const float value = values.data<float>()[i * std::size_t(from.channels)];
            if (read.infinite > 0 && std::abs(value) >= float(read.infinite)) continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
        if (high < low) low = 0;  // all are infinite
        if (high <= low) high = low + 1;
    }
    Image depth({shape.width, shape.height, 1}, Sample::f32);
    const auto at = [&](int x, int y) {
        return values.view().row<float>(y)[std::ptrdiff_t(x) * from.channels];
    };
    // The centres of pixels map to centres.
    const auto place = [](int i, int size, int of) {
        return std::clamp((float(i) + 0.5f) * float(of) / float(size) - 0.5f, 0.0f, float(of - 1));
    };
    for (int y = 0; y < shape.height; ++y) {
        const float v = place(y, shape.height, from.height);
        const int y0 = int(v), y1 = std::min(y0 + 1, from.height - 1);
        float* row = depth.view().row<float>(y);
        for (int x = 0; x < shape.width; ++x) {
            const float u = place(x, shape.width, from.width);
            const int x0 = int(u), x1 = std::min(x0 + 1, from.width - 1);
            const float value = std::lerp(std::lerp(at(x0, y0), at(x1, y0), u - float(x0)),
                                          std::lerp(at(x0, y1), at(x1, y1), u - float(x0)), v - float(y0));
            row[x] = std::clamp((value - low) / (high - low), 0.0f, 1.0f);
        }
    }
    return {std::move(depth), map.metres};
}

}  // namespace

PictureData load_picture(const std::filesystem::path& path, const std::optional<std::filesystem::path>& depth,
                         int largest_side, int page, const PictureChoice& choice) {
    PictureData data;
    data.path = path;
    data.files.push_back(stamped(path));
    FileImage file_image = read_image(
        path,
        [&](const Shape& shape, Sample sample) {
            require_texture(path, shape, largest_side);
            require_picture_memory(shape, sample);
        },
        page, choice);
    convert_to_srgb(file_image);
    data.choice = choice;
    data.layers = layers_in(path);
    data.page = page;
    data.pages = file_image.pages;
    data.is_grey = file_image.image.shape().channels == 1;
    data.alpha = file_image.alpha;
    data.is_transparent = data.alpha != Alpha::none && is_transparent(std::as_const(file_image.image).view());
    data.image = to_four_channels(file_image.image);
    data.encoding = file_image.encoding;
    data.note = std::move(file_image.note);
    data.missing_note = std::move(file_image.missing_note);
    if (!file_image.missing.empty()) data.missing = to_four_channels<std::uint8_t>(file_image.missing, 0);
    file_image.image = {};
    file_image.missing = {};
    try {
        data.label = label_of(path);
    } catch (const Error&) {
        // Only the text is damaged; the pixels are good.
    }
    data.unseen = unseen_values(data.image, data.encoding, data.missing);
    data.light = decoded(data.image, decoding_of(data.image.sample(), data.encoding, std::nullopt),
                         data.is_transparent && data.alpha == Alpha::straight);
    if (const auto file = depth ? depth : depth_beside(path)) {
        data.files.push_back(stamped(*file));
        DepthMap map = load_depth(*file, data.image.shape());
        data.depth = std::move(map.values);
        data.metres = map.metres;
        data.depth_path = *file;
    } else if (!file_image.depth.empty()) {
        DepthMap map = depth_of_distances(file_image.depth);
        data.depth = std::move(map.values);
        data.metres = map.metres;
    }
    data.frames = count_frames(path);
    return data;
}

std::string unseen_values(const Image& image, const Encoding& encoding, const Image& missing) {
    constexpr std::size_t most_samples = std::size_t(1) << 16;
    constexpr double enough = 0.1;  // of what is between black and white, and of the values
    if (encoding.curve != Curve::numbers || image.shape().pixels() == 0) return {};
    const std::size_t pixels = image.shape().pixels(), step = (pixels - 1) / most_samples + 1;
    const bool bytes = image.sample() == Sample::u8, words = image.sample() == Sample::u16;
    const double white = bytes ? 255 : words ? 65535 : 1;
    std::vector<double> values;
    for (std::size_t i = 0; i < pixels; i += step) {
        if (!missing.empty() && missing.data<std::uint8_t>()[4 * i]) continue;
        double sum = 0;
        for (std::size_t at = 4 * i; at < 4 * i + 3; ++at)
            sum += bytes   ? double(image.data<std::uint8_t>()[at])
                   : words ? double(image.data<std::uint16_t>()[at])
                           : double(image.data<float>()[at]);
        values.push_back(sum / 3);
    }
    if (values.empty()) return {};
    const auto ranked = [&](double fraction) {
        const auto at = values.begin() + std::lround(fraction * double(values.size() - 1));
        std::nth_element(values.begin(), at, values.end());
        return *at;
    };
    const double low = ranked(0.001), high = ranked(0.999);
    const double seen = std::min(high, white) - std::max(low, 0.0);
    // No contrast shows more of a constant.
    if (low == high || (seen >= enough * white && seen >= enough * (high - low))) return {};
    std::string text = fmt::format("values from {:.7g} to {:.7g}", low, high);
    return white > 1 ? text + fmt::format(" of {}", white) : text;
}

bool is_depth_name(const std::filesystem::path& path) {
    const std::string stem = lower_case(path.stem().string());
    return stem.ends_with(".depth") || stem.ends_with("_depth") || stem.ends_with("-depth") ||
           stem == "depth";
}

std::optional<std::filesystem::path> depth_beside(const std::filesystem::path& picture) {
    if (is_depth_name(picture)) return std::nullopt;
    constexpr std::array extensions{".png",  ".npy", ".exr", ".pfm", ".tif",
                                    ".tiff", ".pgm", ".jpg", ".tga", ".bmp"};
    for (const char* joint : {".depth", "_depth"})
        for (const char* extension : extensions) {
            std::filesystem::path candidate = picture.parent_path() / picture.stem();
            candidate += std::string(joint) + extension;
            std::error_code error;
            if (std::filesystem::is_regular_file(candidate, error)) return candidate;
        }
    return std::nullopt;
}

Picture::Picture(PictureData data)
    : path_(std::move(data.path)),
      depth_path_(std::move(data.depth_path)),
      files_(std::move(data.files)),
      name_(path_.filename().string()),
      note_(std::move(data.note)),
      missing_note_(std::move(data.missing_note)),
      unseen_(std::move(data.unseen)),
      label_(std::move(data.label)),
      page_(data.page),
      choice_(std::move(data.choice)),
      layers_(data.layers.size()),
      metres_(data.metres),
      image_(std::move(data.image)),
      missing_(std::move(data.missing)),
      encoding_(data.encoding),
      is_grey_(data.is_grey),
      is_transparent_(data.is_transparent),
      alpha_(data.alpha) {
    require_texture(path_, image_.shape(), largest_side());
    const int levels = mip_levels(width(), height());
    // Other bytes are decoded here.
    if (image_.sample() == Sample::u8 && engines_decode(encoding_)) {
        integers_ = Texture(width(), height(), GL_RGBA8, levels);
        integers_.upload(GL_RGBA, GL_UNSIGNED_BYTE, image_.data<void>());
    }
    floats_ = Texture(width(), height(), GL_RGBA32F, levels);
    floats_.filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    if (!missing_.empty()) {
        seen_ = Texture(width(), height(), GL_RGBA32F, levels);
        weights_ = Texture(width(), height(), GL_RGBA32F);
        Image weights(image_.shape(), Sample::f32);
        const std::uint8_t* const lacks = std::as_const(missing_).data<std::uint8_t>();
        for (std::size_t i = 0; i < weights.shape().samples(); ++i)
            weights.data<float>()[i] = lacks[i] ? 0.0f : 1.0f;
        weights_.upload(GL_RGBA, GL_FLOAT, std::as_const(weights).data<void>());
    }
    if (!data.light.empty()) {
        upload(data.light);
        decoded_ = decoding(std::nullopt);
        multiplied_ = is_transparent_ && alpha_ == Alpha::straight;
    }
    if (data.depth.empty()) return;
    depth_ = Texture(width(), height(), GL_R32F);
    depth_.upload(GL_RED, GL_FLOAT, std::as_const(data.depth).data<void>());
}

void Picture::upload(const Image& light) {
    floats_.upload(GL_RGBA, GL_FLOAT, light.data<void>());
    floats_.make_mipmaps();
    if (missing_.empty()) return;
    Image seen(light.shape(), Sample::f32);
    const float* const from = light.data<float>();
    const std::uint8_t* const lacks = std::as_const(missing_).data<std::uint8_t>();
    for (std::size_t i = 0; i < seen.shape().samples(); ++i)
        seen.data<float>()[i] = lacks[i] ? std::numeric_limits<float>::quiet_NaN() : from[i];
    seen_.upload(GL_RGBA, GL_FLOAT, std::as_const(seen).data<void>());
}

ValueUnit Picture::unit(std::optional<bool> linear) const {
    const Decoding how = decoding(linear);
    // A colour profile mixes the channels, so that there is no way back from one of them.
    if (how.to_light && how.stored.curve == Curve::profile) return {1, {}, false, is_grey_};
    return {image_.sample() == Sample::u8    ? 255.0
            : image_.sample() == Sample::u16 ? 65535.0
                                             : 1.0,
            how.to_light ? how.stored : Encoding{}, encoding_.curve == Curve::numbers, is_grey_};
}

int Picture::largest_side() {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    return largest;
}

const Texture* Picture::depth(bool tilt_shift, const Ramp& ramp) {
    if (depth_) return &depth_;
    if (!tilt_shift) return nullptr;
    if (slope_ && slopes_ == ramp) return &slope_;
    // 1 at the near point and 0 at the far one, and beyond them as there.
    double near_x = 0, near_y = height(), to_far_x = 0, to_far_y = -height();
    if (ramp && (*ramp)[0] != (*ramp)[1]) {
        const auto& [from, to] = *ramp;
        near_x = from.x + 0.5;
        near_y = from.y + 0.5;
        to_far_x = to.x - from.x;
        to_far_y = to.y - from.y;
    }
    const double length = to_far_x * to_far_x + to_far_y * to_far_y;
    std::vector<float> slope(std::size_t(width()) * std::size_t(height()));
    for (int y = 0; y < height(); ++y)
        for (int x = 0; x < width(); ++x) {
            const double on = ((x + 0.5 - near_x) * to_far_x + (y + 0.5 - near_y) * to_far_y) / length;
            slope[std::size_t(y) * std::size_t(width()) + std::size_t(x)] =
                float(std::clamp(1 - on, 0.0, 1.0));
        }
    if (!slope_) slope_ = Texture(width(), height(), GL_R32F);
    slope_.upload(GL_RED, GL_FLOAT, slope.data());
    slopes_ = ramp;
    return &slope_;
}

bool Picture::decode(std::optional<bool> linear, bool premultiply) {
    const Decoding wanted = decoding(linear);
    const bool is_new = std::exchange(is_new_, false),
               multiplies = premultiply && is_transparent_ && alpha_ == Alpha::straight;
    if (decoded_ == wanted && multiplied_ == multiplies) return is_new;
    require_memory(image_.shape().samples() * sizeof(float), "decoding '" + name_ + "'");
    upload(decoded(image_, wanted, multiplies));
    decoded_ = wanted;
    multiplied_ = multiplies;
    return true;
}

}  // namespace sweep::app
