#include "files/tiff/codec.h"

namespace sweep {

#if !SWEEP_HAS_TIFF
std::string tiff_version() {
    return {};
}

Image decode_tiff(const FileReader&, int, const ClaimCheck&, FileFacts&) {
    throw DecodeError("this build has no libtiff, which reads TIFF");
}

EncodedFile encode_tiff(ConstImageView, const std::string&, const std::optional<Encoding>&) {
    throw std::runtime_error("this build has no libtiff, which writes TIFF");
}

int count_tiff_pages(const FileReader&) {
    throw DecodeError("this build has no libtiff, which reads TIFF");
}

std::unique_ptr<RowSource> open_tiff_rows(const FileReader&, FileFacts&) {
    throw DecodeError("this build has no libtiff, which reads TIFF");
}

std::unique_ptr<RowWriter> write_tiff_rows(std::FILE*, const Shape&, Sample, const std::optional<Encoding>&,
                                           const KeptFacts*) {
    throw std::runtime_error("this build has no libtiff, which writes TIFF");
}

std::unique_ptr<StackWriter> open_tiff_stack(std::FILE*, int, std::uint64_t) {
    throw std::runtime_error("this build has no libtiff, which writes TIFF");
}
#endif

extern const Format tiff_format;
const Format tiff_format{
    .name = "TIFF",
    .endings = {".tif", ".tiff"},
    .probe =
        [](Bytes head) {
            using namespace std::string_view_literals;
            return begins(head, "II*\0"sv) || begins(head, "MM\0*"sv) || begins(head, "II+\0"sv) ||
                   begins(head, "MM\0+"sv);
        },
    .decode_parts = decode_tiff,
    .has_pages = true,
    .count_pages = count_tiff_pages,
    .open_rows = open_tiff_rows,
    .encode = encode_tiff,
    .open_stack = open_tiff_stack,
    .write_rows = write_tiff_rows,
    .keeps = {.picture_bits = 16,
              .numbers = true,
              .any_samples = true,
              .bands = true,
              .encoding = true,
              .no_data = true,
              .mask = true},
    .alpha = Alpha::straight,
    .why_not = SWEEP_HAS_TIFF ? "" : "this build has no libtiff, and so no TIFF",
    .library = "libtiff",
    .version = tiff_version,
};

}  // namespace sweep
