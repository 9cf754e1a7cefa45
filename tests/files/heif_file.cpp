// HEIC and AVIF: what is read of files that libheif's encoders make.
#include <memory>

#include <libheif/heif.h>

#include "files/metadata/metadata.h"
#include "tests/support/image_bytes.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

struct Made {
    bool has_alpha = false;
    heif_orientation orientation = heif_orientation_normal;
};

class HeifFile : public ImageFile {
  protected:
    // Writes a picture as exactly as the encoder can, of which sample (x, y, c) is value_at(); false: libheif has no
    // encoder of this kind here.
    bool make(const std::string& name, heif_compression_format format, const Made& made) {
        const std::unique_ptr<heif_context, void (*)(heif_context*)> context(heif_context_alloc(),
                                                                             heif_context_free);
        heif_encoder* encoder = nullptr;
        if (heif_context_get_encoder_for_format(context.get(), format, &encoder).code != heif_error_Ok)
            return false;
        heif_encoder_set_lossy_quality(encoder, 100);
        heif_encoder_set_parameter_string(encoder, "chroma", "444");
        heif_image* image = nullptr;
        EXPECT_EQ(heif_image_create(
                      width, height, heif_colorspace_RGB,
                      made.has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, &image)
                      .code,
                  heif_error_Ok);
        EXPECT_EQ(heif_image_add_plane(image, heif_channel_interleaved, width, height, 8).code,
                  heif_error_Ok);
        int stride = 0;
        std::uint8_t* const plane = heif_image_get_plane(image, heif_channel_interleaved, &stride);
        const int channels = made.has_alpha ? 4 : 3;
        for (int y = 0; y < height; ++y)
            for (int i = 0; i < width * channels; ++i)
                plane[y * stride + i] = std::uint8_t(value_at(i / channels, y, i % channels));
        heif_color_profile_nclx* nclx = heif_nclx_color_profile_alloc();
        nclx->color_primaries = heif_color_primaries_ITU_R_BT_709_5;
        nclx->transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1;
        nclx->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6;
        nclx->full_range_flag = 1;
        heif_image_set_nclx_color_profile(image, nclx);
        heif_encoding_options* options = heif_encoding_options_alloc();
        options->output_nclx_profile = nclx;
        options->macOS_compatibility_workaround_no_nclx_profile = 0;
        options->image_orientation = made.orientation;
        heif_image_handle* handle = nullptr;
        const heif_error done = heif_context_encode_image(context.get(), image, encoder, options, &handle);
        EXPECT_EQ(done.code, heif_error_Ok) << done.message;
        const std::string exif = exif_of(6, false), xmp = "<x/>";
        EXPECT_EQ(heif_context_add_exif_metadata(context.get(), handle, exif.data(), int(exif.size())).code,
                  heif_error_Ok);
        EXPECT_EQ(heif_context_add_XMP_metadata(context.get(), handle, xmp.data(), int(xmp.size())).code,
                  heif_error_Ok);
        EXPECT_EQ(heif_context_write_to_file(context.get(), path(name).c_str()).code, heif_error_Ok);
        heif_image_handle_release(handle);
        heif_encoding_options_free(options);
        heif_nclx_color_profile_free(nclx);
        heif_image_release(image);
        heif_encoder_release(encoder);
        return true;
    }
    static int value_at(int x, int y, int c) { return c == 3 ? 255 - x : 20 + 2 * x + y + 10 * c; }

    static constexpr int width = 64, height = 48;
};

// Between RGB and what is coded, in steps of 8 bits.
constexpr double rounding = 3;

// The largest difference from the picture, in steps of 8 bits.
template <class At>
double difference(const Image& image, At value_at) {
    const Shape& shape = image.shape();
    double most = 0;
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            for (int c = 0; c < shape.channels; ++c) {
                const double got = image.view().row<std::uint8_t>(y)[x * shape.channels + c];
                most = std::max(most, std::abs(got - value_at(x, y, c)));
            }
    return most;
}

