// Saves what was drawn without waiting for it: pixels go through a ring of buffers and are read when the GPU has
// filled them, and another thread writes the files.
#pragma once

#include "app/gl.h"
#include "core/image.h"

#include <array>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace sweep::app {

class FrameGrabber {
  public:
    FrameGrabber() = default;
    // Writes what is still to be written.
    ~FrameGrabber();
    FrameGrabber(const FrameGrabber&) = delete;
    FrameGrabber& operator=(const FrameGrabber&) = delete;

    // The rectangle of the framebuffer, (x, y) its lower left corner, goes into `file`, a PNG, with `label`
    // (core/image_file.h). Waits only when the ring or the writer's queue is full: then there is no memory for more.
    // Throws nothing, and neither does poll(): trouble() says what could not be saved.
    void grab(GLuint framebuffer, int x, int y, int width, int height, std::filesystem::path file,
              std::string label = {});
    // Once a frame: hands what has arrived to the writer.
    void poll();
    // Until every file is there. Throws Error(unwritable_output) when one of them could not be written.
    void finish();

    // Files asked for, and those that are there.
    int asked() const { return asked_; }
    int written() const;
    bool busy() const { return written() < asked_; }
    // Why a file could not be written; asked once, said once.
    std::optional<std::string> trouble();

  private:
    struct Slot {
        Buffer buffer;
        std::size_t bytes = 0;
        GLsync fence = nullptr;
        int width = 0, height = 0;
        std::filesystem::path file;
        std::string label;
    };
    struct Job {
        Image image;  // rows from the lowest to the highest
        std::filesystem::path file;
        std::string label;
    };
    static constexpr std::size_t ring_size = 4, longest_queue = 8;

    void ask(Slot& slot, GLuint framebuffer, int x, int y);
    void collect(Slot& slot, bool wait);
    Image pixels_of(const Slot& slot) const;
    void give_up(const std::filesystem::path& file, const std::string& why);
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

// "STEM-001.png", the first such name in the folder that nothing has yet; `ending` may be empty.
std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& ending);

// The rectangle of the framebuffer now, and waits for it; rows from the highest to the lowest.
Image read_frame(GLuint framebuffer, int x, int y, int width, int height);

}  // namespace sweep::app
