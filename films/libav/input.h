// A film's source, opened. Only .cpp files of this folder include it.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "films/film.h"
#include "films/samples/libav.h"

namespace sweep {

// What the libraries ask while they wait: whether somebody has said stop, or a wait has lasted too long.
class Patience {
  public:
    explicit Patience(std::function<bool()> stop) : stop_(std::move(stop)) {}
    // A wait begins now.
    void begin() { began_ = std::chrono::steady_clock::now(); }
    bool is_stopped() const { return stop_ && stop_(); }
    bool is_over() const { return std::chrono::steady_clock::now() - began_ > longest; }
    // For AVIOInterruptCB, whose object is a Patience.
    static int ask(void* patience) {
        const auto* self = static_cast<const Patience*>(patience);
        return self->is_stopped() || self->is_over();
    }

  private:
    static constexpr std::chrono::seconds longest{10};
    std::function<bool()> stop_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

// The bytes that a pipe brings, for libavformat. Waiting for them can be stopped, and never times out.
class PipeBytes {
  public:
    PipeBytes() = default;
    explicit PipeBytes(const Patience& patience);
    PipeBytes(const PipeBytes&) = delete;
    PipeBytes& operator=(const PipeBytes&) = delete;
    ~PipeBytes();
    AVIOContext* context() const { return context_; }

  private:
    AVIOContext* context_ = nullptr;
};

struct FilmInput {
    std::unique_ptr<Patience> patience;  // must outlive the others
    std::unique_ptr<PipeBytes> pipe;
    AvInput format;
};

// Opens the source and reads its headers. Only containers that name no other files are opened, and a stream may name
// only other streams. Throws Error(unreadable_input).
FilmInput open_film_input(const FilmSource& source, std::function<bool()> stop);

// The number of the stream whose pictures move; -1: there is none, as in music that has a cover alone.
int picture_of(AVFormatContext& format);

// Frames a second of a stream of this source: the mean, or what the file says; 0: unknown. Throws
// Error(unreadable_input).
AVRational rate_of(const AVStream& stream, const FilmSource& source, std::function<bool()> stop);

// What of a film is not in its frames as the reader gives them, a line each. `picture`: the stream
// that is read.
std::vector<std::string> losses_of(const AVStream& picture);
// Adds a line where it is not there yet.
void add_loss(std::vector<std::string>& losses, const char* line);
// Adds what this frame carries beside its samples, and is not in them, where it is not named yet.
void add_losses_of(const AVFrame& frame, std::vector<std::string>& losses);

}  // namespace sweep
