#include "films/libav/copied_streams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/printable.h"

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

bool is_one_of(std::string_view word, const auto& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string small(std::string_view text) {
    std::string letters(text);
    for (char& c : letters)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return letters;
}

// A .mov knows these languages by other codes (ISO 639-2/B) alone.
void name_language(AVStream& to, std::string_view container) {
    static constexpr std::array<std::pair<const char*, const char*>, 6> names{
        {{"deu", "ger"}, {"nld", "dut"}, {"ell", "gre"}, {"isl", "ice"}, {"zho", "chi"}, {"sqi", "alb"}}};
    const AVDictionaryEntry* language = av_dict_get(to.metadata, "language", nullptr, 0);
    if (!language || container != "mov") return;
    for (const auto& [code, other] : names)
        if (std::string_view(language->value) == code) {
            av_dict_set(&to.metadata, "language", other, 0);
            return;
        }
}

void set_coding(AVStream& to, const AVStream& from) {
    if (avcodec_parameters_copy(to.codecpar, from.codecpar) < 0) throw std::bad_alloc();
    to.codecpar->codec_tag = 0;  // which is the other container's
    to.time_base = from.time_base;
    to.disposition = from.disposition;
}

// Whether a container takes a stream, which the header of a file that has nothing else tells.
bool takes(const AVOutputFormat& container, const AVStream& stream) {
    const bool is_attachment = stream.codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT;
    if (!is_attachment &&
        avformat_query_codec(&container, stream.codecpar->codec_id, FF_COMPLIANCE_NORMAL) == 0)
        return false;
    AVFormatContext* made = nullptr;
    if (avformat_alloc_output_context2(&made, nullptr, container.name, nullptr) < 0) return false;
    const std::unique_ptr<AVFormatContext, FreeOutput> format(made);
    AVStream* added = avformat_new_stream(made, nullptr);
    if (!added || avio_open_dyn_buf(&made->pb) < 0) throw std::bad_alloc();
    set_coding(*added, stream);
    av_dict_copy(&added->metadata, stream.metadata, 0);
    return avformat_write_header(made, nullptr) >= 0;
}

bool is_cover(const AVStream& stream) {
    return stream.codecpar->codec_type == AVMEDIA_TYPE_VIDEO &&
           (stream.disposition & AV_DISPOSITION_ATTACHED_PIC);
}

bool is(const AVFormatContext& format, std::string_view container) {
    return format.oformat->name == container;
}

bool is_matroska(const AVFormatContext& format) {
    return is(format, "matroska");
}

// What is true of the old file or of its coding alone: the container and the encoder say it anew.
bool is_of_coding(std::string_view key) {
    static constexpr std::array<std::string_view, 9> keys{"encoder",           "major_brand", "minor_version",
                                                          "compatible_brands", "vendor_id",   "rotate",
                                                          "duration",          "bps",         "alpha_mode"};
    return is_one_of(key, keys) || key.starts_with("_statistics_") || key.starts_with("bps-") ||
           key.starts_with("duration-") || key.starts_with("number_of_");
}

bool takes_all(const AVFormatContext& to) {
    return is_matroska(to) || is(to, "webm");
}

// What libavformat finds a place for: of a film in an .mp4 or a .mov, and of a stream and a chapter in both.
constexpr std::array<std::string_view, 27> in_mp4{
    "title",      "artist",    "album",    "album_artist",  "composer",    "date",     "comment",
    "genre",      "copyright", "grouping", "lyrics",        "description", "synopsis", "show",
    "episode_id", "network",   "keywords", "episode_sort",  "media_type",  "hd_video", "gapless_playback",
    "track",      "disc",      "location", "season_number", "compilation", "timecode"};
constexpr std::array<std::string_view, 13> in_mov{"title",   "artist", "author",    "album",    "date",
                                                  "comment", "genre",  "copyright", "location", "keywords",
                                                  "make",    "model",  "timecode"};
constexpr std::array<std::string_view, 4> of_streams{"language", "title", "handler_name", "timecode"};

}  // namespace

