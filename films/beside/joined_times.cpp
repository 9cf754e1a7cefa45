#include "films/beside/joined_times.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sweep {
namespace {

constexpr double furthest_ahead = 10, furthest_back = 0.1;  // seconds
// A damaged file may say anything.
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 8;

// By how many seconds a time is away from the one before it; 0: as little as within a film.
double jump(std::int64_t from, std::int64_t to, AVRational tick, bool may_be_sparse) {
    if (from == AV_NOPTS_VALUE || to == AV_NOPTS_VALUE) return 0;
    const double seconds = (double(to) - double(from)) * av_q2d(tick);
    return seconds < -furthest_back || (seconds > furthest_ahead && !may_be_sparse) ? seconds : 0;
}

void move(AVPacket& packet, std::int64_t by) {
    for (std::int64_t* time : {&packet.pts, &packet.dts})
        if (*time != AV_NOPTS_VALUE) *time = std::clamp(*time, -most, most) + by;
}

}  // namespace

JoinedTimes::JoinedTimes(const AVFormatContext& format, int picture)
    : format_((format.iformat->flags & AVFMT_TS_DISCONT) && picture >= 0 ? &format : nullptr),
      picture_(picture) {}

AVRational JoinedTimes::tick(const AVPacket& packet) const {
    return format_->streams[packet.stream_index]->time_base;
}

double JoinedTimes::move_picture(AVPacket& packet) {
    if (!format_) return 0;
    streams_.resize(std::max<std::size_t>(streams_.size(), format_->nb_streams));
    const AVStream& stream = *format_->streams[picture_];
    const AVRational tick = stream.time_base;
    Stream& picture = streams_[std::size_t(picture_)];
    double ahead = 0;
    if (begins_part(packet, picture.part + 1)) {
        while (begins_part(packet, picture.part + 1)) ++picture.part;
    } else if (const double by = jump(picture.last, packet.dts, tick, false); by != 0) {
        // What libavformat has not made to run on, or has taken for that.
        const std::int64_t wrap = stream.pts_wrap_bits < 63 ? std::int64_t(1) << stream.pts_wrap_bits : most;
        const double seconds_of_wrap = double(wrap) * av_q2d(tick);
        std::int64_t offset = parts_[picture.part].offset;
        if (std::abs(by + seconds_of_wrap) < furthest_ahead)
            offset += wrap;
        else if (shown_until_ != AV_NOPTS_VALUE && packet.pts != AV_NOPTS_VALUE)
            offset = shown_until_ - std::clamp(packet.pts, -most, most);
        else
            offset = decoded_until_ - std::clamp(packet.dts, -most, most);
        if (by < seconds_of_wrap / 2) ahead = std::max(by, 0.0);
        parts_.insert(parts_.begin() + std::ptrdiff_t(++picture.part), {packet.pos, offset});
        shown_until_ = AV_NOPTS_VALUE;
        has_all_shown_ = true;
    }
    move(packet, parts_[picture.part].offset);
    if (packet.dts == AV_NOPTS_VALUE) return ahead;
    picture.last = packet.dts - parts_[picture.part].offset;
    const std::int64_t lasts = packet.duration > 0 ? std::min(packet.duration, most)
                               : stream.avg_frame_rate.num > 0
                                   ? av_rescale_q(1, av_inv_q(stream.avg_frame_rate), tick)
                                   : 0;
    decoded_until_ = packet.dts + lasts;
    has_all_shown_ = has_all_shown_ && packet.pts != AV_NOPTS_VALUE;
    shown_until_ = has_all_shown_ ? std::max(shown_until_, packet.pts + lasts) : AV_NOPTS_VALUE;
    return ahead;
}

bool JoinedTimes::move_other(AVPacket& packet, bool may_wait) {
    if (!format_) return true;
    streams_.resize(std::max<std::size_t>(streams_.size(), format_->nb_streams));
    Stream& other = streams_[std::size_t(packet.stream_index)];
    while (begins_part(packet, other.part + 1)) {
        ++other.part;
        other.last = AV_NOPTS_VALUE;
    }
    const std::int64_t at = packet.dts != AV_NOPTS_VALUE ? packet.dts : packet.pts;
    const AVMediaType kind = format_->streams[packet.stream_index]->codecpar->codec_type;
    if (jump(other.last, at, tick(packet), kind != AVMEDIA_TYPE_AUDIO) != 0) {
        if (other.part + 1 < parts_.size())
            ++other.part;
        else if (may_wait)
            return false;
    }
    if (at != AV_NOPTS_VALUE) other.last = at;
    move(packet,
         av_rescale_q(parts_[other.part].offset, format_->streams[picture_]->time_base, tick(packet)));
    return true;
}

void JoinedTimes::seek() {
    for (Stream& stream : streams_) stream = {};
    shown_until_ = AV_NOPTS_VALUE;
    has_all_shown_ = true;
}

}  // namespace sweep
