#include "app/screen/gl/frame_grabber.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "files/image_file.h"

namespace sweep::app {
namespace {

// OpenGL's first row is the lowest, a file's the highest.
void turn_over(Image& image) {
    const std::size_t row = std::size_t(image.shape().width) * std::size_t(image.shape().channels);
    std::uint8_t* pixels = image.data<std::uint8_t>();
    for (int low = 0, high = image.shape().height - 1; low < high; ++low, --high)
        std::swap_ranges(pixels + row * std::size_t(low), pixels + row * std::size_t(low + 1),
                         pixels + row * std::size_t(high));
}

void read_pixels(GLuint framebuffer, int x, int y, int width, int height, void* to) {
    GLint alignment = 4;
    glGetIntegerv(GL_PACK_ALIGNMENT, &alignment);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glReadPixels(x, y, width, height, GL_RGB, GL_UNSIGNED_BYTE, to);
    glPixelStorei(GL_PACK_ALIGNMENT, alignment);
}

}  // namespace

FrameGrabber::~FrameGrabber() {
    try {
        finish();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sweep: %s\n", error.what());
    }
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    if (writer_.joinable()) writer_.join();
}

void FrameGrabber::grab(GLuint framebuffer, int x, int y, int width, int height, std::filesystem::path file,
                        std::string label) {
    grab(
        framebuffer, x, y, width, height,
        [file, label = std::move(label)](const Image& image) { save_image(file, image.view(), label); },
        file.string());
}

void FrameGrabber::grab(GLuint framebuffer, int x, int y, int width, int height, Sink sink,
                        std::string name) {
    Slot& slot = ring_[next_];
    next_ = (next_ + 1) % ring_size;
    collect(slot, true);
    slot.width = width;
    slot.height = height;
    slot.sink = std::move(sink);
    slot.name = std::move(name);
    ++asked_;
    try {
        ask(slot, framebuffer, x, y);
    } catch (const std::exception& error) {
        give_up(slot.name, error.what());
    }
}

void FrameGrabber::ask(Slot& slot, GLuint framebuffer, int x, int y) {
    const std::size_t bytes = std::size_t(slot.width) * std::size_t(slot.height) * 3;
    if (slot.bytes < bytes) {
        slot.bytes = 0;
        slot.buffer = make_buffer(GLsizeiptr(bytes), nullptr, GL_MAP_READ_BIT | GL_CLIENT_STORAGE_BIT);
        slot.bytes = bytes;
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.name());
    read_pixels(framebuffer, x, y, slot.width, slot.height, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    slot.fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!slot.fence) throw Error(ExitCode::failed, "OpenGL takes no more work");
}

// Counts the picture as written, so that finish() does not wait for it.
void FrameGrabber::give_up(const std::string& name, const std::string& why) {
    const std::lock_guard lock(mutex_);
    ++written_;
    trouble_ = fmt::format("cannot write '{}': {}", name, why);
    changed_.notify_all();
}

void FrameGrabber::poll() {
    // Oldest first, so that the files are written in order.
    for (std::size_t i = 0; i < ring_size; ++i) collect(ring_[(next_ + i) % ring_size], false);
}

void FrameGrabber::collect(Slot& slot, bool wait) {
    if (!slot.fence) return;
    constexpr GLuint64 second = 1'000'000'000;
    GLenum state;
    do state = glClientWaitSync(slot.fence, GL_SYNC_FLUSH_COMMANDS_BIT, wait ? second : 0);
    while (wait && state == GL_TIMEOUT_EXPIRED);
    if (state == GL_TIMEOUT_EXPIRED) return;
    glDeleteSync(slot.fence);
    slot.fence = nullptr;

    Job job;
    try {
        if (!writer_.joinable()) writer_ = std::thread([this] { write(); });
        job = {pixels_of(slot), std::exchange(slot.sink, {})};
    } catch (const std::exception& error) {
        return give_up(slot.name, error.what());
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return queue_.size() < longest_queue; });
    queue_.push_back(std::move(job));
    changed_.notify_all();
}

Image FrameGrabber::pixels_of(const Slot& slot) const {
    Image image = make_image({slot.width, slot.height, 3}, Sample::u8, "the picture of the window");
    const void* pixels =
        glMapNamedBufferRange(slot.buffer.name(), 0, GLsizeiptr(image.bytes()), GL_MAP_READ_BIT);
    if (!pixels) throw Error(ExitCode::failed, "OpenGL does not give the pixels of the window");
    std::copy_n(static_cast<const std::uint8_t*>(pixels), image.bytes(), image.data<std::uint8_t>());
    if (!glUnmapNamedBuffer(slot.buffer.name()))
        throw Error(ExitCode::failed, "OpenGL has lost the pixels of the window");
    return image;
}

void FrameGrabber::write() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return stop_ || !queue_.empty(); });
        if (queue_.empty()) return;
        Job job = std::move(queue_.front());
        queue_.pop_front();
        changed_.notify_all();
        lock.unlock();
        std::optional<std::string> trouble;
        try {
            turn_over(job.image);
            job.sink(job.image);
        } catch (const std::exception& error) {
            trouble = error.what();
        }
        lock.lock();
        ++written_;
        if (trouble) trouble_ = std::move(trouble);
        changed_.notify_all();
    }
}

void FrameGrabber::finish() {
    for (std::size_t i = 0; i < ring_size; ++i) collect(ring_[(next_ + i) % ring_size], true);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return written_ == asked_; });
    if (trouble_) throw Error(ExitCode::unwritable_output, *std::exchange(trouble_, std::nullopt));
}

bool FrameGrabber::is_full() const {
    const std::lock_guard lock(mutex_);
    return queue_.size() + ring_size > longest_queue;
}

int FrameGrabber::written() const {
    const std::lock_guard lock(mutex_);
    return written_;
}

std::optional<std::string> FrameGrabber::trouble() {
    const std::lock_guard lock(mutex_);
    return std::exchange(trouble_, std::nullopt);
}

std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& ending) {
    std::error_code error;
    for (int i = 1;; ++i) {
        const std::filesystem::path file = folder / fmt::format("{}-{:03}{}", stem, i, ending);
        if (!std::filesystem::exists(file, error)) return file;
    }
}

Image read_frame(GLuint framebuffer, int x, int y, int width, int height) {
    Image image({width, height, 3}, Sample::u8);
    read_pixels(framebuffer, x, y, width, height, image.data<void>());
    turn_over(image);
    return image;
}

}  // namespace sweep::app
