#include "app/work/checks/comparer.h"

#include "app/screen/gl/timing.h"

namespace sweep::app {

Comparer::Comparer() : thread_([this] { work(); }) {}

Comparer::~Comparer() {
    {
        const std::lock_guard lock(mutex_);
        leave_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

bool Comparer::busy() const {
    const std::lock_guard lock(mutex_);
    return busy_;
}

void Comparer::start(std::function<Compared()> job) {
    {
        const std::lock_guard lock(mutex_);
        job_ = std::move(job);
        busy_ = true;
    }
    wake_.notify_one();
}

std::optional<Compared> Comparer::take() {
    const std::lock_guard lock(mutex_);
    if (!done_) return std::nullopt;
    std::optional<Compared> answer = std::move(done_);
    done_.reset();
    busy_ = false;
    return answer;
}

void Comparer::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return leave_ || job_; });
        if (leave_) return;
        const std::function<Compared()> job = std::move(job_);
        job_ = nullptr;
        lock.unlock();
        Compared answer;
        const double start = wall_seconds();
        try {
            answer = job();
        } catch (const std::exception& error) {
            answer.note = error.what();
        }
        answer.seconds = wall_seconds() - start;
        lock.lock();
        done_ = std::move(answer);
    }
}

}  // namespace sweep::app
