#include "files/pixels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "core/base/log_places.h"
#include "core/base/memory.h"
#include "files/colour_profile.h"

namespace sweep {
namespace {

const Encoding srgb{Curve::srgb, 1, false};

// Calls f(T()) for the sample's type T.
template <class F>
decltype(auto) with_type(Sample sample, F&& f) {
    switch (sample) {
        case Sample::u8:
            return f(std::uint8_t());
        case Sample::u16:
            return f(std::uint16_t());
        case Sample::u32:
            return f(std::uint32_t());
        case Sample::f32:
            return f(float());
        case Sample::f64:
            return f(double());
        case Sample::f16:
            break;  // only GPUs and textures have float16
    }
    throw std::logic_error("no such sample type");
}

// The image with convert(value, is_alpha) in place of each sample.
template <class From, class To, class F>
Image mapped(ConstImageView image, F&& convert) {
    Image out(image.shape, sample_of<To>());
    const int channels = image.shape.channels, row = image.shape.width * channels,
              alpha = channels % 2 == 0 ? channels - 1 : -1;
    for (int y = 0; y < image.shape.height; ++y) {
        const From* from = image.row<From>(y);
        To* to = out.view().row<To>(y);
        for (int i = 0; i < row; ++i) to[i] = convert(from[i], i % channels == alpha);
    }
    return out;
}

// A float64 beyond the range of float32 becomes its largest number.
template <class To, class From>
To number(From x) {
    if constexpr (sizeof(From) > sizeof(To))
        return To(
            std::clamp(x, From(std::numeric_limits<To>::lowest()), From(std::numeric_limits<To>::max())));
    else
        return To(x);
}

template <class From>
std::vector<double> decoding_table(const Encoding& encoding) {
    const double largest = double(From(-1));
    std::vector<double> table(std::size_t(largest) + 1);
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = light_of(encoding, double(i) / largest);
    return table;
}

// The bytes that stand for light. A byte stands for all light from one threshold to the next: those are found once,
// and a table says near which of them a number is.
class ByteEncoder {
  public:
    explicit ByteEncoder(const Encoding& encoding) {
        const auto byte = [&](double x) { return int(std::nearbyint(255 * sample_of(encoding, x))); };
        for (int k = 1; k < 256; ++k) {
            // The least number that rounds to k; those above 0 are ordered as their bits are.
            std::uint64_t below = 0, at = std::bit_cast<std::uint64_t>(1.0);
            while (at - below > 1) {
                const std::uint64_t middle = below + (at - below) / 2;
                (byte(std::bit_cast<double>(middle)) < k ? below : at) = middle;
            }
            first_[std::size_t(k)] = std::bit_cast<double>(at);
        }
        for (int i = 0; i < LogPlaces::count; ++i)
            near_[std::size_t(i)] = std::uint8_t(byte(LogPlaces::number(i)));
    }
    // `x` is from 0 to 1.
    std::uint8_t of(double x) const {
        std::size_t k = near_[std::size_t(LogPlaces::of(float(x)))];
        while (k > 0 && x < first_[k]) --k;
        while (k < 255 && x >= first_[k + 1]) ++k;
        return std::uint8_t(k);
    }

