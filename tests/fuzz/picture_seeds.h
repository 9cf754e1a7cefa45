// What the targets of pictures start from. Only tests/fuzz/ includes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sweep::fuzz {

using Words = std::vector<std::string>;

inline constexpr std::string_view png_magic = "\x89PNG\r\n\x1a\n";

Words npy_seeds();
Words npy_words();
Words png_seeds();
Words png_words();
Words profile_seeds();
Words profile_words();
Words jpeg_seeds();
Words jpeg_words();
Words webp_seeds();
Words webp_words();
Words heif_seeds();
Words heif_words();
Words exif_seeds();
Words exif_words();
Words bmp_seeds();
Words bmp_words();
Words tga_seeds();
Words tga_words();
Words psd_seeds();
Words psd_words();
Words gif_seeds();
Words gif_words();
Words hdr_seeds();
Words hdr_words();
Words pnm_seeds();
Words pnm_words();
Words pfm_seeds();
Words pfm_words();
Words tiff_seeds();
Words tiff_words();
Words exr_seeds();
Words exr_words();

}  // namespace sweep::fuzz
