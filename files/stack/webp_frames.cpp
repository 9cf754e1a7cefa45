// Reading: https://developers.google.com/speed/webp/docs/container-api
#include "files/stack/webp_frames.h"

#include <string>
#include <vector>

#include "files/input_file.h"

#if SWEEP_HAS_WEBP
#include <webp/decode.h>
#include <webp/demux.h>
#endif

namespace sweep {

#if SWEEP_HAS_WEBP
namespace {

// A frame of one colour takes no bits for its pixels (files/compressed/webp.cpp).
constexpr std::uint64_t widest = 16383, pixels_per_byte = widest * widest;

// libwebp goes through the frames from the first one for each that it decodes: the square of their number bounds the
// time.
constexpr int most_frames = 100'000;

std::uint32_t number_at(Bytes file, std::size_t at, std::size_t bytes) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < bytes; ++i) number |= std::uint32_t(file[at + i]) << 8 * i;
    return number;
}

// In milliseconds, of each frame: chunks ANMF, in which 12 bytes come before it.
std::vector<int> durations_of(Bytes file) {
    constexpr std::size_t riff = 12, around = 8, before = 12, whole = 16;
    std::vector<int> durations;
    for (std::size_t at = riff; at + around <= file.size();) {
        const std::size_t length = number_at(file, at + 4, 4), content = at + around;
        if (length > file.size() - content) break;
        if (begins(file.subspan(at), "ANMF") && length >= whole)
            durations.push_back(int(number_at(file, content + before, 3)));
        at = content + length + length % 2;
    }
    return durations;
}

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
    if (d.facts.frames > most_frames)
        throw DecodeError("it has " + std::to_string(d.facts.frames) + " frames, and sweep reads at most " +
                          std::to_string(most_frames) + " of a WebP: convert it to .mp4");
    const std::vector<int> durations = durations_of(bytes);
    for (const int each : durations) {
        d.facts.is_even = d.facts.is_even && each == durations.front();
        d.facts.milliseconds += each;
    }
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
