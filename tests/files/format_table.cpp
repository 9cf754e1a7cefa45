// The table of formats: each row against the files that it writes.
#include <set>

#include "files/colour_profile.h"
#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

bool are_equal(const Image& a, const Image& b) {
    return a.shape() == b.shape() && a.sample() == b.sample() &&
           std::equal(a.data<std::uint8_t>(), a.data<std::uint8_t>() + a.bytes(), b.data<std::uint8_t>());
}

TEST(Formats, HaveEndingsOfTheirOwn) {
    std::set<std::string_view> names, endings;
    for (const Format* format : formats()) {
        EXPECT_TRUE(names.insert(format->name).second) << format->name;
        EXPECT_TRUE(format->endings.front().starts_with(".")) << format->name;
        for (const std::string_view ending : format->endings) {
            if (ending.empty()) continue;
            EXPECT_TRUE(endings.insert(ending).second) << ending;
            EXPECT_EQ(format_with(ending), format);
        }
    }
    EXPECT_EQ(format_with(""), nullptr);
    EXPECT_EQ(format_with(".txt"), nullptr);
}

TEST(Formats, AreReadInOneWayOrSayWhyNot) {
    for (const Format* format : formats()) {
        EXPECT_FALSE(format->decode && format->decode_parts) << format->name;
        EXPECT_EQ(format->decode != nullptr, format->claim_of != nullptr) << format->name;
        EXPECT_TRUE(format->is_read() || !format->why_not.empty()) << format->name;
        EXPECT_TRUE(format->is_read() || !format->encode) << format->name;
        EXPECT_EQ(format->library.empty(), format->version == nullptr) << format->name;
    }
}

class FormatFiles : public ImageFile {
  protected:
    // What is read of an image that was written.
    Image through(const Format& format, const Image& image) {
        const std::string file = path("a" + std::string(format.endings.front()));
        save_image(file, image.view());
        if (format.probe) {
            EXPECT_TRUE(format.probe(bytes_of(read(file)))) << "by its first bytes it is of another format";
        }
        return load_image(file);
    }
};

TEST_F(FormatFiles, KeepWhatTheirRowsSay) {
    for (const Format* format : formats()) {
        if (!format->encode || !format->why_not.empty()) continue;
        SCOPED_TRACE(format->name);
        const Keeps& keeps = format->keeps;
        std::vector<Sample> samples;
        if (keeps.picture_bits >= 8) samples.push_back(Sample::u8);
        if (keeps.picture_bits >= 16) samples.push_back(Sample::u16);
        if (keeps.numbers) samples.push_back(Sample::f32);
        if (keeps.any_samples)
            for (const Sample more : {Sample::u8, Sample::u16, Sample::u32, Sample::f64})
                samples.push_back(more);
        ASSERT_FALSE(samples.empty());
        const bool is_exact = keeps.picture_bits != 8 && keeps.most > double(largest_hdr);
        for (const Sample sample : samples) {
            const Image image = noise({13, 7, 3}, sample), copy = through(*format, image);
            EXPECT_EQ(copy.sample(), sample);
            EXPECT_EQ(copy.shape(), image.shape());
            EXPECT_TRUE(!is_exact || are_equal(image, copy));
            EXPECT_EQ(through(*format, noise({5, 3, 4}, sample)).shape().channels, keeps.alpha ? 4 : 3);
        }
    }
}

TEST_F(FormatFiles, StateAnEncodingWhereTheirRowsSaySo) {
    for (const Format* format : formats()) {
        if (!format->encode || !format->why_not.empty() || format->keeps.picture_bits == 0) continue;
        if (format->name == "TIFF" && lcms_version().empty()) continue;  // it makes the profile
        const std::string file = path("a" + std::string(format->endings.front()));
        save_image(file, noise({4, 3, 3}, Sample::u8).view(), {}, Encoding{Curve::power, 1.8, true});
        EXPECT_EQ(read_image(file).encoding.stated, format->keeps.encoding) << format->name;
    }
}

}  // namespace
}  // namespace sweep::test
