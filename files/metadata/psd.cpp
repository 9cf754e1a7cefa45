// Photoshop's resources in its own files: EXIF, XMP, IPTC.
// https://www.adobe.com/devnet-apps/photoshop/fileformatashtml/
#include <algorithm>

#include "files/metadata/parts.h"

namespace sweep::metadata {

void read_psd(Metadata& metadata, const FileReader& file) {
    constexpr std::uint64_t header = 26;  // before the length of the palette, which the resources follow
    constexpr int of_exif = 1058, of_xmp = 1060;
    Buffer length, resources;
    if (!read_part(file, header, 4, length)) return;
    const std::uint64_t at = header + 4 + number_at(length.data(), 4, true);
    if (!read_part(file, at, 4, length)) return;
    if (!read_part(file, at + 4, number_at(length.data(), 4, true), resources)) {
        metadata.note = "its resources are too large or cut short";
        return;
    }
    if (const Bytes exif = photoshop_resource(resources, of_exif); !exif.empty()) read_exif(metadata, exif);
    const Bytes xmp = photoshop_resource(resources, of_xmp);
    metadata.xmp.assign(xmp.begin(), xmp.end());
    metadata.iptc = iptc_in(resources);
    // The picture lies as it is seen.
    std::erase_if(metadata.picture, [](const TiffTag& each) { return each.number == tag::orientation; });
}

}  // namespace sweep::metadata
