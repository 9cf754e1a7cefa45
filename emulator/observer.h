// Whoever watches a run of the emulator: the Lab counts what kernels do to memory, and looks for faults.
#pragma once

#include <cstddef>
#include <functional>

#include "emulator/include/device_side.h"

namespace emulated {

enum class Fault { divergent_barrier, deadlock, out_of_bounds, bad_launch, not_supported };

struct Launched {
    const char* kernel;  // its name in the source
    dim3 grid, block;
    std::size_t shared_bytes;  // of dynamic shared memory
};

class Observer {
  public:
    // Device memory appears, and goes. A host's copy or fill has written some of it.
    virtual void allocated(void* at, std::size_t bytes) = 0;
    virtual void freed(void* at) = 0;
    // The host may read and write it, too.
    virtual void belongs_to_host(void* at) = 0;
    virtual void written_by_host(void* at, std::size_t bytes) = 0;

    virtual void launch_begins(const Launched& launched) = 0;
    virtual void launch_ends() = 0;
    // Thread blocks are counted within a launch: x first, then y and z.
    virtual void block_begins(std::size_t block, unsigned char* dynamic, std::size_t bytes) = 0;
    virtual void block_ends(std::size_t block) = 0;
    // All that have begun do nothing but poll, so that the next one begins.
    virtual void waits_for_new_block() = 0;
    // From now on the running thread is one of this block.
    virtual void block_runs(std::size_t block) = 0;
    virtual void shared_begins(const SharedVariable& variable, void* at) = 0;

    // All that wait have come: the thread block; 32 threads, of which `first` is the first one; the grid.
    virtual void block_meets(std::size_t block) = 0;
    virtual void warp_meets(std::size_t block, std::size_t first) = 0;
    virtual void grid_meets() = 0;
    virtual void fence() = 0;
    virtual void atomic_begins(void* at, std::size_t bytes, const void* site) = 0;
    virtual void atomic_ends() = 0;

    // Changes whenever memory or a thread's place did; where all wait and it stands still, they wait in vain.
    virtual std::size_t progress() const = 0;
    // Ends the program. `site` may be null; `other` is where other threads are, or null.
    [[noreturn]] virtual void fails(Fault fault, const char* message, const void* site,
                                    const void* other = nullptr) = 0;

  protected:
    ~Observer() = default;
};

// Null: nobody watches.
inline Observer* observer = nullptr;

// The thread blocks of a launch begin with the last one: CUDA promises no order.
inline bool blocks_backwards = false;

}  // namespace emulated
