#include "films/samples/stream_data.h"

#include <cmath>

namespace sweep {

const std::uint8_t* side_data(const AVStream& stream, AVPacketSideDataType type, std::size_t least,
                              std::size_t* size) {
    std::size_t bytes = 0;
    const std::uint8_t* there = nullptr;
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    if (const AVPacketSideData* data = av_packet_side_data_get(stream.codecpar->coded_side_data,
                                                               stream.codecpar->nb_coded_side_data, type)) {
        there = data->data;
        bytes = data->size;
    }
#else
    there = av_stream_get_side_data(&stream, type, &bytes);
#endif
    if (size) *size = bytes;
    return bytes >= least ? there : nullptr;
}

std::pair<int, bool> turns_of(const AVStream& stream) {
    const auto* matrix =
        reinterpret_cast<const std::int32_t*>(side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36));
    if (!matrix) return {0, false};
    // A point (x, y) is shown at (a x + c y, b x + d y).
    double a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
    const bool is_mirrored = a * d - b * c < 0;
    if (is_mirrored) a = -a, c = -c;
    const double wide = std::hypot(a, c), high = std::hypot(b, d);
    if (!(wide > 0 && high > 0)) return {0, false};
    const double quarters = std::atan2(b / high, a / wide) / std::acos(0.0);
    return {(int(std::lround(quarters)) % 4 + 4) % 4, is_mirrored};
}

}  // namespace sweep
