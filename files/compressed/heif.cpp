// HEIC and AVIF, read by libheif: the main picture, as its file turns it. ISO/IEC 23008-12; colours by ITU-T H.273.
#include "files/format.h"

#if SWEEP_HAS_HEIF
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>

#include <libheif/heif.h>

#include "core/base/memory.h"
#include "files/colour_profile.h"
#include "files/straight_alpha.h"
#endif

namespace sweep {
namespace {

// A file of the ISO family whose brand is one of pictures.
bool is_heif(Bytes head) {
    if (head.size() < 12 || !begins(head.subspan(4), "ftyp")) return false;
    const Bytes brand = head.subspan(8);
    for (const char* name : {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"})
        if (begins(brand, name)) return true;
    return false;
}

#if SWEEP_HAS_HEIF
// Large blocks that say nothing take few bits.
constexpr std::uint64_t pixels_per_byte = std::uint64_t(1) << 22;

template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

void check(const heif_error& error) {
    if (error.code == heif_error_Ok) return;
    if (error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature)
        throw DecodeError(std::string("of a kind that libheif does not decode here: ") + error.message);
    throw DecodeError(std::string("damaged or truncated, ") + error.message);
}

// Whether the EXIF of the picture names Adobe RGB: behind 4 bytes, which say how far behind them it begins.
bool says_adobe_rgb(const heif_image_handle* handle) {
    constexpr std::size_t offset_bytes = 4, most_bytes = 1 << 20;
    heif_item_id item = 0;
    if (heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &item, 1) < 1) return false;
    const std::size_t size = heif_image_handle_get_metadata_size(handle, item);
    if (size < offset_bytes || size > most_bytes) return false;
    std::vector<std::uint8_t> bytes(size);
    if (heif_image_handle_get_metadata(handle, item, bytes.data()).code != heif_error_Ok) return false;
    std::size_t offset = 0;
    for (std::size_t i = 0; i < offset_bytes; ++i) offset = offset << 8 | bytes[i];
    const Bytes rest = Bytes(bytes).subspan(offset_bytes);
    return offset < rest.size() && exif_facts(rest.subspan(offset)).is_adobe_rgb;
}

// What the file says of its colours, or that they are a picture's: a profile goes before codes,
// which then are for the coding alone.
void follow_colours(const heif_image_handle* handle, FileFacts& facts) {
    facts.encoding = Encoding{Curve::srgb, 1, false};
    if (const std::size_t size = heif_image_handle_get_raw_color_profile_size(handle); size > 0) {
        std::vector<std::uint8_t> profile(size);
        check(heif_image_handle_get_raw_color_profile(handle, profile.data()));
        auto [encoding, remark] = meaning_of_profile(profile, 3);
        facts.encoding = std::move(encoding);
        facts.remark = std::move(remark);
        return;
    }
    constexpr int unspecified = 2;
    heif_color_profile_nclx* nclx = nullptr;
    const bool has_codes =
        heif_image_handle_get_nclx_color_profile(handle, &nclx).code == heif_error_Ok && nclx;
    const Owned<heif_color_profile_nclx> owner(nclx, heif_nclx_color_profile_free);
    if (!has_codes || nclx->color_primaries == unspecified || nclx->transfer_characteristics == unspecified) {
        if (!says_adobe_rgb(handle)) return;
        ProfileMeaning meaning = adobe_rgb(3);
        facts.encoding = std::move(meaning.encoding);
        facts.remark = std::move(meaning.remark);
        return;
    }
    // libheif makes RGB of the full range.
    const std::array<std::uint8_t, 4> codes{std::uint8_t(nclx->color_primaries),
                                            std::uint8_t(nclx->transfer_characteristics), 0, 1};
    CodedMeaning meaning = meaning_of_cicp(codes, 3);
    if (meaning.encoding) facts.encoding = std::move(meaning.encoding);
    facts.remark = std::move(meaning.remark);
}

// Whether there is a picture beside the one of this handle that makes it brighter.
bool has_gain_map(const heif_image_handle* handle) {
    constexpr int most = 16;
    heif_item_id ids[most];
    const int count = heif_image_handle_get_list_of_auxiliary_image_IDs(
        handle, LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA, ids, most);
    bool is_found = false;
    for (int i = 0; i < count; ++i) {
        heif_image_handle* beside = nullptr;
        if (heif_image_handle_get_auxiliary_image_handle(handle, ids[i], &beside).code != heif_error_Ok)
            continue;
        const Owned<heif_image_handle> owner(
            beside, [](heif_image_handle* each) { heif_image_handle_release(each); });
        const char* kind = nullptr;
        if (heif_image_handle_get_auxiliary_type(beside, &kind).code != heif_error_Ok || !kind) continue;
        is_found = is_found || std::string_view(kind).find("gainmap") != std::string_view::npos;
        heif_image_handle_free_auxiliary_types(beside, &kind);
    }
    return is_found;
}

// 9 to 16 bits to the full range of 16.
std::uint16_t widened(const std::uint8_t* low_byte_first, int bits) {
    const std::uint32_t most = (1u << bits) - 1;
    const std::uint32_t value = std::uint32_t(low_byte_first[0]) | std::uint32_t(low_byte_first[1]) << 8;
    return std::uint16_t((std::min(value, most) * 65535u + most / 2) / most);
}

// To u8, or u16 where samples have more bits; RGB or RGBA.
Image decode_parts(const FileReader& reader, int, const ClaimCheck& accept, FileFacts& facts) {
    if (reader.size > available_memory())
        throw DecodeError("it has " + memory_text(reader.size) + ", more than the memory available");
    std::vector<std::uint8_t> file(std::size_t(reader.size));
    if (!reader.read(0, file.data(), file.size())) throw DecodeError("reading stopped before its end");

    const Owned<heif_context> context(heif_context_alloc(), heif_context_free);
    if (!context) throw std::bad_alloc();
    check(heif_context_read_from_memory_without_copy(context.get(), file.data(), file.size(), nullptr));
    heif_image_handle* found = nullptr;
    check(heif_context_get_primary_image_handle(context.get(), &found));
    const Owned<heif_image_handle> handle(found,
                                          [](heif_image_handle* each) { heif_image_handle_release(each); });

    const int width = heif_image_handle_get_width(found), height = heif_image_handle_get_height(found),
              bits = heif_image_handle_get_luma_bits_per_pixel(found);
    const bool is_wide = bits > 8, has_alpha = heif_image_handle_has_alpha_channel(found) != 0;
    const Shape shape{width, height, has_alpha ? 4 : 3};
    if (width < 1 || height < 1) throw DecodeError("it is empty: its width or height is 0");
    accept({shape, is_wide ? Sample::u16 : Sample::u8});
    // The planes as they are coded, RGB, and the picture, each perhaps twice where it is turned.
    check_claim(shape, shape.pixels() * (is_wide ? 48 : 24), file.size(), pixels_per_byte);
    follow_colours(found, facts);
    const auto say = [&](const std::string& words) {
        facts.remark += (facts.remark.empty() ? "" : "; ") + words;
    };
    if (const int pictures = heif_context_get_number_of_top_level_images(context.get()); pictures > 1)
        say("its main picture is read, of " + std::to_string(pictures));
    if (has_gain_map(found)) say("its gain map is left out: bright parts look as on a screen without HDR");
    if (heif_image_handle_has_depth_image(found)) say("its depth map is left out");

    const heif_chroma chroma =
        is_wide     ? has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE
        : has_alpha ? heif_chroma_interleaved_RGBA
                    : heif_chroma_interleaved_RGB;
    heif_image* made = nullptr;
    check(heif_decode_image(found, &made, heif_colorspace_RGB, chroma, nullptr));
    const Owned<heif_image> decoded(made, [](heif_image* each) { heif_image_release(each); });
    int stride = 0;
    const std::uint8_t* plane = heif_image_get_plane_readonly(made, heif_channel_interleaved, &stride);
    if (!plane || heif_image_get_width(made, heif_channel_interleaved) != width ||
        heif_image_get_height(made, heif_channel_interleaved) != height)
        throw DecodeError("damaged: it is not of the size that it claims");
    const int made_bits = heif_image_get_bits_per_pixel_range(made, heif_channel_interleaved);
    if (is_wide && (made_bits < 9 || made_bits > 16))
        throw DecodeError("its samples have no bits that are known");

    Image image(shape, is_wide ? Sample::u16 : Sample::u8);
    const ImageView view = image.view();
    const auto samples = std::size_t(width) * std::size_t(shape.channels);
    for (int y = 0; y < height; ++y) {
        const std::uint8_t* const from = plane + std::size_t(y) * std::size_t(stride);
        if (!is_wide) {
            std::memcpy(view.row<std::uint8_t>(y), from, samples);
            continue;
        }
        auto* to = view.row<std::uint16_t>(y);
        for (std::size_t i = 0; i < samples; ++i) to[i] = widened(from + 2 * i, made_bits);
    }
    if (has_alpha && heif_image_handle_is_premultiplied_alpha(found))
        is_wide ? make_straight<std::uint16_t>(image) : make_straight<std::uint8_t>(image);
    return image;
}

std::string version() {
    return heif_get_version();
}
#else
Image decode_parts(const FileReader&, int, const ClaimCheck&, FileFacts&) {
    throw DecodeError("this build has no libheif, which reads HEIC and AVIF");
}

std::string version() {
    return {};
}
#endif

}  // namespace

extern const Format heif_format;
const Format heif_format{
    .name = "HEIC, AVIF",
    .endings = {".heic", ".avif", ".heif", ".hif"},
    .probe = is_heif,
    .decode_parts = decode_parts,
    .alpha = Alpha::straight,
    .why_not = SWEEP_HAS_HEIF ? "" : "this build has no libheif, and so neither HEIC nor AVIF",
    .library = "libheif",
    .version = version,
};

}  // namespace sweep
