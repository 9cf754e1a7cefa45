// Keeps every load, store and barrier of a run of the Lab, so that it can be shown.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/lab/run_event.h"
#include "emulator/lab/shadow.h"
#include "emulator/observer.h"

namespace emulated {

class Record {
  public:
    static constexpr std::size_t most_events = 400000;

    // Memory that appears. The span takes its number.
    void add(Span& span, std::uint32_t block, bool is_shared);
    // All words of the span, as the host has left them.
    void host_writes(const Span& span, const char* first, std::size_t bytes);
    void launch(const std::string& kernel, const Launched& launched);
    void event(RunWhat what, std::size_t block, std::size_t thread = 0);
    // A load or store, in pieces of words of 4 bytes, or of the elements of 8 bytes of a shared variable.
    void access(RunWhat what, const Span& span, const char* at, std::size_t bytes, std::size_t block,
                std::size_t thread, const void* site);
    // One outside of the span, which ends the run.
    void beyond(RunWhat what, const Span& span, const char* at, std::size_t block, std::size_t thread,
                const void* site);
    // Stores are told before they happen: takes their values from memory.
    void settle();
    // What was told last is a fault, or a read of memory that nobody has written.
    void note_fault() { note(fault_); }
    void note_uninitialised() { note(uninitialised_); }

    // What the events' numbers mean, as JSON. `place` writes a place of the program.
    std::string json(std::string (*place)(const void*)) const;
    const std::vector<RunEvent>& events() const { return events_; }

  private:
    struct Memory {
        std::string name;
        std::size_t bytes = 0, element = 4, row = 0, plane = 0;
        std::size_t launch = 0, block = 0;  // of shared memory
        bool is_shared = false;
    };
    struct Launch {
        std::string kernel;
        dim3 grid, block;
    };
    bool is_full() const { return events_.size() >= most_events; }
    void note(std::ptrdiff_t& event) const {
        if (event < 0) event = std::ptrdiff_t(events_.size()) - 1;
    }
    std::uint32_t number_of(const void* site);
    void pieces(RunEvent event, const Span& span, const char* at, std::size_t bytes);

    std::vector<Memory> memory_;
    std::vector<Launch> launches_;
    std::vector<const void*> sites_;
    std::unordered_map<const void*, std::uint32_t> site_numbers_;
    std::vector<RunEvent> events_;
    std::vector<std::pair<std::size_t, const char*>> unsettled_;  // events, and where their values will be
    std::ptrdiff_t fault_ = -1, uninitialised_ = -1;              // events; -1: there is none
};

}  // namespace emulated