  private:
    std::array<double, 256> first_{};
    std::array<std::uint8_t, LogPlaces::count> near_{};
};

// A profile converts whole pixels, a row at a time. One for grey converts each colour alone.
template <class From, class To>
Image through_profile(ConstImageView image, const ColourProfile& profile) {
    constexpr auto largest = float(From(-1));
    const int channels = image.shape.channels, colours = channels < 3 ? 1 : 3;
    Image out(image.shape, sample_of<To>());
    std::vector<float> encoded(std::size_t(image.shape.width) * std::size_t(colours)), light(encoded.size());
    for (int y = 0; y < image.shape.height; ++y) {
        const From* from = image.row<From>(y);
        To* to = out.view().row<To>(y);
        for (int x = 0; x < image.shape.width; ++x)
            for (int c = 0; c < colours; ++c)
                encoded[std::size_t(x * colours + c)] = float(from[x * channels + c]) / largest;
        profile.to_light(encoded.data(), light.data(), int(encoded.size()) / profile.colours());
        for (int x = 0; x < image.shape.width; ++x) {
            for (int c = 0; c < colours; ++c) to[x * channels + c] = To(light[std::size_t(x * colours + c)]);
            if (colours < channels)
                to[x * channels + colours] = To(from[x * channels + colours]) / To(largest);
        }
    }
    return out;
}

}  // namespace

Image to_float(ConstImageView image, Sample to, bool linear) {
    return to_float(image, to, linear ? srgb : Encoding{});
}

Image to_float(ConstImageView image, Sample to, const Encoding& encoding) {
    return with_type(image.sample, [&](auto from) {
        using From = decltype(from);
        return with_type(to, [&](auto target) -> Image {
            using To = decltype(target);
            if constexpr (!std::is_floating_point_v<To>)
                throw std::logic_error("to_float makes float32 and float64");
            else if constexpr (sizeof(From) <= 2) {
                if (encoding.curve == Curve::profile)
                    return through_profile<From, To>(image, *encoding.profile);
                const std::vector<double> colour = decoding_table<From>(encoding),
                                          alpha = decoding_table<From>({});
                return mapped<From, To>(
                    image, [&](From x, bool is_alpha) { return To((is_alpha ? alpha : colour)[x]); });
            } else
                return mapped<From, To>(image, [](From x, bool) { return number<To>(x); });
        });
    });
}

Image to_number(ConstImageView image, Sample to) {
    return with_type(image.sample, [&](auto from) {
        using From = decltype(from);
        if (to == Sample::f64) return mapped<From, double>(image, [](From x, bool) { return double(x); });
        return mapped<From, float>(image, [](From x, bool) { return number<float>(x); });
    });
}

namespace {

// Light as samples of coded colours, a row at a time; alpha as it is.
template <class From, class To>
Image by_code(ConstImageView image, const ColourProfile& coded) {
    const int channels = image.shape.channels, colours = channels < 3 ? 1 : 3;
    Image out(image.shape, sample_of<To>());
    std::vector<float> light(std::size_t(image.shape.width) * std::size_t(colours)), encoded(light.size());
    const auto whole = [](double x) {
        return To(std::nearbyint(double(To(-1)) * (std::isnan(x) ? 0 : std::clamp(x, 0.0, 1.0))));
    };
    for (int y = 0; y < image.shape.height; ++y) {
        const From* from = image.row<From>(y);
        To* to = out.view().row<To>(y);
        for (int x = 0; x < image.shape.width; ++x)
            for (int c = 0; c < colours; ++c)
                light[std::size_t(x * colours + c)] = float(from[x * channels + c]);
        coded.from_light(light.data(), encoded.data(), int(light.size()) / coded.colours());
        for (int x = 0; x < image.shape.width; ++x) {
            for (int c = 0; c < colours; ++c)
                to[x * channels + c] = whole(double(encoded[std::size_t(x * colours + c)]));
            if (colours < channels) to[x * channels + colours] = whole(double(from[x * channels + colours]));
        }
    }
    return out;
}

}  // namespace

Image to_display(ConstImageView image, Sample to, bool linear) {
    return to_display(image, to, linear ? srgb : Encoding{});
}

Image to_display(ConstImageView image, Sample to, const Encoding& encoding) {
    const auto in_range = [](double x) { return std::isnan(x) ? 0 : std::clamp(x, 0.0, 1.0); };
    return with_type(image.sample, [&](auto from) {
        using From = decltype(from);
        if (encoding.curve == Curve::profile)
            return to == Sample::u8 ? by_code<From, std::uint8_t>(image, *encoding.profile)
                                    : by_code<From, std::uint16_t>(image, *encoding.profile);
        if (to == Sample::u8) {
            const ByteEncoder colour(encoding), alpha(Encoding{});
            return mapped<From, std::uint8_t>(image, [&](From x, bool is_alpha) {
                return (is_alpha ? alpha : colour).of(in_range(double(x)));
            });
        }
        return mapped<From, std::uint16_t>(image, [&](From x, bool is_alpha) {
            const double light = in_range(double(x));
            return std::uint16_t(std::nearbyint(65535 * (is_alpha ? light : sample_of(encoding, light))));
        });
    });
}

std::uint16_t widened_to_word(std::uint16_t sample, int bits) {
    const std::uint32_t top = (1u << bits) - 1, white = 65535;
    return std::uint16_t((std::min<std::uint32_t>(sample, top) * white + top / 2) / top);
}

void widen_to_words(Image& image, int bits) {
    auto* const x = image.data<std::uint16_t>();
    std::transform(x, x + image.shape().samples(), x,
                   [bits](std::uint16_t sample) { return widened_to_word(sample, bits); });
}

Image without_alpha(ConstImageView image) {
    const int channels = image.shape.channels, colours = channels - 1;
    Image out({image.shape.width, image.shape.height, colours}, image.sample);
    with_type(image.sample, [&](auto sample) {
        using T = decltype(sample);
        for (int y = 0; y < image.shape.height; ++y)
            for (int x = 0; x < image.shape.width; ++x)
                std::copy_n(image.row<T>(y) + std::ptrdiff_t(x) * channels, colours,
                            out.view().row<T>(y) + std::ptrdiff_t(x) * colours);
    });
    return out;
}

namespace {

// Alpha below this, a hundredth of a step of 16 bits, is what rounding has left of none.
constexpr double least_alpha = 1e-7;
// The alpha of what nothing shines through.
template <class T>
constexpr T whole_alpha = std::is_floating_point_v<T> ? T(1) : std::numeric_limits<T>::max();

// Calls f(colours, their number, alpha) for each pixel of an image of floats.
template <class View, class F>
void for_each_with_alpha(const View& image, F&& f) {
    const int channels = image.shape.channels;
    const auto walk = [&](auto sample) {
        using T = decltype(sample);
        for (int y = 0; y < image.shape.height; ++y) {
            auto* pixel = image.template row<T>(y);
            for (int x = 0; x < image.shape.width; ++x, pixel += channels)
                f(pixel, channels - 1, double(pixel[channels - 1]));
        }
    };
    if (image.sample == Sample::f64) return walk(double());
    walk(float());
}

void widen(ColourRange& range, double colour) {
    range = {std::min(range.least, colour), std::max(range.most, colour)};
}

}  // namespace

bool is_transparent(ConstImageView image) {
    return with_type(image.sample, [&](auto sample) {
        using T = decltype(sample);
        const int channels = image.shape.channels;
        for (int y = 0; y < image.shape.height; ++y)
            for (int x = channels - 1; x < image.shape.width * channels; x += channels)
                if (image.row<T>(y)[x] < whole_alpha<T>) return true;
        return false;
    });
}

Image opaque_pixels(ConstImageView image) {
    Image mask = make_image({image.shape.width, image.shape.height, 1}, Sample::u8, "the opaque pixels");
    with_type(image.sample, [&](auto sample) {
        using T = decltype(sample);
        const int channels = image.shape.channels;
        for (int y = 0; y < image.shape.height; ++y)
            for (int x = 0; x < image.shape.width; ++x)
                mask.view().row<std::uint8_t>(y)[x] =
                    image.row<T>(y)[(x + 1) * channels - 1] >= whole_alpha<T>;
    });
    return mask;
}

Image alpha_of(ConstImageView image) {
    Image alpha = make_image({image.shape.width, image.shape.height, 1},
                             image.sample == Sample::f64 ? Sample::f64 : Sample::f32, "alpha");
    with_type(image.sample, [&](auto sample) {
        using T = decltype(sample);
        const int channels = image.shape.channels;
        const auto copy = [&]<class To>(To) {
            for (int y = 0; y < image.shape.height; ++y)
                for (int x = 0; x < image.shape.width; ++x)
                    alpha.view().row<To>(y)[x] =
                        To(image.row<T>(y)[(x + 1) * channels - 1]) / To(whole_alpha<T>);
        };
        alpha.sample() == Sample::f64 ? copy(double()) : copy(float());
    });
    return alpha;
}

void set_alpha(Image& image, const Image& alpha) {
    const int channels = image.shape().channels;
    with_type(image.sample(), [&](auto sample) {
        using T = decltype(sample);
        const auto copy = [&]<class From>(From) {
            const From* from = alpha.data<From>();
            for (std::size_t i = 0; i < alpha.shape().pixels(); ++i)
                image.data<T>()[(i + 1) * std::size_t(channels) - 1] = T(from[i]);
        };
        alpha.sample() == Sample::f64 ? copy(double()) : copy(float());
    });
}

ColourRange associate_alpha(Image& image) {
    constexpr double most = std::numeric_limits<double>::infinity();
    ColourRange range{most, -most};
    for_each_with_alpha(image.view(), [&](auto* colour, int count, double alpha) {
        for (int c = 0; c < count; ++c) {
            if (alpha > least_alpha) widen(range, double(colour[c]));
            colour[c] = std::remove_reference_t<decltype(colour[c])>(colour[c] * alpha);
        }
    });
    return range.least <= range.most ? range : ColourRange{};
}

ColourRange range_of_associated(ConstImageView image) {
    constexpr double most = std::numeric_limits<double>::infinity();
    ColourRange range{most, -most};
    for_each_with_alpha(image, [&](const auto* colour, int count, double alpha) {
        for (int c = 0; c < count; ++c)
            if (alpha > least_alpha) widen(range, double(colour[c]) / alpha);
    });
    return range.least <= range.most ? range : ColourRange{};
}

void divide_by_alpha(Image& image, const ColourRange& range) {
    for_each_with_alpha(image.view(), [&](auto* colour, int count, double alpha) {
        for (int c = 0; c < count; ++c) {
            using T = std::remove_reference_t<decltype(colour[c])>;
            if (std::isnan(double(colour[c]))) continue;  // it is missing, and stays so
            colour[c] = alpha > least_alpha
                            ? T(std::clamp(double(colour[c]) / alpha, range.least, range.most))
                            : T(0);
        }
    });
}

Misfits count_misfits(ConstImageView image, double least, double most) {
    Misfits misfits;
    with_type(image.sample, [&](auto sample) {
        using T = decltype(sample);
        const int row = image.shape.width * image.shape.channels;
        for (int y = 0; y < image.shape.height; ++y)
            for (const T* x = image.row<T>(y); x < image.row<T>(y) + row; ++x)
                if (!std::isfinite(double(*x)))
                    ++misfits.not_finite;
                else if (double(*x) < least || double(*x) > most)
                    ++misfits.outside;
    });
    return misfits;
}

}  // namespace sweep
