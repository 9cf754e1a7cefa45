// Times of stages without waiting for the device: event pairs in a ring, read frames later.
#pragma once

#include <array>
#include <vector>

#include "core/stages.h"
#include "gpu/check.h"

namespace sweep::gpu {

class StageClock {
  public:
    explicit StageClock(cudaStream_t stream) : stream_(stream) {}
    StageClock(const StageClock&) = delete;
    StageClock& operator=(const StageClock&) = delete;
    ~StageClock() {
        for (Run& run : ring_)
            for (cudaEvent_t event : run.events) cudaEventDestroy(event);
    }

    // One run: begin(), then lap(stage) after each stage, then end().
    void begin() {
        current_ = (current_ + 1) % ring_.size();
        Run& run = ring_[current_];
        run.stages.clear();
        run.open = true;
        mark(run);
    }
    void lap(const Stage& stage) {
        ring_[current_].stages.push_back(stage);
        mark(ring_[current_]);
    }
    void end() { ring_[current_].open = false; }

    // Reads the newest run that the device has finished into `report`; false when there is none that is
    // newer.
    bool read(RunReport& report) {
        for (std::size_t age = 0; age < ring_.size(); ++age) {
            Run& run = ring_[(current_ + ring_.size() - age) % ring_.size()];
            if (run.open || run.stages.empty()) continue;
            if (cudaEventQuery(run.events[run.stages.size()]) != cudaSuccess) {
                cudaGetLastError();  // "not ready" is no error
                continue;
            }
            report.stages.clear();
            for (std::size_t i = 0; i < run.stages.size(); ++i) {
                float ms = 0;
                check(cudaEventElapsedTime(&ms, run.events[i], run.events[i + 1]));
                report.stages.push_back({run.stages[i], double(ms)});
            }
            run.stages.clear();  // read once
            return true;
        }
        return false;
    }

  private:
    struct Run {
        std::vector<Stage> stages;
        std::vector<cudaEvent_t> events;  // one more than stages
        bool open = false;
    };
    void mark(Run& run) {
        const std::size_t i = run.stages.size();
        if (run.events.size() <= i) {
            cudaEvent_t event;
            check(cudaEventCreate(&event));
            run.events.push_back(event);
        }
        check(cudaEventRecord(run.events[i], stream_));
    }

    cudaStream_t stream_;
    std::array<Run, 8> ring_;
    std::size_t current_ = 0;
};

}  // namespace sweep::gpu
