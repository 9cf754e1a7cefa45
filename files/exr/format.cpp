#include "files/exr/codec.h"
#include "files/exr/layers.h"

namespace sweep {

#if !SWEEP_HAS_OPENEXR
std::string exr_version() {
    return {};
}

std::vector<PictureChoice> layers_in(const std::filesystem::path&) {
    return {};
}

Image decode_exr(const FileReader&, const PictureChoice&, const ClaimCheck&, FileFacts&) {
    throw DecodeError("this build has no OpenEXR, which reads EXR");
}

EncodedFile encode_exr(ConstImageView, const std::string&, const std::optional<Encoding>&) {
    throw std::runtime_error("this build has no OpenEXR, which writes EXR");
}

EncodedFile encode_exr_kept(ConstImageView, const KeptFacts&) {
    throw std::runtime_error("this build has no OpenEXR, which writes EXR");
}

std::unique_ptr<RowSource> open_exr_rows(const FileReader&, FileFacts&) {
    throw DecodeError("this build has no OpenEXR, which reads EXR");
}

std::unique_ptr<RowWriter> write_exr_rows(std::FILE*, const Shape&, Sample, const std::optional<Encoding>&,
                                          const KeptFacts*) {
    throw std::runtime_error("this build has no OpenEXR, which writes EXR");
}
#endif

extern const Format exr_format;
const Format exr_format{
    .name = "EXR",
    .endings = {".exr"},
    .probe = [](Bytes head) { return begins(head, "\x76\x2f\x31\x01"); },
    .decode_choice = decode_exr,
    .open_rows = open_exr_rows,
    .encode = encode_exr,
    .encode_kept = encode_exr_kept,
    .write_rows = write_exr_rows,
    .keeps = {.numbers = true,
              .least = std::numeric_limits<float>::lowest(),
              .most = std::numeric_limits<float>::max()},
    .alpha = Alpha::associated,
    .why_not = SWEEP_HAS_OPENEXR ? "" : "this build has no OpenEXR, and so no EXR",
    .library = "OpenEXR",
    .version = exr_version,
};

}  // namespace sweep
