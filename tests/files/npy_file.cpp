// NumPy's .npy: against bytes written by hand, and round trips.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/support/image_bytes.h"
#include "tests/support/row_files.h"

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
    EXPECT_FALSE(RowFile::open(path("a.npy"))) << "its rows are scattered";
}

// Three axes are an image's where the last is as short as channels are, otherwise those of its pages.
TEST_F(ImageFile, NpyOfAVolumeHasPages) {
    std::vector<std::uint8_t> samples(30);
    std::iota(samples.begin(), samples.end(), std::uint8_t(0));
    write("a.npy", npy("{'descr': '|u1', 'fortran_order': False, 'shape': (3, 2, 5), }", raw(samples)));
    for (int page = 1; page <= 3; ++page) {
        const FileImage read = read_image(path("a.npy"), {}, page);
        EXPECT_EQ(read.pages, 3);
        EXPECT_EQ(read.image.shape(), (Shape{5, 2, 1}));
        EXPECT_EQ(samples_of<std::uint8_t>(read.image).front(), 10 * (page - 1));
    }
    EXPECT_THROW(read_image(path("a.npy"), {}, 4), Error);
    write("b.npy", npy("{'descr': '|u1', 'fortran_order': False, 'shape': (5, 2, 3), }", raw(samples)));
    EXPECT_EQ(read_image(path("b.npy")).pages, 1);
    EXPECT_EQ(load_image(path("b.npy")).shape(), (Shape{2, 5, 3}));
    write("c.npy", npy("{'descr': '|u1', 'fortran_order': False, 'shape': (5, 1, 2, 3), }", raw(samples)));
    const FileImage last = read_image(path("c.npy"), {}, 5);
    EXPECT_EQ(last.image.shape(), (Shape{2, 1, 3}));
    EXPECT_EQ(samples_of<std::uint8_t>(last.image), (std::vector<std::uint8_t>{24, 25, 26, 27, 28, 29}));
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

// The file that NumPy writes of a column of such numbers.
std::string column(const std::string& descr, const std::string& samples, std::size_t count) {
    return npy(
        "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + std::to_string(count) + ", 1), }",
        samples);
}

// The bytes of numbers in the order of other machines.
template <class T>
std::string swapped(const std::vector<T>& values) {
    std::string bytes = raw(values);
    for (auto at = bytes.begin(); at != bytes.end(); at += sizeof(T)) std::reverse(at, at + sizeof(T));
    return bytes;
}

TEST_F(ImageFile, NpyOfSignedIntegersBecomesFloatsThatHoldThem) {
    const auto expect = [&](auto type, Sample sample) {
        using T = decltype(type);
        const std::vector<T> values{std::numeric_limits<T>::lowest(), -3, 0, 5,
                                    std::numeric_limits<T>::max()};
        for (const bool is_big : {false, true}) {
            const std::string descr = (is_big ? ">i" : "<i") + std::to_string(sizeof(T));
            SCOPED_TRACE(descr);
            const Image image = load_image(
                write("a.npy", column(descr, is_big ? swapped(values) : raw(values), values.size())));
            EXPECT_EQ(image.sample(), sample);
            EXPECT_EQ(image.shape(), (Shape{1, 5, 1}));
            for (std::size_t i = 0; i < values.size(); ++i)
                EXPECT_EQ(sample == Sample::f32 ? double(image.data<float>()[i]) : image.data<double>()[i],
                          double(values[i]));
        }
    };
    expect(std::int8_t(), Sample::f32);
    expect(std::int16_t(), Sample::f32);
    expect(std::int32_t(), Sample::f64);
    expect(std::int64_t(), Sample::f64);
}

TEST_F(ImageFile, NpyOfOtherMachinesIsSwapped) {
    const std::vector<std::uint16_t> words{1, 0x1234, 0xfffe};
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(write("a.npy", column(">u2", swapped(words), 3)))), words);
    const std::vector<std::uint32_t> integers{1, 0x12345678, 0xfffffffe};
    EXPECT_EQ(samples_of<std::uint32_t>(load_image(write("a.npy", column(">u4", swapped(integers), 3)))),
              integers);
    const std::vector<float> floats{1, -2.5f, 3e30f};
    EXPECT_EQ(samples_of<float>(load_image(write("a.npy", column(">f4", swapped(floats), 3)))), floats);
    const std::vector<double> doubles{1, -2.5, 3e300};
    EXPECT_EQ(samples_of<double>(load_image(write("a.npy", column(">f8", swapped(doubles), 3)))), doubles);
    // In Fortran's order, too, and in more numbers than are converted at once.
    std::vector<std::int16_t> many(3 * 50000);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = std::int16_t(i * 7);
    write("a.npy", npy("{'descr': '>i2', 'fortran_order': True, 'shape': (3, 50000), }", swapped(many)));
    const Image image = load_image(path("a.npy"));
    ASSERT_EQ(image.shape(), (Shape{50000, 3, 1}));
    for (std::size_t i = 0; i < many.size(); ++i)
        ASSERT_EQ(image.view().row<float>(int(i % 3))[i / 3], many[i]) << i;
    write("a.npy", npy("{'descr': '>i2', 'fortran_order': False, 'shape': (3, 50000), }", swapped(many)));
    const std::vector<float> rows = samples_of<float>(load_image(path("a.npy")));
    EXPECT_TRUE(std::equal(rows.begin(), rows.end(), many.begin(), many.end()));
    expect_rows_of(path("a.npy"), load_image(path("a.npy")));
}