TEST_F(HeifFile, SamplesAreThoseThatWereWritten) {
    bool is_tried = false;
    for (const auto& [format, name] :
         {std::pair{heif_compression_AV1, "a.avif"}, {heif_compression_HEVC, "a.heic"}}) {
        for (const bool has_alpha : {false, true}) {
            if (!make(name, format, {.has_alpha = has_alpha})) continue;
            is_tried = true;
            SCOPED_TRACE(name);
            const FileImage read = read_image(path(name));
            EXPECT_EQ(read.image.shape(), (Shape{width, height, has_alpha ? 4 : 3}));
            ASSERT_EQ(read.image.sample(), Sample::u8);
            EXPECT_EQ(read.alpha, has_alpha ? Alpha::straight : Alpha::none);
            EXPECT_EQ(read.encoding.curve, Curve::srgb);
            EXPECT_TRUE(read.encoding.stated);
            EXPECT_LE(difference(read.image, value_at), rounding);
        }
    }
    if (!is_tried) SKIP_WITHOUT("formats", "libheif has no encoders here");
}

// A gain map lies beside the picture as alpha does, under another name.
TEST_F(HeifFile, AGainMapIsSaidToBeLeftOut) {
    if (!make("a.avif", heif_compression_AV1, {.has_alpha = true}))
        SKIP_WITHOUT("formats", "libheif has no encoder of AV1 here");
    std::string file = read("a.avif");
    const std::string alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
                      map = "urn:com:apple:photo:2020:aux:hdrgainmap....";
    const std::size_t at = file.find(alpha);
    ASSERT_NE(at, std::string::npos);
    file.replace(at, alpha.size(), map);
    const FileImage read = read_image(write("b.avif", file));
    EXPECT_EQ(read.image.shape().channels, 3);
    expect_contains(read.note, "its gain map is left out");
}

// The file turns its picture; what EXIF says of it is the same once more.
TEST_F(HeifFile, IsTurnedOnce) {
    if (!make("a.avif", heif_compression_AV1, {.orientation = heif_orientation_rotate_90_cw}))
        SKIP_WITHOUT("formats", "libheif has no encoder of AV1 here");
    const Image image = load_image(path("a.avif"));
    EXPECT_EQ(image.shape(), (Shape{height, width, 3}));
    EXPECT_LE(difference(image, [](int x, int y, int c) { return value_at(y, height - 1 - x, c); }),
              rounding);
}

TEST_F(HeifFile, SaysWhatStandsBesideThePicture) {
    if (!make("a.avif", heif_compression_AV1, {}))
        SKIP_WITHOUT("formats", "libheif has no encoder of AV1 here");
    Metadata read = read_metadata(path("a.avif"));
    EXPECT_EQ(read.xmp, "<x/>");
    const TiffTag* const orientation = find(read.picture, tag::orientation);
    ASSERT_TRUE(orientation);
    EXPECT_EQ(first_number(*orientation, read.big_endian), 6u);
    describe(read, {{width, height, 3}});
    EXPECT_EQ(first_number(*find(read.picture, tag::orientation), read.big_endian), 1u);
}

TEST_F(HeifFile, DamagedOnesAreRefused) {
    if (!make("a.avif", heif_compression_AV1, {}))
        SKIP_WITHOUT("formats", "libheif has no encoder of AV1 here");
    const std::string file = read("a.avif");
    for (const std::size_t size : {std::size_t(12), std::size_t(40), file.size() / 2, file.size() - 30})
        EXPECT_THROW(read_image(write("b.avif", file.substr(0, size))), Error) << size;
    std::mt19937 random(3);
    for (int i = 0; i < 200; ++i) {
        std::string other = file;
        for (int n = 1 + int(random() % 4); n > 0; --n)
            other[12 + random() % (other.size() - 12)] = char(random());
        try {
            EXPECT_FALSE(read_image(write("b.avif", other)).image.empty());
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::unreadable_input);
        }
        read_metadata(path("b.avif"));
    }
}

}  // namespace
}  // namespace sweep::test
