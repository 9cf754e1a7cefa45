// The lesson on tables: sums, means and variances of boxes from each kind of table against the pixels added up.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "app/lessons/table/sums.h"
#include "app/lessons/table/view.h"
#include "app/work/request/settings.h"

namespace sweep::app {
namespace {

// Bright enough that a table of 16.16 wraps around, which it does from a sum of 65536 on.
GreyPicture picture_of(int width, int height, Precision precision, double brightest = 1) {
    Image rgba({width, height, 4}, Sample::f32);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> even(0, brightest);
    float* to = rgba.data<float>();
    for (std::size_t i = 0; i < rgba.shape().samples(); ++i) to[i] = float(even(random));
    return grey_picture(rgba.view(), precision);
}

// Single pixels in the corners and in the middle, lines, and boxes at every edge.
std::vector<Region> boxes(int width, int height) {
    return {{0, 0, 1, 1},
            {width - 1, 0, 1, 1},
            {0, height - 1, 1, 1},
            {width - 1, height - 1, 1, 1},
            {width / 2, height / 2, 1, 1},
            {0, height / 3, width, 1},
            {width / 3, 0, 1, height},
            {0, 0, width, height},
            {0, height / 4, width / 3, height / 2},
            {width / 2, 0, width - width / 2, height / 3},
            {width / 3, height / 2, width / 3, height - height / 2},
            {width / 4 + 1, height / 5, width / 2, height / 2}};
}

struct Truth {
    double sum = 0, mean = 0, variance = 0;
};
Truth truth_of(const GreyPicture& picture, const Region& box) {
    Truth t;
    double squares = 0;
    const double n = box.width * box.height;
    for (int y = box.y; y < box.y + box.height; ++y)
        for (int x = box.x; x < box.x + box.width; ++x) t.sum += double(picture.at(x, y));
    t.mean = t.sum / n;
    for (int y = box.y; y < box.y + box.height; ++y)
        for (int x = box.x; x < box.x + box.width; ++x)
            squares += (double(picture.at(x, y)) - t.mean) * (double(picture.at(x, y)) - t.mean);
    t.variance = squares / n;
    return t;
}

// How far the sum of a box may be off: an entry is the sum of all pixels above and to the left of it, and each of the
// four is rounded; fixed point rounds each pixel. `largest`: of the samples, or of their squares.
double room_for(Precision precision, const GreyPicture& picture, const Region& box, double largest) {
    const double all = largest * picture.width * picture.height, pixels = double(box.width) * box.height;
    switch (precision) {
        case Precision::f32:
        case Precision::f32_less_mean:
            return 8 * all * 0x1p-24;
        case Precision::fixed_point:
            return pixels * 0x1p-17 + 1e-9;
        case Precision::uint32:
            return 0;
        default:
            return 8 * all * 0x1p-53;
    }
}

TEST(BoxSums, AreThoseOfThePixels) {
    for (const Precision precision : table_precisions)
        for (const auto& [width, height] : {std::pair{1, 1}, {7, 5}, {61, 47}, {130, 211}}) {
            const GreyPicture picture = picture_of(width, height, precision);
            const BoxTable table = make_box_table(picture, precision);
            const double largest = picture.bytes ? 255 : 1;
            for (const Region& box : boxes(width, height)) {
                if (box.width < 1 || box.height < 1) continue;
                SCOPED_TRACE(std::to_string(int(precision)) + ": " + std::to_string(box.x) + " " +
                             std::to_string(box.y) + " " + std::to_string(box.width) + " " +
                             std::to_string(box.height));
                const BoxSums s = box_sums(picture, table, box);
                const Truth t = truth_of(picture, box);
                const double n = double(box.width) * box.height, less = 1e-12 * largest * largest * (1 + n);
                EXPECT_NEAR(s.true_sum, t.sum, less);
                EXPECT_NEAR(s.true_mean, t.mean, less);
                EXPECT_NEAR(s.true_variance, t.variance, less);
                const double room = room_for(precision, picture, box, largest),
                             of_squares = room_for(precision, picture, box, largest * largest);
                EXPECT_NEAR(s.sum, t.sum, room + less);
                EXPECT_NEAR(s.mean, t.mean, room / n + less);
                EXPECT_NEAR(s.variance, t.variance, (of_squares + 2 * largest * room) / n + less);
            }
        }
}

// The four corners are the table's own numbers, with zeros outside, and the signs + - - +.
TEST(BoxSums, CornersAddUp) {
    const GreyPicture picture = picture_of(40, 30, Precision::f64);
    const BoxTable table = make_box_table(picture, Precision::f64);
    const BoxSums at_the_edge = box_sums(picture, table, {0, 4, 9, 7});
    EXPECT_EQ(at_the_edge.corners[1], std::pair(-1, 10));
    EXPECT_EQ(at_the_edge.entries[1], 0);
    EXPECT_EQ(at_the_edge.entries[3], 0);
    const BoxSums s = box_sums(picture, table, {5, 4, 9, 7});
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) sum += corner_signs[k] * s.entries[k];
    EXPECT_NEAR(sum, s.sum, 1e-12);
    EXPECT_NEAR(s.entries[0], truth_of(picture, {0, 0, 14, 11}).sum, 1e-10);
    EXPECT_NEAR(s.entries[3], truth_of(picture, {0, 0, 5, 4}).sum, 1e-10);
}

// Corners beyond 2^32 keep the rest of a division by it, and the box's integer comes out right all the same.
TEST(BoxSums, IntegersWrapAroundAndComeBack) {
    const GreyPicture picture = picture_of(160, 120, Precision::fixed_point, 30);
    const BoxTable table = make_box_table(picture, Precision::fixed_point);
    const BoxSums s = box_sums(picture, table, {120, 90, 20, 20});
    ASSERT_GT(s.whole_entries[0], std::uint64_t(1) << 32) << "nothing wraps around: the test tries nothing";
    std::uint64_t difference = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(s.entries[k], double(s.whole_entries[k] & 0xffffffffu)) << k;
        difference += std::uint64_t(corner_signs[k]) * s.whole_entries[k];
    }
    EXPECT_EQ(difference, s.whole);
    EXPECT_EQ(s.difference, s.whole);
    EXPECT_NEAR(s.sum, s.true_sum, 400 * 0x1p-17);
    // A box with more than 2^32 is what 32 bits cannot hold.
    const BoxSums large = box_sums(picture, table, {0, 0, 160, 120});
    EXPECT_GT(large.whole, std::uint64_t(1) << 32);
    EXPECT_NE(large.difference, large.whole);
    EXPECT_EQ(large.difference, large.whole & 0xffffffffu);
}