CopiedStreams::CopiedStreams(const std::string& file, double begins, bool strips, AVFormatContext& to,
                             std::function<bool()> stop)
    : input_(open_film_input({FilmKind::file, file}, std::move(stop))),
      to_(to),
      strips_(strips),
      picture_(picture_of(*input_.format)),
      joins_(*input_.format, picture_),
      begins_(begins) {
    const AVFormatContext& from = *input_.format;
    for (unsigned i = 0; i < from.nb_streams; ++i) {
        streams_.push_back(nullptr);
        if (int(i) != picture_) add_stream(*from.streams[i]);
    }
    written_.assign(to_.nb_streams, AV_NOPTS_VALUE);
    const std::int64_t first = from.start_time;
    const bool copies = std::any_of(streams_.begin(), streams_.end(), [](const AVStream* s) { return s; });
    // A damaged file may say anything.
    constexpr double longest_lead = 86400, latest = 1e9;
    begins_ = std::clamp(begins_, -latest, latest);
    if (copies && first != AV_NOPTS_VALUE)
        lead_ = std::clamp(begins_ - double(first) / AV_TIME_BASE, 0.0, longest_lead);
    begins_ -= lead_;
    has_ended_ = !copies;
    add_chapters();
    add_metadata(picture_ >= 0 ? from.streams[picture_] : nullptr);
}

AVStream& CopiedStreams::new_stream() {
    AVStream* made = avformat_new_stream(&to_, nullptr);
    if (!made) throw std::bad_alloc();
    return *made;
}

void CopiedStreams::drop(const char* what) {
    if (!is_one_of(what, dropped_)) dropped_.emplace_back(what);
}

bool CopiedStreams::has_place(std::string_view key, Said of) const {
    if (strips_) return (of == Said::of_copied || of == Said::of_picture) && key == "language";
    if (takes_all(to_)) return true;
    if (!is(to_, "mp4") && !is(to_, "mov")) return false;
    if (of == Said::of_chapter) return key == "title";
    if (key == "creation_time") return true;
    return of != Said::of_film ? is_one_of(key, of_streams)
           : is(to_, "mov")    ? is_one_of(key, in_mov)
                               : is_one_of(key, in_mp4);
}

void CopiedStreams::copy_said(const AVDictionary* from, AVDictionary*& to, Said of) {
    std::unordered_map<std::string, std::string_view> values;
    const AVDictionaryEntry* entry = nullptr;
    const auto next = [&] { return entry = av_dict_get(from, "", entry, AV_DICT_IGNORE_SUFFIX); };
    while (next()) values.emplace(small(entry->key), entry->value);
    // libavformat gives what an .mp4 says in a language twice: as title-eng, and as title.
    const auto is_said_twice = [&](const std::string& key) {
        constexpr std::size_t language = 4;
        if (key.size() <= language || key[key.size() - language] != '-') return false;
        const auto other = values.find(key.substr(0, key.size() - language));
        return other != values.end() && other->second == entry->value;
    };
    // An animated picture has no streams, whose languages and handlers nobody misses.
    const bool is_worth_saying = !strips_ && (of == Said::of_film || is(to_, "mp4") || is(to_, "mov"));
    while (next()) {
        const std::string key = small(entry->key);
        const bool is_of_bits = is_of_coding(key);
        const bool is_said_anew =
            key == "stereo_mode" && !std::string_view(entry->value).starts_with("anaglyph");
        if ((is_of_bits && of != Said::of_copied) || is_said_anew || is_said_twice(key)) continue;
        if (has_place(key, of)) {
            av_dict_set(&to, takes_all(to_) ? entry->key : key.c_str(), entry->value, AV_DICT_MULTIKEY);
        } else if (is_worth_saying && !is_of_bits) {
            constexpr std::size_t most_titles = 5, longest = 40;
            const std::string title = printable(key.substr(0, longest));
            if (is_one_of(title, dropped_titles_)) continue;
            if (dropped_titles_.size() < most_titles)
                dropped_titles_.push_back(title);
            else
                ++more_dropped_;
        }
    }
}

AVStream& CopiedStreams::add_copy(const AVStream& stream) {
    AVStream& made = new_stream();
    set_coding(made, stream);
    copy_said(stream.metadata, made.metadata, Said::of_copied);
    name_language(made, to_.oformat->name);
    return made;
}

