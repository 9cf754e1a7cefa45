// What stands in for the formats whose library this build lacks: they are refused by name.
#include "files/codecs.h"

namespace sweep {

#if !SWEEP_HAS_TIFF
std::string tiff_version() {
    return {};
}

Image decode_tiff(const FileReader&, int, const ClaimCheck&, FileFacts*) {
    throw DecodeError("this build has no libtiff, which reads TIFF");
}

std::vector<std::uint8_t> encode_tiff(ConstImageView, const std::optional<Encoding>&) {
    throw std::runtime_error("this build has no libtiff, which writes TIFF");
}
#endif

#if !SWEEP_HAS_OPENEXR
std::string exr_version() {
    return {};
}

Image decode_exr(const FileReader&, const ClaimCheck&, FileFacts*) {
    throw DecodeError("this build has no OpenEXR, which reads EXR");
}

std::vector<std::uint8_t> encode_exr(ConstImageView) {
    throw std::runtime_error("this build has no OpenEXR, which writes EXR");
}
#endif

}  // namespace sweep