// The map has the error of every box, and says where it is largest.
TEST(TableErrors, AreThoseOfEachBox) {
    for (const Precision precision : table_precisions) {
        const GreyPicture picture = picture_of(90, 70, precision);
        const BoxTable table = make_box_table(picture, precision), exact = exact_table(picture);
        const ErrorMap map = error_map(picture, table, exact, 5, 3);
        ASSERT_EQ(map.width, 86);
        ASSERT_EQ(map.height, 68);
        const double step = picture.bytes ? 1 : 255;
        double largest = 0;
        for (int y = 0; y < map.height; ++y)
            for (int x = 0; x < map.width; ++x) {
                const BoxSums s = box_sums(picture, table, {x, y, 5, 3});
                const double error = step * std::abs(s.mean - s.true_mean);
                ASSERT_NEAR(map.errors[std::size_t(y * map.width + x)], error, 1e-9 + 1e-6 * error);
                largest = std::max(largest, error);
            }
        EXPECT_NEAR(map.largest, largest, 1e-9);
        EXPECT_EQ(float(map.largest), map.errors[std::size_t(map.y * map.width + map.x)]);
    }
}

// What is said of the remedies, on a picture with a mean: each loses less than the plain float.
TEST(TableErrors, RemediesHelp) {
    const auto largest = [](Precision precision) {
        const GreyPicture picture = picture_of(700, 500, precision);
        return error_map(picture, make_box_table(picture, precision), exact_table(picture), 3, 3).largest;
    };
    const double plain = largest(Precision::f32);
    EXPECT_GT(plain, 0.1);
    EXPECT_LT(largest(Precision::f32_less_mean), 0.2 * plain);
    EXPECT_LT(largest(Precision::fixed_point), 255 * 0x1p-17 * 1.001);
    EXPECT_EQ(largest(Precision::uint32), 0);
    EXPECT_LT(largest(Precision::f64), 1e-6);
}

TEST(TableBox, IsCutAtThePicture) {
    TeachSettings teach;
    teach.table.box = {0.25, 0.5, 0.75, 1};
    EXPECT_EQ(table_box(teach, 8, 4), (Region{2, 2, 4, 2}));
    teach.table.box = {-0.5, -3, 0.5, 7};
    EXPECT_EQ(table_box(teach, 8, 4), (Region{0, 0, 4, 4}));
    teach.table.box = {0.999, 0.3, 0.9991, 0.3001};
    const Region one = table_box(teach, 8, 4);
    EXPECT_EQ(one, (Region{7, 1, 1, 1}));
}

// A pixel that is no number counts as zero, and spoils no other box.
TEST(TableBox, PixelsThatAreNoNumbersCountAsZero) {
    Image rgba({3, 1, 4}, Sample::f32);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (int i = 0; i < 12; ++i) rgba.data<float>()[i] = i < 4 ? 0.5f : i < 8 ? nan : 0.25f;
    for (const Precision precision : table_precisions) {
        const GreyPicture picture = grey_picture(rgba.view(), precision);
        const BoxTable table = make_box_table(picture, precision);
        EXPECT_NEAR(box_sums(picture, table, {0, 0, 3, 1}).sum, picture.bytes ? 128 + 64 : 0.75, 1e-4);
    }
}

}  // namespace
}  // namespace sweep::app
