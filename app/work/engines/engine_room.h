// The engines of a command, or of a result that is saved. Each starts when it is needed first.
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "app/work/engines/engines.h"

namespace sweep::app {

// Whoever uses an engine holds the mutex: it has all processors, and is prepared for one problem at a time.
struct EngineRoom {
    std::mutex mutex;

    // The engine that start_engine() gives for these samples. Throws as it does.
    StartedEngine& engine(EngineKind asked, Sample input) {
        StartedEngine& kept = started_[{asked, input == Sample::f64}];
        if (!kept.engine) kept = start_engine(asked, input);
        return kept;
    }

  private:
    std::map<std::pair<EngineKind, bool>, StartedEngine> started_;  // bool: for samples of float64
};

}  // namespace sweep::app
