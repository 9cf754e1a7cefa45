#include "films/player.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "files/pixels.h"

namespace sweep {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// A film whose frames come later than this, in seconds, goes on from there more slowly.
constexpr double largest_lag = 0.25;
constexpr double near = 1e-6;  // seconds

}  // namespace

FilmPlayer::FilmPlayer(FilmSource source, int largest_side, double begin, std::size_t frame_bytes)
    : source_(std::move(source)), largest_side_(largest_side), frame_bytes_(frame_bytes) {
    if (begin > 0) seek_to_ = begin;
    status_.is_live = source_.is_live();
    status_.is_seeking = true;
    thread_ = std::thread([this] { decode(); });
}

FilmPlayer::~FilmPlayer() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void FilmPlayer::wait_until_open() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !ring_.empty() || status_.has_failed; });
    if (status_.has_failed) throw Error(ExitCode::unreadable_input, *std::exchange(trouble_, std::nullopt));
}

// As many frames as the memory allows, but enough to go on while one is shown.
std::size_t FilmPlayer::ring_size(const Image& image) const {
    constexpr std::size_t least = 3, most = 8;
    return std::clamp(frame_bytes_ / std::max<std::size_t>(image.bytes(), 1), least, most);
}

// The thread: opens the source, and again when it is asked to.
void FilmPlayer::decode() {
    for (;;) {
        try {
            const std::unique_ptr<FilmReader> reader = open_film(source_, [this] {
                const std::lock_guard lock(mutex_);
                return stop_;
            });
            {
                const std::lock_guard lock(mutex_);
                status_.facts = reader->facts();
                if (!status_.facts.can_seek) seek_to_.reset();
            }
            decode_film(*reader);
        } catch (const std::exception& error) {
            const std::lock_guard lock(mutex_);
            if (!stop_) {
                trouble_ = dynamic_cast<const std::bad_alloc*>(&error)
                               ? "out of memory for the frames of the film"
                               : error.what();
                status_.has_failed = true;
                status_.is_open = status_.is_seeking = false;
            }
            changed_.notify_all();
        }
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stop_ || again_; });
        if (stop_) return;
        again_ = false;
        at_end_ = status_.has_failed = status_.has_ended = false;
        clock_follows_ = true;
        ring_.clear();
    }
}

// Decodes until it is told to stop or to open the source again.
void FilmPlayer::decode_film(FilmReader& reader) {
    double last_at = 0;        // of the frame that was decoded last
    bool is_left_out = false;  // it was too late to be shown
    for (;;) {
        const auto began = Clock::now();
        const bool was_left_out = std::exchange(is_left_out, false);
        std::unique_lock lock(mutex_);
        if (stop_ || again_) return;
        if (seek_to_ && reader.facts().can_seek) {
            const double to = *std::exchange(seek_to_, std::nullopt);
            lock.unlock();
            const bool found = reader.seek(to);
            lock.lock();
            if (seek_to_) continue;  // another place is asked for meanwhile
            played_ = -reader.seconds();
            if (!found) continue;
        } else {
            seek_to_.reset();
            lock.unlock();
            const bool goes_on = reader.advance();
            lock.lock();
            status_.damaged = reader.damaged();
            status_.facts.decoder = reader.facts().decoder;
            if (!goes_on) {
                if (how_.loops && reader.facts().can_seek && reader.seconds() > 0) {
                    const FilmFacts& facts = reader.facts();
                    const double usual = facts.rate.num > 0 ? 1 / facts.rate.value() : 0.04;
                    const double gap =
                        reader.lasts() > 0 ? double(reader.lasts()) * facts.tick.value() : usual;
                    lock.unlock();
                    reader.seek(0);
                    lock.lock();
                    if (is_stopped_or_asked()) continue;
                    played_ = last_at + gap - reader.seconds();
                } else {
                    // However late the last frame is, it is the one that stays.
                    if (was_left_out) {
                        --status_.dropped;
                        lock.unlock();
                        push(reader, ms_since(began));
                        lock.lock();
                        if (is_stopped_or_asked()) continue;
                    }
                    at_end_ = true;
                    if (source_.kind != FilmKind::file)
                        trouble_ = fmt::format("{} has ended: the last frame stays", source_.name());
                    changed_.notify_all();
                    changed_.wait(lock, [this] { return is_stopped_or_asked(); });
                    continue;
                }
            }
        }
        const double at = played_ + reader.seconds();
        last_at = at;
        // A frame whose time has passed is not even converted, if another one can be shown.
        is_left_out = how_.plays && !how_.waits && !status_.is_live && !ring_.empty() && at < clock_ - near &&
                      !clock_follows_;
        if (is_left_out) {
            ++status_.dropped;
            continue;
        }
        lock.unlock();
        push(reader, ms_since(began));
    }
}

