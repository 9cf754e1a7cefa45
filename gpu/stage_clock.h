// Measures the times of stages without waiting for the device: event pairs in a ring are read frames later.
#pragma once

#include <array>
#include <vector>

#include "core/stages/stages.h"
#include "gpu/device/handles.h"

namespace sweep::gpu {

class StageClock {
  public:
    explicit StageClock(cudaStream_t stream) : stream_(stream) {}

    // A run calls begin(), then lap(stage) after each stage, then end().
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

    // Reads the newest run that the device has finished into `report`. Returns false when no run has finished
    // since the last call.
    bool read(RunReport& report) {
        for (std::size_t age = 0; age < ring_.size(); ++age) {
            Run& run = ring_[(current_ + ring_.size() - age) % ring_.size()];
            if (run.open || run.stages.empty()) continue;
            if (cudaEventQuery(run.events[run.stages.size()].handle()) != cudaSuccess) {
                cudaGetLastError();  // "not ready" is no error
                continue;
            }
            report.stages.clear();
            for (std::size_t i = 0; i < run.stages.size(); ++i) {
                float ms = 0;
                check(cudaEventElapsedTime(&ms, run.events[i].handle(), run.events[i + 1].handle()));
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
        std::vector<Event> events;  // one more than there are stages
        bool open = false;
    };
    void mark(Run& run) {
        const std::size_t i = run.stages.size();
        if (run.events.size() <= i) run.events.emplace_back();
        check(cudaEventRecord(run.events[i].handle(), stream_));
    }

    cudaStream_t stream_;
    std::array<Run, 8> ring_;
    std::size_t current_ = 0;
};

}  // namespace sweep::gpu
