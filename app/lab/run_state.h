// What a recorded run is after each of its phases: what memory holds, who wrote an element and what that thread had
// read before, and what went through memory so far. All of it is looked up in the record, so that it is the same
// whichever way somebody came to the phase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/recorded_run.h"

namespace sweep::app {

// One element of one memory of a run.
struct RunElement {
    std::size_t memory = 0, cell = 0;
    friend bool operator==(const RunElement&, const RunElement&) = default;
};

// What the threads of a phase did to an element.
struct RunTouch {
    RunElement element;
    bool is_read = false, is_written = false;
};

// What went through global memory, without the coefficients: a cache serves them.
struct RunTraffic {
    double read_bytes = 0, written_bytes = 0;
    double accesses = 0, sectors = 0;  // of warps
};

// A value and the event that left it there.
struct RunValue {
    std::uint64_t bits = 0;
    std::size_t bytes = 4, event = 0;
};

// A value as a number, as value_text() reads its bits.
double value_number(std::uint64_t bits, std::size_t bytes);

class RunState {
  public:
    explicit RunState(RecordedRun run);

    const RecordedRun& run() const { return run_; }
    int phases() const { return int(run_.phases.size()); }

    // Bytes of a cell of the memory, and how many there are.
    std::size_t cell_bytes(std::size_t memory) const;
    std::size_t cells(std::size_t memory) const { return writes_[memory].size(); }
    // What the element holds after the phase; nothing: nobody has written it.
    std::optional<RunValue> value(RunElement element, int after) const;
    // Whether anybody has written the element before this event.
    bool is_written_before(RunElement element, std::size_t event) const;
    // The element of an event. Nothing: it is none of memory, or outside of it.
    std::optional<RunElement> element(std::size_t event) const;
    std::string name(RunElement element) const;

    // The phase in which the event happened, or the last one before it.
    int phase_of(std::size_t event) const;
    // The loads of the event's thread that came before it, from the last ones back to a store before them.
    std::vector<std::size_t> reads_before(std::size_t event) const;
    // The elements that the phase reads or writes, each once.
    std::vector<RunTouch> touched(int phase) const;
    // The lines of the file that read or write memory in the phase, from the first to the last that ran, each once.
    std::vector<int> lines(int phase) const;
    // The traffic of a launch until the end of the phase.
    RunTraffic traffic(int launch, int until) const;

    // "thread 3 of block (1,0)"; of the host: "the host".
    std::string who(std::size_t event) const;
    // Of a block of a launch: "1", or "(1,0)" where the grid has several rows.
    std::string block_name(int launch, int block) const;

  private:
    void count();

    RecordedRun run_;
    std::vector<std::vector<std::vector<std::uint32_t>>> writes_;  // events, of a memory and cell
    std::vector<RunTraffic> traffic_;                              // of all launches until the end of a phase
    std::vector<int> launch_;                                      // of an event; -1: the host
};

}  // namespace sweep::app
