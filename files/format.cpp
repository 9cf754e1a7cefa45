#include "files/format.h"

#include <algorithm>

namespace sweep {

extern const Format png_format, jpeg_format, tiff_format, exr_format, hdr_format, pfm_format, bmp_format,
    tga_format, psd_format, gif_format, webp_format, heif_format, pic_format, pnm_format, npy_format,
    npz_format;

std::span<const Format* const> formats() {
    // In this order messages list them.
    static constexpr const Format* all[] = {&png_format, &jpeg_format, &tiff_format, &exr_format,
                                            &hdr_format, &pfm_format,  &bmp_format,  &tga_format,
                                            &psd_format, &gif_format,  &webp_format, &heif_format,
                                            &pic_format, &pnm_format,  &npy_format,  &npz_format};
    return all;
}

const Format* format_with(std::string_view ending) {
    if (ending.empty()) return nullptr;
    for (const Format* format : formats())
        if (std::find(format->endings.begin(), format->endings.end(), ending) != format->endings.end())
            return format;
    return nullptr;
}

}  // namespace sweep