void CopiedStreams::add_stream(const AVStream& stream) {
    if (is_cover(stream)) return strips_ ? void() : add_cover(stream);
    const AVMediaType kind = stream.codecpar->codec_type;
    // Of an .mp4, chapters and time codes are tracks, too, and come as chapters and metadata.
    constexpr unsigned chapters = MKTAG('t', 'e', 'x', 't'), time_code = MKTAG('t', 'm', 'c', 'd');
    const unsigned tag = stream.codecpar->codec_tag;
    if (kind == AVMEDIA_TYPE_DATA && (tag == time_code || (tag == chapters && input_.format->nb_chapters)))
        return;
    const bool is_attachment = kind == AVMEDIA_TYPE_ATTACHMENT;
    if (strips_ && kind != AVMEDIA_TYPE_AUDIO && kind != AVMEDIA_TYPE_SUBTITLE && kind != AVMEDIA_TYPE_VIDEO)
        return;
    const bool is_kept =
        kind == AVMEDIA_TYPE_AUDIO || kind == AVMEDIA_TYPE_SUBTITLE || (is_attachment && is_matroska(to_));
    if (!is_kept || !takes(*to_.oformat, stream))
        return drop(kind == AVMEDIA_TYPE_AUDIO      ? "sound"
                    : kind == AVMEDIA_TYPE_SUBTITLE ? "subtitles"
                    : kind == AVMEDIA_TYPE_VIDEO    ? "other pictures"
                    : is_attachment                 ? "attached files"
                                                    : "data");
    AVStream& made = add_copy(stream);
    if (!is_attachment) streams_.back() = &made;
}

// Matroska has covers as files that are attached, and an .mp4 in its metadata.
void CopiedStreams::add_cover(const AVStream& stream) {
    const AVPacket& picture = stream.attached_pic;
    const bool is_jpeg = stream.codecpar->codec_id == AV_CODEC_ID_MJPEG,
               is_png = stream.codecpar->codec_id == AV_CODEC_ID_PNG;
    const bool is_taken = (is_jpeg || is_png) && picture.size > 0 &&
                          (is_matroska(to_) || (is(to_, "mp4") && takes(*to_.oformat, stream)));
    if (!is_taken) return drop("a cover");
    AVStream& made = add_copy(stream);
    made.disposition = AV_DISPOSITION_ATTACHED_PIC;
    if (!is_matroska(to_)) {
        streams_.back() = &made;
        covers_.push_back(unsigned(stream.index));
        return;
    }
    AVCodecParameters& coded = *made.codecpar;
    coded.codec_type = AVMEDIA_TYPE_ATTACHMENT;
    av_freep(&coded.extradata);
    coded.extradata_size = 0;
    coded.extradata = static_cast<std::uint8_t*>(
        av_mallocz(std::size_t(picture.size) + std::size_t(AV_INPUT_BUFFER_PADDING_SIZE)));
    if (!coded.extradata) throw std::bad_alloc();
    std::memcpy(coded.extradata, picture.data, std::size_t(picture.size));
    coded.extradata_size = picture.size;
    av_dict_set(&made.metadata, "filename", is_jpeg ? "cover.jpg" : "cover.png", AV_DICT_DONT_OVERWRITE);
    av_dict_set(&made.metadata, "mimetype", is_jpeg ? "image/jpeg" : "image/png", AV_DICT_DONT_OVERWRITE);
}

void CopiedStreams::add_chapters() {
    const AVFormatContext& from = *input_.format;
    if (from.nb_chapters == 0) return;
    if (is(to_, "gif")) return drop("chapters");
    to_.chapters = static_cast<AVChapter**>(av_calloc(from.nb_chapters, sizeof(AVChapter*)));
    if (!to_.chapters) throw std::bad_alloc();
    for (unsigned i = 0; i < from.nb_chapters; ++i) {
        const AVChapter& chapter = *from.chapters[i];
        const double unit = av_q2d(chapter.time_base);
        if (!(unit > 0) || !std::isfinite(unit)) continue;
        auto* made = static_cast<AVChapter*>(av_mallocz(sizeof(AVChapter)));
        if (!made) throw std::bad_alloc();
        to_.chapters[to_.nb_chapters++] = made;
        // Milliseconds, which every container can count.
        constexpr double ticks = 1000, latest = 1e9;
        const auto time = [&](std::int64_t at) {
            return std::int64_t(std::llround(ticks * std::clamp(double(at) * unit - begins_, 0.0, latest)));
        };
        made->id = chapter.id;
        made->time_base = {1, int(ticks)};
        made->start = time(chapter.start);
        made->end = std::max(made->start, time(chapter.end));
        copy_said(chapter.metadata, made->metadata, Said::of_chapter);
        // A chapter without a title is none in these two, and their list is broken then.
        if (is(to_, "mp4") || is(to_, "mov"))
            av_dict_set(&made->metadata, "title", std::to_string(i + 1).c_str(), AV_DICT_DONT_OVERWRITE);
    }
}

