// Saves frames without waiting for the GPU: pixels go through a ring of buffers, each of which is read when
// the GPU has filled it, and another thread writes the files.
#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/screen/gl/gl.h"
#include "core/base/image.h"

namespace sweep::app {

class FrameGrabber {
  public:
    FrameGrabber() = default;
    // Waits until every file is written.
    ~FrameGrabber();
    FrameGrabber(const FrameGrabber&) = delete;
    FrameGrabber& operator=(const FrameGrabber&) = delete;

    // Saves a rectangle of the framebuffer, with its lower left corner at (x, y), to the PNG `file` with
    // `label` (files/image_file.h). Waits only when the ring or the writer's queue is full, which bounds the
    // memory in use. Neither this function nor poll() throws: trouble() says what could not be saved.
    void grab(GLuint framebuffer, int x, int y, int width, int height, std::filesystem::path file,
              std::string label = {});
    // The same, but hands the pixels, RGB with the highest row first, to `sink` on the writer's thread. What
    // it throws is the trouble; `name` is that of the file in other errors.
    using Sink = std::function<void(const Image& image)>;
    void grab(GLuint framebuffer, int x, int y, int width, int height, Sink sink, std::string name);
    // The writer is so far behind that grab() may have to wait.
    bool is_full() const;
    // To be called once a frame: hands the pixels that have arrived to the writer.
    void poll();
    // Waits until every file is written. Throws Error(unwritable_output) when one of them could not be.
    void finish();

    // The number of files that were asked for, and of those that are done.
    int asked() const { return asked_; }
    int written() const;
    bool busy() const { return written() < asked_; }
    // The reason why the last failed file could not be written; each call clears it.
    std::optional<std::string> trouble();

  private:
    struct Slot {
        Buffer buffer;
        std::size_t bytes = 0;
        GLsync fence = nullptr;
        int width = 0, height = 0;
        Sink sink;
        std::string name;
    };
    struct Job {
        Image image;  // rows from the lowest to the highest
        Sink sink;
    };
    static constexpr std::size_t ring_size = 4, longest_queue = 8;

    void ask(Slot& slot, GLuint framebuffer, int x, int y);
    void collect(Slot& slot, bool wait);
    Image pixels_of(const Slot& slot) const;
    void give_up(const std::string& name, const std::string& why);
    void write();

    std::array<Slot, ring_size> ring_;
    std::size_t next_ = 0;
    int asked_ = 0;

    std::thread writer_;  // started by the first picture
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> queue_;
    int written_ = 0;
    bool stop_ = false;
    std::optional<std::string> trouble_;
};

// The first of FOLDER/STEM-001ENDING, FOLDER/STEM-002ENDING .. that does not exist; `ending` may be empty.
std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& ending);

// Reads a rectangle of the framebuffer at once, and waits for it; the first row is the highest.
Image read_frame(GLuint framebuffer, int x, int y, int width, int height);

}  // namespace sweep::app
