// Runs work beside the frames: one job at a time, on a thread of its own.
#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace sweep::app {

template <class T>
class Task {
  public:
    ~Task() { stop(); }

    // `job` takes a std::stop_token and returns a T. No other job may be running.
    template <class F>
    void start(F job) {
        std::packaged_task<T(std::stop_token)> task(std::move(job));
        result_ = task.get_future();
        thread_ = std::jthread(std::move(task));
    }
    bool running() const { return result_.valid(); }
    // The result of a finished job, once; nothing before it has finished. Throws what the job threw. Never
    // waits.
    std::optional<T> take() {
        if (!running() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return {};
        return result_.get();
    }
    // Waits until take() has a result.
    void wait() const {
        if (running()) result_.wait();
    }
    // The same, but no longer than this.
    void wait_for(double seconds) const {
        if (running()) result_.wait_for(std::chrono::duration<double>(seconds));
    }
    void request_stop() { thread_.request_stop(); }
    // Asks the job to stop, waits for it, and drops its result.
    void stop() {
        thread_ = {};
        result_ = {};
    }

  private:
    std::future<T> result_;
    std::jthread thread_;
};

}  // namespace sweep::app