void CopiedStreams::add_metadata(const AVStream* picture) {
    copy_said(input_.format->metadata, to_.metadata, Said::of_film);
    if (!picture || to_.nb_streams == 0) return;
    AVStream& shown = *to_.streams[0];
    copy_said(picture->metadata, shown.metadata, Said::of_picture);
    shown.disposition = picture->disposition;
    name_language(shown, to_.oformat->name);
}

// Gives the container the covers, which have no time.
int CopiedStreams::write_covers() {
    for (const unsigned number : std::exchange(covers_, {})) {
        AvPacket cover(av_packet_clone(&input_.format->streams[number]->attached_pic));
        if (!cover) throw std::bad_alloc();
        cover->stream_index = streams_[number]->index;
        cover->pts = cover->dts = 0;
        streams_[number] = nullptr;  // the file gives it again as a packet
        const int error = av_interleaved_write_frame(&to_, cover.get());
        if (to_.pb && to_.pb->error < 0) return to_.pb->error;
        if (error < 0) ++lost_;
    }
    return 0;
}

// Reads the next packet that is copied; false at the end.
bool CopiedStreams::read() {
    constexpr std::size_t most_waiting = 4096;
    while (!packet_) {
        if (!waiting_.empty() &&
            joins_.move_other(*waiting_.front(), !has_ended_ && waiting_.size() < most_waiting)) {
            packet_ = std::move(waiting_.front());
            waiting_.pop_front();
            break;
        }
        if (has_ended_) return false;
        AvPacket next(av_packet_alloc());
        if (!next) throw std::bad_alloc();
        input_.patience->begin();
        const int error = av_read_frame(input_.format.get(), next.get());
        has_ended_ = error < 0 && error != AVERROR(EAGAIN);
        if (error < 0) continue;
        if (next->stream_index == picture_)
            joins_.move_picture(*next);
        else if (std::size_t(next->stream_index) < streams_.size() &&
                 streams_[std::size_t(next->stream_index)])
            waiting_.push_back(std::move(next));
    }
    return true;
}

// Where films are joined, the sound of one may end a little later than its picture: what follows then keeps its place
// in the order, as in the program ffmpeg.
void CopiedStreams::keep_order(AVPacket& packet) {
    if (packet.dts == AV_NOPTS_VALUE) return;
    std::int64_t& last = written_[std::size_t(packet.stream_index)];
    if (joins_.has_joins() && last != AV_NOPTS_VALUE && packet.dts <= last) {
        packet.dts = last + 1;
        if (packet.pts != AV_NOPTS_VALUE) packet.pts = std::max(packet.pts, packet.dts);
    }
    last = packet.dts;
}

int CopiedStreams::write_until(double seconds) {
    if (const int error = write_covers(); error < 0) return error;
    while (read()) {
        const AVStream& from = *input_.format->streams[packet_->stream_index];
        const AVStream& to = *streams_[std::size_t(packet_->stream_index)];
        const double unit = av_q2d(from.time_base);
        const std::int64_t begins = packet_->dts != AV_NOPTS_VALUE ? packet_->dts : packet_->pts;
        if (begins != AV_NOPTS_VALUE && double(begins) * unit - begins_ > seconds) return 0;
        const AvPacket packet = std::move(packet_);
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
        const auto shift = std::int64_t(std::llround(begins_ / unit));
        for (std::int64_t* time : {&packet->pts, &packet->dts})
            if (*time != AV_NOPTS_VALUE) *time = std::clamp(*time, -most, most) - shift;
        av_packet_rescale_ts(packet.get(), from.time_base, to.time_base);
        packet->stream_index = to.index;
        packet->pos = -1;
        keep_order(*packet);
        const int error = av_interleaved_write_frame(&to_, packet.get());
        if (to_.pb && to_.pb->error < 0) return to_.pb->error;
        if (error < 0) ++lost_;
    }
    return 0;
}

std::vector<std::string> CopiedStreams::losses() const {
    std::vector<std::string> losses;
    const auto is_plural = [](const std::string& what) { return what.back() == 's'; };
    if (!dropped_.empty())
        losses.push_back(fmt::format("{} {} dropped", fmt::join(dropped_, " and "),
                                     dropped_.size() > 1 || is_plural(dropped_[0]) ? "are" : "is"));
    if (!dropped_titles_.empty())
        losses.push_back(
            fmt::format("metadata ({}{}) is dropped", fmt::join(dropped_titles_, ", "),
                        more_dropped_ > 0 ? fmt::format(" and {} more", more_dropped_) : std::string()));
    if (lost_ > 0)
        losses.push_back(fmt::format("{} parts of the sound or the subtitles are left out", lost_));
    return losses;
}

}  // namespace sweep
