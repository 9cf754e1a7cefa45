// What a HEIC or AVIF says beside its main picture: EXIF and XMP, which are items of the file.
// ISO/IEC 23008-12, annex A.
#include "files/metadata/parts.h"

#if SWEEP_HAS_HEIF
#include <memory>

#include <libheif/heif.h>
#endif

namespace sweep::metadata {

#if SWEEP_HAS_HEIF
void read_heif(Metadata& metadata, const FileReader& file) {
    Buffer bytes;
    if (!read_part(file, 0, file.size, bytes)) {
        metadata.note = "the file is larger than is searched for EXIF";
        return;
    }
    const std::unique_ptr<heif_context, void (*)(heif_context*)> context(heif_context_alloc(),
                                                                         heif_context_free);
    if (!context) throw std::bad_alloc();
    heif_image_handle* found = nullptr;
    if (heif_context_read_from_memory_without_copy(context.get(), bytes.data(), bytes.size(), nullptr).code !=
            heif_error_Ok ||
        heif_context_get_primary_image_handle(context.get(), &found).code != heif_error_Ok)
        return;
    const std::unique_ptr<heif_image_handle, void (*)(heif_image_handle*)> handle(
        found, [](heif_image_handle* each) { heif_image_handle_release(each); });
    constexpr int most_items = 16;
    heif_item_id items[most_items];
    const int count = heif_image_handle_get_list_of_metadata_block_IDs(found, nullptr, items, most_items);
    for (int i = 0; i < count; ++i) {
        const std::string type = heif_image_handle_get_metadata_type(found, items[i]),
                          content = heif_image_handle_get_metadata_content_type(found, items[i]);
        const bool is_xmp = type == "mime" && content == "application/rdf+xml";
        const std::size_t size = heif_image_handle_get_metadata_size(found, items[i]);
        if ((type != "Exif" && !is_xmp) || size > most_bytes) continue;
        Buffer item(size);
        if (heif_image_handle_get_metadata(found, items[i], item.data()).code != heif_error_Ok) continue;
        if (is_xmp) {
            metadata.xmp.assign(item.begin(), item.end());
            continue;
        }
        constexpr std::size_t offset_bytes = 4;  // how far behind them the TIFF is
        if (size < offset_bytes) continue;
        const std::uint64_t offset = number_at(item.data(), offset_bytes, true);
        if (offset < size - offset_bytes)
            read_exif(metadata, Bytes(item).subspan(offset_bytes + std::size_t(offset)));
    }
}
#else
void read_heif(Metadata&, const FileReader&) {}
#endif

}  // namespace sweep::metadata
