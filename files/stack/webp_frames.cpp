// Reading: https://developers.google.com/speed/webp/docs/container-api
#include "files/stack/webp_frames.h"

#include "files/input_file.h"

#if SWEEP_HAS_WEBP
#include <webp/decode.h>
#include <webp/demux.h>
#endif

namespace sweep {

#if SWEEP_HAS_WEBP
namespace {

// A frame of one colour takes no bits for its pixels (files/webp.cpp).
constexpr std::uint64_t widest = 16383, pixels_per_byte = widest * widest;

}  // namespace

bool is_animated_webp(const std::filesystem::path& path) {
    try {
        const InputFile file(path);
        WebPBitstreamFeatures features{};
        return begins(file.head(), "RIFF") &&
               WebPGetFeatures(file.head().data(), file.head().size(), &features) == VP8_STATUS_OK &&
               features.has_animation;
    } catch (const DecodeError&) {
        return false;
    }
}

struct WebpFrames::Decoder {
    explicit Decoder(const std::filesystem::path& path) : file(path) {}

    InputFile file;
    std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> decoder{nullptr, WebPAnimDecoderDelete};
    Facts facts;
    std::uint8_t* canvas = nullptr;  // the decoder's
    std::int64_t begins = 0, ends = 0;
    int decoded = 0;
};

WebpFrames::WebpFrames(const std::filesystem::path& path) : decoder_(std::make_unique<Decoder>(path)) {
    Decoder& d = *decoder_;
    WebPBitstreamFeatures features{};
    if (WebPGetFeatures(d.file.head().data(), d.file.head().size(), &features) != VP8_STATUS_OK)
        throw DecodeError("damaged WebP, its header");
    const Shape shape{features.width, features.height, 4};
    constexpr std::uint64_t canvases = 2;
    check_claim(shape, canvases * shape.samples() + d.file.size(), d.file.size(), pixels_per_byte);
    const Bytes bytes = d.file.first(d.file.size());
    const WebPData data{bytes.data(), bytes.size()};
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options))
        throw DecodeError("libwebp is of another version than its headers");
    options.color_mode = MODE_RGBA;
    d.decoder.reset(WebPAnimDecoderNew(&data, &options));
    WebPAnimInfo info{};
    if (!d.decoder || !WebPAnimDecoderGetInfo(d.decoder.get(), &info) ||
        int(info.canvas_width) != shape.width || int(info.canvas_height) != shape.height)
        throw DecodeError("damaged WebP, or cut short");
    const WebPDemuxer* demuxer = WebPAnimDecoderGetDemuxer(d.decoder.get());
    const std::uint32_t flags = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS);
    d.facts = {
        shape.width, shape.height, int(info.frame_count), int(info.loop_count), (flags & ALPHA_FLAG) != 0,
        0,           true};
    WebPIterator frame{};
    int first = 0;
    for (int is_there = WebPDemuxGetFrame(demuxer, 1, &frame); is_there;
         is_there = WebPDemuxNextFrame(&frame)) {
        if (frame.frame_num == 1) first = frame.duration;
        d.facts.is_even = d.facts.is_even && frame.duration == first;
        d.facts.milliseconds += frame.duration;
    }
    WebPDemuxReleaseIterator(&frame);
}

bool WebpFrames::advance() {
    Decoder& d = *decoder_;
    if (d.decoded == d.facts.frames) return false;
    int end = 0;
    if (!WebPAnimDecoderGetNext(d.decoder.get(), &d.canvas, &end))
        throw DecodeError("damaged WebP, frame " + std::to_string(d.decoded + 1) + " of " +
                          std::to_string(d.facts.frames));
    ++d.decoded;
    d.begins = d.ends;
    d.ends = end;
    return true;
}

ConstImageView WebpFrames::canvas() const {
    const Shape shape{decoder_->facts.width, decoder_->facts.height, 4};
    return {decoder_->canvas, shape, Sample::u8, std::ptrdiff_t(shape.width) * 4};
}
#else
bool is_animated_webp(const std::filesystem::path&) {
    return false;
}

struct WebpFrames::Decoder {
    Facts facts;
    std::int64_t begins = 0, ends = 0;
};

WebpFrames::WebpFrames(const std::filesystem::path&) {
    throw DecodeError("this build has no libwebp, which reads WebP");
}

bool WebpFrames::advance() {
    return false;
}

ConstImageView WebpFrames::canvas() const {
    return {};
}
#endif

WebpFrames::~WebpFrames() = default;

const WebpFrames::Facts& WebpFrames::facts() const {
    return decoder_->facts;
}

std::int64_t WebpFrames::begins() const {
    return decoder_->begins;
}

std::int64_t WebpFrames::ends() const {
    return decoder_->ends;
}

}  // namespace sweep