TEST_F(ImageFile, NpyOfHalvesAndBoolsBecomesFloats) {
    // 1, -2, the largest, the smallest
    EXPECT_EQ(samples_of<float>(load_image(
                  write("a.npy", column("<f2", raw<std::uint16_t>({0x3c00, 0xc000, 0x7bff, 0x0001}), 4)))),
              (std::vector<float>{1, -2, 65504, 0x1p-24f}));
    EXPECT_EQ(samples_of<float>(load_image(write("a.npy", column(">f2", "\x3c\0\xc0\0"s, 2)))),
              (std::vector<float>{1, -2}));
    EXPECT_EQ(samples_of<float>(load_image(write("a.npy", column("|b1", "\0\1\1"s, 3)))),
              (std::vector<float>{0, 1, 1}));
}

TEST_F(ImageFile, NpyWithMoreDigitsThanFloat64SaysSo) {
    std::string note;
    const std::uint64_t odd = (std::uint64_t(1) << 53) + 1, most = ~std::uint64_t(0);
    EXPECT_EQ(samples_of<double>(load_image(
                  write("a.npy", column("<u8", raw<std::uint64_t>({odd, 7, odd - 1, most}), 4)), &note)),
              (std::vector<double>{0x1p53, 7, 0x1p53, 0x1p64}));
    expect_contains(note, "2 of its integers have more digits than float64");
    const auto last = std::numeric_limits<std::int64_t>::max();
    load_image(write("a.npy", column("<i8", raw<std::int64_t>({last, -last, -last - 1, 1 - (1 << 30)}), 4)),
               &note);
    expect_contains(note, "2 of its integers");
    load_image(write("a.npy", column("<i8", raw<std::int64_t>({5, -last - 1}), 2)), &note);
    EXPECT_EQ(note, "");
}

TEST_F(ImageFile, NpyOfOneAxisIsARow) {
    const std::vector<float> values{1, 2, 3, 4, 5};
    const Image image = load_image(
        write("a.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }", raw(values))));
    EXPECT_EQ(image.shape(), (Shape{5, 1, 1}));
    EXPECT_EQ(samples_of<float>(image), values);
}

TEST_F(ImageFile, NpyThatIsNotAPictureIsRefusedWithItsReason) {
    auto refusal_of = [&](const std::string& bytes) { return refusal(write("a.npy", bytes)); };
    auto with_shape = [&](const std::string& shape, const std::string& descr = "<f4") {
        return npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }",
                   std::string(96, 0));
    };
    expect_contains(refusal_of(with_shape("(5, 5)")), "truncated after 165 of 169 bytes");
    expect_contains(refusal_of(with_shape("(4, 4)", "<c8")), "'<c8', complex numbers: sweep reads real ones");
    expect_contains(refusal_of(with_shape("(4, 4)", "<c16")), "complex numbers");
    for (const char* other : {"|O", "<U4", "<f16", "<M8[s]", "f4", "|V4", "<"})
        expect_contains(refusal_of(with_shape("(4, 4)", other)), "sweep reads bool, integers, and floats");
    expect_contains(refusal_of(with_shape("(5, 5)", "<f8")), "truncated after 165 of 269 bytes");
    expect_contains(refusal_of(with_shape("(4, 4)", ">i8")), "truncated after 165 of 197 bytes");
    expect_contains(refusal_of(with_shape("(1, 2, 2, 5)")), "5 channels");
    expect_contains(refusal_of(with_shape("(2, 2, 0)")), "0 channels");
    expect_contains(refusal_of(with_shape("(1, 1, 2, 3, 4)")), "H x W");
    expect_contains(refusal_of(with_shape("(2, 2, 7)")), "truncated after 168 of 184 bytes");
    expect_contains(refusal_of(with_shape("(0, 2, 7)")), "empty");
    expect_contains(refusal_of(with_shape("(2147483647, 2147483647, 2147483647)")),
                    "claims to be 2147483647 x 2147483647 x 2147483647");
    expect_contains(
        refusal_of(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 1, 5), }", std::string(40, 0))),
        "in the order of Fortran");
    expect_contains(refusal_of(with_shape("(0,)")), "empty");
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
    expect_contains(refusal(write("a.npz", "PK")), "a .npz is an archive of arrays");
}

TEST_F(ImageFile, NotFiniteSamplesAreCountedAndBecomeZeroOrBright) {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity(), most = 65504;
    write("a.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
                       raw<float>({1, nan, infinity, -infinity, nan, nan})));
    std::string note;
    EXPECT_EQ(samples_of<float>(load_image(path("a.npy"), &note)),
              (std::vector<float>{1, 0, most, -most, 0, 0}));
    expect_contains(note, "3 NaN samples became 0; 2 infinite samples became 65504, with their sign");
    write("b.npy",
          npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }", raw<double>({-HUGE_VAL})));
    EXPECT_EQ(samples_of<double>(load_image(path("b.npy"), &note)), std::vector<double>{-65504});
    expect_contains(note, "b.npy': 1 infinite samples became");
    // Where the picture has larger ones, they are as bright as these.
    write("l.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }",
                       raw<float>({-70000, infinity, -infinity})));
    EXPECT_EQ(samples_of<float>(load_image(path("l.npy"), &note)),
              (std::vector<float>{-70000, 70000, -70000}));
    expect_contains(note, "2 infinite samples became 70000, with their sign");
    EXPECT_EQ(samples_of<float>(load_image(
                  write("h.npy", column("<f2", raw<std::uint16_t>({0x7c00, 0xfc00, 0x7e00}), 3)), &note)),
              (std::vector<float>{65504, -65504, 0}));
    save_image(path("c.npy"), noise({2, 2, 1}, Sample::f64).view());
    load_image(path("c.npy"), &note);
    EXPECT_EQ(note, "");
}

}  // namespace
}  // namespace sweep::test
