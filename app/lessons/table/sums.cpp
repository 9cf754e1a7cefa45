#include "app/lessons/table/sums.h"

#include <algorithm>
#include <cmath>

#include "app/work/engines/engines.h"
#include "core/problem/reference.h"

namespace sweep::app {
namespace {

// The problem of both tables. The picture lies in host memory, whatever the window's pictures do.
Problem table_problem(const GreyPicture& picture, Precision precision) {
    Problem p;
    p.filter.kind = FilterKind::sat;
    p.method.precision = precision;
    p.input = precision == Precision::uint32 ? Sample::u8
              : precision == Precision::f64  ? Sample::f64
                                             : Sample::f32;
    p.shape = {picture.width, picture.height, precision == Precision::uint32 ? 3 : 2};
    return p;
}

template <class T>
Image powers(const GreyPicture& picture, const Problem& p) {
    Image in(p.shape, p.input);
    T* to = in.data<T>();
    for (const float value : picture.values) {
        const double x = double(value);
        *to++ = T(x);
        *to++ = T(x * x);
    }
    return in;
}

// The square of a byte is a number of two bytes.
Image bytes_and_squares(const GreyPicture& picture, const Problem& p) {
    Image in(p.shape, p.input);
    auto* to = in.data<std::uint8_t>();
    for (const float value : picture.values) {
        const int x = int(value);
        *to++ = std::uint8_t(x);
        *to++ = std::uint8_t(x * x / 256);
        *to++ = std::uint8_t(x * x % 256);
    }
    return in;
}

Image input_of(const GreyPicture& picture, const Problem& p) {
    switch (p.input) {
        case Sample::u8:
            return bytes_and_squares(picture, p);
        case Sample::f64:
            return powers<double>(picture, p);
        default:
            return powers<float>(picture, p);
    }
}

template <class T>
T entry_of(const Image& sums, int channel, int x, int y) {
    if (x < 0 || y < 0) return 0;
    return sums.view().row<T>(y)[std::ptrdiff_t(x) * sums.shape().channels + channel];
}

// Integers are subtracted modulo 2^32, and floats are rounded after each step.
template <class T>
T difference_of(const Image& sums, int channel, const Region& box) {
    const int left = box.x - 1, top = box.y - 1, right = left + box.width, bottom = top + box.height;
    const T lower = entry_of<T>(sums, channel, right, bottom) - entry_of<T>(sums, channel, left, bottom);
    const T rest = lower - entry_of<T>(sums, channel, right, top);
    return rest + entry_of<T>(sums, channel, left, top);
}

// Calls `run` with a number of the type that the table has.
template <class Run>
auto with_type(const Image& sums, Run run) {
    switch (sums.sample()) {
        case Sample::u32:
            return run(std::uint32_t());
        case Sample::f32:
            return run(float());
        default:
            return run(double());
    }
}

// The integer that a table of integers adds for this value.
std::uint64_t integer_of(float value, const Problem& p) {
    const Quantisation q = quantisation(p);
    return q.scale > 0 ? std::uint64_t(std::nearbyint(std::clamp(value, 0.0f, q.limit) * q.scale))
                       : std::uint64_t(value);
}

std::uint64_t whole_sum(const GreyPicture& picture, const Problem& p, const Region& box) {
    std::uint64_t sum = 0;
    for (int y = box.y; y < box.y + box.height; ++y)
        for (int x = box.x; x < box.x + box.width; ++x) sum += integer_of(picture.at(x, y), p);
    return sum;
}

void add_pixels(const GreyPicture& picture, BoxSums& s) {
    using Wide = long double;
    const Region& b = s.box;
    const Wide pixels = Wide(b.width) * Wide(b.height);
    Wide sum = 0, squares = 0;
    for (int y = b.y; y < b.y + b.height; ++y)
        for (int x = b.x; x < b.x + b.width; ++x) sum += Wide(picture.at(x, y));
    for (int y = b.y; y < b.y + b.height; ++y)
        for (int x = b.x; x < b.x + b.width; ++x) {
            const Wide off = Wide(picture.at(x, y)) - sum / pixels;
            squares += off * off;
        }
    s.true_sum = double(sum);
    s.true_mean = double(sum / pixels);
    s.true_variance = double(squares / pixels);
}

}  // namespace

GreyPicture grey_picture(const ConstImageView& view, Precision precision) {
    GreyPicture picture{view.shape.width, view.shape.height, {}, precision == Precision::uint32};
    picture.values.reserve(view.shape.pixels());
    for (int y = 0; y < picture.height; ++y) {
        const float* p = view.row<float>(y);
        for (int x = 0; x < picture.width; ++x, p += 4) {
            const double mean = (double(p[0]) + double(p[1]) + double(p[2])) / 3;
            // A pixel that is no number would spoil every entry after it.
            const double grey = std::isfinite(mean) ? mean : 0;
            picture.values.push_back(picture.bytes ? float(std::lround(255 * std::clamp(grey, 0.0, 1.0)))
                                                   : float(grey));
        }
    }
    return picture;
}

double BoxTable::entry(int channel, int x, int y) const {
    return with_type(sums,
                     [&](auto number) { return double(entry_of<decltype(number)>(sums, channel, x, y)); });
}

double BoxTable::sum(int power, const Region& box) const {
    const auto difference = [&](int channel) {
        return with_type(
            sums, [&](auto number) { return double(difference_of<decltype(number)>(sums, channel, box)); });
    };
    // The sums of squares of bytes are kept in two numbers, each of which has room for 2^32 / 255 pixels.
    if (precision == Precision::uint32 && power == 2) return 256 * difference(1) + difference(2);
    return difference(power - 1) / scale +
           mean[std::size_t(power) - 1] * double(box.width) * double(box.height);
}

BoxTable make_box_table(const GreyPicture& picture, Precision precision) {
    const Problem p = table_problem(picture, precision);
    const std::unique_ptr<Engine> engine = start_engine(EngineKind::cpu, p.input).engine;
    engine->prepare(p);
    const Image in = input_of(picture, p);
    BoxTable table{precision, Image(p.shape, output_sample(p))};
    engine->run(in.view(), table.sums.view());
    if (const float scale = quantisation(p).scale; scale > 0) table.scale = double(scale);
    const std::vector<double> mean = engine->table_mean();
    std::copy_n(mean.begin(), std::min(mean.size(), table.mean.size()), table.mean.begin());
    return table;
}

BoxTable exact_table(const GreyPicture& picture) {
    const Problem p = table_problem(picture, Precision::f64);
    return {Precision::f64, reference(p, input_of(picture, p).view())};
}

BoxSums box_sums(const GreyPicture& picture, const BoxTable& table, const Region& box) {
    BoxSums s;
    s.box = box;
    const int left = box.x - 1, top = box.y - 1, right = left + box.width, bottom = top + box.height;
    s.corners = {{{right, bottom}, {left, bottom}, {right, top}, {left, top}}};
    const double pixels = double(box.width) * double(box.height);
    for (std::size_t k = 0; k < 4; ++k)
        s.entries[k] = table.entry(0, s.corners[k].first, s.corners[k].second);
    s.sum = table.sum(1, box);
    s.mean = s.sum / pixels;
    s.variance = table.sum(2, box) / pixels - s.mean * s.mean;
    add_pixels(picture, s);
    if (table.sums.sample() != Sample::u32) return s;
    const Problem p = table_problem(picture, table.precision);
    for (std::size_t k = 0; k < 4; ++k)
        s.whole_entries[k] = whole_sum(picture, p, {0, 0, s.corners[k].first + 1, s.corners[k].second + 1});
    s.difference = difference_of<std::uint32_t>(table.sums, 0, box);
    s.whole = whole_sum(picture, p, box);
    return s;
}

ErrorMap error_map(const GreyPicture& picture, const BoxTable& table, const BoxTable& exact, int width,
                   int height) {
    ErrorMap map{picture.width - width + 1, picture.height - height + 1, {}};
    map.errors.reserve(std::size_t(map.width) * std::size_t(map.height));
    const double step = (picture.bytes ? 1 : 255) / (double(width) * double(height));
    const double taken_off = table.mean[0] * double(width) * double(height);
    with_type(table.sums, [&](auto number) {
        using T = decltype(number);
        for (int y = 0; y < map.height; ++y)
            for (int x = 0; x < map.width; ++x) {
                const Region box{x, y, width, height};
                const double found = double(difference_of<T>(table.sums, 0, box)) / table.scale + taken_off,
                             error = step * std::abs(found - difference_of<double>(exact.sums, 0, box));
                map.errors.push_back(float(error));
                if (error > map.largest) map.largest = error, map.x = x, map.y = y;
            }
        return 0;
    });
    return map;
}

}  // namespace sweep::app
