// A run of a student's kernels with all of their loads, stores and barriers, to be stepped through forwards and
// backwards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/lab/run_event.h"

namespace sweep::app {

using emulated::RunEvent;
using emulated::RunWhat;

// Memory that the kernels saw. Extents are in elements: of a row, and of a
// plane of it; 0: it has none.
struct RunMemory {
    std::string name;
    std::size_t bytes = 0, element = 4, row = 0, plane = 0;
    bool is_shared = false;
    int launch = 0, block = 0;  // of shared memory
    int words() const { return int(bytes / word()); }
    std::size_t word() const { return element == 8 ? 8 : 4; }  // of an event: 4 bytes, or 8
};

struct RunLaunch {
    std::string kernel;
    std::array<int, 3> grid{}, block{};
};

// What the threads of a block did between two barriers, or the host before a launch: events `first` to `end` - 1.
struct RunPhase {
    int launch = -1;  // -1: the host
    int block = 0, phase = 0;
    std::size_t first = 0, end = 0;
};

struct RecordedRun {
    int width = 0, height = 0;
    std::vector<RunMemory> memory;
    std::vector<RunLaunch> launches;
    std::vector<int> lines;                           // of an event's site; 0: it has none
    std::vector<RunEvent> events;                     // in their order
    std::vector<RunPhase> phases;                     // all loads and stores, in their order
    bool is_whole = true;                             // false: the run went on after the last event
    std::optional<std::size_t> fault, uninitialised;  // the event that is one
};

// The phases of events.
std::vector<RunPhase> phases_of(const std::vector<RunEvent>& events);

// A value as a kernel means it, as far as its bits tell: a whole number where they are no usual number of float32.
std::string value_text(std::uint64_t bits, std::size_t bytes);

// The element that an event is about: "in[3 * width + 4]", "t[1][4]".
std::string element_text(const RunMemory& memory, std::size_t offset, int width);

}  // namespace sweep::app
