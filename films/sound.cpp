#include "films/sound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace sweep {
namespace {

struct FreeOutput {
    void operator()(AVFormatContext* format) const {
        std::uint8_t* bytes = nullptr;
        if (format->pb) avio_close_dyn_buf(format->pb, &bytes);
        av_free(bytes);
        avformat_free_context(format);
    }
};

void set_stream(AVStream& to, const AVStream& from) {
    if (avcodec_parameters_copy(to.codecpar, from.codecpar) < 0) throw std::bad_alloc();
    to.codecpar->codec_tag = 0;  // which is the other container's
    to.time_base = from.time_base;
    to.disposition = from.disposition;
    av_dict_copy(&to.metadata, from.metadata, 0);
}

// Whether a container takes a stream, which the header of a file that has nothing else tells.
bool takes(const AVOutputFormat& container, const AVStream& stream) {
    if (avformat_query_codec(&container, stream.codecpar->codec_id, FF_COMPLIANCE_NORMAL) == 0) return false;
    AVFormatContext* made = nullptr;
    if (avformat_alloc_output_context2(&made, nullptr, container.name, nullptr) < 0) return false;
    const std::unique_ptr<AVFormatContext, FreeOutput> format(made);
    AVStream* added = avformat_new_stream(made, nullptr);
    if (!added || avio_open_dyn_buf(&made->pb) < 0) throw std::bad_alloc();
    set_stream(*added, stream);
    return avformat_write_header(made, nullptr) >= 0;
}

}  // namespace

CopiedSound::CopiedSound(const std::string& file, double begins, AVFormatContext& to,
                         std::function<bool()> stop)
    : input_(open_film_input({FilmKind::file, file}, std::move(stop))), to_(to), begins_(begins) {
    if (!packet_) throw std::bad_alloc();
    for (unsigned i = 0; i < input_.format->nb_streams; ++i) add_stream(*input_.format->streams[i]);
    const std::int64_t first = input_.format->start_time;
    const bool copies = std::any_of(streams_.begin(), streams_.end(), [](const AVStream* s) { return s; });
    // A damaged file may say anything.
    constexpr double longest_lead = 86400, latest = 1e9;
    begins_ = std::clamp(begins_, -latest, latest);
    if (copies && first != AV_NOPTS_VALUE)
        lead_ = std::clamp(begins_ - double(first) / AV_TIME_BASE, 0.0, longest_lead);
    begins_ -= lead_;
}

void CopiedSound::add_stream(const AVStream& stream) {
    streams_.push_back(nullptr);
    const bool is_sound = stream.codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
    if (!is_sound && stream.codecpar->codec_type != AVMEDIA_TYPE_SUBTITLE) return;
    if (!takes(*to_.oformat, stream)) {
        (is_sound ? drops_sound_ : drops_subtitles_) = true;
        return;
    }
    streams_.back() = avformat_new_stream(&to_, nullptr);
    if (!streams_.back()) throw std::bad_alloc();
    set_stream(*streams_.back(), stream);
}

// Reads the next packet that is copied; false at the end.
bool CopiedSound::read() {
    while (!has_packet_ && !has_ended_) {
        av_packet_unref(packet_.get());
        input_.patience->begin();
        const int error = av_read_frame(input_.format.get(), packet_.get());
        has_ended_ = error < 0 && error != AVERROR(EAGAIN);
        has_packet_ = error >= 0 && std::size_t(packet_->stream_index) < streams_.size() &&
                      streams_[std::size_t(packet_->stream_index)];
    }
    return has_packet_;
}

int CopiedSound::write_until(double seconds) {
    while (read()) {
        const AVStream& from = *input_.format->streams[packet_->stream_index];
        const AVStream& to = *streams_[std::size_t(packet_->stream_index)];
        const double unit = av_q2d(from.time_base);
        const std::int64_t begins = packet_->dts != AV_NOPTS_VALUE ? packet_->dts : packet_->pts;
        if (begins != AV_NOPTS_VALUE && double(begins) * unit - begins_ > seconds) return 0;
        has_packet_ = false;
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
        const auto shift = std::int64_t(std::llround(begins_ / unit));
        for (std::int64_t* time : {&packet_->pts, &packet_->dts})
            if (*time != AV_NOPTS_VALUE) *time = std::clamp(*time, -most, most) - shift;
        av_packet_rescale_ts(packet_.get(), from.time_base, to.time_base);
        packet_->stream_index = to.index;
        packet_->pos = -1;
        const int error = av_interleaved_write_frame(&to_, packet_.get());
        if (to_.pb && to_.pb->error < 0) return to_.pb->error;
        if (error < 0) ++lost_;
    }
    return 0;
}

std::vector<std::string> CopiedSound::losses() const {
    std::vector<std::string> losses;
    if (drops_sound_ || drops_subtitles_)
        losses.push_back(fmt::format("{} dropped", !drops_subtitles_ ? "sound is"
                                                   : !drops_sound_   ? "subtitles are"
                                                                     : "sound and subtitles are"));
    if (lost_ > 0)
        losses.push_back(fmt::format("{} parts of the sound or the subtitles are left out", lost_));
    return losses;
}

}  // namespace sweep
