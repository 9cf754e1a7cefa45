// One file that sweep filter reads, filters and writes.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "app/command_line/options.h"
#include "app/engines/engines.h"
#include "app/results/filter_samples.h"

namespace sweep::app {

// The engines of a command, which start when they are needed. Whoever uses one holds the mutex: it has all
// processors, and is prepared for one problem at a time.
struct EngineRoom {
    std::mutex mutex;

    StartedEngine& engine(EngineKind asked, Sample input) {
        std::optional<StartedEngine>& kept = input == Sample::f64 ? for_doubles_ : for_others_;
        if (!kept) kept = start_engine(asked, input);
        return *kept;
    }

  private:
    std::optional<StartedEngine> for_doubles_, for_others_;
};

// What a command says on stdout of a file that is done, a line each.
struct FilteredFile {
    std::string engine, summary;
    std::optional<std::string> check;
};

// Is asked before a picture is decoded, with the bytes that filtering takes; throws where there are too few.
using TakeMemory = std::function<void(std::uint64_t bytes, const std::string& what)>;

// Refuses a filter, an engine or an output of the wrong kind, before any file is read.
void check_request(const Options& options, const std::string& out);

// Filters *options.in to *options.out. The output is written last, and whole or not at all. Throws Error.
FilteredFile filter_file(const Options& options, EngineRoom& room, const Say& say, const TakeMemory& take);

// Filters the film *options.in to the film *options.out. Throws Error.
void filter_film(const Options& options);

// Filters options.inputs, several at a time, to the names that options.pattern makes. Throws Error(failed) in
// the end where some failed, after a line for each.
void filter_files(const Options& options);

}  // namespace sweep::app
