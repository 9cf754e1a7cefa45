// What a file says beside its picture, from file to file: the lists that other programs make of both,
// Exiv2 and libtiff's tiffinfo.
#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "files/metadata/metadata.h"
#include "files/metadata/stack_axes.h"
#include "files/stack/stack_file.h"
#include "tests/support/command_line.h"
#include "tests/support/full_metadata.h"
#include "tests/support/page_bytes.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

using List = std::multimap<std::string, std::string>;

class MetadataFiles : public CommandLine {
  protected:
    // The note of a run that succeeds; empty: there is none.
    std::string note_of(const std::string& in, const std::string& out,
                        Arguments options = {"--filter=none"}) {
        Arguments arguments{"filter", path(in), path(out), "--engine=cpu"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.error;
    }
    std::string shell(const std::string& command) {
        EXPECT_EQ(
            std::system((command + " > '" + path("shell") + "' 2> '" + path("shell.err") + "'").c_str()), 0)
            << command << read("shell.err");
        return read("shell");
    }
    // What Exiv2 lists of the file, without what tells where its parts lie.
    List list_of(const std::string& name) {
        List list;
        std::istringstream lines(shell("exiv2 -PEIXkv '" + path(name) + "'"));
        for (std::string line; std::getline(lines, line);) {
            const std::size_t space = line.find(' ');
            const std::string key = line.substr(0, space);
            constexpr std::array<std::string_view, 5> places{"Exif.Image.ExifTag", "Exif.Image.GPSTag",
                                                             "Exif.Photo.InteroperabilityTag",
                                                             "Exif.Image.XMLPacket", "Exif.Image.IPTCNAA"};
            if (std::find(places.begin(), places.end(), key) == places.end())
                list.emplace(key, line.substr(std::min(line.find_first_not_of(' ', space), line.size())));
        }
        return list;
    }
    static void set(List& list, const std::string& key, const std::string& value) {
        if (list.erase(key) > 0) list.emplace(key, value);
    }
    // A picture, 30 x 20, of which a camera says much; it was held upright.
    void make_camera_picture(const std::string& name) {
        save("plain.png", noise({30, 20, 3}, Sample::u8));
        EXPECT_EQ(note_of("plain.png", name), "");
        write(
            "commands",
            "set Exif.Image.Make Ascii Camera & Co\nset Exif.Image.Orientation Short 6\n"
            "set Exif.Image.XResolution Rational 300/1\nset Exif.Image.YResolution Rational 200/1\n"
            "set Exif.Image.ResolutionUnit Short 2\nset Exif.Image.DateTime Ascii 2020:01:02 03:04:05\n"
            "set Exif.Photo.ExposureTime Rational 1/125\nset Exif.Photo.ColorSpace Short 1\n"
            "set Exif.Photo.PixelXDimension Long 30\nset Exif.Photo.PixelYDimension Long 20\n"
            "set Exif.Photo.UserComment charset=Ascii A comment\nset Exif.GPSInfo.GPSLatitudeRef Ascii N\n"
            "set Exif.GPSInfo.GPSLatitude Rational 48/1 8/1 0/1\nset Exif.Iop.InteroperabilityIndex Ascii R98\n"
            "set Iptc.Application2.Headline String The headline\nset Iptc.Application2.Keywords String one\n"
            "set Xmp.dc.creator XmpSeq Ann\nset Xmp.tiff.Orientation XmpText 6\n");
        shell("exiv2 -m '" + path("commands") + "' '" + path(name) + "'");
    }
    void save_with(const std::string& name, const Image& image, const Metadata& metadata) {
        save_image(path(name), image.view(), {}, std::nullopt, nullptr, [&](std::vector<std::uint8_t>& file) {
            EXPECT_EQ(attach(metadata, {image.shape()}, file), "");
        });
    }
    static std::string text_in(const Metadata& metadata, std::uint16_t number) {
        const TiffTag* const there = find(metadata.picture, number);
        return there ? text_of(*there) : "none";
    }
};

bool has_program(const char* name) {
    return std::system(("command -v " + std::string(name) + " > /dev/null").c_str()) == 0;
}

TEST_F(MetadataFiles, OtherProgramsListTheSame) {
    if (!has_program("exiv2")) SKIP_WITHOUT("formats", "the program exiv2 is not here");
    const bool has_tiff = has_library(".tif");
    for (const std::string from : {"jpg", "tif"}) {
        if (from == "tif" && !has_tiff) continue;
        make_camera_picture("in." + from);
        List expected = list_of("in." + from);
        ASSERT_GT(expected.size(), 15u);
        // The picture was turned by a quarter.
        set(expected, "Exif.Image.Orientation", "1");
        set(expected, "Xmp.tiff.Orientation", "1");
        set(expected, "Exif.Image.XResolution", "200/1");
        set(expected, "Exif.Image.YResolution", "300/1");
        set(expected, "Exif.Photo.PixelXDimension", "20");
        set(expected, "Exif.Photo.PixelYDimension", "30");
        for (const std::string to : {"jpg", "png", "tif"}) {
            if (to == "tif" && !has_tiff) continue;
            const std::string out = from + "." + to;
            EXPECT_EQ(note_of("in." + from, out), "");
            const List got = list_of(out);
            for (const auto& wanted : expected) {
                const std::string &key = wanted.first, &value = wanted.second;
                // Of how a TIFF lies in its file nothing is said elsewhere.
                if (from == "tif" && key.starts_with("Exif.Image.") && key != "Exif.Image.Make" &&
                    key != "Exif.Image.DateTime" && !key.ends_with("Resolution") &&
                    key != "Exif.Image.Orientation")
                    continue;
                const auto [first, last] = got.equal_range(key);
                EXPECT_TRUE(std::any_of(first, last, [&](const auto& each) { return each.second == value; }))
                    << out << ": " << key << " " << value << ", got "
                    << (first == last ? "nothing" : first->second);
            }
            EXPECT_EQ(load_image(path(out)).shape().width, 20);
        }
        // And on from a PNG, whose EXIF is a chunk.
        EXPECT_EQ(note_of(from + ".png", "again.jpg"), "");
        for (const char* key : {"Exif.GPSInfo.GPSLatitude", "Iptc.Application2.Headline", "Xmp.dc.creator"})
            EXPECT_EQ(list_of("again.jpg").count(key), 1u) << key;
        EXPECT_EQ(note_of("in." + from, "stripped.jpg", {"--sigma=2", "--strip"}), "");
        EXPECT_TRUE(list_of("stripped.jpg").empty());
    }
    expect_contains(
        note_of("in.jpg", "out.npy"),
        "'" + path("out.npy") + "' does not keep what the input says beside its picture: EXIF, XMP, IPTC");
    EXPECT_EQ(note_of("in.jpg", "out.npy", {"--sigma=2", "--strip"}), "");
}

// Height above the sea, with where it lies, its no-data value, and statistics that filtering changes.
TEST_F(MetadataFiles, APictureStaysWhereItIsOnTheEarth) {
    if (!has_library(".tif")) SKIP_WITHOUT("formats", "this build has no libtiff");
    const auto numbers = [](std::uint16_t number, std::uint16_t type, int size,
                            const std::vector<double>& values) {
        TiffTag made{number, type, values.size(), {}, 0};
        for (const double value : values) {
            std::uint64_t bits = std::uint64_t(value);
            if (size == 8) std::memcpy(&bits, &value, 8);
            put_number(made.value, bits, size, false);
        }
        return made;
    };
    Metadata earth;
    earth.picture = {numbers(33550, 12, 8, {30, 30, 0}),
                     numbers(33922, 12, 8, {0, 0, 0, 500000, 4.5e6, 0}),
                     numbers(34735, 3, 2, {1, 1, 0, 1, 1024, 0, 1, 1}),
                     tag_of(34737, "WGS 84|"),
                     tag_of(tag::gdal_metadata,
                            "<GDALMetadata><Item name=\"AREA\">x</Item><Item "
                            "name=\"STATISTICS_MEAN\" sample=\"0\">3</Item></GDALMetadata>"),
                     tag_of(tag::gdal_no_data, "-9999")};
    Image heights = noise({40, 30, 1}, Sample::f32);
    heights.data<float>()[600] = -9999;
    save_with("dem.tif", heights, earth);
    expect_contains(note_of("dem.tif", "out.tif", {"--sigma=3"}), "1 no-data samples have no weight");
    const Metadata out = read_metadata(path("out.tif"));
    for (const std::uint16_t number : {33550, 33922, 34735, 34737}) {
        const TiffTag* const there = find(out.picture, number);
        ASSERT_TRUE(there) << number;
        EXPECT_EQ(there->value, find(earth.picture, number)->value) << number;
    }
    EXPECT_EQ(text_in(out, tag::gdal_no_data), "nan");
    EXPECT_EQ(text_in(out, tag::gdal_metadata), "<GDALMetadata><Item name=\"AREA\">x</Item></GDALMetadata>");
    EXPECT_EQ(read_image(path("out.tif")).missing_note, "1 NaN samples");
    note_of("dem.tif", "filled.tif", {"--sigma=3", "--missing=fill"});
    EXPECT_EQ(text_in(read_metadata(path("filled.tif")), tag::gdal_no_data), "-9999");
    if (has_program("tiffinfo")) {
        expect_contains(shell("tiffinfo '" + path("out.tif") + "'"), "30.000000,30.000000,0.000000");
    }
    EXPECT_NE(note_of("dem.tif", "out.pfm").find("GeoTIFF tags"), std::string::npos);
    // A turned picture has other axes.
    earth.picture.push_back(tag_of(tag::orientation, 6, TagType::word, false));
    EXPECT_EQ(describe(earth, {{30, 40, 1}, Sample::f32, false, false}),
              "GeoTIFF tags of a picture that was turned");
    EXPECT_FALSE(find(earth.picture, 33550));
}

TEST_F(MetadataFiles, MicroscopesTellAlongWhichAxesPagesCount) {
    const auto axes = [](const std::string& text, int pages) {
        Metadata stack;
        stack.picture = {tag_of(tag::description, text)};
        return stack_axes(stack, pages);
    };
    using Axes = std::vector<std::string>;
    EXPECT_EQ(axes("ImageJ=1.53\nimages=5\nslices=5\nunit=micron\n", 5), Axes{"slices"});
    EXPECT_EQ(axes("ImageJ=1.53\nimages=6\nchannels=2\nframes=3\n", 6), (Axes{"channels", "frames"}));
    EXPECT_EQ(axes("a scan, slices=5", 5), Axes());
    const std::string pixels = "<OME><Pixels SizeC=\"3\" SizeT=\"2\" SizeZ=\"4\"/></OME>";
    EXPECT_EQ(axes(pixels, 8), (Axes{"slices", "frames"})) << "each page has all colours";
    EXPECT_EQ(axes(pixels, 24), (Axes{"channels", "slices", "frames"}));
    EXPECT_EQ(axes("<OME><Pixels SizeZ=\"4\"/></OME>", 4), Axes{"slices"});
}

TEST_F(MetadataFiles, MicroscopesTellOfOnePlane) {
    Metadata stack;
    stack.picture = {
        tag_of(tag::description, "ImageJ=1.53\nimages=5\nslices=5\nunit=micron\nhyperstack=true\n")};
    EXPECT_EQ(describe(stack, {{4, 3, 1}}), "");
    EXPECT_EQ(text_in(stack, tag::description), "ImageJ=1.53\nunit=micron\n");
    Metadata one;
    one.picture = {tag_of(tag::description, "ImageJ=1.53\nimages=1\nunit=micron\n")};
    describe(one, {{4, 3, 1}});
    EXPECT_EQ(text_in(one, tag::description), "ImageJ=1.53\nimages=1\nunit=micron\n");

    const std::string ome =
        "<OME><Image><Pixels SizeX=\"4\" SizeY=\"3\" SizeZ=\"1\" SizeT=\"1\" Type=\"int16\" "
        "PhysicalSizeX=\"0.5\"/></Image></OME>";
    Metadata plane;
    plane.picture = {tag_of(tag::description, ome)};
    EXPECT_EQ(describe(plane, {{4, 3, 1}, Sample::f32}), "");
    expect_contains(text_in(plane, tag::description), "Type=\"float\" PhysicalSizeX=\"0.5\"");
    plane.pages = 2;
    EXPECT_EQ(describe(plane, {{4, 3, 1}, Sample::f32}), "OME-XML of several planes");
    EXPECT_EQ(text_in(plane, tag::description), "none");
}

// A classification, whose holes are 255: they stay holes, and no sample that was rounded to 255 becomes one.
TEST_F(MetadataFiles, HolesOfIntegersStayWhatTheyWere) {
    if (!has_library(".tif")) SKIP_WITHOUT("formats", "this build has no libtiff");
    Metadata data;
    data.picture = {tag_of(tag::gdal_no_data, "255")};
    Image classes({30, 20, 1}, Sample::u8);
    for (std::size_t i = 0; i < 600; ++i) classes.data<std::uint8_t>()[i] = i % 30 < 15 ? 255 : 254;
    save_with("in.tif", classes, data);
    for (const Arguments& options : {Arguments{"--sigma=1"}, {"--sigma=1", "--no-linear"}}) {
        const std::string note = note_of("in.tif", "out.tif", options);
        EXPECT_EQ(note.find("written as 0"), std::string::npos) << note;
        EXPECT_EQ(text_in(read_metadata(path("out.tif")), tag::gdal_no_data), "255");
        const FileImage out = read_image(path("out.tif"));
        EXPECT_EQ(out.missing_note, "300 no-data samples");
        for (int x = 0; x < 30; ++x)
            EXPECT_EQ(int(out.image.data<std::uint8_t>()[300 + x]), x < 15 ? 0 : 254) << x;
    }
    // A sharpened edge overshoots to white, which is no hole.
    for (std::size_t i = 0; i < 600; ++i) classes.data<std::uint8_t>()[i] = i % 30 < 15 ? 100 : 250;
    save_with("in.tif", classes, data);
    expect_contains(note_of("in.tif", "out.tif", {"--sigma=1", "--derive=unsharp:2"}),
                    "samples were rounded to the no-data value 255 and moved to the number beside it");
    EXPECT_EQ(read_image(path("out.tif")).missing_note, "");
}

TEST_F(MetadataFiles, ChannelsBesideThePictureAreNamed) {
    if (!has_library(".exr")) SKIP_WITHOUT("formats", "this build has no OpenEXR");
    write("in.exr", exr_of(2, 1, {{"Y", {1, 2}}, {"Z", {3, 4}}, {"mask", {5, 6}}}));
    expect_contains(note_of("in.exr", "out.exr"), "its channels Z, mask are written as they are");
    EXPECT_EQ(read_image(path("out.exr"), {}, 1, {"", "", "mask"}).image.data<float>()[1], 6);
    expect_contains(note_of("in.exr", "out.npy"), "its channels Z, mask are dropped");
}

// Where each page of a stack lies, by which camera and program it was taken, and what it is called.
TEST_F(MetadataFiles, PagesKeepWhatEachSays) {
    if (!has_library(".tif")) SKIP_WITHOUT("formats", "this build has no libtiff");
    const Image image = noise({9, 7, 1}, Sample::f32);
    save("in.tif", image);
    StackFile stack(path("in.tif"), path("in.tif"), 3);
    for (const char* name : {"one", "two", "three"}) {
        Metadata data = full_metadata(name);
        data.picture.push_back(tag_of(34737, std::string("WGS 84 of ") + name));
        data.picture.push_back(tag_of(65000, "private"));
        EXPECT_EQ(stack.add(image.view(), std::nullopt, data, {image.shape()}), "");
    }
    stack.finish();
    EXPECT_EQ(note_of("in.tif", "out.tif", {"--sigma=2"}), "");
    for (const auto& [page, name] : {std::pair{1, "one"}, {2, "two"}, {3, "three"}}) {
        const Metadata before = read_metadata(path("in.tif"), page),
                       out = read_metadata(path("out.tif"), page);
        EXPECT_EQ(read_image(path("out.tif"), {}, page).pages, 3);
        EXPECT_EQ(text_in(out, tag::description), name);
        EXPECT_EQ(text_in(out, 34737), std::string("WGS 84 of ") + name);
        EXPECT_EQ(text_in(out, 65000), "private");
        EXPECT_EQ(out.camera.size(), 2u);
        EXPECT_EQ(out.position.size(), 1u);
        EXPECT_EQ(out.iptc, before.iptc);
        expect_contains(out.xmp, "<tiff:Orientation>1<");
    }
    expect_contains(note_of("in.tif", "out.npy"),
                    "does not keep what the input says beside its picture: EXIF, "
                    "XMP, IPTC, GeoTIFF tags, private tags of TIFF");
    EXPECT_EQ(note_of("in.tif", "plain.tif", {"--sigma=2", "--strip"}), "");
    EXPECT_TRUE(read_metadata(path("plain.tif"), 2).xmp.empty());
    EXPECT_EQ(read_image(path("plain.tif"), {}, 2).pages, 3);
}

TEST_F(MetadataFiles, TextsAndDensitiesOfPngAndJpeg) {
    std::string png = text_of(encode_png(noise({7, 5, 3}, Sample::u8).view(), "sweep --sigma=3"));
    png.insert(33, chunk_of("pHYs", big_endian(11811, 4) + big_endian(5906, 4) + "\1") +
                       chunk_of("tEXt", "Author\0Ann"s) + chunk_of("tEXt", "sweep\0x"s));
    write("in.png", png);
    EXPECT_EQ(note_of("in.png", "out.png"), "");
    const std::string out = read("out.png");
    expect_contains(out, chunk_of("tEXt", "Author\0Ann"s));
    expect_contains(out, chunk_of("pHYs", big_endian(11811, 4) + big_endian(5906, 4) + "\1"));
    EXPECT_EQ(out.find("tEXtsweep"), std::string::npos) << "the label says what the input was";
    EXPECT_EQ(label_of(path("out.png")), "");
    expect_contains(note_of("in.png", "out.jpg"), "texts of a PNG");
    expect_contains(read("out.jpg"), "JFIF\0\1\1\1"s + big_endian(300, 2) + big_endian(150, 2));
    note_of("out.jpg", "back.png");
    expect_contains(read("back.png"), chunk_of("pHYs", big_endian(11811, 4) + big_endian(5906, 4) + "\1"));
    if (!has_library(".tif")) return;
    note_of("in.png", "out.tif");
    const Metadata tiff = read_metadata(path("out.tif"));
    const TiffTag* const x = find(tiff.picture, tag::x_resolution);
    ASSERT_TRUE(x);
    EXPECT_EQ(number_at(x->value.data(), 4, tiff.big_endian), 11811u);
    EXPECT_EQ(number_at(x->value.data() + 4, 4, tiff.big_endian), 100u);
}

// A camera's own note has offsets from the beginning of the EXIF, so that it must not move;
// and thumbnails show what was.
TEST_F(MetadataFiles, AMakersNoteStaysWhereItIs) {
    const std::string head = "MM" + big_endian(42, 2) + big_endian(8, 4), note = "NOTE of a maker, 24 byte";
    const std::string exif = head + big_endian(1, 2) + big_endian(34665, 2) + big_endian(4, 2) +
                             big_endian(1, 4) + big_endian(26, 4) + big_endian(70, 4) + big_endian(1, 2) +
                             big_endian(37500, 2) + big_endian(7, 2) + big_endian(24, 4) + big_endian(44, 4) +
                             big_endian(0, 4) + note + std::string(2, 0) + big_endian(0, 2) + "THUMBNAIL";
    std::string jpeg = text_of(encode_jpeg(noise({8, 8, 3}, Sample::u8).view()));
    jpeg.insert(2, app1_of(exif));
    write("in.jpg", jpeg);
    EXPECT_EQ(note_of("in.jpg", "out.jpg"), "");
    const std::string out = read("out.jpg");
    const std::size_t begin = out.find("Exif\0\0MM"s);
    ASSERT_NE(begin, std::string::npos);
    EXPECT_EQ(out.find(note), begin + 6 + 44);
    EXPECT_EQ(out.find("THUMBNAIL"), std::string::npos);
}

TEST_F(MetadataFiles, WebPHasChunks) {
    const std::string image = "VP8L" + little_endian(6, 4) + "abcdef";
    std::string file = "RIFF" + little_endian(4 + image.size(), 4) + "WEBP" + image;
    std::vector<std::uint8_t> bytes(file.begin(), file.end());
    Metadata data;
    data.picture = {tag_of(tag::software, "abc")};
    data.xmp = "<x/>";
    EXPECT_EQ(attach(data, {{300, 2, 4}}, bytes), "");
    const std::string out = text_of(bytes);
    expect_contains(out, "WEBPVP8X" + little_endian(10, 4) + little_endian(16 + 8 + 4, 4) +
                             little_endian(299, 3) + little_endian(1, 3) + image + "EXIF");
    expect_contains(out, "XMP " + little_endian(4, 4) + "<x/>");
    EXPECT_EQ(out.substr(4, 4), little_endian(out.size() - 8, 4));
    const Metadata back = metadata_of(reader_of(bytes));
    EXPECT_EQ(back.xmp, "<x/>");
    EXPECT_EQ(text_in(back, tag::software), "abc");
}

// Whatever the bytes are, what is read of them goes into files that are still read.
TEST_F(MetadataFiles, DamagedOnesDoNoHarm) {
    const Metadata full = full_metadata("a picture");
    std::mt19937 random(5);
    const Image image = noise({5, 4, 3}, Sample::u8);
    for (const std::string ending : {".png", ".jpg", ".tif"}) {
        if (!has_library(ending)) continue;
        const auto plain = encoded(ending, image.view());
        auto file = plain;
        attach(full, {image.shape()}, file);
        for (int i = 0; i < 1500; ++i) {
            auto other = file;
            for (int n = 1 + int(random() % 8); n > 0; --n)
                other[random() % other.size()] = random() % 3 ? std::uint8_t(random()) : std::uint8_t(255);
            if (i % 5 == 0) other.resize(random() % other.size() + 1);
            Metadata read = metadata_of(reader_of(other), 1 + i % 2);
            describe(read, {image.shape()});
            auto made = plain;
            attach(read, {image.shape()}, made);
            ASSERT_LT(made.size(), plain.size() + 20 * file.size());
            if (i % 10 == 0) {
                write("made" + ending, text_of(made));
                const Image again = load_image(path("made" + ending));
                ASSERT_EQ(again.shape(), image.shape());
            }
        }
    }
}

}  // namespace
}  // namespace sweep::test
