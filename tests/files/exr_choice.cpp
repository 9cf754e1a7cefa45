// Which picture of an EXR is read, what of it is distance, and what it says beside its samples.
#include <functional>

#include <ImfChromaticities.h>
#include <ImfFloatAttribute.h>
#include <ImfInputFile.h>
#include <ImfStandardAttributes.h>

#include "files/exr/layers.h"
#include "tests/support/exr_files.h"
#include "tests/support/linear.h"

namespace sweep::test {
namespace {

class Exr : public ExrFile {
  protected:
    // The first number of what is read.
    static float first(const std::string& file, const PictureChoice& choice = {}) {
        return at(read_image(file, {}, 1, choice).image, 0, 0, 0);
    }
    static std::string refused(const std::string& file, const PictureChoice& choice) {
        try {
            read_image(file, {}, 1, choice);
        } catch (const Error& error) {
            return error.what();
        }
        return "it is read";
    }
};

TEST_F(Exr, TheBeautyIsShownAndNotTheFirstOfTheAlphabet) {
    const std::string layers =
        make("layers.exr",
             together(colours("V.AO.", 1), together(colours("V.Combined.", 2), colours("V.Zoo.", 3))),
             header(Imf::ZIP_COMPRESSION));
    EXPECT_EQ(first(layers), 2);
    const std::string note = read_image(layers).note;
    expect_contains(note, "shown is its layer 'V.Combined'; 2 others are left: --layer takes another");
    const std::string plain =
        make("plain.exr", together(colours("beauty.", 1), colours("", 2)), header(Imf::ZIP_COMPRESSION));
    EXPECT_EQ(first(plain), 2);
    expect_contains(read_image(plain).note, "1 other is left");
    const std::string parts =
        make_parts("parts.exr", {{"albedo", colours("", 1)}, {"beauty", colours("", 2)}});
    EXPECT_EQ(first(parts), 2);
    expect_contains(read_image(parts).note, "shown is its part 'beauty'; 1 other is left: --part or --layer");
}

TEST_F(Exr, APartALayerOrAChannelIsChosen) {
    const std::string parts = make_parts(
        "parts.exr", {{"albedo", together(colours("", 1), colours("a.b.", 5))}, {"beauty", colours("", 2)}});
    EXPECT_EQ(first(parts, {"albedo", "", ""}), 1);
    EXPECT_EQ(first(parts, {"1", "", ""}), 1);
    EXPECT_EQ(first(parts, {"", "a.b", ""}), 5);
    EXPECT_EQ(first(parts, {"", "b", ""}), 5);
    const FileImage one = read_image(parts, {}, 1, {"2", "", "B"});
    EXPECT_EQ(one.image.shape(), (Shape{width, height, 1}));
    EXPECT_EQ(at(one.image, 0, 0, 0), 202);
    EXPECT_EQ(one.encoding.curve, Curve::numbers) << "a channel that is asked for is data";
    EXPECT_EQ(first(parts, {"", "", "a.b.G"}), 105);
    expect_contains(refused(parts, {"3", "", ""}), "no part '3': its parts are 1 'albedo', 2 'beauty'");
    expect_contains(refused(parts, {"", "c", ""}), "no layer 'c': its layers are 'a.b'");
    expect_contains(refused(parts, {"2", "c", ""}), "its channels have no layers");
    expect_contains(refused(parts, {"2", "", "Q"}), "no channel 'Q': its channels are B, G, R");
    save_image(path("a.png"), noise({3, 3, 1}, Sample::u8).view());
    expect_contains(refused(path("a.png"), {"", "c", ""}), "leave --part, --layer and --channel out");
}

TEST_F(Exr, WorkGrowsAsTheNumberOfLayersAndPartsDoes) {
    const auto layers = [&](int n) {
        std::vector<Plane> planes = colours("", 1);
        for (int i = 0; i < n; ++i)
            planes = together(planes, colours("V.L" + std::to_string(1000 + i) + ".", 2));
        return make("layers.exr", planes, header(Imf::ZIP_COMPRESSION));
    };
    const auto parts = [&](int n) {
        std::vector<std::pair<std::string, std::vector<Plane>>> all;
        for (int i = 0; i < n; ++i) all.emplace_back("part" + std::to_string(1000 + i), colours("", 1));
        return make_parts("parts.exr", all);
    };
    for (const auto& read :
         {std::function<void(const std::string&)>([](const std::string& file) { read_image(file); }),
          {[](const std::string& file) { layers_in(file); }}}) {
        expect_linear(20, layers, read, "layers");
        expect_linear(20, parts, read, "parts");
    }
}

// A window goes through them: the usual one, then the others, but for its depth map and for what is deep.
TEST_F(Exr, ItsLayersAreNamedInTurn) {
    const std::string layers =
        make("layers.exr",
             together(together(colours("V.AO.", 1), colours("V.Combined.", 2)),
                      together(colours("V.Zoo.", 3), {{"V.Depth.Z", Imf::FLOAT, counting(4)}})),
             header(Imf::ZIP_COMPRESSION));
    const std::vector<PictureChoice> all{{}, {"", "V.AO", ""}, {"", "V.Zoo", ""}};
    EXPECT_EQ(layers_in(layers), all);
    const std::string parts = make_parts(
        "parts.exr", {{"albedo", together(colours("", 1), colours("a.b.", 5))}, {"beauty", colours("", 2)}});
    const std::vector<PictureChoice> of_parts{{}, {"albedo", "", ""}, {"albedo", "a.b", ""}};
    EXPECT_EQ(layers_in(parts), of_parts);
    for (const auto& [choice, number] : {std::pair{of_parts[0], 2}, {of_parts[1], 1}, {of_parts[2], 5}})
        EXPECT_EQ(first(parts, choice), number);
    EXPECT_TRUE(layers_in(make("one.exr", colours("", 1), header(Imf::ZIP_COMPRESSION))).empty());
    save_image(path("a.png"), noise({3, 3, 1}, Sample::u8).view());
    EXPECT_TRUE(layers_in(path("a.png")).empty());
    EXPECT_TRUE(layers_in(path("nothing.exr")).empty());
}

TEST_F(Exr, VectorsAreNeitherBrightnessNorDistance) {
    const FileImage normals = read_image(
        make("n.exr",
             {{"X", Imf::FLOAT, counting(1)}, {"Y", Imf::FLOAT, counting(2)}, {"Z", Imf::FLOAT, counting(3)}},
             header(Imf::ZIP_COMPRESSION)));
    EXPECT_EQ(normals.image.shape().channels, 3);
    EXPECT_EQ(at(normals.image, 0, 0, 2), 3);
    EXPECT_EQ(normals.encoding.curve, Curve::numbers);
    EXPECT_TRUE(normals.depth.empty());
    const FileImage both = read_image(make("b.exr",
                                           together(colours("", 1), {{"N.X", Imf::FLOAT, counting(1)},
                                                                     {"N.Y", Imf::FLOAT, counting(2)},
                                                                     {"N.Z", Imf::FLOAT, counting(3)}}),
                                           header(Imf::ZIP_COMPRESSION)));
    EXPECT_TRUE(both.depth.empty());
}

TEST_F(Exr, DistancesAreFoundByTheirNames) {
    for (const char* name : {"Z", "depth", "V.Depth.V", "depth.Z"}) {
        const FileImage read =
            read_image(make("a.exr", together(colours("", 1), {{name, Imf::FLOAT, counting(4)}}),
                            header(Imf::ZIP_COMPRESSION)));
        ASSERT_FALSE(read.depth.empty()) << name;
        EXPECT_EQ(samples_of<float>(read.depth), counting(4));
        EXPECT_EQ(read.note, std::string()) << "nothing is left but the depth map";
    }
    const FileImage parts = read_image(
        make_parts("b.exr", {{"rgba", colours("", 1)}, {"depth", {{"Z", Imf::FLOAT, counting(4)}}}}));
    EXPECT_EQ(samples_of<float>(parts.depth), counting(4)) << "in a part of its own";
    EXPECT_TRUE(read_image(make("c.exr", {{"Z", Imf::FLOAT, counting(3)}}, header(Imf::ZIP_COMPRESSION)))
                    .is_distance);
}

TEST_F(Exr, WindowsAndAttributesAreKept) {
    Imf::Header head = header(Imf::PIZ_COMPRESSION);
    Imf::addChromaticities(head, Imf::Chromaticities({0.7347f, 0.2653f}, {0, 1}, {0.0001f, -0.077f}));
    Imf::addOwner(head, "somebody");
    Imf::addComments(head, "a comment");
    Imf::addCapDate(head, "2026:11:26 10:00:00");
    Imf::addFocus(head, 3.5f);
    head.insert("studio/shot", Imf::FloatAttribute(42));
    head.pixelAspectRatio() = 2;
    const FileImage read = read_image(make("a.exr", colours("", 1), head));
    ASSERT_TRUE(read.kept);
    save_image(path("b.exr"), read.image.view(), {}, std::nullopt, read.kept.get());
    const Imf::InputFile file(path("b.exr").c_str());
    const Imf::Header& kept = file.header();
    EXPECT_EQ(kept.dataWindow(), head.dataWindow());
    EXPECT_EQ(kept.displayWindow(), head.displayWindow());
    EXPECT_EQ(kept.pixelAspectRatio(), 2);
    EXPECT_EQ(Imf::owner(kept), "somebody");
    EXPECT_EQ(Imf::comments(kept), "a comment");
    EXPECT_EQ(Imf::capDate(kept), "2026:11:26 10:00:00");
    EXPECT_EQ(Imf::focus(kept), 3.5f);
    EXPECT_EQ(kept.typedAttribute<Imf::FloatAttribute>("studio/shot").value(), 42);
    EXPECT_EQ(Imf::chromaticities(kept).red, Imath::V2f(0.7347f, 0.2653f));
    const FileImage again = read_image(path("b.exr"));
    EXPECT_EQ(samples_of<float>(again.image), samples_of<float>(read.image));
    // A picture of another size has no place in these windows.
    save_image(path("c.exr"), noise({7, 2, 3}, Sample::f32).view(), {}, std::nullopt, read.kept.get());
    EXPECT_EQ(Imf::InputFile(path("c.exr").c_str()).header().dataWindow(), Imath::Box2i({0, 0}, {6, 1}));
}

TEST_F(Exr, AChosenChannelKeepsItsName) {
    const PictureChoice normal{"", "", "a.b.G"};
    const std::string file = make("a.exr", colours("a.b.", 5), header(Imf::ZIP_COMPRESSION));
    const FileImage read = read_image(file, {}, 1, normal);
    ASSERT_TRUE(read.kept);
    Image zero(read.image.shape(), read.image.sample());
    std::fill_n(zero.data<float>(), zero.shape().samples(), 0.0f);
    save_image(path("b.exr"), zero.view(), {}, std::nullopt, read.kept.get());
    EXPECT_EQ(first(path("b.exr"), normal), 0);
}

TEST_F(Exr, PrimariesAreFollowed) {
    // XYZ of the red primary of sRGB, and of its white.
    const std::vector<float> x(width * height, 0.4124f), y(width * height, 0.2126f),
        z(width * height, 0.0193f);
    Imf::Header head = header(Imf::ZIP_COMPRESSION);
    Imf::addChromaticities(head, Imf::Chromaticities({1, 0}, {0, 1}, {0, 0}, {1 / 3.0f, 1 / 3.0f}));
    FileImage read =
        read_image(make("a.exr", {{"R", Imf::FLOAT, x}, {"G", Imf::FLOAT, y}, {"B", Imf::FLOAT, z}}, head));
    ASSERT_TRUE(read.to_srgb);
    EXPECT_EQ(at(read.image, 0, 0, 0), 0.4124f) << "numbers stay as they are until they are converted";
    convert_to_srgb(read);
    EXPECT_FALSE(read.to_srgb);
    EXPECT_NEAR(at(read.image, 0, 0, 0), 1, 1e-3);
    EXPECT_NEAR(at(read.image, 0, 0, 1), 0, 1e-3);
    EXPECT_NEAR(at(read.image, 0, 0, 2), 0, 1e-3);
    // White stays white whatever the white of the primaries is.
    Imf::Header aces = header(Imf::ZIP_COMPRESSION);
    Imf::addChromaticities(
        aces, Imf::Chromaticities({0.7347f, 0.2653f}, {0, 1}, {0.0001f, -0.077f}, {0.32168f, 0.33767f}));
    const std::vector<float> grey(width * height, 0.5f);
    FileImage white = read_image(
        make("b.exr", {{"R", Imf::FLOAT, grey}, {"G", Imf::FLOAT, grey}, {"B", Imf::FLOAT, grey}}, aces));
    convert_to_srgb(white);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(at(white.image, 1, 1, c), 0.5, 1e-5);
    Imf::Header nonsense = header(Imf::ZIP_COMPRESSION);
    Imf::addChromaticities(nonsense, Imf::Chromaticities({0, 0}, {0, 0}, {0, 0}));
    const FileImage bad = read_image(make("c.exr", colours("", 1), nonsense));
    EXPECT_FALSE(bad.to_srgb);
    expect_contains(bad.note, "its primaries span no colours");
}

}  // namespace
}  // namespace sweep::test