void FilmPlayer::push(FilmReader& reader, double decode_ms) {
    if (std::max(reader.width(), reader.height()) > largest_side_)
        throw Error(ExitCode::unreadable_input,
                    fmt::format("cannot show '{}': its frames are {} x {}, larger than a texture of this GPU "
                                "({} pixels a side)",
                                source_.name(), reader.width(), reader.height(), largest_side_));
    FilmFrame frame;
    {
        const std::lock_guard lock(mutex_);
        if (!free_.empty()) {
            frame.image = std::move(free_.back());
            free_.pop_back();
        }
        frame.seconds = reader.seconds();
        frame.at = played_ + frame.seconds;
    }
    frame.decode_ms = decode_ms;
    const auto began = Clock::now();
    reader.convert(frame.image);
    frame.is_transparent = reader.samples().has_alpha && is_transparent(std::as_const(frame.image).view());
    frame.convert_ms = ms_since(began);

    std::unique_lock lock(mutex_);
    const std::size_t size = ring_size(frame.image);
    if (status_.is_live) {
        while (ring_.size() >= size) {  // a live source waits for nobody
            free_.push_back(std::move(ring_.front().image));
            ring_.pop_front();
            ++status_.dropped;
        }
    } else {
        changed_.wait(lock, [&] { return ring_.size() < size || is_stopped_or_asked(); });
        if (is_stopped_or_asked()) return;
    }
    ring_.push_back(std::move(frame));
    status_.is_open = true;
    changed_.notify_all();
}

const FilmFrame* FilmPlayer::take(FilmFrame frame) {
    if (!shown_.image.empty() && free_.size() < 2) free_.push_back(std::move(shown_.image));
    shown_ = std::move(frame);
    ++status_.shown;
    status_.seconds = shown_.seconds;
    status_.is_seeking = false;
    changed_.notify_all();
    return &shown_;
}

const FilmFrame* FilmPlayer::step(double passed, const FilmPlay& how) {
    std::unique_lock lock(mutex_);
    how_ = how;
    const bool begins = !std::exchange(played_before_, how.plays) && how.plays;
    if (begins && status_.has_ended && status_.facts.can_seek) search(0);
    const auto next = [&]() -> FilmFrame {
        FilmFrame frame = std::move(ring_.front());
        ring_.pop_front();
        return frame;
    };
    // Waits for a frame, or for the knowledge that none will come.
    const auto wait = [&] {
        changed_.notify_all();
        changed_.wait(lock, [&] {
            return (!ring_.empty() && !seek_to_) || status_.has_failed || (at_end_ && !seek_to_);
        });
    };
    if (how.waits && (clock_follows_ || seek_to_)) wait();
    if (seek_to_ || (ring_.empty() && !how.waits)) {
        status_.has_ended = at_end_ && ring_.empty() && !seek_to_;
        return nullptr;
    }
    if (clock_follows_) {  // the first frame, and the first after a search
        if (ring_.empty()) return nullptr;
        clock_follows_ = false;
        FilmFrame frame = next();
        clock_ = frame.at;
        return take(std::move(frame));
    }
    if (steps_ > 0) {
        if (how.waits && ring_.empty()) wait();
        if (ring_.empty()) return nullptr;
        --steps_;
        FilmFrame frame = next();
        clock_ = frame.at;
        return take(std::move(frame));
    }
    if (!how.plays) return nullptr;
    std::optional<FilmFrame> due;
    const auto replace = [&](FilmFrame frame) {
        if (due) {
            if (!how.waits) ++status_.dropped;
            free_.push_back(std::move(due->image));
        }
        due = std::move(frame);
    };
    if (status_.is_live) {
        while (!ring_.empty()) replace(next());
    } else {
        clock_ += passed * how.speed;
        for (;;) {
            if (how.waits && ring_.empty()) wait();
            if (ring_.empty() || ring_.front().at > clock_ + near) break;
            replace(next());
        }
    }
    if (!due) {
        status_.has_ended = at_end_ && ring_.empty();
        return nullptr;
    }
    if (!how.waits) clock_ = std::clamp(clock_, due->at, due->at + largest_lag);
    return take(*std::move(due));
}

void FilmPlayer::seek(double seconds) {
    const std::lock_guard lock(mutex_);
    if (!status_.facts.can_seek) return;
    search(seconds);
}

// What the ring holds is no longer asked for.
void FilmPlayer::search(double seconds) {
    seek_to_ = std::max(seconds, 0.0);
    steps_ = 0;
    ring_.clear();
    at_end_ = status_.has_ended = false;
    clock_follows_ = status_.is_seeking = true;
    changed_.notify_all();
}

void FilmPlayer::step_frame(int way) {
    if (way < 0) {
        // The frame before is the one that is shown just before this one.
        constexpr double before = 1e-3;
        double seconds;
        {
            const std::lock_guard lock(mutex_);
            seconds = seek_to_.value_or(status_.seconds);
        }
        return seek(seconds - before);
    }
    const std::lock_guard lock(mutex_);
    ++steps_;
}

void FilmPlayer::again() {
    const std::lock_guard lock(mutex_);
    again_ = true;
    status_.has_failed = false;
    if (status_.facts.can_seek) search(status_.seconds);
    changed_.notify_all();
}

FilmStatus FilmPlayer::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

std::optional<std::string> FilmPlayer::take_trouble() {
    const std::lock_guard lock(mutex_);
    return std::exchange(trouble_, std::nullopt);
}

}  // namespace sweep
