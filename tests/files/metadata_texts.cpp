// Texts that others wrote into files, XMP and GDAL's, changed by work that grows as they do.
#include <functional>
#include <vector>

#include "files/metadata/metadata.h"
#include "files/metadata/text_edits.h"
#include "files/stack/heif_sequence.h"
#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

using metadata::PropertyEdit, metadata::with_properties, metadata::without;

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

TEST(MetadataTexts, PropertiesAreAttributesAndElements) {
    const PropertyEdit edits[] = {{"a:x", "12"}, {"g:*", std::nullopt}};
    const auto edited = [&](std::string_view text) { return with_properties(text, edits); };
    EXPECT_EQ(edited("<r a:x='1' b='2' a:x = \"\"/>"), "<r a:x='12' b='2' a:x = \"12\"/>");
    EXPECT_EQ(edited("<a:x>1</a:x><a:xy>1</a:xy><b a:xy='1' ca:x='1'/>"),
              "<a:x>12</a:x><a:xy>1</a:xy><b a:xy='1' ca:x='1'/>");
    EXPECT_EQ(edited("<r g:Wide='1' xmlns:g='u'\n g:High=\"2\">g:x<g:Use>yes</g:Use></r>"),
              "<r xmlns:g='u'\n>g:x</r>");
    for (const char* same : {"", "<", " ", "a:x", "<a:x", "<a:x>", " a:x=", " a:x='1", "<g:x>1",
                             "<g:x><g:y></g:x>", "<g:s><b/></g:s>", "< a:x>1<", "<g:x/>"})
        EXPECT_EQ(edited(same), same);
    EXPECT_EQ(without("a<T>b</T>c<T>d</T>e<T>f", "<T", "</T>"), "ace<T>f");
}

TEST(MetadataTexts, WorkGrowsAsTheTextDoes) {
    const PropertyEdit edits[] = {{"tiff:Orientation", "1"}, {"GPano:*", std::nullopt}};
    for (const std::string part : {" tiff:Orientation=\"22\"", "<tiff:Orientation>22</tiff:Orientation>",
                                   " GPano:Wide='22'", "<GPano:Wide>22</GPano:Wide>", " tiff:Orientation=\"",
                                   " tiff:Orientation='\"", " tiff:Orientation    ", "<tiff:Orientation>",
                                   "<GPano:Wide>", "<GPano:", " ", "<", "<GPano:Wide></"}) {
        std::uint64_t steps[3] = {};
        for (int i = 0; i < 3; ++i) with_properties(repeated(part, 1000 << i), edits, &steps[i]);
        EXPECT_LE(steps[0], 5 * 1000 * part.size()) << part;
        EXPECT_NEAR(double(steps[1]), 2.0 * double(steps[0]), 100) << part;
        EXPECT_NEAR(double(steps[2]), 4.0 * double(steps[0]), 100) << part;
    }
    for (const std::string part :
         {"<Item name=\"STATISTICS_MEAN\">3</Item>", "<Item name=\"STATISTICS_", "</Item>"}) {
        std::uint64_t steps[3] = {};
        for (int i = 0; i < 3; ++i)
            without(repeated(part, 1000 << i), "<Item name=\"STATISTICS_", "</Item>", &steps[i]);
        EXPECT_EQ(steps[1], 2 * steps[0]) << part;
        EXPECT_EQ(steps[2], 4 * steps[0]) << part;
    }
}

TEST(MetadataTexts, WhatATurnedPictureIsNotAnyMoreIsLeftOut) {
    const std::string
        before = "<x tiff:Orientation='6' GPano:FullPanoWidthPixels='64' GPano:UsePanoramaViewer='True'>",
        regions = "<mwg-rs:Regions><r stArea:x='0.2'/></mwg-rs:Regions>", end = "<a>b</a></x>";
    Metadata data;
    data.xmp = before + regions + end;
    EXPECT_EQ(describe(data, {{48, 64, 3}}), "");
    EXPECT_EQ(data.xmp,
              "<x tiff:Orientation='1' GPano:FullPanoWidthPixels='64' GPano:UsePanoramaViewer='True'>" +
                  regions + end);
    data.xmp = before + regions + end;
    data.picture = {tag_of(tag::orientation, 6, TagType::word, false)};
    EXPECT_EQ(describe(data, {{48, 64, 3}}),
              "the panorama of a picture that was turned, the regions of a picture that was turned");
    EXPECT_EQ(data.xmp, "<x tiff:Orientation='1'>" + end);
}

