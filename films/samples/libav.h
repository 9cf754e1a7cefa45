// The libraries of FFmpeg: owners of their objects, and their errors as text.
// Only .cpp files of this folder include it.
#pragma once

#include <memory>
#include <string>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavdevice/avdevice.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
}

namespace sweep {

// An owner whose object the library frees through a pointer to the pointer.
template <class T, void (*free)(T**)>
struct Free {
    void operator()(T* object) const { free(&object); }
};
using AvFrame = std::unique_ptr<AVFrame, Free<AVFrame, av_frame_free>>;
using AvPacket = std::unique_ptr<AVPacket, Free<AVPacket, av_packet_free>>;
using AvCodecContext = std::unique_ptr<AVCodecContext, Free<AVCodecContext, avcodec_free_context>>;
using AvInput = std::unique_ptr<AVFormatContext, Free<AVFormatContext, avformat_close_input>>;
using AvBuffer = std::unique_ptr<AVBufferRef, Free<AVBufferRef, av_buffer_unref>>;
using AvOptions = std::unique_ptr<AVDictionary, Free<AVDictionary, av_dict_free>>;

struct FreeScaler {
    void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};
using AvScaler = std::unique_ptr<SwsContext, FreeScaler>;

// Sets an option; the dictionary moves when it grows.
inline void set_option(AvOptions& options, const char* name, const std::string& value) {
    AVDictionary* raw = options.release();
    av_dict_set(&raw, name, value.c_str(), 0);
    options.reset(raw);
}

// "Invalid data found when processing input", in small letters at the beginning.
inline std::string av_text(int error) {
    char text[AV_ERROR_MAX_STRING_SIZE] = "";
    av_strerror(error, text, sizeof text);
    if (text[0] >= 'A' && text[0] <= 'Z' && !(text[1] >= 'A' && text[1] <= 'Z')) text[0] += 'a' - 'A';
    return text;
}

}  // namespace sweep
