// Texts that others wrote into files, XMP and GDAL's, changed by work that grows as they do.
#include <vector>

#include <gtest/gtest.h>

#include "files/metadata/metadata.h"
#include "files/metadata/text_edits.h"

namespace sweep::test {
namespace {

using metadata::PropertyEdit, metadata::with_properties, metadata::without;

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

TEST(MetadataTexts, PropertiesAreAttributesAndElements) {
    const PropertyEdit edits[] = {{"a:x", "12"}, {"g:", std::nullopt}};
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
    const PropertyEdit edits[] = {{"tiff:Orientation", "1"}, {"GPano:", std::nullopt}};
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