// What reading has cost: calls, and bytes.
struct Work {
    std::uint64_t calls = 0, bytes = 0;
};

Work work_of(const std::string& file, const std::function<void(const FileReader&)>& read) {
    Work work;
    const FileReader of_bytes = reader_of(bytes_of(file));
    read({of_bytes.size, [&](std::uint64_t at, void* to, std::size_t count) {
              ++work.calls;
              work.bytes += count;
              return of_bytes.read(at, to, count);
          }});
    return work;
}

// Parts of each kind that others put into files without number: twice as many are twice the work.
TEST(MetadataTexts, ReadingGrowsAsTheFileDoes) {
    const auto metadata = [](const FileReader& file) { metadata_of(file); };
    const auto frames = [](const FileReader& file) { heif_sequence_of(file); };
    const std::string png = "\x89PNG\r\n\x1a\n", end = chunk_of("IEND", ""), exif = exif_of(6, true),
                      webp = "RIFFxxxxWEBP", scan = "\xff\xda\0\0"s;
    const auto folder = [](int tags) {  // of which all have the same bytes
        std::string all = "II*\0"s + little_endian(8, 4) + little_endian(std::uint64_t(tags), 2);
        for (int i = 0; i < tags; ++i)
            all += little_endian(std::uint64_t(40000 + i), 2) + little_endian(1, 2) + little_endian(5000, 4) +
                   little_endian(8, 4);
        return all + little_endian(0, 4) + std::string(5000, 'x');
    };
    const std::string raw = "Raw profile type exif\0\n\n\n00"s;
    const std::function<std::string(int)> files[] = {
        [&](int n) { return png + repeated(chunk_of("tEXt", "Author\0Ann"s), n) + end; },
        [&](int n) { return png + repeated(chunk_of("tEXt", raw), n) + end; },
        [&](int n) { return png + repeated(chunk_of("eXIf", exif), n) + end; },
        [&](int n) { return "\xff\xd8" + repeated(app1_of(exif), n) + scan; },
        [&](int n) { return "\xff\xd8" + repeated("\xff\xfe\0\3c"s, n) + scan; },
        [&](int n) { return webp + repeated("EXIF" + little_endian(exif.size(), 4) + exif, n); },
        [&](int n) { return webp + repeated("XMP " + little_endian(2, 4) + "xx", n); },
        [&](int n) { return folder(n); }};
    int kind = 0;
    for (const auto& file : files) {
        SCOPED_TRACE(kind++);
        const Work once = work_of(file(400), metadata), twice = work_of(file(800), metadata),
                   four = work_of(file(1600), metadata);
        EXPECT_NEAR(double(twice.calls), 2.0 * double(once.calls), 30);
        EXPECT_NEAR(double(four.calls), 4.0 * double(once.calls), 90);
        EXPECT_LE(four.bytes, 2 * file(1600).size() + 80'000) << "the numbers of a TIFF's folder come first";
    }
    const std::string box = big_endian(8, 4) + "free",
                      track = big_endian(48, 4) + "trak" + big_endian(40, 4) + "mdia" + big_endian(32, 4) +
                              "hdlr" + std::string(8, '\0') + "pict" + std::string(12, '\0');
    for (const std::string& part : {box, track}) {
        const auto sequence = [&](int n) {
            const std::string all = repeated(part, n);
            return big_endian(12, 4) + "ftypavis" + big_endian(all.size() + 8, 4) + "moov" + all;
        };
        const Work once = work_of(sequence(400), frames), four = work_of(sequence(1600), frames);
        EXPECT_NEAR(double(four.calls), 4.0 * double(once.calls), 90);
    }
}

// Of what is lost a note names what there was.
TEST(MetadataTexts, WhatIsLostIsCalledByItsName) {
    Metadata data;
    data.picture = {tag_of(tag::software, "tifffile"), tag_of(tag::orientation, 1, TagType::word, false)};
    EXPECT_EQ(words_of(data), "");
    data.picture.push_back(tag_of(tag::description, "a scan"));
    data.picture.push_back(tag_of(306, "2020:01:02 03:04:05"));
    EXPECT_EQ(words_of(data), "description, date");
    data.picture.push_back(tag_of(271, "a camera"));
    EXPECT_EQ(words_of(data), "EXIF");
    data.picture = {};
    data.position = {tag_of(1, "N")};
    EXPECT_EQ(words_of(data), "EXIF");
}

}  // namespace
}  // namespace sweep::test
