// The frames of an animated WebP, read and written one after the other.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/image.h"

namespace sweep {

// Whether a file is an animated WebP, by its head, and this build reads one. Throws nothing but std::bad_alloc.
bool is_animated_webp(const std::filesystem::path& path);

// Reads through libwebpdemux: the file and two canvases are in memory, whatever the number of frames.
class WebpFrames {
  public:
    struct Facts {
        int width = 0, height = 0, frames = 0;
        int plays = 0;  // 0: without end
        bool has_alpha = false;
        std::int64_t milliseconds = 0;  // of all frames
        bool is_even = false;           // all frames last equally long
    };
    // Throws DecodeError, also where the file does not hold all frames that it begins.
    explicit WebpFrames(const std::filesystem::path& path);
    WebpFrames(const WebpFrames&) = delete;
    WebpFrames& operator=(const WebpFrames&) = delete;
    ~WebpFrames();

    const Facts& facts() const;
    // Decodes the next frame on its canvas; false behind the last. Throws DecodeError.
    bool advance();
    // The canvas, RGBA with straight alpha, until the next frame; and when it is shown, in milliseconds.
    ConstImageView canvas() const;
    std::int64_t begins() const;
    std::int64_t ends() const;

  private:
    struct Decoder;
    std::unique_ptr<Decoder> decoder_;
};

// Writes an animated WebP to an empty stream, each frame whole and without loss.
// The functions throw std::runtime_error.
class WebpFramesFile {
  public:
    static constexpr std::int64_t longest = (1 << 24) - 1;  // milliseconds of a frame

    // `plays`: how often it is shown, 0: without end.
    WebpFramesFile(std::FILE* to, const Shape& shape, int plays);

    // A frame of bytes, RGB or RGBA.
    void add(ConstImageView frame, std::int64_t milliseconds);
    void finish();

  private:
    void write(const std::vector<std::uint8_t>& bytes);

    std::FILE* to_;
    Shape shape_;
    std::uint64_t bytes_ = 0;
};

}  // namespace sweep
