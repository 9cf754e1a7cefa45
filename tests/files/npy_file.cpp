// NumPy's .npy: against bytes written by hand, and round trips.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

std::string npy(const std::string& dictionary, const std::string& samples, int version = 1) {
    return "\x93NUMPY"s + char(version) + '\0' + little_endian(dictionary.size(), version == 1 ? 2 : 4) +
           dictionary + samples;
}

TEST_F(ImageFile, NpyIsReadFromBytesWrittenByHand) {
    const std::vector<float> values{1, 2, 3, 4, 5, 6.5f};
    for (int version : {1, 2, 3}) {
        write("a.npy",
              npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", raw(values), version));
        const Image image = load_image(path("a.npy"));
        EXPECT_EQ(image.shape(), (Shape{3, 2, 1}));
        EXPECT_EQ(image.sample(), Sample::f32);
        EXPECT_EQ(samples_of<float>(image), values);
    }
}

TEST_F(ImageFile, NpyKeysComeInAnyOrderAndWithAnySpace) {
    write("a.npy",
          npy(R"({"shape":(1,2,2),"fortran_order":False,"descr":"<f8"})", raw<double>({1, 2, 3, 4})));
    const Image image = load_image(path("a.npy"));
    EXPECT_EQ(image.shape(), (Shape{2, 1, 2}));
    EXPECT_EQ(samples_of<double>(image), (std::vector<double>{1, 2, 3, 4}));
}

TEST_F(ImageFile, NpyInFortranOrderIsTurned) {
    // The file has two rows of three pixels of two channels; the row index runs fastest, the channel index
    // slowest.
    const std::vector<std::uint16_t> columns{0, 100, 10, 110, 20, 120, 1, 101, 11, 111, 21, 121};
    write("a.npy", npy("{'descr': '<u2', 'fortran_order': True, 'shape': (2, 3, 2), }", raw(columns)));
    const std::vector<std::uint16_t> rows{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121};
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(path("a.npy"))), rows);
}

TEST_F(ImageFile, NpyIsWrittenAsNumpyWritesIt) {
    Image image({3, 2, 1}, Sample::f32);
    const std::vector<float> values{1, 2, 3, 4, 5, 6};
    std::copy(values.begin(), values.end(), image.data<float>());
    save_image(path("a.npy"), image.view());
    // numpy.save writes this for the same array.
    const std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    EXPECT_EQ(read("a.npy"), "\x93NUMPY\x01\x00v\x00"s + dictionary +
                                 std::string(117 - dictionary.size(), ' ') + "\n" + raw(values));
}

TEST_F(ImageFile, NpyRoundTrips) {
    for (Sample sample : {Sample::u8, Sample::u16, Sample::u32, Sample::f32, Sample::f64})
        for (int channels = 1; channels <= 4; ++channels) {
            const Image image = noise({7, 5, channels}, sample);
            save_image(path("a.npy"), image.view());
            EXPECT_EQ(read("a.npy").size() % 64, image.bytes() % 64) << "samples begin at a multiple of 64";
            const Image again = load_image(path("a.npy"));
            EXPECT_EQ(again.shape(), image.shape());
            EXPECT_EQ(again.sample(), sample);
            EXPECT_EQ(std::memcmp(again.view().data, image.view().data, image.bytes()), 0);
        }
}

TEST_F(ImageFile, NpyWithPaddedRowsIsWrittenWithoutThePadding) {
    Image image = noise({8, 3, 1}, Sample::u8);
    ConstImageView narrow = image.view();
    narrow.shape.width = 5;
    save_image(path("a.npy"), narrow);
    const Image again = load_image(path("a.npy"));
    ASSERT_EQ(again.shape(), narrow.shape);
    for (int y = 0; y < 3; ++y)
        EXPECT_EQ(std::memcmp(again.view().row<char>(y), narrow.row<char>(y), 5), 0) << "row " << y;
}

TEST_F(ImageFile, NpyThatIsNotAPictureIsRefusedWithItsReason) {
    auto refusal_of = [&](const std::string& bytes) { return refusal(write("a.npy", bytes)); };
    auto with_shape = [&](const std::string& shape, const std::string& descr = "<f4") {
        return npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }",
                   std::string(96, 0));
    };
    expect_contains(refusal_of(with_shape("(5, 5)")), "truncated after 165 of 169 bytes");
    expect_contains(refusal_of(with_shape("(4, 4)", ">f4")), "'>f4'");
    expect_contains(refusal_of(with_shape("(4, 4)", "<c8")), "'<c8'");
    expect_contains(refusal_of(with_shape("(2, 2, 5)")), "5 channels");
    expect_contains(refusal_of(with_shape("(2, 2, 0)")), "0 channels");
    expect_contains(refusal_of(with_shape("(24,)")), "H x W");
    expect_contains(refusal_of(with_shape("()")), "H x W");
    expect_contains(refusal_of(with_shape("(0, 3)")), "empty");
    expect_contains(refusal_of(with_shape("(1000000, 1000000)")), "truncated after");
    expect_contains(refusal_of(with_shape("(2147483647, 2147483647, 4)")),
                    "claims to be 2147483647 x 2147483647");
    expect_contains(refusal_of(with_shape("(99999999999999999999, 1)")), "header is damaged");
    expect_contains(refusal_of(with_shape("(-4, 4)")), "header is damaged");
    expect_contains(
        refusal_of(npy("{'descr': [('r', '<f4')], 'fortran_order': False, 'shape': (1, 1)}", "abcd")),
        "records");
    expect_contains(refusal_of(npy("{'descr': '<f4', 'shape': (1, 1)}", "abcd")), "header is damaged");
    expect_contains(refusal_of(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1)", "abcd")),
                    "damaged");
    expect_contains(refusal_of(npy("{}", "", 4)), "version is 4");
    expect_contains(refusal_of("\x93NUMPY\x01"s), "truncated after 7 of 12 bytes");
    expect_contains(refusal_of("hello, this is text"), "not a .npy");
}

TEST_F(ImageFile, NotFiniteSamplesAreCountedAndBecomeZero) {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    write("a.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
                       raw<float>({1, nan, infinity, -infinity, nan, nan})));
    std::string note;
    EXPECT_EQ(samples_of<float>(load_image(path("a.npy"), &note)), (std::vector<float>{1, 0, 0, 0, 0, 0}));
    expect_contains(note, "3 NaN samples became 0; 2 infinite samples became 0");
    write("b.npy",
          npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }", raw<double>({-HUGE_VAL})));
    EXPECT_EQ(samples_of<double>(load_image(path("b.npy"), &note)), std::vector<double>{0});
    expect_contains(note, "1 infinite");
    save_image(path("c.npy"), noise({2, 2, 1}, Sample::f64).view());
    load_image(path("c.npy"), &note);
    EXPECT_EQ(note, "");
}

}  // namespace
}  // namespace sweep::test
