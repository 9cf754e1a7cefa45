#include "tests/fuzz/metadata.h"

#include "files/metadata/metadata.h"
#include "tests/fuzz/targets.h"
#include "tests/support/full_metadata.h"
#include "tests/support/image_bytes.h"

namespace sweep::fuzz {

using namespace std::string_literals;
using test::encode_jpeg;
using test::encode_png;
using test::encoded;
using test::has_library;
using test::little_endian;
using test::noise;
using test::text_of;

using Words = std::vector<std::string>;

// What is read of any file goes into others, which stay what they are.
void run_metadata(Bytes file) {
    static const Image image = noise({2, 1, 3}, Sample::u8);
    static const std::vector<std::uint8_t> made[] = {
        encode_png(image.view()), encode_jpeg(image.view()),
        encoded(has_library(".tif") ? ".tif" : ".png", image.view())};
    for (const int page : {1, 2}) {
        Metadata metadata = metadata_of(reader_of(file), page);
        describe(metadata, {image.shape(), image.sample()});
        for (std::vector<std::uint8_t> to : made) {
            const std::size_t before = to.size();
            attach(metadata, {image.shape()}, to);
            require(to.size() >= before && to.size() < before + 8 * file.size() + 70'000,
                    "metadata are not much more than the file that they are from");
        }
    }
}

Words metadata_seeds() {
    const Metadata full = test::full_metadata("ImageJ=1\nimages=2\n");
    Words seeds = {"\xff\xd8" + test::app1_of(test::exif_of(6, true)),
                   "\xff\xd8" + test::app1_of(test::exif_of(3, false))};
    const Image image = noise({2, 1, 3}, Sample::u8);
    for (const char* ending : {".png", ".jpg", ".tif"}) {
        if (!has_library(ending)) continue;
        std::vector<std::uint8_t> file = encoded(ending, image.view());
        attach(full, {image.shape()}, file);
        seeds.push_back(text_of(file));
    }
    const std::string webp = "WEBPVP8L" + little_endian(2, 4) + "ab";
    const std::string riff = "RIFF" + little_endian(webp.size(), 4) + webp;
    std::vector<std::uint8_t> file(riff.begin(), riff.end());
    attach(full, {image.shape()}, file);
    seeds.push_back(text_of(file));
    return seeds;
}

Words metadata_words() {
    return {"Exif\0\0"s,
            "http://ns.adobe.com/xap/1.0/\0"s,
            "Photoshop 3.0\0"s + "8BIM\4\4\0\0"s,
            "tEXt",
            "iTXt",
            "eXIf",
            "pHYs",
            "XML:com.adobe.xmp\0"s,
            "Raw profile type iptc\0"s,
            "EXIF",
            "XMP ",
            "II*\0"s,
            "MM\0*"s,
            "II+\0"s,
            "<OME",
            "<Pixels",
            "SizeZ=\"",
            "ImageJ=",
            "images=",
            "tiff:Orientation",
            "<Item name=\"STATISTICS_",
            "</Item>"};
}

}  // namespace sweep::fuzz
