// One event of a recorded run, as the file of events holds it: one after another, in the order in which they happened.
#pragma once

#include <cstdint>

namespace emulated {

enum class RunWhat : std::uint8_t {
    host_write,    // the host has written the word
    launch,        // `thread` is the number of the launch
    block_begins,  // a thread block starts to run
    block_ends,
    block_runs,  // another block than before goes on
    read,
    write,
    atomic,      // one that reads and writes
    warp_meets,  // `thread` is the first one of the warp
    block_meets,
    grid_meets,
    fence,
    beyond_read,  // outside of the memory: `value` is the distance in bytes from its beginning, with a sign
    beyond_write
};

// What does not belong to an event's kind is zero. `value` is what the word holds after the event, in its lowest
// `bytes` bytes.
struct RunEvent {
    RunWhat what = RunWhat::host_write;
    std::uint8_t bytes = 0;
    std::uint8_t goes_on = 0;  // 1: one load or store with the event before it, of more than a word
    std::uint32_t block = 0, thread = 0;  // counted within the launch and the block, x first
    std::uint32_t span = 0, offset = 0;   // which memory, and the byte in it
    std::uint32_t site = 0;               // which place of the program
    std::uint64_t value = 0;
};
static_assert(sizeof(RunEvent) == 32);

}  // namespace emulated
